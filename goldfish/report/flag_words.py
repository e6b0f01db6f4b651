"""The flags of a document as sentences: what its figures have to be read with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.printable import clean
from riftcheck.goldfish.results.run_info import OPPONENT_CODE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_DONE: Final = {
    "skip": "Cards that cannot be executed were drawn and never played",
    "vanilla": "Units that cannot be executed were played as cost and Might only, other such cards only drawn",
}


def warnings(flags: Mapping[str, Any]) -> list[str]:
    """Return a sentence for each flag of a result."""
    own = _own(flags["illegal"])
    illegal = [f"The list is not legal ({own}): no figure is of a legal deck."] if own else []
    return [*_stopped(flags["stopped"]), *illegal, *_opponent([flags]), *_cards([flags])]


def compare_warnings(document: Mapping[str, Any]) -> list[str]:
    """Return a sentence for each flag of a comparison, with the list that it is of where it is of one."""
    sides = {side.upper(): document[side]["flags"] for side in "ab"}
    codes = {name: _own(flags["illegal"]) for name, flags in sides.items()}
    illegal = [
        f"{name} is not legal ({own}): no figure of {name} is of a legal deck." for name, own in codes.items() if own
    ]
    both = list(sides.values())
    return [*_stopped(max(flags["stopped"] for flags in both)), *illegal, *_opponent(both), *_cards(both)]


def _stopped(asked: int) -> list[str]:
    return [f"The run was stopped: {asked} games had been asked for."] if asked else []


def _own(codes: Sequence[str]) -> str:
    return ", ".join(clean(code) for code in codes if not code.startswith(OPPONENT_CODE))


def _opponent(both: Sequence[Mapping[str, Any]]) -> list[str]:
    codes = dict.fromkeys(code for flags in both for code in flags["illegal"] if code.startswith(OPPONENT_CODE))
    if not codes:
        return []
    words = ", ".join(clean(code.removeprefix(OPPONENT_CODE)) for code in codes)
    return [f"What is played against is not legal ({words}): no figure is of games against legal decks alone."]


def _cards(both: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return a sentence for the cards that could not be played as they are, and one for those not known for sure."""
    found = []
    how = next((flags["unsupported"] for flags in both if flags["unsupported"]), "")
    if how:
        names = ", ".join(clean(card) for card in dict.fromkeys(card for flags in both for card in flags["cards"]))
        found.append(f"{_DONE.get(how, how)}, so no figure is of the whole list: {names}.")
    unsure = dict.fromkeys(clean(card["card"]) for flags in both for card in flags["provisional"])
    if unsure:
        found.append(f"Played as far as they are known, which is not for sure: {', '.join(unsure)}.")
    return found
