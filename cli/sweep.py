"""`riftcheck sweep`: small changes of a list, each compared with it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from riftcheck.cli import options
from riftcheck.cli.goldfish import show_game
from riftcheck.cli.inputs import source_name
from riftcheck.cli.options import Refused
from riftcheck.cli.run_options import RunOptions, budget_options
from riftcheck.cli.simulation import StudyCommand
from riftcheck.cli.study_output import exit_if_stopped, show_result
from riftcheck.goldfish.report.comparisons import sweep_lines, sweep_page
from riftcheck.goldfish.report.figure_rows import ranking_rows
from riftcheck.goldfish.studies.elimination import BUDGET
from riftcheck.goldfish.studies.entered_deck import SweepPlanner
from riftcheck.goldfish.studies.request import LEAST_GAMES

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.goldfish.studies.sweep import SweepPlan


@click.command(
    "sweep",
    epilog="""\b
Examples:
  riftcheck sweep deck.txt
  riftcheck sweep deck.txt --budget 100000 --seed 7
  riftcheck sweep deck.txt --pool pool.txt
  riftcheck sweep deck.txt --games 200""",
)
@click.argument("source", metavar="LIST")
@click.option(
    "--pool",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Exchange a copy of each card for each card of this file, one name a line. [default: one copy more and less "
    "of each card of the list]",
)
@click.option(
    "--filler",
    metavar="NAME",
    help="The card that takes the place of a copy less, and gives its own to a copy more. [default: of those with room "
    "for a copy the one with fewest]",
)
@click.option(
    "--games",
    metavar="N",
    type=click.IntRange(LEAST_GAMES, options.MOST_GAMES),
    help="Let the list and every change play N games, whatever they come to, in the place of a budget.",
)
@budget_options
def command(
    source: str, pool: Path | None, filler: str | None, games: int | None, budget: int | None, **given: Any
) -> None:
    """Try small changes of LIST, compare each with it by the same chances, and rank them.

    The worse half of the changes leaves after each round of games, so that most games are played by the best. What is
    said of them is corrected for their number and for the rounds, so that luck does not end on top.
    """
    if games is not None and budget is not None:
        raise Refused("--games and --budget: the one lets every change play as many games; leave one out.")
    if filler is not None and pool is not None:
        raise Refused("--filler and --pool: cards of a pool change places with those of the list; leave one out.")
    asked = RunOptions(games=games or 0, budget=0 if games is not None else budget or BUDGET, **given)
    simulation = StudyCommand(asked)
    whole = simulation.enter(source)
    run = simulation.run_of(whole.listed)
    prepared = simulation.prepare(run)
    names = None if pool is None else _names(pool, simulation.db)
    taking = "" if filler is None else _main_card("--filler", filler, simulation.db)
    if asked.game is not None:
        show_game(prepared, asked.game, source, asked, simulation.day)
        return
    plan = _plan(SweepPlanner(whole, simulation.db, asked.unsupported), names, taking)
    if not plan.variants:
        reasons = "\n".join(f"  {one.name}: {one.reason}" for one in plan.skipped)
        raise Refused(f"No change of {source} can be tried.\n{reasons}")
    study = simulation.study("sweep", [whole], [run], plan=plan)
    played = simulation.play(study, lambda part: f"{len(plan.variants)} changes, game {part.stop} of each that plays")
    document = study.document(played)
    name = source_name(source)
    show_result(
        asked,
        document,
        html=lambda: sweep_page(document, name),
        rows=ranking_rows(document),
        lines=lambda width, plain: sweep_lines(document, name=name, width=width, plain=plain),
    )
    exit_if_stopped(played)


def _plan(changes: SweepPlanner, names: list[str] | None, filler: str) -> SweepPlan:
    """Return the changes to be tried.

    :raises Refused: if no card of the list can make room for another.
    """
    try:
        return changes.plan(names, filler)
    except ValueError as error:
        hint = "--filler NAME takes another card, --pool FILE tries the cards of a file instead."
        raise Refused(f"{error} ({hint})") from None


def _names(path: Path, db: CardDatabase) -> list[str]:
    """Return the cards of a pool: a name a line; empty lines and what follows # are left out.

    :raises Refused: if the file cannot be read, or a name in it is none of a card of the main deck.
    """
    try:
        lines = path.read_text("utf-8-sig").splitlines()
    except OSError as error:
        raise Refused(f"--pool {path} cannot be read: {error.strerror}. It is a file with a name a line.") from None
    except UnicodeDecodeError as error:
        raise Refused(f"--pool {path} is no text in UTF-8 (byte {error.start}); write a name a line.") from None
    written = [(number, line.partition("#")[0].strip()) for number, line in enumerate(lines, 1)]
    found = [_main_card(f"--pool {path}, line {number}", name, db) for number, name in written if name]
    if not found:
        raise Refused(f"--pool {path}: there is no name in it; write one a line.")
    return found


def _main_card(where: str, name: str, db: CardDatabase) -> str:
    """Return the name of a card of a main deck, from any spelling.

    :raises Refused: if it is none, or that of several.
    """
    try:
        card = options.find_card(name, db)
    except Refused as error:
        raise Refused(f"{where}: {error.message}") from None
    if card.kind != "main" or card.is_token:
        raise Refused(f"{where}: {card.name} is no card of a main deck.")
    return card.name
