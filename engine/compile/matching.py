"""Events as closures: whether what happened fits the sentence of a trigger, replacement, prohibition or count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from carddb.abilities import phrases as p
from engine import words as w
from engine.compile.filters import alone, locations_of
from engine.compile.selecting import matcher
from engine.compile.subjects import Unsupported, self_ref
from engine.damage import BY_ABILITY, BY_SPELL
from engine.items import I_CARD

if TYPE_CHECKING:
    from engine.compile.context import Context
    from engine.items import Env
    from engine.objects import Event
    from engine.scripts import Match, Number
    from engine.state import State

VERBS: Final[dict[str, int]] = {
    "play": w.E_PLAY,
    "conquer": w.E_CONQUER,
    "hold": w.E_HOLD,
    "score": w.E_SCORE,
    "attack": w.E_ATTACK,
    "defend": w.E_DEFEND,
    "move": w.E_MOVE,
    "die": w.E_DIE,
    "kill": w.E_DIE,
    "phase starts": w.E_PHASE,
    "turn ends": w.E_TURN_ENDS,
    "choose": w.E_CHOOSE,
    "win combat": w.E_WIN_COMBAT,
    "lose combat": w.E_LOSE_COMBAT,
    "combat ends": w.E_COMBAT_ENDS,
    "combat starts": w.E_COMBAT_STARTS,
    "showdown starts": w.E_SHOWDOWN_STARTS,
    "dealt damage": w.E_DAMAGE,
    "deal damage": w.E_DAMAGE,
    "becomes": w.E_BECOMES,
    "discard": w.E_DISCARD,
    "recycle": w.E_RECYCLE,
    "stun": w.E_STUN,
    "buff": w.E_BUFF,
    "ready": w.E_READY,
    "exhaust": w.E_EXHAUST,
    "attach": w.E_ATTACH,
    "detach": w.E_DETACH,
    "use": w.E_USE,
    "hide": w.E_HIDE,
    "draw": w.E_DRAW,
    "banish": w.E_BANISH,
    "burn": w.E_BURN,
    "spend buff": w.E_SPEND_BUFF,
    "return": w.E_RETURN,
    "leave": w.E_LEAVE,
    "gain points": w.E_GAIN,
    "lose points": w.E_LOSE,
    "channel": w.E_CHANNEL,
    "counter": w.E_COUNTER,
    "empower": w.E_EMPOWER,
    "gain xp": w.E_XP,
    "heal": w.E_HEAL,
    "enter": w.E_ENTER,
    "put into trash": w.E_PUT_TRASH,
    "recall": w.E_RECALL,
    "recalled after a tie": w.E_TIE_RECALL,
    "spend": w.E_SPEND,
    "look at": w.E_LOOK,
    "reveal": w.E_REVEAL,
}
PHASES: Final = {
    "awaken": w.AWAKEN,
    "beginning": w.BEGINNING,
    "channel": w.CHANNEL,
    "draw": w.DRAW,
    "main": w.MAIN,
    "ending": w.ENDING,
}
# Events of which a permanent's own card or object is the subject: "when I die", "when you discard me" (CR 385, 808).
OWN_KINDS: Final = frozenset({w.E_DIE, w.E_LEAVE, w.E_DISCARD, w.E_BANISH, w.E_RETURN, w.E_PUT_TRASH, w.E_RECYCLE})
# Verbs whose `who` is the player that is responsible, rather than a player to whom it happens.
OF_UNITS: Final = frozenset({"conquer", "hold", "attack", "defend", "win combat", "lose combat"})


def kind_of(event: p.Event) -> int:
    """Return the kind of event that a sentence is about; Finalize where it counts plays (CR 419.4.b)."""
    if event.verb == "becomes":
        return {
            "ready": w.E_READY,
            "exhausted": w.E_EXHAUST,
            "stunned": w.E_STUN,
            "buffed": w.E_BUFF,
            "empowered": w.E_EMPOWER,
        }.get(event.word or "", w.E_BECOMES)
    if event.verb == "might becomes":
        message = "my might becomes N"
        raise Unsupported(message)
    found = VERBS.get(event.verb)
    if found is None:
        message = f"the event {event.verb}"
        raise Unsupported(message)
    return found


def is_own(event: p.Event) -> bool:
    """Whether the sentence is about the source itself leaving: matched from before it left."""
    return isinstance(event.thing, p.Ref) and event.thing.name in ("me", "this") and kind_of(event) in OWN_KINDS


def match_of(ctx: Context, event: p.Event) -> Match:
    """Return whether an event fits a sentence."""
    kind = kind_of(event)
    parts: list[Match] = []
    if event.who is not None:
        parts.append(_player(ctx, event, kind))
    if event.thing is not None:
        parts.append(_thing(ctx, event, kind))
    if event.place is not None:
        parts.append(_place(ctx, event, kind))
    if event.origin is not None and kind == w.E_MOVE:
        origins = locations_of(ctx, event.origin)
        parts.append(lambda s, env, ev: ev.origin in origins(s, env))
    if event.by is not None:
        parts.append(_by(event, kind))
    if event.verb == "phase starts":
        parts.append(_phase(event))
    if event.alone:
        parts.append(lambda s, env, ev: alone(s, env, ev.subject))
    if event.from_facedown:
        parts.append(lambda s, env, ev: ev.origin == w.Z_FACEDOWN)
    if event.one_or_more and kind == w.E_STUN:
        parts.append(lambda s, env, ev: _first_of_many(s, ev))
    if kind == w.E_DISCARD and event.one_or_more:
        parts.append(lambda s, env, ev: _first_of_many(s, ev))
    if kind == w.E_RECYCLE and event.who is not None:
        parts.append(lambda s, env, ev: ev.amount > 0)

    def match(s: State, env: Env, ev: Event) -> bool:
        return ev.kind == kind and all(part(s, env, ev) for part in parts)

    if len(parts) == 1 and event.nth == 0:
        only = parts[0]
        return lambda s, env, ev: ev.kind == kind and only(s, env, ev)
    return match


def _first_of_many(s: State, ev: Event) -> bool:
    """One act on several things is one event for "one or more": only its first part counts."""
    if ev.amount <= 1:
        return True
    for item in s.triggered:
        if item.trigger is not None and ev.kind in item.trigger.kinds and item.event_item == ev.item:
            return item.amount != ev.amount or item.who != ev.player
    return True


def _player(ctx: Context, event: p.Event, kind: int) -> Match:
    who = ctx.who(event.who)
    if kind == w.E_DIE and event.verb == "die":
        return lambda s, env, ev: ev.player in who(s, env)
    return lambda s, env, ev: ev.player in who(s, env)


def _thing(ctx: Context, event: p.Event, kind: int) -> Match:
    thing = event.thing
    if isinstance(thing, p.Ref) and thing.name in ("me", "this"):
        if event.verb in OF_UNITS and kind not in (w.E_ATTACK, w.E_DEFEND):
            return _i_took_part
        if kind == w.E_COMBAT_ENDS:
            return lambda s, env, ev: env.me in s.board and s.board[env.me].role != 0
        if event.verb == "deal damage":
            return lambda s, env, ev: ev.other == env.me
        return lambda s, env, ev: ev.subject in (env.me, env.this) or ev.subject == self_ref(s, env)
    if isinstance(thing, p.Ref):
        refs = ctx.refs(thing)
        return lambda s, env, ev: ev.subject in refs(s, env)
    if not isinstance(thing, p.Selector):
        message = "an event with more than one thing"
        raise Unsupported(message)
    fits = matcher(ctx, thing)
    if event.verb in ("conquer", "hold"):
        return lambda s, env, ev: any(
            fits(s, env, oid) for oid in s.locs[ev.loc].units if s.board[oid].controller == ev.player
        )

    def noted(s: State, env: Env, ev: Event) -> bool:
        if ev.snap is None or ev.subject in s.board:
            return fits(s, env, ev.subject)
        before = env.snaps
        env.snaps = {**before, ev.subject: ev.snap}
        try:
            return fits(s, env, ev.subject)
        finally:
            env.snaps = before

    return noted


def _i_took_part(s: State, env: Env, ev: Event) -> bool:
    """CR 383.4.c.2, d.2: the unit was there and its controller did it."""
    o = s.board.get(env.me)
    return o is not None and o.loc == ev.loc and o.controller == ev.player


def _place(ctx: Context, event: p.Event, kind: int) -> Match:
    place = event.place
    assert place is not None
    if kind in (w.E_RECYCLE, w.E_DRAW, w.E_PUT_TRASH, w.E_DISCARD, w.E_RETURN):
        return lambda s, env, ev: True
    if place.kind == "base" and place.whose is None:
        return lambda s, env, ev: 0 <= ev.loc < len(s.players)
    locs = locations_of(ctx, place)
    return lambda s, env, ev: ev.loc in locs(s, env)


def _by(event: p.Event, kind: int) -> Match:
    """What it is done with: a spell, spells and abilities of somebody."""
    by = event.by or ""
    bits = (BY_SPELL if "spell" in by else 0) | (BY_ABILITY if "abilit" in by else 0)
    enemy = by.startswith("enemy")
    if not bits:
        message = f"an event with {by}"
        raise Unsupported(message)

    def done_by(s: State, env: Env, ev: Event) -> bool:
        if enemy and (ev.player < 0 or env.you < 0 or s.team[ev.player] == s.team[env.you]):
            return False
        if kind == w.E_DIE:
            return bool(ev.amount & bits)
        if kind == w.E_DAMAGE:
            return bool(ev.origin & bits)
        if kind == w.E_CHOOSE:
            made = BY_SPELL if ev.amount == I_CARD else BY_ABILITY
            return bool(made & bits)
        return ev.item >= 0

    return done_by


def _phase(event: p.Event) -> Match:
    word = event.word or ""
    first = word.startswith("first ")
    phase = PHASES.get(word.removeprefix("first "))
    if phase is None:
        message = f"the phase {word}"
        raise Unsupported(message)

    def at_phase(s: State, env: Env, ev: Event) -> bool:
        del s, env
        return ev.amount == phase and (not first or ev.other == 1)

    return at_phase


def count_of(ctx: Context, event: p.Event, span: str) -> Number:
    """Return how often something has happened this turn (or in this combat)."""
    if span == "game":
        message = "a count over the whole game"
        raise Unsupported(message)
    kind = kind_of(event)
    if kind == w.E_PLAY:
        return _plays(ctx, event)
    ctx.pool.asked.add(kind)
    match = match_of(ctx, event)
    return lambda s, env: sum(1 for ev in s.history if match(s, env, ev))


def _plays(ctx: Context, event: p.Event) -> Number:
    """CR 419.4.b: what asks whether cards have been played counts finalized ones."""
    who = ctx.who(event.who or "you")
    other = isinstance(event.thing, p.Selector) and event.thing.other
    fits = None
    if isinstance(event.thing, p.Selector) and (event.thing.tests or event.thing.nouns != ("card",)):
        fits = matcher(ctx, event.thing)

    def plays(s: State, env: Env) -> int:
        total = 0
        for player in who(s, env):
            for card in s.players[player].finalized:
                if other and card == env.card:
                    continue
                if fits is None or fits(s, env, -(card * 4096 + (s.entries[card] & 4095) + 2)):
                    total += 1
        return total

    return plays


def label_of(event: p.Event, deathknell: bool) -> int:
    """Return the label of a trigger (CR 383.4): an event kind plus one, 0 for none."""
    mine = isinstance(event.thing, p.Ref) and event.thing.name in ("me", "this")
    if deathknell:
        return w.E_DIE + 1
    if event.verb == "play" and mine:
        return w.E_PLAY + 1
    if event.verb in ("conquer", "hold"):
        return kind_of(event) + 1
    if event.verb in ("attack", "defend") and mine:
        return kind_of(event) + 1
    return 0
