"""`riftcheck mulligans`: mulligan policies of a list, each compared with the usual one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from riftcheck.cli import option_values
from riftcheck.cli.goldfish import show_game
from riftcheck.cli.inputs import source_name
from riftcheck.cli.options import Refused
from riftcheck.cli.output_files import write_page
from riftcheck.cli.run_options import RunOptions, arms_options
from riftcheck.cli.simulation import StudyCommand, exit_if_stopped, only_ascii, print_lines, write_figures
from riftcheck.cli.terminal import Page
from riftcheck.goldfish.policies.mulligan import BUILT_IN, ON_CURVE, Mulligan
from riftcheck.goldfish.report.figure_rows import ranking_rows
from riftcheck.goldfish.report.rankings import mulligan_lines, mulligan_page
from riftcheck.goldfish.results.document import to_text
from riftcheck.goldfish.studies.elimination import BUDGET


@click.command(
    "mulligans",
    epilog="""\b
Examples:
  riftcheck mulligans deck.txt
  riftcheck mulligans deck.txt --policy greedy --json
  riftcheck mulligans deck.txt --opponent racer --budget 50000 --seed 7""",
)
@click.argument("source", metavar="LIST")
@click.option(
    "--mulligan",
    "files",
    metavar="FILE",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A policy to compare too, as YAML or JSON; may be given again.",
)
@arms_options
def command(source: str, files: tuple[Path, ...], budget: int | None, **given: Any) -> None:
    """Play LIST with several mulligan policies by the same chances, and rank them.

    Those that are built in and those of files are compared with the one that `goldfish` has: on curve.
    """
    asked = RunOptions(budget=budget or BUDGET, **given)
    policies = _policies(files)
    simulation = StudyCommand(asked)
    whole = simulation.enter(source)
    run = simulation.run_of(whole.listed)
    prepared = simulation.prepare(run)
    if asked.game is not None:
        show_game(prepared, asked.game, source, asked)
        return
    study = simulation.study("mulligans", [whole], [run], mulligans=policies)
    played = simulation.play(study, lambda part: f"{len(policies)} policies, game {part.stop} of each that plays")
    document = study.document(played)
    write_page(asked.page, lambda: mulligan_page(document, source_name(source)))
    write_figures(asked.table, ranking_rows(document))
    if asked.as_json:
        click.echo(to_text(document), nl=False)
    else:
        page = Page()
        name = source_name(source)
        print_lines(page, mulligan_lines(document, name=name, width=page.width, plain=only_ascii(page)))
    exit_if_stopped(played)


def _policies(files: tuple[Path, ...]) -> dict[str, Mulligan]:
    """Return the policies to be compared with the one on curve, by name.

    :raises Refused: if a file holds none, or the same as another or as a built-in one.
    """
    found = {name: policy for name, policy in BUILT_IN.items() if policy != ON_CURVE}
    for path in files:
        policy = option_values.mulligan(path)
        same = next((name for name, other in {**found, "on curve": ON_CURVE}.items() if other == policy), None)
        if same is not None:
            raise Refused(f"--mulligan {path}: it says the same as {same}, which is compared already.")
        found[str(path)] = policy
    return found
