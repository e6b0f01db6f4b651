"""Selections: which things a phrase speaks of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from riftcheck.carddb.abilities.node import node
from riftcheck.carddb.abilities.phrases.things import Measure, Place, Ref, Test

if TYPE_CHECKING:
    from riftcheck.carddb.abilities.phrases.amounts import Amount
    from riftcheck.carddb.abilities.phrases.words import Mode, Who, Zone


@node
class Selector:
    """A selection of things by noun, number, tests and place: `choose up to 2 enemy units at a battlefield`.

    `mode` is `choose` (a target), `pick` (a choice when the line runs), `all` (criteria, no choice) or `bare` (a cost,
    an event, a condition, a private zone). `low` and `high` bound the count; `high` is None for any number. `nouns`
    are alternatives (`unit or gear`). `other` leaves out the source and what this line named before.
    `total` limits the group as a whole (CR 355.11); `same_controller` and `same_place` bind the group.
    """

    mode: Mode
    nouns: tuple[str, ...]
    low: Amount
    high: Amount | None
    other: bool = False
    tests: tuple[Test, ...] = ()
    place: Place | None = None
    total: Measure | None = None
    same_controller: bool = False
    or_else: Selector | None = None


@node
class Top:
    """The top cards of a deck: `top 5 of your deck`, `top 1 of that deck` for the deck of the event."""

    count: Amount
    whose: Who
    deck: Literal["deck", "rune deck", "that deck"] = "deck"


@node
class RestOf:
    """The objects under a name that this item has not moved since: `rest of seen`."""

    ref: Ref


@node
class Whole:
    """A whole zone: `your hand`, `their trash`."""

    whose: Who
    zone: Zone


@node
class Both:
    """Several selections taken together: `units and gear and runes they control and cards in their hand`."""

    parts: tuple[Selection, ...]


def parts_of(selection: Selection | None) -> tuple[Selection, ...]:
    """Return the selections that one joins, itself alone where it joins none."""
    if selection is None:
        return ()
    return selection.parts if isinstance(selection, Both) else (selection,)


Selection = Ref | Selector | Top | RestOf | Whole | Both
