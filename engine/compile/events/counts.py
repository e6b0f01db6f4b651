"""The number of times that an event has happened, as a closure: counts in the log of the turn or of the combat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities import phrases as p
from riftcheck.engine.compile.core.subjects import Unsupported, item_of, snap_of, speaker
from riftcheck.engine.compile.events.kinds import is_grouped, kind_of
from riftcheck.engine.compile.events.matchers import match_of, speaks_of_before
from riftcheck.engine.compile.selectors.selections import every_one, matcher
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import Item
from riftcheck.engine.model.objects import Event
from riftcheck.engine.model.references import any_card, card_ref

if TYPE_CHECKING:
    from riftcheck.engine.compile.core.context import Context
    from riftcheck.engine.model.chain_items import Env
    from riftcheck.engine.model.scripts import Match, Number
    from riftcheck.engine.model.state import State


# The phases of a turn over which events are counted.
PHASES_OF: Final[dict[str, int]] = {
    "your beginning phase": w.BEGINNING,
    "your channel phase": w.CHANNEL,
    "your draw phase": w.DRAW,
    "your main phase": w.MAIN,
}


def count_of(ctx: Context, event: p.Event, span: p.Span, *, once: bool = False) -> Number:
    """Return the number of such events this turn (or in this combat), as a closure; `once`: only 0 or not matters.

    :raises Unsupported: if the engine keeps no count of such events over that span.
    """
    if is_grouped(event) and not once:
        message = "a count of acts on one or more things"
        raise Unsupported(message)
    if event.nth:
        message = "a count of one time of the turn"
        raise Unsupported(message)
    if span == "game":
        message = "a count over the whole game"
        raise Unsupported(message)
    kind = kind_of(event)
    if kind == w.E_PLAY:
        if span != "this turn":
            message = f"a count of cards played {span}"
            raise Unsupported(message)
        return _plays(ctx, event)
    if kind == w.E_USE:
        return _uses(ctx, event, span)
    if kind == w.E_CONQUER and event.place is not None and speaks_of_before(event.place):
        message = "a count of conquests by who controlled the battlefield before"
        raise Unsupported(message)
    ctx.pool.notes.asked.add(kind)
    match = match_of(ctx, event, counted=True)
    if span in PHASES_OF:
        ctx.pool.notes.asked.update((w.E_PHASE, w.E_TURN_ENDS))
        phase = PHASES_OF[span]
        return lambda s, env: sum(1 for ev in _within_phase(s, speaker(env), phase) if match(s, env, ev))
    if span == "this combat":
        ctx.pool.notes.asked.add(w.E_COMBAT_STARTS)
        return lambda s, env: sum(1 for ev in _this_combat(s) if match(s, env, ev))
    return lambda s, env: sum(1 for ev in s.history if match(s, env, ev))


def _within_phase(s: State, player: int, phase: int) -> list[Event]:
    """Return the events of a phase of this turn, none where it was skipped or is no phase of this player's.

    It lasts until the next phase that is told, or the end of the turn (CR 314-317): of a phase that is skipped no
    start is told, and nothing happens in it.
    """
    found: list[Event] = []
    within = False
    for event in s.history:
        if event.kind in (w.E_PHASE, w.E_TURN_ENDS):
            within = event.kind == w.E_PHASE and event.amount == phase and event.player == player
        if within:
            found.append(event)
    return found


def _this_combat(s: State) -> list[Event]:
    """Return the events since the combat in progress opened, empty without one (CR 466.2, 468.7)."""
    if not s.combat:
        return []
    for place in range(len(s.history) - 1, -1, -1):
        if s.history[place].kind == w.E_COMBAT_STARTS:
            return s.history[place:]
    return []


def _plays(ctx: Context, event: p.Event) -> Number:
    """CR 420.4.b: what asks whether cards have been played counts finalized ones.

    :raises Unsupported: if it asks how they were played, of which the count knows nothing.
    """
    known = p.Event("play", who=event.who, thing=event.thing, one_or_more=event.one_or_more, place=event.place)
    if event != known or (event.thing is not None and not isinstance(event.thing, p.Selector)):
        message = "a count of cards by how they were played"
        raise Unsupported(message)
    if event.place is not None:
        return _plays_to(ctx, event)
    who = ctx.who(event.who or "you")
    other = isinstance(event.thing, p.Selector) and event.thing.other
    fits = None
    if isinstance(event.thing, p.Selector) and (event.thing.tests or event.thing.nouns != ("card",)):
        fits = matcher(ctx, every_one(event.thing))

    def plays(s: State, env: Env) -> int:
        total = 0
        same = _cards_at_hand(s, env) if other else set()
        for player in who(s, env):
            for card in reversed(s.players[player].finalized):
                if card in same:
                    if card != env.card:
                        same.remove(card)  # played before that it was another (CR 124); the source never is (812.1.c)
                    continue
                if fits is None or fits(s, env, card_ref(s, card)):
                    total += 1
        return total

    return plays


def _plays_to(ctx: Context, event: p.Event) -> Number:
    """Count what was played to a place: the log tells it with each play, also of tokens (CR 350.2).

    :raises Unsupported: if it asks for another thing than the source.
    """
    if isinstance(event.thing, p.Selector) and event.thing.other:
        message = "a count of other things played to a place"
        raise Unsupported(message)
    ctx.pool.notes.asked.add(w.E_FINALIZE)
    match = match_of(ctx, event, counted=True)
    return _finalized(match, w.E_FINALIZE, w.E_PLAY)


def _uses(ctx: Context, event: p.Event, span: p.Span) -> Number:
    """CR 420.4.b: what asks whether abilities have been used counts finalized ones, as of cards that are played.

    :raises Unsupported: if it asks of another time than this turn.
    """
    if span != "this turn":
        message = f"a count of abilities used {span}"
        raise Unsupported(message)
    ctx.pool.notes.asked.add(w.E_ACTIVATE)
    match = match_of(ctx, event, counted=True)
    return _finalized(match, w.E_ACTIVATE, w.E_USE)


def _finalized(match: Match, noted: int, told: int) -> Number:
    """Count what was finalized, noted as one event, by a sentence about what has resolved, told as another."""

    def as_told(ev: Event) -> Event:
        return Event(told, ev.player, ev.subject, ev.other, ev.loc, w.NOBODY, ev.amount, ev.item, ev.snap)

    return lambda s, env: sum(1 for ev in s.history if ev.kind == noted and match(s, env, as_told(ev)))


def _cards_at_hand(s: State, env: Env) -> set[int]:
    """Return the cards that "another card" is not: the source, what the event is about, and the spells it chooses."""
    chosen = [ref for group in env.chosen for ref in group] if isinstance(env, Item) else []
    return {env.card, *(_card_of(s, env, ref) for ref in (env.it, *chosen))} - {w.NOBODY}


def _card_of(s: State, env: Env, ref: int) -> int:
    snap = snap_of(env, ref)
    if snap is not None:
        return snap.card
    item = item_of(s, ref)
    return any_card(s, ref) if item is None else item.card
