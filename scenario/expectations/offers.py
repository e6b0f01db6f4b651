"""The expectations of a scenario about the options at hand, the open question, and the questions that were put."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from riftcheck.engine.display.descriptions import WAYS, option_keys
from riftcheck.engine.model import constants as w
from riftcheck.engine.playing.plays import WAY_HAND, WAY_STEP
from riftcheck.scenario.expectations.cards import CardJudge, same, seat_words, shown
from riftcheck.scenario.format.failures import Failure
from riftcheck.scenario.setup.references import CARD, Thing
from riftcheck.scenario.setup.vocabulary import read_answer
from riftcheck.scenario.steps.questions import KINDS, WINDOWS
from riftcheck.scenario.steps.refusals import refused_play
from riftcheck.scenario.steps.step_check import read_ability

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.engine.model.decisions import Decision, Option
    from riftcheck.scenario.format.nodes import Node

    Fits = Callable[[Option], bool]

WAY_WORDS: Final = {words.strip(): way for way, words in WAYS.items() if words}
USE: Final = re.compile(r"(.+?)(?:, ability ([1-9][0-9]?))?")
HIDE: Final = re.compile(r"(.+?)(?: at (.+?))?(?: for [0-9]+ energy and [0-9]+ power)?")
PLAIN: Final = {"pass": w.O_PASS, "end turn": w.O_END}
# A scenario tells its battlefields, so nobody is ever asked which to bring.
KIND_WORDS: Final = tuple(word for kind, word in KINDS.items() if kind != w.D_BATTLEFIELD)
WINDOW_KINDS: Final = frozenset(KINDS[kind] for kind in WINDOWS)
VERBS: Final = ("play", "use", "hide", "move to", "invite")


class OfferJudge(CardJudge):
    """Holds the options and questions that are expected against the state of one run."""

    # The questions since the step or the scenario began, as (player, kind).
    asked: list[tuple[int, str]]

    def offered(self, node: Node, wanted: bool = True) -> None:
        """Check the actions and answers that may, or may not, be given now.

        :raises Failure: at the first that is offered and must not be, or the other way round.
        """
        decision = self.actor.decision
        keys = option_keys(self.s) if decision is not None else []
        for entry in node.entries():
            fits = self._action(entry)
            if fits is None:
                found = self._is_answer(entry)
            else:
                found = decision is not None and any(fits(option) for option in decision.options)
            if found != wanted:
                reason = self._why_not(entry) if wanted else ""
                raise Failure(entry, f"{f'{reason}; ' if reason else ''}offered are: {'; '.join(keys) or 'nothing'}")

    def not_offered(self, node: Node) -> None:
        """Check the actions and answers that must not be offered."""
        self.offered(node, wanted=False)

    def _is_answer(self, entry: Node) -> bool:
        """Tell whether a question may be answered so.

        :raises ScenarioFault: if that is no answer, or no question is open.
        """
        decision = self.actor.question
        read_answer(self.cast, entry, -1 if decision is None else decision.player, here=True)
        if decision is None:
            every = ", ".join([*(f"{verb} ..." for verb in VERBS), *PLAIN])
            raise entry.fault(f"no question is open that {entry.shown()} could answer; what may be done is: {every}")
        return bool(self.actor.fitting(decision, entry, entry.value))

    def _action(self, entry: Node) -> Fits | None:
        """Return the test that finds an action among options, None if an entry is no action.

        :raises ScenarioFault: if it names what is not known, or never was in this scenario.
        """
        word = entry.value
        if not isinstance(word, str):
            return None
        if word in PLAIN:
            return lambda option: option[0] == PLAIN[word]
        for verb in VERBS:
            if word.startswith(f"{verb} "):
                return READ[verb](self, entry, word.removeprefix(f"{verb} "))
        return None

    def play_offer(self, entry: Node, rest: str) -> Fits:
        """Return the test for an option to play a card, in one way where the words name it."""
        way, things = self._play(entry, rest)

        def fits(option: Option) -> bool:
            kind, card, detail = option
            if kind != w.O_PLAY or (way >= 0 and detail % WAY_STEP != way):
                return False
            equal = detail % WAY_STEP == WAY_HAND and self.actor.equal_in_hand(card, things)
            return equal or Thing(CARD, card) in things

        return fits

    def _play(self, entry: Node, rest: str) -> tuple[int, list[Thing]]:
        """Return the way of playing that words name, -1 for any, and the things that the rest of them names."""
        way = -1
        name = rest
        for words, each in WAY_WORDS.items():
            if rest.endswith(f" {words}"):
                way, name = each, rest.removesuffix(f" {words}")
        return way, self._named(entry, name)

    def _why_not(self, entry: Node) -> str:
        """Return why a play that is expected is not offered; empty for any other action and for answers."""
        decision = self.actor.decision
        if decision is None or decision.kind not in WINDOWS or not str(entry.value).startswith("play "):
            return ""
        way, things = self._play(entry, entry.text().removeprefix("play "))
        return refused_play(self.cast, decision, things, way)

    def use_offer(self, entry: Node, rest: str) -> Fits:
        """Return the test for an option to use an ability."""
        found = USE.fullmatch(rest)
        assert found is not None
        name, number = (rest, 0) if rest in self.s.pool.by_name else (found[1], int(found[2] or 0))
        things = self._named(entry, name)
        if number:
            read_ability(self.actor, entry, name, number)
        return lambda option: self.actor.is_use(option, things, number)

    def hide_offer(self, entry: Node, rest: str) -> Fits:
        """Return the test for an option to hide a card, at one battlefield where the words name it."""
        found = HIDE.fullmatch(rest)
        assert found is not None
        name, place = (rest, "") if rest in self.s.pool.by_name else (found[1], found[2])
        things = self._named(entry, name)
        loc = -1
        if place:
            loc = self.cast.place(entry, place, 0)
            if loc < len(self.s.players):
                raise entry.fault(f"{place!r} is no battlefield; write battlefield 1, or its name")

        def fits(option: Option) -> bool:
            kind, card, detail = option
            if kind != w.O_HIDE or (loc >= 0 and detail % w.HIDE_PRICE != loc):
                return False
            return Thing(CARD, card) in things or self.actor.equal_in_hand(card, things)

        return fits

    def move_offer(self, entry: Node, rest: str) -> Fits:
        """Return the test for the option to move to a place."""
        decision = self.actor.decision
        loc = self.cast.place(entry, rest, 0 if decision is None else decision.player)
        if loc < 0:
            raise entry.fault(f"no place {rest!r}; places are base, battlefield 1, and names of battlefields")
        return lambda option: option[:2] == (w.O_MOVE, loc)

    def invite_offer(self, entry: Node, rest: str) -> Fits:
        """Return the test for the option to invite a teammate."""
        player = self.cast.player(rest.replace("player ", "p"))
        if player < 0:
            raise entry.fault(f"{rest!r} is no player of this game; write invite p3")
        return lambda option: option[:2] == (w.O_INVITE, player)

    def _named(self, entry: Node, name: str) -> list[Thing]:
        self.cast.here(entry, name)
        return self.cast.things(entry, name)

    # --- the open question --------------------------------------------------------------------------------------------

    def question(self, node: Node) -> None:
        """Check the open question: whom, what kind, which options, how many.

        :raises Failure: if no question is open, or another.
        """
        decision = self.actor.question
        if node.value == "none":
            same(node, "none" if decision is None else KINDS[decision.kind], "none", "the open question")
            return
        keys = node.some({"by", "kind", "options", "least", "most"})
        wanted = {key: self._read_part(node.at(key), key) for key in keys}
        if wanted.get("kind") in WINDOW_KINDS:
            decision = self.actor.decision
        if decision is None:
            raise Failure(node, f"no question is open; now: {self.actor.question_words()}")
        have = {
            "by": seat_words(decision.player),
            "kind": KINDS[decision.kind],
            "least": decision.lo,
            "most": min(decision.hi, len(decision.options)),
        }
        for key in keys:
            if key == "options":
                self._options(node.at(key), decision)
            else:
                same(node.at(key), have[key], wanted[key], PARTS[key])

    def _read_part(self, node: Node, key: str) -> object:
        if key == "by":
            return seat_words(self.cast.seat(node))
        if key == "kind":
            return node.one_of(KIND_WORDS)
        if key == "options":
            for entry in node.entries():
                if self._action(entry) is None:
                    read_answer(self.cast, entry, 0, here=True)
            return None
        return node.number()

    def _options(self, node: Node, decision: Decision) -> None:
        keys = option_keys(self.s)
        left = set(range(len(keys)))
        for entry in node.each():
            action = self._action(entry)
            if action is None:
                found = self.actor.fitting(decision, entry, entry.value)
            else:
                found = [place for place, option in enumerate(decision.options) if action(option)]
            fits = [place for place in found if place in left]
            if not fits:
                raise Failure(entry, f"the options are: {'; '.join(keys)}")
            left.discard(fits[0])
        if left:
            raise Failure(node, f"the options are: {'; '.join(keys)}")

    # --- the questions that were put ----------------------------------------------------------------------------------

    def questions(self, node: Node) -> None:
        """Check questions that were asked since, in order; others may stand between.

        :raises Failure: at the first that was not asked in this order.
        """
        left = list(self.asked)
        for entry in node.entries():
            kind, by = self._question(entry)
            place = next((n for n, (who, what) in enumerate(left) if what == kind and by in (-1, who)), -1)
            if place < 0:
                raise Failure(entry, self._asked_words())
            del left[: place + 1]

    def no_questions(self, node: Node) -> None:
        """Check kinds of question that were not asked since.

        :raises Failure: at the first that was asked.
        """
        for entry in node.entries():
            kind, by = self._question(entry)
            if any(what == kind and by in (-1, who) for who, what in self.asked):
                raise Failure(entry, self._asked_words())

    def _asked_words(self) -> str:
        return f"the questions were {shown([f'p{who + 1} {what}' for who, what in self.asked])}"

    def _question(self, entry: Node) -> tuple[str, int]:
        if isinstance(entry.value, str):
            return entry.one_of(KIND_WORDS), -1
        list(entry.keys({"kind", "by"}))
        if not entry.has("kind"):
            raise entry.fault(f"kind is missing; kinds of question are {', '.join(KIND_WORDS)}")
        by = self.cast.seat(entry.at("by")) if entry.has("by") else -1
        return entry.at("kind").one_of(KIND_WORDS), by


PARTS: Final = {
    "by": "who is asked",
    "kind": "the kind of the question",
    "least": "the least to choose",
    "most": "the most to choose",
}
READ: Final[dict[str, Callable[[OfferJudge, Node, str], Fits]]] = {
    "play": OfferJudge.play_offer,
    "use": OfferJudge.use_offer,
    "hide": OfferJudge.hide_offer,
    "move to": OfferJudge.move_offer,
    "invite": OfferJudge.invite_offer,
}
