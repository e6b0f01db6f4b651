"""The pool of a legend in a format on a day, and the number of copies of each card that a list may still take.

Pure: a reading and a ruleset in, a value out. The numbers are the most of one card that may be added to the list as it
is; adding one card changes what is left for others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb import legality
from riftcheck.carddb.model import domain_names
from riftcheck.decks.champion import could_be_champion
from riftcheck.decks.model import total
from riftcheck.schema import Joined, LazySchema
from riftcheck.validator.case import case
from riftcheck.validator.rules.copies import MOST_SIGNATURES

if TYPE_CHECKING:
    from riftcheck.carddb import Card
    from riftcheck.carddb.model import Size
    from riftcheck.decks.champion import ChampionReading
    from riftcheck.validator.case import Case, Ruleset


class NoLegendError(ValueError):
    """The list has not exactly one known champion legend, and therefore no pool."""


class _Pool:
    """The room that is left in a list, and the copies of each card that it may still take."""

    def __init__(self, judged: Case) -> None:
        ruleset, deck = judged.ruleset, judged.deck
        fmt = ruleset.format
        self.case = judged
        self.main = _room_left(ruleset.main, total(deck.main))
        self.runes = _room_left(fmt.runes, total(deck.runes))
        self.battlefields = _room_left(ruleset.battlefields, total(deck.battlefields))
        self.sideboard = _room_left(ruleset.sideboard, total(deck.sideboard))
        counted = fmt.copies is not None
        # CR 103.3.d.1 limits the main deck; of the sideboard no rule says it, so its signature cards are not counted.
        in_main = sum(slot.count for slot in judged.main if slot.card is not None and slot.card.is_signature)
        self.signature_count = in_main
        self.signatures = max(MOST_SIGNATURES - in_main, 0) if counted else None
        reading = judged.reading
        unnamed = fmt.champion_required and reading.champion is None and not reading.candidates
        # One place of a main deck without a champion is the champion's own (CR 103.3.a).
        self.beside_champion = None if self.main is None else max(self.main - unnamed, 0)

    def entry(self, card: Card, *, champion: bool = False) -> Joined:
        """Return a card of the main deck."""
        have = self.case.copies.get(card, 0)
        of_name = None if self.case.format.copies is None or card.copies is None else max(card.copies - have, 0)
        room = self.main if champion else self.beside_champion
        signatures = self.signatures if card.is_signature else None
        # In casual formats the sideboard has no place, so that its copies are no question.
        sideboard = _lowest_limit(of_name, self.sideboard)
        return Joined(card, have=have, left=_lowest_limit(of_name, room, signatures), left_sideboard=sideboard)


def pool(reading: ChampionReading, ruleset: Ruleset) -> dict[str, Any]:
    """Return the pool of the list's legend as JSON values: each card with its copies there and those still allowed.

    :raises NoLegendError: where the format takes the identity from the legend and there is not exactly one.
    """
    judged = case(ruleset, reading)
    if judged.identity is None:
        raise NoLegendError("the pool is what the legend allows: the list needs exactly one known champion legend")
    left = _Pool(judged)
    found = {
        "format": ruleset.format.id,
        "date": ruleset.day,
        "rules": ruleset.rules,
        "legend": None if judged.legend is None else judged.legend.name,
        "legend_full_name": None if judged.legend is None else judged.legend.other_name,
        "champion": None if reading.champion is None else reading.champion.name,
        "identity": domain_names(judged.identity),
        "room": _rooms(left),
        "cards": _cards(left, judged.identity),
        "data_version": ruleset.db.version,
    }
    shown: dict[str, Any] = _POOL.dump(found)
    return shown


_POOL: Final = LazySchema("riftcheck.validator.schemas", "PoolSchema")


@dataclass(frozen=True, slots=True)
class Room:
    """The cards in a part of a deck, and the number that it may still take, None where it has no maximum."""

    count: int
    left: int | None


def _rooms(left: _Pool) -> dict[str, Room]:
    deck = left.case.deck
    return {
        "main": Room(total(deck.main), left.main),
        "runes": Room(total(deck.runes), left.runes),
        "battlefields": Room(total(deck.battlefields), left.battlefields),
        "sideboard": Room(total(deck.sideboard), left.sideboard),
        "signatures": Room(left.signature_count, left.signatures),
    }


def _cards(left: _Pool, identity: int) -> dict[str, list[Joined]]:
    ruleset = left.case.ruleset
    found: dict[str, list[Joined]] = {
        "champions": [],
        "signatures": [],
        "main": [],
        "runes": [],
        "battlefields": [],
    }
    for card in ruleset.db.cards:
        if card.domain_bits & ~identity or not legality.legal(ruleset.db, card, ruleset.format, ruleset.day):
            continue
        if card.kind == "rune":
            have = _copies_in(left.case.runes, card)
            found["runes"].append(_entry(card, have, left.runes))
        elif card.kind == "battlefield":
            found["battlefields"].append(_battlefield(left, card))
        elif card.kind == "main":
            kind = _kind(left.case, card)
            if kind is not None:
                found[kind].append(left.entry(card, champion=kind == "champions"))
    return found


def _kind(judged: Case, card: Card) -> str | None:
    """Return the list in which a card of the main deck is shown; None for a signature card of another champion."""
    fmt, legend = judged.format, judged.legend
    own = legend is not None and card.champion_tag == legend.champion_tag
    if card.is_signature:
        return "signatures" if own or fmt.copies is None else None  # CR 103.3.d.2
    if could_be_champion(card) and (own or not fmt.champion_required):
        return "champions"
    return "main"


def _battlefield(left: _Pool, card: Card) -> Joined:
    have = _copies_in(left.case.battlefields, card)
    size = left.case.ruleset.battlefields
    once = left.case.format.battlefields_unique and size is not None and max(size.exactly, default=0) > 1
    of_name = max(1 - have, 0) if once else None  # CR 103.5.c
    return _entry(card, have, _lowest_limit(of_name, left.battlefields))


def _entry(card: Card, have: int, left: int | None) -> Joined:
    return Joined(card, have=have, left=left)


def _copies_in(slots: list[Any], card: Card) -> int:
    return sum(slot.count for slot in slots if slot.card is card)


def _room_left(size: Size | None, count: int) -> int | None:
    """Return the number of cards that a part of a deck may still take, 0 at its maximum; None where it has none."""
    if size is None:
        return None
    most = max(size.exactly) if size.exactly else size.most
    return None if most is None else max(most - count, 0)


def _lowest_limit(*limits: int | None) -> int | None:
    return min((limit for limit in limits if limit is not None), default=None)
