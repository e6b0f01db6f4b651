"""Jobs and games as the client follows them, against a server that says what a test wants."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.client import ApiProblemError, Client, ClientError, JobFailedError, NoAnswerError
from tests.client.scripted import DROP, Moments, Reply, refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.client.scripted import Scripted

    Make = Callable[..., tuple[Client, Scripted]]


def job(state: str, done: int = 0, *, status: int = 200, headers: dict[str, str] | None = None, **more: Any) -> Reply:
    ended = None if state in {"queued", "running"} else "2026-11-21T10:00:00Z"
    games = {"done": done, "asked": 500}
    body = {"id": "j 1", "state": state, "ended": ended, "games": games, "result": None, "problem": None, **more}
    return Reply(status, body, headers or ({} if ended else {"Retry-After": "3"}))


DONE = job("done", 500, result={"games": 500})


def asked_for(game: dict[str, Any] | None) -> Reply:
    return Reply(200, {"deciding": 0 if game else 1, "decision": game, "over": False})


def test_a_job_is_followed_to_its_result_as_the_server_says(scripted: Make, moments: Moments) -> None:
    client, server = scripted(job("queued", status=202), job("running", 40, headers={"Retry-After": "5"}), DONE)
    seen: list[tuple[str, int]] = []
    found = client.goldfish("3 Cleave", games=500, seed=7, policy="random")
    assert found.wait(lambda one: seen.append((one["state"], one["games"]["done"]))) == {"games": 500}
    assert seen == [("queued", 0), ("running", 40), ("done", 500)]
    assert moments.slept == [3, 5]
    assert server.asked[0].body == {"deck": {"text": "3 Cleave"}, "games": 500, "seed": 7, "policy": "random"}
    assert server.targets == ["POST /v1/goldfish", "GET /v1/goldfish/j%201", "GET /v1/goldfish/j%201"]
    assert (found.state, found.ended, found.result) == ("done", True, {"games": 500})


def test_a_job_that_has_not_changed_is_not_sent_again(scripted: Make, moments: Moments) -> None:
    tagged = {"Retry-After": "3", "ETag": '"a"'}
    client, server = scripted(job("running", 40, headers=tagged), Reply(304, b"", {"Retry-After": "9"}), DONE)
    states = [(one["state"], one["games"]["done"]) for one in client.job("j 1")]
    assert states == [("running", 40), ("running", 40), ("done", 500)]
    assert [one.headers["If-None-Match"] for one in server.asked] == [None, '"a"', '"a"']
    assert moments.slept == [3, 9]


def test_a_server_that_names_no_pause_is_asked_every_second(scripted: Make, moments: Moments) -> None:
    client, _ = scripted(job("running", headers={"X": "y"}), DONE)
    client.job("j 1").wait()
    assert moments.slept == [1]


def test_waiting_has_an_end_and_the_job_goes_on(scripted: Make, moments: Moments) -> None:
    client, server = scripted(*[job("running", 40)] * 4, DONE)
    found = client.job("j 1")
    with pytest.raises(TimeoutError, match=r"^job j 1 is at game 40 of 500 after 10 s$"):
        found.wait(timeout=10)
    assert moments.slept == [3, 3, 3]
    assert not found.ended
    assert len(server.asked) == 4
    assert found.wait(timeout=10) == {"games": 500}


@pytest.mark.parametrize(("state", "problem"), [("failed", "The cards are others."), ("cancelled", None)])
def test_a_job_without_a_result_is_an_error_that_says_why(scripted: Make, state: str, problem: str | None) -> None:
    client, _ = scripted(job("running"), job(state, problem=problem))
    found = client.job("j 1")
    with pytest.raises(JobFailedError, match=f"^job j 1 is {state}: {problem or 'it has no result'}$") as caught:
        found.wait()
    assert caught.value.job["state"] == found.state == state


def test_an_open_job_is_cancelled_and_one_that_has_ended_is_left(scripted: Make) -> None:
    client, server = scripted(job("running"), job("running"), job("cancelled"), job("cancelled"))
    found = client.job("j 1")
    assert found.cancel()["state"] == "cancelled"
    assert found.cancel()["state"] == "cancelled"
    path = "/v1/goldfish/j%201"
    assert server.targets == [f"GET {path}", f"GET {path}", f"DELETE {path}", f"GET {path}"]


def test_a_job_is_not_cancelled_twice_for_that_would_remove_it(scripted: Make) -> None:
    client, server = scripted(job("running"), job("running"), DROP, Reply(204))
    with pytest.raises(NoAnswerError):
        client.job("j 1").cancel()
    assert len(server.asked) == 3


def test_a_job_that_ends_while_it_is_cancelled_keeps_its_result(scripted: Make) -> None:
    seen = {"ETag": '"at 499"'}
    client, server = scripted(
        job("running"), job("running", 499, headers=seen), refused(412, "precondition-failed"), DONE
    )
    assert client.job("j 1").cancel() == DONE.body
    assert [target.partition(" ")[0] for target in server.targets] == ["GET", "GET", "DELETE", "GET"]
    assert server.asked[2].headers["If-Match"] == '"at 499"'


def test_a_job_that_never_stands_still_is_told(scripted: Make) -> None:
    on = (job("running", headers={"ETag": '"x"'}), refused(412, "precondition-failed"))
    client, server = scripted(job("running"), *on * 5)
    with pytest.raises(ApiProblemError, match="precondition-failed"):
        client.job("j 1").cancel()
    assert len(server.asked) == 11


def test_a_tag_that_a_proxy_made_weak_is_no_condition(scripted: Make) -> None:
    client, server = scripted(job("running"), job("running", headers={"ETag": 'W/"x"'}), job("cancelled"))
    assert client.job("j 1").cancel()["state"] == "cancelled"
    assert server.asked[2].headers["If-Match"] is None


def test_a_job_that_others_remove_meanwhile_is_gone_and_was_seen(scripted: Make) -> None:
    client, _ = scripted(job("running"), job("running", 499), Reply(204))
    assert client.job("j 1").cancel()["games"]["done"] == 499
    client, _ = scripted(job("running"), DONE, refused(404, "not-found"))
    client.job("j 1").remove()


def test_an_open_job_is_removed_by_two_requests(scripted: Make) -> None:
    client, server = scripted(job("running"), job("running"), job("cancelled"), Reply(204))
    client.job("j 1").remove()
    assert [target.partition(" ")[0] for target in server.targets] == ["GET", "GET", "DELETE", "DELETE"]


def test_the_lists_of_each_kind_of_job(scripted: Make) -> None:
    client, server = scripted(*[job("queued", status=202)] * 4)
    client.compare("a", {"code": "b"}, first="play")
    client.sweep("a", pool=("Cleave",), allow_illegal=True)
    client.sweep("a")
    client.goldfish_until("a", {"all/score/won": 0.02})
    assert [one.body for one in server.asked] == [
        {"compare": [{"text": "a"}, {"code": "b"}], "first": "play"},
        {"sweep": {"text": "a"}, "pool": ["Cleave"], "allow_illegal": True},
        {"sweep": {"text": "a"}},
        {"deck": {"text": "a"}, "stop_when": {"all/score/won": 0.02}},
    ]


def test_a_game_of_a_job_is_told(scripted: Make) -> None:
    client, server = scripted(DONE, Reply(200, {"index": 12}))
    assert client.job("j 1").game(12, list=1)["index"] == 12
    assert server.targets[1] == "GET /v1/goldfish/j%201/games/12?list=1"


def test_an_answer_is_for_the_decision_that_was_seen_last(scripted: Make) -> None:
    client, server = scripted(asked_for({"number": 4}), asked_for({"number": 5}), asked_for(None))
    player = client.player("g1", "one")
    player.view()
    player.answer([2, 0])
    player.answer([1])
    assert [one.body for one in server.asked[1:]] == [
        {"answer": [2, 0], "decision": 4},
        {"answer": [1], "decision": 5},
    ]


def test_who_has_seen_no_decision_looks_first_and_says_whose_turn_it_is(scripted: Make) -> None:
    client, server = scripted(asked_for({"number": 4}), asked_for(None), asked_for(None))
    player = client.player("g1", "one")
    player.answer([0])
    with pytest.raises(ClientError, match=r"^this player is not asked now; seat 1 is$"):
        player.answer([0])
    assert server.targets == [
        "GET /v1/games/g1/options",
        "POST /v1/games/g1/answers",
        "GET /v1/games/g1/options",
    ]
    over = Reply(200, {"deciding": None, "decision": None, "over": True})
    server.replies.append(over)
    with pytest.raises(ClientError, match="the game is over"):
        player.answer([0])


def test_a_game_that_is_gone_is_removed_and_another_refusal_is_told(scripted: Make) -> None:
    client, server = scripted(Reply(204), refused(404, "not-found"), refused(401, "wrong-token"))
    player = client.player("g1", "one")
    player.remove()
    player.remove()
    with pytest.raises(ApiProblemError, match="wrong-token"):
        player.remove()
    assert {one.headers["Authorization"] for one in server.asked} == {"Bearer one"}


def test_a_game_has_the_tokens_of_its_players(scripted: Make) -> None:
    begun = Reply(200, {"id": "g1", "tokens": ["one", "two"], "by_the_book": True, "unsupported": {}})
    copied = Reply(200, {"id": "g2", "tokens": ["three", "four"], "by_the_book": True, "unsupported": {}})
    client, server = scripted(begun, copied, asked_for(None), Reply(204))
    game = client.new_game(["a", {"code": "b"}], mode="match", seed=7)
    assert server.asked[0].body == {"decks": [{"text": "a"}, {"code": "b"}], "mode": "match", "seed": 7}
    copy = game.fork(at=3)
    assert server.asked[1].body == {"tokens": ["one", "two"], "at": 3}
    assert (copy.id, copy.tokens) == ("g2", ("three", "four"))
    copy.player(1).view()
    assert server.asked[2].headers["Authorization"] == "Bearer four"
    game.remove()
    assert (server.targets[3], server.asked[3].body) == ("DELETE /v1/games/g1", {"tokens": ["one", "two"]})
    for seat in (-1, 2):
        with pytest.raises(IndexError, match="has 2 players"):
            game.player(seat)
