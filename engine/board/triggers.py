"""Triggered abilities: does an event fulfil a condition, and the pending items that follow (CR 382-389)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.board.layers import keyword_values, times_triggered, use_delayed
from riftcheck.engine.board.zones import chain_changed
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_TRIGGER, Env, Item, only_adds
from riftcheck.engine.model.decisions import ask, take
from riftcheck.engine.model.frames import PlaceFrame
from riftcheck.engine.model.objects import OWN_NAME
from riftcheck.engine.model.references import NOTED
from riftcheck.engine.model.turn_order import players_from

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.engine.model.abilities import AbilitySet, Trigger
    from riftcheck.engine.model.objects import Event, Obj, Snap
    from riftcheck.engine.model.scripts import Script
    from riftcheck.engine.model.state import State


def may_trigger(s: State, env: Env, trigger: Trigger, event: Event) -> bool:
    """Tell whether an event fulfils a trigger's whole condition: its gate, the event, the number and the clause."""
    if trigger.gate is not None and not trigger.gate(s, env):
        return False
    if not trigger.match(s, env, event):
        return False
    if trigger.once:
        o = s.board.get(env.me)
        if o is not None and trigger.key in o.once:
            return False
    if trigger.nth and len(_alike_events(s, env, trigger, event, s.history)) != trigger.nth - 1:
        return False
    return _clause_holds(s, env, trigger, event)


def _clause_holds(s: State, env: Env, trigger: Trigger, event: Event) -> bool:
    """CR 383.2.a.1: a clause right after the condition is part of it."""
    return trigger.condition is None or trigger.condition(s, bound_to(env, trigger.script.slots, event))


def _alike_events(s: State, env: Env, trigger: Trigger, event: Event, events: Sequence[Event]) -> list[Event]:
    """Return those of some events that a trigger counts together with one."""
    return [
        other
        for other in events
        if other.kind in trigger.kinds and _of_same(s, trigger, other, event) and trigger.match(s, env, other)
    ]


def _of_same(s: State, trigger: Trigger, other: Event, event: Event) -> bool:
    """Tell whether a trigger counts two events together: for each player it counts those of that player alone."""
    if trigger.each_controller:
        return _controller_of_thing(s, other) == _controller_of_thing(s, event)
    return not trigger.each_player or other.player == event.player


def _controller_of_thing(s: State, event: Event) -> int:
    thing = event.snap or s.board.get(event.subject)
    return w.NOBODY if thing is None else thing.controller


def queue_either(s: State, env: Env, trigger: Trigger, event: Event, before: Sequence[Event], delayed: int) -> None:
    """Note a "the Nth time" ability for one of several events at once; which it was is picked later (CR 383.1.b).

    `before` are the events of the same act that were published before this one.
    """
    if (trigger.gate is not None and not trigger.gate(s, env)) or not trigger.match(s, env, event):
        return
    count = len(_alike_events(s, env, trigger, event, s.history))
    at_once = _alike_events(s, env, trigger, event, before)
    if not count - len(at_once) < trigger.nth <= count + 1 or not _clause_holds(s, env, trigger, event):
        return
    if count == trigger.nth - 1:
        first = len(s.triggered)
        queue(s, env, trigger, event, delayed)
        noted = s.triggered[first:]
        others = [other for other in at_once if _clause_holds(s, env, trigger, other)]
    else:
        noted = [item for item in s.triggered if _is_noted(s, item, env, trigger, event)]
        others = [event]
    for item in noted if others else ():
        item.either = item.id
        for other in others:
            rival = new_trigger(s, env, trigger, other)
            rival.either = item.id
            s.triggered.append(rival)


def queue_with(s: State, env: Env, trigger: Trigger, event: Event, before: Sequence[Event]) -> None:
    """Add the thing of an event to those of an ability that was noted for an earlier event of the same act."""
    earlier = {other.subject for other in before}
    for item in s.triggered:
        if item.trigger is not _printed(trigger) or item.me != env.me:
            continue
        held = item.slots[trigger.them]
        if held and held[-1] in earlier and trigger.match(s, env, event):
            item.slots[trigger.them] = (*held, event.subject)
            if event.snap is not None:
                item.snaps[event.subject] = event.snap


def _is_noted(s: State, item: Item, env: Env, trigger: Trigger, event: Event) -> bool:
    """Tell whether an item was noted by a trigger for an earlier one of events at once, and is no rival of that."""
    if item.trigger is not _printed(trigger) or item.me != env.me or item.either not in (0, item.id):
        return False
    if trigger.each_controller:
        noted = item.snaps.get(item.it) or s.board.get(item.it)
        return noted is not None and noted.controller == _controller_of_thing(s, event)
    return not trigger.each_player or item.who == event.player


def bound_to(env: Env, slots: int, event: Event) -> Env:
    """Return the surroundings of a text with what an event gives it: it, there, that player, the amount."""
    bound = Env(env.you, env.me, env.this, env.card, env.d)
    bound.slots = list(env.slots) + [()] * (slots - len(env.slots))
    bound.snaps = env.snaps
    if event.snap is not None:
        bound.snaps = {**env.snaps, event.subject: event.snap}
    bound.it = event.subject
    bound.there, bound.origin = _places(env, event)
    bound.who = event.player
    bound.amount = event.amount
    bound.event_item = event.item
    return bound


