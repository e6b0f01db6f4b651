"""The client against the real server, route by route."""

from __future__ import annotations

from collections import Counter
from datetime import date
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import pytest

from riftcheck import __version__
from riftcheck.client import ApiProblemError, Client, ClientError, JobFailedError

if TYPE_CHECKING:
    from collections.abc import Iterator

    import requests

    from riftcheck.client.documents.play import JobDocument
    from riftcheck.client.games import RemoteGame, RemotePlayer

DAY: Final = date(2026, 9, 21)
LIST: Final = "Legend:\n1 Daughter of the Void\n\nChampion:\n1 Kai'Sa, Survivor\n\nMain Deck:\n3 Cleave\n"
PLAYED: Final[dict[str, Any]] = {
    "legend": "Daughter of the Void",
    "champion": "Kai'Sa, Survivor",
    "champion_apart": True,
    "main": [{"name": "Cleave", "count": 3}, {"name": "Vayne, Hunter", "count": 3}],
    "runes": [{"name": "Fury Rune", "count": 6}, {"name": "Mind Rune", "count": 6}],
    "battlefields": ["Altar to Unity"],
}


@pytest.fixture
def client(live: str) -> Iterator[Client]:
    with Client(live) as made:
        yield made


def noted(client: Client) -> list[requests.Response]:
    """Return a list that every answer is added to as it comes."""
    seen: list[requests.Response] = []

    def note(response: requests.Response, *_args: Any, **_more: Any) -> None:
        seen.append(response)

    client.session.hooks["response"].append(note)
    return seen


def test_every_card_comes_once_page_by_page(client: Client) -> None:
    seen = noted(client)
    names = [card["name"] for card in client.cards()]
    assert len(names) == len(set(names)) == client.data()["cards"]
    assert len(seen) > 4


def test_a_search_is_read_to_its_end_with_any_size_of_page(client: Client) -> None:
    query = "t:unit d:fury e<=3"
    whole = [card["id"] for card in client.cards(query)]
    assert len(whole) > 14
    assert [card["id"] for card in client.cards(query, limit=7)] == whole
    with pytest.raises(ApiProblemError) as caught:
        next(client.cards("e<=>3"))
    assert (caught.value.status, caught.value.code, caught.value.errors[0]["path"]) == (422, "bad-query", "q")


def test_one_card_by_id_and_by_name(client: Client) -> None:
    first = client.card("OGN-001")
    assert client.card("ogn 1") == client.named(exact=first["name"].upper()) == first
    assert client.named(fuzzy="kai sa survivr")["name"] == "Kai'Sa, Survivor"
    assert client.card("OPP-001/298")["printings"]
    assert "Cleave" in client.autocomplete("clea")
    with pytest.raises(ApiProblemError) as caught:
        client.card("XXX-999")
    assert (caught.value.status, caught.value.code, caught.value.suggestions) == (404, "not-found", [])
    assert caught.value.request_id
    with pytest.raises(ApiProblemError) as caught:
        client.named(exact="lose cannon")
    assert caught.value.suggestions == [{"id": "OGN-251", "name": "Loose Cannon", "full_name": "Jinx, Loose Cannon"}]


def test_how_a_card_stands_in_every_format_on_a_day(client: Client) -> None:
    banned = client.named_legality(exact="Fight or Flight", date=DAY)
    status = {one["format"]: one["status"] for one in banned["formats"]}
    assert (banned["date"], status["constructed"]) == ("2026-09-21", "banned")
    assert client.named_legality(fuzzy="fight or fligt", date="2026-09-21") == banned
    assert client.legality(banned["id"].lower(), DAY) == banned
    before = client.legality(banned["id"], date(2025, 11, 1))
    assert {one["format"]: one["status"] for one in before["formats"]}["constructed"] == "legal"
    assert {one["of"] for one in client.legality("OGN-001", "2099-01-01")["overdue"]} <= {"rules", "bans", "cards"}
    with pytest.raises(ApiProblemError, match=r"^404 not-found"):
        client.legality("XXX-999")


def test_several_cards_at_once(client: Client) -> None:
    found = client.collection([{"id": "OGN-001"}, "Cleave", {"name": "No Such Card"}, "Kai'Sa"])
    assert [card["name"] for card in found["data"]] == [client.card("OGN-001")["name"], "Cleave"]
    assert found["not_found"] == [{"index": 2, "name": "No Such Card"}]
    (doubt,) = found["ambiguous"]
    assert doubt["index"] == 3
    assert "Kai'Sa, Survivor" in [one["name"] for one in doubt["candidates"]]


