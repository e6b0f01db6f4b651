"""The data behind the verdicts: sets, formats, products, issue codes, and all of it at once."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from riftcheck.api import card_documents, responses
from riftcheck.api.blueprint import Blueprint
from riftcheck.api.errors import ProblemError
from riftcheck.api.excerpt import clipped
from riftcheck.api.schemas import cards as outgoing
from riftcheck.api.schemas import requests as incoming
from riftcheck.api.schemas.data import Data

if TYPE_CHECKING:
    from flask import Response

    from riftcheck.carddb import CardSet

blueprint = Blueprint(
    "data", __name__, url_prefix="/v1", description="Sets, formats, products, issue codes, the whole database."
)


@blueprint.get("/sets", outgoing.page(outgoing.CardSet), query=incoming.PageQuery(), cached=True, headers=("Link",))
def sets(args: dict[str, Any]) -> Response:
    """Return the sets and the series of printings."""
    db = responses.state().db

    def entry(found: CardSet) -> dict[str, Any]:
        return card_documents.card_set(found, db)

    return responses.page(list(db.sets.values()), entry, args, "sets")


@blueprint.get(
    "/formats", outgoing.page(outgoing.FormatEntry), query=incoming.PageQuery(), cached=True, headers=("Link",)
)
def formats(args: dict[str, Any]) -> Response:
    """Return the formats."""
    return responses.page(list(responses.state().db.formats.values()), card_documents.format_entry, args, "formats")


@blueprint.get(
    "/formats/<format_id>",
    outgoing.Format(),
    query=incoming.FormatQuery(),
    cached=True,
    problems=(404,),
    parameters=[
        {
            "name": "format_id",
            "in": "path",
            "description": "The id of a format.",
            "schema": {"type": "string", "minLength": 1},
            "example": "constructed",
        }
    ],
)
def format_by_id(args: dict[str, Any], format_id: str) -> Response:
    """Return a format on a day: sizes, legal sets and bans, each with its source."""
    db = responses.state().db
    found = db.formats.get(format_id)
    if found is None:
        raise ProblemError(
            "not-found", f"There is no format {clipped(format_id, 60)!r}; there are {', '.join(db.formats)}."
        )
    return responses.kept(card_documents.format_on(found, db, args.get("date", responses.today())))


@blueprint.get(
    "/products", outgoing.page(outgoing.ProductEntry), query=incoming.PageQuery(), cached=True, headers=("Link",)
)
def products(args: dict[str, Any]) -> Response:
    """Return the preconstructed decks whose contents are known."""
    db = responses.state().db
    return responses.page(
        list(db.precons.values()), lambda product: card_documents.product_entry(product, db), args, "products"
    )


@blueprint.get(
    "/products/<product_id>",
    outgoing.ProductDeck(),
    cached=True,
    problems=(404,),
    parameters=[
        {
            "name": "product_id",
            "in": "path",
            "description": "The id of a product.",
            "schema": {"type": "string", "minLength": 1},
            "example": "jinx",
        }
    ],
)
def product_by_id(product_id: str) -> Response:
    """Return a preconstructed deck with its contents; every endpoint that takes a deck accepts its `deck`."""
    db = responses.state().db
    found = db.precons.get(product_id)
    if found is None:
        known = ", ".join(db.precons)
        raise ProblemError("not-found", f"There is no product {clipped(product_id, 60)!r}; the products are {known}.")
    return responses.kept(card_documents.product(found, db))


@blueprint.get(
    "/issue-codes", outgoing.page(outgoing.IssueCodeEntry), query=incoming.PageQuery(), cached=True, headers=("Link",)
)
def issue_codes(args: dict[str, Any]) -> Response:
    """Return every code that an issue of a report can have."""
    return responses.page(card_documents.issue_codes(), lambda code: code, args, "issue-codes")


@blueprint.get("/data", Data(), cached=True)
def data() -> Response:
    """Return the last dates that rules, bans and cards cover, known newer documents, and cards missing from sets."""
    return responses.kept(card_documents.data(responses.state().db))


@blueprint.get("/bulk", outgoing.Bulk(), cached=True)
def bulk() -> Response:
    """Return the whole database with its version, its hash and the day on which it was written out."""
    state = responses.state()
    data, digest = state.once("bulk", _bulk)
    head = {"data_version": state.db.version, "sha256": digest, "date": responses.today().isoformat()}
    return responses.kept(responses.encode(head)[:-1].encode() + b',"data":' + data + b"}", is_prepared=True)


def _bulk() -> tuple[bytes, str]:
    value = card_documents.everything(responses.state().db)
    data = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    return data, hashlib.sha256(data).hexdigest()
