"""A game dealt anew where a player cannot know it (CR 128), for playing out what may be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.engine.display.names import (
    SPECTATOR,
    may_see,
)
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.references import card_def, ref_card
from riftcheck.engine.model.rng import shuffle, stream

if TYPE_CHECKING:
    from riftcheck.engine.model.definitions import CardDef
    from riftcheck.engine.model.objects import Obj
    from riftcheck.engine.model.state import State


def redeal(s: State, player: int | None, seed: int, *, in_order: bool = False) -> State:
    """Return a copy in which all that a player cannot know is dealt anew, the same for the same seed.

    Hidden cards of one owner exchange places: the deck, the hand if it is not the player's own, and facedown cards of
    others (with cards that can be hidden, too); runes exchange places in the rune deck. Random numbers to come are new,
    and there is no log. What was seen stays: cards that the player's own question or chain items are about, and cards
    finalized this turn. If somebody else is asked, the options stand as they were: forget the question before going on.

    With `in_order` hidden faces are put in order before they are dealt, so that the copy hangs on what the player knows
    and on the seed alone.
    """
    eye = SPECTATOR if player is None else player
    new = s.clone()
    new.log = None
    rng = stream(seed, "redeal")
    seen = seen_cards(s, eye)
    dealt = list(s.card_defs)
    for owner in range(len(s.players)):
        _deal_main(s, dealt, _hidden(s, owner, eye, seen), rng, in_order)
        _exchange(dealt, [card for card in s.players[owner].rune_deck if card not in seen], rng, in_order)
    new.card_defs = tuple(dealt)
    for o in new.board.values():
        if o.card >= 0 and s.card_defs[o.card] != dealt[o.card]:
            _turn_into(o, s.pool.defs[dealt[o.card]])
    new.rng = stream(seed, "redealt")
    new.index = None
    new.stamp += 1
    return new


def seen_cards(s: State, eye: int) -> set[int]:
    """Return the hidden cards that a player has been shown by the work in progress, or that were played this turn."""
    refs: list[int] = []
    if s.decision is not None and s.decision.player == eye:
        refs += [subject for kind, subject, _ in s.decision.options if kind == w.O_REF]
        refs.append(s.decision.about)
    items = s.chain + [frame.item for frame in s.frames if frame.item is not None]
    for item in items:
        if item.you == eye:
            for group in (*item.slots, *item.chosen):
                refs += group
    # A card that has changed zones since is a new object (CR 124), which nobody has seen.
    cards = {ref_card(s, ref) for ref in refs if ref < w.NOBODY}
    for p in s.players:
        cards.update(p.finalized)
    return cards


def _hidden(s: State, owner: int, eye: int, seen: set[int]) -> tuple[list[int], list[int]]:
    """Return an owner's cards whose faces a viewer cannot know: those in hand and deck, and those facedown."""
    p = s.players[owner]
    cards = p.deck if owner == eye else p.deck + p.hand
    away = [card for card in cards if card not in seen]
    facedown = [o.card for o in s.board.values() if o.facedown and o.owner == owner and o.card >= 0]
    if facedown:
        facedown = [o.card for o in s.board.values() if o.card in facedown and not may_see(s, o, eye)]
    return away, facedown


def _deal_main(s: State, dealt: list[int], hidden: tuple[list[int], list[int]], rng: list[int], in_order: bool) -> None:
    away, facedown = hidden
    # A facedown card is one that can be hidden; one that an effect hid could be any.
    able = [card for card in facedown if _can_hide(s, card)]
    if able:
        _exchange(dealt, able + [card for card in away if _can_hide(s, card)], rng, in_order)
    _exchange(dealt, [card for card in facedown if card not in able] + away, rng, in_order)


def _can_hide(s: State, card: int) -> bool:
    return bool(card_def(s, card).kw & w.K_HIDDEN)


def _exchange(dealt: list[int], cards: list[int], rng: list[int], in_order: bool) -> None:
    """Shuffle the definitions behind these cards."""
    faces = [dealt[card] for card in cards]
    if in_order:
        faces.sort()
    shuffle(rng, faces)
    for place, card in enumerate(cards):
        dealt[card] = faces[place]


def _turn_into(o: Obj, d: CardDef) -> None:
    """Make a facedown object another card; its derived fields follow when they are next read."""
    o.d = d
    o.might, o.kw, o.tags = d.might, d.kw, d.tags
    o.assault, o.shield, o.deflect = d.assault, d.shield, d.deflect
    o.hunt, o.disarm = d.hunt, d.disarm
    o.seen = -1
