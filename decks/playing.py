"""A list as a game takes it: names by zone, one for each copy, and what keeps it from being played.

Nothing here judges legality: a list of any size can be played, as long as every card of it is known and in a zone where
a game can use it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from decks.champion import read_champion
from decks.model import NORMAL_MAIN

if TYPE_CHECKING:
    from carddb.model import DeckKind
    from decks.model import ResolvedDeck, Section, Slot


@dataclass(frozen=True, slots=True)
class PlayZones:
    """The names of a list's cards by zone, each as often as there are copies, in the order of the list.

    The chosen champion's copy is `champion` and not among `main` (CR 112). `legend` and `champion` are None where the
    list has none.
    """

    main: tuple[str, ...]
    runes: tuple[str, ...]
    battlefields: tuple[str, ...]
    legend: str | None
    champion: str | None
    sideboard: tuple[str, ...] = ()


class NotPlayableError(ValueError):
    """A list that cannot be brought to a game. `problems` are sentences, each with the card and what is wrong."""

    def __init__(self, problems: list[str]) -> None:
        self.problems = tuple(problems)
        super().__init__(" ".join(problems))


KINDS: Final[dict[Section, DeckKind]] = {
    "legend": "legend",
    "main": "main",
    "runes": "rune",
    "battlefields": "battlefield",
    "sideboard": "main",
}
PLACES: Final[dict[Section, str]] = {
    "legend": "as the legend",
    "main": "in the main deck",
    "runes": "among the runes",
    "battlefields": "among the battlefields",
    "sideboard": "in the sideboard",
}
WORDS: Final[dict[DeckKind, str]] = {
    "main": "a card of the main deck",
    "legend": "a legend",
    "rune": "a rune",
    "battlefield": "a battlefield",
    "token": "a token, which no deck holds",
}


def zones_for_play(deck: ResolvedDeck, least: int = NORMAL_MAIN) -> PlayZones:
    """Return the names of a list by zone. `least` is the size of a main deck by which the champion is read.

    :raises NotPlayableError: with every card that is unknown, ambiguous or in the wrong zone; if there are several
        legends, or several cards could be the chosen champion.
    """
    problems = [fault for section, slot in deck.slots() if (fault := _fault(section, slot))]
    reading = read_champion(deck, least)
    deck = reading.deck
    if sum(slot.count for slot in deck.legend) > 1:
        problems.append(f"The list has several legends ({_names(deck.legend)}); a game is played with one.")
    if reading.champion is None and reading.candidates:
        names = _names(list(reading.candidates))
        problems.append(f"The list names no chosen champion, and several cards could be it: {names}. Name one.")
    if reading.champion is not None and (reading.champion.card is None or reading.champion.card.kind != "main"):
        problems.append(f"{reading.champion.name} cannot be the chosen champion: {_why_not(reading.champion)}.")
    if problems:
        raise NotPlayableError(list(dict.fromkeys(problems)))
    champion = None if reading.champion is None else reading.champion.name
    main = _copies(deck.main)
    if champion is not None:
        main.remove(champion)
    return PlayZones(
        tuple(main),
        tuple(_copies(deck.runes)),
        tuple(_copies(deck.battlefields)),
        deck.legend[0].name if deck.legend else None,
        champion,
        tuple(_copies(deck.sideboard)),
    )


def _copies(slots: list[Slot]) -> list[str]:
    return [slot.name for slot in slots for _ in range(slot.count)]


def _names(slots: list[Slot]) -> str:
    return "; ".join(slot.name for slot in slots)


def _fault(section: Section, slot: Slot) -> str:
    """Return why a card cannot be played where it stands, as a sentence; empty if it can."""
    where = f" (line {slot.lines[0]})" if slot.lines else ""
    if slot.unreadable:
        return f'"{slot.name}"{where} cannot be read as a card.'
    if slot.card is None or slot.card.is_token:
        return f"{slot.name}{where} cannot be played: {_why_not(slot)}."
    if slot.card.kind != KINDS[section]:
        return f"{slot.name}{where} is {WORDS[slot.card.kind]} and cannot stand {PLACES[section]}."
    return ""


def _why_not(slot: Slot) -> str:
    if slot.candidates:
        return f"the name fits several cards ({'; '.join(card.name for card in slot.candidates)})"
    return "there is no such card" if slot.card is None else f"it is {WORDS[slot.card.kind]}"
