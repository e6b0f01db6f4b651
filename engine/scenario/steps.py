"""Doing the steps of a scenario: finding the option that is meant, and doing it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import words as w
from engine.describe import option_keys
from engine.index import get_index
from engine.leaving import concede
from engine.naming import PHASES
from engine.playing import WAY_CHAMPION, WAY_FACEDOWN, WAY_FLOW, WAY_HAND, WAY_PERMISSION, WAY_STEP
from engine.scenario.answering import GROUP_ENDS, MOST, WINDOWS, Answers, Failure, NotOffered
from engine.scenario.cast import CARD, Thing
from engine.scenario.reading import Node, verb_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.state import Decision, Option

FROM: Final = {
    "hand": WAY_HAND,
    "champion zone": WAY_CHAMPION,
    "facedown": WAY_FACEDOWN,
    "flow": WAY_FLOW,
    "permission": WAY_PERMISSION,
}


class Actor(Answers):
    """Does the steps of one run on its state."""

    # --- a step -------------------------------------------------------------------------------------------------------

    def do(self, step: Node) -> None:
        """Do a step and answer what it tells the answers of.

        :raises Failure: if it cannot be done, or an answer was not asked for.
        :raises ScenarioFault: if it names what is not known.
        """
        verb = verb_of(step)
        self.step = step
        self.asked = []
        self._prepare(step)
        if verb == "expect":
            return
        if verb not in ("answer", "concede") and self.question is not None:
            raise Failure(step, f"a question is still open: {self.question_words()}")
        node = step.at(verb) if isinstance(step.value, dict) else step
        if step.has("by") and verb != "concede":
            by = step.at("by").player()
            if self.s.decision is None or not self.s.waiting or self.s.decision.player != by:
                raise NotOffered(step.at("by"), f"p{by + 1} is not asked now: {self.question_words()}")
        VERB[verb](self, node)
        self._settle()
        paid = any(kind == "payment" for _, kind in self.asked) or (self.pay is not None and verb == "answer")
        if self.pay is not None and not paid:
            raise NotOffered(self.pay, "nothing was to be paid in a way of the player's choice")
        left = [*self.rest, *self.targets, *self.choices, *self.extras, *([self.to] if self.to else [])]
        left = [node for node in left if node.value != GROUP_ENDS]
        if left:
            raise NotOffered(left[0], f"this answer was not asked for; now: {self.question_words()}")

    def _prepare(self, step: Node) -> None:
        def each(key: str) -> list[Node]:
            return step.at(key).each() if step.has(key) else []

        self.targets, self.choices, self.extras = each("targets"), each("choose"), each("extra")
        self.to = step.at("to") if step.has("to") else None
        self.pay = step.at("pay") if step.has("pay") else None
        self.rest = []
        self.told = False

    # --- verbs --------------------------------------------------------------------------------------------------------

    def window(self, node: Node) -> Decision:
        """Return the window in which somebody may act now.

        :raises NotOffered: if nobody may.
        """
        decision = self.decision
        if decision is None or decision.kind not in WINDOWS:
            raise NotOffered(node, f"nobody can act now: {self.question_words()}")
        return decision

    def take(self, node: Node, fits: Callable[[Option], bool]) -> None:
        """Do the one action of the open window that fits.

        :raises NotOffered: if none does.
        """
        decision = self.window(node)
        found = [place for place, option in enumerate(decision.options) if fits(option)]
        if not found:
            raise NotOffered(node, f"{node.shown()} is not offered: {self.question_words()}")
        if len(found) > 1:
            keys = option_keys(self.s)
            every = "; ".join(keys[place] for place in found)
            raise node.fault(f"{node.shown()} can mean several: {every}; say which with `from`, `ability` or `as`")
        self.submit(found)

    def play(self, node: Node) -> None:
        """Play a card."""
        things = self.cast.things(node)
        way = FROM[self.step.at("from").one_of(FROM)] if self.step.has("from") else -1

        number = self.step.at("ability").number(1) - 1 if self.step.has("ability") else -1

        def fits(option: Option) -> bool:
            kind, card, detail = option
            if kind != w.O_PLAY or (way >= 0 and detail % WAY_STEP != way):
                return False
            if number >= 0 and detail // WAY_STEP != number:
                return False
            # Of equal cards in hand one is offered.
            return Thing(CARD, card) in things or (detail % WAY_STEP == WAY_HAND and self._equal_in_hand(card, things))

        if self.step.has("as"):
            decision = self.window(node)
            found = [option for option in decision.options if fits(option)]
            if found:
                self.cast.aliases[self.step.at("as").text()] = Thing(CARD, found[0][1])
        self.take(node, fits)

    def _equal_in_hand(self, card: int, things: list[Thing]) -> bool:
        s = self.s
        hand = s.players[s.owners[card]].hand
        return any(
            thing.kind == CARD and thing.number in hand and s.card_defs[thing.number] == s.card_defs[card]
            for thing in things
        )

    def activate(self, node: Node) -> None:
        """Activate an ability of something."""
        things = self.cast.things(node)
        number = self.step.at("ability").number(1) if self.step.has("ability") else 0
        own = [env.me for env, _ in get_index(self.s).activated]

        def fits(option: Option) -> bool:
            kind, me, detail = option
            if kind != w.O_ACTIVATE or self.cast.meant(me) not in things:
                return False
            return not number or own[: detail + 1].count(me) == number

        self.take(node, fits)

    def move(self, node: Node) -> None:
        """Make a standard move with some units."""
        if self.to is None:
            raise self.step.fault("a move needs `to`: a battlefield, or base")
        to, self.to = self.to, None
        decision = self.window(node)
        loc = self.location(to, decision.player)
        for word in node.each():
            self.cast.things(word)
        place = next((n for n, option in enumerate(decision.options) if option[:2] == (w.O_MOVE, loc)), -1)
        if place < 0:
            raise NotOffered(to, f"a move to {to.shown()} is not offered: {self.question_words()}")
        self.rest = [node]
        self.submit([place])

    def hide(self, node: Node) -> None:
        """Hide a card at a battlefield."""
        if self.to is None:
            raise self.step.fault("hiding needs `to`: a battlefield")
        to, self.to = self.to, None
        loc = self.location(to, self.window(node).player)
        things = self.cast.things(node)

        def fits(option: Option) -> bool:
            kind, card, where = option
            if kind != w.O_HIDE or where != loc:
                return False
            return Thing(CARD, card) in things or self._equal_in_hand(card, things)

        self.take(node, fits)

    def location(self, node: Node, player: int) -> int:
        """Return the place that a word means.

        :raises ScenarioFault: if it means none.
        """
        loc = self.cast.place(node.value, player)
        if loc < 0:
            raise node.fault(f"no place {node.shown()}; places are base, battlefield 1, and names of battlefields")
        return loc

    def answer(self, node: Node) -> None:
        """Answer the open question."""
        if self.question is None:
            raise NotOffered(node, f"no question is open: {self.question_words()}")
        if self.question.kind == w.D_PLAN:
            self.pay = node
        elif self._is_extra(self.question) and isinstance(node.value, bool):
            self.submit([self.index(self.question, node, node.value)])
        else:
            self.rest = [node]

    def passing(self, node: Node) -> None:
        """Pass priority or focus."""
        self.take(node, lambda option: option[0] == w.O_PASS)

    def end_turn(self, node: Node) -> None:
        """End the turn."""
        self.take(node, lambda option: option[0] == w.O_END)

    def resolve(self, node: Node) -> None:
        """Let everybody pass until the chain is empty, or with `top` until its newest item has resolved."""
        if isinstance(self.step.value, dict) and node.value not in ("top", "chain", None):
            raise node.fault(f"resolve is followed by nothing, chain or top; it is {node.shown()}")
        s = self.s
        if not s.chain:
            raise NotOffered(node, f"the chain is empty: {self.question_words()}")
        top = s.chain[-1].id
        whole = not isinstance(self.step.value, dict) or node.value != "top"
        self._pass_while(node, lambda kind: kind == w.D_PRIORITY and (whole or any(item.id == top for item in s.chain)))

    def finish_showdown(self, node: Node) -> None:
        """Let everybody pass focus and priority until the showdown has ended."""
        s = self.s
        if s.showdown < 0:
            raise NotOffered(node, f"there is no showdown: {self.question_words()}")
        here = s.showdown
        self._pass_while(node, lambda kind: kind != w.D_MAIN and s.showdown == here)

    def _pass_while(self, node: Node, goes_on: Callable[[int], bool]) -> None:
        for _ in range(MOST):
            self._settle()
            decision = self.decision
            if decision is None or decision.kind not in WINDOWS or not goes_on(decision.kind):
                return
            self.take(node, lambda option: option[0] == w.O_PASS)
        raise Failure(node, "this comes to no end")

    def to_phase(self, node: Node) -> None:
        """End the turn and pass until a phase in which somebody may act."""
        wanted = PHASES.index(node.one_of(PHASES[1:]))
        turn, phase = self.s.turn, self.s.phase
        self._advance_to(node, lambda: self.s.phase == wanted and (self.s.turn, self.s.phase) != (turn, phase))

    def to_turn(self, node: Node) -> None:
        """End turns and pass until the main phase of a player's next turn."""
        player = node.player()
        turn = self.s.turn
        self._advance_to(node, lambda: self.s.tp == player and self.s.turn != turn and self.decision_kind == w.D_MAIN)

    @property
    def decision_kind(self) -> int:
        """The kind of the open decision, -1 for none."""
        return -1 if self.decision is None else self.decision.kind

    def _advance_to(self, node: Node, there: Callable[[], bool]) -> None:
        last = self.s.turn + len(self.s.players)
        while self.decision is not None and not there():
            self._settle()
            decision = self.decision
            if decision is None or decision.kind not in WINDOWS or there():
                return
            if self.s.turn > last:
                raise Failure(node, f"nobody could act in that phase; now it is turn {self.s.turn}")
            self.take(node, lambda option: option[0] in (w.O_PASS, w.O_END))

    def invite(self, node: Node) -> None:
        """Invite a teammate to act."""
        player = node.player()
        self.take(node, lambda option: option[:2] == (w.O_INVITE, player))

    def concede(self, node: Node) -> None:
        """Let a player leave the game."""
        player = node.player()
        if player >= len(self.s.players) or self.s.players[player].gone:
            raise NotOffered(node, f"{node.shown()} is not in the game")
        self.cast.look()
        concede(self.s, player)
        self.run_on()


VERB: Final[dict[str, Callable[[Actor, Node], None]]] = {
    "play": Actor.play,
    "activate": Actor.activate,
    "move": Actor.move,
    "hide": Actor.hide,
    "answer": Actor.answer,
    "pass": Actor.passing,
    "resolve": Actor.resolve,
    "finish-showdown": Actor.finish_showdown,
    "end-turn": Actor.end_turn,
    "to-phase": Actor.to_phase,
    "to-turn": Actor.to_turn,
    "concede": Actor.concede,
    "invite": Actor.invite,
}
