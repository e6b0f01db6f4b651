"""The common part of the commands that play many games: their options, entered decks, runs and progress bar."""

from __future__ import annotations

import os
import secrets
import sys
from contextlib import contextmanager
from dataclasses import replace
from difflib import get_close_matches
from functools import partial
from typing import TYPE_CHECKING, Final

import click
from click.core import ParameterSource

from riftcheck import carddb
from riftcheck.carddb import CardDataError
from riftcheck.cli import csv_file, option_values, options
from riftcheck.cli.field_files import field_files
from riftcheck.cli.inputs import STANDARD_INPUT, read_one
from riftcheck.cli.options import Refused
from riftcheck.cli.output_files import RESULT, check_apart, check_page
from riftcheck.cli.unplayable import unplayable_refusal
from riftcheck.cli.unsupported import unsupported_refusal
from riftcheck.decks.resolve import resolve
from riftcheck.decks.simulation import NotPlayableError
from riftcheck.decks.text.names import BLANK_BATTLEFIELD, is_blank
from riftcheck.goldfish.execution.executors import ExecutorFailedError, in_process_executor, process_executor
from riftcheck.goldfish.execution.runner import JobOutcome, first_chunk
from riftcheck.goldfish.opponents.scripted import ScriptError
from riftcheck.goldfish.plan.prepared_run import prepare
from riftcheck.goldfish.plan.presets import opponent_named, preset_names
from riftcheck.goldfish.plan.run import (
    DeckZones,
    Opponent,
    Run,
    RunError,
    UnsupportedCardsError,
    engine_version,
)
from riftcheck.goldfish.policies import PLANNING, PolicyError, opposing_policy
from riftcheck.goldfish.policies.mulligan import ON_CURVE
from riftcheck.goldfish.report.figure_rows import FIGURE_COLUMNS
from riftcheck.goldfish.results.run_info import OPPONENT_CODE
from riftcheck.goldfish.simulation.errors import EndlessGameError, FailedGameError
from riftcheck.goldfish.studies.entered_deck import (
    FieldEntry,
    engine_rules,
    enter_deck,
    field_opponent,
    report_on,
)
from riftcheck.goldfish.studies.request import Study, StudyRequest
from riftcheck.validator.report import Options
from riftcheck.validator.text import cited
from riftcheck.validator.timeline import legal_days, timeline

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from riftcheck.carddb import CardDatabase
    from riftcheck.cli.run_options import RunOptions
    from riftcheck.decks.model import Parsed
    from riftcheck.goldfish.execution.executors import ChunkExecutor
    from riftcheck.goldfish.execution.jobs import PartialResult
    from riftcheck.goldfish.plan.prepared_run import PreparedRun
    from riftcheck.goldfish.policies.mulligan import Mulligan
    from riftcheck.goldfish.studies.entered_deck import EnteredDeck
    from riftcheck.goldfish.studies.request import StudyKind
    from riftcheck.goldfish.studies.sweep import SweepPlan
    from riftcheck.validator.report import Report

_SEEDS: Final = 2**32
# The options that --game makes void, and what each of them says; --jobs changes no game, however many there are.
VOID_WITH_GAME: Final = {
    "--games": "says how many are played",
    "--budget": "says how many are played",
    "--stop-when": "says when enough are played",
    "--cluster": "says who plays them all",
    "--pool": "says which changes are played",
    "--filler": "says which changes are played",
}


