"""Lists in a batch: each with its place, its label and options of its own, and counted by verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.paths import ROOT

if TYPE_CHECKING:
    from flask.testing import FlaskClient

LISTS = sorted((ROOT / "tests" / "fixtures" / "lists").glob("*.txt"))
DAY = "2026-11-21"
DECK = {"text": LISTS[0].read_text("utf-8")}


def post(client: FlaskClient, path: str, body: dict[str, Any]) -> Any:
    response = client.post(f"/v1/{path}", json=body)
    assert response.status_code == 200, response.text
    return response.get_json()


def test_a_batch_is_its_lists_one_by_one_and_a_broken_one_hurts_no_other(client: FlaskClient) -> None:
    decks: list[Any] = [{"text": path.read_text("utf-8")} for path in LISTS[:20]]
    alone = [post(client, "decks/validate", {"deck": deck, "date": DAY}) for deck in decks]
    decks[3:3] = [{"code": "!"}, 7, {"main": [{"count": 1}]}]
    answer = post(client, "decks/validate-batch", {"decks": decks, "date": DAY})
    reports = answer["reports"]
    assert [report.pop("index") for report in reports] == list(range(23))
    broken = [reports.pop(3)["problem"] for _ in range(3)]
    assert reports == alone
    assert [problem["code"] for problem in broken] == ["unreadable-list", "invalid", "invalid"]
    assert [problem["errors"][0]["path"] for problem in broken] == ["decks/3/code", "decks/4", "decks/5/main/0"]
    assert all(problem["status"] == 422 and problem["instance"] == "/v1/decks/validate-batch" for problem in broken)
    verdicts = [report["verdict"] for report in alone]
    counted = {verdict: verdicts.count(verdict) for verdict in ("legal", "illegal", "undetermined")}
    assert answer["totals"] == {"lists": 23, **counted, "unread": 3, "left_over": 0}


def test_a_list_has_its_label_back_and_options_of_its_own(client: FlaskClient) -> None:
    own = {"format": "sealed", "date": "2026-01-01", "level": "low", "rules": "1.0"}
    rows: list[Any] = [DECK, {"deck": DECK, "label": "Table 7 \N{EN DASH} Zo\N{LATIN SMALL LETTER E WITH DIAERESIS}"}]
    rows += [{"deck": DECK, "label": "", **own}, {"deck": DECK, "level": "low"}]
    body = {"decks": rows, "date": DAY, "format": "constructed-2v2"}
    reports = post(client, "decks/validate-batch", body)["reports"]
    assert [report.get("label") for report in reports] == [None, rows[1]["label"], "", None]
    assert "label" not in reports[0]
    told = [[report[key] for key in ("format", "date", "level", "rules")] for report in reports]
    usual = ["constructed-2v2", DAY, "high", "1.5"]
    assert told == [usual, usual, list(own.values()), ["constructed-2v2", DAY, "low", "1.5"]]
    assert reports[2] == {"index": 2, "label": "", **post(client, "decks/validate", {"deck": DECK, **own})}


@pytest.mark.parametrize(
    ("row", "path"),
    [
        ({"format": "x"}, "format"),
        ({"rules": "9.9"}, "rules"),
        ({"date": "2020-01-01"}, "date"),
        ({"level": "middle"}, "level"),
        ({"text": "3 Charm"}, "text"),
        ({"deck": {"code": "!"}}, "deck/code"),
        ({"deck": None}, "deck"),
    ],
)
def test_what_is_wrong_with_a_row_is_told_in_its_place(client: FlaskClient, row: dict[str, Any], path: str) -> None:
    body = {"decks": [DECK, {"deck": DECK, "label": "Ana", **row}], "date": DAY}
    answer = post(client, "decks/validate-batch", body)
    assert answer["reports"][0]["verdict"] == "legal"
    unread = answer["reports"][1]
    assert (unread["index"], unread["label"], unread.keys()) == (1, "Ana", {"index", "label", "problem"})
    assert unread["problem"]["errors"][0]["path"] == f"decks/1/{path}"
    assert answer["totals"]["unread"] == 1


def test_a_label_that_stands_within_the_list_is_told_where_it_belongs(client: FlaskClient) -> None:
    rows: list[Any] = [{"text": "3 Cleave", "label": "Ana", "level": "low"}, {"main": ["Cleave"], "date": DAY}]
    reports = post(client, "decks/validate-batch", {"decks": rows})["reports"]
    assert reports[0]["label"] == "Ana"
    for report, paths in zip(reports, (["decks/0/label", "decks/0/level"], ["decks/1/date"]), strict=True):
        assert [error["path"] for error in report["problem"]["errors"]] == paths
        assert '{"deck": {"text": "..."}, "label": "Ana"}' in report["problem"]["detail"]


@pytest.mark.parametrize("label", ["x" * 201, 7, None])
def test_a_label_that_is_none_does_not_come_back(client: FlaskClient, label: Any) -> None:
    (unread,) = post(client, "decks/validate-batch", {"decks": [{"deck": DECK, "label": label}]})["reports"]
    assert unread.keys() == {"index", "problem"}
    assert unread["problem"]["errors"][0]["path"] == "decks/0/label"


def test_a_batch_with_a_wrong_option_is_refused_whole(client: FlaskClient) -> None:
    response = client.post("/v1/decks/validate-batch", json={"decks": [7], "format": "x"})
    assert response.status_code == 422


def test_lists_for_which_there_is_no_room_say_so_and_can_be_sent_again(client: FlaskClient) -> None:
    rows = [{"deck": {"main": ["Charm"]}, "label": str(number)} for number in range(100)]
    answer = post(client, "decks/validate-batch", {"decks": rows, "date": DAY})
    later = [report for report in answer["reports"] if "problem" in report]
    assert 0 < len(later) == answer["totals"]["left_over"] < 100
    assert answer["totals"]["illegal"] + len(later) == 100
    assert {report["problem"]["code"] for report in later} == {"answer-too-large"}
    assert [report["label"] for report in answer["reports"]] == [row["label"] for row in rows]
    again = [rows[report["index"]] for report in later]
    assert {"verdict"} <= post(client, "decks/validate-batch", {"decks": again[:20]})["reports"][0].keys()


def test_a_hundred_real_lists_with_their_labels_have_room(client: FlaskClient) -> None:
    texts = [path.read_text("utf-8") for path in LISTS]
    codes = [post(client, "decks/export", {"deck": {"text": text}, "to": "code"})["content"] for text in texts]
    for form, lists in (("text", texts), ("code", codes)):
        rows = [
            {"deck": {form: lists[number % len(lists)]}, "label": f"Player number {number}"} for number in range(100)
        ]
        assert post(client, "decks/validate-batch", {"decks": rows})["totals"]["left_over"] == 0
