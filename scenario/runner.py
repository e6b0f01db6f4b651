"""Running scenarios: every step, every expectation, every version, and the report where something does not hold."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from riftcheck.carddb.errors import CardDataError, DataProblem
from riftcheck.engine.display.board_text import describe_board
from riftcheck.engine.display.names import EVERYTHING
from riftcheck.engine.invariants import broken
from riftcheck.engine.model.references import card_def
from riftcheck.engine.model.rules_version import VERSIONS
from riftcheck.scenario.expectations.judge import Judge
from riftcheck.scenario.format.failures import Failure, NotOffered, crash_words
from riftcheck.scenario.format.nodes import Node, ScenarioFault
from riftcheck.scenario.format.reader import verb_of
from riftcheck.scenario.setup.arrangement import arrange
from riftcheck.scenario.steps.actor import Actor
from riftcheck.scenario.steps.questions import KINDS, question_words
from riftcheck.scenario.steps.trace import Trace

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.engine.model.state import State
    from riftcheck.scenario.format.reader import Scenario
    from riftcheck.scenario.setup.cards import Pools
    from riftcheck.scenario.setup.stage import Stage

HOLDS: Final = "holds"
FAILS: Final = "fails"
FAULTY: Final = "faulty"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of one scenario: `holds`, `fails` or `faulty` (it cannot be run as written).

    `version` is that of the end, `file`, `line` and `text` its place, `message` its reason, `picture` the state;
    `traces` are the questions and answers of each version, if they were asked for.
    """

    scenario: Scenario
    result: str
    version: str = ""
    line: int = 0
    text: str = ""
    message: str = ""
    picture: tuple[str, ...] = ()
    traces: tuple[Trace, ...] = ()

    @property
    def where(self) -> str:
        """File and line."""
        return f"{self.scenario.file}:{self.line or self.scenario.line}"


def run(
    scenario: Scenario,
    pools: Pools,
    blank: frozenset[str] = frozenset(),
    at_end: Callable[[str, State], None] | None = None,
    *,
    trace: bool = False,
) -> Outcome:
    """Return the outcome of a scenario: its first failure in the first version that has one, else that it holds.

    `blank` names cards that are played as if they had no abilities: a scenario that proves a card must then fail.
    `at_end` is called with each version in which it holds, and with the state to which it came. With `trace` the
    outcome has the questions and answers of each version that was run.
    """
    if scenario.fault is not None:
        return _ended(scenario, FAULTY, scenario.versions[0], scenario.fault)
    traces: list[Trace] = []
    outcome = Outcome(scenario, HOLDS)
    for version in scenario.versions:
        if trace:
            traces.append(Trace(version))
        outcome = _run_in(scenario, pools, version, blank, at_end, trace=traces[-1] if trace else None)
        if outcome.result != HOLDS:
            break
    return replace(outcome, traces=tuple(traces)) if trace else outcome


def _run_in(
    scenario: Scenario,
    pools: Pools,
    version: str,
    blank: frozenset[str],
    at_end: Callable[[str, State], None] | None,
    *,
    trace: Trace | None,
) -> Outcome:
    stage: Stage | None = None
    try:
        rules = VERSIONS[version]
        pool = pools.pool(scenario, rules, blank)
        stage = arrange(scenario, pool, rules, pools.db, blank)
        _play(scenario, stage, trace)
        _proved_are_here(scenario, stage)
    except ScenarioFault as fault:
        return _ended(scenario, FAULTY, version, fault.problem)
    except CardDataError as error:
        problem = error.problems[0]
        if problem.file != scenario.file:
            problem = DataProblem(scenario.file, scenario.line, "", f"a card cannot be read: {problem}")
        return _ended(scenario, FAULTY, version, problem)
    except Failure as failure:
        problem = failure.node.doc.problem(failure.node.path, failure.found)
        return _ended(scenario, FAILS, version, problem, stage)
    except Exception as error:  # noqa: BLE001 - whatever the engine does wrong is told, and the other scenarios run
        problem = DataProblem(scenario.file, scenario.line, "", crash_words(error))
        return _ended(scenario, FAILS, version, problem, stage)
    finally:
        if trace is not None and stage is not None:
            trace.open = question_words(stage.cast)
    if at_end is not None:
        at_end(version, stage.s)
    return Outcome(scenario, HOLDS)


