"""Recycling objects and cards (CR 417)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.engine.actions.departures import departure, follow_card, leave_all, where_noted
from riftcheck.engine.board.events import item_id, publish
from riftcheck.engine.board.zones import (
    find_card,
    put_card,
    recycle_cards,
    remove,
    snapshot,
    take_card,
    touch_all,
)
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.objects import Event
from riftcheck.engine.model.references import any_card, card_ref, ref_card

if TYPE_CHECKING:
    from riftcheck.engine.model.objects import Obj
    from riftcheck.engine.model.state import State


def recycle(s: State, refs: list[int], player: int) -> list[int]:
    """Recycle objects and cards (CR 417): to the bottom of their owners' decks, several in random order."""
    if s.resolving is not None and s.resolving.snaps:
        refs = [where_noted(s, ref) for ref in refs]
    return recycle_together(s, [(player, refs)])


def recycle_together(s: State, groups: list[tuple[int, list[int]]]) -> list[int]:
    """Let several players recycle at once: what each recycles has left before anything triggers on any of it.

    Return the references to the cards where they are now, and those that runes and tokens had on the board.
    """
    groups = [(player, list(dict.fromkeys(refs))) for player, refs in groups]
    runes = [(player, s.board[ref]) for player, refs in groups for ref in refs if _is_rune(s, ref)]
    pairs = [
        (s.board[ref], departure(s, w.E_RECYCLE, player, s.board[ref]))
        for player, refs in groups
        for ref in refs
        if ref in s.board and not _is_rune(s, ref)
    ]
    gone = {o.id: o.card for o, _ in pairs} | {o.id: w.NOBODY for _, o in runes}
    for _, o in runes:
        remove(s, o)
        if o.card >= 0:
            put_card(s, o.card, w.Z_RUNE_DECK, bottom=True)
    leave_all(s, pairs, w.Z_NOWHERE)
    done: list[int] = []
    events: list[Event] = []
    for _, refs in groups:
        cards = _taken(s, refs, gone)
        recycle_cards(s, cards)
        for ref in refs:
            if ref not in gone and any_card(s, ref) in cards:
                follow_card(s, ref, any_card(s, ref))
        found = [card_ref(s, card) for card in cards]
        # CR 417.1.c: each owner has recycled their cards, whoever was told to.
        for owner in dict.fromkeys(s.owners[card] for card in cards):
            theirs = [ref for ref, card in zip(found, cards, strict=True) if s.owners[card] == owner]
            events.append(Event(w.E_RECYCLE, owner, theirs[0], -1, -1, -1, len(theirs), item_id(s), None))
        done += found
        done += [ref for ref in refs if gone.get(ref, 0) < 0]
    _note_cards(s, pairs)
    # CR 186.1: a token is recycled before it ceases to exist. CR 185: it is no card, so it gets an event of its own.
    events += [_of_object(s, o, 0) for o, _ in pairs if o.card < 0]
    events += [_of_object(s, o, -1) for _, o in runes]
    for event in events:
        publish(s, event)
    if done:
        touch_all(s)
    return done


def _of_object(s: State, o: Obj, amount: int) -> Event:
    ref, snap = (card_ref(s, o.card), None) if o.card >= 0 else (o.id, snapshot(o))
    return Event(w.E_RECYCLE, o.owner, ref, -1, -1, -1, amount, item_id(s), snap)


def _note_cards(s: State, pairs: list[tuple[Obj, Event]]) -> None:
    """Let the resolving item find the cards of recycled objects where they are now (CR 359.3.e.13)."""
    for o, _ in pairs:
        noted = None if s.resolving is None else s.resolving.snaps.get(o.id)
        if noted is not None and o.card >= 0:
            noted.ref = card_ref(s, o.card)


def _is_rune(s: State, ref: int) -> bool:
    o = s.board.get(ref)
    return o is not None and bool(o.d.types & w.RUNE)


def _taken(s: State, refs: list[int], gone: dict[int, int]) -> list[int]:
    """Return the cards that are nowhere now: those that left the board, and those taken from another zone here."""
    cards: list[int] = []
    for ref in refs:
        if ref in gone:
            cards += [gone[ref]] if gone[ref] >= 0 else []
            continue
        card = ref_card(s, ref)
        if card >= 0:
            take_card(s, card, find_card(s, card))
            cards.append(card)
    return cards
