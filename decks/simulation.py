"""A list as a game takes it: names by zone, one for each copy, and what keeps it from being played.

Nothing here judges legality: a list of any size can be played, as long as every card of it is known and in a zone where
a game can use it. Whether the engine can do what a card says is no matter of the list; `simulation` tells it beside.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from riftcheck.decks.champion import read_champion
from riftcheck.decks.model import NORMAL_MAIN
from riftcheck.decks.text.names import BLANK_BATTLEFIELD, is_blank

if TYPE_CHECKING:
    from riftcheck.carddb.model import Card, DeckKind
    from riftcheck.decks.champion import ChampionReading
    from riftcheck.decks.model import ResolvedDeck, Section, Slot, Zone


_MOST_TOLD: Final = 100


@dataclass(frozen=True, slots=True)
class PlayZones:
    """The names of a list's cards by zone, each as often as there are copies, in the order of the list.

    The chosen champion's copy is `champion` and not among `main` (CR 112). `legend` and `champion` are None where the
    list has none. `legend_full_name` is the full name of the legend, if it is different.
    """

    main: tuple[str, ...]
    runes: tuple[str, ...]
    battlefields: tuple[str, ...]
    legend: str | None
    champion: str | None
    sideboard: tuple[str, ...] = ()
    extra_legends: tuple[str, ...] = ()
    legend_full_name: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Unplayable:
    """A card that no simulation can play in its section of a deck. `reason` is a part of a sentence.

    `other_name` is the full name of the card, if it is different.
    """

    card: str
    zone: Zone
    reason: str
    other_name: str | None = None


@dataclass(frozen=True, slots=True)
class Simulation:
    """The cards of a list that no simulation can play by the book; this has no part in whether the list is legal.

    `playable`: nothing stands in the way of a game with this list; its sideboard stays at home.
    """

    playable: bool
    unsupported: tuple[Unplayable, ...]

    @property
    def told(self) -> tuple[Unplayable, ...]:
        """The cards that an answer lists: as many as any list of cards has."""
        return self.unsupported[:_MOST_TOLD]

    @property
    def more(self) -> int:
        """The number of cards that an answer does not list."""
        return len(self.unsupported) - len(self.told)

    def by_reason(self) -> dict[str, list[str]]:
        """Return the full names of the cards by the reason, each with its zone where that is not the main deck."""
        found: dict[str, list[str]] = {}
        for one in self.unsupported:
            name = one.other_name or one.card
            found.setdefault(one.reason, []).append(name if one.zone == "main" else f"{name} ({one.zone})")
        return found


class NotPlayableError(ValueError):
    """A list that cannot be brought to a game. `problems` are sentences, each with the card and the reason."""

    def __init__(self, problems: list[str]) -> None:
        self.problems = tuple(problems)
        super().__init__(" ".join(problems))


KINDS: Final[dict[Section, DeckKind]] = {
    "legend": "legend",
    "main": "main",
    "runes": "rune",
    "battlefields": "battlefield",
    "sideboard": "main",
    "extra_legends": "legend",
}
PLACES: Final[dict[Section, str]] = {
    "legend": "as the legend",
    "main": "in the main deck",
    "runes": "among the runes",
    "battlefields": "among the battlefields",
    "sideboard": "in the sideboard",
    "extra_legends": "among the extra legends",
}
WORDS: Final[dict[DeckKind, str]] = {
    "main": "a card of the main deck",
    "legend": "a legend",
    "rune": "a rune",
    "battlefield": "a battlefield",
    "token": "a token, which no deck holds",
}


SEVERAL_LEGENDS: Final = "the list has several legends; a game is played with one"
SEVERAL_CHAMPIONS: Final = "it is one of several that could be the chosen champion; name one"
NOT_A_CHAMPION: Final = "it is not a champion unit"
CHOICE: Final = "it asks for a choice at deck building, which the engine does not know"


def simulation(reading: ChampionReading) -> Simulation:
    """Return the cards of a list that no simulation can play, the sideboard's too, in the order of the list."""
    found: list[Unplayable] = []
    playable = True
    deck = reading.deck
    for section, kind in KINDS.items():
        for slot in deck.section(section):
            card = slot.card
            # Asked here first, because it is so of most cards, and a report on a list has little time.
            if card is not None and card.unsupported is None and card.kind == kind and card.deck_choice is None:
                continue
            wrong = _unknown(section, slot) if card is None else _known(section, card)
            if wrong is not None:
                found.append(wrong)
                playable = playable and section == "sideboard"
    together = _about_the_list(reading)
    if together:
        found += together
        playable = False
    return Simulation(playable, tuple(dict.fromkeys(found)))  # a card of two printings stands there once


