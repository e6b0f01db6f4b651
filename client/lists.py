"""The routes of lists: read, judge, write, count, compare."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Unpack, cast

from riftcheck.client.transport import encoded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from riftcheck.client.documents.lists import (
        BatchReportDocument,
        DiffDocument,
        ExportDocument,
        ExportForm,
        HandsDocument,
        JudgeOptions,
        ParsedDocument,
        PoolDocument,
        ReportDocument,
        ReportOptions,
        StatsDocument,
        TeamReportDocument,
        TimelineDocument,
        TimelineOptions,
        UnreadDocument,
    )
    from riftcheck.client.transport import Transport

    DeckGiven = str | Mapping[str, Any]

MOST_LISTS: Final = 100  # of one request
MOST_BYTES: Final = 2 * 1024 * 1024 - 8 * 1024  # of the lists of one request; the rest is for the options


class ListRoutes:
    """Lists: read, judge, write, count, compare. All methods raise as `Client` says.

    A list is a text in any usual form, or a document of the API: `{"text": ...}`, `{"code": ...}`, or its sections.
    """

    _transport: Transport

    def parse(self, deck: DeckGiven, *, format: str | None = None) -> ParsedDocument:  # noqa: A002 - the API's word
        """Read a text or a deck code: the list with its cards looked up, and what each line was read as."""
        body = {**document_of(deck), **given(format=format)}
        return cast("ParsedDocument", self._transport.post("/v1/decks/parse", body))

    def validate(self, deck: DeckGiven, **options: Unpack[ReportOptions]) -> ReportDocument:
        """Judge a list. An illegal list is an answer, not an error."""
        body = {"deck": document_of(deck), **given(**options)}
        return cast("ReportDocument", self._transport.post("/v1/decks/validate", body))

    def validate_batch(
        self, decks: Iterable[DeckGiven], **options: Unpack[ReportOptions]
    ) -> Iterator[BatchReportDocument | UnreadDocument]:
        """Judge any number of lists, in requests of as many as the server takes, and return the reports in order.

        A list may have a label and options of its own: `{"deck": ..., "label": ..., "date": ...}`.
        A list that cannot be read has `problem` in the place of its report. Each has the `index` of its list among all.
        Lists for whose report an answer has no room are sent again. Each request is sent when the reports before it
        were taken, so an interrupted run has lost nothing that it had.
        """
        first = 0
        for part in _parts(decks):
            for place, report in enumerate(self._judged(part, given(**options))):
                yield cast("BatchReportDocument | UnreadDocument", {**report, "index": first + place})
            first += len(part)

    def _judged(self, part: list[dict[str, Any]], options: dict[str, Any]) -> list[dict[str, Any]]:
        """Return the reports on the lists of one request, and of further ones for those that it left over."""
        reports: list[dict[str, Any]] = self._transport.post("/v1/decks/validate-batch", {"decks": part, **options})[
            "reports"
        ]
        later = [place for place, report in enumerate(reports) if _is_left_over(report)]
        if later and len(later) < len(part):
            again = self._judged([part[place] for place in later], options)
            for place, report in zip(later, again, strict=True):
                reports[place] = report
        return reports

    def validate_team(
        self, first: DeckGiven, second: DeckGiven, **options: Unpack[ReportOptions]
    ) -> TeamReportDocument:
        """Judge the two lists of a 2v2 team, each for itself and both together."""
        body = {"decks": [document_of(first), document_of(second)], **given(**options)}
        return cast("TeamReportDocument", self._transport.post("/v1/teams/validate", body))

    def export(self, deck: DeckGiven, to: ExportForm, *, format: str | None = None) -> ExportDocument:  # noqa: A002
        """Write a list in another form, with a warning for whatever that form cannot hold."""
        body = {"deck": document_of(deck), "to": to, **given(format=format)}
        return cast("ExportDocument", self._transport.post("/v1/decks/export", body))

    def stats(self, deck: DeckGiven, *, turns: int | None = None, format: str | None = None) -> StatsDocument:  # noqa: A002
        """Count a list: costs, and the exact odds of drawing its cards and of paying for them, turn by turn."""
        body = {"deck": document_of(deck), **given(turns=turns, format=format)}
        return cast("StatsDocument", self._transport.post("/v1/decks/stats", body))

    def hand(
        self,
        deck: DeckGiven,
        *,
        count: int | None = None,
        seed: int | None = None,
        format: str | None = None,  # noqa: A002
    ) -> HandsDocument:
        """Draw sample hands, five if no count is given; the answer tells the seed that gives them again."""
        body = {"deck": document_of(deck), **given(count=count, seed=seed, format=format)}
        return cast("HandsDocument", self._transport.post("/v1/decks/hand", body))

    def pool(self, deck: DeckGiven, **options: Unpack[JudgeOptions]) -> PoolDocument:
        """Return what the legend allows in the format on the day, and how many copies may still be added."""
        body = {"deck": document_of(deck), **given(**options)}
        return cast("PoolDocument", self._transport.post("/v1/decks/pool", body))

    def timeline(self, deck: DeckGiven, **options: Unpack[TimelineOptions]) -> TimelineDocument:
        """Return the days on which the verdict on a list changes, and why."""
        body = {"deck": document_of(deck), **given(**options)}
        return cast("TimelineDocument", self._transport.post("/v1/decks/timeline", body))

    def diff(self, first: DeckGiven, second: DeckGiven, *, format: str | None = None) -> DiffDocument:  # noqa: A002
        """Return what has to be done to the first list to make it the second, by card names."""
        body = {"decks": [document_of(first), document_of(second)], **given(format=format)}
        return cast("DiffDocument", self._transport.post("/v1/decks/diff", body))


def document_of(deck: DeckGiven) -> dict[str, Any]:
    """Return a list as the API takes it: a text is the text of a list, of a row with a label, too."""
    if isinstance(deck, str):
        return {"text": deck}
    return {**deck, "deck": document_of(deck["deck"])} if "deck" in deck else dict(deck)


def given(**options: Any) -> dict[str, Any]:
    """Return the options that are not None."""
    return {name: value for name, value in options.items() if value is not None}


def _is_left_over(report: dict[str, Any]) -> bool:
    return "problem" in report and report["problem"].get("code") == "answer-too-large"


def _parts(decks: Iterable[DeckGiven]) -> Iterator[list[dict[str, Any]]]:
    part: list[dict[str, Any]] = []
    size = 0
    for deck in decks:
        document = document_of(deck)
        more = len(encoded(document)) + 1
        if part and (len(part) == MOST_LISTS or size + more > MOST_BYTES):
            yield part
            part, size = [], 0
        part.append(document)
        size += more
    if part:
        yield part