def test_more_cards_than_an_answer_has_room_for_come_all(client: Client) -> None:
    names = [card["name"] for card in islice(client.cards(), 260)]
    seen = noted(client)
    found = client.collection([*names, "No Such Card"])
    assert seen[0].json()["totals"]["left_over"] > 0
    assert [(card["index"], card["name"]) for card in found["data"]] == [*enumerate(names)]
    assert found["not_found"] == [{"index": 260, "name": "No Such Card"}]
    assert found["totals"] == {"asked": 261, "found": 260, "ambiguous": 0, "not_found": 1, "left_over": 0}


def test_the_data_behind_the_verdicts(client: Client) -> None:
    assert "OGN" in [one["code"] for one in client.sets()]
    assert "constructed" in [one["id"] for one in client.formats()]
    format_then, format_now = (
        client.format("constructed", date(2025, 11, 1)),
        client.format("constructed", "2026-09-21"),
    )
    assert len(format_then["bans"]) < len(format_now["bans"])
    assert "banned" in [one["code"] for one in client.issue_codes()]
    products = [one["id"] for one in client.products()]
    assert client.validate(client.product(products[-1])["deck"], date="2026-10-10")["verdict"] == "legal"
    assert {one["of"] for one in client.data()["coverage"]} == {"rules", "bans", "cards"}
    assert client.ready()["data_version"] == client.data()["data_version"]


def test_the_whole_database_is_sent_once(client: Client) -> None:
    seen = noted(client)
    first, second = client.bulk(), client.bulk()
    assert first == second
    assert len(first["data"]["cards"]) == client.data()["cards"]
    assert [response.status_code for response in seen[:2]] == [200, 304]
    assert seen[0].request.headers["User-Agent"] == f"riftcheck-client/{__version__}"
    assert seen[0].headers["Content-Encoding"] == "zstd"


def test_a_list_is_judged(client: Client) -> None:
    report = client.validate(LIST, format="constructed", date=DAY, level="low")
    assert (report["verdict"], report["legal"], report["date"], report["level"]) == (
        "illegal",
        False,
        "2026-09-21",
        "low",
    )
    assert "main-size" in [issue["code"] for issue in report["issues"]]
    assert client.validate(dict(report["deck"]), date=DAY)["list_hash"] == report["list_hash"]
    with pytest.raises(ApiProblemError) as caught:
        client.validate(LIST, format="standard")
    assert (caught.value.code, caught.value.errors[0]["path"]) == ("invalid", "format")


def test_more_lists_than_one_request_takes_are_judged_in_order(client: Client) -> None:
    seen = noted(client)
    lists = [f"Legend:\n1 Daughter of the Void\n\nMain Deck:\n{number % 9 + 1} Cleave" for number in range(205)]
    lists[150] = "no card at all"
    reports = list(client.validate_batch(lists, date=DAY))
    assert len(seen) > 3  # short lists have long reports, so not all fit
    assert [report["index"] for report in reports] == list(range(205))
    unread = [number for number, report in enumerate(reports) if "problem" in report]
    assert unread == [150]
    counts = [report["counts"]["main"] for report in reports if "counts" in report]
    assert counts == [number % 9 + 1 for number in range(205) if number != 150]


def test_what_else_is_done_with_lists(client: Client) -> None:
    parsed = client.parse(LIST)
    assert Counter(line["kind"] for line in parsed["lines"]) == {"header": 3, "card": 3}
    code = client.export(PLAYED, "code")["content"]
    assert client.diff({"code": code}, PLAYED)["sections"] == {}
    assert not client.diff(LIST, PLAYED)["same"]
    assert client.stats(PLAYED, turns=3)["turns"] == 3
    hands = client.hand(PLAYED, count=2)
    assert client.hand(PLAYED, count=2, seed=hands["seed"]) == hands
    assert len(hands["hands"]) == 2
    pool = client.pool(LIST, date=DAY)
    assert {card["name"]: card["left"] for card in pool["cards"]["main"]}["Cleave"] == 0
    assert client.timeline(LIST)["stretches"][0]["verdict"] == "illegal"
    team = client.validate_team(LIST, PLAYED, date=DAY)
    assert "team-legend" in [issue["code"] for issue in team["issues"]]


