"""`riftcheck compare`: two lists that meet the same chances."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from riftcheck.cli.goldfish import print_replay, replayed, told_game
from riftcheck.cli.inputs import source_name
from riftcheck.cli.output_files import write_page
from riftcheck.cli.run_options import RunOptions, paired_options
from riftcheck.cli.simulation import StudyCommand
from riftcheck.cli.study_output import exit_if_stopped, show_result
from riftcheck.cli.terminal import Page, print_json
from riftcheck.goldfish.plan.run import aligned
from riftcheck.goldfish.report.comparisons import compare_lines, compare_page
from riftcheck.goldfish.report.figure_rows import compare_rows
from riftcheck.goldfish.report.replay_page import replay_page
from riftcheck.goldfish.studies.comparison import differences, main_measure
from riftcheck.goldfish.studies.request import LEAST_GAMES

if TYPE_CHECKING:
    from riftcheck.goldfish.execution.jobs import PartialResult


@click.command(
    "compare",
    epilog="""\b
Examples:
  riftcheck compare before.txt after.txt
  riftcheck compare before.txt after.txt --games 5000 --seed 7 --json
  riftcheck compare mine.txt yours.txt --opponent theirs.txt""",
)
@click.argument("source_a", metavar="LIST_A")
@click.argument("source_b", metavar="LIST_B")
@paired_options
def command(source_a: str, source_b: str, **given: Any) -> None:
    """Play LIST_A and LIST_B with the same chances, and say whether B is better, worse, or that it is not known.

    Both meet the same shuffles as far as they share cards, so each game of B is set against the same game of A.
    """
    asked = RunOptions(**given)
    simulation = StudyCommand(asked)
    lists = [simulation.enter(source) for source in (source_a, source_b)]
    first, second = lists[0].listed, aligned(lists[0].listed, lists[1].listed)
    runs = [simulation.run_of(listed) for listed in (first, second)]
    prepared_runs = [simulation.prepare(run) for run in runs]
    if asked.game is not None:
        number = asked.game
        stories = [replayed(prepared, number, why=asked.why) for prepared in prepared_runs]
        told = zip(prepared_runs, stories, (source_a, source_b), "AB", strict=True)
        games = [told_game(one, story, source, simulation.day, side) for one, story, source, side in told]
        write_page(asked.page, lambda: replay_page(number, games))
        if asked.as_json:
            print_json({side: story.to_json() for side, story in zip("ab", stories, strict=True)})
            return
        for game in games:
            Page().line(game.title, "bold")
            print_replay(game.log, simulation.seed, as_json=False)
        return
    study = simulation.study("compare", lists, runs)
    played = simulation.play(study, _progress_text)
    document = study.document(played)
    names = [source_name(source) for source in (source_a, source_b)]
    show_result(
        asked,
        document,
        html=lambda: compare_page(document, names),
        rows=compare_rows(document),
        lines=lambda width, plain: compare_lines(document, names=names, width=width, plain=plain),
    )
    exit_if_stopped(played)


def _progress_text(part: PartialResult) -> str:
    a, b = part.rows
    if part.stop < LEAST_GAMES:
        return ""
    chosen = main_measure(a, b)
    one = next(found for found in differences(a, b) if found.measure == chosen)
    return f"B - A {one.value:+.3f} ({one.low:+.3f} to {one.high:+.3f})"
