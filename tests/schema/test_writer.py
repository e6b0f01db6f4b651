"""What a schema writes out is what marshmallow itself would write, left-out values and order of keys included."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from marshmallow import Schema

from riftcheck.decks.reader import read_list
from riftcheck.decks.resolve import resolve
from riftcheck.schema import StrictSchema, fields
from riftcheck.validator.check import check
from riftcheck.validator.report import Options
from riftcheck.validator.schemas import ReportSchema, StretchSchema
from riftcheck.validator.timeline import timeline
from tests.paths import ROOT

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

TODAY = Options(date(2026, 11, 21))


class _Inner(StrictSchema):
    name = fields.text("A name.")
    size = fields.number("A size.", left_out=0)


class _Outer(StrictSchema):
    day = fields.day("A day.", attribute="inner.since")
    one = fields.Nested(_Inner, attribute="inner", allow_none=True)
    several = fields.objects(_Inner, "Some.", left_out=())
    by_name = fields.Dict(values=fields.Nested(_Inner))
    odds = fields.Float(data_key="chance")
    words = fields.texts("Some words.")
    turns = fields.List(fields.List(fields.Float()))
    by_number = fields.mapping(fields.List(fields.Nested(_Inner), allow_none=True), "By number.")
    none = fields.decimal("A number.", allow_none=True)
    count = fields.number("A number between those that may be left out.")


@dataclass
class _Value:
    name: str = "a"
    size: int = 0
    since: date = date(2026, 1, 1)


@dataclass
class _Whole:
    inner: _Value
    several: tuple[_Value, ...]
    by_name: dict[str, _Value]
    odds: Fraction
    words: tuple[str, ...] = ("x",)
    turns: tuple[tuple[Fraction, ...], ...] = ((Fraction(1, 2),), ())
    by_number: dict[int, tuple[_Value, ...] | None] = field(default_factory=lambda: {1: (_Value(),), 2: None})
    none: Fraction | None = None
    count: int = 3


def _same(schema: StrictSchema, value: Any) -> Any:
    written = schema.dump(value)
    assert json.dumps(written) == json.dumps(_plainly(schema, value))
    return written


def _plainly(schema: StrictSchema, value: Any) -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(StrictSchema, "dump", Schema.dump)
        return schema.dump(value)


def test_every_kind_of_field() -> None:
    whole = _Whole(_Value(), (_Value("b", 2),), {"c": _Value("c")}, Fraction(1, 4))
    assert _same(_Outer(), whole) == {
        "day": "2026-01-01",
        "one": {"name": "a"},
        "several": [{"name": "b", "size": 2}],
        "by_name": {"c": {"name": "c"}},
        "chance": 0.25,
        "words": ["x"],
        "turns": [[0.5], []],
        "by_number": {"1": [{"name": "a"}], "2": None},
        "none": None,
        "count": 3,
    }
    assert "several" not in _same(_Outer(), _Whole(_Value(), (), {}, Fraction(1)))


def test_a_mapping_is_written_like_an_object() -> None:
    assert _same(_Inner(), {"name": "a", "size": 3}) == {"name": "a", "size": 3}
    assert _same(_Inner(), {"name": "a"}) == {"name": "a"}


def test_an_attribute_that_is_not_there_is_no_field_left_out() -> None:
    with pytest.raises(AttributeError, match="name"):
        _Inner().dump(object())
    with pytest.raises(KeyError, match="name"):
        _Inner().dump({"size": 3})


def test_reports_and_timelines_of_real_lists(db: CardDatabase) -> None:
    for path in sorted((ROOT / "tests" / "fixtures" / "lists").glob("*.txt"))[::8]:
        read = read_list({"text": path.read_text()}, db)
        deck = resolve(read.deck, db)
        assert _same(ReportSchema(), check(deck, db, TODAY, read))["verdict"]
        assert [_same(StretchSchema(), stretch) for stretch in timeline(deck, db, TODAY)]
