"""The client against what a real server promises of repeated requests, limits, busy places and removal."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Final

import pytest
import requests
from werkzeug.serving import make_server

from riftcheck.api.app import create_app
from riftcheck.api.settings import Settings
from riftcheck.client import ApiProblemError, Client, Retries
from tests.client.test_live import PLAYED, answer_first, play
from tests.processes import PATIENCE
from tests.servers import live_server

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from riftcheck.carddb import CardDatabase
    from tests.client.scripted import Moments

LIST: Final = "Main Deck:\n3 Cleave"


def loses_next(client: Client) -> list[requests.Response]:
    """Let a client lose its next answer; return what was answered, the lost one too."""
    answered: list[requests.Response] = []

    def lose(response: requests.Response, *_args: Any, **_more: Any) -> None:
        assert response.ok
        answered.append(response)
        if len(answered) == 1:
            raise requests.ConnectionError

    client.session.hooks["response"].append(lose)
    return answered


@pytest.mark.parametrize(
    ("path", "begin"),
    [
        ("/v1/games", lambda client, _game: client.new_game([PLAYED, PLAYED])),
        ("/fork", lambda _client, game: game.fork()),
        ("/v1/goldfish", lambda client, _game: client.goldfish(PLAYED, games=2, allow_illegal=True)),
    ],
    ids=["game", "fork", "job"],
)
def test_what_was_begun_under_an_answer_that_was_lost_is_begun_once(
    live: str, moments: Moments, path: str, begin: Callable[[Client, Any], Any]
) -> None:
    with Client(live, retries=Retries(sleep=moments.sleep, clock=moments.clock)) as client:
        game = client.new_game([PLAYED, PLAYED])
        answered = loses_next(client)
        made = begin(client, game)
        lost, kept = [response.json() for response in answered]
        assert made.id == lost["id"] == kept["id"]
        assert lost.get("tokens") == kept.get("tokens")
        assert all(path in response.url for response in answered)
        assert begin(client, game).id != made.id  # another wish has another key


def test_a_game_is_removed_with_all_its_tokens_however_it_stands(live: str) -> None:
    with Client(live) as client:
        game = client.new_game([PLAYED, PLAYED], seed=7)
        play(game, 12)
        with pytest.raises(ApiProblemError, match=r"^409 conflict"):
            game.player(0).remove()
        assert not game.view()["over"]
        game.remove()
        for viewer in (game, game.player(1), client.game(game.id)):
            with pytest.raises(ApiProblemError, match=r"^404 not-found"):
                viewer.view()
        game.remove()
        game.player(0).remove()


def test_one_player_removes_a_game_that_is_over_or_that_nobody_else_has_played(live: str) -> None:
    with Client(live) as client:
        alone, over = client.new_game([PLAYED, PLAYED]), client.new_game([PLAYED, PLAYED], seed=7)
        first = alone.view()["deciding"]
        assert first is not None
        answer_first(alone.player(first))
        alone.player(first).remove()
        play(over, 6)
        over.player(1).concede()
        over.player(0).remove()
        for game in (alone, over):
            with pytest.raises(ApiProblemError, match=r"^404 not-found"):
                game.view()


def test_the_limits_of_a_server_are_told_and_kept(tmp_path: Path, moments: Moments) -> None:
    retries = Retries(tries=2, sleep=moments.sleep, clock=moments.clock)
    with (
        live_server(tmp_path, RIFTCHECK_RATE_LIGHT="600", RIFTCHECK_RATE_HEAVY="1", RIFTCHECK_WORKERS="1") as started,
        Client(started.url, retries=retries) as client,
    ):
        assert client.rate is None
        client.data()
        told = client.rate
        assert told is not None
        assert (told.policy, told.remaining, told.limit, told.window) == ("light", 599, 600, 60)
        assert told.reset is not None
        assert 0 < told.reset <= 60
        client.collection(["Cleave"])
        told = client.rate
        assert told is not None
        assert (told.policy, told.remaining, told.limit, told.window) == ("heavy", 0, 1, 60)
        with pytest.raises(ApiProblemError) as caught:
            client.collection(["Cleave"])
        assert (caught.value.status, caught.value.code) == (429, "too-many-requests")
        assert caught.value.retry_after is not None
        assert len(moments.slept) == 1
        assert 0 < moments.slept[0] <= 120
        assert client.data()["cards"] > 0


def test_who_finds_all_places_taken_comes_again_as_told(
    db: CardDatabase, monkeypatch: pytest.MonkeyPatch, moments: Moments
) -> None:
    from riftcheck.api.routes import decks

    inside, go = threading.Event(), threading.Event()
    export = decks.__dict__["export_parsed"]

    def held(*args: Any) -> Any:
        inside.set()
        assert go.wait(PATIENCE)
        return export(*args)

    monkeypatch.setattr(decks, "export_parsed", held)
    app = create_app(db, Settings(log_level="error", heavy_places=1))
    server = make_server("127.0.0.1", 0, app, threaded=True)
    serving = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    first: list[Any] = []

    def ask() -> None:
        with Client(f"http://127.0.0.1:{server.server_port}") as client:
            first.append(client.export(LIST, "text")["content"])

    asking = threading.Thread(target=ask)

    def wait(seconds: float) -> None:
        moments.sleep(seconds)
        go.set()  # who has the place is done meanwhile
        asking.join(PATIENCE)

    serving.start()
    try:
        asking.start()
        assert inside.wait(PATIENCE)
        retries = Retries(sleep=wait, clock=moments.clock)
        with Client(f"http://127.0.0.1:{server.server_port}", retries=retries) as client:
            assert client.collection(["Cleave"])["data"]
    finally:
        go.set()
        server.shutdown()
        serving.join(PATIENCE)
        server.server_close()
    assert moments.slept == [1]
    assert len(first) == 1
