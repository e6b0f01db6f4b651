"""Reports on lists: on one, and on up to a hundred, each with its place and label and with options of its own."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from flask import request
from marshmallow import ValidationError

from riftcheck.api import responses, room
from riftcheck.api.blueprint import faults
from riftcheck.api.errors import RequestFault, document, invalid
from riftcheck.api.report_cache import WrittenReport
from riftcheck.api.schemas.requests import MOST_LABEL, BatchRow
from riftcheck.decks.resolve import resolve
from riftcheck.validator.case import option_errors
from riftcheck.validator.check import check
from riftcheck.validator.suggestions import Suggestions

if TYPE_CHECKING:
    from riftcheck.api.errors import ProblemError
    from riftcheck.decks.model import Parsed
    from riftcheck.validator.report import Options

_UNREAD_BYTES: Final = 4000  # of the problem of a list
_AROUND: Final = 200  # bytes for the totals
_ROW: Final = BatchRow()
_OPTIONS: Final = _ROW.fields.keys() - {"deck"}
_BESIDE: Final = 'stands beside a list, as in {"deck": {"text": "..."}, "label": "Ana"}'
_UNREAD: Final = "unread"  # in the place of a verdict
_LATER: Final = "Send this list again, in a batch of fewer lists."


def report(
    read: Parsed, chosen: Options, suggestions: Suggestions | None = None, *, lines: bool = False
) -> dict[str, Any]:
    """Return the report on a list, with the account of its lines if `lines` is true.

    `suggestions` are shared by the decks of a request.

    :raises UnknownOptionError: for an option that there is not.
    """
    db = responses.state().db
    return check(resolve(read.deck, db), db, chosen, read, suggestions).to_json(lines=lines)


def judged(decks: list[Any], chosen: Options, *, lines: bool = False) -> bytes:
    """Return the answer to a batch as JSON: its reports in the order of the lists, and how many there are of each kind.

    `chosen` and `lines` are for the decks that have no such options of their own. `lines`: the reports have the account
    of the lines.
    """
    suggestions, totals = Suggestions(), Counter[str]()
    left_over = _written(room.too_large(None, _LATER))
    rows = room.Rows([_joined(_named(number, data), left_over) for number, data in enumerate(decks)], _AROUND)
    for number, data in enumerate(decks):
        row = _row(number, data, chosen, suggestions, lines=lines)
        totals[row.verdict if rows.add(row.body) else "left_over"] += 1
        if row.verdict != _UNREAD:
            responses.state().metrics.judged(row.verdict)
    counted = {kind: totals[kind] for kind in ("legal", "illegal", "undetermined", "unread", "left_over")}
    told = responses.encode({"lists": len(decks), **counted}).encode()
    return b'{"reports":[' + b",".join(rows.taken) + b'],"totals":' + told + b"}"


def _row(number: int, data: Any, chosen: Options, suggestions: Suggestions, *, lines: bool) -> WrittenReport:
    """Return the report on a list with its place in the batch, or the problem of one that cannot be read."""
    named = _named(number, data)
    is_row = type(data) is dict and "deck" in data
    misplaced = () if is_row or type(data) is not dict else sorted(_OPTIONS & data.keys())
    if misplaced:
        told = [RequestFault(("decks", number, name), _BESIDE) for name in misplaced]
        return _unread(named, invalid(told))
    given = data if is_row else {"deck": data}
    reports = responses.state().reports
    unlabelled = {name: value for name, value in given.items() if name != "label" or name not in named}
    key = reports.key_of(_told(chosen) | {"lines": lines} | unlabelled)
    known = reports.find(key)
    if known is not None:
        return _placed(named, known)
    wrong: list[RequestFault] = []
    try:
        row = _ROW.load(given)
    except ValidationError as error:
        wrong = [fault if is_row else fault._replace(path=fault.path[1:]) for fault in faults(error.messages)]
        row = error.valid_data
    own = {"day" if name == "date" else name: row[name] for name in row.keys() - {"deck", "label", "lines"}}
    chosen = replace(chosen, **own)
    wrong += [RequestFault((name,), message) for name, message in option_errors(responses.state().db, chosen).items()]
    if wrong:
        return _unread(named, invalid(fault._replace(path=("decks", number, *fault.path)) for fault in wrong))
    found = report(row["deck"], chosen, suggestions, lines=row.get("lines", lines))
    return _placed(named, reports.keep(key, found))


def _told(chosen: Options) -> dict[str, str]:
    """Return options as a body tells them."""
    told = {"format": chosen.format, "date": chosen.day.isoformat(), "level": chosen.level}
    return told if chosen.rules is None else {**told, "rules": chosen.rules}


def _placed(named: dict[str, Any], judged: WrittenReport) -> WrittenReport:
    """Return a report with what tells its list from the others."""
    return judged._replace(body=_joined(named, judged.body))


def _unread(named: dict[str, Any], problem: ProblemError) -> WrittenReport:
    return WrittenReport(_UNREAD, _joined(named, _written(problem)))


def _joined(named: dict[str, Any], body: bytes) -> bytes:
    """Return an object in JSON with what tells a list from the others before its own fields."""
    return responses.encode(named)[:-1].encode() + b"," + body[1:]


def _named(number: int, data: Any) -> dict[str, Any]:
    """Return what tells a list of a batch from the others: its index, and its label where it has one."""
    label = data.get("label") if type(data) is dict else None
    named: dict[str, Any] = {"index": number}
    if isinstance(label, str) and len(label) <= MOST_LABEL:
        named["label"] = label
    return named


def _written(problem: ProblemError) -> bytes:
    """Return the problem of a list in JSON."""
    return responses.encode({"problem": document(problem, request.path, room=_UNREAD_BYTES)}).encode()
