"""Taking cards from the top of a main deck: draw, burn, banish, and Burn Out (CR 414, 428, 432, 441)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.actions.departures import to_trash
from riftcheck.engine.actions.resources import add_points, gain, leads, win, win_at_once
from riftcheck.engine.board.events import DOING, emit, heard, item_id, publish_all
from riftcheck.engine.board.replacements import perform
from riftcheck.engine.board.triggers import queue_card
from riftcheck.engine.board.zones import draw_top, put_card, recycle_cards, take_card, touch_all
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.decisions import ask, take
from riftcheck.engine.model.frames import DrawFrame
from riftcheck.engine.model.objects import Event
from riftcheck.engine.model.references import card_ref
from riftcheck.engine.model.turn_order import opponents

if TYPE_CHECKING:
    from collections.abc import Iterable

    from riftcheck.engine.model.state import State

DRAWS: Final = 0
BURNS: Final = 1
# Bits of the frame's `c`: this draw has burnt out before; nothing is drawn, a deck is to be looked at.
CHAINED: Final = 2
LOOKS: Final = 4
BANISHES: Final = 8
# The bits that say what is done with the cards.
_SORTS: Final = BURNS | BANISHES

STEP_TAKE: Final = 0
STEP_CHOOSE: Final = 1
STEP_GAINED: Final = 2


def draw(s: State, player: int, count: int) -> bool:
    """Draw cards (CR 414); False if a frame was left. `s.result` holds the references to the cards drawn."""
    if count <= 0:
        s.result = []
        return True
    return perform(s, [Event(w.E_DRAW, player, player, -1, -1, -1, count, -1, None)])


def do_draw(s: State, events: list[Event]) -> list[int]:
    """Draw as many as there are at once, or leave a frame that burns out (CR 414.4)."""
    done: list[int] = []
    for event in events:
        p = s.players[event.player]
        if len(p.deck) >= event.amount:
            done += _take_top(s, event.player, event.amount, DRAWS)
        else:
            s.frames.append(DrawFrame(event.player, event.amount, DRAWS))
    return done


def burn(s: State, player: int, count: int) -> bool:
    """Put cards from the top of a main deck into the trash (CR 441); False if a frame was left that burns out."""
    return _take_or_burn_out(s, player, count, BURNS)


def banish_top(s: State, player: int, count: int) -> bool:
    """Banish cards from the top of a main deck (CR 428); False if a frame was left that burns out (CR 432.1.b)."""
    return _take_or_burn_out(s, player, count, BANISHES)


def _take_or_burn_out(s: State, player: int, count: int, what: int) -> bool:
    if len(s.players[player].deck) >= count:
        s.result = _take_top(s, player, count, what)
        return True
    s.frames.append(DrawFrame(player, count, what))
    return False


def burns_out_to_look(s: State, players: Iterable[int]) -> bool:
    """Tell whether a player burns out who is to look at an empty deck, as 1.0: 607.1.b says (not CR 432.1.c).

    The first such player's frame is then pushed; the caller looks again when its own frame is on top again.
    """
    if s.rules.burn_out_on_look:
        for player in players:
            if not s.players[player].deck:
                s.frames.append(DrawFrame(player, 0, LOOKS))
                return True
    return False


def burn_cost(s: State, player: int, count: int) -> None:
    """Burn as a cost: only as many as there are (it is offered only where there are enough)."""
    _take_top(s, player, min(count, len(s.players[player].deck)), BURNS)


def _take_top(s: State, player: int, count: int, what: int, before: int = 0) -> list[int]:
    """Take cards off the top of a deck; `before` are those that the same act took until the deck ran out."""
    p = s.players[player]
    done: list[int] = []
    for _ in range(count):
        if what == DRAWS:
            card = draw_top(s, player)
        else:
            card = p.deck[-1]
            take_card(s, card, w.Z_DECK)
            if what == BANISHES:
                put_card(s, card, w.Z_BANISHED)
            elif not to_trash(s, card, w.Z_DECK):
                continue
        ref = card_ref(s, card)
        done.append(ref)
        if what == BURNS:
            event = emit(s, w.E_PUT_TRASH, player, ref)
            if event is not None:
                queue_card(s, card, player, event)
    touch_all(s)
    if what == DRAWS:
        tell_drawn(s, player, done, before)
    elif what == BANISHES:
        for ref in done:
            emit(s, w.E_BANISH, player, ref)
    elif heard(s, w.E_BURN):
        publish_all(
            s,
            [Event(w.E_BURN, player, ref, w.NOBODY, w.NOBODY, w.NOBODY, 1, item_id(s), None) for ref in done],
        )
    return done


def tell_drawn(s: State, player: int, refs: list[int], before: int = 0) -> None:
    """Tell of each card that was drawn: as which of its act, from 0 on, and with how many."""
    for number, ref in enumerate(refs):
        emit(s, w.E_DRAW, player, ref, amount=len(refs), other=before + number)


def step_draw(s: State, f: DrawFrame) -> None:
    """Draw, burn or banish with a deck that is too small: what there is, Burn Out, the rest (CR 432.2)."""
    player = f.player
    if f.step == STEP_TAKE:
        p = s.players[player]
        count = min(f.missing, len(p.deck))
        f.taken += _take_top(s, player, count, f.flags & _SORTS, len(f.taken))
        f.missing -= count
        if p.deck if f.flags & LOOKS else f.missing == 0:
            s.result = f.taken
            s.frames.pop()
            return
        # CR 432.2.b: the trash becomes the deck, in random order.
        cards = p.trash[:]
        for card in cards:
            take_card(s, card, w.Z_TRASH)
        recycle_cards(s, cards)
        if cards and s.rules.burn_out_recycles:
            emit(s, w.E_RECYCLE, player, card_ref(s, cards[0]), amount=len(cards))
        emit(s, w.E_BURN_OUT, player, player)
        f.step = STEP_CHOOSE
    if f.step == STEP_CHOOSE:
        others = opponents(s, player)
        if s.answer is None:
            options = [(w.O_PLAYER, other, 0) for other in others]
            if ask(s, player, w.D_PLAYER, options, 1, 1, w.NOBODY, "burn-out"):
                return
        _give_point(s, f, take(s))
    elif f.step == STEP_GAINED:
        f.step = STEP_TAKE


def _give_point(s: State, f: DrawFrame, chosen: list[tuple[int, int, int]]) -> None:
    f.step = STEP_GAINED
    if not chosen:
        win(s, s.team[f.player])
        return
    heir = chosen[0][1]
    if f.flags & CHAINED:
        # CR 432.3.b-c: from the second one on the point cannot be replaced, and wins at once.
        add_points(s, heir, 1)
        emit(s, w.E_GAIN, heir, heir, amount=1)
        win_at_once(s, heir)
        team = s.team[heir]
        if s.winner < 0 and leads(s, team):
            win(s, team)
        return
    f.flags |= CHAINED
    gain(s, heir, 1)


DOING[w.E_DRAW] = do_draw
