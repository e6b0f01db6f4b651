"""The routes of cards and of the data behind the verdicts."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, cast

from riftcheck.client.transport import Call, segment

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import date

    from riftcheck.client.documents.cards import (
        BulkDocument,
        CardDocument,
        CardSetDocument,
        DataDocument,
        FormatDocument,
        FormatEntryDocument,
        FoundDocument,
        IssueCodeDocument,
        ReadyDocument,
    )
    from riftcheck.client.documents.lists import WantedCardDocument
    from riftcheck.client.transport import Transport

_MOST = 250  # entries of a page


class CardRoutes:
    """Cards, sets, formats, issue codes and the whole database. All methods raise as `Client` says."""

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

    def autocomplete(self, q: str) -> list[str]:
        """Return at most 20 names that a text may be the beginning or a part of."""
        return cast("list[str]", self._transport.get("/v1/cards/autocomplete", q=q)["data"])

    def collection(self, cards: Iterable[WantedCardDocument | str]) -> FoundDocument:
        """Return up to 250 cards by ids and names; a text is a name."""
        wanted = [{"name": card} if isinstance(card, str) else card for card in cards]
        return cast("FoundDocument", self._transport.post("/v1/cards/collection", {"cards": wanted}))

    def sets(self) -> Iterator[CardSetDocument]:
        """Return the sets and the series of printings."""
        return cast("Iterator[CardSetDocument]", self._transport.pages("/v1/sets", limit=_MOST))

    def formats(self) -> Iterator[FormatEntryDocument]:
        """Return the formats."""
        return cast("Iterator[FormatEntryDocument]", self._transport.pages("/v1/formats", limit=_MOST))

    def format(self, format_id: str, date: date | str | None = None) -> FormatDocument:
        """Return a format on a day, today (UTC) if none is given."""
        return cast("FormatDocument", self._transport.get(f"/v1/formats/{segment(format_id)}", date=date))

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
