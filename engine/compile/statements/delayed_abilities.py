"""Instructions that set something up for later: preventions, delayed and reflexive abilities, effects once more."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from riftcheck.carddb.abilities import heads as h
from riftcheck.carddb.abilities import instructions as n
from riftcheck.carddb.abilities import phrases as p
from riftcheck.engine.actions.damage import BY_ABILITY, BY_SPELL
from riftcheck.engine.board.ability_index import get_index
from riftcheck.engine.board.triggers import queue
from riftcheck.engine.board.zones import item_snap
from riftcheck.engine.compile.core.ability_sets import one_ability
from riftcheck.engine.compile.core.context import child
from riftcheck.engine.compile.core.registry import VERBS, condition
from riftcheck.engine.compile.core.subjects import Unsupported, item_of
from riftcheck.engine.compile.costs import ability_cost
from riftcheck.engine.compile.events.kinds import kind_of
from riftcheck.engine.compile.events.matchers import match_of
from riftcheck.engine.compile.selectors.selections import matcher
from riftcheck.engine.compile.selectors.targets import acted_on
from riftcheck.engine.compile.statements.lasting_effects import stays, until_ref
from riftcheck.engine.compile.statements.performers import set_up
from riftcheck.engine.compile.statements.sequences import lines, script_of
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.abilities import Permission, Replacement, Trigger
from riftcheck.engine.model.chain_items import I_TRIGGER, Item
from riftcheck.engine.model.objects import Event
from riftcheck.engine.model.scripts import Script

if TYPE_CHECKING:
    from riftcheck.engine.compile.core.context import Context
    from riftcheck.engine.model.chain_items import Env
    from riftcheck.engine.model.frames import ResolveFrame
    from riftcheck.engine.model.objects import Obj
    from riftcheck.engine.model.scripts import Match
    from riftcheck.engine.model.state import State

# --- prevention -------------------------------------------------------------------------------------------------------


@VERBS.register(n.Prevent)
def _prevent(ctx: Context, node: n.Prevent) -> None:
    """Set up a prevention (CR 438): a delayed replacement, of one thing or of everything."""
    if node.amount is not None and not isinstance(node.amount, p.Number):
        message = "preventing an amount that is counted"
        raise Unsupported(message)
    bits = (BY_SPELL | BY_ABILITY) if node.source and "spell" in node.source else 0
    value = -1 if node.amount is None else node.amount.value
    tracks = value > 0
    # A number is tracked on each unit (CR 438.2); all damage may be prevented to whatever fits.
    by_words = isinstance(node.to, p.Selector) and node.to.mode not in ("choose", "pick") and not tracks
    to = matcher(ctx, node.to) if isinstance(node.to, p.Selector) and by_words else None
    if tracks and node.to is None:
        message = "preventing a number of damage to everything"
        raise Unsupported(message)
    refs = None if node.to is None or by_words else acted_on(ctx, node.to, node.by)
    slot = ctx.fresh()
    until = stays(node.until)

    def match(s: State, env: Env, event: Event) -> bool:
        if bits and not event.origin & bits:
            return False
        if to is not None:
            return to(s, env, event.subject)
        return refs is None or event.subject in env.slots[slot]

    key = f"{ctx.key}/{node.at}/prevent"
    empty = Script(f"{key}/do", (), (), 0, adds=False, names=(), acts=())
    ctx.pool.found[empty.key] = empty
    ability = Replacement(key, w.E_DAMAGE, match, None, None, False, None, empty, False, value, False, None, 0, tracks)
    ctx.pool.found[key] = ability

    def run(s: State, _f: ResolveFrame, item: Item) -> bool:
        for ref in [w.NOBODY] if refs is None else refs(s, item):
            item.slots[slot] = (ref,)
            set_up(s, item, ability, until, until_ref(item, until), max(0, value), len(item.slots))
        return True

    ctx.add(run)


def _is_used_up(can: Permission) -> bool:
    """Tell whether the uses of a permission can be counted: from a zone as it is used, to a place with each play."""
    return can.act == "play" and (can.zone >= 0 or (can.places is not None and not can.own))


@VERBS.register(n.SetUp)
def _set_up_line(ctx: Context, node: n.SetUp) -> None:
    until = stays(node.until)
    if isinstance(node.ability, h.Instead) and node.ability.event.verb == "turn starts" and not node.uses:
        message = "a number of turns that are skipped without end"
        raise Unsupported(message)
    if node.uses and isinstance(node.ability, h.Static) and node.ability.adds is not None:
        message = "more that is added a number of times only"
        raise Unsupported(message)
    keep = len(ctx.names)
    inner, last = child(ctx, ctx.key), ctx.last
    if last is not None:
        # An ability that it gives away has no slots of this text.
        inner.outer = lambda s, env: last(s, env) if len(env.slots) >= keep else []
    made = one_ability(inner, node.ability, f"{ctx.key}/{node.at}")
    uses = node.uses or 0
    if uses and any(isinstance(one, Permission) and not _is_used_up(one) for one in made):
        message = "a number of uses of a permission other than to play from a zone or to a place"
        raise Unsupported(message)

    def run(s: State, _f: ResolveFrame, item: Item) -> bool:
        for ref in () if last is None else last(s, item):
            waiting = item_of(s, ref)
            if waiting is not None:  # it will leave the chain before the ability ends
                item.snaps[ref] = item_snap(waiting, ref)
        for ability in made:
            # CR 359.3.e.16: made too late for the end of this turn it expires with the turn.
            set_up(s, item, ability, until, until_ref(item, until), uses, keep)
        return True

    ctx.add(run)


# --- reflexive triggers -----------------------------------------------------------------------------------------------


@VERBS.register(n.DoThis)
def _do_this(ctx: Context, node: n.DoThis) -> None:
    keep = len(ctx.names)
    key = f"{ctx.key}/{node.at}/this"
    inner = child(ctx, key)
    test = None if node.test is None else condition(ctx, node.test)
    script = _of_the_played(inner, node) if _asks_of_the_played(ctx, node.test) else script_of(inner, node.do)
    if node.when is not None:
        _when_this(ctx, node, script, key, keep)
        return
    if node.each_time:
        message = "each time of nothing: each-time belongs to when"
        raise Unsupported(message)
    trigger = _triggered(inner, node, f"{key}/trigger", (), lambda s, env, event: True, script)

    def run(s: State, _f: ResolveFrame, item: Item) -> bool:
        if test is not None and not test(s, item):
            return True
        made = Item(s.next_id, I_TRIGGER, item.you, item.me, item.this, item.card, item.d, script)
        s.next_id += 1
        made.ability = key
        made.trigger = trigger if trigger.may or trigger.cost is not None else None
        made.slots = item.slots[:keep] + [()] * (script.slots - keep)
        made.snaps = item.snaps.copy()
        made.it, made.there, made.origin, made.who = item.it, item.there, item.origin, item.who
        made.amount, made.event_item = item.amount, item.event_item
        made.facedown_loc = item.facedown_loc
        made.nobodys = item.nobodys
        s.triggered.append(made)
        return True

    ctx.add(run)


def _triggered(ctx: Context, node: n.DoThis, key: str, kinds: tuple[int, ...], match: Match, script: Script) -> Trigger:
    """Return the ability of a reflexive trigger; its cost and its offer are those of the new item (CR 383.3, 388)."""
    price = None if node.cost is None else ability_cost(ctx, node.cost, f"{key}/cost")
    made = Trigger(key, kinds, match, None, None, node.offered, price, script, False, 0, w.Z_BOARD, "", 0, False, False)
    ctx.pool.found[key] = made
    return made


def _asks_of_the_played(ctx: Context, test: p.Condition | None) -> bool:
    return isinstance(test, p.Did) and ctx.names.get(test.ref.name, w.NOBODY) in ctx.played


def _of_the_played(ctx: Context, node: n.DoThis) -> Script:
    """Return the script of "if you do" after playing something: nothing, if that play is undone (CR 350.1, 358.5)."""
    assert node.test is not None
    ctx.when = condition(ctx, node.test)
    undone = ctx.branch(ctx.when)
    lines(ctx, node.do)
    undone()
    return ctx.script()


def _when_this(ctx: Context, node: n.DoThis, script: Script, key: str, keep: int) -> None:
    """Wait for what this item will have done, such as a kill in the cleanup that follows (CR 429.5.c)."""
    event = node.when
    assert event is not None
    if node.test is not None or event.who not in (None, "you") or event.by not in (None, "this", "it"):
        message = "what follows on something that this item does not do, or only if something is so"
        raise Unsupported(message)
    fits = match_of(ctx, replace(event, by=None, who=None))

    def match(s: State, env: Env, happened: Event) -> bool:
        return isinstance(env, Item) and happened.item == env.id and fits(s, env, happened)

    key = f"{key}/trigger"  # the script has the key itself
    trigger = _triggered(ctx, node, key, (kind_of(event),), match, script)
    uses = 0 if node.each_time else 1

    def run(s: State, _f: ResolveFrame, item: Item) -> bool:
        set_up(s, item, trigger, w.U_TURN, w.NOBODY, uses, keep)
        return True

    ctx.add(run)


@VERBS.register(n.TriggerAgain)
def _trigger_again(ctx: Context, node: n.TriggerAgain) -> None:
    """Activate the named effects of objects, of which all else must be so that they ask for (CR 383.4.g.1-2)."""
    refs = acted_on(ctx, node.of)
    label = {
        "conquer": w.E_CONQUER,
        "hold": w.E_HOLD,
        "play": w.E_PLAY,
        "attack": w.E_ATTACK,
        "defend": w.E_DEFEND,
        "deathknell": w.E_DIE,
    }[node.label] + 1

    def run(s: State, _f: ResolveFrame, item: Item) -> bool:
        for ref in refs(s, item):
            o = s.board.get(ref)
            if o is None:
                continue
            event = _as_if(s, label - 1, o, item.id)
            for env, trigger, delayed in list(get_index(s).triggers.get(label - 1, ())):
                if env.me != ref or trigger.label != label or not trigger.match(s, env, event):
                    continue
                if trigger.condition is None or trigger.condition(s, env):
                    queue(s, env, trigger, event, delayed, happened=not s.rules.activated_is_no_event)
        return True

    ctx.add(run)


def _as_if(s: State, kind: int, o: Obj, item: int) -> Event:
    """Return the event that is taken to have happened to an object where it is: nobody else has lost control of it."""
    control = s.locs[o.loc].control
    event = Event(kind, o.controller, o.id, w.NOBODY, o.loc, control, 0, item, None)
    event.units = (o.id,)
    return event
