"""The OpenAPI 3.1 document, made from the routes and their schemas."""

from __future__ import annotations

import re
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Final

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin

from riftcheck.api.blueprint import Blueprint
from riftcheck.api.examples import BY_NAME, TEXT
from riftcheck.api.schemas import decks, games, goldfish, inputs
from riftcheck.api.schemas.requests import MOST_DECKS, BatchRow, ParseBody
from riftcheck.carddb.names import MAX_NAME
from riftcheck.decks.codes import MAX_CODE
from riftcheck.decks.document import MAX_CHOICES, MAX_ENTRIES
from riftcheck.decks.model import MAX_COUNT, SECTIONS
from riftcheck.decks.text import MAX_BYTES
from riftcheck.schema import fields
from riftcheck.validator.schemas import ReportSchema

if TYPE_CHECKING:
    from flask import Flask
    from marshmallow.fields import Field

    from riftcheck.api.blueprint import Route

DECK: Final = "DeckList"
_EITHER: Final = {"ParseBody": ("text", "code"), "WantedCard": ("id", "name")}  # exactly one of them must be given
_PLAYER: Final = "player"
_WHO: Final = "The token of a player, as `POST /v1/games` gave it. Without one a spectator looks, who may not answer."
_REF: Final = {"$ref": f"#/components/schemas/{DECK}"}
_LENGTHS: Final = {"minLength": 1, "maxLength": MAX_NAME, "pattern": r"\S"}
_NAME: Final = {"type": "string", **_LENGTHS}
_NAMES: Final = {
    "type": "object",
    "maxProperties": MAX_CHOICES,
    "additionalProperties": {"type": "array", "maxItems": MAX_CHOICES, "items": _NAME},
}
_CHAMPION: Final = {"type": ["string", "null"], **_LENGTHS, "description": "The chosen champion, if it is known."}
_TEXT: Final = {
    "type": "string",
    "minLength": 1,
    "maxLength": MAX_BYTES,
    "description": f"A list as text, in any usual form, at most {MAX_BYTES // 1024} KB.",
}
_CODE: Final = {"type": "string", "minLength": 1, "maxLength": MAX_CODE, "description": "A deck code."}
_ENTRIES: Final = {
    "type": "array",
    "maxItems": MAX_ENTRIES,
    "items": {
        "anyOf": [
            _NAME,
            {
                "type": "object",
                "properties": {
                    "name": _NAME,
                    "id": {**_NAME, "description": "A printing id, instead of the name or beside it."},
                    "count": {"type": "integer", "minimum": 1, "maximum": MAX_COUNT, "default": 1},
                    "full_name": {"type": "string", "description": "Not looked at."},
                    "unknown": {"type": "boolean", "description": "Not looked at."},
                },
                "anyOf": [{"required": ["name"]}, {"required": ["id"]}],
                "additionalProperties": False,
            },
        ]
    },
}
_EXTRA_LEGENDS: Final = {
    **_ENTRIES,
    "description": "Legends that a card of the deck lets be registered besides the one that it starts with.",
}
_PARSE: Final = {
    "text": _TEXT,
    "code": _CODE,
    "champion": _NAME,
    "extra_legends": _EXTRA_LEGENDS,
    "choices": _NAMES,
}