def _ended(scenario: Scenario, result: str, version: str, problem: DataProblem, stage: Stage | None = None) -> Outcome:
    line = problem.line
    text = scenario.lines[line - 1].strip() if 0 < line <= len(scenario.lines) else ""
    shown = () if stage is None else tuple(picture(stage))
    path = f"{problem.path}: " if result == FAULTY and problem.path else ""
    return Outcome(scenario, result, version, line, text, f"{path}{problem.message}", shown)


def _play(scenario: Scenario, stage: Stage, trace: Trace | None) -> None:
    """Do all steps and hold all expectations.

    :raises Failure: for the first that does not hold.
    :raises ScenarioFault: for the first that cannot be understood.
    """
    actor = Actor(stage)
    actor.trace = trace
    judge = Judge(actor)
    since = 0
    asked = [(decision.player, KINDS[decision.kind]) for decision in stage.asked]
    whole = list(asked)
    _check_invariants(stage.s, scenario.setup or (scenario.steps or (scenario.expect,))[0])
    for step in scenario.steps:
        if trace is not None:
            trace.begin(step)
        if step.has("illegal"):
            _refused(actor, step)
        elif verb_of(step) == "expect":
            actor.must_be_asked(step)
        else:
            since = len(stage.s.log or [])
            actor.do(step)
            asked = actor.asked
            whole += asked
        _check_invariants(stage.s, step)
        if step.has("expect"):
            _judge(judge, step.at("expect"), since, asked)
    if scenario.expect is not None:
        _judge(judge, scenario.expect, 0, whole)
    _no_question(scenario, actor)


def _judge(judge: Judge, node: Node, since: int, asked: list[tuple[int, str]]) -> None:
    """Hold expectations; a failure tells the question that is open, for it may be the reason."""
    try:
        judge.check(node, since, asked)
    except Failure as failure:
        words = judge.actor.open_words() or _unfinished(judge.s)
        if not words or judge.actor.question_words() in failure.found:
            raise
        raise Failure(failure.node, f"{failure.found}; {words}") from None


def _unfinished(s: State) -> str:
    """Return what is not over, for whoever expects what comes after it; empty if nothing is."""
    if s.chain:
        return "the chain is not empty (`resolve`)"
    return "a showdown is not over (`finish-showdown`)" if s.showdown >= 0 else ""


def _proved_are_here(scenario: Scenario, stage: Stage) -> None:
    """Refuse to prove a card that never came up.

    :raises ScenarioFault: for the first of them.
    """
    for node in scenario.proved:
        stage.cast.here(node, node.text())


def _refused(actor: Actor, step: Node) -> None:
    """Do an illegal step on a copy, where it must come to something that is not offered.

    :raises Failure: if it can be done.
    """
    s = actor.s
    copy = Actor(actor.stage)
    aliases, seen, names = actor.cast.aliases.copy(), actor.cast.seen.copy(), actor.cast.names.copy()
    copy.untold, copy.stopped, copy.trace = actor.untold[:], actor.stopped, actor.trace
    _set_state(copy, s.clone())
    try:
        copy.do(step)
    except NotOffered as refused:
        if actor.trace is not None:
            actor.trace.steps[-1].note = f"illegal, tried on a copy: {refused.found}"
        return
    finally:
        _set_state(copy, s)
        actor.cast.aliases, actor.cast.seen, actor.cast.names = aliases, seen, names
        actor.asked = []
    raise Failure(step.at("illegal"), "it was allowed")


def _set_state(actor: Actor, s: State) -> None:
    """Let an actor, its stage and its cast work on another state."""
    actor.s = actor.stage.s = actor.cast.s = s


def _check_invariants(s: State, node: Node | None) -> None:
    wrong = broken(s)
    if wrong and node is not None:
        raise Failure(node, f"the engine broke an invariant: {'; '.join(wrong)}")


def _no_question(scenario: Scenario, actor: Actor) -> None:
    if actor.question is None:
        return
    last = scenario.expect or scenario.steps[-1]
    if last.has("question") or (last.has("expect") and last.at("expect").has("question")):
        return
    stopped = f"`{actor.stopped}` stopped at a question: " if actor.stopped else ""
    raise Failure(scenario.steps[-1] if scenario.steps else last, f"unanswered: {stopped}{actor.question_words()}")


def picture(stage: Stage) -> list[str]:
    """Return the state as lines, with every hand open and whoever is asked now."""
    s = stage.s
    lines = describe_board(s, EVERYTHING)
    for number, p in enumerate(s.players):
        names = ", ".join(card_def(s, card).name for card in p.hand)
        lines.append(f"Hand of p{number + 1}: {names or 'empty'}")
    words = question_words(stage.cast)
    return [*lines, f"{words[0].upper()}{words[1:]}"]
