"""Reading the chosen champion: which card it is, and whether its copy is already among the main deck.

Lists disagree on this: some write the champion apart from 39 cards, some label one of 40. JSON says which; texts and
codes are read by their size. The reading is told, so that a person can see it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from riftcheck.decks.model import NORMAL_MAIN, ResolvedDeck, Slot, total
from riftcheck.decks.resolve import merged

if TYPE_CHECKING:
    from riftcheck.carddb import Card

Counting = Literal["apart", "label", "added"]


@dataclass(frozen=True, slots=True)
class ChampionReading:
    """A deck whose `main` holds all copies and whose `champion` is a label on one, and that champion as read.

    `champion` is the slot named or inferred, or None. `inferred`: nobody named it. `candidates` are the cards that it
    could be, where none is named and there are several. `counting` tells where its copy was: listed `apart` and so
    added to `main`, a `label` on a copy in `main`, or `added` because JSON names a champion who is not in `main`.
    `told`: the reading is an interpretation that the person who wrote the list should hear of.
    """

    deck: ResolvedDeck
    champion: Slot | None
    inferred: bool = False
    candidates: tuple[Slot, ...] = ()
    counting: Counting | None = None
    told: bool = False


def read_champion(deck: ResolvedDeck, least: int = NORMAL_MAIN, *, infer: bool = True) -> ChampionReading:
    """Return the deck with its chosen champion read. `least` is the least size of a main deck in the format.

    `infer`: take the one card that can be the champion where none is named (not in limited formats).
    """
    if deck.replaced:
        deck = _with_replaced(deck, least)
    if len(deck.champion) > 1:
        return _inferred(_several(deck, least)) if infer else ChampionReading(_several(deck, least), None)
    if deck.champion:
        return _named(deck, deck.champion[0], least)
    return _inferred(deck) if infer else ChampionReading(deck, None)


def _several(deck: ResolvedDeck, least: int) -> ResolvedDeck:
    """Return a list that names several champions as one that names none, each copy counted once."""
    return replace(deck, main=_with_copies(deck, deck.champion, least), champion=[])


def _with_replaced(deck: ResolvedDeck, least: int) -> ResolvedDeck:
    """Return a list whose champion was given beside it, with the copy of the one that it names itself."""
    main = _with_copies(deck, deck.replaced, least)
    return replace(deck, main=main, replaced=[], champion_apart=deck.champion_apart and deck.origin == "json")


def _with_copies(deck: ResolvedDeck, named: list[Slot], least: int) -> list[Slot]:
    """Return the main deck with the copies that a list names apart from it."""
    apart = deck.champion_apart or total(deck.main) == least - total(named)
    main = deck.main
    for slot in named:
        if apart or not any(_same(other, slot) for other in deck.main):
            main = with_copy(main, slot)
    return main


def _named(deck: ResolvedDeck, champion: Slot, least: int) -> ChampionReading:
    present = any(_same(slot, champion) for slot in deck.main)
    counting: Counting
    if deck.origin == "json":
        counting = "apart" if deck.champion_apart else "label" if present else "added"
    else:
        counting = "apart" if deck.champion_apart or not present or total(deck.main) == least - 1 else "label"
    told = deck.origin != "json"
    main = deck.main
    if counting == "label":
        champion = _labelled(deck, champion)
    else:
        champion = replace(champion, count=1)
        main = with_copy(main, champion)
    return ChampionReading(replace(deck, main=main, champion=[champion]), champion, counting=counting, told=told)


def _inferred(deck: ResolvedDeck) -> ChampionReading:
    tags = {slot.card.champion_tag for slot in deck.legend if slot.card is not None and slot.card.kind == "legend"}
    possible: dict[str, Slot] = {}
    for slot in deck.main:
        if slot.card is not None and could_be_champion(slot.card) and slot.card.champion_tag in tags:
            possible.setdefault(slot.card.name, slot)
    if len(possible) == 1:
        champion = replace(next(iter(possible.values())), count=1)
        return ChampionReading(replace(deck, champion=[champion]), champion, inferred=True, counting="label", told=True)
    return ChampionReading(deck, None, candidates=tuple(possible.values()))


def could_be_champion(card: Card) -> bool:
    """Tell whether a card is a champion unit (CR 103.3.a.2); a signature unit is not one (CR 103.3.d.3)."""
    return card.is_champion and not card.is_signature and not card.is_token and "Unit" in card.types


def _same(slot: Slot, champion: Slot) -> bool:
    if slot.card is None or champion.card is None:
        return slot.card is champion.card and slot.name.casefold() == champion.name.casefold()
    return slot.card is champion.card


def _labelled(deck: ResolvedDeck, champion: Slot) -> Slot:
    """Return the champion by the printing that is in the main deck, where the named one is not."""
    copies = [slot for slot in deck.main if _same(slot, champion)]
    chosen = next((slot for slot in copies if slot.id == champion.id), copies[0])
    return replace(champion, count=1, id=chosen.id)


def with_copy(main: list[Slot], champion: Slot) -> list[Slot]:
    """Return a main deck with one slot more, added to one of the same card and printing where there is one."""
    for position, slot in enumerate(main):
        if _same(slot, champion) and slot.id == champion.id:
            return [*main[:position], merged(slot, champion), *main[position + 1 :]]
    return [champion, *main]
