"""The examples of answers are answers: real ones, of the form that answers have now."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

from riftcheck.api.openapi.document import document
from tests.api.answer_examples import FILE, ask_all

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask

    from riftcheck.carddb import CardDatabase

RENEW = "run `python -m tests.api.answer_examples` and look at what has changed"


@pytest.fixture(scope="module")
def kept() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
    return found


def differences(path: str, kept: Any, now: Any, depth: int = 2) -> Iterator[str]:
    """Yield where an answer of now has another form, as far as names are fields and not names of cards.

    Values may differ, for cards and the clock go on.
    """
    if isinstance(kept, dict) and isinstance(now, dict) and depth:
        yield from (f"{path}/{name}" for name in kept.keys() ^ now.keys())
        for name in kept.keys() & now.keys():
            yield from differences(f"{path}/{name}", kept[name], now[name], depth - 1)
    elif isinstance(kept, list) and isinstance(now, list):
        for number, (one, other) in enumerate(zip(kept, now, strict=False)):
            yield from differences(f"{path}/{number}", one, other, depth)
    elif None not in (kept, now) and type(kept) is not type(now):
        yield path


def test_the_examples_have_the_form_of_answers_that_are_given_now(kept: dict[str, Any], db: CardDatabase) -> None:
    now = ask_all(db)
    assert kept.keys() == now.keys(), RENEW
    assert [one for name in kept for one in differences(name, kept[name], now[name])] == [], RENEW


def test_every_operation_has_an_example_of_its_answer_and_it_fits(app: Flask) -> None:
    made = document(app)
    for path, operations in made["paths"].items():
        for method in operations.keys() & {"get", "post", "delete"}:
            answers = operations[method]["responses"]
            answer = next(answers[status] for status in ("200", "202", "204") if status in answers)
            for content in answer.get("content", {}).values():
                assert "example" in content, f"{method} {path}: {RENEW}"
                check = Draft202012Validator({**content["schema"], "components": made["components"]})
                check.validate(content["example"])