def _deck_list() -> dict[str, Any]:
    beside = {"champion": _CHAMPION, "extra_legends": _EXTRA_LEGENDS, "choices": _NAMES}
    sections = {
        "legend": {"anyOf": [_NAME, _ENTRIES]},
        "champion": _CHAMPION,
        "champion_id": {
            "type": ["string", "null"],
            **_LENGTHS,
            "description": "The printing of the champion; only beside one.",
        },
        "champion_apart": {
            "type": "boolean",
            "default": False,
            "description": "True: the champion's copy is not in `main` and is added.",
        },
        "main": {**_ENTRIES, "description": "The main deck, the chosen champion among it."},
        "runes": _ENTRIES,
        "battlefields": _ENTRIES,
        "sideboard": _ENTRIES,
        "extra_legends": _EXTRA_LEGENDS,
        "choices": {**_NAMES, "description": "What cards ask for at deck building: names by card."},
    }
    return {
        "description": "A list as text, as deck code, or by its sections, which have at most "
        f"{MAX_ENTRIES} entries in all.",
        "examples": [{"text": TEXT}, BY_NAME],
        "anyOf": [
            {
                "type": "object",
                "title": "A text",
                "required": ["text"],
                "properties": {"text": _TEXT, **beside},
                "additionalProperties": False,
            },
            {
                "type": "object",
                "title": "A deck code",
                "required": ["code"],
                "properties": {"code": _CODE, **beside},
                "additionalProperties": False,
            },
            {
                "type": "object",
                "title": "Sections",
                "anyOf": [{"required": [name]} for name in (*SECTIONS, "champion")],
                "dependentRequired": {"champion_id": ["champion"]},
                "properties": sections,
                "additionalProperties": False,
            },
        ],
    }


def document(app: Flask) -> dict[str, Any]:
    """Return the OpenAPI document of an application."""
    plugin = MarshmallowPlugin()
    spec = APISpec("riftcheck", version("riftcheck"), "3.1.0", [plugin], info={"description": _ABOUT})
    plugin.converter.add_attribute_function(_properties)  # type: ignore[union-attr] # the document made it
    spec.components.schema(DECK, _deck_list())
    for name, schema in (
        ("Problem", decks.Problem),
        ("Report", ReportSchema),
        ("BatchReport", decks.BatchReport),
        ("Unread", decks.Unread),
        ("BatchRow", BatchRow),
    ):
        if name not in spec.components.schemas:
            spec.components.schema(name, schema=schema)
    for blueprint in (one for one in app.blueprints.values() if isinstance(one, Blueprint)):
        spec.tag({"name": blueprint.name, "description": blueprint.description})
        for route in blueprint.routes:
            path = _PLACEHOLDER.sub(r"{\1}", route.rule)
            operation = {"tags": [blueprint.name], **_operation(route, path)}
            spec.path(path, operations={route.method.lower(): operation}, parameters=list(map(dict, route.parameters)))
    for name, either in _EITHER.items():
        spec.components.schemas[name]["oneOf"] = [{"required": [key]} for key in either]
    spec.components.schemas["AnswerBody"]["oneOf"] = [
        {"required": ["answer", "decision"]},
        {"required": ["concede"], "maxProperties": 1},
    ]
    spec.components.schemas["GoldfishBody"]["oneOf"] = _GOLDFISH
    spec.components.security_scheme(_PLAYER, {"type": "http", "scheme": "bearer", "description": _WHO})
    return spec.to_dict()


_ABOUT: Final = (
    "Card database, legality checker and games for the Riftbound trading card game. Every refusal is a problem "
    "document after RFC 9457 (`application/problem+json`), also where a route is unknown (404), a method is not "
    "allowed (405) or the caller is over the rate limit (429)."
)
_PLACEHOLDER: Final = re.compile(r"<(?:\w+:)?(\w+)>")
_JSON: Final = "application/json"
_PROBLEM: Final = {"application/problem+json": {"schema": "Problem"}}
_BY_PROBLEM: Final = {
    400: "The body is not JSON in UTF-8, has a field twice, or is nested too deep.",
    401: "A player's token is missing or not right, or the `X-API-Key` was withdrawn.",
    403: "The `X-API-Key` is not for this; `detail` names the scope.",
    404: "There is no such thing.",
    409: "The game or job is at another point; `detail` says at which.",
    413: "The body is too large.",
    415: "The body's type is not JSON.",
    422: "A wrong type, value or field; `errors` says which.",
    429: "Over the rate limit; `Retry-After` says how many seconds to wait.",
    500: "A fault of the server.",
    503: "The server is not ready.",
}
_ANYWHERE: Final = (401, 403, 422, 429, 500)
_OF_A_BODY: Final = (400, 413, 415)
_CACHE_HEADERS: Final = {
    "ETag": {"description": "Names this answer; send it as `If-None-Match`.", "schema": {"type": "string"}},
    "Cache-Control": {"description": "For how long the answer may be kept.", "schema": {"type": "string"}},
}


