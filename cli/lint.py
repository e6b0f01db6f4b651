"""`riftcheck cards lint`: what is wrong with files of card data."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from riftcheck.carddb.lint import lint
from riftcheck.carddb.lint_fault import LintFault
from riftcheck.carddb.printable import clean
from riftcheck.cli import data_age, options
from riftcheck.cli.explain import explain
from riftcheck.cli.terminal import print_json
from riftcheck.engine.compile.pool import pool_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from riftcheck.carddb import CardDatabase
    from riftcheck.carddb.lint import LintResult


@click.command(
    "lint",
    epilog="""\b
Examples:
  riftcheck cards lint
  riftcheck cards lint my-cards/
  riftcheck cards lint --explain "Void Seeker" my-cards/
  riftcheck cards lint --age

\b
Exit codes:
  0  no problem (there may be warnings); with --age: everything covers today
  1  problems were found; with --age: something ends before today
  2  a folder or the card of --explain is not there""",
)
@click.argument("folders", metavar="[DIR...]", nargs=-1, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--explain", "name", metavar="NAME", help="Show how the abilities of one card are read, and nothing else."
)
@click.option("--age", is_flag=True, help="Show how far rules, bans and cards go, and nothing else.")
@options.as_json
@options.cards_option
def command(folders: tuple[Path, ...], name: str | None, *, age: bool, as_json: bool) -> None:
    """Check the shipped card data with the YAML of folders laid over it: each file for itself, and all together.

    What was synced and RIFTCHECK_CARDS are left out, so that the answer is the same everywhere.
    """
    if name is not None:
        click.get_current_context().exit(explain(name, [*options.card_folders(), *folders], as_json=as_json))
    if age:
        click.get_current_context().exit(data_age.show([*options.card_folders(), *folders], as_json=as_json))
    result = lint([*options.card_folders(), *folders], [refused_by_the_engine])
    if as_json:
        print_json(
            {
                "problems": [asdict(problem) for problem in result.problems],
                "warnings": [asdict(problem) for problem in result.warnings],
                "cards": result.cards,
            }
        )
    else:
        _show(result)
    click.get_current_context().exit(1 if result.problems else 0)


def refused_by_the_engine(db: CardDatabase) -> Iterator[LintFault]:
    """Yield an error for each card with abilities that the engine cannot execute."""
    pool = pool_of(db)
    for card in db.cards:
        d = pool.definition(card.name)
        if card.executable and d.unsupported:
            message = f"the engine cannot execute this: {d.unsupported}; write `abilities: unsupported` with a reason"
            yield LintFault("cards", card.name, d.refused_at, message)


def _show(result: LintResult) -> None:
    """Write a problem a line, unwrapped, as editors and other programs read them."""
    for warning in result.warnings:
        click.echo(clean(f"{warning} (warning)"))
    for problem in result.problems:
        click.echo(clean(str(problem)))
    read = f"{result.cards} cards, " if result.cards else ""
    click.echo(f"{read}{_number(result.problems, 'problem')}, {_number(result.warnings, 'warning')}")


def _number(found: tuple[object, ...], noun: str) -> str:
    return f"{len(found)} {noun}{'' if len(found) == 1 else 's'}"