def _places(env: Env, event: Event) -> tuple[int, int]:
    """Return the location and origin of an event, or those that a delayed trigger noted before (CR 359.3.f.3.a)."""
    if event.loc < 0 and event.origin < 0:
        return env.there, env.origin
    return event.loc, event.origin


def queue(s: State, env: Env, trigger: Trigger, event: Event, delayed: int, *, happened: bool = True) -> None:
    """Note a triggered ability; it is placed on the chain when the work at hand is done (CR 383.3, 354.4)."""
    count = times_triggered(s, env, trigger, event, happened=happened) if trigger.label else 1
    if delayed >= 0 and count:
        use_delayed(s, delayed)
    for _ in range(count):
        s.triggered.append(new_trigger(s, env, trigger, event))


def new_trigger(s: State, env: Env, trigger: Trigger, event: Event) -> Item:
    """Return the pending item of a trigger, with the notes from its event (CR 359.3.f.3)."""
    # CR 190.6.b: the turn player is responsible for what an uncontrolled battlefield does.
    you = env.you if env.you >= 0 else s.tp
    if trigger.controller:
        you = named_controller(s, trigger.controller, event)
    item = Item(s.next_id, I_TRIGGER, you, env.me, env.this, env.card, env.d, trigger.script)
    item.nobodys = env.nobodys or (env.you < 0 and not trigger.controller)
    s.next_id += 1
    item.trigger = _printed(trigger)
    item.ability = trigger.key
    item.slots = list(env.slots) + [()] * (trigger.script.slots - len(env.slots))
    _keep_shown(s, item, trigger.script)
    item.snaps = env.snaps.copy()
    if event.snap is not None:
        item.snaps[event.subject] = event.snap
    item.it = event.subject
    item.there, item.origin = _places(env, event)
    item.who = event.player
    item.amount = event.amount
    if trigger.worth:
        o = s.board.get(env.me)
        item.amount = 0 if o is None else keyword_values(s, o)[trigger.worth]
    item.event_item = event.item
    if trigger.them >= 0:
        item.slots[trigger.them] = (event.subject,)
    if trigger.label == w.E_PLAY + 1:
        o = s.board.get(env.me)
        if o is not None and o.origin_loc >= 0:
            # CR 811.1.d.3: it chooses at one battlefield only.
            item.facedown_loc = o.loc if s.rules.hidden_chooses_where_played else o.origin_loc
    return item


def _keep_shown(s: State, item: Item, script: Script) -> None:
    """Copy the values of what its source showed off to a trigger, because the source may leave (CR 832.1.d.1)."""
    o = s.board.get(item.this if item.this >= 0 else item.me)
    for key, held in () if o is None else o.notes:
        if held[:1] == (NOTED,) and OWN_NAME + key in script.names:
            item.slots[script.names.index(OWN_NAME + key)] = held


def _printed(trigger: Trigger) -> Trigger:
    """Return a trigger as its card has it: a saved item is found again by that one's key."""
    return trigger.twin_of or trigger


def named_controller(s: State, controller: str, event: Event) -> int:
    """Return the player whom an ability says to choose: of the event, or of its thing (CR 190.6.c)."""
    found = event.player
    if controller != "that player":
        thing = event.snap or s.board.get(event.subject)
        owner = controller == "its owner"
        found = w.NOBODY if thing is None else (thing.owner if owner else thing.controller)
    return found if found >= 0 else s.tp


def queue_own(s: State, o: Obj, texts: list[tuple[AbilitySet, int]], you: int, event: Event, snap: Snap) -> None:
    """Note the abilities of an object that trigger on its own leaving, seen from before it left (CR 808.1.d)."""
    for text, this in texts:
        for trigger in text.triggers:
            if not trigger.own or event.kind not in trigger.kinds:
                continue
            env = Env(you, o.id, this, o.card, o.d)
            env.snaps = {o.id: snap}
            if may_trigger(s, env, trigger, event):
                queue(s, env, trigger, event, -1)


def queue_attached(s: State, o: Obj, event: Event) -> None:
    """Note the abilities of a card that trigger on its being attached: that text still counts then (CR 725.1)."""
    for trigger in o.d.main.triggers:
        if event.kind not in trigger.kinds:
            continue
        env = Env(o.controller, o.id, o.id, o.card, o.d)
        if may_trigger(s, env, trigger, event):
            queue(s, env, trigger, event, -1)


def queue_card(s: State, card: int, you: int, event: Event) -> None:
    """Note the abilities of a card that trigger on what happened to it away from the board (CR 383.2.c.1)."""
    d = s.pool.defs[s.card_defs[card]]
    for trigger in d.main.triggers:
        if not trigger.own or event.kind not in trigger.kinds:
            continue
        env = Env(you, event.subject, event.subject, card, d)
        if may_trigger(s, env, trigger, event):
            queue(s, env, trigger, event, -1)


