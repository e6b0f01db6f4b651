"""`riftcheck goldfish`: a list played many times, and what that came to."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

import click

from riftcheck.carddb.printable import clean
from riftcheck.cli.inputs import source_name
from riftcheck.cli.options import Refused
from riftcheck.cli.output_files import write_page
from riftcheck.cli.run_options import RunOptions, run_options
from riftcheck.cli.simulation import StudyCommand
from riftcheck.cli.study_output import exit_if_stopped, show_result
from riftcheck.cli.terminal import Page, print_json
from riftcheck.goldfish.report.cells import percent, turn
from riftcheck.goldfish.report.figure_rows import result_rows
from riftcheck.goldfish.report.page import result_page
from riftcheck.goldfish.report.replay_page import ToldGame, replay_page
from riftcheck.goldfish.report.text import result_lines
from riftcheck.goldfish.results.document import UnknownFigureError, check_figure, figure, too_wide
from riftcheck.goldfish.results.run_info import policy_traits, run_info
from riftcheck.goldfish.simulation.errors import EndlessGameError, FailedGameError
from riftcheck.goldfish.simulation.replay_log import replay

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import date

    from riftcheck.goldfish.execution.jobs import PartialResult
    from riftcheck.goldfish.execution.runner import JobOutcome
    from riftcheck.goldfish.plan.prepared_run import PreparedRun
    from riftcheck.goldfish.results.run_info import RunInfo
    from riftcheck.goldfish.simulation.replay_log import ReplayLog
    from riftcheck.goldfish.studies.request import Study


@click.command(
    "goldfish",
    epilog="""\b
Examples:
  riftcheck goldfish deck.txt
  riftcheck goldfish deck.txt --games 10000 --seed 7 --html result.html
  riftcheck goldfish deck.txt --opponent theirs.txt --policy lookahead
  riftcheck goldfish deck.txt --opponent field:regionals
  riftcheck goldfish deck.txt --stop-when all/score/won=0.02 --games 100000
  riftcheck goldfish deck.txt --seed 7 --game 12""",
)
@click.argument("source", metavar="LIST")
@run_options
@click.option(
    "--stop-when",
    "wanted",
    metavar="FIGURE=HALF",
    multiple=True,
    help="Stop when the interval of a figure is this narrow, as all/score/won=0.02; may be given again, and then all "
    "must be.",
)
def command(source: str, wanted: tuple[str, ...], **given: Any) -> None:
    """Play LIST many times against an opponent who does little or nothing, and count.

    docs/goldfish.md says what the figures tell and what not. Ctrl-C ends the run and shows what was played until then.
    """
    asked = RunOptions(**given)
    simulation = StudyCommand(asked)
    whole = simulation.enter(source)
    run = simulation.run_of(whole.listed)
    prepared = simulation.prepare(run)
    if asked.game is not None:
        show_game(prepared, asked.game, source, asked, simulation.day)
        return
    widths = _wanted(wanted, run_info(prepared)) if wanted else {}
    study = simulation.study("goldfish", [whole], [run], stop_when=widths)
    played = simulation.play(study, _progress_text(study))
    document = study.document(played)
    name = source_name(source)
    show_result(
        asked,
        document,
        html=lambda: result_page(document, name),
        rows=result_rows(document),
        lines=lambda width, plain: result_lines(document, name=name, width=width, plain=plain),
    )
    if widths and not played.stopped:
        _tell_widths(played, document, widths)
    exit_if_stopped(played)


def _tell_widths(played: JobOutcome, document: Mapping[str, Any], widths: Mapping[str, float]) -> None:
    """Tell standard error why the run ended: the figures are narrow enough, or which are not after all games."""
    wide = too_wide(document, widths)
    if not wide:
        click.echo(f"--stop-when: reached after {played.games} of {played.asked} games.", err=True)
    for path in wide:
        why = f"{path} is not within {widths[path]} after {played.games} games: {_reach(document, path)}"
        click.echo(f"--stop-when: {why}.", err=True)


def _reach(document: Mapping[str, Any], path: str) -> str:
    try:
        found = figure(document, path)
    except UnknownFigureError:
        return "no game had it"
    if found["low"] is None or found["high"] is None:
        return "it has not both bounds, for its numbers are too few or too much alike"
    return f"it lies between {found['low']:g} and {found['high']:g}"


def show_game(prepared: PreparedRun, number: int, source: str, asked: RunOptions, day: date) -> None:
    """Write the log of a game of one list, judged on a day, and its page if one is asked for.

    :raises Refused: if the game does not end, or fails, or the page cannot be written.
    """
    story = replayed(prepared, number, why=asked.why)
    write_page(asked.page, lambda: replay_page(number, [told_game(prepared, story, source, day)]))
    print_replay(story, prepared.run.seed, as_json=asked.as_json)


def told_game(prepared: PreparedRun, story: ReplayLog, source: str, day: date, side: str = "") -> ToldGame:
    """Return the log of a game with all that its page says of the run; `side` is that of a comparison."""
    settings = {"run": prepared.run.to_json(), "date": day.isoformat(), **policy_traits(prepared.run)}
    name = source_name(source)
    return ToldGame(name, story, settings, f"{side}: {name}" if side else "")


def replayed(prepared: PreparedRun, number: int, *, why: bool = False) -> ReplayLog:
    """Return the log of a game.

    :raises Refused: if it does not end, or fails.
    """
    try:
        return replay(prepared, number, why=why)
    except (EndlessGameError, FailedGameError) as error:
        raise Refused(str(error)) from error


def print_replay(story: ReplayLog, seed: int, *, as_json: bool) -> None:
    """Write the log of a game of the run with a seed."""
    if as_json:
        print_json(story.to_json())
        return
    page = Page()
    against = f", against {clean(story.met)}" if story.met else ""
    page.line(f"Game {story.index} of the run with seed {seed}{against}", "bold")
    for line in story.text().splitlines():
        heading = not line.startswith(" ")
        page.line(line.strip(), "bold" if heading else "", indent=0 if heading else 2)


def _wanted(given: tuple[str, ...], whole: RunInfo) -> dict[str, float]:
    """Return the half widths that are wanted, by figure.

    :raises Refused: if a figure does not exist, or its width is no number above 0.
    """
    found: dict[str, float] = {}
    for text in given:
        path, _, half = text.rpartition("=")
        try:
            found[path] = float(half)
            check_figure(whole, path)
        except UnknownFigureError as error:
            raise Refused(f"--stop-when {text}: {error}") from None
        except ValueError:
            found[path] = 0.0
        if not 0 < found[path] < inf:
            raise Refused(f"--stop-when {text}: write a figure and a number above 0, as in all/score/won=0.02.")
    return found


def _progress_text(study: Study) -> Callable[[PartialResult], str]:
    def words(part: PartialResult) -> str:
        shown = study.estimates(part)["figures"]
        return f"won {percent(shown['won']).short()} %, turn {turn(shown['median']).short()}"

    return words