def test_a_job_is_asked_for_and_followed_to_its_result(client: Client) -> None:
    seen: list[JobDocument] = []
    job = client.goldfish(PLAYED, games=60, seed=7, date=DAY, allow_illegal=True)
    result = job.wait(seen.append)
    assert [one["state"] for one in seen][-1] == "done"
    done = [one["games"]["done"] for one in seen]
    assert done == sorted(done)
    assert done[-1] == 60
    assert client.job(job.id).result == result
    assert [one["state"] for one in client.job(job.id)] == ["done"]
    assert job.game(12)["index"] == 12
    assert job.cancel()["state"] == "done"
    job.remove()
    with pytest.raises(ApiProblemError, match=r"^404 not-found"):
        job.refresh()


def test_two_lists_are_compared_and_one_is_swept(client: Client) -> None:
    other = PLAYED | {"main": [{"name": "Cleave", "count": 6}]}
    compared = client.compare(PLAYED, other, games=20, seed=7, date=DAY, allow_illegal=True, unsupported="vanilla")
    swept = client.sweep(PLAYED, pool=["Pouty Poro"], games=2, seed=7, date=DAY, allow_illegal=True)
    assert (compared.document["kind"], swept.document["kind"]) == ("compare", "sweep")
    assert compared.wait() != {}
    assert swept.cancel()["state"] in {"cancelled", "done"}


def test_a_job_that_is_cancelled_has_no_result(client: Client) -> None:
    job = client.goldfish(PLAYED, games=90_000, policy="random", date=DAY, allow_illegal=True)
    assert job.cancel()["state"] == "cancelled"
    with pytest.raises(JobFailedError, match="cancelled"):
        job.wait()


def test_an_illegal_list_is_not_played_and_the_refusal_says_what_it_breaks(client: Client) -> None:
    with pytest.raises(ApiProblemError) as caught:
        client.goldfish(PLAYED, date=DAY)
    assert caught.value.status == 422
    assert caught.value.errors


def play(game: RemoteGame, most: int) -> None:
    """Answer some decisions with the first options that are offered."""
    players = [game.player(0), game.player(1)]
    for _ in range(most):
        deciding = game.view()["deciding"]
        if deciding is None:
            return
        answer_first(players[deciding])


def answer_first(player: RemotePlayer) -> None:
    decision = player.options()["decision"]
    assert decision is not None
    player.answer(option["index"] for option in decision["options"][: decision["least"]])


def test_a_game_is_played_looked_at_copied_and_left(client: Client) -> None:
    game = client.new_game([PLAYED, PLAYED], seed=7)
    play(game, 12)
    seen = game.view()
    assert (seen["player"], seen["decision"], seen["over"]) == (None, None, False)
    assert seen["deciding"] is not None
    player, other = game.player(seen["deciding"]), game.player(1 - seen["deciding"])
    with pytest.raises(ClientError, match=f"seat {seen['deciding']} is"):
        other.answer([0])
    decision = player.options()["decision"]
    assert decision is not None
    assert player.view()["decision"] == decision
    player.answer(range(decision["least"]), decision["number"])
    with pytest.raises(ApiProblemError, match=r"^409 conflict"):
        player.answer(range(decision["least"]), decision["number"])

    copy = game.fork(at=0)
    assert copy.id != game.id
    first = copy.view()["deciding"]
    assert first is not None
    assert copy.player(first).view()["decision"] is not None
    spectators, own = list(game.log()), list(game.player(0).log())
    assert [entry["number"] for entry in own] == list(range(1, len(own) + 1))
    assert list(game.log(after=3)) == spectators[3:]
    assert own != spectators

    again = client.player(game.id, game.tokens[0])
    assert again.concede()["over"]
    assert client.game(game.id).view()["over"]
    assert not copy.view()["over"]
    with pytest.raises(ApiProblemError, match=r"^401 wrong-token"):
        client.player(game.id, "somebody-else").view()


def test_a_long_log_is_read_page_by_page(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    game = client.new_game([PLAYED, PLAYED], seed=7)
    play(game, 10)
    whole = list(game.log())
    monkeypatch.setattr("riftcheck.client.games._MOST", 3)
    assert list(game.log()) == whole
    assert len(whole) > 3