@lru_cache(maxsize=8192)
def _known(section: Section, card: Card) -> Unplayable:
    reason = card.unsupported or CHOICE
    if card.is_token:
        reason = f"it is {WORDS[card.kind]}"
    elif card.kind != KINDS[section]:
        reason = f"it is {WORDS[card.kind]} and cannot stand {PLACES[section]}"
    return Unplayable(card.name, section, reason, card.other_name)


def _unknown(section: Section, slot: Slot) -> Unplayable | None:
    if is_blank_field(section, slot):
        return None
    return Unplayable(slot.name, section, "it cannot be read as a card" if slot.unreadable else _why_not(slot))


def _about_the_list(reading: ChampionReading) -> list[Unplayable]:
    """Return the cards that each could be played, but not as they stand together."""
    found: list[Unplayable] = []
    legends = reading.deck.legend
    if len(legends) > 1 or (legends and legends[0].count > 1):
        found += [Unplayable(slot.name, "legend", SEVERAL_LEGENDS, slot.other_name) for slot in legends]
    champion = reading.champion
    if champion is None:
        found += [Unplayable(slot.name, "champion", SEVERAL_CHAMPIONS) for slot in reading.candidates]
    elif champion.card is not None and not champion.card.is_champion:
        reason = f"{NOT_A_CHAMPION}, so it cannot be the chosen champion"
        found.append(Unplayable(champion.name, "champion", reason, champion.other_name))
    return found


def is_blank_field(section: Section, slot: Slot) -> bool:
    """Tell whether a slot holds blank battlefields, which no set holds and every game knows (TR 602.3.d)."""
    return section == "battlefields" and slot.card is None and is_blank(slot.name)


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
    if reading.champion is not None:
        problems += _against_champion(reading.champion)
    if problems:
        raise NotPlayableError(list(dict.fromkeys(problems)))
    champion = None if reading.champion is None else reading.champion.name
    main = _copies(deck.main)
    if champion is not None:
        main.remove(champion)
    return PlayZones(
        tuple(main),
        tuple(_copies(deck.runes)),
        tuple(BLANK_BATTLEFIELD if is_blank(name) else name for name in _copies(deck.battlefields)),
        deck.legend[0].name if deck.legend else None,
        champion,
        tuple(_copies(deck.sideboard)),
        tuple(_copies(deck.extra_legends)),
        deck.legend[0].other_name if deck.legend else None,
    )


def _against_champion(slot: Slot) -> list[str]:
    if slot.card is not None and slot.card.is_champion:
        return []
    why = NOT_A_CHAMPION if slot.card is not None and slot.card.kind == "main" else _why_not(slot)
    return [f"{slot.name} cannot be the chosen champion: {why}."]


def _copies(slots: list[Slot]) -> list[str]:
    return [slot.name for slot in slots for _ in range(slot.count)]


def _names(slots: list[Slot]) -> str:
    return "; ".join(slot.full_name for slot in slots)


def _fault(section: Section, slot: Slot) -> str:
    """Return why a card cannot be played where it stands, as a sentence; empty if it can."""
    where = f" (line {slot.lines[0]})" if slot.lines else ""
    if is_blank_field(section, slot):
        return ""
    if slot.unreadable:
        return f'"{slot.name}"{where} cannot be read as a card. {slot.reason}'.rstrip()
    if slot.card is None or slot.card.is_token:
        return f"{slot.name}{where} cannot be played: {_why_not(slot)}."
    if slot.card.kind != KINDS[section]:
        return f"{slot.name}{where} is {WORDS[slot.card.kind]} and cannot stand {PLACES[section]}."
    return f"{slot.name}{where} cannot be played: {CHOICE}." if slot.card.deck_choice is not None else ""


def _why_not(slot: Slot) -> str:
    if slot.candidates:
        return f"the name fits several cards ({'; '.join(card.full_name for card in slot.candidates)})"
    return "there is no such card" if slot.card is None else f"it is {WORDS[slot.card.kind]}"
