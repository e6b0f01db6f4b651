"""Conceding and removing a player (CR 649-652)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import words as w
from engine.defs import CardDef
from engine.events import emit
from engine.items import I_CARD
from engine.state import next_player
from engine.texts import NO_GRANT, NOTHING
from engine.zones import put_card, remove

if TYPE_CHECKING:
    from engine.state import State


def concede(s: State, player: int) -> None:
    """Let a player lose: with any teammates, they are removed from the game (CR 651)."""
    team = s.team[player]
    leaving = [other for other, side in enumerate(s.team) if side == team and not s.players[other].gone]
    for other in leaving:
        s.players[other].gone = True
        emit(s, w.E_REMOVED, other, other)
    left = {s.team[other] for other, p in enumerate(s.players) if not p.gone}
    if len(left) == 1:
        s.winner = left.pop()
        s.waiting = False
        s.decision = None
        emit(s, w.E_WIN, s.winner, s.winner)
        return
    for other in leaving:
        _remove_player(s, other)
    _go_on(s, leaving)


def _remove_player(s: State, player: int) -> None:
    """Banish what they control or own, replace their battlefield by a blank, counter their items (CR 652)."""
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
    if p.legend >= 0 and p.legend in s.board:
        remove(s, s.board[p.legend])
    p.legend = w.NOBODY
    p.hand, p.deck, p.trash, p.rune_deck, p.champion = [], [], [], [], []
    for item in [item for item in s.chain if item.you == player]:
        s.chain.remove(item)
        if item.kind == I_CARD and item.card >= 0 and s.owners[item.card] != player:
            put_card(s, item.card, w.Z_TRASH)
    s.triggered = [item for item in s.triggered if item.you != player]
    s.index = None
    s.stamp += 1
    s.dirty |= w.DIRTY_ALL


def _blank(s: State, bf: int) -> None:
    """Replace a battlefield by a token without abilities; what is there stays (CR 652.2)."""
    o = s.board[bf]
    o.d = CardDef(
        -1,
        "Blank Battlefield",
        w.BATTLEFIELD | w.TOKEN,
        0,
        (),
        0,
        w.ANY_DOMAIN,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        frozenset(),
        NOTHING,
        NO_GRANT,
        None,
        (),
        0,
        "",
    )
    o.card = w.NOBODY
    o.mods = ()
    o.seen = -1


def _go_on(s: State, gone: list[int]) -> None:
    """Drop what was being asked of the removed player, and pass priority, focus or the turn on (CR 652.5)."""
    frames = s.frames
    while frames and frames[-1].kind not in (w.F_TURN, w.F_SHOWDOWN, w.F_SETUP):
        item = frames[-1].item
        decision = s.decision
        if item is None and (decision is None or decision.player not in gone):
            break
        if item is not None and item.you not in gone:
            break
        frames.pop()
    decision = s.decision
    if s.waiting and decision is not None and decision.player in gone:
        s.decision = None
        s.waiting = False
        s.answer = None
    if s.prio in gone:
        s.prio = next_player(s, s.prio) if s.chain else w.NOBODY
    if s.focus in gone:
        s.focus = next_player(s, s.focus)
    if s.tp in gone and s.frames and s.frames[-1].kind == w.F_TURN:
        s.frames[-1].step = 8  # the turn of a removed player ends at once
    if not s.chain:
        s.prio = w.NOBODY
