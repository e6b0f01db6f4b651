"""Answering the questions of the engine with the words of a step."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from riftcheck.engine.costs.additional import extras_of
from riftcheck.engine.display.descriptions import INSTANCE, option_keys
from riftcheck.engine.display.prompts import OFFERED
from riftcheck.engine.flow.combat import ENOUGH
from riftcheck.engine.flow.loop import advance
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import Env
from riftcheck.engine.model.frames import RechooseFrame
from riftcheck.engine.playing.additional_costs import TAKE_DISCOUNT
from riftcheck.engine.playing.finalization import INCURRED
from riftcheck.scenario.format.failures import Failure, NotOffered, crash_words
from riftcheck.scenario.format.nodes import QUOTED, Node, ScenarioFault
from riftcheck.scenario.format.reserved_words import BASE, BY, COUNTED, GAME_WORDS, OF
from riftcheck.scenario.setup.references import CARD
from riftcheck.scenario.setup.vocabulary import extra_name, same_cost
from riftcheck.scenario.steps.forced import (
    GROUP_ENDS,
    goes_on,
    is_free,
    last_of_order,
    only_options,
    take_told,
)
from riftcheck.scenario.steps.payments import Payer
from riftcheck.scenario.steps.questions import KINDS, WINDOWS, maker, option_words, question_words
from riftcheck.scenario.steps.trace import ANY_ORDER, NO_MORE, ONLY, traced

if TYPE_CHECKING:
    from riftcheck.engine.model.decisions import Decision, Option
    from riftcheck.scenario.setup.stage import Stage
    from riftcheck.scenario.steps.trace import TracedQuestion

MOST: Final = 500
DECLINES: Final = frozenset({w.O_PASS, w.O_NO})
MODE: Final = re.compile(r"mode (0|[1-9][0-9]*)")
# The questions that are answered with `mode 1`, `number 1` or `plan 1`.
COUNTED_BY: Final = frozenset({w.D_MODE, w.D_NUMBER, w.D_PLAN})
# The texts of questions for one of several modes: of a list of modes, and those in which none is ever left out.
MODES_OF_A_LIST: Final = "mode"
ALWAYS_ALL: Final = frozenset({"either", "top-or-bottom"})


def only_declines(decision: Decision) -> bool:
    """Tell whether a question leaves no choice, and is put all the same so that a pause betrays nothing."""
    options = decision.options
    return not options or (len(options) == 1 and options[0][0] in DECLINES and decision.kind not in WINDOWS)


def one_by_one(decision: Decision) -> bool:
    """Tell whether a group of targets is asked one at a time, and may end here."""
    return decision.kind == w.D_TARGET and any(option[0] == w.O_PASS for option in decision.options)


def declining(decision: Decision) -> int:
    """Return the option that ends a group of targets."""
    return next(place for place, option in enumerate(decision.options) if option[0] == w.O_PASS)


class Answers(Payer):
    """The answers of a step to the questions that follow it, and the giving of them."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        # The questions of the step at hand, forced ones too, as (player, kind).
        self.asked: list[tuple[int, str]] = []
        self.targets: list[Node] = []
        self.choices: list[Node] = []
        self.extras: list[Node] = []
        self.to: Node | None = None
        self.rest: list[Node] = []
        # Questions with only one answer, of which none was told: those of this step, and of the one before.
        self.untold: list[Decision] = []
        self.before: list[Decision] = []
        # An answer of this step was given: what a group of targets lacks after it is not chosen.
        self.told = False
        # Why the place and the optional costs of a play are not offered, by the path of the word that names them.
        self.refused: dict[tuple[str | int, ...], str] = {}
        # The optional costs of what is played that the step does not name, in words.
        self.declined = ""
        self.step: Node

    @property
    def decision(self) -> Decision | None:
        """The open decision, None where no player is asked."""
        return self.s.decision if self.s.waiting else None

    @property
    def question(self) -> Decision | None:
        """The open decision, None where it is a window to act in."""
        decision = self.decision
        return None if decision is None or decision.kind in WINDOWS else decision

    def question_words(self) -> str:
        """Return the open decision and its options in words, in one line."""
        return question_words(self.cast)

    def not_offered(self, node: Node, reason: str = "") -> NotOffered:
        """Return the failure of an action or answer that is not offered, with the reason if it is known."""
        words = f"{reason}; now: " if reason else ""
        return NotOffered(node, f"{node.shown()} is not offered: {words}{self.question_words()}")

    # --- answering ----------------------------------------------------------------------------------------------------

    def submit(self, chosen: list[int]) -> None:
        """Give an answer to the engine and run on; then hold forced answers against what the step tells."""
        s = self.s
        self.cast.look()
        decision = self.decision
        last = None
        if decision is not None and not is_free(decision, self.stage.any_runes):
            last = last_of_order(s, decision, chosen)
            if self.question is not None and only_declines(decision):
                self.untold.append(decision)
        if self.trace is not None and decision is not None:
            asked = traced(self.cast, decision)
            asked.answers = [asked.options[place] for place in sorted(chosen)]
            self._note_origin(asked)
        s.answer = sorted(chosen)
        s.waiting = False
        self.run_on(last)

    def _note_origin(self, asked: TracedQuestion) -> None:
        """Add an answered question to the trace, with the words that gave its answer."""
        assert self.trace is not None
        # Of a list and a word of it the word says more.
        paths = dict.fromkeys(node.short_path for node in self.origin)
        asked.origin = ", ".join(path for path in paths if not any(other.startswith(f"{path}/") for other in paths))
        asked.reason = "" if asked.origin else self.reason or ONLY
        self.trace.add(asked)

    def run_on(self, last: Decision | None = None) -> None:
        """Run to the next decision; `last` is what comes last in an order if nothing more is asked of it.

        :raises Failure: if the engine fails, at the step that made it do so.
        """
        s = self.s
        self.heard, self.heard_pays, self.heard_traced = [], {}, []
        s.on_question = self.hear
        self.trouble = None
        try:
            advance(s)
        except Exception as error:  # whatever the engine does wrong is told with the line that made it do so
            raise Failure(self.step, crash_words(error)) from error
        self.cast.look()
        if self.trouble is not None:
            raise self.trouble
        asked = self.heard
        if last is not None and not goes_on(last, asked):
            self._tell_order(last)
        for place, decision in enumerate(asked):
            if decision.text == ENOUGH:
                self._tell_order(decision)
                continue
            self.asked.append((decision.player, KINDS[decision.kind]))
            if decision is not self.decision and decision.kind not in WINDOWS:
                before = self._unused()
                self._forced(decision)
                self._trace_forced(place, before)

    def _unused(self) -> list[Node]:
        """Return the words of the step at hand that have answered nothing yet."""
        return [*self.rest, *self.targets, *self.choices, *([] if self.to is None else [self.to])]

    def _trace_forced(self, place: int, before: list[Node]) -> None:
        """Add a question with one answer to the trace; `before` are the words that were unused before it."""
        if self.trace is None or place >= len(self.heard_traced):
            return
        asked = self.heard_traced[place]
        if self.heard[place].hi > 0:
            asked.answers = asked.options[:]
        left = [node.path for node in self._unused()]
        self.origin = [node for node in before if node.path not in left and node.value != GROUP_ENDS]
        self.origin += [self.heard_pays[place]] if place in self.heard_pays else []
        self.reason = ONLY
        self._note_origin(asked)

    def _forced(self, decision: Decision) -> None:
        """Take the answers that a step tells for a question that had only one answer."""
        if decision.kind == w.D_PLAN:
            return
        if decision.kind == w.D_LOCATION and self.to is not None:
            if any(self.means(decision, option, self.to) for option in only_options(decision)):
                self.to = None
                return
        elif take_told(decision, self._queue(decision), self.means):
            self.untold.clear()
            return
        self.untold.append(decision)

    def _tell_order(self, order: Decision) -> None:
        """Take the answers that tell an order that was not asked, but what the next question can be answered with."""
        queue = self._queue(order)
        question = self.question
        told = [node for node in queue[:2] if node.value != GROUP_ENDS]
        if question is not None and told and self.fitting(question, told[0], told[0].value):
            return
        if take_told(order, queue, self.means):
            self.untold.clear()
        else:
            self.untold.append(order)

    def means(self, decision: Decision, option: Option, node: Node) -> bool:
        """Tell whether an answer means an option of a question; the key of an option of the open one means that."""
        try:
            return self._fits(decision, option, node, node.value)
        except ScenarioFault:
            if node.value in option_keys(self.s):
                return False
            raise

    def _queue(self, decision: Decision) -> list[Node]:
        if self.rest:
            return self.rest
        if decision.kind == w.D_YES_NO and any(same_cost(node.value, decision.text) for node in self.extras):
            return self.extras
        return self.targets if decision.kind == w.D_TARGET and self.targets else self.choices

    def _settle(self) -> None:
        """Answer every question that the step tells the answer of, until the next window or an untold question."""
        for _ in range(MOST):
            decision = self.question
            if decision is None:
                return
            self.origin, self.reason = [], ""
            chosen = self._answer(decision)
            if chosen is None:
                return
            self.submit(chosen)

    def _answer(self, decision: Decision) -> list[int] | None:
        if decision.kind == w.D_PLAN:
            return self.payment()
        if only_declines(decision):
            return list(range(len(decision.options)))
        if is_free(decision, self.stage.any_runes):
            self.reason = ANY_ORDER
            return [0]
        if self._is_extra(decision):
            return [self._extra(decision)]
        if decision.kind == w.D_LOCATION and self.to is not None:
            node, self.to = self.to, None
            return [self.index(decision, node, node.value)]
        queue = self._queue(decision)
        if queue and queue[0].value == GROUP_ENDS:
            queue.pop(0)
            if one_by_one(decision) and self._goes_on():
                self.reason = NO_MORE
                return [declining(decision)]
        if not queue:
            self.reason = NO_MORE
            return [declining(decision)] if one_by_one(decision) and self.told and self._goes_on() else None
        return self._from_queue(decision, queue)

    def _goes_on(self) -> bool:
        """Tell whether a group of targets has been begun; the next execution of a repeated spell begins its own."""
        return bool(getattr(self.s.frames[-1], "targets", ()))

    def _from_queue(self, decision: Decision, queue: list[Node]) -> list[int]:
        entry = queue[0]
        self.origin.append(entry)
        self.told = True
        self.untold.clear()
        if isinstance(entry.value, list):
            words = entry.each()
            queue.pop(0)
            if words and (one_by_one(decision) or (decision.hi == 1 and len(words) > 1)):
                # Targets of a group are asked one at a time.
                queue[:0] = [*words[1:], Node(entry.doc, entry.path, GROUP_ENDS)]
                return [self.index(decision, words[0], words[0].value)]
            return [declining(decision)] if one_by_one(decision) else self.subset(decision, entry, words)
        if entry.value is None or entry.value == "none":
            queue.pop(0)
            return [declining(decision)] if one_by_one(decision) else self.subset(decision, entry, [])
        if decision.hi <= 1:
            queue.pop(0)
            return [self.index(decision, entry, entry.value)]
        return self._take_answers(decision, queue)

    def _take_answers(self, decision: Decision, queue: list[Node]) -> list[int]:
        """Take as many of the answers that follow as this question has room for."""
        chosen: list[int] = []
        while queue and len(chosen) < decision.hi and not isinstance(queue[0].value, list):
            try:
                place = self.index(decision, queue[0], queue[0].value, chosen)
            except NotOffered:
                if len(chosen) >= max(1, decision.lo):
                    break
                raise
            chosen.append(place)
            queue.pop(0)
        if len(chosen) < decision.lo:
            last = queue[0] if queue else self.step
            raise NotOffered(last, f"{decision.lo} must be chosen: {self.question_words()}")
        return chosen

    def subset(self, decision: Decision, node: Node, words: list[Node]) -> list[int]:
        """Return the options that several words mean, as the answer to one question.

        :raises NotOffered: if they are more or fewer than the question asks for.
        """
        chosen: list[int] = []
        for word in words:
            chosen.append(self.index(decision, word, word.value, chosen))
        if not decision.lo <= len(chosen) <= decision.hi:
            wanted = str(decision.lo) if decision.lo == decision.hi else f"{decision.lo} to {decision.hi}"
            raise NotOffered(node, f"{wanted} must be chosen: {self.question_words()}")
        return chosen

    def index(self, decision: Decision, node: Node, word: object, taken: list[int] | None = None) -> int:
        """Return the option that a word means.

        :raises NotOffered: if there is none.
        """
        taken = taken or []
        if node not in self.origin:
            self.origin.append(node)
        found = self.fitting(decision, node, word)
        found = [place for place in found if place not in taken]
        if not found:
            self._mode_is_known(decision, node, word)
            if isinstance(word, str) and COUNTED.fullmatch(word) and decision.kind not in COUNTED_BY:
                raise node.fault(f"{word!r} does not answer this: {self.question_words()}")
            raise self.not_offered(node, self.refused.get(node.path, "") or self._hint(node, word))
        if len(found) > 1 and len({self._appearance(decision.options[place]) for place in found}) > 1:
            words = option_words(self.cast)
            every = "; ".join(words[place] for place in found)
            raise node.fault(f"{node.shown()} can mean several: {every}. Use such a key, or the name in its brackets")
        return found[0]

    def _hint(self, node: Node, word: object) -> str:
        """Return what an answer that is not offered overlooks; empty if that is not known."""
        if isinstance(QUOTED.get(word, word) if isinstance(word, str) else word, bool):
            return self.declined
        if not isinstance(word, str) or word in self.s.pool.by_name or BASE.fullmatch(word):
            return ""
        owned = OF.fullmatch(word)
        return f"p{owned[1]} has no {owned[2]}" if owned and not self.cast.things(node, word) else ""

    def _mode_is_known(self, decision: Decision, node: Node, word: object) -> None:
        """Refuse the number of a mode that there is not at all, rather than one that may not be chosen now."""
        key = MODE.fullmatch(word) if isinstance(word, str) else None
        number = int(key[1]) if key else word
        count = self._modes(decision)
        if count and isinstance(number, int) and not isinstance(number, bool) and not 1 <= number <= count:
            raise node.fault(f"there are {count} modes, so there is no number {number}")

    def _modes(self, decision: Decision) -> int:
        """Return the number of modes of the card asked about; 0 where no modes are asked, or its text is left out."""
        frame = self.s.frames[-1]
        item = frame.item
        if decision.kind != w.D_MODE or self.cast.blank or item is None or item.script is None:
            return 0
        if decision.text in ALWAYS_ALL:
            return len(decision.options)
        if decision.text != MODES_OF_A_LIST:
            return 0
        number = frame.choice if isinstance(frame, RechooseFrame) else len(item.chosen)
        opening = item.script.openings[number % len(item.script.openings)]
        # Whoever has chosen nothing yet, this turn or in this play, may choose all.
        return len(opening.candidates(self.s, Env(item.you, w.NOBODY, w.NOBODY, item.card, item.d)))

    def fitting(self, decision: Decision, node: Node, word: object) -> list[int]:
        """Return the options of the open decision that a word can mean."""
        if isinstance(word, str):
            keys = option_keys(self.s)
            if word in keys:
                return [keys.index(word)]
        return [place for place, option in enumerate(decision.options) if self._fits(decision, option, node, word)]

    def _appearance(self, option: Option) -> object:
        """Return the key of an option by which players tell it from others."""
        kind, subject, detail = option
        thing = self.cast.meant(subject) if kind == w.O_REF else None
        o = None if thing is None else self.cast.object_of(thing)
        if o is None:
            if thing is not None and thing.kind == CARD:
                return self.cast.name_of(thing), self.s.owners[thing.number]
            return kind, subject, detail
        marks = (o.exhausted, o.damage, o.buffs, o.stunned, o.temp_might, o.empowered, o.attachments, o.mods)
        return o.d.name, o.controller, o.owner, o.loc, o.facedown, marks, detail

    def _fits(self, decision: Decision, option: Option, node: Node, word: object) -> bool:
        kind, subject, _ = option
        if isinstance(word, str) and (kind in (w.O_YES, w.O_NO) or decision.kind == w.D_REPLACE):
            word = QUOTED.get(word, word)
        if isinstance(word, bool):
            # The only replacement that may be used can be told by a yes.
            only = decision.kind == w.D_REPLACE and sum(other[0] == w.O_REF for other in decision.options) == 1
            return kind == (w.O_YES if word else w.O_NO) or (word and only and kind == w.O_REF)
        if isinstance(word, int):
            counted = subject + 1 if kind in (w.O_MODE, w.O_PLAN) else subject
            return kind in (w.O_NUMBER, w.O_MODE, w.O_PLAN) and counted == word
        if not isinstance(word, str):
            raise node.fault(f"must be a name, a number, yes or no; it is {node.shown()}")
        # The words of the game answer questions of another kind, and no card has such a name.
        if word in GAME_WORDS or COUNTED.fullmatch(word):
            return False
        return self._fits_name(decision, option, node, word)

    def _fits_name(self, decision: Decision, option: Option, node: Node, word: str) -> bool:
        kind, subject, _ = option
        if kind in (w.O_LOCATION, w.O_MOVE):
            return self.cast.place(node, word, decision.player) == subject
        if kind in (w.O_PLAYER, w.O_INVITE):
            return self.cast.player(word) == subject
        if kind == w.O_REF:
            by = BY.fullmatch(word) if decision.kind == w.D_REPLACE else None
            thing = self.cast.meant(subject)
            if by is not None:
                told = by[1] is None or self.cast.matches(node, by[1], thing, decision.player)
                return told and self._makes(decision, option, node, by[2])
            return self.cast.matches(node, word, thing, decision.player)
        if kind == w.O_ITEM:
            return self._means_waiting_item(decision, subject, node, word)
        return word == decision.text and kind == w.O_YES

    def _makes(self, decision: Decision, option: Option, node: Node, word: str) -> bool:
        """Tell whether a word names what makes a replacement that is offered: its card, or the thing that has it."""
        if self.cast.canonical(word) == self.s.pool.defs[option[2] // w.REPLACE_PLACES].name:
            return True
        thing = maker(self.cast, decision, option)
        return thing is not None and thing in self.cast.things(node, word)

    def _means_waiting_item(self, decision: Decision, number: int, node: Node, word: str) -> bool:
        mine = [item for item in self.s.triggered if item.you == decision.player]
        if number >= len(mine):
            return False
        about = mine[number].it if decision.text == INSTANCE else mine[number].id
        return self.cast.matches(node, word, self.cast.meant(about), decision.player)

    # --- optional costs and payment -----------------------------------------------------------------------------------

    def _is_extra(self, decision: Decision) -> bool:
        frame = self.s.frames[-1]
        offered = decision.text in (OFFERED, INCURRED, TAKE_DISCOUNT)
        return decision.kind == w.D_YES_NO and frame.kind == w.F_FINALIZE and not offered

    def _extra(self, decision: Decision) -> int:
        """Return the answer to whether an optional additional cost is paid: yes only if the step names it."""
        item = self.s.frames[-1].item
        assert item is not None
        name = extra_name(extras_of(self.s, item), decision.options[0][1])
        wanted = next(
            (node for node in self.extras if same_cost(node.value, decision.text) or same_cost(node.value, name)), None
        )
        self.reason = f"`extra` does not name `{name}`"
        if wanted is not None:
            self.origin.append(wanted)
            self.extras.remove(wanted)
        kind = w.O_YES if wanted is not None else w.O_NO
        return next((n for n, option in enumerate(decision.options) if option[0] == kind), 0)
