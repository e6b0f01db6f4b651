"""When a request is sent again: as the server says, within bounds, and only where it can do no harm."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.client import ApiProblemError, Client, NoAnswerError, Retries
from tests.client.scripted import DROP, Moments, Reply, refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.client.scripted import Scripted

    Make = Callable[..., tuple[Client, Scripted]]

BUSY = refused(429, "too-many-requests", Retry_After="7")
DATA = Reply(200, {"cards": 3})
JOB = {"id": "j1", "state": "queued", "ended": None, "result": None, "games": {"done": 0, "asked": 9}}
BEGUN = {"id": "g1", "tokens": ["one", "two"]}
SEEN = {"deciding": 0, "decision": {"number": 4}, "over": False}
VERDICT = Reply(200, {"verdict": "legal"})


def validate(client: Client) -> Any:
    return client.validate("3 Cleave")


def data(client: Client) -> Any:
    return client.data()


def answer(client: Client) -> Any:
    return client.player("g1", "one").answer([0], 4)


def concede(client: Client) -> Any:
    return client.player("g1", "one").concede()


@pytest.mark.parametrize("status", [429, 503])
@pytest.mark.parametrize(
    ("call", "last"), [(data, DATA), (validate, VERDICT), (answer, Reply(200, SEEN)), (concede, Reply(200, SEEN))]
)
def test_who_is_told_to_wait_waits_so_long_and_asks_again(
    scripted: Make, moments: Moments, status: int, call: Callable[[Client], Any], last: Reply
) -> None:
    client, server = scripted(refused(status, "x", Retry_After="7"), refused(status, "x", Retry_After="2"), last)
    assert call(client) == last.body
    assert moments.slept == [7, 2]
    assert len(set(server.targets)) == 1
    assert [one.body for one in server.asked] == [server.asked[0].body] * 3


def test_a_day_that_is_over_is_no_wait(scripted: Make, moments: Moments) -> None:
    client, _ = scripted(refused(503, "unavailable", Retry_After="Sat, 21 Nov 2020 10:00:00 GMT"), DATA)
    assert client.data() == DATA.body
    assert moments.slept == [0]


@pytest.mark.parametrize("header", [{}, {"Retry_After": "soon"}])
def test_where_the_server_names_no_time_the_pauses_double(
    scripted: Make, moments: Moments, header: dict[str, str]
) -> None:
    client, _ = scripted(*[refused(503, "unavailable", **header)] * 3, DATA)
    assert client.data() == DATA.body
    assert moments.slept == [0.5, 1, 2]


def test_the_number_of_tries_has_an_end(scripted: Make, moments: Moments) -> None:
    client, server = scripted(*[BUSY] * 9, tries=3)
    with pytest.raises(ApiProblemError, match=r"^429 too-many-requests: It is too-many-requests\.$") as caught:
        client.data()
    assert caught.value.retry_after == 7
    assert (len(server.asked), moments.slept) == (3, [7, 7])


def test_the_time_of_all_pauses_has_an_end(scripted: Make, moments: Moments) -> None:
    client, server = scripted(*[BUSY] * 9, tries=9, seconds=20)
    with pytest.raises(ApiProblemError):
        client.data()
    assert (len(server.asked), moments.slept) == (3, [7, 7])


def test_who_would_have_to_wait_too_long_is_told_so_at_once(scripted: Make, moments: Moments) -> None:
    client, server = scripted(refused(429, "too-many-requests", Retry_After="3600"), seconds=120)
    with pytest.raises(ApiProblemError) as caught:
        client.data()
    assert caught.value.retry_after == 3600
    assert (len(server.asked), moments.slept) == (1, [])


def test_the_next_request_has_the_whole_time_again(scripted: Make, moments: Moments) -> None:
    client, _ = scripted(BUSY, DATA, BUSY, DATA, seconds=10)
    assert client.data() == client.data() == DATA.body
    assert moments.slept == [7, 7]


@pytest.mark.parametrize("status", [400, 401, 404, 409, 422, 500])
def test_what_is_refused_for_good_is_not_sent_again(scripted: Make, moments: Moments, status: int) -> None:
    client, server = scripted(refused(status, "x", Retry_After="1"))
    with pytest.raises(ApiProblemError) as caught:
        client.data()
    assert (caught.value.status, len(server.asked), moments.slept) == (status, 1, [])


BROKEN = {
    "no word": DROP,
    "half an answer": Reply(200, b'{"cards"', missing=5),
    "a proxy without its server": Reply(502, b"<html>", {"Content-Type": "text/html"}),
    "a proxy that waited": Reply(504, b"<html>", {"Content-Type": "text/html"}),
    "a proxy that is busy": Reply(503, b"<html>", {"Content-Type": "text/html"}),
}


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
@pytest.mark.parametrize(
    ("call", "last"),
    [
        (data, DATA),
        (validate, VERDICT),
        (lambda client: next(client.cards()), Reply(200, {"data": [{"cards": 3}], "next": None})),
        (lambda client: client.goldfish("3 Cleave").document, Reply(202, JOB)),
        (lambda client: client.new_game(["a", "b"]).begun, Reply(200, BEGUN)),
        (lambda client: client.player("g1", "one").remove(), Reply(204)),
    ],
)
def test_what_does_no_harm_twice_is_sent_again(
    scripted: Make, moments: Moments, broken: Reply, call: Callable[[Client], Any], last: Reply
) -> None:
    client, server = scripted(broken, last)
    call(client)
    assert len(server.asked) == 2
    assert len(set(server.targets)) == 1
    assert moments.slept == [0.5]


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
@pytest.mark.parametrize("call", [answer, concede])
def test_an_answer_in_a_game_is_not_sent_again_where_nobody_knows_whether_it_counted(
    scripted: Make, moments: Moments, broken: Reply, call: Callable[[Client], Any]
) -> None:
    client, server = scripted(broken, Reply(200, SEEN))
    with pytest.raises((NoAnswerError, ApiProblemError)):
        call(client)
    assert (len(server.asked), moments.slept) == (1, [])


@pytest.mark.parametrize(
    ("call", "last"),
    [
        (lambda client: client.goldfish("3 Cleave"), Reply(202, JOB)),
        (lambda client: client.compare("a", "b"), Reply(202, JOB)),
        (lambda client: client.sweep("a"), Reply(202, JOB)),
        (lambda client: client.new_game(["a", "b"]), Reply(200, BEGUN)),
    ],
)
def test_a_job_or_game_has_a_key_that_stays_the_same_when_it_is_sent_again(
    scripted: Make, call: Callable[[Client], Any], last: Reply
) -> None:
    client, server = scripted(DROP, BUSY, last, last)
    call(client)
    first = [one.headers["Idempotency-Key"] for one in server.asked]
    assert len(first[0]) == 32
    assert first == [first[0]] * 3
    call(client)
    assert server.asked[3].headers["Idempotency-Key"] not in {None, first[0]}


def test_a_copy_of_a_game_is_one_however_often_it_is_sent(scripted: Make) -> None:
    client, server = scripted(Reply(200, BEGUN), DROP, Reply(200, {"id": "g2", "tokens": ["three", "four"]}))
    assert client.new_game(["a", "b"]).fork().id == "g2"
    keys = [one.headers["Idempotency-Key"] for one in server.asked]
    assert len({*keys}) == 2
    assert keys[1] == keys[2] is not None


def test_who_asks_while_the_first_request_is_still_worked_on_comes_again(scripted: Make, moments: Moments) -> None:
    client, server = scripted(refused(409, "conflict", Retry_After="1"), Reply(202, JOB), refused(409, "conflict"))
    assert client.goldfish("3 Cleave").id == "j1"
    assert moments.slept == [1]
    with pytest.raises(ApiProblemError, match="conflict"):
        client.goldfish("3 Cleave")
    server.replies.append(refused(409, "conflict", Retry_After="1"))
    with pytest.raises(ApiProblemError, match="conflict"):
        answer(client)
    assert moments.slept == [1]


def test_where_nobody_listens_the_error_says_so_after_the_tries(moments: Moments) -> None:
    retries = Retries(tries=3, sleep=moments.sleep, clock=moments.clock)
    with (
        Client("http://127.0.0.1:1", retries=retries) as client,
        pytest.raises(NoAnswerError, match=r"^no answer from http://127\.0\.0\.1:1: no connection, or one that broke$"),
    ):
        client.data()
    assert moments.slept == [0.5, 1]
