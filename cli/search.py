"""`riftcheck cards search`: the cards that match a query."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from riftcheck.api import card_documents
from riftcheck.carddb import QueryError
from riftcheck.carddb.printable import clean
from riftcheck.carddb.search import search
from riftcheck.cli import options
from riftcheck.cli.terminal import Page, print_json

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from riftcheck.carddb import Card


@click.command(
    "search",
    epilog="""\b
Examples:
  riftcheck cards search jinx
  riftcheck cards search "domain:fury type:unit cost<=2 sort:-might"
  riftcheck cards search 'o:"draw a card" t:spell'
  riftcheck cards search "legal:constructed k:tank" --date 2026-03-31 --json
  riftcheck cards search -- "-t:unit champ:jinx"

docs/search.md lists the fields. A query that begins with a minus comes after --.""",
)
@click.argument("query", metavar="QUERY...", nargs=-1)
@options.day_option
@options.as_json
@options.cards_option
def command(query: tuple[str, ...], day: date | None, *, as_json: bool) -> None:
    """List the cards that match QUERY, one line a card; without a query, all of them."""
    db = options.load_cards()
    text = " ".join(query)
    try:
        found = search(db, text, day=day or options.today())
    except QueryError as error:
        raise options.Refused(_pointed(text, error)) from None
    if as_json:
        print_json({"data": [card_documents.card(card, db) for card in found]})
    else:
        _show(found)


def _pointed(query: str, error: QueryError) -> str:
    """Return the message with a mark under the place in the query where reading stopped."""
    return f"The query cannot be read: {error}\n  {clean(query)}\n  {' ' * error.position}^"


def _show(found: Sequence[Card]) -> None:
    page = Page()
    if not found:
        page.line("No card matches.")
        return
    rows = [
        (
            card.full_name,
            "/".join(card.types),
            "/".join(card.domains),
            card.energy,
            card.power,
            card.might,
            card.base_printing.id,
        )
        for card in found
    ]
    page.table(["Name", "Type", "Domains", "E", "P", "M", "Set"], rows, numbers=(3, 4, 5))
    page.line(f"{len(found)} card{'s' if len(found) > 1 else ''}")
