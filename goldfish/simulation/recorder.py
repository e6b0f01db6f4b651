"""The recorder of a game: it makes `GameFacts` of the engine's events and of the state at each decision.

The log is read up to each decision of a main phase and then cleared, so a game holds no more than a turn of it.
Decisions with a single answer, which nobody is asked, are recorded too: a turn on which nothing can be done is a turn.

Energy and power are produced if they are spent or wasted. Wasted is what lies ready, or floats in the pool, when the
player ends the turn, and is not spent in the enemies' turn after it. A turn that the end of the game cuts short wastes
nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_CARD
from riftcheck.engine.model.references import any_card
from riftcheck.engine.model.state import kind_flags
from riftcheck.goldfish.simulation.facts import GameFacts, KindFacts, TurnFacts

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.engine.model.decisions import Decision
    from riftcheck.engine.model.objects import Event
    from riftcheck.engine.model.state import State
    from riftcheck.goldfish.plan.prepared_run import PreparedRun

# Where energy stands in a pool, in three groups of eight (CR 166); the other places are power.
GROUP: Final = 8


class Recorder:
    """Records the facts of one player of one game. `over`: the player's last turn is over, and nothing more counts."""

    __slots__ = (
        "control",
        "early",
        "ending",
        "facts",
        "items",
        "last",
        "late",
        "mark",
        "me",
        "most",
        "over",
        "points",
        "prepared",
        "s",
        "since",
        "theirs",
        "turns",
    )

    def __init__(self, prepared: PreparedRun, s: State, me: int, index: int) -> None:
        self.prepared = prepared
        self.s = s
        self.me = me
        self.facts = GameFacts(index, first=s.order[0] == me, met=prepared.list_met(index))
        self.last = prepared.run.turns
        self.over = False
        self.turns = 0
        # Points as the events say them, for they stand still when the last turn is over.
        self.points = 0
        self.theirs = 0
        # The most energy that a turn has begun with, and the turn of which that was noted.
        self.most = -1
        self.mark = 0
        # What was ready and floated when the player was last asked in the main phase.
        self.ending: tuple[int, int] | None = None
        # Cards drawn before the player's first turn, and after the last one.
        self.early = 0
        self.late: set[int] = set()
        # By card: the turn since which it could be played.
        self.since: dict[int, int] = {}
        self.items: set[int] = set()
        self.control: dict[int, int] = {}
        s.log = []
        s.watched = RECORDED
        s.on_question = self.look

    # --- events ---

    def drain(self) -> None:
        """Count the events so far."""
        log = self.s.log
        if not log:
            return
        for event in log:
            if not RECORDED[event.kind]:
                continue  # a recorder of the log receives more events
            if not self.over:
                HANDLERS[event.kind](self, event)
            elif event.kind == w.E_DRAW:
                self.late.add(any_card(self.s, event.subject))
        log.clear()

    def turn_starts(self, event: Event) -> None:
        """Begin a turn, or end the count after the last one."""
        self._close()
        if self.turns >= self.last:
            self.over = True
            return
        if event.player == self.me:
            self.turns += 1
            self.facts.turns.append(TurnFacts(points=self.points, drawn=self.early))
            self.early = 0

    def _close(self) -> None:
        """Note what the player left unused in the turn that is over."""
        if self.ending is not None and self.facts.turns:
            turn = self.facts.turns[-1]
            turn.energy_wasted, turn.power_wasted = self.ending
            turn.energy_produced += self.ending[0]
            turn.power_produced += self.ending[1]
        self.ending = None

    def drawn(self, event: Event) -> None:
        """Count a card that is drawn."""
        if event.player != self.me:
            return
        if self.facts.turns:
            self.facts.turns[-1].drawn += 1
        else:
            self.early += 1
        kind = self._kind_of_card(any_card(self.s, event.subject))
        if kind >= 0:
            self.kind(kind).drawn.append(max(1, self.turns))

    def played(self, event: Event) -> None:
        """Count a card that is finalized: it is played, whatever becomes of it."""
        snap = event.snap
        if event.player != self.me or snap is None or snap.card < 0 or not self.turns:
            return
        self.facts.turns[-1].played += 1
        kind = self._kind_of_card(snap.card)
        if kind >= 0:
            facts = self.kind(kind)
            facts.played.append(self.turns)
            facts.delays.append(self.turns - self.since.pop(snap.card, self.turns))

    def spent(self, event: Event) -> None:
        """Count what is paid."""
        if event.player != self.me or not self.turns:
            return
        turn = self.facts.turns[-1]
        turn.energy_spent += event.amount
        turn.power_spent += event.origin
        turn.energy_produced += event.amount
        turn.power_produced += event.origin
        if self.ending is not None:
            energy, power = self.ending
            self.ending = max(0, energy - event.amount), max(0, power - event.origin)
        else:
            # What was left ready for the enemies' turn, and is spent in it, was not wasted.
            held, kept = min(event.amount, turn.energy_wasted), min(event.origin, turn.power_wasted)
            turn.energy_wasted -= held
            turn.energy_produced -= held
            turn.power_wasted -= kept
            turn.power_produced -= kept

    def gained(self, event: Event) -> None:
        """Count points."""
        if event.player != self.me:
            self.theirs += event.amount
            return
        self.points += event.amount
        facts = self.facts
        facts.point_turns += [max(1, self.turns)] * max(0, self.points - len(facts.point_turns))
        if facts.turns:
            facts.turns[-1].points = self.points

    def lost(self, event: Event) -> None:
        """Count points that are lost."""
        if event.player != self.me:
            self.theirs = max(0, self.theirs - event.amount)
            return
        self.points = max(0, self.points - event.amount)
        if self.facts.turns:
            self.facts.turns[-1].points = self.points

    def conquered(self, event: Event) -> None:
        """Count a conquer."""
        if event.player == self.me:
            self.facts.conquered += 1

    def held(self, event: Event) -> None:
        """Count a hold."""
        if event.player == self.me:
            self.facts.held += 1

    def died(self, event: Event) -> None:
        """Count a unit that dies."""
        snap = event.snap
        if snap is not None and snap.controller == self.me and snap.d.types & w.UNIT:
            self.facts.units_lost += 1

    def controlled(self, event: Event) -> None:
        """Note who controls a battlefield now, and count what is lost."""
        o = self.s.board.get(event.subject)
        if o is None or not o.d.types & w.BATTLEFIELD:
            return
        if self.control.get(event.loc, w.NOBODY) == self.me and event.player != self.me:
            self.facts.battlefields_lost += 1
        self.control[event.loc] = event.player

    def burnt_out(self, event: Event) -> None:
        """Count a burn out."""
        if event.player == self.me:
            self.facts.burn_outs += 1

    # --- questions ---

    def look(self, decision: Decision) -> None:
        """Record a decision; at those of a main phase, record the events before it first."""
        kind = decision.kind
        if kind == w.D_MAIN:
            self.drain()
            if decision.player == self.me and not self.over:
                self._main(decision)
        elif kind == w.D_PRIORITY or kind == w.D_FOCUS:  # noqa: PLR1714 - compiled, two numbers are compared at once
            fresh = kind == w.D_PRIORITY and decision.about not in self.items
            offering = decision.player == self.me and len(decision.options) > 1
            if not fresh and not offering:
                return
            turns = self.s.players[self.me].turns
            if turns > self.last or (turns == self.last and self.s.tp != self.me):
                return  # the last turn is over, which is counted before the next main phase
            if fresh:
                self._chain(decision.about)
            if offering:
                self._offered(decision)

    def _main(self, decision: Decision) -> None:
        s = self.s
        p = s.players[self.me]
        if len(decision.options) > 1:
            self._offered(decision)
        turn = self.facts.turns[-1]
        if self.mark != self.turns:
            self.mark = self.turns
            turn.runes = runes = len(p.runes)
            if runes > self.most:
                self._curve(runes, decision)
            if self.prepared.unsupported and self._holds(self.prepared.unsupported):
                self.facts.turns_with_unsupported += 1
            if self.prepared.in_doubt and self._holds(self.prepared.in_doubt):
                self.facts.turns_with_provisional += 1
        turn.hand = len(p.hand)
        energy, power = p.ready_runes, 0
        if p.pool != w.NO_POOL:
            energy += sum(p.pool[::GROUP])
            power = sum(p.pool) - sum(p.pool[::GROUP])
        self.ending = energy, power

    def _holds(self, kinds: frozenset[int]) -> bool:
        """Tell whether a card of some definitions is in hand."""
        return any(self.s.card_defs[card] in kinds for card in self.s.players[self.me].hand)

    def _offered(self, decision: Decision) -> None:
        """Note since when cards can be played. Of equal cards one option stands for all in hand."""
        s, since = self.s, self.since
        kinds = {s.card_defs[option[1]] for option in decision.options if option[0] == w.O_PLAY}
        if not kinds:
            return
        p = s.players[self.me]
        for card in (*p.hand, *p.champion):
            if card not in since and s.card_defs[card] in kinds:
                since[card] = p.turns

    def _curve(self, runes: int, decision: Decision) -> None:
        """Note of the cards in hand whose energy is there for the first time whether they can be played."""
        s = self.s
        p = s.players[self.me]
        offered = {s.card_defs[option[1]] for option in decision.options if option[0] == w.O_PLAY}
        for index in dict.fromkeys([s.card_defs[card] for card in (*p.hand, *p.champion)]):
            if not self.most < s.pool.defs[index].energy <= runes:
                continue
            kind = self.prepared.kind_of.get(index, w.NOBODY)
            if kind >= 0:
                facts = self.kind(kind)
                facts.curve_chances += 1
                facts.curve_hits += index in offered
        self.most = runes

    def _chain(self, about: int) -> None:
        """Count an ability that has come onto the chain, once."""
        if not self.s.chain:
            return
        item = self.s.chain[-1]
        if item.id != about:
            return
        self.items.add(about)
        if item.kind == I_CARD or item.you != self.me or not item.ability:
            return
        kind = self.prepared.kind_of.get(item.d.index, w.NOBODY)
        if kind >= 0:
            counts = self.kind(kind).abilities
            counts[item.ability] = counts.get(item.ability, 0) + 1

    # --- beginning and end ---

    def opened(self, aside: list[int]) -> None:
        """Note the hand that is kept, before the mulligan is done: `aside` are the cards that go."""
        p = self.s.players[self.me]
        fresh = p.deck[len(p.deck) - len(aside) :][::-1] if aside else []
        self.facts.mulligan = len(aside)
        for card in (*(card for card in p.hand if card not in aside), *fresh):
            kind = self._kind_of_card(card)
            if kind >= 0:
                self.facts.opening.append(kind)
                self.kind(kind).drawn.append(0)

    def result(self) -> GameFacts:
        """Count what is left, and return the facts."""
        self.drain()
        s, facts = self.s, self.facts
        facts.finished = s.winner >= 0 and not self.over
        facts.won = facts.finished and s.winner == s.team[self.me]
        facts.opponent_points = self.theirs
        p = s.players[self.me]
        if facts.turns:
            turn = facts.turns[-1]
            turn.points = self.points
            if self.mark != self.turns:
                # The game ended before the main phase, as it does where what is held wins.
                turn.runes, turn.hand = len(p.runes), len(p.hand)
        for card in p.hand:
            kind = self._kind_of_card(card)
            if kind >= 0 and card not in self.late:
                self.kind(kind).in_hand += 1
                self.kind(kind).dead += card not in self.since
        s.on_question = None  # it refers to the recorder, which refers to the state: neither would be freed
        return facts

    def kind(self, kind: int) -> KindFacts:
        """Return the facts of a kind, new if there are none."""
        kinds = self.facts.kinds
        if kind not in kinds:
            kinds[kind] = KindFacts()
        return kinds[kind]

    def _kind_of_card(self, card: int) -> int:
        if self.s.owners[card] != self.me:
            return w.NOBODY
        return self.prepared.kind_of.get(self.s.card_defs[card], w.NOBODY)


HANDLERS: Final[dict[int, Callable[[Recorder, Event], None]]] = {
    w.E_TURN_STARTS: Recorder.turn_starts,
    w.E_DRAW: Recorder.drawn,
    w.E_FINALIZE: Recorder.played,
    w.E_SPEND: Recorder.spent,
    w.E_GAIN: Recorder.gained,
    w.E_LOSE: Recorder.lost,
    w.E_CONQUER: Recorder.conquered,
    w.E_HOLD: Recorder.held,
    w.E_DIE: Recorder.died,
    w.E_CONTROL: Recorder.controlled,
    w.E_BURN_OUT: Recorder.burnt_out,
}
# The events that the engine is to log.
RECORDED: Final = kind_flags(HANDLERS)
