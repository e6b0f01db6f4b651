"""Matchers of events: whether what happened fits the sentence of a trigger, replacement, prohibition or count."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities import phrases as p
from riftcheck.engine.actions.damage import BY_ABILITY, BY_COMBAT, BY_SPELL, dealers
from riftcheck.engine.board.events import TOOK_PART
from riftcheck.engine.board.zones import WAS_FACEDOWN
from riftcheck.engine.compile.core.context import AGAIN
from riftcheck.engine.compile.core.registry import amount
from riftcheck.engine.compile.core.subjects import Unsupported, is_null, item_of, self_ref
from riftcheck.engine.compile.core.vocabulary import OPERATORS
from riftcheck.engine.compile.events import parts as event_parts
from riftcheck.engine.compile.events.kinds import PHASES, kind_of
from riftcheck.engine.compile.selectors.filters import source_fits
from riftcheck.engine.compile.selectors.places import locations_of
from riftcheck.engine.compile.selectors.selections import every_one, matcher
from riftcheck.engine.compile.selectors.states import alone
from riftcheck.engine.compile.selectors.zone_tests import ZONES
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_CARD, Item
from riftcheck.engine.model.turn_order import enemies

if TYPE_CHECKING:
    from riftcheck.engine.compile.core.context import Context
    from riftcheck.engine.model.chain_items import Env
    from riftcheck.engine.model.objects import Event
    from riftcheck.engine.model.scripts import Match
    from riftcheck.engine.model.state import State

# The kinds of event that points come from.
SCORED_BY: Final = {
    "conquering or holding": (w.E_CONQUER, w.E_HOLD),
    "conquering": (w.E_CONQUER,),
    "holding": (w.E_HOLD,),
}
# The events that tell whether a spell or an ability did it; others tell only that one of them did.
TOLD_MEANS: Final = frozenset({w.E_DIE, w.E_DAMAGE, w.E_CHOOSE})
# Verbs whose `who` is the player that is responsible, rather than a player to whom it happens.
OF_UNITS: Final = frozenset({"conquer", "hold", "attack", "defend", "win combat", "lose combat"})


def match_of(ctx: Context, event: p.Event, *, counted: bool = False) -> Match:
    """Return the match of a sentence: the test that an event is of its kind and fits every part of it.

    `counted`: whoever asks counts the events of a turn and groups those of one act.

    :raises Unsupported: if the engine holds some part of the sentence against nothing.
    """
    kind = kind_of(event)
    event_parts.check(event, kind, counted=counted)
    if kind in (w.E_MIGHT, w.E_BECOMES):
        ctx.pool.notes.crossings = True
    parts: list[Match] = [_phase(event)] if event.verb == "phase starts" else []
    if event.who is not None:
        parts.append(_player(ctx, event, kind))
    decks = _decks(event, kind)
    if decks:
        parts.append(lambda s, env, ev: ev.origin in decks)
    elif event.thing is not None:
        parts.append(_thing(ctx, event, kind))
    if event.place is not None:
        parts.append(_place(ctx, event, kind))
    if event.except_to is not None:
        allowed = locations_of(ctx, event.except_to)
        parts.append(lambda s, env, ev: ev.loc >= 0 and ev.loc not in allowed(s, env))
    if event.origin is not None and kind in event_parts.COMING:
        origins = locations_of(ctx, event.origin)
        parts.append(lambda s, env, ev: ev.origin in origins(s, env))
    elif event.origin is not None and kind == w.E_PLAY:
        parts.append(_played_from(event.origin))
    if event.by is not None:
        parts.append(_by(event, kind))
    if kind == w.E_DAMAGE and event.word is not None:
        parts.append(_combat_damage(event))
    if event.verb == "spend":
        parts.append(_at_least(int((event.word or "").split()[0])))
    if event.verb == "might becomes":
        parts.append(_reaches(int(event.word or 0)))
    if kind in (w.E_ATTACK, w.E_DEFEND) and event.thing is None:
        # CR 383.4.e-f: a player gets the role once in a combat, with however many units.
        parts.append(lambda s, env, ev: ev.origin == w.PLAYERS_FIRST)
    if event.alone:
        parts.append(lambda s, env, ev: alone(s, env, ev.subject))
    if event.from_facedown:
        parts.append(lambda s, env, ev: ev.origin == w.Z_FACEDOWN)
    if kind == w.E_DRAW and event.one_or_more:
        parts.append(lambda s, env, ev: ev.other <= 0)  # the first card of an act stands for all of them
    if kind == w.E_RECYCLE and event.who is not None:
        # A rune is told by itself, with the number -1; other cards are told with how many there are.
        runes = getattr(event.thing, "nouns", ()) == ("rune",)
        parts.append(lambda s, env, ev: (ev.amount < 0) == runes)
    return _fused(kind, parts)


def _fused(kind: int, parts: list[Match]) -> Match:
    """Return the test that an event is of a kind and fits every part; asked of every event that a trigger waits for."""
    if not parts:
        return lambda s, env, ev: ev.kind == kind
    first, *rest = parts
    if not rest:
        return lambda s, env, ev: ev.kind == kind and first(s, env, ev)
    if len(rest) == 1:
        second = rest[0]
        return lambda s, env, ev: ev.kind == kind and first(s, env, ev) and second(s, env, ev)
    return lambda s, env, ev: ev.kind == kind and first(s, env, ev) and all(part(s, env, ev) for part in rest)


def _decks(event: p.Event, kind: int) -> tuple[int, ...]:
    """Return the decks of a sentence about revealing any cards from one, before it is known which (CR 425).

    A deck without more is a main deck or a rune deck.
    """
    place = event.origin
    if kind != w.E_REVEAL or place is None:
        return ()
    of_any = place.whose in (None, "any") and getattr(event.thing, "nouns", ()) == ("card",)
    if place.kind != "zone" or place.zone not in ("deck", "rune deck") or not of_any:
        message = "revealing cards from a zone that is no deck, or that of one player"
        raise Unsupported(message)
    return (w.Z_DECK, w.Z_RUNE_DECK) if place.zone == "deck" else (w.Z_RUNE_DECK,)


def _played_from(place: p.Place) -> Match:
    """Return the test that something was played from a zone, or from anywhere but that (CR 354).

    :raises Unsupported: if nothing is played from there.
    """
    if place.zone not in ZONES:
        message = f"playing from the {place.zone}"
        raise Unsupported(message)
    zone, elsewhere = ZONES[place.zone], place.kind == "anywhere but"
    return lambda s, env, ev: (ev.origin == zone) != elsewhere


def _player(ctx: Context, event: p.Event, kind: int) -> Match:
    who = ctx.who(event.who)
    if kind == w.E_MOVE and event.thing is None:
        # A player moves where units of theirs do, whoever moves them; gear that an effect moves is none.
        return lambda s, env, ev: (
            (o := s.board.get(ev.subject)) is not None and bool(o.d.types & w.UNIT) and o.controller in who(s, env)
        )
    if kind in (w.E_GAIN, w.E_LOSE):
        # CR 491.8.d.3: points are gained and lost by a team.
        return lambda s, env, ev: any(s.team[player] == s.team[ev.player] for player in who(s, env))
    if event.who == "you":
        return _by_you
    return lambda s, env, ev: ev.player in who(s, env)


def _by_you(_s: State, env: Env, ev: Event) -> bool:
    """Tell whether an event's player is "you", without a list of players."""
    return ev.player == env.you and env.you >= 0 and not env.nobodys


