"""Agreement of the parts of a game that was read, so that playing on cannot stumble over them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.engine.board.shapes import shaped
from riftcheck.engine.board.zones import DOMAIN_PLACE
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.frames import FinalizeFrame, SetupFrame, TurnFrame
from riftcheck.engine.model.references import ENTRIES
from riftcheck.engine.playing.plays import WAY_PERMISSION, WAY_STEP

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.engine.model.decisions import Option
    from riftcheck.engine.model.objects import Obj
    from riftcheck.engine.model.state import State


def fault_of(s: State) -> str:
    """Return the contradiction in a state, as the end of a sentence; empty if there is none."""
    for check in CHECKS:
        fault = check(s)
        if fault:
            return fault
    return ""


def _players(s: State) -> str:
    if sorted(s.order) != list(range(len(s.players))):
        return "the turn order does not name each player once"
    teams = max(s.team) + 1
    if len(set(s.team)) == 1:
        return "all players are in one team, so that nobody has an opponent"
    if len(s.points) < teams or len(s.scored) < teams:
        return "there are fewer scores than teams"
    if not -1 <= s.winner < teams:
        return f"team {s.winner} cannot have won"
    return ""


def _cards(s: State) -> str:
    seen: set[int] = set()
    for number, p in enumerate(s.players):
        for zone in (p.hand, p.deck, p.rune_deck, p.trash, p.banished, p.champion, p.extra_legends):
            for card in zone:
                if card in seen:
                    return f"card {card} is in two places"
                if s.owners[card] != number:
                    return f"card {card} is in a zone of player {number}, who does not own it"
                seen.add(card)
        if any(not s.pool.defs[s.card_defs[card]].types & w.RUNE for card in p.rune_deck):
            return f"the rune deck of player {number} has a card that is no rune"
    for o in s.board.values():
        if o.card in seen:
            return f"card {o.card} is in two places"
        if o.card >= 0:
            seen.add(o.card)
    return ""


def _objects(s: State) -> str:
    for o in s.board.values():
        if o.id >= s.next_id:
            return f"object {o.id} has an id that is not given out yet"
        if o.controller < 0 and not o.d.types & w.BATTLEFIELD:
            return f"object {o.id} has no controller, as only a battlefield may have none"
        if o.d is not shaped(s, o, o.d):
            return f"object {o.id} is a unit as well without an effect that makes it one, or is not in spite of it"
        if o.attached_to >= 0 and o.id not in _attachments(s, o.attached_to):
            return f"object {o.id} is attached to something that does not have it"
        for other in o.attachments:
            attached = s.board.get(other)
            if attached is None or attached.attached_to != o.id:
                return f"object {o.id} has an attachment that is not attached to it"
    return ""


def _attachments(s: State, oid: int) -> tuple[int, ...]:
    top = s.board.get(oid)
    return () if top is None else top.attachments


def _list_of(o: Obj) -> str:
    """Return in which list of its location an object stands; empty for none."""
    if o.loc < 0:
        return ""
    if o.facedown:
        return "facedown"
    if o.d.types & w.UNIT:
        return "units"
    return "gear" if o.d.types & w.GEAR else ""


def _locations(s: State) -> str:
    expected = {o.id: (o.loc, _list_of(o)) for o in s.board.values() if _list_of(o)}
    count = 0
    for number, loc in enumerate(s.locs):
        for name, ids in (("units", loc.units), ("gear", loc.gear), ("facedown", loc.facedown)):
            for oid in ids:
                if expected.pop(oid, None) != (number, name):
                    return f"location {number} has {oid} among its {name}, which is elsewhere"
                count += 1
        if loc.bf != w.NOBODY and loc.bf not in s.board:
            return f"location {number} is a battlefield that is not on the board"
    if expected:
        return f"object {next(iter(expected))} is missing from the lists of its location"
    return ""


def _runes(s: State) -> str:
    listed: set[int] = set()
    for number, p in enumerate(s.players):
        for oid in p.runes:
            o = s.board.get(oid)
            if o is None or not o.d.types & w.RUNE or o.d.domains not in DOMAIN_PLACE or oid in listed:
                return f"player {number} has {oid} among the runes, which is none"
            if o.controller != number:
                return f"player {number} has {oid} among the runes, which player {o.controller} controls"
            listed.add(oid)
        # Until the board is set up, this is a card.
        waits = not s.locs and 0 <= p.legend < len(s.owners)
        if p.legend != w.NOBODY and p.legend not in s.board and not waits:
            return f"the legend of player {number} is not on the board"
        if any(oid not in s.board or not s.board[oid].d.types & w.LEGEND for oid in p.legends):
            return f"a legend that player {number} has added is not on the board"
    if any(o.d.types & w.RUNE and o.id not in listed for o in s.board.values()):
        return "a rune on the board belongs to nobody"
    return ""


def _work_under_way(s: State) -> str:
    if not s.frames:
        return "it waits for an answer, and nothing is under way" if s.waiting else ""
    if not isinstance(s.frames[0], SetupFrame | TurnFrame):
        return "under all work lies neither the turn nor the setup"
    for frame in s.frames[1:]:
        if isinstance(frame, SetupFrame | TurnFrame):
            return "a turn or the setup lies upon other work"
        if isinstance(frame, FinalizeFrame) and not (frame.item in s.chain and frame.item.pending):
            return "an item is being finalized that is not pending on the chain"
    return ""


def _decision(s: State) -> str:
    d = s.decision
    if d is None:
        return "it waits for an answer, but nothing is asked" if s.waiting else ""
    if not d.lo <= d.hi <= len(d.options):
        return f"{d.lo} to {d.hi} of {len(d.options)} options are to be chosen"
    for option in d.options:
        if not _possible(s, option):
            return f"{list(option)} is offered, which means nothing"
    if s.answer is not None and any(not 0 <= place < len(d.options) for place in s.answer):
        return "the answer names an option that was not offered"
    return ""


def _possible(s: State, option: Option) -> bool:
    """Tell whether the subject of an option exists, as far as that is not asked again when it is taken."""
    kind, subject, detail = option
    if kind == w.O_PLAY:
        return 0 <= subject < len(s.owners) and detail >= 0 and detail % WAY_STEP <= WAY_PERMISSION
    if kind == w.O_HIDE:
        return 0 <= subject < len(s.owners) and detail >= 0 and detail % w.HIDE_PRICE < len(s.locs)
    if kind == w.O_ACTIVATE:
        return subject in s.board
    if kind in (w.O_MOVE, w.O_LOCATION):
        return 0 <= subject < len(s.locs)
    return kind not in (w.O_PLAYER, w.O_INVITE) or 0 <= subject < len(s.players)


def _references(s: State) -> str:
    # A reference to a card off the board carries the number of the card.
    limit = -(len(s.card_defs) * ENTRIES + 1)
    d = s.decision
    refs = [] if d is None else [subject for kind, subject, _ in d.options if kind == w.O_REF]
    for item in s.chain:
        refs += [ref for chosen in (*item.chosen, *item.slots) for ref in chosen]
    for ref in refs:
        if ref < limit:
            return f"a reference means card {(-ref - 2) // ENTRIES}, which is none"
    return ""


CHECKS: tuple[Callable[[State], str], ...] = (
    _players,
    _cards,
    _objects,
    _locations,
    _runes,
    _work_under_way,
    _decision,
    _references,
)
