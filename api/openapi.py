"""The OpenAPI 3.1 document, made from the routes and their schemas."""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Final

import flask_smorest  # type: ignore[import-untyped]

from riftcheck.api.blueprint import Blueprint
from riftcheck.api.converters import CardId
from riftcheck.api.examples import BY_NAME, TEXT
from riftcheck.api.schemas import decks, games, goldfish, inputs
from riftcheck.api.schemas.requests import MOST_DECKS, ParseBody
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
_PARSE: Final = {"text": _TEXT, "code": _CODE, "champion": _NAME, "choices": _NAMES}
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


def _deck_list() -> dict[str, Any]:
    beside = {"champion": _CHAMPION, "choices": _NAMES}
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


class _Document(flask_smorest.Api):  # type: ignore[misc]
    """Makes the document and nothing else: errors are answered by `riftcheck.api.errors`."""

    DEFAULT_ERROR_RESPONSE_NAME = None
    ERROR_SCHEMA = decks.Problem

    def _register_error_handlers(self) -> None:
        """Leave the application's handlers alone."""


def document(app: Flask) -> dict[str, Any]:
    """Return the OpenAPI document of an application."""
    made = _Document(
        spec_kwargs={
            "title": "riftcheck",
            "version": version("riftcheck"),
            "openapi_version": "3.1.0",
            "info": {
                "description": "Card database, legality checker and games for the Riftbound trading card game. Every "
                "refusal is a problem document after RFC 9457 (`application/problem+json`), also where a route is "
                "unknown (404), a method is not allowed (405) or the caller is over the rate limit (429)."
            },
        }
    )
    made.register_converter(CardId, lambda _converter: {"type": "string", "minLength": 1})
    made.init_app(app)
    made.ma_plugin.converter.add_attribute_function(_properties)
    made.spec.components.schema(DECK, _deck_list())
    for name, schema in (("Problem", decks.Problem), ("Report", ReportSchema), ("Unread", decks.Unread)):
        if name not in made.spec.components.schemas:
            made.spec.components.schema(name, schema=schema)
    for blueprint in (one for one in app.blueprints.values() if isinstance(one, Blueprint)):
        blueprint.register_views_in_doc(made, app, made.spec, name=blueprint.name, parameters=None)
        made.spec.tag({"name": blueprint.name, "description": blueprint.description})
    for name, either in _EITHER.items():
        made.spec.components.schemas[name]["oneOf"] = [{"required": [key]} for key in either]
    made.spec.components.schemas["AnswerBody"]["oneOf"] = [
        {"required": ["answer", "decision"]},
        {"required": ["concede"], "maxProperties": 1},
    ]
    made.spec.components.schemas["GoldfishBody"]["oneOf"] = _GOLDFISH
    made.spec.components.security_scheme(_PLAYER, {"type": "http", "scheme": "bearer", "description": _WHO})
    return _with_ids(made.spec.to_dict())


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
    """Return how our own kinds of fields are written out."""
    plain = _KINDS.get(type(field))
    if plain is not None:
        return dict(plain)
    if isinstance(field, fields.Whole):
        return {"type": "integer", "minimum": field.least, "maximum": field.most}
    if field.name == "decks" and type(field).__name__ == "Raw":
        return {"type": "array", "minItems": 1, "maxItems": MOST_DECKS, "items": dict(_REF)}
    if isinstance(field.parent, ParseBody):  # its list is checked by `decks`
        return dict(_PARSE.get(str(field.name), {}))
    return {}


def _with_ids(found: dict[str, Any]) -> dict[str, Any]:
    """Give every operation an id, for programs that make clients of it."""
    for path, operations in found["paths"].items():
        for method, operation in operations.items():
            if method in {"get", "post", "delete"}:
                words = [word for word in path.replace("{", "").replace("}", "").split("/") if word not in {"", "v1"}]
                operation["operationId"] = "_".join([method, *words]).replace("-", "_").replace(".", "_")
                if "{game_id}" in path:
                    operation["security"] = [{_PLAYER: []}, {}]
    return found