def _combat_damage(event: p.Event) -> Match:
    if event.word != "combat":
        message = f"dealing {event.word} damage"
        raise Unsupported(message)
    return lambda s, env, ev: bool(ev.origin & BY_COMBAT)


def _at_least(least: int) -> Match:
    return lambda s, env, ev: ev.amount >= least


def _reaches(goal: int) -> Match:
    """CR 709: Might becomes a number when it was less and is so much, or more, now."""
    return lambda s, env, ev: ev.origin < goal <= ev.amount


def _thing(ctx: Context, event: p.Event, kind: int) -> Match:
    thing = event.thing
    if isinstance(thing, p.Ref) and thing.name in ("me", "this"):
        if event.verb in OF_UNITS and kind not in (w.E_ATTACK, w.E_DEFEND):
            return _i_took_part
        if kind == w.E_COMBAT_ENDS:
            return lambda s, env, ev: _was_in_combat(s, env.me)
        if event.verb == "deal damage":
            return _spell_dealt(ctx.slot(AGAIN)) if ctx.spell else (lambda s, env, ev: env.me in dealers(s, ev))
        if thing.name == "me":
            # In what an Equipment gives, this is not what the Equipment itself suffers (CR 136.2.d).
            return lambda s, env, ev: ev.subject == env.me or ev.subject == self_ref(s, env)
        return lambda s, env, ev: ev.subject in (env.me, env.this) or ev.subject == self_ref(s, env)
    if isinstance(thing, p.Ref):
        refs = ctx.refs(thing)
        if kind == w.E_COMBAT_ENDS:
            return lambda s, env, ev: any(_was_in_combat(s, ref) for ref in refs(s, env))
        if TOOK_PART[kind]:
            # CR 383.4.c.2, d.2: the event is about the battlefield; the sentence is about a unit that was there.
            return lambda s, env, ev: any(ref in ev.units for ref in refs(s, env))
        return lambda s, env, ev: ev.subject in refs(s, env)
    if not isinstance(thing, p.Selector):
        message = "an event with more than one thing"
        raise Unsupported(message)
    if kind == w.E_USE and "ability" in thing.nouns:
        return _ability_used(ctx, thing)
    if kind == w.E_HIDE:
        thing = replace(thing, tests=(*thing.tests, p.State("facedown")))  # as it lies there (CR 811.1.c)
    if kind == w.E_PLAY and any(test == p.State("facedown") for test in thing.tests):
        message = "a face-down card that is played: say from face down"
        raise Unsupported(message)
    fits = matcher(ctx, thing)
    open_only = "card" not in thing.nouns and p.State("facedown") not in thing.tests
    if event.verb == "deal damage":
        return lambda s, env, ev: any(fits(s, env, ref) for ref in dealers(s, ev))
    if TOOK_PART[kind]:
        return lambda s, env, ev: any(fits(s, env, oid) for oid in ev.units if oid in s.board)

    if kind == w.E_TIE_RECALL:
        # The event is about the battlefield; the sentence is about whoever would be recalled from there.
        return lambda s, env, ev: any(fits(s, env, oid) for oid in s.locs[ev.loc].units)

    def noted(s: State, env: Env, ev: Event) -> bool:
        before, who = env.snaps, env.who
        # `they control` speaks of the player of the event, who is bound only once it has triggered.
        env.who = ev.player
        if ev.snap is not None and ev.subject not in s.board:
            if open_only and ev.snap.state & WAS_FACEDOWN:
                return False  # CR 107.3.e: a unit that lay facedown was none of those at the battlefield
            env.snaps = {**before, ev.subject: ev.snap}
        try:
            return fits(s, env, ev.subject)
        finally:
            env.snaps, env.who = before, who

    return noted


