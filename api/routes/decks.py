"""Lists: read, judge, write, count, compare."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from flask import request

from riftcheck.api import responses
from riftcheck.api.blueprint import Blueprint
from riftcheck.api.errors import RequestFault, document, invalid
from riftcheck.api.examples import BODIES
from riftcheck.api.schemas import decks as outgoing
from riftcheck.api.schemas import requests as incoming
from riftcheck.api.schemas.inputs import read_deck
from riftcheck.decks.champion import read_champion
from riftcheck.decks.deck_answer import deck_json
from riftcheck.decks.diff import diff as compare
from riftcheck.decks.export import DeckWriteError, export_parsed
from riftcheck.decks.resolve import resolve
from riftcheck.decks.schemas import DiffSchema
from riftcheck.decks.stats import deck_stats, sample_hands
from riftcheck.decks.stats.schemas import DeckStatsSchema
from riftcheck.validator.case import ruleset_of
from riftcheck.validator.check import check, read_for
from riftcheck.validator.pool import NoLegendError, pool
from riftcheck.validator.report import Options
from riftcheck.validator.schemas import PoolSchema, ReportSchema
from riftcheck.validator.timeline import timeline as stretches

if TYPE_CHECKING:
    from flask import Response

    from riftcheck.decks.champion import ChampionReading
    from riftcheck.decks.model import Parsed

blueprint = Blueprint(
    "decks", __name__, url_prefix="/v1/decks", description="Lists: read, judge, write, count, compare."
)
_UNREAD_BYTES = 4000
_PARSED, _EXPORT, _HANDS, _TIMELINE = outgoing.Parsed(), outgoing.Export(), outgoing.Hands(), outgoing.Timeline()


@blueprint.post("/parse", incoming.ParseBody(), outgoing.Parsed(), example=BODIES["parse"])
def parse_list(args: dict[str, Any]) -> Response:
    """Read a text or a deck code.

    The answer holds the list with its cards looked up, what each line was read as, and the lines that are no cards.
    """
    format_id = args.pop("format")
    read = read_deck(args)
    if isinstance(read, tuple):
        raise invalid(read)
    deck = deck_json(_as_given(read, format_id).deck)
    return responses.answer(_PARSED.dump({"deck": deck, "lines": read.lines, "problems": read.problems}))


@blueprint.post("/validate", incoming.DeckBody(), ReportSchema(), example=BODIES["validate"])
def validate(args: dict[str, Any]) -> Response:
    """Judge a list.

    An illegal list is an answer with status 200, not an error.
    """
    report = judged(args["deck"], options(args))
    responses.state().metrics.judged(report["verdict"])
    return responses.answer(report)


@blueprint.post(
    "/validate-batch",
    incoming.BatchBody(),
    {
        "type": "object",
        "required": ["reports"],
        "additionalProperties": False,
        "properties": {
            "reports": {
                "type": "array",
                "items": {"oneOf": [{"$ref": "#/components/schemas/Report"}, {"$ref": "#/components/schemas/Unread"}]},
            }
        },
    },
    example=BODIES["batch"],
    heavy=True,
)
def validate_batch(args: dict[str, Any]) -> Response:
    """Judge up to 100 lists.

    The reports stand in the order of the lists; a list that cannot be read has its problem in the place of its report.
    """
    chosen = options(args)
    ruleset_of(responses.state().db, chosen)  # options that are wrong are no fault of a list
    metrics = responses.state().metrics
    parts = []  # written out one by one: as objects, a hundred long reports hold many times the room
    for number, data in enumerate(args["decks"]):
        report = _judged_or_not(data, number, chosen)
        if "verdict" in report:
            metrics.judged(report["verdict"])
        parts.append(responses.encode(report).encode())
    return responses.answer(b'{"reports":[' + b",".join(parts) + b"]}")


@blueprint.post("/export", incoming.ExportBody(), outgoing.Export(), example=BODIES["export"], heavy=True)
def export_list(args: dict[str, Any]) -> Response:
    """Write a list in another form, with a warning for whatever that form cannot hold."""
    held = _frame(args["format"])
    try:
        made = export_parsed(args["deck"], args["to"], held.db, held.least_main)
    except DeckWriteError as error:
        raise invalid([RequestFault(("deck",), str(error))]) from None
    return responses.answer(_EXPORT.dump(made))


@blueprint.post("/stats", incoming.StatsBody(), DeckStatsSchema(), example=BODIES["stats"], heavy=True)
def stats(args: dict[str, Any]) -> Response:
    """Count a list: costs, and the exact odds of drawing its cards and of paying for them."""
    reading = _reading(args["deck"], args["format"])
    mode = _frame(args["format"]).format.mode
    return responses.answer(deck_stats(reading.deck, reading.champion, turns=args["turns"], mode=mode).to_json())


@blueprint.post("/hand", incoming.HandBody(), outgoing.Hands(), example=BODIES["hand"])
def hand(args: dict[str, Any]) -> Response:
    """Draw sample hands."""
    seed = args.get("seed", secrets.randbits(53))  # a number that every JSON reader holds exactly
    reading = _reading(args["deck"], args["format"])
    hands = sample_hands(reading.deck, reading.champion, seed=seed, count=args["count"])
    return responses.answer(_HANDS.dump({"seed": seed, "hands": hands}))


@blueprint.post("/pool", incoming.DeckBody(), PoolSchema(), example=BODIES["pool"])
def card_pool(args: dict[str, Any]) -> Response:
    """Return what the legend allows in the format on the day, and how many copies may still be added.

    Every number is the most of that one card that may be added to the list as it is.
    """
    held = ruleset_of(responses.state().db, options(args))
    try:
        return responses.answer(pool(read_for(resolve(args["deck"].deck, held.db), held), held))
    except NoLegendError as error:
        raise invalid([RequestFault(("deck", "legend"), str(error))]) from None


@blueprint.post("/timeline", incoming.TimelineBody(), outgoing.Timeline(), example=BODIES["timeline"])
def timeline(args: dict[str, Any]) -> Response:
    """Return the days on which the verdict on a list changes, and why."""
    db = responses.state().db
    found = stretches(resolve(args["deck"].deck, db), db, options(args))
    answer = {"format": args["format"], "level": args["level"], "stretches": found, "data_version": db.version}
    return responses.answer(_TIMELINE.dump(answer))


@blueprint.post("/diff", incoming.DiffBody(), DiffSchema(), example=BODIES["diff"])
def diff(args: dict[str, Any]) -> Response:
    """Return what has to be done to the first list to make it the second, by card names."""
    readings = [_reading(read, args["format"]) for read in args["decks"]]
    decks = [
        replace(one.deck, champion=list(one.candidates) if one.champion is None else [one.champion]) for one in readings
    ]
    return responses.answer(compare(decks[0], decks[1]).to_json())


def options(args: dict[str, Any]) -> Options:
    """Return the options that stand beside a list."""
    return Options(args.get("date") or responses.today(), args["format"], args["level"], args.get("rules"))


def judged(read: Parsed, chosen: Options) -> dict[str, Any]:
    """Return the report on a list."""
    db = responses.state().db
    problems = read.problems if read.deck.origin == "text" else None
    return check(resolve(read.deck, db), db, chosen, problems).to_json()


def _judged_or_not(data: Any, number: int, chosen: Options) -> dict[str, Any]:
    read = read_deck(data)
    if isinstance(read, tuple):
        problem = invalid(fault._replace(path=("decks", number, *fault.path)) for fault in read)
        return {"problem": document(problem, request.path, room=_UNREAD_BYTES)}
    return judged(read, chosen)


def _frame(format_id: str) -> Any:
    return ruleset_of(responses.state().db, Options(responses.today(), format_id))


def _as_given(read: Parsed, format_id: str) -> ChampionReading:
    """Return a list with the champion that it names, so that nothing comes back that was not there."""
    held = _frame(format_id)
    return read_champion(resolve(read.deck, held.db), held.least_main, infer=False)


def _reading(read: Parsed, format_id: str) -> ChampionReading:
    """Return a list as the checker reads it, the champion told from the list where none is named."""
    held = _frame(format_id)
    return read_for(resolve(read.deck, held.db), held)
