"""The routes of cards and of the data behind the verdicts."""

from __future__ import annotations

import json
from http import HTTPStatus
from operator import itemgetter
from typing import TYPE_CHECKING, Any, cast

from riftcheck.client.transport import Call, segment

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import date

    from riftcheck.client.documents.cards import (
        BulkDocument,
        CardDocument,
        CardLegalityDocument,
        CardSetDocument,
        DataDocument,
        FormatDocument,
        FormatEntryDocument,
        FoundDocument,
        IssueCodeDocument,
        ProductDeckDocument,
        ProductEntryDocument,
        ReadyDocument,
    )
    from riftcheck.client.documents.lists import WantedCardDocument
    from riftcheck.client.transport import Transport

_MOST = 250  # entries of a page, cards of a collection
_COUNTED = {"data": "found"}  # the name of a total that is not that of its list


class CardRoutes:
    """Cards, sets, formats, products, issue codes and the whole database. All methods raise as `Client` says."""

    _transport: Transport
    _bulk: tuple[str, bytes] | None = None

    def cards(self, q: str = "", *, limit: int = _MOST) -> Iterator[CardDocument]:
        """Return every card that a search finds, read page by page; `limit` is the cards of a page, 1 to 250."""
        return cast("Iterator[CardDocument]", self._transport.pages("/v1/cards", q=q, limit=limit))

    def card(self, card_id: str) -> CardDocument:
        """Return the card of a printing id in any spelling, such as `OGN-001` or `OPP-001/298`."""
        return cast("CardDocument", self._transport.get(f"/v1/cards/{segment(card_id)}"))

    def named(self, *, exact: str | None = None, fuzzy: str | None = None) -> CardDocument:
        """Return the card of a name: either `exact`, in any spelling, or `fuzzy`, a part of it or a misspelling."""
        return cast("CardDocument", self._transport.get("/v1/cards/named", exact=exact, fuzzy=fuzzy))

    def legality(self, card_id: str, date: date | str | None = None) -> CardLegalityDocument:
        """Return how the card of a printing stands in each format on a day, today (UTC) if none is given."""
        found = self._transport.get(f"/v1/cards/{segment(card_id)}/legality", date=date)
        return cast("CardLegalityDocument", found)

    def named_legality(
        self, *, exact: str | None = None, fuzzy: str | None = None, date: date | str | None = None
    ) -> CardLegalityDocument:
        """Return how the card of a name stands in each format on a day; the name is given as for `named`."""
        found = self._transport.get("/v1/cards/named/legality", exact=exact, fuzzy=fuzzy, date=date)
        return cast("CardLegalityDocument", found)

    def autocomplete(self, q: str) -> list[str]:
        """Return at most 20 names that a text may be the beginning or a part of."""
        return cast("list[str]", self._transport.get("/v1/cards/autocomplete", q=q)["data"])

    def collection(self, cards: Iterable[WantedCardDocument | str]) -> FoundDocument:
        """Return any number of cards by ids and names; a text is a name.

        Those for which an answer has no room are asked for again; each `index` is the place among all.
        """
        wanted = [{"name": card} if isinstance(card, str) else card for card in cards]
        found: dict[str, list[Any]] = {"data": [], "ambiguous": [], "not_found": [], "left_over": []}
        open_ones = [*range(len(wanted))]
        while open_ones:
            part, open_ones = open_ones[:_MOST], open_ones[_MOST:]
            answer = self._transport.post("/v1/cards/collection", {"cards": [wanted[place] for place in part]})
            for kind in ("data", "ambiguous", "not_found"):
                found[kind] += [{**row, "index": part[row["index"]]} for row in answer[kind]]
            later = [part[place] for place in answer["left_over"]]
            if len(later) == len(part):
                found["left_over"] += later
            else:
                open_ones = later + open_ones
        return _whole(found, len(wanted))

    def sets(self) -> Iterator[CardSetDocument]:
        """Return the sets and the series of printings."""
        return cast("Iterator[CardSetDocument]", self._transport.pages("/v1/sets", limit=_MOST))

    def formats(self) -> Iterator[FormatEntryDocument]:
        """Return the formats."""
        return cast("Iterator[FormatEntryDocument]", self._transport.pages("/v1/formats", limit=_MOST))

    def format(self, format_id: str, date: date | str | None = None) -> FormatDocument:
        """Return a format on a day, today (UTC) if none is given."""
        return cast("FormatDocument", self._transport.get(f"/v1/formats/{segment(format_id)}", date=date))

    def products(self) -> Iterator[ProductEntryDocument]:
        """Return the preconstructed decks whose contents are known."""
        return cast("Iterator[ProductEntryDocument]", self._transport.pages("/v1/products", limit=_MOST))

    def product(self, product_id: str) -> ProductDeckDocument:
        """Return a preconstructed deck with its contents; every endpoint that takes a deck accepts its `deck`."""
        return cast("ProductDeckDocument", self._transport.get(f"/v1/products/{segment(product_id)}"))

    def issue_codes(self) -> Iterator[IssueCodeDocument]:
        """Return every code that an issue of a report can have."""
        return cast("Iterator[IssueCodeDocument]", self._transport.pages("/v1/issue-codes", limit=_MOST))

    def data(self) -> DataDocument:
        """Return how far rules, bans and cards go, and the official documents that are known to be newer."""
        return cast("DataDocument", self._transport.get("/v1/data"))

    def bulk(self) -> BulkDocument:
        """Return the whole database. What was read before is kept, and read again only where it has changed."""
        headers = {} if self._bulk is None else {"If-None-Match": self._bulk[0]}
        response = self._transport.send(Call("GET", "/v1/bulk", headers=headers))
        if response.status_code == HTTPStatus.NOT_MODIFIED and self._bulk is not None:
            return cast("BulkDocument", json.loads(self._bulk[1]))
        found: Any = self._transport.read(response)
        if "ETag" in response.headers:
            self._bulk = response.headers["ETag"], response.content
        return cast("BulkDocument", found)

    def ready(self) -> ReadyDocument:
        """Return the server's data version and number of cards, once it has judged a list of its own."""
        return cast("ReadyDocument", self._transport.get("/readyz"))


def _whole(found: dict[str, list[Any]], asked: int) -> FoundDocument:
    """Return the rows of several answers as one, in the order in which they were asked for."""
    for kind in ("data", "ambiguous", "not_found"):
        found[kind].sort(key=itemgetter("index"))
    totals = {"asked": asked, **{_COUNTED.get(kind, kind): len(rows) for kind, rows in found.items()}}
    return cast("FoundDocument", {**found, "totals": totals})