def _ability_used(ctx: Context, thing: p.Selector) -> Match:
    """CR 377.2.a: the event is about what has the ability, and comes once the ability has left the chain.

    What it notes of the ability is the energy of its base cost (CR 206.1).
    """
    measures = [each for each in thing.tests if isinstance(each, p.Measure) and each.trait == "energy"]
    sources = [matcher(ctx, every_one(each.of)) for each in thing.tests if isinstance(each, p.AbilityOf)]
    known = len(measures) + len(sources) == len(thing.tests)
    if not known or thing.nouns != ("ability",) or thing.place is not None or thing.other:
        message = "the use of an ability of a certain kind"
        raise Unsupported(message)
    limits = [(OPERATORS[each.operator], amount(ctx, each.amount)) for each in measures]

    def fits(s: State, env: Env, ev: Event) -> bool:
        noted = {} if ev.snap is None else {ev.subject: ev.snap}
        if not all(source_fits(s, env, fits_source, ev.subject, noted) for fits_source in sources):
            return False
        bounds = [(compare, limit(s, env)) for compare, limit in limits]
        return all(not is_null(bound) and compare(ev.amount, bound) for compare, bound in bounds)

    return fits


def _spell_dealt(slot: int) -> Match:
    """Return the test that a spell has dealt damage itself, now or as what it was before it was played again."""

    def dealt(_s: State, env: Env, ev: Event) -> bool:
        if ev.other >= 0 or not isinstance(env, Item):
            return False
        return ev.item == env.id or (ev.item >= 0 and ev.item in env.slots[slot])

    return dealt


def _was_in_combat(s: State, ref: int) -> bool:
    """At any time of it: attackers that were recalled after a tie have left by its end (CR 468.1.a.2)."""
    return ref in s.board and s.board[ref].had_role != 0


def _i_took_part(_s: State, env: Env, ev: Event) -> bool:
    """CR 383.4.c.2, d.2: the unit was there and its controller did it."""
    return env.me in ev.units


