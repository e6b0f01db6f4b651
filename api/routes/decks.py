"""Lists: read, judge, write, count, compare."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from flask import g

from riftcheck.api import batch, responses, room
from riftcheck.api.blueprint import Blueprint
from riftcheck.api.errors import RequestFault, invalid
from riftcheck.api.examples import BODIES
from riftcheck.api.schemas import decks as outgoing
from riftcheck.api.schemas import requests as incoming
from riftcheck.api.schemas.inputs import read_deck
from riftcheck.decks.champion import read_champion
from riftcheck.decks.deck_answer import deck_json
from riftcheck.decks.diff import diff as compare
from riftcheck.decks.export import DeckWriteError, export_parsed
from riftcheck.decks.model import too_many_to_play
from riftcheck.decks.resolve import resolve
from riftcheck.decks.schemas import DiffSchema
from riftcheck.decks.stats import deck_stats, sample_hands
from riftcheck.decks.stats.draws import COPIES_ASKED
from riftcheck.decks.stats.schemas import DeckStatsSchema
from riftcheck.decks.stats.seats import seats
from riftcheck.validator.case import ruleset_of
from riftcheck.validator.check import read_for
from riftcheck.validator.pool import NoLegendError, pool
from riftcheck.validator.report import Options
from riftcheck.validator.schemas import PoolSchema, ReportSchema
from riftcheck.validator.timeline import timeline as stretches

if TYPE_CHECKING:
    from flask import Response

    from riftcheck.api.report_cache import WrittenReport
    from riftcheck.decks.champion import ChampionReading
    from riftcheck.decks.model import Parsed

blueprint = Blueprint(
    "decks", __name__, url_prefix="/v1/decks", description="Lists: read, judge, write, count, compare."
)
_MOST_ODDS: Final = 8_000  # for each number of copies (1 to 3), seat and turn; the response has over 256 KB
_FEWER: Final = "Send a list with fewer different cards."
_FEWER_ODDS: Final = "Ask for fewer `turns`, or send a list with fewer different cards."
_FEWER_HANDS: Final = "Ask for fewer hands: `count`."
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
    return room.answer(_PARSED.dump({"deck": deck, "lines": read.lines, "problems": read.problems}), _FEWER)


def _known(body: Any) -> Response | None:
    """Return the answer to a body whose list was judged before."""
    reports = responses.state().reports
    g.report_key = reports.key_of(body)
    found = reports.find(g.report_key)
    return None if found is None else _judged(found)


@blueprint.post("/validate", incoming.ValidateBody(), ReportSchema(), example=BODIES["validate"], known=_known)
def validate(args: dict[str, Any]) -> Response:
    """Judge a list.

    An illegal list is an answer with status 200, not an error.
    """
    report = batch.report(args["deck"], options(args), lines=args["lines"])
    return _judged(responses.state().reports.keep(g.report_key, report))


@blueprint.post(
    "/validate-batch",
    incoming.BatchBody(),
    outgoing.Batch(),
    example=BODIES["batch"],
    heavy=True,
)
def validate_batch(args: dict[str, Any]) -> Response:
    """Judge up to 100 lists.

    The reports stand in the order of the lists; a list that cannot be read, or for whose report there is no room, has
    its problem in the place of its report.
    """
    chosen = options(args)
    return responses.answer(batch.judged(args["decks"], chosen, lines=args["lines"]))


@blueprint.post("/export", incoming.ExportBody(), outgoing.Export(), example=BODIES["export"], heavy=True)
def export_list(args: dict[str, Any]) -> Response:
    """Write a list in another form, with a warning for whatever that form cannot hold."""
    held = _frame(args["format"])
    try:
        made = export_parsed(args["deck"], args["to"], held.db, held.least_main)
    except DeckWriteError as error:
        raise invalid([RequestFault(("deck",), str(error))]) from None
    return room.answer(_EXPORT.dump(made), _FEWER)


@blueprint.post("/stats", incoming.StatsBody(), DeckStatsSchema(), example=BODIES["stats"])
def stats(args: dict[str, Any]) -> Response:
    """Count a list: costs, and the exact odds of drawing its cards and of paying for them."""
    reading = _reading(args["deck"], args["format"])
    mode = _frame(args["format"]).format.mode
    copies = sum(min(slot.count, COPIES_ASKED[-1]) for slot in reading.deck.main)
    if copies * len(seats(mode)) * args["turns"] > _MOST_ODDS:
        raise room.too_large(room.STATS_BYTES, _FEWER_ODDS)
    found = deck_stats(reading.deck, reading.champion, turns=args["turns"], mode=mode)
    return room.answer(found.to_json(), _FEWER_ODDS, room.STATS_BYTES)


@blueprint.post("/hand", incoming.HandBody(), outgoing.Hands(), example=BODIES["hand"])
def hand(args: dict[str, Any]) -> Response:
    """Draw sample hands.

    The deck may have at most 250 cards without its sideboard, as in a game.
    """
    seed = args.get("seed", secrets.randbits(53))  # a number that every JSON reader holds exactly
    reading = _reading(args["deck"], args["format"])
    too_many = too_many_to_play(reading.deck)
    if too_many is not None:
        raise invalid([RequestFault(("deck",), too_many)])
    hands = sample_hands(reading.deck, reading.champion, seed=seed, count=args["count"])
    return room.answer(_HANDS.dump({"seed": seed, "hands": hands}), _FEWER_HANDS)


@blueprint.post("/pool", incoming.DeckBody(), PoolSchema(), example=BODIES["pool"])
def card_pool(args: dict[str, Any]) -> Response:
    """Return what the legend allows in the format on the day, and how many copies may still be added.

    Every number is the most of that one card that may be added to the list as it is.
    """
    held = ruleset_of(responses.state().db, options(args))
    try:
        found = pool(read_for(resolve(args["deck"].deck, held.db), held), held)
    except NoLegendError as error:
        raise invalid([RequestFault(("deck", "legend"), str(error))]) from None
    return room.answer(found, _FEWER)


@blueprint.post("/timeline", incoming.TimelineBody(), outgoing.Timeline(), example=BODIES["timeline"])
def timeline(args: dict[str, Any]) -> Response:
    """Return the days on which the verdict on a list changes, and why."""
    db = responses.state().db
    found = stretches(resolve(args["deck"].deck, db), db, options(args))
    answer = {"format": args["format"], "level": args["level"], "stretches": found, "data_version": db.version}
    return room.answer(_TIMELINE.dump(answer), _FEWER)


@blueprint.post("/diff", incoming.DiffBody(), DiffSchema(), example=BODIES["diff"])
def diff(args: dict[str, Any]) -> Response:
    """Return what has to be done to the first list to make it the second, by card names."""
    readings = [_reading(read, args["format"]) for read in args["decks"]]
    decks = [
        replace(one.deck, champion=list(one.candidates) if one.champion is None else [one.champion]) for one in readings
    ]
    return room.answer(compare(decks[0], decks[1]).to_json(), _FEWER)


def options(args: dict[str, Any]) -> Options:
    """Return the options that stand beside a list."""
    return Options(args.get("date") or responses.today(), args["format"], args["level"], args.get("rules"))


def _judged(found: WrittenReport) -> Response:
    responses.state().metrics.judged(found.verdict)
    return room.answer(found.body, _FEWER)


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
