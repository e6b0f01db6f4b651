"""`riftcheck cards sync`: official texts and new cards from Riot's content API, for those who have a key."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from riftcheck.carddb import user_overlay
from riftcheck.carddb.sync import FILE, REGIONS, SyncError, SyncRefusedError, SyncResult, sync
from riftcheck.cli import options
from riftcheck.cli.terminal import Page, print_json

if TYPE_CHECKING:
    from riftcheck.carddb.catalogue.importing import ImportResult

KEY_SETTING = "RIOT_API_KEY"


@click.command(
    "sync",
    epilog="""\b
Examples:
  RIOT_API_KEY=... riftcheck cards sync --dry-run
  RIOT_API_KEY=... riftcheck cards sync --region europe""",
)
@click.option(
    "--region", type=click.Choice(REGIONS), default="americas", show_default=True, help="The region that is asked."
)
@click.option("--dry-run", is_flag=True, help="Compare only; write nothing.")
@click.option("--force", is_flag=True, help="Take over an answer that differs too much to be believed.")
@options.as_json
@options.cards_option
def command(region: str, *, dry_run: bool, force: bool, as_json: bool) -> None:
    """Fetch official texts, new cards and printings into the user's own folder; the shipped facts stay.

    Needs a key of Riot's content API in RIOT_API_KEY.
    """
    key = os.environ.get(KEY_SETTING, "").strip()
    if not key:
        raise options.Refused(
            f"There is no key: get one at https://developer.riotgames.com and set {KEY_SETTING} to it."
        )
    db = options.load_cards(beside=user_overlay() / FILE)  # what was synced before is compared anew
    try:
        result = sync(db, key, region, force=force, dry_run=dry_run)
    except SyncRefusedError as error:
        print_result(error.result, as_json=as_json)
        raise options.Refused(f"The answer is not believed: {error} (--force).") from None
    except SyncError as error:
        raise options.Refused(f"The cards cannot be fetched: {error}.") from None
    print_result(result, as_json=as_json)


def print_result(result: SyncResult | ImportResult, *, as_json: bool) -> None:
    """Print what a catalogue differs in, and what was written of it."""
    if as_json:
        print_json(result.to_json())
        return
    page = Page()
    for line in result.lines():
        text = line.lstrip()
        page.line(text, indent=len(line) - len(text))
