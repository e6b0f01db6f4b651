"""`riftcheck convert`: a list in another form."""

from __future__ import annotations

import click

from riftcheck.cli import options
from riftcheck.cli.inputs import read_one
from riftcheck.cli.options import Refused
from riftcheck.cli.terminal import print_json, warn
from riftcheck.decks.export import TARGETS, DeckWriteError, Target, export_parsed


@click.command(
    "convert",
    epilog="""\b
Examples:
  riftcheck convert deck.txt --to code
  riftcheck convert CMAAAAAAAAAQCAAAPYAACAIA... --to sections
  riftcheck convert site.json --to json > deck.json""",
)
@click.argument("source", metavar="LIST")
@click.option("--to", "target", type=click.Choice(TARGETS), required=True, help="The form to write.")
@options.format_option
@options.cards_option
def command(source: str, target: Target, format_id: str) -> None:
    """Write LIST in another form: text (blocks), sections (with headers), a deck code, Tabletop Simulator, or JSON.

    What the form cannot hold is told as a warning on standard error. Legality is not judged.
    """
    db = options.load_cards()
    held = options.frame_today(db, format_id)
    try:
        written = export_parsed(read_one(source, db).parsed, target, db, held.least_main)
    except DeckWriteError as error:
        raise Refused(f"This list cannot be written as {target}: {error}.") from None
    for warning in written.warnings:
        warn(warning)
    if isinstance(written.content, str):
        # A list is data, not words for a screen: in UTF-8, whatever the terminal speaks.
        click.echo(written.content.rstrip("\n").encode())
    else:
        print_json(written.content)
