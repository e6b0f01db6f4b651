"""The mulligan policy as data: rules by cost, role and name, of which the first that fits a card decides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from riftcheck.engine.model import constants as w

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.engine.model.definitions import CardDef

ROLES: Final[dict[str, int]] = {"unit": w.UNIT, "spell": w.SPELL, "gear": w.GEAR}
# The most cards that may be set aside (CR 117.1), and the greatest cost that a rule can name.
MOST: Final = 2
DEAREST: Final = 99
TWO: Final = 2


class MulliganError(ValueError):
    """A mulligan policy that cannot be read; the message says what would be right."""


# A compiled data class that is frozen is pickled as a call of its constructor: nothing can be set in it afterwards.


@dataclass(frozen=True, slots=True)
class MulliganRule:
    """Keep, or set aside, the cards that fit: by name, role and cost in energy (both ends included).

    `copies` is the most copies of one card that the rule speaks for; further ones go on to the next rule.
    """

    keep: bool
    name: str | None = None
    role: str | None = None
    least: int = 0
    most: int = DEAREST
    copies: int = DEAREST

    def __reduce__(self) -> tuple[Any, ...]:
        return MulliganRule, (self.keep, self.name, self.role, self.least, self.most, self.copies)

    def fits(self, d: CardDef) -> bool:
        """Return True if a card has the name, role and cost of the rule."""
        if self.name is not None and d.name != self.name:
            return False
        if self.role is not None and not d.types & ROLES[self.role]:
            return False
        return self.least <= d.energy <= self.most


@dataclass(frozen=True, slots=True)
class Mulligan:
    """A mulligan policy: the first rule that fits a card decides; a card that none fits is kept.

    Of more cards than may be set aside the dearest go, then those that stand first in the hand.
    """

    rules: tuple[MulliganRule, ...]
    most: int = MOST

    def __reduce__(self) -> tuple[Any, ...]:
        return Mulligan, (self.rules, self.most)

    def aside(self, hand: Sequence[CardDef], most: int) -> list[int]:
        """Return the places in a hand of the cards that are set aside, in order."""
        counts: dict[tuple[int, int], int] = {}
        unwanted: list[tuple[int, int]] = []
        for place, d in enumerate(hand):
            if not self._keeps(d, counts):
                unwanted.append((-d.energy, place))
        unwanted.sort()
        return sorted(place for _, place in unwanted[: min(most, self.most)])

    def _keeps(self, d: CardDef, counts: dict[tuple[int, int], int]) -> bool:
        for number, rule in enumerate(self.rules):
            if not rule.fits(d):
                continue
            seen = counts.get((number, d.index), 0)
            if seen < rule.copies:
                counts[number, d.index] = seen + 1
                return rule.keep
        return True

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON data, which `mulligan_from` reads."""
        return {
            "most": self.most,
            "rules": [
                {
                    "keep": rule.keep,
                    "name": rule.name,
                    "role": rule.role,
                    "cost": [rule.least, rule.most],
                    "copies": rule.copies,
                }
                for rule in self.rules
            ],
        }


# What a player on curve wants: what can be played in the first turns, and no second copy of what is not cheap.
ON_CURVE: Final = Mulligan(
    (
        MulliganRule(keep=True, most=2),
        MulliganRule(keep=True, role="unit", most=4, copies=1),
        MulliganRule(keep=True, role="gear", most=3, copies=1),
        MulliganRule(keep=True, role="spell", most=3, copies=1),
        MulliganRule(keep=False),
    )
)
KEEP_ALL: Final = Mulligan((), 0)
# Nothing but what can be played in the first turns, as often as it comes.
CHEAP: Final = Mulligan((MulliganRule(keep=True, most=3), MulliganRule(keep=False)))
# Each card once, whatever it costs.
SINGLES: Final = Mulligan((MulliganRule(keep=True, copies=1), MulliganRule(keep=False)))
BUILT_IN: Final[dict[str, Mulligan]] = {
    "on curve": ON_CURVE,
    "keep all": KEEP_ALL,
    "cheap": CHEAP,
    "singles": SINGLES,
}

KEYS: Final = frozenset({"keep", "name", "role", "cost", "copies"})


def mulligan_from(data: Any) -> Mulligan:
    """Return the mulligan policy that JSON or YAML data says.

    The form: {"most": 0 to 2, "rules": [{"keep": true or false, "name", "role", "cost", "copies"}]}, where a cost
    is a number or [LEAST, MOST].

    :raises MulliganError: if it is none.
    """
    if not isinstance(data, dict) or not set(data) <= {"most", "rules"} or not isinstance(data.get("rules"), list):
        raise MulliganError('A mulligan policy is an object with a list "rules" and, if wanted, "most" from 0 to 2.')
    most = data.get("most", MOST)
    if not _whole(most, 0, MOST):
        raise MulliganError(f'"most" of a mulligan policy is {most!r}; it should be a whole number from 0 to {MOST}.')
    return Mulligan(tuple(_rule(one, number) for number, one in enumerate(data["rules"], 1)), most)


def _rule(data: Any, number: int) -> MulliganRule:
    where = f"Rule {number} of the mulligan policy"
    if not isinstance(data, dict) or not isinstance(data.get("keep"), bool):
        raise MulliganError(f'{where} should be an object in which "keep" is true or false.')
    unknown = sorted(map(str, set(data) - KEYS))
    if unknown:
        raise MulliganError(f'{where} has "{unknown[0]}"; what a rule may have is {", ".join(sorted(KEYS))}.')
    name, role = data.get("name"), data.get("role")
    if name is not None and not isinstance(name, str):
        raise MulliganError(f'"name" in rule {number} of the mulligan policy should be the name of a card.')
    if role is not None and (not isinstance(role, str) or role not in ROLES):
        raise MulliganError(f'"role" in rule {number} of the mulligan policy should be one of {", ".join(ROLES)}.')
    cost = data.get("cost")
    ends = [0, DEAREST] if cost is None else [cost, cost] if _whole(cost, 0, DEAREST) else cost
    if not isinstance(ends, list) or len(ends) != TWO or not all(_whole(end, 0, DEAREST) for end in ends):
        raise MulliganError(
            f'"cost" in rule {number} of the mulligan policy is not one or two numbers from 0 to {DEAREST}.'
        )
    if ends[0] > ends[1]:
        raise MulliganError(
            f'"cost" in rule {number} of the mulligan policy is from {ends[0]} to {ends[1]}, which no card costs; the '
            "smaller number stands first."
        )
    copies = data.get("copies", DEAREST)
    if not _whole(copies, 1, DEAREST):
        raise MulliganError(f'"copies" in rule {number} of the mulligan policy should be a whole number from 1 on.')
    return MulliganRule(data["keep"], name, role, ends[0], ends[1], copies)


def _whole(value: Any, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
