"""The refusal of a list that no game can be played with: what is wrong with it, and how that is mended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.cli.options import Refused
from riftcheck.decks.champion import read_champion
from riftcheck.decks.model import NORMAL_MAIN
from riftcheck.validator.suggestions import Suggestions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from riftcheck.carddb import CardDatabase
    from riftcheck.decks.model import ResolvedDeck

_UNKNOWN: Final = "there is no such card."  # as a problem ends that is about a name which no card has


def unplayable_refusal(
    source: str, problems: Sequence[str], deck: ResolvedDeck, db: CardDatabase, least: int = NORMAL_MAIN
) -> Refused:
    """Return the refusal of a list, each of its problems with the names that may be meant, as `validate` has them.

    Of a list without a chosen champion it says how one is named; `least` is the least size of its main deck.
    """
    lines = [*_with_suggestions(problems, deck, db), *_how_to_name(deck, least)]
    return Refused("\n  ".join([f"{source} cannot be played:", *lines]))


def _with_suggestions(problems: Sequence[str], deck: ResolvedDeck, db: CardDatabase) -> Iterator[str]:
    unknown = [slot.name for _, slot in deck.slots() if slot.card is None and not slot.candidates]
    searched = Suggestions()
    for problem in problems:
        name = next((one for one in unknown if problem.startswith(f"{one} ") and problem.endswith(_UNKNOWN)), None)
        close = None if name is None else searched.of(name, db)
        meant = " or ".join(db.by_name[known].full_name for known in close or ())
        yield f"{problem} Is it {meant}?" if meant else problem


def _how_to_name(deck: ResolvedDeck, least: int) -> list[str]:
    """Return how a list says which of several cards is its chosen champion; nothing for a list that need not."""
    reading = read_champion(deck, least)
    if reading.champion is not None or not reading.candidates:
        return []
    example = reading.candidates[0].name
    return [f'A list names it in a section of its own: a line "Champion:" and under it "1 {example}", for instance.']
