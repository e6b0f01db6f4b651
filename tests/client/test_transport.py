"""What is sent and what is read: rights, addresses, pages, refusals, and answers that are none."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, Any

import pytest

import riftcheck
from riftcheck.client import ApiProblemError, Client, ClientError, NoAnswerError, RateSeen
from riftcheck.client.lists import MOST_BYTES
from tests.client.scripted import Reply, refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from tests.client.scripted import Scripted

    Make = Callable[..., tuple[Client, Scripted]]

SEEN = Reply(200, {"deciding": None, "decision": None, "over": True})


def a_page(entries: list[Any], following: str | None) -> Reply:
    return Reply(200, {"data": entries, "has_more": following is not None, "next": following})


def test_a_request_says_who_asks(scripted: Make) -> None:
    client, server = scripted(Reply(), Reply(), key="operators-key")
    client.data()
    client.validate("3 Cleave", date=date(2026, 11, 21), level="low")
    first, second = server.asked
    assert first.headers["User-Agent"] == f"riftcheck-client/{riftcheck.__version__}"
    assert first.headers["X-API-Key"] == second.headers["X-API-Key"] == "operators-key"
    assert first.headers["Authorization"] is None
    assert "gzip" in first.headers["Accept-Encoding"]
    assert second.headers["Content-Type"] == "application/json"
    assert second.body == {"deck": {"text": "3 Cleave"}, "date": "2026-11-21", "level": "low"}


def test_requests_share_a_connection_until_the_client_is_closed(scripted: Make) -> None:
    client, server = scripted(Reply(), refused(404, "not-found"), Reply(204), Reply(), Reply())
    with client:
        client.data()
        with pytest.raises(ApiProblemError):
            client.card("x")
        client.player("g1", "one").remove()
        client.data()
        assert server.connections == 1
    client.data()
    assert server.connections == 2


def test_without_a_key_none_is_sent(scripted: Make) -> None:
    client, server = scripted(Reply())
    client.data()
    assert server.asked[0].headers["X-API-Key"] is None


def test_a_token_goes_with_the_requests_of_its_player_only(
    scripted: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, server = scripted(SEEN, SEEN, a_page([], None), Reply())
    (tmp_path / "netrc").write_text("machine 127.0.0.1 login me password secret\n")
    monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
    client.session.trust_env = True  # a netrc file would replace the header
    player = client.player("g1", "own-token")
    player.view()
    player.options()
    list(player.log())
    client.game("g1").view()
    assert [one.headers["Authorization"] for one in server.asked] == ["Bearer own-token"] * 3 + [None]


def test_a_server_of_this_machine_is_asked_without_a_proxy(scripted: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    client, server = scripted(Reply())
    client.data()
    assert len(server.asked) == 1


def test_other_servers_are_asked_as_the_environment_says() -> None:
    assert Client("https://127.0.0.1:8000").session.trust_env
    assert Client("http://cards.example").session.trust_env
    assert not Client("http://localhost:8000").session.trust_env


def test_a_server_may_stand_below_a_path_and_ids_are_one_step(scripted: Make) -> None:
    client, server = scripted(Reply(), Reply(), Reply(), path="/riftcheck/")
    client.card("OPP-001/298?x=1")
    client.format("constructed", date(2026, 1, 2))
    client.named(fuzzy="kai & sa")
    assert server.targets == [
        "GET /riftcheck/v1/cards/OPP-001%2F298%3Fx%3D1",
        "GET /riftcheck/v1/formats/constructed?date=2026-01-02",
        "GET /riftcheck/v1/cards/named?fuzzy=kai+%26+sa",
    ]


@pytest.mark.parametrize(
    "address", ["cards.example", "ftp://cards.example", "http://", "https://me:word@cards.example", "http://a.b/?q=1"]
)
def test_an_address_that_is_none_is_refused_without_being_repeated(address: str) -> None:
    with pytest.raises(ClientError, match=r"looks like https://cards\.example") as caught:
        Client(address)
    assert "word" not in str(caught.value).replace("password", "")


def test_pages_are_read_to_the_end_as_they_are_wanted(scripted: Make) -> None:
    client, server = scripted(a_page(["a", "b"], "/v1/cards?q=x&limit=2&cursor=one"), a_page(["c"], None))
    found: Iterator[Any] = client.cards("x", limit=2)
    assert server.asked == []
    assert [next(found), next(found)] == ["a", "b"]
    assert server.targets == ["GET /v1/cards?q=x&limit=2"]
    assert list(found) == ["c"]
    assert server.targets[1:] == ["GET /v1/cards?q=x&limit=2&cursor=one"]


def test_a_next_page_on_another_host_is_asked_of_our_own(scripted: Make) -> None:
    client, server = scripted(path="/below", key="operators-key")
    _, other = scripted(a_page(["stolen"], None))
    server.replies += [a_page(["a"], f"{other.url}/v1/elsewhere?limit=1&cursor=%2Bz"), a_page(["b"], None)]
    found: list[Any] = list(client.cards(limit=1))
    assert found == ["a", "b"]
    assert server.targets[1] == "GET /below/v1/cards?limit=1&cursor=%2Bz"
    assert other.asked == []


def test_pages_that_lead_back_are_not_read_for_ever(scripted: Make) -> None:
    client, server = scripted(*[a_page(["a"], "/v1/sets?cursor=same")] * 9)
    with pytest.raises(NoAnswerError, match="lead back"):
        list(client.sets())
    assert len(server.asked) == 2


def test_a_redirect_is_not_followed_and_the_key_stays(scripted: Make) -> None:
    _, other = scripted(Reply())
    client, server = scripted(Reply(307, b"", {"Location": f"{other.url}/v1/data?secret=1"}), key="operators-key")
    with pytest.raises(ApiProblemError, match=f"points to {re.escape(other.url)}/v1/data; no redirect") as caught:
        client.data()
    assert caught.value.status == 307
    assert (len(server.asked), other.asked) == (1, [])


def test_a_refusal_has_all_that_the_server_said(scripted: Make) -> None:
    fault = {"path": "deck/main", "message": "must be a list"}
    body = {"status": 422, "code": "invalid", "detail": "deck/main: must be a list.", "errors": [fault]}
    headers = {"Content-Type": "application/problem+json", "X-Request-ID": "r-17"}
    client, _ = scripted(Reply(422, body, headers))
    with pytest.raises(ApiProblemError) as caught:
        client.validate({"main": 5})
    problem = caught.value
    assert (problem.status, problem.code, problem.detail) == (422, "invalid", "deck/main: must be a list.")
    assert (problem.errors, problem.request_id, problem.retry_after) == ([fault], "r-17", None)
    assert problem.document == body
    assert str(problem) == "422 invalid: deck/main: must be a list."
    assert isinstance(problem, ClientError)


@pytest.mark.parametrize("body", [b"<html>no</html>", b"[1]", b'{"code": 5, "errors": 7}', b"{"])
@pytest.mark.parametrize("kind", ["text/html", "application/problem+json; charset=utf-8", "application/problem+json"])
def test_a_refusal_of_somebody_else_is_a_problem_too(scripted: Make, body: bytes, kind: str) -> None:
    client, _ = scripted(Reply(403, body, {"Content-Type": kind}))
    with pytest.raises(ApiProblemError, match=r"^403( 5)?: Forbidden$") as caught:
        client.data()
    assert caught.value.errors == []


def test_an_answer_that_is_no_json_is_none(scripted: Make) -> None:
    client, server = scripted(Reply(200, b"<html>", {"Content-Type": "text/html"}))
    with pytest.raises(NoAnswerError, match=r"answered text/html, not JSON; is that a riftcheck server\?"):
        client.data()
    assert len(server.asked) == 1


@pytest.mark.parametrize("wrong", [float("nan"), {1, 2}, b"bytes"])
def test_what_json_cannot_hold_is_not_sent(scripted: Make, wrong: Any) -> None:
    client, server = scripted()
    with pytest.raises((ValueError, TypeError)):
        client.validate({"text": wrong})
    assert server.asked == []


def test_the_limit_that_was_last_told_is_kept(scripted: Make) -> None:
    told = {"RateLimit-Policy": '"light";q=600;w=60', "RateLimit": '"light";r=598;t=12'}
    bare = {"RateLimit-Policy": '"light";q=600;w=60, "heavy";q=10', "RateLimit": '"heavy"; r=9, "light";r=597'}
    odd = {"RateLimit": "light;r=many"}
    none_left = refused(404, "not-found", RateLimit='"light";r=0;t=40')
    client, _ = scripted(Reply(), *[Reply(200, {}, one) for one in (told, {}, odd, bare)], none_left)
    assert client.rate is None
    client.data()
    assert client.rate is None
    client.data()
    for _ in ("said", "said nothing", "said what is no limit"):
        assert client.rate == RateSeen("light", 598, 12, 600, 60)
        client.data()
    assert client.rate == RateSeen("heavy", 9, None, 10, None)
    with pytest.raises(ApiProblemError):
        client.data()
    assert client.rate == RateSeen("light", 0, 40)


def test_the_database_is_read_again_only_where_it_has_changed(scripted: Make) -> None:
    tagged = Reply(200, {"data_version": "1"}, {"ETag": '"one"'})
    changed = Reply(200, {"data_version": "2"}, {"ETag": '"two"'})
    client, server = scripted(tagged, Reply(304), changed, Reply(304))
    first = client.bulk()
    first["data_version"] = "spoilt by its user"
    assert [client.bulk()["data_version"] for _ in range(3)] == ["1", "2", "2"]
    assert [one.headers["If-None-Match"] for one in server.asked] == [None, '"one"', '"one"', '"two"']


def test_a_batch_of_any_number_goes_in_parts_that_the_server_takes(scripted: Make) -> None:
    def answered(first: int, last: int) -> Reply:
        return Reply(200, {"reports": [{"index": n, "is": first + n} for n in range(last - first)]})

    client, server = scripted(answered(0, 100), answered(100, 200), answered(200, 205))
    lists = ({"text": f"3 Cleave {number}"} for number in range(205))
    reports: list[Any] = list(client.validate_batch(lists, format="sealed"))
    assert reports == [{"index": number, "is": number} for number in range(205)]
    sent = [one.body["decks"] for one in server.asked]
    assert [len(part) for part in sent] == [100, 100, 5]
    assert [deck["text"] for part in sent for deck in part] == [f"3 Cleave {number}" for number in range(205)]
    assert {one.body["format"] for one in server.asked} == {"sealed"}


def test_lists_that_an_answer_has_no_room_for_are_sent_again(scripted: Make) -> None:
    later = {"problem": {"code": "answer-too-large"}}
    client, server = scripted(
        Reply(200, {"reports": [{"is": 0}, later, {"is": 2}, later]}),
        Reply(200, {"reports": [{"is": 1}, later]}),
        Reply(200, {"reports": [later]}),
    )
    reports: list[Any] = list(client.validate_batch([{"text": str(number)} for number in range(4)]))
    assert [report["index"] for report in reports] == [0, 1, 2, 3]
    assert [report.get("is") for report in reports] == [0, 1, 2, None]
    assert reports[3]["problem"] == later["problem"]
    sent = [[deck["text"] for deck in one.body["decks"]] for one in server.asked]
    assert sent == [["0", "1", "2", "3"], ["1", "3"], ["3"]]


def test_a_batch_of_long_lists_stays_below_the_largest_body(scripted: Make) -> None:
    client, server = scripted(*[Reply(200, {"reports": []})] * 9)
    list(client.validate_batch(["é" * 30_000] * 50))
    parts = [len(one.body["decks"]) for one in server.asked]
    assert sum(parts) == 50
    assert parts[0] == MOST_BYTES // 60_012
    assert all(int(one.headers["Content-Length"]) <= 2 * 1024 * 1024 for one in server.asked)


def test_rows_have_their_label_and_their_place_among_all_lists(scripted: Make) -> None:
    def answered(count: int) -> Reply:
        return Reply(200, {"reports": [{"index": number, "label": "x"} for number in range(count)], "totals": {}})

    client, server = scripted(answered(100), answered(2))
    given = [{"deck": "3 Cleave", "label": "x", "date": date(2026, 9, 21)}] * 101 + [{"deck": {"code": "C"}}]
    assert [row["index"] for row in client.validate_batch(given)] == list(range(102))
    assert server.asked[0].body["decks"][0] == {"deck": {"text": "3 Cleave"}, "label": "x", "date": "2026-09-21"}
    assert server.asked[1].body["decks"][1] == {"deck": {"code": "C"}}


def test_no_lists_are_no_request(scripted: Make) -> None:
    client, server = scripted()
    assert list(client.validate_batch([])) == []
    assert server.asked == []


def found(data: Sequence[int] = (), left_over: Sequence[int] = (), not_found: Sequence[int] = ()) -> Reply:
    """Return an answer to a collection."""
    rows = {"data": data, "ambiguous": (), "not_found": not_found}
    body: dict[str, Any] = {kind: [{"index": one} for one in ones] for kind, ones in rows.items()}
    return Reply(200, {**body, "left_over": left_over})


def test_cards_of_any_number_are_asked_for_until_none_is_left_over(scripted: Make) -> None:
    client, server = scripted(
        found([*range(249)], [249]), found([0, 2, 3], not_found=[1]), found([0], [1]), found(left_over=[0])
    )
    answer = client.collection([str(number) for number in range(253)])
    assert [one["index"] for one in answer["data"]] == [*range(250), 251, 252]
    assert answer["not_found"] == [{"index": 250}]
    assert answer["totals"] == {"asked": 253, "found": 252, "ambiguous": 0, "not_found": 1, "left_over": 0}
    sent = [[card["name"] for card in one.body["cards"]] for one in server.asked]
    assert sent == [[str(number) for number in range(250)], ["249", "250", "251", "252"]]
    assert client.collection(["a", "b"])["left_over"] == [1]  # of which nothing more comes
    assert client.collection([])["data"] == []
    assert len(server.asked) == 4