def _place(ctx: Context, event: p.Event, kind: int) -> Match:
    place = event.place
    assert place is not None
    if kind in (w.E_RECYCLE, w.E_RETURN, w.E_PUT_TRASH):
        return lambda s, env, ev: True  # said of every such event
    if place.kind == "base" and place.whose is None:
        return lambda s, env, ev: 0 <= ev.loc < len(s.players)
    if place.kind == "attached to" and place.ref is not None and kind in (w.E_ATTACH, w.E_DETACH):
        tops = ctx.refs(place.ref)
        return lambda s, env, ev: ev.other in tops(s, env)
    if kind == w.E_CONQUER and speaks_of_before(place):
        return _as_it_was(place)
    locs = locations_of(ctx, place)
    return lambda s, env, ev: ev.loc in locs(s, env)


def speaks_of_before(place: p.Place) -> bool:
    """Tell whether words about a conquered battlefield are about it before that: now somebody else controls it."""
    return place.kind in ("open battlefield", "enemy battlefield") or (
        place.kind == "battlefield" and bool(place.tests)
    )


def _as_it_was(place: p.Place) -> Match:
    """Return the test of who controlled a conquered battlefield before: nobody, or an opponent.

    :raises Unsupported: if more is asked.
    """
    if place.where is None and place.kind == "battlefield" and place.tests == (p.State("uncontrolled"),):
        return lambda s, env, ev: ev.origin < 0
    if place.where is None and place.kind == "enemy battlefield" and not place.tests:
        return lambda s, env, ev: enemies(s, env.you, ev.origin)
    message = "conquering a battlefield by what was there before, but for who controlled it"
    raise Unsupported(message)


def _by(event: p.Event, kind: int) -> Match:
    """Return the test of an event's means: a spell, or spells and abilities of a player.

    :raises Unsupported: if such an event does not tell that of its means.
    """
    by = event.by or ""
    bits = (BY_SPELL if "spell" in by else 0) | (BY_ABILITY if "abilit" in by else 0)
    side = next((word for word in ("enemy", "friendly", "your") if by.startswith(word)), "")
    of_units = "unit abilit" in by
    if by in SCORED_BY and kind == w.E_GAIN:
        ways = SCORED_BY[by]
        return lambda s, env, ev: ev.origin in ways
    either = bits == BY_SPELL | BY_ABILITY
    if not bits or (of_units and kind != w.E_CHOOSE) or not (either or kind in TOLD_MEANS):
        message = f"the event {event.verb} with {by}"
        raise Unsupported(message)

    chosen = by.endswith(" choosing it")

    def done_by(s: State, env: Env, ev: Event) -> bool:
        if chosen and not _chooses(s, ev):
            return False
        if side and not _on_side(s, env, _moving(s, ev) if kind == w.E_MOVE else ev.player, side):
            return False
        if kind == w.E_DIE:
            return bool(ev.amount & bits)
        if kind == w.E_DAMAGE:
            return bool(ev.origin & bits)
        if kind == w.E_CHOOSE:
            made = BY_SPELL if ev.amount == I_CARD else BY_ABILITY
            if of_units and made == BY_ABILITY and not ev.origin & w.UNIT:
                return False
            return bool(made & bits)
        return ev.item >= 0

    return done_by


def _moving(s: State, ev: Event) -> int:
    """Return the controller of the chain item that moves something, whoever it lets do so; -1 for a standard move."""
    item = item_of(s, ev.item)
    return w.NOBODY if item is None else item.you


def _on_side(s: State, env: Env, player: int, side: str) -> bool:
    """Tell whether a player is friendly or an enemy, or you alone."""
    if player < 0 or env.you < 0:
        return False
    if side == "your":
        return player == env.you
    return (s.team[player] == s.team[env.you]) == (side == "friendly")


def _chooses(s: State, ev: Event) -> bool:
    """Tell whether the chain item that causes an event has chosen its subject (VFAQ 3, 21)."""
    item = item_of(s, ev.item)
    return item is not None and any(ev.subject in chosen for chosen in item.chosen)


def _phase(event: p.Event) -> Match:
    word = event.word or ""
    first = word.startswith("first ")
    phase = PHASES.get(word.removeprefix("first "))
    if phase is None:
        message = f"the phase {word}"
        raise Unsupported(message)

    def at_phase(_s: State, _env: Env, ev: Event) -> bool:
        return ev.amount == phase and (not first or ev.other == 1)

    return at_phase