# --- placing them on the chain ----------------------------------------------------------------------------------------


def start_placing(s: State) -> None:
    """Place a noted trigger on the chain; of several leave a frame that places them."""
    if len(s.triggered) == 1:
        item = s.triggered[0]
        if not item.either and not s.players[item.you].gone:
            s.triggered.clear()
            append_item(s, item, kept=True)
            return
    s.frames.append(PlaceFrame())


def step_place(s: State, _f: PlaceFrame) -> None:
    """Place noted triggers: the turn player's first, then in turn order; each player orders their own (CR 383.3.d)."""
    while s.triggered:
        first = _first_noted(s)
        player = _next_to_place(s, first)
        mine = [place for place, item in enumerate(s.triggered) if item.you == player and item in first]
        if not mine:
            s.triggered.clear()
            break
        if any(s.triggered[place].either for place in mine):
            if not _pick_event(s, player, mine):
                return
            continue
        chosen = mine[0]
        if s.answer is not None:
            chosen = mine[take(s)[0][1]]
        elif len(mine) > 1 and not _in_order([s.triggered[place] for place in mine]):
            options = [(w.O_ITEM, number, s.triggered[place].me) for number, place in enumerate(mine)]
            if ask(s, player, w.D_ORDER, options, 1, 1, w.NOBODY, "order"):
                return
            chosen = mine[take(s)[0][1]]
        item = s.triggered.pop(chosen)
        append_item(s, item, kept=True)
    s.frames.pop()


def _pick_event(s: State, player: int, mine: list[int]) -> bool:
    """Let a player pick which of several events at once an ability triggered on (CR 383.1.b); False while asked."""
    items = [s.triggered[place] for place in mine]
    either = next(item.either for item in items if item.either)
    if s.answer is None:
        options = [(w.O_ITEM, number, item.me) for number, item in enumerate(items) if item.either == either]
        if ask(s, player, w.D_ORDER, options, 1, 1, w.NOBODY, "instance"):
            return False
    kept = items[take(s)[0][1]]
    kept.either = 0
    s.triggered = [item for item in s.triggered if item.either != either]
    return True


def _in_order(items: list[Item]) -> bool:
    """Tell whether no player orders these: all alike, or reflexive, in the order of the instructions (CR 389)."""
    return all(item.trigger is None for item in items) or _alike(items)


def append_item(s: State, item: Item, *, kept: bool) -> None:
    """Append a pending item; the first one opens a chain. `kept`: such a chain does not pass focus (CR 346.1)."""
    if not s.chain and not s.open_chain:
        s.chain_kept = kept and s.rules.focus_stays_after_triggers
    s.open_chain = True
    s.chain.append(item)
    chain_changed(s)
    if not only_adds(item):
        s.prio = w.NOBODY


# The beginnings of a showdown, a combat or a phase, and the roles that follow: the triggers of the first are placed
# first.
STARTS: Final = frozenset({w.E_SHOWDOWN_STARTS, w.E_COMBAT_STARTS, w.E_PHASE})
ROLES: Final = frozenset({w.E_ATTACK, w.E_DEFEND})


def _of_kind(items: list[Item], kinds: frozenset[int]) -> list[Item]:
    return [item for item in items if item.trigger is not None and not kinds.isdisjoint(item.trigger.kinds)]


def _first_noted(s: State) -> list[Item]:
    """Return the triggers that are placed first: those of the beginning of a showdown or combat (CR 466.2.b).

    So are those of the start of a phase before those of its task, which is done after it starts (CR 315.3-4, 337.1.b).
    Before those that saw a permanent die come those of its own death: they are on the chain before it is put into the
    trash (CR 383.2.c.3, 808.1.d.2).
    """
    return _of_kind(s.triggered, STARTS) or _of_own_death(s.triggered) or s.triggered


def _of_own_death(items: list[Item]) -> list[Item]:
    return [item for item in items if item.trigger is not None and item.trigger.own and w.E_DIE in item.trigger.kinds]


def _next_to_place(s: State, noted: list[Item]) -> int:
    waiting = {item.you for item in noted}
    for player in _placing_order(s, noted):
        if player in waiting:
            return player
    return s.tp


def _placing_order(s: State, noted: list[Item]) -> list[int]:
    if not s.combat or s.attacker < 0 or not _of_kind(noted, ROLES):
        return players_from(s, s.tp)
    # CR 466.2.d.1: the attacker, then everyone else in turn order, then the defender.
    others = [player for player in players_from(s, s.attacker) if player not in (s.attacker, s.defender)]
    return [s.attacker, *others, s.defender]


def _alike(items: list[Item]) -> bool:
    """Tell whether triggers do the same in any order: one ability with the same event, names and amount noted."""
    first = items[0]
    return all(_noted(item) == _noted(first) for item in items)


def _noted(item: Item) -> tuple[object, ...]:
    # Cards of one kind off the board are all alike: what happened to one of them is in `it`.
    me = max(item.me, w.NOBODY)
    return item.ability, me, item.it, item.there, item.origin, item.who, item.amount, item.slots