class StudyCommand:
    """A command that plays many games: its options, the cards, and the run data that its lists share."""

    def __init__(self, asked: RunOptions) -> None:
        if asked.cluster is not None and asked.jobs is not None:
            raise Refused("--cluster and --jobs: the workers of the cluster play, not processes here; leave one out.")
        if asked.why and asked.game is None:
            raise Refused("--why tells the plans of one game; name it with --game N.")
        if asked.why and asked.policy.partition(":")[0] not in PLANNING:
            raise Refused(f"--why: {asked.policy} plans nothing; {' and '.join(PLANNING)} do.")
        _check_files(asked)
        if asked.game is not None:
            _check_game_alone()
        self.asked = asked
        self.day = asked.day or options.today()
        self.folders = options.card_folders()
        self.db = options.load_cards()
        self.held = options.frame_of(self.db, Options(self.day))
        self.seed = secrets.randbelow(_SEEDS) if asked.seed is None else asked.seed
        self._rest = self._common()

    def enter(self, source: str, read: Parsed | None = None, *, naming: bool = False) -> EnteredDeck:
        """Return the entered deck of a source (a file, a code or -); `read` is the list where it was read already.

        `naming`: what is told of its lines names the source, too.

        :raises Refused: if it cannot be read or played, or is illegal and that was not allowed.
        """
        read = read_one(source, self.db, naming=naming).parsed if read is None else read
        report = report_on(read, self.db, self.held.options)
        try:
            entered = enter_deck(read, report, self.db, self.held.options)
        except NotPlayableError as error:
            deck = resolve(read.deck, self.db)
            raise unplayable_refusal(source, error.problems, deck, self.db, self.held.least_main) from None
        if not report.legal and not self.asked.allow_illegal:
            raise Refused("\n  ".join(_broken(source, report)) + f"\n{self._advice(read)}")
        return entered

    def _advice(self, read: Parsed) -> str:
        """Return how a list that is not legal on the day can be played: on a day on which it was, or all the same."""
        found = legal_days(timeline(resolve(read.deck, self.db), self.db, self.held.options))
        if not found:
            return "It is legal on no day that is known. --allow-illegal plays it all the same."
        told = " and ".join(f"from {begins} {'on' if ends is None else f'to {ends}'}" for begins, ends in found)
        begins, ends = found[-1]
        dated = f"--date {ends or begins} plays it by the rules and bans of that day"
        return f"It is legal {told}: {dated}. --allow-illegal plays it all the same."

    def run_of(self, listed: DeckZones) -> Run:
        """Return the run of a list."""
        return replace(self._rest, list=listed)

    def prepare(self, run: Run) -> PreparedRun:
        """Return a run prepared for playing in this process.

        :raises Refused: if it cannot be played.
        """
        try:
            return prepare(run, self.db)
        except CardDataError as error:
            raise options.data_refusal(error) from None
        except UnsupportedCardsError as error:
            raise unsupported_refusal("The run", error.cards) from None
        except (RunError, PolicyError, ScriptError) as error:
            raise Refused(str(error)) from None

    def study(
        self,
        kind: StudyKind,
        lists: Sequence[EnteredDeck],
        runs: Sequence[Run],
        *,
        stop_when: dict[str, float] | None = None,
        plan: SweepPlan | None = None,
        mulligans: dict[str, Mulligan] | None = None,
    ) -> Study:
        """Return the study of these lists, prepared.

        :raises Refused: if the budget is too small for what is compared.
        """
        opposite = [f"{OPPONENT_CODE}{code}" for code in self._opposite_illegal]
        illegal = tuple((*one.illegal, *opposite) for one in lists)
        asked = self.asked
        request = StudyRequest(
            kind,
            tuple(runs),
            asked.games,
            illegal,
            stop_when or {},
            plan,
            date=self.day.isoformat(),
            budget=asked.budget,
            mulligans=mulligans or {},
        )
        try:
            if request.race is not None:
                request = replace(request, games=request.race.games)
        except ValueError as error:
            raise Refused(f"--budget {asked.budget}: {error}") from None
        return Study(request, self.db)

    def play(self, study: Study, told: Callable[[PartialResult], str]) -> JobOutcome:
        """Play a study, with a progress bar where standard error is a terminal; `told` returns the text beside it.

        Where worker processes die again and again or the cluster fails, the games counted until then are the result,
        and standard error is told so.

        :raises Refused: if a game does not end, or the processes or the cluster fail before enough games were counted.
        :raises Abort: if the run is stopped before its least number of games.
        """
        request = study.request
        try:
            with (
                self._executor(-(-request.games // first_chunk(request.job))) as executor,
                _progress_bar(study, told) as progress,
            ):
                found = study.play(executor, progress=progress)
        except (ExecutorFailedError, EndlessGameError, FailedGameError, RunError) as error:
            raise Refused(str(error)) from None
        if found.stopped and found.games < request.least_games:
            if found.failure is not None:
                raise Refused(str(found.failure))
            raise click.Abort
        if found.failure is not None:
            self._tell_failure(study, found, found.failure)
        return found

    def _tell_failure(self, study: Study, found: JobOutcome, failure: ExecutorFailedError) -> None:
        """Tell standard error why a run has fewer games than asked, and how to have them all."""
        counted = study.done(found.result)
        games = "the first game was" if counted == 1 else f"the first {counted} games were"
        Refused(
            f"{failure}\nOf {found.asked} games {games} counted; they are the result. To have all, give the command "
            f"again with --seed {self.seed}: it plays the same games, from the first one on."
        ).show()

    def _executor(self, chunks: int) -> ChunkExecutor:
        """Return the executor for so many chunks."""
        if self.asked.cluster is not None:
            from riftcheck.goldfish.execution.cluster import cluster_executor  # noqa: PLC0415 - few runs use a cluster

            laid_over = [str(folder) for folder in (*carddb.setting_folders(), *self.folders)]
            return cluster_executor(self.asked.cluster, carddb.load_default, self.db.version, folders=laid_over)
        jobs = min(self.asked.jobs or os.cpu_count() or 1, chunks)
        return (
            in_process_executor(self.db) if jobs == 1 else process_executor(partial(_cards, tuple(self.folders)), jobs)
        )

    def _common(self) -> Run:
        asked = self.asked
        policy, values = option_values.policy(asked.policy)
        self._opposite_illegal: list[str] = []
        return Run(
            DeckZones((), ()),
            self._opponent(asked.opponent, policy),
            policy=policy,
            options=values,
            mulligan=ON_CURVE if asked.mulligan is None else option_values.mulligan(asked.mulligan, self.db),
            seed=self.seed,
            first=asked.first,
            turns=asked.turns,
            battlefield=self._battlefield(asked.battlefield),
            opponent_battlefield=self._battlefield(asked.opponent_battlefield),
            rules=engine_rules(self.held.rules),
            unsupported=asked.unsupported,
            data_version=self.db.version,
            engine_version=engine_version(),
        )

    def _opponent(self, who: str, policy: str) -> Opponent:
        named = opponent_named(who)
        if named is not None:
            return named
        lists = field_files(who)
        if lists:
            entries = [FieldEntry(one.name, one.weight, self.enter(str(one.path), naming=True)) for one in lists]
            opponent, self._opposite_illegal = field_opponent(entries)
            return opponent
        script = option_values.script(who)
        if script is not None:
            return Opponent("scripted", script=script)
        meant = _preset_meant(who)
        if meant:
            raise Refused(f"--opponent {who}: there is no such opponent and no such file. Did you mean {meant}?")
        second = self.enter(who)
        self._opposite_illegal = second.illegal
        return Opponent("list", list=second.listed, policy=opposing_policy(policy))

    def _battlefield(self, name: str | None) -> str | None:
        if name is None or is_blank(name):
            return None if name is None else BLANK_BATTLEFIELD
        card = options.find_card(name, self.db)
        if card.kind != "battlefield":
            raise Refused(f"{card.name} is no battlefield.")
        return card.name


def _check_game_alone() -> None:
    """Refuse the options that say how many games are played, of what or where, beside one game.

    :raises Refused: if one of them was given.
    """
    context = click.get_current_context()
    for option in context.command.params:
        name = option.opts[0]
        given = context.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE
        if given and name in VOID_WITH_GAME:
            raise Refused(f"--game tells one game, and {name} {VOID_WITH_GAME[name]}; leave one of both out.")


def _preset_meant(who: str) -> str:
    """Return the opponent by name that may be meant by what is none and no file either; empty where none is like it."""
    if who == STANDARD_INPUT or os.path.exists(who):  # noqa: PTH110 (Path fails for a code that is too long for a name)
        return ""
    return next(iter(get_close_matches(who.lower(), preset_names(), 1)), "")


def _check_files(asked: RunOptions) -> None:
    """Refuse files that are not to be written over, and a table of a game.

    :raises Refused: if there is such a file, or `--csv` comes with `--game`.
    """
    if asked.table is not None:
        if asked.game is not None:
            raise Refused("--csv writes the figures of all games, and --game tells one game; leave one out.")
        csv_file.check_target(asked.table, FIGURE_COLUMNS)
    if asked.page is not None:
        check_page(asked.page, RESULT)
    check_apart(asked.table, asked.page)


def _cards(folders: tuple[Path, ...]) -> CardDatabase:
    """Load the cards in a worker process, as `options.load_cards` does."""
    return carddb.load_default(folders)


def _broken(source: str, report: Report) -> list[str]:
    """Return why a list is refused: a line for each rule that it breaks."""
    found = [issue for issue in report.issues if issue.severity == "error"]
    lines = [f"{issue.message} ({issue.code}{'; ' * bool(issue.rules)}{cited(issue.rules)})" for issue in found]
    return [f"{source} is not legal in {report.format} on {report.day}:", *lines]


@contextmanager
def _progress_bar(
    study: Study, told: Callable[[PartialResult], str] | None
) -> Iterator[Callable[[PartialResult], None] | None]:
    """Show a progress bar where standard error is a terminal; yield the callback that moves it."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    # Imported here because nobody else needs it, and it takes its time.
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}", markup=False))
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as bar:
        task = bar.add_task("", total=study.request.asked)

        def progress(part: PartialResult) -> None:
            bar.update(task, completed=study.done(part), description="" if told is None else told(part))

        yield progress
