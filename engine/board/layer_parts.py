"""The parts of a recomputation: the Might of an object in the making, and what one effect does to one object."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.model import constants as w

if TYPE_CHECKING:
    from riftcheck.engine.model.abilities import AbilitySet, Activated
    from riftcheck.engine.model.objects import Obj


# The floor of a decrease that has none; Might may be below 0 (CR 143.2.c.1).
NO_FLOOR: Final = -(10**6)
# The keywords whose value can be counted, as bits.
COUNTED_BITS: Final = (w.KEYWORD_BITS["assault"], w.KEYWORD_BITS["shield"], w.KEYWORD_BITS["deflect"])


class Work:
    """An object's Might in the making: its base, what increases and raises it, and what decreases it to what floor."""

    __slots__ = ("base", "decreases", "increase", "raises", "role")

    def __init__(self, base: int, increase: int) -> None:
        self.base = base
        self.increase = increase
        # The Might that keywords granted by passives give for the role in combat, and that is not counted in yet.
        self.role = 0
        self.raises: list[int] = []
        self.decreases: list[tuple[int, int]] = []

    def value(self) -> int:
        """Return the Might: increases, then effects that depend on them (CR 481), then decreases (CR 479.4.e)."""
        value = self.base + self.increase
        for raised in self.raises:
            value = max(value, raised)
        for amount, floor in self.decreases:
            value = max(value - amount, min(value, floor))
        return value


class Part:
    """The work of an effect on one object in its layer: `borrowed` abilities and `counted` values, or Might.

    None is no Might, () no values.
    """

    __slots__ = ("borrowed", "counted", "floor", "might", "raise_to", "ref")

    def __init__(self, ref: int) -> None:
        self.ref = ref
        self.borrowed: list[tuple[AbilitySet | Activated, int]] = []
        self.counted: tuple[int, ...] = ()
        self.might: int | None = None
        self.floor = NO_FLOOR
        self.raise_to: int | None = None

    def same(self, other: Part) -> bool:
        """Tell whether another part does the same to the same object."""
        return (
            self.ref == other.ref
            and (self.borrowed, self.counted) == (other.borrowed, other.counted)
            and (self.might, self.floor, self.raise_to) == (other.might, other.floor, other.raise_to)
        )


def add_counted(o: Obj, work: Work, counted: tuple[int, ...]) -> None:
    """Add values of Assault, Shield and Deflect that were counted (CR 807.2); of 0 the keyword is not there."""
    assault, shield, deflect = counted
    for value, keyword in zip(counted, COUNTED_BITS, strict=True):
        o.kw |= keyword if value else 0
    o.assault += assault
    o.shield += shield
    o.deflect += deflect
    if o.role == w.ATTACKER:
        work.role += assault
    elif o.role == w.DEFENDER:
        work.role += shield
