"""The same fault is said in the same words, whichever door it comes in by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from marshmallow import ValidationError, validate
from marshmallow import fields as marshmallow_fields

from riftcheck import carddb
from riftcheck.carddb.catalogue import content
from riftcheck.carddb.errors import CardDataError, CatalogueError
from riftcheck.schema import StrictSchema, checks, fields, located

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient

    from tests.apps import Apps

MISSING = "is required"
NULL = "must not be null"
TEXT = "must be a text"
LIST = "must be a list"
OBJECT = "must be an object"
UNKNOWN = "unknown field"
FLAG = "must be true or false"
DECK = {"main": ["Cleave"]}


@pytest.fixture(scope="module")
def client(apps: Apps) -> FlaskClient:
    return apps().test_client()


@pytest.mark.parametrize(
    ("path", "body", "at", "message"),
    [
        ("decks/validate", {}, "deck", MISSING),
        ("decks/validate", {"deck": None}, "deck", NULL),
        ("decks/validate", {"deck": DECK, "format": 5}, "format", TEXT),
        ("decks/validate", {"deck": DECK, "x": 5}, "x", UNKNOWN),
        ("decks/validate", [], "", OBJECT),
        ("decks/validate", {"deck": DECK, "level": "x"}, "level", "must be one of low, high"),
        ("decks/stats", {"deck": DECK, "turns": 0}, "turns", "must be a whole number from 1 to 50"),
        ("cards/collection", {"cards": 5}, "cards", LIST),
        ("cards/collection", {"cards": [5]}, "cards/0", OBJECT),
        ("cards/collection", {"cards": [{"id": ""}]}, "cards/0/id", "must have 1 to 200 characters"),
        ("goldfish", {"deck": DECK, "allow_illegal": 1}, "allow_illegal", FLAG),
    ],
)
def test_a_body(client: FlaskClient, path: str, body: Any, at: str, message: str) -> None:
    errors = client.post(f"/v1/{path}", json=body).get_json()["errors"]
    assert {"path": at, "message": message} in errors


@pytest.mark.parametrize(
    ("query", "at", "message"),
    [
        ("cards/autocomplete", "q", MISSING),
        ("cards?limit=0", "limit", "must be a whole number from 1 to 250"),
        ("cards?x=1", "x", UNKNOWN),
    ],
)
def test_a_query(client: FlaskClient, query: str, at: str, message: str) -> None:
    assert client.get(f"/v1/{query}").get_json()["errors"] == [{"path": at, "message": message}]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("bans: [{list: constructed, from: 2026-01-01, source: a b c}]", f"bans/0/card: {MISSING}"),
        ("bans: [{card: , list: constructed, from: 2026-01-01, source: a b c}]", f"bans/0/card: {NULL}"),
        ("bans: [{card: 5, list: constructed, from: 2026-01-01, source: a b c}]", f"bans/0/card: {TEXT}"),
        ("bans: [5]", f"bans/0: {OBJECT}"),
        ("bans: {}", f"bans: {LIST}"),
        ("sets: [{code: ABC, name: A, size: 1.5, source: a b c}]", "size: must be a whole number from 0 to 999"),
        ("sets: [{code: abc, name: A, size: 1, source: a b c}]", "code: must be the code of a set such as OGN"),
        ("printings: [{card: Charm, id: OGN-001, variant: x}]", "variant: must be one of base"),
        ("cards: [{equipment: 1}]", f"cards/0/equipment: {FLAG}"),
        ("cards: [{printings: []}]", "cards/0/printings: must not be empty"),
        ("bands: []", f"bands: {UNKNOWN}"),
    ],
)
def test_a_card_file_laid_over_the_others(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "more.yaml").write_text(text)
    with pytest.raises(CardDataError) as caught:
        carddb.load([tmp_path])
    assert any(told in str(problem) for problem in caught.value.problems), caught.value


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ({}, f"sets: {MISSING}"),
        ({"sets": None}, f"sets: {NULL}"),
        ({"sets": {}}, f"sets: {LIST}"),
        ({"sets": [7]}, f"sets/0: {OBJECT}"),
        ({"sets": [{"id": 4, "cards": []}]}, f"sets/0/id: {TEXT}"),
    ],
)
def test_the_answer_of_a_sync(answer: Any, told: str) -> None:
    with pytest.raises(CatalogueError, match=told):
        content.read(answer)


class _Every(StrictSchema):
    text = fields.String(required=True)
    whole = fields.Integer()
    number = fields.Float()
    flag = fields.Boolean()
    several = fields.List(fields.String())
    by_name = fields.Dict()
    inner = fields.Nested(StrictSchema)
    word = fields.String(validate=checks.one_of("ab"))
    code = fields.String(validate=checks.spelt("[a-z]|[0-9]", "a letter"))


def test_no_fault_speaks_with_marshmallows_words() -> None:
    wrong = {name: object() for name in _Every().fields if name != "text"} | {"word": "x", "code": "ab", "more": 1}
    with pytest.raises(ValidationError) as caught:
        _Every().load(wrong)
    said = dict(located(caught.value.messages))
    assert {path[0] for path in said} == {*_Every().fields, "more"}
    for message in said.values():
        assert message == "unknown field" or message.startswith(("is ", "must ")), message


def test_unknown_fields_are_told_in_the_order_of_the_document() -> None:
    names = [f"f{number}" for number in range(20)]
    for order in (names, names[::-1]):
        document = {"whole": "x", **dict.fromkeys(order, 1), "inner": dict.fromkeys(order, 1)}
        with pytest.raises(ValidationError) as caught:
            _Every().load(document)
        told = [path for path, _ in located(caught.value.messages)]
        assert told[:2] == [("text",), ("whole",)]  # known fields, in the order of the schema
        assert told[2:] == [("inner", name) for name in order] + [(name,) for name in order]


def test_no_schema_has_fields_or_checks_of_marshmallows_own() -> None:
    from riftcheck.api.schemas import cards, decks, games, goldfish, requests  # noqa: F401
    from riftcheck.carddb import schemas as files  # noqa: F401

    def every(kind: type) -> list[type]:
        below: list[type] = kind.__subclasses__()
        return [*below, *(found for one in below for found in every(one))]

    seen = 0
    for schema in every(StrictSchema):
        todo = list(schema().fields.values())
        while todo:
            field = todo.pop()
            seen += 1
            assert isinstance(field, fields.Field), (schema, field)
            todo += [field.inner] if isinstance(field, marshmallow_fields.List) else []
            for check in field.validators:
                said = getattr(check, "error", None)
                assert not isinstance(check, validate.Validator) or said, (schema, field.name)
    assert seen > 200
