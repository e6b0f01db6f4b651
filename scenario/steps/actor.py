"""Doing the steps of a scenario: finding the option that is meant, and doing it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from riftcheck.engine.board.ability_index import get_index
from riftcheck.engine.board.zones import find_card
from riftcheck.engine.costs.additional import extras_of
from riftcheck.engine.display.names import PHASES
from riftcheck.engine.flow.player_removal import concede
from riftcheck.engine.model import constants as w
from riftcheck.engine.playing.options import hide_prices
from riftcheck.engine.playing.plays import WAY_HAND, WAY_STEP, probe
from riftcheck.scenario.format.failures import Failure, NotOffered
from riftcheck.scenario.format.reader import verb_of
from riftcheck.scenario.format.reserved_words import ANSWER_WORDS
from riftcheck.scenario.setup.references import CARD, Thing
from riftcheck.scenario.setup.vocabulary import numbered, read_alias, same_cost
from riftcheck.scenario.steps.answers import MOST, Answers
from riftcheck.scenario.steps.forced import drop_told, is_none, only_answers
from riftcheck.scenario.steps.questions import KINDS, WINDOWS, option_words
from riftcheck.scenario.steps.refusals import TIMINGS, refused_extra, refused_place, refused_play
from riftcheck.scenario.steps.refused_actions import refused_activation, refused_hide, refused_move, refused_mover
from riftcheck.scenario.steps.step_check import FROM, read_price, understand

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.engine.model.decisions import Decision, Option
    from riftcheck.scenario.format.nodes import Node

# The keys that say which of several options is meant.
WHICH: Final = "`from`, `ability`, `for` or `as`"
# Questions that a word answers, and those that a place answers.
WORD_QUESTIONS: Final = frozenset({"yes-no", "mode", "number"})
PLACE_QUESTIONS: Final = frozenset({"location", "move", "showdown", "battlefield"})
# Steps that go on by themselves until a player is asked.
GOES_ON: Final = frozenset({"to-turn", "to-phase", "resolve", "finish-showdown", "end-turn"})
# Questions that no target, choice or place answers.
UNTOLD: Final = frozenset({"payment", *(KINDS[kind] for kind in WINDOWS)})


class Actor(Answers):
    """Does the steps of one run on its state."""

    # The step that has stopped at the open question, if one that goes on by itself has.
    stopped = ""

    # --- a step -------------------------------------------------------------------------------------------------------

    def do(self, step: Node) -> None:
        """Do a step, with the answers that it gives.

        :raises Failure: if it cannot be done, or an answer was not asked for.
        :raises ScenarioFault: if it names what is not known.
        """
        verb = verb_of(step)
        self.step = step
        self.asked = []
        self._prepare(step)
        if verb not in ("answer", "concede") and self.question is not None:
            raise Failure(step, self.open_words())
        self.stopped = ""
        node = step.at(verb) if isinstance(step.value, dict) else step
        understand(self, step, verb, node)
        self.must_be_asked(step)
        open_now = set() if self.question is None else {KINDS[self.question.kind]}
        VERB[verb](self, node)
        self._settle()
        if verb in GOES_ON and self.question is not None:
            self.stopped = verb
        if self.pays:
            self._unpaid(self.pays[0])
        left = drop_told([each for each in self.untold if each.kind == w.D_TARGET], self.targets, self.means)
        left += drop_told(self.untold, [*self.rest, *self.choices], self.means)
        left += [*self.extras, *([self.to] if self.to else [])]
        if left:
            self._left_over(left[0], open_now | {kind for _, kind in self.asked} | {KINDS[o.kind] for o in self.untold})

    def open_words(self) -> str:
        """Return the question that is open, and the step that stopped at it; empty if none is open."""
        if self.question is None:
            return ""
        stopped = f", `{self.stopped}` stopped at it" if self.stopped else ""
        return f"a question is still open{stopped}: {self.question_words()}"

    def _unpaid(self, node: Node) -> None:
        """Tell of a payment that nobody asked for.

        :raises Failure: always.
        """
        if self.question is not None:
            raise Failure(
                node,
                f"this payment is not due yet: first {self.question_words()}; "
                "`pay` belongs to the step that answers the last question before it",
            )
        raise Failure(node, f"nothing was to be paid in a way of the player's choice; now: {self.question_words()}")

    def must_be_asked(self, step: Node) -> None:
        """Check that the player whom a step names is asked now.

        :raises NotOffered: if it is another player.
        """
        if not step.has("by"):
            return
        by = self.cast.seat(step.at("by"))
        if self.decision is None or self.decision.player != by:
            decision = self.decision
            passes = decision is not None and decision.kind in WINDOWS and (w.O_PASS, 0, 0) in decision.options
            hint = f" (p{decision.player + 1} may `pass`)" if decision is not None and passes else ""
            raise NotOffered(step.at("by"), f"p{by + 1} is not asked now{hint}: {self.question_words()}")

    def _left_over(self, node: Node, asked: set[str]) -> None:
        """Tell of an answer that nobody asked for; where no such question came up, that proves nothing.

        `asked` are the kinds of question that came up.

        :raises NotOffered: if it is no choice in a question that came up, or an optional cost of what is played.
        :raises Failure: if no question came up that it could answer.
        """
        only = only_answers(self.untold, self.cast, KINDS)
        several = isinstance(node.value, list)
        words = f"[{', '.join(str(entry.value) for entry in node.each())}]" if several else node.shown()
        reasons = [
            f"{entry.value}: {self.refused[entry.path]}" if several else self.refused[entry.path]
            for entry in node.each()
            if self.refused.get(entry.path)
        ]
        reasons += [only] if only else []
        told = any(node is target for target in self.targets) or isinstance(node.told(), bool)
        reasons += [self.declined] if self.declined and told else []
        if node in self.choices and len(self.step.at("choose").each()) > 1:
            reasons.append("`--trace` shows which question each answer was for")
        message = "; ".join([f"the answer {words} ({node.short_path}) was not asked for", *reasons])
        message += f"; now: {self.question_words()}"
        came_up = asked - UNTOLD
        if any(node is extra for extra in self.extras):
            # An optional cost of a card is asked only where it can be paid.
            raise (NotOffered if came_up or self.step.has("play") else Failure)(node, message)
        if node is self.to:
            came_up &= PLACE_QUESTIONS
        elif any(node is target for target in self.targets):
            came_up &= {"target"}
        elif any(not isinstance(word.value, str) or word.value in ANSWER_WORDS for word in node.each()):
            came_up &= WORD_QUESTIONS
        raise (NotOffered if came_up else Failure)(node, message)

    def _prepare(self, step: Node) -> None:
        def each(key: str) -> list[Node]:
            return step.at(key).each() if step.has(key) else []

        self.targets, self.choices, self.extras = each("targets"), each("choose"), each("extra")
        self.to = step.at("to") if step.has("to") else None
        self.pays = each("pay")
        self.rest = []
        self.before, self.untold = self.untold, []
        self.told = False
        self.refused, self.declined = {}, ""

    # --- verbs --------------------------------------------------------------------------------------------------------

    def window(self, node: Node) -> Decision:
        """Return the window in which a player may act now.

        :raises NotOffered: if nobody may.
        """
        decision = self.decision
        if decision is None or decision.kind not in WINDOWS:
            raise NotOffered(node, f"nobody can act now: {self.question_words()}")
        return decision

    def take(self, node: Node, fits: Callable[[Option], bool], why: Callable[[], str] | None = None) -> None:
        """Do the one action of the open window that fits; `why` returns the reason where none does.

        :raises NotOffered: if none does.
        """
        decision = self.window(node)
        found = [place for place, option in enumerate(decision.options) if fits(option)]
        if not found:
            # Without a trace the reason for which an illegal step is not offered is not shown.
            reason = "" if why is None or (self.step.has("illegal") and self.trace is None) else why()
            raise self.not_offered(node, reason)
        if len(found) > 1:
            words = option_words(self.cast)
            every = "; ".join(words[place] for place in found)
            raise node.fault(f"{node.shown()} can mean several: {every}; say which with {WHICH}")
        self.origin = [node]
        self.submit(found)

    def play(self, node: Node) -> None:
        """Play a card.

        :raises NotOffered: if it is not offered, or could not be played to the end (CR 358.5).
        """
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
            return Thing(CARD, card) in things or (detail % WAY_STEP == WAY_HAND and self.equal_in_hand(card, things))

        found = [option for option in self.window(node).options if fits(option)]
        if found and self.step.has("as"):
            self.cast.aliases[read_alias(self.cast, self.step.at("as"))] = Thing(CARD, found[0][1])
        before = [find_card(self.s, option[1]) for option in found]
        self._exchange(node, found)
        decision = self.window(node)
        if len(found) == 1:
            self._note_refusals(found[0], decision)
        self.take(node, fits, partial(refused_play, self.cast, decision, things, way))
        self._settle()
        if before[0] >= 0 and self.question is None and find_card(self.s, found[0][1]) == before[0]:
            raise NotOffered(node, f"{node.shown()} could not be played to the end, so it was undone (CR 358.5)")

    def _note_refusals(self, option: Option, decision: Decision) -> None:
        """Note why the place and the optional costs that a play tells cannot be, for when they are not asked for."""
        item = probe(self.s, decision.player, option[1], option[2])
        if self.to is not None:
            loc = self.cast.location(self.to, decision.player)
            self.refused[self.to.path] = refused_place(self.s, item, loc, TIMINGS[decision.kind])
        for extra in self.extras:
            self.refused[extra.path] = refused_extra(self.s, item, extra.text())
        names = [extra.name for extra in extras_of(self.s, item) if extra.optional]
        left = [name for name in numbered(names) if not any(same_cost(extra.value, name) for extra in self.extras)]
        if left:
            self.declined = f"`extra` does not name the optional cost {' or '.join(left)} of {item.d.name}"

    def equal_in_hand(self, card: int, things: list[Thing]) -> bool:
        """Tell whether a card is the same in hand as one of some things: of equal cards only one is offered."""
        s = self.s
        hand = s.players[s.owners[card]].hand
        return any(
            thing.kind == CARD and thing.number in hand and s.card_defs[thing.number] == s.card_defs[card]
            for thing in things
        )

    def _exchange(self, node: Node, found: list[Option]) -> None:
        """Let a name given with `as` be that of the card that is offered in place of an equal one in hand."""
        told = self.cast.aliases.get(str(node.told()))
        offered = Thing(CARD, found[0][1]) if len(found) == 1 else told
        if told is not None and offered is not None and told != offered:
            names = {told: offered, offered: told}
            self.cast.aliases.update({name: names[old] for name, old in self.cast.aliases.items() if old in names})

    def activate(self, node: Node) -> None:
        """Activate an ability of something."""
        things = self.cast.things(node)
        number = self.step.at("ability").number(1) if self.step.has("ability") else 0
        why = partial(refused_activation, self.cast, self.window(node), things, number)
        self.take(node, lambda option: self.is_use(option, things, number), why)

    def is_use(self, option: Option, things: list[Thing], number: int) -> bool:
        """Tell whether an option is to use an ability of one of some things, the one of that number if it is not 0."""
        kind, me, detail = option
        if kind != w.O_ACTIVATE or self.cast.meant(me) not in things:
            return False
        own = [env.me for env, _ in get_index(self.s).activated]
        return not number or own[: detail + 1].count(me) == number

    def move(self, node: Node) -> None:
        """Make a standard move with some units.

        :raises NotOffered: if no move to that place is offered.
        """
        if self.to is None:
            raise self.step.fault("a move needs `to`: a battlefield, or base")
        to, self.to = self.to, None
        decision = self.window(node)
        loc = self.cast.location(to, decision.player)
        place = next((n for n, option in enumerate(decision.options) if option[:2] == (w.O_MOVE, loc)), -1)
        for unit in node.each():
            found = [self.cast.object_of(thing) for thing in self.cast.things(unit)]
            reasons = [refused_mover(self.s, o, decision.player, loc) for o in found]
            self.refused[unit.path] = reasons[0] if reasons and all(reasons) else ""
        if place < 0:
            reason = refused_move(self.s, decision, loc)
            if not reason:
                told = [(unit.value, self.refused[unit.path]) for unit in node.each() if self.refused[unit.path]]
                reason = "; ".join(f"{name}: {words}" if len(told) > 1 else words for name, words in told)
            words = f"{reason}; now: " if reason else ""
            raise NotOffered(to, f"a move to {to.shown()} is not offered: {words}{self.question_words()}")
        self.rest = [node]
        self.origin = [to]
        self.submit([place])

    def hide(self, node: Node) -> None:
        """Hide a card at a battlefield."""
        if self.to is None:
            raise self.step.fault("hiding needs `to`: a battlefield")
        to, self.to = self.to, None
        player = self.window(node).player
        loc = self.cast.location(to, player)
        things = self.cast.things(node)
        price = read_price(self.step.at("for")) if self.step.has("for") else None

        def fits(option: Option) -> bool:
            kind, card, detail = option
            if kind != w.O_HIDE or detail % w.HIDE_PRICE != loc:
                return False
            if price is not None:
                energy, power = hide_prices(self.s, player, card)[detail // w.HIDE_PRICE]
                if (energy, len(power)) != price:
                    return False
            return Thing(CARD, card) in things or self.equal_in_hand(card, things)

        decision = self.window(node)
        self._exchange(node, [option for option in decision.options if fits(option)])
        self.take(node, fits, partial(refused_hide, self.cast, decision, things, loc))

    def answer(self, node: Node) -> None:
        """Answer the open question, or tell the answer of one that had only that since the step before.

        :raises NotOffered: if neither is so.
        """
        if self._is_late(node):
            return
        if self.question is None:
            only = only_answers(self.before, self.cast, KINDS)
            raise NotOffered(node, f"no question is open; {f'{only}; ' if only else ''}now: {self.question_words()}")
        if self.question.kind == w.D_PLAN:
            self.pays = node.each()
        elif self._is_extra(self.question) and isinstance(node.told(), bool):
            self.origin = []
            self.submit([self.index(self.question, node, node.told())])
        else:
            self.rest = [node]

    def _is_late(self, node: Node) -> bool:
        """Tell whether an answer is that of questions with one answer that were put with the step before."""
        words = [node] if is_none(node) else node.each()
        question = self.question
        if question is not None and (
            self.step.has("illegal")
            or isinstance(words[0].value, list | dict)
            or is_none(words[0])
            or self.fitting(question, words[0], words[0].value)
        ):
            return False
        before = self.before[:]
        if not before or drop_told(before, words, self.means):
            return False
        self.untold = before
        return True

    def passing(self, node: Node) -> None:
        """Pass priority or focus."""
        self.take(node, lambda option: option[0] == w.O_PASS)

    def end_turn(self, node: Node) -> None:
        """End the turn."""
        self.take(node, lambda option: option[0] == w.O_END)

    def resolve(self, node: Node) -> None:
        """Let everybody pass until the chain is empty, or with `top` until its newest item has resolved.

        :raises NotOffered: if the chain is empty.
        """
        s = self.s
        if not s.chain:
            raise NotOffered(
                node, f"the chain is empty (units and gear resolve within `play`): {self.question_words()}"
            )
        top = s.chain[-1].id
        whole = not isinstance(self.step.value, dict) or node.value != "top"
        self._pass_while(node, lambda kind: kind == w.D_PRIORITY and (whole or any(item.id == top for item in s.chain)))

    def finish_showdown(self, node: Node) -> None:
        """Let everybody pass focus and priority until the showdown has ended.

        :raises NotOffered: if there is no showdown.
        """
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
        """End the turn and pass until a phase in which a player may act."""
        wanted = PHASES.index(node.one_of(PHASES[1:]))
        turn, phase = self.s.turn, self.s.phase
        self._advance_to(node, lambda: self.s.phase == wanted and (self.s.turn, self.s.phase) != (turn, phase))

    def to_turn(self, node: Node) -> None:
        """End turns and pass until the main phase of a player's next turn."""
        player = self.cast.seat(node)
        turn = self.s.turn
        self._advance_to(node, lambda: self.s.tp == player and self.s.turn != turn and self.decision_kind == w.D_MAIN)

    @property
    def decision_kind(self) -> int:
        """The kind of the open decision, -1 for none."""
        return -1 if self.decision is None else self.decision.kind

    def _advance_to(self, node: Node, there: Callable[[], bool]) -> None:
        last = self.s.turn + len(self.s.players)
        while True:
            self._settle()
            decision = self.decision
            if decision is None:
                raise NotOffered(node, f"that does not come: {self.question_words()}")
            if decision.kind not in WINDOWS or there():
                return
            if self.s.turn > last:
                raise Failure(
                    node, f"no player could act in that phase up to turn {self.s.turn}: nothing triggers in it"
                )
            self.take(node, lambda option: option[0] in (w.O_PASS, w.O_END))

    def invite(self, node: Node) -> None:
        """Invite a teammate to act."""
        player = self.cast.seat(node)
        why = "" if len(set(self.s.team)) < len(self.s.team) else "only a player with a teammate (2v2) invites"
        self.take(node, lambda option: option[:2] == (w.O_INVITE, player), lambda: why)

    def concede(self, node: Node) -> None:
        """Let a player leave the game.

        :raises NotOffered: if the player has left already, or the game is over.
        """
        player = self.cast.seat(node)
        if self.s.players[player].gone or self.s.winner >= 0:
            raise NotOffered(node, f"{node.shown()} is not in the game any more: {self.question_words()}")
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
