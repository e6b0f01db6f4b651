"""The board as lines for a terminal of 80 columns."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Final

from riftcheck.engine.actions.resources import victory_score
from riftcheck.engine.board.layers import might
from riftcheck.engine.board.zones import DOMAIN_PLACE
from riftcheck.engine.display.names import (
    DOMAINS,
    FACEDOWN,
    PHASES,
    SPECTATOR,
    capital,
    choice_words,
    choices_of,
    item_name,
    location_words,
    object_name,
    player_words,
)
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.references import card_def

if TYPE_CHECKING:
    from riftcheck.engine.model.chain_items import Item
    from riftcheck.engine.model.objects import Loc, Obj
    from riftcheck.engine.model.state import State

WIDTH: Final = 80
# Between things with names, for a name may hold a comma.
NEXT: Final = "; "


def describe_board(s: State, player: int | None) -> list[str]:
    """Return the board as lines of at most 80 columns, as a player (None: a spectator) may see it."""
    eye = SPECTATOR if player is None else player
    lines = _wrapped(f"Turn {s.turn}, {PHASES[s.phase]} phase of {player_words(s.tp)}, {victory_score(s)} points win")
    for other in range(len(s.players)):
        if other != eye:
            lines += _player_lines(s, other, eye)
    for loc in range(len(s.players), len(s.locs)):
        lines += _battlefield_lines(s, loc, eye)
    for number, item in enumerate(s.chain):
        lines += _wrapped(f"Chain {number + 1}: {_item_line(s, item, eye)}")
    if 0 <= eye < len(s.players):
        lines += _player_lines(s, eye, eye)
    return lines


def _wrapped(line: str) -> list[str]:
    return wrap(line, WIDTH, subsequent_indent="    ", drop_whitespace=True) or [""]


def _player_lines(s: State, player: int, eye: int) -> list[str]:
    p = s.players[player]
    ready = sum(1 for oid in p.runes if not s.board[oid].exhausted)
    you = " (you)" if player == eye else ""
    points = s.points[s.team[player]]
    facts = [f"{points} {'point' if points == 1 else 'points'}"]
    facts += [
        f"{len(cards)} {name}" for cards, name in ((p.hand, "in hand"), (p.deck, "in deck"), (p.trash, "in trash"))
    ]
    facts += [f"{p.xp} XP"] if p.xp else []
    lines = _wrapped(f"{capital(player_words(player))}{you}: {', '.join(facts)}")
    names = [object_name(s, s.board[oid], eye) for oid in (p.legend, *p.legends) if oid in s.board]
    parts = [("legend", names), ("champion", [card_def(s, card).name for card in p.champion])]
    parts.insert(1, ("extra legends", [card_def(s, card).name for card in p.extra_legends]))
    parts.append((f"runes, {ready} of {len(p.runes)} ready", [", ".join(_rune_counts(s, player))]))
    parts.append(("pool", [", ".join(_pool_words(p.pool))]))
    parts.append(("base", _base_words(s, player, eye)))
    if player == eye:
        parts.append(("hand", [card_def(s, card).name for card in p.hand]))
    return lines + [line for name, words in parts if any(words) for line in _wrapped(f"  {name}: {NEXT.join(words)}")]


def _rune_counts(s: State, player: int) -> list[str]:
    counts = [0] * len(DOMAINS)
    for oid in s.players[player].runes:
        counts[DOMAIN_PLACE[s.board[oid].d.domains]] += 1
    return [f"{count} {name}" for count, name in zip(counts, DOMAINS, strict=True) if count]


POOL_SLOTS: Final = ("energy", *DOMAINS, "any power")
POOL_USES: Final = ("", " for spells", " in showdowns", " for gear", " for units", " to play units or gear")


def _pool_words(pool: list[int]) -> list[str]:
    size = len(POOL_SLOTS)
    return [
        f"{count} {POOL_SLOTS[place % size]}{POOL_USES[place // size]}" for place, count in enumerate(pool) if count
    ]


def _base_words(s: State, player: int, eye: int) -> list[str]:
    if player >= len(s.locs):
        return []
    loc = s.locs[player]
    return [_object_words(s, s.board[oid], eye) for oid in (*loc.units, *loc.gear) if s.board[oid].attached_to < 0]


def _battlefield_lines(s: State, number: int, eye: int) -> list[str]:
    loc = s.locs[number]
    lines = _wrapped(capital(f"{location_words(s, number)}: {_control_words(loc)}"))
    for player in range(len(s.players)):
        there = [s.board[oid] for oid in (*loc.units, *loc.gear, *loc.facedown)]
        mine = [_object_words(s, o, eye) for o in there if o.controller == player and o.attached_to < 0]
        if mine:
            lines += _wrapped(f"  {player_words(player)}: {NEXT.join(mine)}")
    return lines


def _control_words(loc: Loc) -> str:
    words = f"controlled by {player_words(loc.control)}"
    if loc.contested >= 0:
        words += f", contested by {player_words(loc.contested)}"
    if loc.combat or loc.showdown:
        words += ", combat to come" if loc.combat else ", showdown to come"
    return words


ROLES: Final = {w.ATTACKER: "attacking", w.DEFENDER: "defending"}


def _object_words(s: State, o: Obj, eye: int) -> str:
    name = object_name(s, o, eye)
    if o.facedown:
        return name if name == FACEDOWN else f"{name} (facedown)"
    if o.d.types & w.UNIT:
        name += f" {might(s, o)}"
    notes = [
        word
        for word, holds in (("exhausted", o.exhausted), ("stunned", o.stunned), ("empowered", o.empowered))
        if holds
    ]
    notes += [ROLES[o.role]] if o.role in ROLES else []
    notes += [
        f"{count} {word}"
        for word, count in (("damage", o.damage), ("buff" if o.buffs == 1 else "buffs", o.buffs))
        if count
    ]
    notes = [", ".join(notes)] if notes else []
    notes += [f"with {object_name(s, s.board[oid], eye)}" for oid in o.attachments if oid in s.board]
    return f"{name} ({NEXT.join(notes)})" if notes else name


def _item_line(s: State, item: Item, eye: int) -> str:
    words = f"{item_name(item)} of {player_words(item.you)}"
    choices = [
        choice_words(s, kind, ref, eye) for kind, chosen in choices_of(item) for ref in chosen if ref != w.NOBODY
    ]
    if choices:
        words += f", choosing {NEXT.join(choices)}"
    return words + (", not finalized yet" if item.pending else "")
