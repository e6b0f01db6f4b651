"""One shape for every refusal, on every path, whatever is sent."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from riftcheck.api.app import create_app
from riftcheck.api.errors import KINDS, ProblemError, RequestFault, document, invalid
from riftcheck.api.request_body import loads
from riftcheck.api.settings import Settings
from tests.examples import examples
from tests.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

    from riftcheck.carddb import CardDatabase

POSTS = (
    "/v1/cards/collection",
    "/v1/decks/parse",
    "/v1/decks/validate",
    "/v1/decks/validate-batch",
    "/v1/decks/export",
    "/v1/decks/stats",
    "/v1/decks/hand",
    "/v1/decks/pool",
    "/v1/decks/timeline",
    "/v1/decks/diff",
    "/v1/teams/validate",
    "/v1/goldfish",
    "/v1/games",
    "/v1/games/nope/answers",
    "/v1/games/nope/fork",
)
KEYS = {"type", "title", "status", "detail", "instance", "code", "errors"}


def check_problem(response: TestResponse, status: int) -> dict[str, Any]:
    assert response.status_code == status, response.text[:300]
    assert response.content_type == "application/problem+json"
    assert len(response.data) < 16 * 1024
    shown: dict[str, Any] = json.loads(response.data)
    assert shown.keys() - {"suggestions"} == KEYS
    assert shown["status"] == status
    assert shown["code"] in KINDS
    assert shown["type"] == f"/docs#problem-{shown['code']}"
    assert shown["detail"]
    assert len(shown["errors"]) <= 50
    assert all(fault.keys() == {"path", "message"} for fault in shown["errors"])
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["X-Request-ID"]
    return shown


def routes(app: Flask) -> Iterator[tuple[str, set[str]]]:
    for rule in app.url_map.iter_rules():
        path = rule.rule.replace("<card:card_id>", "OGN-001").replace("<format_id>", "constructed")
        path = path.replace("<game_id>", "nope").replace("<job_id>", "nope").replace("<int:number>", "1")
        yield path.replace("<path:filename>", "style.css"), set(rule.methods or ())


def test_every_route_refuses_every_other_method_with_allow(app: Flask, client: FlaskClient) -> None:
    allowed: dict[str, set[str]] = {}
    for path, methods in routes(app):
        allowed.setdefault(path, set()).update(methods)
    for path, methods in allowed.items():
        for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "BREW"} - methods:
            response = client.open(path, method=method)
            check_problem(response, 405)
            assert set(response.headers["Allow"].replace(" ", "").split(",")) == methods


def test_every_route_that_takes_a_body_is_tested(app: Flask) -> None:
    taking = {path for path, methods in routes(app) if "POST" in methods}
    assert taking == {*POSTS, "/"}


WRONG_OPTIONS = {"format": "standard", "date": "tomorrow", "level": "middle", "rules": "9.9"}


def test_all_wrong_options_are_reported_at_once_by_every_endpoint_that_takes_them(client: FlaskClient) -> None:
    document = client.get("/openapi.json").get_json()
    schemas = document["components"]["schemas"]
    taking = {}
    for path, methods in document["paths"].items():
        body = methods.get("post", {}).get("requestBody", {}).get("content", {}).get("application/json", {})
        schema = schemas[body["schema"]["$ref"].rpartition("/")[2]] if body else {}
        form = schemas[schema["anyOf"][0]["$ref"].rpartition("/")[2]] if "anyOf" in schema else schema
        wrong = {name: value for name, value in WRONG_OPTIONS.items() if name in form.get("properties", {})}
        if "format" in wrong:
            taking[path] = wrong
            for deck_is_wrong in (False, True):
                sent = {
                    **body["example"],
                    **wrong,
                    **({"deck": 5} if deck_is_wrong and "deck" in body["example"] else {}),
                }
                shown = check_problem(client.post(path, json=sent), 422)
                found = {fault["path"] for fault in shown["errors"]}
                assert found == wrong.keys() | ({"deck"} if sent.get("deck") == 5 else set()), path
    assert len(taking) == 11
    assert sum(wrong.keys() == WRONG_OPTIONS.keys() for wrong in taking.values()) == 5


@pytest.mark.parametrize(
    ("wrong", "paths"),
    [
        ({"format": "draft", "date": "2026-01-29", "level": "middle"}, {"date", "level"}),
        ({"format": "draft", "date": "2026-01-30", "level": "middle"}, {"level"}),
        ({"format": "standard", "date": "2026-01-29"}, {"format"}),
        ({"format": 5, "date": "2025-06-01"}, {"format", "date"}),
        ({"format": "standard", "date": "2026-02-30", "rules": "1.4"}, {"format", "date"}),
    ],
)
def test_an_option_is_reported_only_if_it_is_wrong(client: FlaskClient, wrong: dict[str, Any], paths: set[str]) -> None:
    deck = {"main": ["Cleave"]}
    shown = check_problem(client.post("/v1/decks/validate", json={"deck": deck, **wrong}), 422)
    assert {fault["path"] for fault in shown["errors"]} == paths
    if wrong["format"] != 5:
        row = {"decks": [{"deck": deck, **wrong}]}
        (unread,) = client.post("/v1/decks/validate-batch", json=row).get_json()["reports"]
        assert {fault["path"] for fault in unread["problem"]["errors"]} == {f"decks/0/{path}" for path in paths}


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("kind", [None, "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
def test_only_json_is_read(client: FlaskClient, path: str, kind: str | None) -> None:
    assert check_problem(client.post(path, data=b"{}", content_type=kind), 415)["code"] == "wrong-content-type"


def test_other_charsets_and_compression_are_refused(client: FlaskClient) -> None:
    other = client.post(POSTS[2], data=b"{}", content_type="application/json; charset=utf-16")
    check_problem(other, 415)
    packed = client.post(POSTS[2], data=b"{}", content_type="application/json", headers={"Content-Encoding": "gzip"})
    check_problem(packed, 415)
    assert client.post(POSTS[2], data=b"{}", content_type="application/json; charset=UTF-8").status_code == 422
    assert client.post(POSTS[2], data=b"{}", content_type="application/x+json").status_code == 422


BAD_JSON: dict[str, bytes] = {
    "empty": b"",
    "blank": b" \n",
    "broken": b'{"deck": ',
    "text": b"hello",
    "twice": b'{"deck": 1, "deck": 2}',
    "twice below": b'{"a": [{"b": {"c": 1, "c": 1}}]}',
    "deep lists": b"[" * 21 + b"]" * 21,
    "deep objects": b'{"a":' * 21 + b"1" + b"}" * 21,
    "very deep": b"[" * 30_000,
    "very deep and closed": b"[" * 30_000 + b"]" * 30_000,
    "deep behind brackets in strings": b'["]]]]",' * 21 + b"1" + b"]" * 21,
    "not a number": b'{"a": NaN}',
    "infinity": b'{"a": -Infinity}',
    "overflow": b'{"a": 1e400}',
    "digits": b'{"a": ' + b"9" * 5000 + b"}",
    "half a character": b'{"deck": {"text": "\\ud800"}}',
    "half a character as key": b'{"\\udfff": 1}',
    "invalid utf-8": b'{"a": "\xff"}',
    "half a character in bytes": b'{"a": "\xed\xa0\x80"}',
    "utf-16": '{"a": 1}'.encode("utf-16"),
    "utf-32": '{"a": 1}'.encode("utf-32-le"),
    "byte order mark": b"\xef\xbb\xbf{}",
    "two values": b"{} {}",
    "raw control character": b'{"a": "\x01"}',
}


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("name", BAD_JSON)
def test_bad_json_is_400(client: FlaskClient, path: str, name: str) -> None:
    shown = check_problem(client.post(path, data=BAD_JSON[name], content_type="application/json"), 400)
    assert shown["code"] == "bad-json"


def test_twenty_levels_are_read_and_a_pair_of_halves_is_a_character() -> None:
    assert loads(b"[" * 20 + b"]" * 20)
    assert loads(b'[{"a": "' + b"[" * 50 + b'\\""}]')
    assert loads(b'"\\ud83d\\ude00"') == "😀"
    assert loads(b'{"a": 1e300, "b": [{"a": 1}, {"a": 1}]}')["b"] == [{"a": 1}, {"a": 1}]


def depth(value: Any) -> int:
    if isinstance(value, list | dict):
        return 1 + max(map(depth, value.values() if isinstance(value, dict) else value), default=0)
    return 0


LEAVES = st.none() | st.booleans() | st.integers(-5, 5) | st.text('[]{}"\\a', max_size=6)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab[]", max_size=2), inner, max_size=3)
)


@given(VALUES, st.integers(0, 24))
def test_the_limit_on_levels_is_exact(value: Any, more: int) -> None:
    for _ in range(more):
        value = [value]
    data = json.dumps(value).encode()
    if depth(value) > 20:
        with pytest.raises(ProblemError, match="deeper than 20"):
            loads(data)
    else:
        assert loads(data) == value


WRONG: tuple[Any, ...] = (
    [],
    1,
    None,
    "text",
    True,
    {"deck": None},
    {"deck": []},
    {"deck": "x"},
    {"deck": {}},
    {"deck": {"text": 1}},
    {"deck": {"text": ""}},
    {"deck": {"text": "\x00"}},
    {"deck": {"code": "!"}},
    {"deck": {"code": "A" * 5000}},
    {"deck": {"main": {"a": 1}}},
    {"deck": {"main": [{"name": "Cleave", "count": 10**4000}]}},
    {"deck": {"main": [{"name": "Cleave", "count": 1.0}]}},
    {"deck": {"main": [{"name": "Cleave", "count": True}]}},
    {"deck": {"main": [{"name": "x" * 300}] * 200}},
    {"deck": {"main": ["a"], **{f"key{number}": 1 for number in range(1000)}}},
    {"deck": {"main": ["a"], "é" * 5000: 1}},
    {"deck": {"choices": {"a": "b"}, "main": ["a"]}},
    {"decks": []},
    {"decks": {}},
    {"decks": [{}] * 101},
    {"decks": ["x"]},
    {"cards": [{"id": "OGN-001", "name": "x"}]},
    {"cards": [{"id": 1}]},
    {"cards": ["x"]},
    {"cards": []},
    {"cards": [{"id": "x"}] * 251},
    {"text": "3 Cleave", "code": "CEAA"},
    {"_schema": {"_schema": 1}},
    {str(number): 1 for number in range(5000)},
)


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("number", range(len(WRONG)))
def test_wrong_values_are_422_with_paths(client: FlaskClient, path: str, number: int) -> None:
    response = client.post(path, data=json.dumps(WRONG[number]), content_type="application/json")
    if path.endswith("batch") and WRONG[number] == {"decks": ["x"]}:
        assert response.get_json()["reports"][0]["problem"]["errors"][0]["path"] == "decks/0"
        return
    assert check_problem(response, 422)["errors"]


def test_a_list_has_paths_down_to_the_entry(client: FlaskClient) -> None:
    body = {"deck": {"main": ["Cleave", {"name": "Cleave", "count": 0}], "side": []}, "level": "top", "x": 1}
    shown = check_problem(client.post("/v1/decks/validate", json=body), 422)
    assert {fault["path"] for fault in shown["errors"]} == {"deck/main/1/count", "deck/side", "level", "x"}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("format", "legacy"),
        ("format", 1),
        ("format", None),
        ("date", "2026-02-30"),
        ("date", "2025-06-01"),
        ("date", "20261121"),
        ("date", "2026-W01-1"),
        ("date", "٢٠٢٦-01-01"),
        ("date", 20261121),
        ("level", "HIGH"),
        ("rules", "9.9"),
        ("rules", 1.4),
    ],
)
@pytest.mark.parametrize(
    "path", ["/v1/decks/validate", "/v1/decks/validate-batch", "/v1/teams/validate", "/v1/decks/pool"]
)
def test_a_wrong_option_is_named(client: FlaskClient, path: str, field: str, value: Any) -> None:
    deck = {"legend": "Daughter of the Void"}
    body = {"decks": [deck, deck]} if path.endswith(("batch", "teams/validate")) else {"deck": deck}
    shown = check_problem(client.post(path, json={**body, field: value}), 422)
    assert [fault["path"] for fault in shown["errors"]] == [field]


@pytest.mark.parametrize(
    ("body", "more"),
    [
        ({"deck": {"main": [{}] * 300}}, "There are 299 more faults."),
        ({"deck": {"main": [{}] * 2}}, "There is 1 more fault."),
        ({"deck": {"main": [{}] * 60}, "x": 1}, "There are 60 more faults."),
        ({"deck": {"main": ["Cleave"]}, **{f"{number}" * 2000: 1 for number in range(9)}}, "There are 8 more faults."),
    ],
)
def test_the_number_of_faults_is_true_where_not_all_are_listed(
    client: FlaskClient, body: dict[str, Any], more: str
) -> None:
    shown = check_problem(client.post("/v1/decks/validate", json=body), 422)
    assert shown["detail"].endswith(f". {more}")
    if len(body) == 1:
        deck = client.post("/v1/decks/validate-batch", json={"decks": [body["deck"]]}).get_json()["reports"][0]
        assert deck["problem"]["detail"].endswith(f". {more}")


def test_a_refusal_that_names_a_whole_deck_is_told_whole(client: FlaskClient, db: CardDatabase) -> None:
    """A list of cards that are all outside the identity, for a game that only a legal list is played in."""
    outside = [card.name for card in db.cards if card.kind == "main" and card.domains == ("Order",)][:24]
    deck = {"legend": "Daughter of the Void", "champion": "Kai'Sa, Survivor", "main": outside}
    body = {"deck": deck, "date": "2026-11-21"}
    issues = client.post("/v1/decks/validate", json=body).get_json()["issues"]
    shown = check_problem(client.post("/v1/goldfish", json=body), 422)
    told = [(one["message"], one["code"]) for one in issues if one["severity"] == "error"]
    assert max(len(message) for message, _ in told) > 600
    before = "not legal in constructed on 2026-11-21, and `allow_illegal` is not true: "
    assert [fault["message"] for fault in shown["errors"]] == [f"{before}{one} ({code})" for one, code in told]


def test_where_they_do_not_all_fit_the_first_fault_stays_whole(app: Flask) -> None:
    long = [RequestFault((number,), f"{number} " + "x" * 1200) for number in range(60)]
    with app.test_request_context("/"):
        shown = document(invalid(long), "/")
    assert len(json.dumps(shown)) < 16 * 1024
    assert shown["errors"][0]["message"] == long[0].message
    assert shown["detail"] == f"0: {long[0].message}. There are 59 more faults."
    assert 20 < len(shown["errors"]) <= 50
    assert {len(fault["message"]) for fault in shown["errors"][1:]} == {300}


def test_one_fault_has_no_more(client: FlaskClient) -> None:
    assert "more" not in client.post("/v1/decks/validate", json={"deck": {"main": [{}]}}).get_json()["detail"]


def test_an_unreadable_code_has_its_own_kind(client: FlaskClient) -> None:
    shown = check_problem(client.post("/v1/decks/validate", json={"deck": {"code": "0"}}), 422)
    assert shown["code"] == "unreadable-list"
    assert shown["errors"][0]["path"] == "deck/code"


@pytest.mark.parametrize("key", ["code", "text"])
def test_a_code_of_another_game_has_its_own_problem_code(client: FlaskClient, key: str) -> None:
    code = "CEAAECABAQJRWHBIFU2DOOYIAEBAMCIMCINCILJZAICACBANE4VCYBABAILR2HRL"
    shown = check_problem(client.post("/v1/decks/validate", json={"deck": {key: code}}), 422)
    assert shown["code"] == "other-game"
    assert shown["errors"][0]["path"] == f"deck/{key}"
    if key == "code":
        invalid_response = client.get("/openapi.json").get_json()["components"]["responses"]["Invalid"]
        assert invalid_response["content"]["application/problem+json"]["example"] == shown
        page = (ROOT / "docs" / "api.md").read_text("utf-8")
        assert json.loads(page.partition("Riftbound code:\n\n```json\n")[2].partition("```")[0]) == shown
    batch = client.post("/v1/decks/validate-batch", json={"decks": [{key: code}, {key: code[:-6]}]}).get_json()
    assert [one["problem"]["code"] for one in batch["reports"]] == ["other-game", "unreadable-list"]


def test_a_keyforge_deck_is_rejected_as_another_game_in_text_and_as_deck(client: FlaskClient) -> None:
    deck = {"name": "x", "expansion": 341, "_links": {"houses": ["Dis", "Logos", "Mars"]}}
    for sent, path in ((deck, "deck"), ({"text": json.dumps(deck)}, "deck/text")):
        shown = check_problem(client.post("/v1/decks/validate", json={"deck": sent}), 422)
        assert (shown["code"], shown["errors"][0]["path"]) == ("other-game", path)


@pytest.mark.parametrize(
    ("path", "most"), [("/v1/decks/validate", 64 * 1024), ("/v1/decks/validate-batch", 2 * 1024 * 1024)]
)
@pytest.mark.parametrize("told", [True, False])
def test_a_body_has_a_largest_size(client: FlaskClient, path: str, most: int, told: bool) -> None:
    def post(size: int) -> TestResponse:
        data = b"{}" + b" " * (size - 2)
        if told:
            return client.post(path, data=data, content_type="application/json")
        import io

        environ = {"wsgi.input_terminated": True, "CONTENT_LENGTH": ""}
        return client.post(
            path,
            input_stream=io.BytesIO(data),
            content_type="application/json",
            headers={"Transfer-Encoding": "chunked"},
            environ_overrides=environ,
        )

    check_problem(post(most), 422)
    shown = check_problem(post(most + 1), 413)
    assert f"{most // 1024} KB" in shown["detail"]


HOSTILE_PATHS = (
    "/nope",
    "/v1",
    "/v1/",
    "/v1/cards/",
    "/v1/cards//x",
    "/v1/cards/%00",
    "/v1/cards/%ff%fe",
    "/v1/cards/..%2f..%2fetc%2fpasswd",
    "/v1/cards/../../etc/passwd",
    "/v1/cards/" + "A" * 8000,
    "/v1/cards/%F0%9F%98%80",
    "/v1/cards/%EF%BC%AF%EF%BC%A7%EF%BC%AE-001%0d%0aX: y",
    "/v1/cards/Cleave",
    "/v1/cards/named?exact=" + "a" * 5000,
    "/v1/cards/named?fuzzy=%00",
    "/v1/formats/%ff",
    "/v1/formats/constructed/x",
    "/static/../app.py",
    "/static/%2e%2e/app.py",
    "/static/nope.css",
    "/v1/goldfish/1",
    "/v1/games/",
    "/v1/games/nope",
    "/v1/games/%00/options",
    "/v1/games/..%2f..%2fetc%2fpasswd/log",
    "/v1/games/" + "A" * 8000,
)


@pytest.mark.parametrize("path", HOSTILE_PATHS)
def test_rubbish_in_a_path_is_404(client: FlaskClient, path: str) -> None:
    check_problem(client.get(path), 404)


QUERIES = (
    "/v1/cards?limit=0",
    "/v1/cards?limit=251",
    "/v1/cards?limit=1e1",
    "/v1/cards?limit=%D9%A1",
    "/v1/cards?limit=-1",
    "/v1/cards?limit=",
    "/v1/cards?limit=1&limit=2",
    "/v1/cards?cursor=",
    "/v1/cards?cursor=MQ",
    "/v1/cards?cursor=%ff%00",
    "/v1/cards?cursor=" + "A" * 4000,
    "/v1/cards?q=" + "a" * 300,
    "/v1/cards?q=(",
    "/v1/cards?q=zz:1",
    "/v1/cards?page=2",
    "/v1/cards?" + "&".join(f"x{number}=1" for number in range(900)),
    "/v1/cards/OGN-001?x=1",
    "/v1/cards/named",
    "/v1/cards/named?exact=a&fuzzy=b",
    "/v1/cards/autocomplete",
    "/v1/cards/autocomplete?q=a&x=1",
    "/v1/sets?q=1",
    "/v1/formats/constructed?date=2025-01-01",
    "/v1/formats/constructed?date=today",
    "/v1/bulk?x",
    "/v1/games/nope?x=1",
    "/v1/games/nope/options?limit=1",
    "/v1/games/nope/log?limit=0",
    "/v1/games/nope/log?after=-1",
    "/healthz?x=1",
    "/openapi.json?x=%00",
)


@pytest.mark.parametrize("path", QUERIES)
def test_a_wrong_query_is_422(client: FlaskClient, path: str) -> None:
    check_problem(client.get(path), 422)


def test_the_numbers_of_a_query_are_not_read_by_python(client: FlaskClient) -> None:
    assert client.get("/v1/cards?limit=1_0").status_code == 422
    assert client.get("/v1/cards?limit=%2010").status_code == 422


@given(st.binary(max_size=200) | st.text(max_size=60).map(lambda text: json.dumps({"deck": {"text": text}}).encode()))
@settings(max_examples=examples(150), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_body_makes_the_server_fail(client: FlaskClient, data: bytes) -> None:
    for path in ("/v1/decks/validate", "/v1/decks/parse", "/"):
        kind = "application/x-www-form-urlencoded" if path == "/" else "application/json"
        assert client.post(path, data=data, content_type=kind).status_code < 500


TRICKS = (
    "\u202eevaelC",
    "Cleave\u200b",
    "\u2102leave",
    "\x00",
    "a\x00b",
    "\uff11 Cleave",
    "\ufeffCleave",
    "e\u0301" * 90,
    "{{7*7}}",
    "<script>",
)


@pytest.mark.parametrize("name", TRICKS)
def test_strange_names_are_answered(client: FlaskClient, name: str) -> None:
    deck = {"legend": name, "champion": name, "main": [{"name": name, "count": 99}], "choices": {name: [name]}}
    for path in ("validate", "stats", "hand", "timeline"):
        assert client.post(f"/v1/decks/{path}", json={"deck": deck}).status_code == 200
    for to in ("text", "sections", "code", "tts", "json"):
        assert client.post("/v1/decks/export", json={"deck": deck, "to": to}).status_code in {200, 422}
    assert client.get("/v1/cards", query_string={"q": name}).status_code in {200, 422}
    assert client.get("/v1/cards/autocomplete", query_string={"q": name}).status_code == 200


def test_a_fault_of_ours_is_a_500_without_its_reason(db: CardDatabase, capfd: pytest.CaptureFixture[str]) -> None:
    app = create_app(db, Settings(log_level="error"))

    def crash() -> str:
        raise RuntimeError("secret reason")

    app.add_url_rule("/crash", view_func=crash)
    response = app.test_client().get("/crash", headers={"X-Request-ID": "mine-1"})
    shown = check_problem(response, 500)
    assert "secret" not in response.text
    assert "mine-1" in shown["detail"]
    logged = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    assert any("secret reason" in line["exc_info"] and line["request_id"] == "mine-1" for line in logged)


def test_a_problem_never_grows_over_its_room(client: FlaskClient) -> None:
    body = {
        "deck": {"main": [{"name": "Cleave", "count": 1, "\U0001f600" * 200 + str(number): 1} for number in range(60)]}
    }
    data = json.dumps(body, ensure_ascii=False).encode()
    response = client.post("/v1/decks/validate", data=data, content_type="application/json")
    assert len(check_problem(response, 422)["errors"]) > 5


def test_the_request_id_is_the_callers_only_if_it_is_a_word(client: FlaskClient) -> None:
    assert client.get("/healthz", headers={"X-Request-ID": "abc-1"}).headers["X-Request-ID"] == "abc-1"
    made = client.get("/healthz", headers={"X-Request-ID": "a b" * 40}).headers["X-Request-ID"]
    assert re.fullmatch("[0-9a-f]{16}", made)
