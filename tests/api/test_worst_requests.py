"""The work of the most expensive requests that we know, counted in lines of Python instead of time.

`python -m drills siege` measures the CPU time of the same requests.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

import pytest
from flask.testing import FlaskClient

from drills.service.worst import Worst, requests
from riftcheck.api.blueprint import Blueprint
from riftcheck.api.examples import BODIES
from riftcheck.api.routes import decks

if TYPE_CHECKING:
    from flask import Flask
    from werkzeug.test import TestResponse

    from riftcheck.carddb import CardDatabase
    from tests.apps import Apps

MOST_LINES: Final = 1_700_000  # take about 50 ms: the requests below took 28 ns a line
# Words that cost more in one line than in many. The drill sends all of both forms.
DEARER_IN_ONE_LINE: Final = ('"a","3",', "Main 3 ")
WITHOUT: Final = {
    "/healthz": "no input",
    "/readyz": "no input",
    "/v1/openapi.json": "the same as /openapi.json",
    "/v1/cards/<card:card_id>": "one card of those that /v1/cards returns",
    "/v1/cards/<card:card_id>/legality": "one card on one date",
    "/v1/cards/named/legality": "the search of /v1/cards/named, and one card on one date",
    "/v1/formats/<format_id>": "a format is small",
    "/v1/products/<product_id>": "a product is small",
    "/v1/games": "no more than 250 cards a deck, of which the most expensive part is one deal",
    "/v1/games/<game_id>": "bounded by the cards of a game",
    "/v1/games/<game_id>/options": "bounded by the cards of a game",
    "/v1/games/<game_id>/answers": "bounded by the cards of a game",
    "/v1/games/<game_id>/log": "bounded by `limit`",
    "/v1/goldfish/<job_id>": "reads one row of the store",
}


@pytest.fixture(scope="module")
def app(apps: Apps) -> Flask:
    return apps(report_cache=0)


def lines_of(app: Flask, worst: Worst) -> tuple[int, TestResponse]:
    """Return the number of lines of Python that ran for a request, and the response."""
    client, count = FlaskClient(app, app.response_class), 0  # without the comparison with the document

    def trace(_frame: Any, _event: str, _argument: Any) -> Any:
        nonlocal count
        count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        response = client.open(worst.path, method=worst.method, json=worst.body)
    finally:
        sys.settrace(before)
    return count, response


def test_no_light_request_exceeds_the_limit(app: Flask, db: CardDatabase) -> None:
    for path in {worst.path for worst in requests(db) if worst.method == "GET"}:
        FlaskClient(app, app.response_class).get(path)  # a worker caches some responses
    over = {}
    for worst in requests(db):
        if worst.name.endswith("in one line") and not any(unit in worst.name for unit in DEARER_IN_ONE_LINE):
            continue
        lines, response = lines_of(app, worst)
        assert response.status_code in {200, 404, 422}, worst.name
        if lines > MOST_LINES:
            over[worst.name] = lines
    assert over == {}


def test_every_light_endpoint_has_its_worst_request(app: Flask, db: CardDatabase) -> None:
    declared = {
        route.rule
        for blueprint in app.blueprints.values()
        if isinstance(blueprint, Blueprint)
        for route in blueprint.routes
        if not route.heavy and route.method != "DELETE"
    }
    sent = {worst.path.partition("?")[0] for worst in requests(db)}
    assert declared - sent == WITHOUT.keys()


def test_a_loop_without_calls_counts_too(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def longer(*args: Any, **options: Any) -> Any:
        for _ in range(MOST_LINES):
            pass
        return sample_hands(*args, **options)

    sample_hands = decks.sample_hands  # type: ignore[attr-defined]
    monkeypatch.setattr(decks, "sample_hands", longer)
    lines, _ = lines_of(app, Worst("hand: a loop", "POST", "/v1/decks/hand", BODIES["hand"]))
    assert lines > MOST_LINES
