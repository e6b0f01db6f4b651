"""Extra legends over HTTP: every answer that shows a list, the page, and what is refused."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.api.app import create_app
from riftcheck.api.settings import Settings
from tests.hosts import FULL_GUESTS, GUESTS, HOST

if TYPE_CHECKING:
    from flask.testing import FlaskClient

    from riftcheck.carddb import CardDatabase

DAY = "2026-09-25"
TEXT = f"Legend:\n1 Loose Cannon\n\nMain Deck:\n1 {HOST}\n3 Gust\n\nExtra Legends:\n" + "".join(
    f"1 {name}\n" for name in GUESTS
)
DECK = {"legend": "Loose Cannon", "main": [HOST, {"name": "Gust", "count": 3}], "extra_legends": list(GUESTS)}
PLAIN = {key: value for key, value in DECK.items() if key != "extra_legends"}
WRONG: list[Any] = [
    None,
    "Blind Monk",
    1,
    True,
    {},
    [None],
    [1],
    [[]],
    [{}],
    [{"name": 1}],
    [{"name": "A", "count": "1"}],
]


@pytest.fixture(scope="module")
def client(hosts: CardDatabase) -> FlaskClient:
    return create_app(hosts, Settings(log_level="error")).test_client()


def post(client: FlaskClient, path: str, body: dict[str, Any], status: int = 200) -> Any:
    response = client.post(f"/v1/{path}", json=body)
    assert response.status_code == status, response.text
    return response.get_json()


def codes(report: dict[str, Any], severity: str = "error") -> set[str]:
    return {issue["code"] for issue in report["issues"] if issue["severity"] == severity}


def test_a_text_is_read_with_its_lines(client: FlaskClient) -> None:
    answer = post(client, "decks/parse", {"text": TEXT})
    assert [entry["full_name"] for entry in answer["deck"]["extra_legends"]] == list(FULL_GUESTS)
    assert [line["zone"] for line in answer["lines"] if line["line"] > 8] == ["extra_legends"] * 3
    beside = post(client, "decks/parse", {"text": TEXT.partition("Extra")[0], "extra_legends": list(GUESTS)})
    assert beside["deck"] == answer["deck"]


@pytest.mark.parametrize("deck", [{"text": TEXT}, DECK, {**PLAIN, "choices": {HOST: list(GUESTS)}}])
def test_a_report_shows_and_judges_them_and_its_deck_can_be_sent_again(
    client: FlaskClient, deck: dict[str, Any]
) -> None:
    report = post(client, "decks/validate", {"deck": deck, "date": DAY})
    assert report["counts"]["extra_legends"] == 3
    assert not {code for code in codes(report) if code.startswith("extra")}
    again = post(client, "decks/validate", {"deck": report["deck"], "date": DAY})
    assert (again["deck"], again["list_hash"]) == (report["deck"], report["list_hash"])
    report["deck"]["extra_legends"] += ["Wuju Master", "Gust", "Loose Cannon"]
    wrong = post(client, "decks/validate", {"deck": report["deck"], "date": DAY})
    assert codes(wrong) >= {"extra-legend-count", "extra-legend-type", "extra-legend-name"}
    assert {issue["zone"] for issue in wrong["issues"] if issue["code"].startswith("extra")} == {"extra_legends"}


def test_a_list_without_them_has_no_such_key(client: FlaskClient) -> None:
    report = client.post("/v1/decks/validate", json={"deck": PLAIN, "date": DAY})
    assert "extra_legends" not in report.text
    empty = client.post("/v1/decks/validate", json={"deck": {**PLAIN, "extra_legends": []}, "date": DAY})
    assert empty.data == report.data


def test_other_routes_take_them(client: FlaskClient) -> None:
    found = post(client, "decks/diff", {"decks": [PLAIN, DECK]})
    assert [change["name"] for change in found["sections"]["extra_legends"]["added"]] == sorted(GUESTS)
    plain = {**DECK, "main": ["Gust"]}
    told = {to: post(client, "decks/export", {"deck": plain, "to": to}) for to in ("text", "sections", "json", "code")}
    assert [made["warnings"] for made in told.values()] == [[], [], [], []]
    code = told["code"]["content"]
    parsed = post(client, "decks/parse", {"code": code})["deck"]
    assert [entry["full_name"] for entry in parsed["extra_legends"]] == list(FULL_GUESTS)
    for deck in ({"code": code}, parsed):
        again = post(client, "decks/export", {"deck": deck, "to": "code"})
        assert (again["content"], again["warnings"]) == (code, [])
    turned = post(client, "decks/timeline", {"deck": {**DECK, "extra_legends": ["Late Guest"]}})["stretches"]
    days = {one["date"] for one in turned if any(issue["zone"] == "extra_legends" for issue in one["ended"])}
    assert days == {"2028-01-01"}
    for route in ("pool", "stats", "hand"):
        assert post(client, f"decks/{route}", {"deck": DECK})
    reports = post(client, "decks/validate-batch", {"decks": [PLAIN, DECK, {**PLAIN, "extra_legends": 1}]})["reports"]
    assert ["extra_legends" in one.get("deck", {}) for one in reports] == [False, True, False]
    assert reports[2]["problem"]["errors"][0]["path"] == "decks/2/extra_legends"


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("beside", [PLAIN, {"text": TEXT}, {"code": "CMAAAAAAAAAQCAAAPYAACAIA"}])
def test_wrong_types_are_refused_where_they_stand(client: FlaskClient, wrong: Any, beside: dict[str, Any]) -> None:
    problem = post(client, "decks/validate", {"deck": {**beside, "extra_legends": wrong}, "date": DAY}, 422)
    assert all(error["path"].startswith("deck/extra_legends") for error in problem["errors"])
    if "main" not in beside:
        problem = post(client, "decks/parse", {**beside, "extra_legends": wrong}, 422)
        assert all(error["path"].startswith("extra_legends") for error in problem["errors"])


@pytest.mark.parametrize("name", ["Blind Monk", "Nobody", "Jinx", "Recruit", "Gust"])
def test_a_flood_of_them_is_judged_or_refused(client: FlaskClient, name: str) -> None:
    many = [name] * 298
    report = post(client, "decks/validate", {"deck": {**PLAIN, "legend": [], "extra_legends": many}, "date": DAY})
    assert report["counts"]["extra_legends"] == 298
    assert report["legal"] is False
    assert post(client, "decks/validate", {"deck": report["deck"], "date": DAY})["list_hash"] == report["list_hash"]
    post(client, "decks/validate", {"deck": {**PLAIN, "extra_legends": [*many, name]}, "date": DAY}, 422)
    text = TEXT + f"1 {name}\n" * 110
    assert post(client, "decks/validate", {"deck": {"text": text}, "date": DAY})["legal"] is False


def test_the_page_shows_them(client: FlaskClient) -> None:
    def page(text: str) -> str:
        data = {"list": text, "format": "constructed", "date": DAY, "level": "high"}
        return unescape(client.post("/", data=data).text)

    shown = page(TEXT + "1 Gust\n")
    assert "Extra legends 4" in shown
    rows = re.findall(r'<td class="text">(.*?)</td>\s*<td class="kind">(.*?)</td>', shown)
    assert [kind for text, kind in rows if text.removeprefix("1 ") in GUESTS] == ["Extra legends"] * 3
    assert "extra-legend-type" in shown
    assert "Extra legends" not in page(TEXT.partition("Extra")[0])
