"""`riftcheck mulligans`: mulligan policies of a list, each compared with the usual one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from riftcheck.cli import option_values
from riftcheck.cli.goldfish import show_game
from riftcheck.cli.inputs import source_name
from riftcheck.cli.options import Refused
from riftcheck.cli.run_options import RunOptions, arms_options
from riftcheck.cli.simulation import StudyCommand
from riftcheck.cli.study_output import exit_if_stopped, show_result
from riftcheck.goldfish.policies.mulligan import BUILT_IN, ON_CURVE, Mulligan
from riftcheck.goldfish.report.figure_rows import ranking_rows
from riftcheck.goldfish.report.rankings import mulligan_lines, mulligan_page
from riftcheck.goldfish.studies.elimination import BUDGET

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase


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
    if files and asked.game is not None:
        raise Refused("--game tells a game with the usual policy, and --mulligan names others; leave one of both out.")
    simulation = StudyCommand(asked)
    policies = _policies(files, simulation.db)
    whole = simulation.enter(source)
    run = simulation.run_of(whole.listed)
    prepared = simulation.prepare(run)
    if asked.game is not None:
        show_game(prepared, asked.game, source, asked, simulation.day)
        return
    study = simulation.study("mulligans", [whole], [run], mulligans=policies)
    played = simulation.play(study, lambda part: f"{len(policies)} policies, game {part.stop} of each that plays")
    document = study.document(played)
    name = source_name(source)
    show_result(
        asked,
        document,
        html=lambda: mulligan_page(document, name),
        rows=ranking_rows(document),
        lines=lambda width, plain: mulligan_lines(document, name=name, width=width, plain=plain),
    )
    exit_if_stopped(played)


def _policies(files: tuple[Path, ...], db: CardDatabase) -> dict[str, Mulligan]:
    """Return the policies to be compared with the one on curve, by name.

    :raises Refused: if a file holds none, or the same as another or as a built-in one.
    """
    found = {name: policy for name, policy in BUILT_IN.items() if policy != ON_CURVE}
    for path in files:
        policy = option_values.mulligan(path, db)
        same = next((name for name, other in {**found, "on curve": ON_CURVE}.items() if other == policy), None)
        if same is not None:
            raise Refused(f"--mulligan {path}: it says the same as {same}, which is compared already.")
        found[f"./{path}" if str(path) in BUILT_IN else str(path)] = policy
    return found
