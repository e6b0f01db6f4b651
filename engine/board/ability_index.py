"""The index of active abilities by sort: triggers, replacements, prohibitions, permissions, prices, passives.

The index is rebuilt when something that has abilities comes, goes or changes; it is immutable, so clones share it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.board.active_texts import env_of, rule_in, texts_of
from riftcheck.engine.board.layer_solver import recompute
from riftcheck.engine.board.twin_triggers import add_twins
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.abilities import (
    ARITHMETIC,
    READS_BOARD,
    READS_GAME,
    READS_HISTORY,
    READS_LAYERS,
    Activated,
    Permission,
    PriceChange,
    Replacement,
    Static,
    Trigger,
)
from riftcheck.engine.model.chain_items import Env
from riftcheck.engine.model.index import Effect, Index, Source
from riftcheck.engine.model.objects import Event
from riftcheck.engine.model.references import card_ref
from riftcheck.engine.model.scripts import Prohibition, RuleChange

if TYPE_CHECKING:
    from riftcheck.engine.model.abilities import AbilitySet
    from riftcheck.engine.model.state import State

# The kinds of event that are asked whether a `can't` forbids them before they happen; no other can be forbidden yet.
FORBIDDABLE: Final = frozenset(
    {w.E_PLAY, w.E_CHOOSE, w.E_MOVE, w.E_READY, w.E_STUN, w.E_DAMAGE, w.E_GAIN, w.E_SCORE} | {w.E_REVEAL, w.E_COUNTER}
)

# The number of a rule where a text sets no limit: more than any game can reach.
UNLIMITED: Final = 10**9

# Keywords that act once however often they are there (CR 816.2.a, 819.2), or with summed values (CR 823.2); Hunt has a
# trigger for conquering and one for holding.
SINGLE: Final = frozenset(
    {"keyword/temporary/0", "keyword/deploy/0", "keyword/quick-draw/0", "keyword/hunt/0", "keyword/hunt/0#1"}
    | {"keyword/disarm/0"}
)


def get_index(s: State) -> Index:
    """Return the index, built anew if it is out of date.

    Where it is asked for most, callers look at `s.index` first: one that grants nothing is never out of date.
    """
    index = s.index
    if index is None or (index.granting and index.stamp != s.stamp):
        return _build(s)
    return index


def _build(s: State) -> Index:
    index = Index()
    s.index = index
    for o in s.board.values():
        if o.d.main.empty and not o.attachments and not o.mods:
            continue
        for text, this in texts_of(s, o):
            add_text(index, env_of(s, o, this), text)
    for delayed in s.delayed:
        _add_one(index, delayed.env, delayed.ability, delayed.id)
    if s.offboard:
        add_offboard(s, index)
    index.granting = any(
        (static.grant is not None and not static.grant.abilities.empty)
        or static.abilities_of is not None
        or static.twins
        for _, static, _ in index.statics
    )
    index.stamp = s.stamp
    note_passives(index)
    if index.granting:
        _add_granted(s, index)
        add_twins(index)
    return index


def note_passives(index: Index) -> None:
    """Sort the passives into their layers, and note what they look at."""
    index.hastening = index.waiving = index.lending = index.easing = False
    effects: tuple[list[Effect], ...] = tuple([] for _ in range(ARITHMETIC + 1))
    reads = 0
    for number, (env, static, _) in enumerate(index.statics):
        for layer in static.layers:
            effects[layer].append((number, env, static))
            reads |= static.reads
        index.hastening = index.hastening or static.hastens > 0
        index.waiving = index.waiving or bool(static.ignores & w.K_DEFLECT)
        if static.lends:
            index.lending = True
            index.easing = index.easing or any(lent.less is not None for lent in static.lends)
    index.effects = effects
    index.adding = [(env, static) for env, static, _ in index.statics if static.adds is not None]
    index.layered = any(effects)
    index.reading = bool(reads & READS_LAYERS)
    index.counting = bool(reads & READS_HISTORY)
    index.wide = bool(reads & READS_GAME)
    # Objects with a granted ability are in the index, so that an object that comes or changes makes it out of date.
    index.tied = index.granting or bool(reads & (READS_LAYERS | READS_BOARD))


def _add_granted(s: State, index: Index) -> None:
    known = len(index.statics)
    recompute(s, index)
    for o in s.board.values():
        for text, this in o.abilities:
            if isinstance(text, Activated):
                _add_activated(index, env_of(s, o, this), text)
            else:
                add_text(index, env_of(s, o, this), text)  # type: ignore[arg-type]
    if len(index.statics) != known:
        note_passives(index)
        recompute(s, index)  # passives were granted as well


def add_offboard(s: State, index: Index) -> None:
    """Add the abilities of cards that work away from the board; they come after all others."""
    for number, p in enumerate(s.players):
        for zone, cards in ((w.Z_TRASH, p.trash), (w.Z_HAND, p.hand), (w.Z_CHAMPION, p.champion)):
            for card in cards:
                d = s.pool.defs[s.card_defs[card]]
                if not d.main.offboard:
                    continue
                index.elsewhere = True
                ref = card_ref(s, card)
                env = Env(number, ref, ref, card, d)
                for trigger in d.main.triggers:
                    if trigger.works_in in (zone, w.Z_NOWHERE):
                        _trigger(index, env, trigger, -1)
                for can in d.main.cans:
                    if zone in can.offboard:
                        index.cans.append((env, can, -1))


def add_text(index: Index, env: Env, text: AbilitySet) -> None:
    """Add the abilities of a text that stands on the board, with its surroundings."""
    for trigger in text.triggers:
        if trigger.works_in in (w.Z_BOARD, w.Z_NOWHERE):
            _trigger(index, env, trigger, -1)
    for static in text.statics:
        index.statics.append((env, static, -1))
    for activated in text.activated:
        _add_activated(index, env, activated)
    for replacement in text.replacements:
        index.replacements.setdefault(replacement.kind, []).append((env, replacement, -1))
    for cannot in text.cannots:
        index.cannots.setdefault(cannot.kind, []).append((env, cannot))
    for can in text.cans:
        if not can.offboard:
            index.cans.append((env, can, -1))
    for price in text.prices:
        if not price.own:
            index.prices.append((env, price, -1))
    for rule in text.rules:
        index.rules.append((env, rule))
    for toll in text.tolls:
        index.tolls.append((env, toll))


def _add_activated(index: Index, env: Env, activated: Activated) -> None:
    index.activated.append((env, activated))
    if activated.source is not None:
        energy, power, group = activated.source
        index.sources.append((env, activated, (env.me, energy, power, group, activated.dies)))


def _trigger(index: Index, env: Env, trigger: Trigger, delayed: int) -> None:
    for kind in trigger.kinds:
        waiting = index.triggers.setdefault(kind, [])
        if trigger.key in SINGLE and any(other.me == env.me and same is trigger for other, same, _ in waiting):
            continue
        waiting.append((env, trigger, delayed))


def _add_one(index: Index, env: Env, ability: object, delayed: int) -> None:
    if isinstance(ability, Trigger):
        _trigger(index, env, ability, delayed)
    elif isinstance(ability, Replacement):
        index.replacements.setdefault(ability.kind, []).append((env, ability, delayed))
    elif isinstance(ability, Static):
        index.statics.append((env, ability, delayed))
    elif isinstance(ability, PriceChange):
        index.prices.append((env, ability, delayed))
    elif isinstance(ability, Prohibition):
        index.cannots.setdefault(ability.kind, []).append((env, ability))
    elif isinstance(ability, Permission):
        index.cans.append((env, ability, delayed))
    elif isinstance(ability, RuleChange):
        index.rules.append((env, ability))


def sources(s: State, player: int) -> list[Source]:
    """Return the ready Add abilities of a player that take nothing but their own source.

    Each is (object, energy, power masks, group, whether using it kills the object).
    """
    found: list[Source] = []
    for env, activated, source in get_index(s).sources:
        if env.you != player or s.board[env.me].exhausted:
            continue
        if activated.gate is None or activated.gate(s, env):
            found.append(source)
    return found


def forbidden(s: State, kind: int, event: Event) -> bool:
    """Tell whether a `can't` forbids an event that is about to happen (CR 054.1)."""
    waiting = get_index(s).cannots.get(kind)
    if waiting is None:
        return False
    for env, cannot in waiting:  # noqa: SIM110 - asked of every act; a generator costs twice as much
        if forbids(s, env, cannot, event):
            return True
    return False


def forbids(s: State, env: Env, cannot: Prohibition, event: Event) -> bool:
    """Tell whether one `can't` forbids an event that is about to happen."""
    if cannot.gate is not None and not cannot.gate(s, env):
        return False
    if cannot.condition is not None and not _clause_holds(s, env, cannot, event):
        return False
    return cannot.match(s, env, event)


def _clause_holds(s: State, env: Env, cannot: Prohibition, event: Event) -> bool:
    """Tell whether the condition of a `can't` holds, in which `they` are the player of the event."""
    assert cannot.condition is not None
    before, env.who = env.who, event.player
    holds = cannot.condition(s, env)
    env.who = before
    return holds


def may_be_seen(s: State, kind: int, player: int, ref: int) -> bool:
    """Tell whether a player may look at a card or reveal it: no `can't` forbids it (CR 054.1, 425)."""
    if get_index(s).cannots.get(kind) is None:
        return True
    o = s.board.get(ref)
    loc = w.NOBODY if o is None else o.loc
    return not forbidden(s, kind, Event(kind, player, ref, w.NOBODY, loc, w.NOBODY, 0, w.NOBODY, None))


# The rule of how often an object can be Empowered (CR 442.1.c.1).
TIMES_EMPOWERED: Final = "times I can be empowered"


def rule_value(s: State, name: str, value: int, me: int = w.NOBODY) -> int:
    """Return a number of the rules as the passives in force make it; `me` narrows it to one object's own rules."""
    index = get_index(s)
    return rule_in(s, index, name, value, me) if index.rules else value


def facedown_room(s: State, loc: int) -> int:
    """Return how many cards the facedown zone of a battlefield may hold (CR 107.3.b), by all that is there."""
    room = 1
    if get_index(s).rules:
        at = s.locs[loc]
        for me in (at.bf, *at.gear, *at.units):
            room = rule_value(s, "facedown cards here", room, me)
    return room
