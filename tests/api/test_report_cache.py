"""The cache of reports: what comes from it is what would be worked out, never of other data or of another day."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date
from typing import TYPE_CHECKING, Any

import pytest

from bench import lists
from riftcheck import carddb
from riftcheck.api import responses
from riftcheck.api.app import create_app
from riftcheck.api.report_cache import ReportCache
from riftcheck.api.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient

    from riftcheck.carddb import CardDatabase
    from tests.apps import Apps

DAY = "2026-11-21"
LIST = {"text": "Legend:\n1 Daughter of the Void\n\nMain Deck:\n3 Cleave\n2 Defy"}
SECTIONS = {"legend": "Daughter of the Void", "main": [{"name": "Cleave", "count": 3}, "Defy"]}
UNKNOWN = {"text": "Legend:\n1 Daughter of the Void\n\nMain Deck:\n3 Cleev\n2 Not A Card At All"}
OPTIONS: list[dict[str, Any]] = [
    {"date": DAY},
    {"date": DAY, "format": "constructed", "level": "high"},
    {"date": DAY, "format": "sealed", "level": "low"},
    {"date": "2025-11-01"},
    {"date": "2026-02-02", "rules": "1.4"},
    {"date": DAY, "rules": ""},
    {"date": DAY, "rules": None},
    {"date": DAY, "format": "none such"},
    {"date": "2026-02-30"},
    {"date": DAY, "index": 1},
]
DECKS: list[Any] = [
    LIST,
    {**LIST, "champion": "Kai'Sa, Survivor"},
    {"text": LIST["text"] + "\n"},
    SECTIONS,
    {**SECTIONS, "champion_apart": True},
    {"main": ["Cleave", "Defy"], "legend": "Daughter of the Void"},
    {"main": ["Defy", "Cleave"], "legend": "Daughter of the Void"},
    UNKNOWN,
    {"text": "nothing here"},
    {"code": "no code"},
    {"main": 5},
    5,
]


def cache_of(client: FlaskClient) -> ReportCache:
    found: ReportCache = client.application.extensions["riftcheck"].reports
    return found


def looked_up(client: FlaskClient) -> dict[str, int]:
    """Return how many lists were found in the cache and how many not, as `/metrics` tells it."""
    lines = [line.split() for line in client.get("/metrics").text.splitlines() if "report_cache_total{" in line]
    return {name.split('"')[1]: int(float(value)) for name, value in lines}


def answers(client: FlaskClient, path: str, body: Any) -> tuple[int, bytes]:
    answer = client.post(path, json=body)
    return answer.status_code, answer.data


def test_with_the_cache_every_answer_is_the_same_to_the_byte_the_first_time_and_the_second(apps: Apps) -> None:
    decks = [*DECKS, *({"text": text} for text in lists.texts()[:12])]
    bodies = [{"deck": deck, **options} for deck in decks for options in OPTIONS]
    without, cached = apps(report_cache=0).test_client(), apps(report_cache=1000).test_client()
    statuses: Counter[int] = Counter()
    for body in bodies:
        expected = answers(without, "/v1/decks/validate", body)
        statuses[expected[0]] += 1
        assert answers(cached, "/v1/decks/validate", body) == expected, body
    kept = looked_up(cached)
    for body in reversed(bodies):
        assert answers(cached, "/v1/decks/validate", body) == answers(without, "/v1/decks/validate", body), body
    assert set(statuses) == {200, 422}
    assert looked_up(cached)["hit"] > kept["hit"] + statuses[200] / 2
    assert looked_up(without) == {"hit": 0, "miss": 0}
    assert len(cache_of(without)) == 0


def test_a_batch_takes_and_keeps_reports_list_by_list(apps: Apps) -> None:
    rows: list[Any] = [*DECKS, *({"deck": deck, "label": "A"} for deck in DECKS)]
    rows += [{"deck": LIST, **options} for options in OPTIONS]
    rows += [{"deck": LIST, "label": label} for label in ("Ana", 5, "x" * 201, None, "")]
    rows += [{"deck": LIST, "index": 3}, {**LIST, "format": "sealed"}, *[UNKNOWN] * 3]
    without, cached = apps(report_cache=0).test_client(), apps(report_cache=1000).test_client()
    for options in OPTIONS:
        assert answers(cached, "/v1/decks/validate", {"deck": LIST, **options})
        for chosen in (rows, rows[::-1]):
            body = {"decks": chosen, **options}
            expected = answers(without, "/v1/decks/validate-batch", body)
            for _ in range(2):
                assert answers(cached, "/v1/decks/validate-batch", body) == expected, options
    before = looked_up(cached)
    answers(cached, "/v1/decks/validate-batch", {"decks": [LIST, {"deck": LIST, "label": "B"}], "date": DAY})
    answers(cached, "/v1/decks/validate", {"deck": LIST, "date": DAY})
    assert looked_up(cached) == {**before, "hit": before["hit"] + 3}


def test_unknown_names_are_searched_for_as_in_a_request_without_a_cache(apps: Apps) -> None:
    # Suggestions are for the first fifty names of a request: what came before a list decides what it gets.
    many = {"main": [f"Cleav{number:02d}x" for number in range(60)]}
    without, cached = apps(report_cache=0).test_client(), apps(report_cache=1000).test_client()
    for decks in ([UNKNOWN], [many, UNKNOWN], [UNKNOWN, many], [UNKNOWN, UNKNOWN]):
        body = {"decks": decks, "date": DAY}
        found = answers(cached, "/v1/decks/validate-batch", body)
        assert found == answers(without, "/v1/decks/validate-batch", body)
    assert len(cache_of(cached)) == 0


def test_without_a_date_a_report_is_of_its_day(apps: Apps, monkeypatch: pytest.MonkeyPatch) -> None:
    client = apps(report_cache=1000).test_client()
    found = []
    for day in (date(2026, 11, 21), date(2025, 11, 1), date(2026, 11, 21)):
        monkeypatch.setattr(responses, "today", lambda day=day: day)
        found.append(client.post("/v1/decks/validate", json={"deck": LIST}).get_json()["date"])
    assert found == ["2026-11-21", "2025-11-01", "2026-11-21"]
    assert looked_up(client) == {"hit": 1, "miss": 2}


def test_with_other_card_data_nothing_of_the_old_is_answered(db: CardDatabase, tmp_path: Path) -> None:
    banned = 'bans: [{card: Cleave, list: constructed, from: 2026-01-01, source: "TR 2026-07-16 601.2.d"}]\n'
    (tmp_path / "bans.yaml").write_text(banned, "utf-8")
    other = carddb.load((tmp_path,))
    assert other.version != db.version
    app = create_app(db, Settings(log_level="error"))
    client, state = app.test_client(), app.extensions["riftcheck"]
    body = {"deck": LIST, "date": DAY}
    first = answers(client, "/v1/decks/validate", body)
    state.cards = other
    second = answers(client, "/v1/decks/validate", body)
    assert second == answers(
        create_app(other, Settings(log_level="error", report_cache=0)).test_client(), "/v1/decks/validate", body
    )
    assert json.loads(second[1])["data_version"] != json.loads(first[1])["data_version"]
    state.cards = db
    assert answers(client, "/v1/decks/validate", body) == first
    assert looked_up(client) == {"hit": 1, "miss": 2}


def test_the_cache_is_bounded_in_entries_and_in_bytes_and_the_oldest_goes(apps: Apps) -> None:
    app = apps(report_cache=2)
    client = app.test_client()

    def ask(count: int) -> dict[str, int]:
        deck = {"legend": "Daughter of the Void", "main": [{"name": "Cleave", "count": count}]}
        assert client.post("/v1/decks/validate", json={"deck": deck, "date": DAY}).status_code == 200
        return looked_up(client)

    assert [ask(number)["hit"] for number in (1, 2, 1, 3, 1, 2)] == [0, 0, 1, 1, 2, 2]
    assert len(cache_of(client)) == 2
    report = {"verdict": "legal", "issues": [], "of": "x" * 1000}
    small = ReportCache(100, most_bytes=5000)
    for number in range(20):
        small.keep(b"%d" % number, report)
    assert len(small) == 4
    for _ in range(20):
        small.keep(b"19", report)
    assert len(small) == 4  # what is kept anew counts once


def test_a_verdict_is_counted_also_where_its_report_was_kept(apps: Apps) -> None:
    client = apps(report_cache=1000).test_client()
    for _ in range(3):
        client.post("/v1/decks/validate", json={"deck": LIST, "date": DAY})
    assert 'riftcheck_lists_total{verdict="illegal"} 3.0' in client.get("/metrics").text


@pytest.mark.parametrize("reports", [0, 1000])
def test_a_body_that_is_too_short_for_its_answer_is_refused_also_where_the_report_is_kept(
    apps: Apps, reports: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    from riftcheck.api import room

    monkeypatch.setattr(room, "FREE_BYTES", 0)
    client = apps(report_cache=reports).test_client()
    long = json.dumps({"deck": LIST, "date": DAY}) + " " * 20_000
    short = json.dumps({"deck": LIST, "date": DAY}, separators=(",", ":"))
    monkeypatch.setattr(room, "TIMES", 1)
    sent = [client.post("/v1/decks/validate", data=text, content_type="application/json") for text in (long, short)]
    assert [answer.status_code for answer in sent] == [200, 422]
    assert sent[1].get_json()["code"] == "answer-too-large"
