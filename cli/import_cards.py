"""`riftcheck cards import`: cards of a file, laid over the shipped ones through the gate of `cards sync`."""

from __future__ import annotations

from pathlib import Path

import click

from riftcheck.carddb.catalogue.importing import ImportRefusedError, import_cards, place_of
from riftcheck.carddb.errors import CatalogueError
from riftcheck.cli import options
from riftcheck.cli.sync import print_result


@click.command(
    "import",
    epilog="""\b
Examples:
  riftcheck cards import radiance.json --dry-run
  riftcheck cards import radiance.json
  riftcheck cards import radiance.json --into my-cards/""",
)
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option(
    "--into",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write to a folder for --cards or RIFTCHECK_CARDS, instead of the user's own, which every command reads.",
)
@click.option("--dry-run", is_flag=True, help="Compare only; write nothing.")
@click.option("--force", is_flag=True, help="Take over a file that contradicts the database or itself.")
@options.as_json
@options.cards_option
def command(file: Path, into: Path | None, *, dry_run: bool, force: bool, as_json: bool) -> None:
    """Read the cards of a FILE into an overlay; the shipped facts stay.

    FILE is JSON: facts of a set with a confidence for each, or the contents of Riot's content API.
    """
    try:
        db = options.load_cards(beside=place_of(file, into))
        result = import_cards(file, db, folder=into, force=force, dry_run=dry_run)
    except ImportRefusedError as error:
        print_result(error.result, as_json=as_json)
        raise options.Refused(f"The file is not believed: {error} (--force).") from None
    except CatalogueError as error:
        raise options.Refused(f"The cards cannot be imported: {error}.") from None
    print_result(result, as_json=as_json)
