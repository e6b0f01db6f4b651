"""Instructions whose effect lasts: give, double, take control, become a copy, prevent, set up, do this, extra turns."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities import heads as h
from riftcheck.carddb.abilities import instructions as n
from riftcheck.carddb.abilities import phrases as p
from riftcheck.engine.actions import status
from riftcheck.engine.actions.damage import BY_ABILITY, BY_SPELL
from riftcheck.engine.board.ability_index import get_index
from riftcheck.engine.board.layers import add_mod, might
from riftcheck.engine.board.triggers import queue
from riftcheck.engine.board.zones import changed, touch
from riftcheck.engine.compile.core.context import child
from riftcheck.engine.compile.core.dispatch import amount, condition
from riftcheck.engine.compile.core.grants import grant_of
from riftcheck.engine.compile.core.head_table import ability_set, one_ability
from riftcheck.engine.compile.core.subjects import Unsupported, is_null
from riftcheck.engine.compile.selectors.event_matchers import kind_of, match_of
from riftcheck.engine.compile.selectors.selections import matcher
from riftcheck.engine.compile.selectors.targets import acted_on
from riftcheck.engine.compile.statements.performers import at_once, bind, by_doer, doer, set_name, two_units
from riftcheck.engine.compile.statements.sequences import script_of
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.abilities import NOTHING, Replacement, Trigger
from riftcheck.engine.model.chain_items import I_TRIGGER, Delayed, Item
from riftcheck.engine.model.constants import M_COPY, M_GRANT, M_MIGHT, M_SET
from riftcheck.engine.model.objects import Event, Mod
from riftcheck.engine.model.references import any_card, card_def
from riftcheck.engine.model.scripts import Script

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.engine.compile.core.context import Context
    from riftcheck.engine.model.abilities import Grant
    from riftcheck.engine.model.chain_items import Env
    from riftcheck.engine.model.objects import Obj
    from riftcheck.engine.model.state import Frame, State

UNTIL: Final[dict[str | None, int]] = {
    None: w.U_FOREVER,
    "end of turn": w.U_TURN,
    "end of combat": w.U_COMBAT,
    "your next beginning phase": w.U_BEGINNING,
    "I leave the board": w.U_LEAVES,
    "it leaves the board": w.U_FOREVER,
    "this is detached": w.U_DETACHED,
}


def until_ref(item: Item, until: int) -> int:
    """Return what a duration hangs on: a player, or the object that made the effect."""
    if until == w.U_BEGINNING:
        return item.you
    if until == w.U_LEAVES:
        return item.me
    return item.this if until == w.U_DETACHED else w.NOBODY


def give_might(s: State, o: Obj, value: int, until: int, ref: int) -> None:
    """Lay a fixed amount of Might on an object (CR 477.3.b)."""
    if not value:
        return
    # CR 477.3.e: what raises comes before what lowers, and other effects between them, so the two are not summed up.
    if until == w.U_TURN and o.temp_might * value >= 0:
        o.temp_might += value
        touch(s, o)
        s.dirty |= w.DIRTY_DAMAGE | w.DIRTY_STATUS
    else:
        add_mod(s, o, Mod(M_MIGHT, value, None, None, until, ref, s.next_id))


def _give(ctx: Context, node: n.Give) -> None:
    refs = acted_on(ctx, node.to, node.by)
    number = None if node.might is None else amount(ctx, node.might)
    floor = None if node.minimum is None else amount(ctx, node.minimum)
    raised = None if node.raise_to is None else amount(ctx, node.raise_to)
    until = UNTIL[node.until]
    slot = bind(ctx, node.into)
    grant = _grant(ctx, node)

    def run(s: State, f: Frame, item: Item) -> bool:
        del f
        ref_ = until_ref(item, until)
        done: list[int] = []
        for ref in refs(s, item):
            o = s.board.get(ref)
            if o is None:
                continue
            done.append(ref)
            if number is not None:
                value = number(s, item)
                if not is_null(value):
                    give_might(s, o, _limited(s, o, value, None if floor is None else floor(s, item)), until, ref_)
            if raised is not None:
                goal = raised(s, item)
                if not is_null(goal):
                    give_might(s, o, max(0, goal - might(s, o)), until, ref_)
            if grant is not None:
                add_mod(s, o, Mod(M_GRANT, 0, grant, None, until, ref_, s.next_id))
        set_name(s, item, slot, node.into, done)
        return True

    ctx.add(run, "give")


def _limited(s: State, o: Obj, value: int, floor: int | None) -> int:
    """Fix a decrease at its floor now (CR 477.3.b, 477.3.e.2.b); it never raises."""
    if floor is None or value >= 0:
        return value
    return -min(-value, max(0, might(s, o) - floor))


def _grant(ctx: Context, node: n.Give) -> Grant | None:
    if not node.keywords and not node.abilities:
        return None
    key = f"{ctx.key}/{node.at}/grant"
    sets = (ability_set(ctx, node.abilities, key),) if node.abilities else (NOTHING,)
    return grant_of(ctx.pool, key, node.keywords, sets)


def _double(ctx: Context, node: n.Double) -> None:
    refs = acted_on(ctx, node.what)
    until = UNTIL[node.until]

    def run(s: State, f: Frame, item: Item) -> bool:
        del f
        for ref in refs(s, item):
            o = s.board.get(ref)
            if o is not None:
                # CR 477.3.c: never an increase by a negative amount.
                give_might(s, o, max(0, might(s, o)), until, until_ref(item, until))
        return True

    ctx.add(run, "double")


def _set_might(ctx: Context, node: n.SetMight) -> None:
    refs = acted_on(ctx, node.what)
    number = amount(ctx, node.value)
    until = UNTIL[node.until]

    def run(s: State, f: Frame, item: Item) -> bool:
        del f
        for ref in refs(s, item):
            o = s.board.get(ref)
            value = number(s, item)
            if o is not None and not is_null(value):
                add_mod(s, o, Mod(M_SET, value, None, None, until, until_ref(item, until), s.next_id))
        return True

    ctx.add(run, "set might")


def _swap_might(ctx: Context, node: n.SwapMight) -> None:
    both = two_units(ctx, node.first, node.second)
    until = UNTIL[node.until]

    def run(s: State, f: Frame, item: Item) -> bool:
        del f
        found = both(s, item)
        if found is not None:
            x, y = found
            gap = might(s, x) - might(s, y)  # CR 433.1.b
            give_might(s, x, -gap, until, until_ref(item, until))
            give_might(s, y, gap, until, until_ref(item, until))
        return True

    ctx.add(run, "swap might")


def _take_control(ctx: Context, node: n.TakeControl) -> None:
    refs = acted_on(ctx, node.what)
    who = doer(ctx, node.by)
    until = UNTIL[node.until]

    def taken(s: State, item: Item) -> list[int]:
        player = who(s, item)
        done: list[int] = []
        for ref in refs(s, item):
            if player < 0 or (until == w.U_LEAVES and item.me not in s.board):
                continue  # CR 359.3.e.16
            if ref in s.board:
                if status.take_control(s, ref, player, until, until_ref(item, until)):
                    done.append(ref)
                continue
            for other in s.chain:
                if other.id == ref:
                    other.you = player
                    done.append(ref)
        return done

    at_once(ctx, "take control", node.into, taken)


def _become_copy(ctx: Context, node: n.BecomeCopy) -> None:
    refs = acted_on(ctx, node.what)
    model = acted_on(ctx, node.of)
    until = UNTIL[node.until]

    def run(s: State, f: Frame, item: Item) -> bool:
        del f
        found = model(s, item)
        for ref in refs(s, item):
            o = s.board.get(ref)
            if o is None or not found:
                continue
            other = s.board.get(found[0])
            d = other.d if other is not None else (card_def(s, any_card(s, found[0])) if found[0] <= -2 else None)
            if d is None:
                continue
            add_mod(s, o, Mod(M_COPY, 0, None, o.d, until, until_ref(item, until), s.next_id))
            o.d = d
            changed(s, o)
            s.index = None
        return True

    ctx.add(run, "copy")


# --- prevention -------------------------------------------------------------------------------------------------------


def _prevent(ctx: Context, node: n.Prevent) -> None:
    """Set up a prevention (CR 437): a delayed replacement, of one thing or of everything."""
    if node.amount is not None and not isinstance(node.amount, p.Number):
        message = "preventing an amount that is counted"
        raise Unsupported(message)
    bits = (BY_SPELL | BY_ABILITY) if node.source and "spell" in node.source else 0
    value = -1 if node.amount is None else node.amount.value
    tracks = value > 0
    # A number is tracked on each unit (CR 437.2); all damage may be prevented to whatever fits.
    by_words = isinstance(node.to, p.Selector) and node.to.mode not in ("choose", "pick") and not tracks
    to = matcher(ctx, node.to) if isinstance(node.to, p.Selector) and by_words else None
    if tracks and node.to is None:
        message = "preventing a number of damage to everything"
        raise Unsupported(message)
    refs = None if node.to is None or by_words else acted_on(ctx, node.to, node.by)
    slot = ctx.fresh()
    until = UNTIL[node.until]

    def match(s: State, env: Env, event: Event) -> bool:
        if bits and not event.origin & bits:
            return False
        if to is not None:
            return to(s, env, event.subject)
        return refs is None or event.subject in env.slots[slot]

    key = f"{ctx.key}/{node.at}/prevent"
    empty = Script(f"{key}/do", (), (), 0, adds=False, names=(), texts=())
    ctx.pool.found[empty.key] = empty
    ability = Replacement(key, w.E_DAMAGE, match, None, None, False, None, empty, False, value, False, None, 0, tracks)
    ctx.pool.found[key] = ability

    def run(s: State, f: Frame, item: Item) -> bool:
        del f
        for ref in [w.NOBODY] if refs is None else refs(s, item):
            item.slots[slot] = (ref,)
            _set_up(s, item, ability, until, until_ref(item, until), max(0, value), len(item.slots))
        return True

    ctx.add(run, "prevent")


def _set_up(s: State, item: Item, ability: object, until: int, ref: int, uses: int, keep: int) -> None:
    env = item.clone()
    env.slots = env.slots[:keep]
    env.bill = None
    s.delayed.append(Delayed(s.next_id, ability, env, until, ref, uses))
    s.next_id += 1
    s.index = None
    s.stamp += 1
    s.dirty |= w.DIRTY_DAMAGE


def _set_up_line(ctx: Context, node: n.SetUp) -> None:
    until = UNTIL[node.until]
    if isinstance(node.ability, h.Instead) and node.ability.event.verb == "turn starts" and not node.uses:
        message = "a number of turns that are skipped without end"
        raise Unsupported(message)
    keep = len(ctx.names)
    made = one_ability(ctx, node.ability, f"{ctx.key}/{node.at}")
    uses = node.uses or 0
    ending = until == w.U_TURN

    def run(s: State, f: Frame, item: Item) -> bool:
        del f
        for ability in made:
            past = isinstance(ability, Trigger) and w.E_TURN_ENDS in ability.kinds and s.phase == w.ENDING
            if not (past and ending):  # CR 359.3.e.16: too late for the end of this turn
                _set_up(s, item, ability, until, until_ref(item, until), uses, keep)
        return True

    ctx.add(run, "set up")


# --- reflexive triggers -----------------------------------------------------------------------------------------------


def _do_this(ctx: Context, node: n.DoThis) -> None:
    keep = len(ctx.names)
    key = f"{ctx.key}/{node.at}/this"
    inner = child(ctx, key)
    script = script_of(inner, node.do)
    test = None if node.test is None else condition(ctx, node.test)
    if node.when is not None:
        _when_this(ctx, node, script, key, keep)
        return
    trigger = Trigger(
        key, (), lambda s, env, event: True, None, None, False, None, script, False, 0, w.Z_BOARD, "", 0, False, False
    )
    ctx.pool.found[f"{key}/trigger"] = trigger

    def run(s: State, f: Frame, item: Item) -> bool:
        del f
        if test is not None and not test(s, item):
            return True
        made = Item(s.next_id, I_TRIGGER, item.you, item.me, item.this, item.card, item.d, script)
        s.next_id += 1
        made.ability = key
        made.slots = item.slots[:keep] + [()] * (script.slots - keep)
        made.snaps = item.snaps.copy()
        made.it, made.there, made.origin, made.who = item.it, item.there, item.origin, item.who
        made.amount, made.event_item = item.amount, item.event_item
        made.facedown_loc = item.facedown_loc
        made.nobodys = item.nobodys
        s.triggered.append(made)
        return True

    ctx.add(run, "do this")


def _when_this(ctx: Context, node: n.DoThis, script: Script, key: str, keep: int) -> None:
    """Wait for what this item will have done, such as a kill in the cleanup that follows (CR 428.5.c)."""
    event = node.when
    assert event is not None
    fits = match_of(ctx, replace(event, by=None, who=None))

    def match(s: State, env: Env, happened: Event) -> bool:
        return isinstance(env, Item) and happened.item == env.id and fits(s, env, happened)

    key = f"{key}/trigger"  # the script has the key itself
    trigger = Trigger(
        key, (kind_of(event),), match, None, None, False, None, script, False, 0, w.Z_BOARD, "", 0, False, False
    )
    ctx.pool.found[key] = trigger
    uses = 0 if node.each_time else 1

    def run(s: State, f: Frame, item: Item) -> bool:
        del f
        _set_up(s, item, trigger, w.U_TURN, w.NOBODY, uses, keep)
        return True

    ctx.add(run, "when this")


def _trigger_again(ctx: Context, node: n.TriggerAgain) -> None:
    """Activate the named effects of objects (CR 383.4.g)."""
    refs = acted_on(ctx, node.of)
    label = {
        "conquer": w.E_CONQUER,
        "hold": w.E_HOLD,
        "play": w.E_PLAY,
        "attack": w.E_ATTACK,
        "defend": w.E_DEFEND,
        "deathknell": w.E_DIE,
    }[node.label] + 1

    def run(s: State, f: Frame, item: Item) -> bool:
        del f
        for ref in refs(s, item):
            o = s.board.get(ref)
            if o is None:
                continue
            event = Event(label - 1, o.controller, ref, w.NOBODY, o.loc, w.NOBODY, 0, item.id, None)
            for env, trigger, delayed in list(get_index(s).triggers.get(label - 1, ())):
                if env.me != ref or trigger.label != label:
                    continue
                if trigger.condition is None or trigger.condition(s, env):
                    queue(s, env, trigger, event, delayed)
        return True

    ctx.add(run, "trigger again")


def _extra_turn(ctx: Context, node: n.ExtraTurn) -> None:
    # CR 738: the newest comes first.
    by_doer(ctx, "extra turn", node.who, lambda s, item, player: s.queue.insert(0, player))


LINES: Final[dict[type, Callable[..., None]]] = {
    n.Give: _give,
    n.Double: _double,
    n.SetMight: _set_might,
    n.SwapMight: _swap_might,
    n.TakeControl: _take_control,
    n.BecomeCopy: _become_copy,
    n.Prevent: _prevent,
    n.SetUp: _set_up_line,
    n.DoThis: _do_this,
    n.TriggerAgain: _trigger_again,
    n.ExtraTurn: _extra_turn,
}
