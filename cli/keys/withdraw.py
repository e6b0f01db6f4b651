"""`riftcheck keys withdraw`: a key that holds no more."""

from __future__ import annotations

import click

from riftcheck.cli import options
from riftcheck.cli.keys.key_store import instant, opened_store, to_json
from riftcheck.cli.terminal import Page, print_json


@click.command(
    "withdraw",
    epilog="""\b
Examples:
  riftcheck keys withdraw 1f2e3d4c
  riftcheck keys withdraw 1f2e3d4c --json""",
)
@click.argument("key_id", metavar="ID")
@options.as_json
def command(key_id: str, *, as_json: bool) -> None:
    """Withdraw the key of an ID for good. Servers that run refuse it within some seconds."""
    with opened_store() as store:
        is_new = store.withdraw(key_id)
        found = next((key for key in store.all() if key.id == key_id), None)
    if found is None or found.withdrawn is None:
        raise options.Refused(
            f"There is no key with the id “{key_id}”; `riftcheck keys list` tells those that there are."
        )
    if as_json:
        print_json(to_json(found))
        return
    page = Page()
    page.line(f"The key {found.id} ({found.label}) {'is' if is_new else 'was'} withdrawn: {instant(found.withdrawn)}.")
    if is_new:
        page.line("Servers refuse it within some seconds.")
