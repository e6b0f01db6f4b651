"""Cards: search, one by its id, by name, names to complete, several at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from riftcheck.api import card_documents, responses, room
from riftcheck.api.blueprint import Blueprint
from riftcheck.api.errors import MOST_SUGGESTIONS, ProblemError, candidate
from riftcheck.api.examples import BODIES
from riftcheck.api.excerpt import clipped
from riftcheck.api.schemas import cards as outgoing
from riftcheck.api.schemas import requests as incoming
from riftcheck.carddb import legality
from riftcheck.validator.card_legality import standings

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from flask import Response

    from riftcheck.carddb import Card, Lookup

blueprint = Blueprint("cards", __name__, url_prefix="/v1/cards", description="Cards: search and look-up.")
_PAGE: Final = outgoing.page(outgoing.Card)
_LEGALITY = outgoing.CardLegality()
_CARD_ID: Final = {
    "name": "card_id",
    "in": "path",
    "description": "A printing id in any spelling, such as `OGN-001`, `ogn 1`, `OPP-001/298`. A name is no id.",
    "schema": {"type": "string", "minLength": 1},
    "example": "OGN-001",
}
_AROUND: Final = 200  # bytes of a collection around its rows
_COUNTED: Final = {"data": "found"}  # the names of totals that are others than those of their lists


@blueprint.get("", _PAGE, query=incoming.CardsQuery(), cached=True, headers=("Link",))
def search_cards(args: dict[str, Any]) -> Response:
    """Search cards.

    Words match names and printing ids. An example with fields is
    `t:unit d:fury e<=3 o:draw is:champion legal:constructed sort:-e`; docs/search.md lists all fields.
    """
    return _found(args)


@blueprint.get("/search", _PAGE, query=incoming.CardsQuery(), cached=True, headers=("Link",))
def search_cards_too(args: dict[str, Any]) -> Response:
    """Search cards: another path of `GET /v1/cards`.

    Both paths take the same parameters and return the same pages. `next` has the path of the request.
    """
    return _found(args)


def _found(args: dict[str, Any]) -> Response:
    from riftcheck.carddb.search import search  # noqa: PLC0415 - only searches need it

    found = search(responses.state().db, args["q"], day=responses.today())
    return responses.page(found, card_json, args, f"cards\0{args['q']}")


@blueprint.get(
    "/<card:card_id>",
    outgoing.Card(),
    cached=True,
    problems=(404,),
    parameters=[_CARD_ID],
)
def card_by_id(card_id: str) -> Response:
    """Return the card of a printing.

    If the set and number of the id are known but the suffix is not, the card has `unknown_printing`.
    """
    return responses.kept(_shown(*_of_id(card_id)))


@blueprint.get(
    "/<card:card_id>/legality",
    outgoing.CardLegality(),
    query=incoming.FormatQuery(),
    cached=True,
    problems=(404,),
    parameters=[_CARD_ID],
)
def legality_by_id(args: dict[str, Any], card_id: str) -> Response:
    """Return whether the card of a printing may be played on a day in each format, why not, and when that changes."""
    return _legality(*_of_id(card_id), args.get("date"))


@blueprint.get("/named", outgoing.Card(), query=incoming.NamedQuery(), cached=True, problems=(404,))
def card_by_name(args: dict[str, Any]) -> Response:
    """Return the card of a name.

    `exact` takes the name in any spelling; `fuzzy` also a part of it or a misspelling, where one card is clearly meant.
    """
    return responses.kept(_shown(*_of_name(args)))


@blueprint.get(
    "/named/legality", outgoing.CardLegality(), query=incoming.NamedOnDayQuery(), cached=True, problems=(404,)
)
def legality_by_name(args: dict[str, Any]) -> Response:
    """Return whether the card of a name may be played on a day in each format, why not, and when that changes."""
    return _legality(*_of_name(args), args.get("date"))


def _of_id(card_id: str) -> tuple[Card, Lookup]:
    match = responses.state().db.find_id(card_id)
    if match.card is None:
        raise _no_card(match, f"There is no printing with the id {clipped(card_id, 60)!r}.", ())
    return match.card, match


def _of_name(args: dict[str, Any]) -> tuple[Card, Lookup]:
    from riftcheck.carddb.search import named_fuzzy  # noqa: PLC0415

    db = responses.state().db
    name: str = args["fuzzy"] if "fuzzy" in args else args["exact"]
    match = named_fuzzy(db, name) if "fuzzy" in args else db.find(name)
    if match.card is None or ("exact" in args and match.printing is not None):
        known = [db.by_name[suggested] for suggested in db.suggest(name)]
        meant = f" Is it {' or '.join(card.full_name for card in known)}?" if known else ""
        raise _no_card(match, f"There is no card with the name {clipped(name, 60)!r}.{meant}", known)
    return match.card, match


def _shown(card: Card, match: Lookup) -> dict[str, Any]:
    return {**card_json(card), **card_documents.unknown_printing(match)}


def _legality(card: Card, match: Lookup, asked: date | None) -> Response:
    db, day = responses.state().db, asked or responses.today()
    shown = {
        "id": card.base_printing.id,
        "name": card.name,
        "full_name": card.full_name,
        "date": day,
        "formats": standings(db, card, day),
        "overdue": legality.overdue(db, day),
        "unknown_printing": None,
        **card_documents.unknown_printing(match),
        "data_version": db.version,
    }
    return responses.kept(_LEGALITY.dump(shown))


@blueprint.get("/autocomplete", outgoing.Names(), query=incoming.AutocompleteQuery(), cached=True)
def autocomplete(args: dict[str, Any]) -> Response:
    """Return at most 20 names that a text may be the beginning or a part of."""
    from riftcheck.carddb.search import autocomplete as complete  # noqa: PLC0415

    return responses.kept({"data": complete(responses.state().db, args["q"]), "has_more": False, "next": None})


@blueprint.post("/collection", incoming.CollectionBody(), outgoing.Found(), example=BODIES["collection"], heavy=True)
def collection(args: dict[str, Any]) -> Response:
    """Return up to 250 cards by ids and names.

    Each has the `index` at which it was asked for. Those for which the answer has no room are `left_over`: ask again.
    """
    db = responses.state().db
    wanted: list[dict[str, Any]] = args["cards"]
    rows = room.Rows([str(index).encode() for index in range(len(wanted))], _AROUND)
    found: dict[str, list[Any]] = {"data": [], "ambiguous": [], "not_found": [], "left_over": []}
    for index, asked in enumerate(wanted):
        match = db.find_id(asked["id"]) if "id" in asked else db.find(asked["name"])
        kind, row = _collected({"index": index, **asked}, match)
        if rows.add(responses.encode(row).encode()):
            found[kind].append(row)
        else:
            found["left_over"].append(index)
    totals = {"asked": len(wanted), **{_COUNTED.get(kind, kind): len(several) for kind, several in found.items()}}
    return responses.answer({**found, "totals": totals})


def _collected(asked: dict[str, Any], match: Lookup) -> tuple[str, dict[str, Any]]:
    """Return the row of a collection for what was asked, and in which of its lists it stands."""
    if match.card is not None:
        return "data", {"index": asked["index"], **_shown(match.card, match)}
    if not match.candidates:
        return "not_found", asked
    several = [candidate(card) for card in match.candidates[:MOST_SUGGESTIONS]]
    return "ambiguous", {**asked, "candidates": several}


def card_json(card: Card) -> dict[str, Any]:
    """Return a card as JSON."""
    return card_documents.card(card, responses.state().db)


def _no_card(match: Lookup, detail: str, suggested: Sequence[Card]) -> ProblemError:
    if match.candidates:
        several = match.candidates[:MOST_SUGGESTIONS]
        fitting = "; ".join(f"{card.full_name} ({card.base_printing.id})" for card in several)
        return ProblemError("ambiguous-name", f"Several cards fit: {fitting}.", suggestions=several)
    return ProblemError("not-found", detail, suggestions=suggested)
