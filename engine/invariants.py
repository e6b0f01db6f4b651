"""What must hold at every decision of every game; random play asks it after each step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import words as w
from engine.items import I_CARD
from engine.layers import might
from engine.zones import DOMAIN_PLACE

if TYPE_CHECKING:
    from engine.state import State


def broken(s: State) -> list[str]:
    """Return every invariant that does not hold, as sentences; empty if all do."""
    return [*_cards(s), *_places(s), *_numbers(s), *_decision(s), *_traits(s)]


def _cards(s: State) -> list[str]:
    """Each card is in exactly one zone, on the board or on the chain."""
    seen: dict[int, int] = {}
    for p in s.players:
        for zone in (p.hand, p.deck, p.trash, p.banished, p.champion, p.rune_deck):
            for card in zone:
                seen[card] = seen.get(card, 0) + 1
    for o in s.board.values():
        if o.card >= 0:
            seen[o.card] = seen.get(o.card, 0) + 1
    for item in s.chain:
        if item.card >= 0 and item.kind == I_CARD:
            seen[item.card] = seen.get(item.card, 0) + 1
    unused = {card for p in s.players for card in p.battlefields}
    gone = {player for player, p in enumerate(s.players) if p.gone}
    return [
        f"card {card} is in {seen.get(card, 0)} places"
        for card in range(len(s.card_defs))
        if seen.get(card, 0) != 1 and card not in unused and s.owners[card] not in gone
    ]


def _places(s: State) -> list[str]:
    """The lists of a location and the places of its objects agree."""
    wrong: list[str] = []
    for loc, at in enumerate(s.locs):
        for oid in (*at.units, *at.gear, *at.facedown):
            o = s.board.get(oid)
            if o is None or o.loc != loc:
                wrong.append(f"object {oid} is listed at {loc} and is not there")
    for o in s.board.values():
        if o.d.types & w.PERMANENT and o.loc >= 0:
            at = s.locs[o.loc]
            if o.id not in at.units and o.id not in at.gear and o.id not in at.facedown:
                wrong.append(f"object {o.id} is at {o.loc} and is not listed")
        if o.attached_to >= 0 and o.id not in s.board[o.attached_to].attachments:
            wrong.append(f"object {o.id} is attached to something that does not know")
    return wrong


def _numbers(s: State) -> list[str]:
    """Nothing that cannot be negative is, and counters equal recounts."""
    wrong: list[str] = []
    for number, p in enumerate(s.players):
        if min(p.pool) < 0 or p.xp < 0:
            wrong.append(f"player {number} has less than nothing to pay with")
        ready = sum(not s.board[oid].exhausted for oid in p.runes)
        counts = [0] * 6
        for oid in p.runes:
            counts[DOMAIN_PLACE[s.board[oid].d.domains]] += 1
        if ready != p.ready_runes or counts != p.rune_count:
            wrong.append(f"the runes of player {number} are counted wrong")
    wrong.extend(f"unit {o.id} has {o.damage} damage" for o in s.board.values() if o.damage < 0)
    if min(s.points) < 0:
        wrong.append("a team has less than 0 points")
    return wrong


def _decision(s: State) -> list[str]:
    """While a player is asked there is one decision, with enough options."""
    decision = s.decision
    if not s.waiting:
        return []
    if decision is None:
        return ["the game waits, and nothing is asked"]
    if not 0 <= decision.lo <= decision.hi <= len(decision.options):
        return [f"{decision.lo} to {decision.hi} of {len(decision.options)} options are asked for"]
    if decision.lo and not decision.options:
        return ["a choice is asked for, and there is nothing to choose"]
    if decision.kind == w.D_MAIN and (s.dirty or s.triggered or s.chain):
        return ["the turn player is asked while work is outstanding"]
    return []


def _traits(s: State) -> list[str]:
    """Might as it is kept equals a computation from scratch (CR 473-480)."""
    kept = {o.id: might(s, o) for o in s.board.values() if o.d.types & w.UNIT and not o.facedown}
    fresh = s.clone()
    fresh.index = None
    fresh.stamp += 1
    wrong: list[str] = []
    for oid, value in kept.items():
        o = fresh.board[oid]
        o.seen = -1
        again = might(fresh, o)
        if again != value:
            wrong.append(f"unit {oid} is kept with {value} Might and has {again}")
    return wrong
