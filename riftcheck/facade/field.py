"""A field as it is given to the library: decks with names and weights."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.errors import RiftcheckError
from riftcheck.decks.simulation import NotPlayableError
from riftcheck.facade.arguments import each, refusal, text
from riftcheck.facade.errors import as_sentences
from riftcheck.goldfish.plan.run import check_field, is_weight
from riftcheck.goldfish.studies.entered_deck import FieldEntry, field_opponent

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.facade.decks import Deck
    from riftcheck.goldfish.plan.run import Opponent
    from riftcheck.goldfish.studies.entered_deck import EnteredDeck

FIELD: Final = "field"
_KEYS: Final = ("name", "deck", "weight")
EXAMPLE: Final = '[{"name": "Viktor", "deck": DECK, "weight": 2}]'
FORM: Final = f"a list such as {EXAMPLE}"


def field_of(opponent: Mapping[str, Any], enter: Callable[[Deck], EnteredDeck]) -> tuple[Opponent, list[str]]:
    """Return a field as the opponent of a run, and the codes of the rules that its decks break.

    `enter` reads and judges a deck; what it refuses is told with the name of the deck.

    :raises RiftcheckError: if it is no field, or one of its decks is refused.
    :raises RunError: if there is no deck in it, or two have one name.
    """
    if len(opponent) > 1:
        raise RiftcheckError(f"An opponent that is a field has nothing but {FIELD!r}: {FORM}.")
    entries = [_entry(one, number, enter) for number, one in enumerate(each(FIELD, opponent[FIELD], FORM), 1)]
    found = field_opponent(entries)
    check_field(found[0].lists)
    return found


def _entry(one: Any, number: int, enter: Callable[[Deck], EnteredDeck]) -> FieldEntry:
    where = f"Entry {number} of the field"
    if not isinstance(one, Mapping) or "deck" not in one or not one.keys() <= set(_KEYS):
        raise refusal(where, one, "a mapping with a deck, and if wanted a name and a weight")
    name, weight = one.get("name", f"list {number}"), one.get("weight", 1)
    text(f"The name of entry {number} of the field", name, "a text")
    if not is_weight(weight):
        raise refusal(f"The weight of {name} in the field", weight, "a number above 0")
    with as_sentences(RiftcheckError, NotPlayableError, before=f"In the field, {name}: "):
        return FieldEntry(name, weight, enter(one["deck"]))
