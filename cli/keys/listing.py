"""`riftcheck keys list`: the keys that there are and were."""

from __future__ import annotations

import click

from riftcheck.cli import options
from riftcheck.cli.keys.key_store import LIMITS, opened_store, to_json
from riftcheck.cli.terminal import Page, print_json


@click.command(
    "list",
    epilog="""\b
Examples:
  riftcheck keys list
  riftcheck keys list --json""",
)
@options.as_json
def command(*, as_json: bool) -> None:
    """List all keys, the oldest first, also those that were withdrawn. The keys themselves are nowhere."""
    with opened_store() as store:
        found = [to_json(key) for key in store.all()]
    if as_json:
        print_json({"data": found})
        return
    page = Page()
    if not found:
        page.line("There are no keys. `riftcheck keys create LABEL` makes one.")
        return
    for one in found:
        own = [f"{name} {one[name]}" for name in LIMITS if one[name] is not None]
        ended = "" if one["withdrawn"] is None else f", withdrawn {one['withdrawn'][:10]}"
        page.parts([(one["id"], "bold"), (f"  {one['label']}", "")])
        page.line(f"for {', '.join(one['scopes'])}; made {one['created'][:10]}{ended}", indent=10)
        page.line(f"limits: {', '.join(own) or 'those of the server'}", indent=10)
