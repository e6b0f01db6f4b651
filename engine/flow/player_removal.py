"""Conceding and removing a player (CR 649-652)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.engine.actions.resources import win
from riftcheck.engine.board.events import emit
from riftcheck.engine.board.replacements import STEP_CHOSEN, STEP_FIND
from riftcheck.engine.board.zones import put_card, remove
from riftcheck.engine.flow.turn import STEP_EXPIRE
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_CARD
from riftcheck.engine.model.definitions import BLANK
from riftcheck.engine.model.frames import DrawFrame, Frame, MoveFrame
from riftcheck.engine.model.turn_order import next_player, players_from

if TYPE_CHECKING:
    from riftcheck.engine.model.state import State


def concede(s: State, player: int) -> None:
    """Let a player lose: with any teammates, they are removed from the game (CR 651)."""
    team = s.team[player]
    leaving = [other for other, side in enumerate(s.team) if side == team and not s.players[other].gone]
    _forget_passes(s, leaving)
    for other in leaving:
        s.players[other].gone = True
        emit(s, w.E_REMOVED, other, other)
    left = {s.team[other] for other, p in enumerate(s.players) if not p.gone}
    if len(left) == 1:
        s.waiting = False
        s.decision = None
        s.index = None  # the abilities of who has left are active no more
        s.stamp += 1
        win(s, left.pop())
        return
    for other in leaving:
        _remove_player(s, other)
    _go_on(s, leaving)


def _forget_passes(s: State, leaving: list[int]) -> None:
    """Count the passes in sequence of those who stay alone (CR 652.5.b.2, 652.5.c.2)."""
    if s.focus >= 0 and s.focus_passes:
        s.focus_passes -= _passed(s, s.focus, s.focus_passes, leaving)
    if s.prio >= 0 and s.passes:
        s.passes -= _passed(s, s.prio, s.passes, leaving)


def _passed(s: State, holder: int, passes: int, leaving: list[int]) -> int:
    """Return the number of leaving players among those who have passed in sequence before the holder."""
    return sum(player in leaving for player in players_from(s, holder)[-passes:])


def _remove_player(s: State, player: int) -> None:
    """Banish the objects that a player controls or owns, blank the battlefield, counter the items (CR 652)."""
    for o in list(s.board.values()):
        if o.d.types & (w.BATTLEFIELD | w.LEGEND):
            continue
        if o.id in s.board and player in (o.controller, o.owner):
            remove(s, o)
            if o.card >= 0:
                put_card(s, o.card, w.Z_BANISHED)
    for at in s.locs:
        if at.bf >= 0 and s.board[at.bf].owner == player:
            _blank(s, at.bf)
        if at.control == player:
            at.control = w.NOBODY
        if at.contested == player:
            at.contested = w.NOBODY
    p = s.players[player]
    _remove_legends(s, player)
    p.legend = w.NOBODY
    p.hand, p.deck, p.trash, p.banished, p.rune_deck, p.champion, p.extra_legends = [], [], [], [], [], [], []
    for card, owner in enumerate(s.owners):
        if owner == player:
            s.entries[card] += 1  # CR 652.3: whoever had seen or chosen it finds nothing any more
    for item in [item for item in s.chain if item.you == player]:
        s.chain.remove(item)
        if item.kind == I_CARD and item.card >= 0 and s.owners[item.card] != player:
            put_card(s, item.card, w.Z_TRASH)
    s.triggered = [item for item in s.triggered if item.you != player]
    s.index = None
    s.stamp += 1
    s.dirty |= w.DIRTY_ALL


def _remove_legends(s: State, player: int) -> None:
    """Remove the legends of a player, and those that were added while an object was there that has left with them."""
    for o in [o for o in s.board.values() if o.d.types & w.LEGEND]:
        theirs = player in (o.controller, o.owner)
        if theirs or any(mod.kind == w.M_ADDED and mod.ref not in s.board for mod in o.mods):
            remove(s, o)
            if o.owner != player:
                put_card(s, o.card, w.Z_LEGENDS)


def _blank(s: State, bf: int) -> None:
    """Replace a battlefield by a token without abilities; the objects there stay (CR 652.2)."""
    o = s.board[bf]
    o.d = s.pool.defs[s.pool.by_name[BLANK]]
    o.card = w.NOBODY
    o.mods = ()
    o.seen = -1


def _go_on(s: State, gone: list[int]) -> None:
    """Drop the work of players who have left, and pass priority, focus or the turn on (CR 652.5).

    Whatever is being asked is asked anew: options may have left with the player.
    """
    frames = s.frames
    cut = next((place for place, f in enumerate(frames) if _is_theirs(f, gone)), len(frames))
    del frames[cut:]
    s.decision = s.answer = None
    s.waiting = False
    top = frames[-1]
    if top.kind == w.F_EVENT and top.step == STEP_CHOSEN:
        top.step = STEP_FIND
    if s.resolving is not None and s.resolving.you in gone:
        s.resolving = None
    s.delayed = [delayed for delayed in s.delayed if delayed.env.you not in gone]
    if s.prio in gone:
        s.prio = next_player(s, s.prio) if s.chain else w.NOBODY
    if s.focus in gone:
        s.focus = next_player(s, s.focus)
    if s.tp in gone and top.kind == w.F_TURN:
        top.step = STEP_EXPIRE  # the turn of a removed player ends at once
    if not s.chain:
        s.prio = w.NOBODY


def _is_theirs(f: Frame, gone: list[int]) -> bool:
    """Tell whether a piece of unfinished work is that of a player who has left."""
    if f.item is not None:
        return f.item.you in gone
    return isinstance(f, (MoveFrame, DrawFrame)) and f.player in gone
