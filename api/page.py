"""The page: a list pasted into a form, and the verdict beside its lines. Rendered here, without JavaScript."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qsl

from flask import Blueprint, Response, render_template, request
from marshmallow import ValidationError

from riftcheck.api import responses, room
from riftcheck.api.errors import ProblemError
from riftcheck.api.excerpt import clipped
from riftcheck.api.request_body import read_bytes
from riftcheck.api.schemas.inputs import Day, read_deck
from riftcheck.decks.resolve import resolve
from riftcheck.validator import UnknownOptionError
from riftcheck.validator.check import check
from riftcheck.validator.report import Options

if TYPE_CHECKING:
    from collections.abc import Iterable

    from riftcheck.decks.model import Line, LineKind, Parsed
    from riftcheck.validator.report import Issue, Report

pages: Final = Blueprint("page", __name__)
NOTICE: Final = (
    "riftcheck isn't endorsed by Riot Games and doesn't reflect the views or opinions of Riot Games or anyone "
    "officially involved in producing or managing Riot Games properties. Riot Games and all associated properties are "
    "trademarks or registered trademarks of Riot Games, Inc."
)
_MOST_BYTES: Final = 256 * 1024  # a form writes most characters as three
_FIELDS: Final = frozenset({"list", "format", "date", "level"})
_LEVELS: Final = ("high", "low")
_ZONES: Final = {
    "legend": "Legend",
    "champion": "Champion",
    "main": "Main deck",
    "runes": "Runes",
    "battlefields": "Battlefields",
    "sideboard": "Sideboard",
    "extra_legends": "Extra legends",
    "deck": "Deck",
    "team": "Team",
}
_KINDS: Final[dict[LineKind, str]] = {
    "card": "Card",
    "header": "Header",
    "comment": "Comment",
    "problem": "Not read",
    "set-aside": "Set aside",
}


@dataclass(slots=True)
class _Row:
    """A line of the text with what it was read as and what is wrong with it."""

    number: int
    text: str
    kind: str = ""
    issues: list[Issue] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    @property
    def worst(self) -> str:
        """The class of the row: error, warning, or nothing."""
        severities = {issue.severity for issue in self.issues}
        if "error" in severities:
            return "error"
        return "warning" if "warning" in severities or self.problems else ""


@pages.get("/")
def form() -> str:
    """Show the empty form."""
    return _page(_defaults())


# Links from elsewhere come with parameters of their own; for people that is no fault.
form.takes_query = True  # type: ignore[attr-defined]


@pages.post("/")
def check_form() -> Response:
    """Show the verdict on the list in the form, or what is wrong with the form."""
    given = {**_defaults(), **_read_form()}
    try:
        chosen = _options(given)
        read = _read(given["list"])
        report = check(resolve(read.deck, responses.state().db), responses.state().db, chosen, read)
    except (_FormError, UnknownOptionError) as error:
        shown = _page(given, fault=str(error), at=error.errors)
    else:
        responses.state().metrics.judged(report.verdict)
        shown = _page(given, report=report, rows=_rows(given["list"], read, report), read=read)
        if len(shown.encode()) > room.of_request():
            fault = "The list has too many short lines to show; leave out those of no card."
            shown = _page(given, fault=fault, at={"list"})
    made = Response(shown, content_type="text/html; charset=utf-8")
    made.headers["Cache-Control"] = "no-store"
    return made


class _FormError(ValueError):
    """The errors of a form: a sentence for each field."""

    def __init__(self, errors: dict[str, str]) -> None:
        self.errors = errors
        super().__init__(" ".join(errors.values()))


def _defaults() -> dict[str, str]:
    return {"list": "", "format": "constructed", "date": responses.today().isoformat(), "level": "high"}


def _read_form() -> dict[str, str]:
    if request.mimetype != "application/x-www-form-urlencoded":
        raise ProblemError("wrong-content-type", "The form sends application/x-www-form-urlencoded; so must you.")
    data = read_bytes(_MOST_BYTES)
    try:
        pairs = parse_qsl(data.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=10)
    except ValueError:
        raise ProblemError("bad-request", "The form cannot be read: it is not UTF-8, or has too many fields.") from None
    return {name: value for name, value in pairs if name in _FIELDS}


def _options(given: dict[str, str]) -> Options:
    formats, day, errors = responses.state().db.formats, responses.today(), {}
    if given["format"] not in formats:
        errors["format"] = f"There is no such format; there are {', '.join(formats)}."
    try:
        day = Day().deserialize(given["date"])
    except ValidationError as error:
        errors["date"] = f"The date {error.messages[0]}."
    if given["level"] not in _LEVELS:
        errors["level"] = "The level must be high or low."
    if errors:
        raise _FormError(errors)
    return Options(day, given["format"], "low" if given["level"] == "low" else "high")


def _read(text: str) -> Parsed:
    if not text.strip():
        raise _FormError({"list": "Paste a list or a deck code first."})
    read = read_deck({"text": text})
    if isinstance(read, tuple):
        raise _FormError({"list": read[0].message})
    return read


def _rows(text: str, read: Parsed, report: Report) -> list[_Row]:
    """Return every line of the text; none where a code was given."""
    if read.deck.origin == "code":
        return []
    rows = [_Row(number, line) for number, line in enumerate(text.splitlines(), 1)]
    for line in read.lines:
        rows[line.number - 1].kind = _kind(line)
    for issue in report.shown:
        for number in issue.lines:
            rows[number - 1].issues.append(issue)
    for problem in read.problems:
        rows[problem.line - 1].problems.append(problem.message)
    return rows


def _kind(line: Line) -> str:
    if line.zone is not None and line.kind == "card":
        return _ZONES[line.zone]
    return _KINDS[line.kind]


def _cited(issue: Issue) -> Iterable[str]:
    for rule in issue.rules:
        yield f"Card text: {rule.number}" if rule.document == "card" else f"{rule.document} {rule.number}"


def _page(given: dict[str, str], **more: Any) -> str:
    report: Report | None = more.get("report")
    rows: list[_Row] = more.get("rows", [])
    return render_template(
        "page.html",
        given={name: clipped(value, _MOST_BYTES) for name, value in given.items()},
        formats=responses.state().db.formats.values(),
        format_names={fmt.id: fmt.name for fmt in responses.state().db.formats.values()},
        levels=_LEVELS,
        report=report,
        rows=rows,
        above=[issue for issue in report.shown if not (rows and issue.lines)] if report else [],
        errors=sum(1 for issue in report.issues if issue.severity == "error") if report else 0,
        warnings=sum(1 for issue in report.issues if issue.severity == "warning") if report else 0,
        zones=_ZONES,
        cited=_cited,
        fault=more.get("fault"),
        at=more.get("at", ()),
    )