def _operation(route: Route, path: str) -> dict[str, Any]:
    """Return the operation of a route, with an `operationId` for generators of clients."""
    summary, _, description = route.text.partition("\n\n")
    words = [word for word in re.split(r"[/{}]+", path) if word not in {"", "v1"}]
    made: dict[str, Any] = {
        "summary": summary,
        "operationId": re.sub(r"[-.]", "_", "_".join([route.method.lower(), *words])),
        "responses": _responses(route),
    }
    if description:
        made["description"] = description
    if route.query is not None:
        made["parameters"] = [{"in": "query", "schema": route.query}]
    if route.body is not None:
        content = {"schema": route.body, "example": route.example}
        made["requestBody"] = {"required": True, "content": {_JSON: content}}
    if "{game_id}" in path:
        made["security"] = [{_PLAYER: []}, {}]
    return made


def _responses(route: Route) -> dict[str, Any]:
    """Return every answer that a route may have, by its status."""
    answer: dict[str, Any] = {"description": route.says, "content": {route.content_type: {"schema": route.answer}}}
    headers = {**route.headers, **(_CACHE_HEADERS if route.cached else {})}
    if headers:
        answer["headers"] = headers
    found = {str(route.status): answer}
    if route.gone is not None:
        found["204"] = {"description": route.gone}
    if route.cached:
        found["304"] = {"description": "Not changed since `If-None-Match`."}
    for status in sorted({*_ANYWHERE, *(_OF_A_BODY if route.body is not None else ()), *route.problems}):
        found[str(status)] = {"description": _BY_PROBLEM[status], "content": dict(_PROBLEM)}
    return found


_TWO_GAMES: Final = {"games": {"type": "integer", "minimum": 2}}
_GOLDFISH: Final = [
    {"required": ["deck"], "properties": {"pool": False}},
    {"required": ["compare"], "properties": {"pool": False, "stop_when": False, **_TWO_GAMES}},
    {"required": ["sweep"], "properties": {"stop_when": False, **_TWO_GAMES}},
]
_OBJECT: Final = {"type": "object"}
_OPPONENT: Final = {
    "oneOf": [
        {"const": "passive"},
        {
            "type": "object",
            "required": ["script"],
            "properties": {"script": _OBJECT},
            "additionalProperties": False,
        },
        {
            "type": "object",
            "required": ["deck"],
            "properties": {
                "deck": _REF,
                "policy": {"type": "string", "enum": list(goldfish.POLICIES)},
                "options": _OBJECT,
                "mulligan": _OBJECT,
            },
            "additionalProperties": False,
        },
    ]
}
_WIDTHS: Final = {
    "type": "object",
    "minProperties": 1,
    "maxProperties": goldfish.MOST_FIGURES,
    "additionalProperties": {"type": "number", "exclusiveMinimum": 0},
}

_KINDS: Final[dict[type, dict[str, Any]]] = {
    inputs.Deck: _REF,
    inputs.Day: {"type": "string", "format": "date"},
    games.Yes: {"type": "boolean", "const": True},
    goldfish.Object: _OBJECT,
    goldfish.Opponent: _OPPONENT,
    goldfish.Widths: _WIDTHS,
}


def _properties(_converter: Any, field: Field[Any], **_more: Any) -> dict[str, Any]:
    """Return the JSON Schema of the fields of `riftcheck.schema`."""
    plain = _KINDS.get(type(field))
    if plain is not None:
        return dict(plain)
    if isinstance(field, fields.Whole):
        return {"type": "integer", "minimum": field.least, "maximum": field.most}
    if field.name == "decks" and type(field).__name__ == "Raw":
        row = {"anyOf": [dict(_REF), {"$ref": "#/components/schemas/BatchRow"}]}
        return {"type": "array", "minItems": 1, "maxItems": MOST_DECKS, "items": row}
    if isinstance(field.parent, ParseBody):  # its list is checked by `decks`
        return dict(_PARSE.get(str(field.name), {}))
    return {}
