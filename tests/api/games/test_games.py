"""Games over the API: begun, played by tokens, refused, conceded, forked."""

from __future__ import annotations

import json
import random
import re
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

from riftcheck.api.examples import BODIES
from riftcheck.api.games.session import GameStart
from riftcheck.api.schemas.games import MODES, UNSUPPORTED
from riftcheck.engine.compile import pool as engine_pool
from riftcheck.engine.flow.setup import MODES as ENGINE_MODES
from riftcheck.engine.game import GameDeck
from riftcheck.engine.model.rules_version import VERSIONS
from tests.api.games.game_players import CHAMPION, SEATS, Table, any_deck, client_of, renumbered, small_deck
from tests.paths import ROOT
from tests.unwritten import BATTLEFIELD, LEGEND, SPELL, UNIT

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

    from riftcheck.carddb import CardDatabase
    from riftcheck.engine.model.definitions import Pool

DOCS = ROOT / "docs" / "api.md"


@pytest.fixture(scope="module")
def games(db: CardDatabase, tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    return client_of(db, tmp_path_factory.mktemp("games") / "games.sqlite3", games_each=1000)


def refused(response: TestResponse, status: int, code: str) -> str:
    assert (response.status_code, response.get_json()["code"]) == (status, code), response.text
    assert response.content_type == "application/problem+json"
    detail: str = response.get_json()["detail"]
    return detail


def test_the_modes_of_the_schema_are_those_of_the_engine() -> None:
    assert set(MODES) == set(ENGINE_MODES) == set(SEATS)
    assert UNSUPPORTED == engine_pool.UNSUPPORTED


@pytest.mark.parametrize("mode", SEATS)
def test_a_game_is_played_to_its_end_in_every_mode(games: FlaskClient, pool: Pool, mode: str) -> None:
    rng = random.Random(mode)
    table = Table(games, {"decks": [any_deck(pool, rng) for _ in range(SEATS[mode])], "mode": mode, "seed": 3})
    assert table.play(rng) > SEATS[mode]
    for seat in (None, *range(SEATS[mode])):
        shown = table.look(seat)
        assert (shown["over"], shown["deciding"], shown["decision"]) == (True, None, None)
        assert shown["mode"] == mode
        assert shown["view"]["winners"]
        assert len(table.log(seat)) > 20
    assert "over" in refused(table.post(0, {"answer": [0], "decision": 0}), 409, "conflict")
    assert "over" in refused(table.post(0, {"concede": True}), 409, "conflict")


def test_every_answer_is_as_documented(games: FlaskClient, pool: Pool) -> None:
    document = games.get("/openapi.json").get_json()

    def check(method: str, path: str, shown: Any) -> None:
        answer = document["paths"][path][method]["responses"]["200"]["content"]["application/json"]["schema"]
        Draft202012Validator({**answer, "components": document["components"]}).validate(shown)

    rng = random.Random(1)
    table = Table(games, {"decks": [any_deck(pool, rng) for _ in range(2)], "seed": 1})
    game = "/v1/games/{game_id}"
    while table.play(rng, 7) == 7:
        for seat in (None, 0, 1):
            check("get", game, table.look(seat))
            check("get", f"{game}/options", table.get(seat, "/options").get_json())
            check("get", f"{game}/log", table.get(seat, "/log?limit=3").get_json())
    check("post", f"{game}/fork", table.post(None, {"tokens": table.tokens}, "fork").get_json())
    asked = Table(games)
    check("post", f"{game}/answers", asked.post(0, {"concede": True}).get_json())


def test_the_fields_of_a_view_are_those_that_are_written_down(games: FlaskClient) -> None:
    text = DOCS.read_text("utf-8").partition("The `view` has:")[2].partition("**Answering.**")[0]
    told = [name for row in re.findall(r"^\| (`.*?`) \|", text, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)]
    assert sorted(told) == sorted(Table(games).look(None)["view"])


def test_responses_with_tokens_are_not_compressed(games: FlaskClient) -> None:
    body = {"decks": [small_deck()] * 2, "seed": 7}
    headers = {"Accept-Encoding": "gzip", "Idempotency-Key": "0123456789abcdef"}
    first, again = (games.post("/v1/games", json=body, headers=headers) for _ in range(2))
    tokens = first.get_json()["tokens"]
    del headers["Idempotency-Key"]
    fork = games.post(f"/v1/games/{first.get_json()['id']}/fork", json={"tokens": tokens}, headers=headers)
    for response in (first, again, fork):
        assert response.get_json()["tokens"]
        assert response.cache_control.no_store
        assert response.cache_control.no_transform


def test_the_examples_of_answer_and_fork_work_in_the_example_game(games: FlaskClient) -> None:
    table = Table(games, BODIES["game"])
    seat = table.look(None)["deciding"]
    assert table.post(seat, BODIES["answer"]).status_code == 200
    assert len(BODIES["fork"]["tokens"]) == len(table.tokens)
    refused(table.post(None, BODIES["fork"], "fork"), 401, "wrong-token")


@pytest.mark.parametrize(
    ("body", "right"),
    [
        ({"answer": [], "decision": 0}, True),
        ({"concede": True}, True),
        ({"concede": False}, False),
        ({"concede": 1}, False),
        ({"concede": True, "decision": 0}, False),
        ({"answer": [0]}, False),
        ({"decision": 0}, False),
        ({}, False),
        ({"answer": [-1], "decision": 0}, False),
        ({"answer": [4096], "decision": 0}, False),
        ({"answer": [True], "decision": 0}, False),
        ({"answer": 0, "decision": 0}, False),
        ({"answer": [0], "decision": 1.5}, False),
        ({"answer": None, "decision": 0}, False),
        ({"answer": [0] * 4097, "decision": 0}, False),
        ({"answer": [0], "decision": 0, "seat": 1}, False),
    ],
)
def test_server_and_document_refuse_the_same_answers(games: FlaskClient, body: Any, right: bool) -> None:
    table = Table(games)
    response = table.post(table.look(None)["deciding"], body)
    assert response.status_code == (200 if right else 422)
    document = games.get("/openapi.json").get_json()
    schema = document["paths"]["/v1/games/{game_id}/answers"]["post"]["requestBody"]["content"]["application/json"]
    assert Draft202012Validator({**schema["schema"], "components": document["components"]}).is_valid(body) is right


# --- tokens -----------------------------------------------------------------------------------------------------------


def test_a_decision_is_shown_to_the_player_who_is_asked_and_no_other(games: FlaskClient) -> None:
    table = Table(games)
    seat = table.look(None)["deciding"]
    for viewer in (None, 0, 1):
        for part in ("", "/options"):
            shown = table.get(viewer, part).get_json()
            assert shown["deciding"] == seat
            assert (shown["decision"] is not None) is (viewer == seat)
    options = table.get(seat, "/options").get_json()["decision"]["options"]
    assert [option["index"] for option in options] == list(range(4))
    assert all(option["key"].startswith("mulligan ") and option["text"] for option in options)


HEADERS = (
    "Bearer",
    "Bearer ",
    "Bearer  x",
    "Basic dXNlcjp3b3Jk",
    "{token}",
    "Bearer {token} x",
    "Bearer {token}x",
    "Bearer {token_but_last}",
    "Bearer {token_lower}",
    "Bearer {other_game}",
    "Bearer {id}",
    "Bearer \u00e9",
    "Bearer " + "A" * 6000,
    "Bearer null",
)


@pytest.mark.parametrize("header", HEADERS)
def test_a_wrong_token_opens_nothing_and_is_never_a_spectators(games: FlaskClient, header: str) -> None:
    table, other = Table(games), Table(games)
    token = table.tokens[0]
    sent = header.format(
        token=token,
        token_but_last=token[:-1],
        token_lower=token.swapcase(),
        other_game=other.tokens[0],
        id=table.id,
    )
    head = {"Authorization": sent}
    path = f"/v1/games/{table.id}"
    before = table.look(None)
    for response in (
        games.get(path, headers=head),
        games.get(f"{path}/options", headers=head),
        games.get(f"{path}/log", headers=head),
        games.post(f"{path}/answers", headers=head, json={"answer": [], "decision": 0}),
        games.post(f"{path}/answers", headers=head, json={"concede": True}),
    ):
        detail = refused(response, 401, "wrong-token")
        assert response.headers["WWW-Authenticate"].startswith("Bearer ")
        assert token not in detail
    assert table.look(None) == before


def test_who_has_no_token_cannot_answer(games: FlaskClient) -> None:
    table = Table(games)
    for body in ({"answer": [], "decision": 0}, {"concede": True}):
        assert "Bearer TOKEN" in refused(table.post(None, body), 401, "wrong-token")


def test_a_token_is_that_of_one_seat(games: FlaskClient) -> None:
    table = Table(games)
    assert [table.look(seat)["player"] for seat in (0, 1, None)] == [0, 1, None]
    assert len({table.id, *table.tokens}) == 3
    assert all(re.fullmatch(r"[\w-]{43}", token) for token in table.tokens)
    assert re.fullmatch(r"[\w-]{24}", table.id)


@pytest.mark.parametrize("game", ["nope", "A" * 24, "%F0%9F%98%80", "x' OR 1=1 --", "%25"])
def test_there_is_no_game_under_a_guessed_id(games: FlaskClient, game: str) -> None:
    token = Table(games).tokens[0]
    head = {"Authorization": f"Bearer {token}"}
    refused(games.get(f"/v1/games/{game}", headers=head), 404, "not-found")
    refused(games.get(f"/v1/games/{game}/log"), 404, "not-found")
    refused(games.post(f"/v1/games/{game}/answers", json={"concede": True}, headers=head), 404, "not-found")
    refused(games.post(f"/v1/games/{game}/fork", json={"tokens": [token, token]}), 404, "not-found")


# --- answers ----------------------------------------------------------------------------------------------------------


def test_an_answer_counts_for_the_decision_of_its_number(games: FlaskClient) -> None:
    table = Table(games)
    seat = table.look(None)["deciding"]
    assert table.look(seat)["decision"]["number"] == 0
    assert "number 1" in refused(table.post(seat, {"answer": [], "decision": 1}), 409, "conflict")
    assert table.post(seat, {"answer": [0], "decision": 0}).status_code == 200
    again = refused(table.post(seat, {"answer": [0], "decision": 0}), 409, "conflict")
    assert again == f"You are player {seat + 1}, and it is player {2 - seat} who is asked now."
    assert table.look(1 - seat)["decision"]["number"] == 0


def test_who_is_not_asked_cannot_answer(games: FlaskClient) -> None:
    table = Table(games)
    seat = 1 - table.look(None)["deciding"]
    refused(table.post(seat, {"answer": [], "decision": 0}), 409, "conflict")


@pytest.mark.parametrize(
    ("answer", "words"),
    [([9], "numbered 0 to 3"), ([1, 1], "twice"), ([0, 1, 2], "0 to 2 of 4 options must be chosen; the answer has 3")],
)
def test_an_answer_that_is_not_offered_is_refused_and_changes_nothing(
    games: FlaskClient, answer: list[int], words: str
) -> None:
    table = Table(games)
    seat = table.look(None)["deciding"]
    before = table.look(seat)
    response = table.post(seat, {"answer": answer, "decision": 0})
    assert words in refused(response, 422, "invalid")
    assert response.get_json()["errors"][0]["path"] == "answer"
    assert table.look(seat) == before


def test_a_player_may_concede_while_the_other_is_asked(games: FlaskClient) -> None:
    table = Table(games)
    seat = 1 - table.look(None)["deciding"]
    shown = table.post(seat, {"concede": True}).get_json()
    assert (shown["over"], shown["view"]["winners"], shown["deciding"]) == (True, [1 - seat], None)
    assert f"Player {seat + 1} is out of the game" in table.log(None)


def test_the_others_play_on_when_one_of_three_concedes(games: FlaskClient, pool: Pool) -> None:
    rng = random.Random(11)
    table = Table(games, {"decks": [any_deck(pool, rng) for _ in range(3)], "mode": "ffa3", "seed": 5})
    table.play(rng, 9)
    lines = len(table.log(None))
    gone = table.look(None)["deciding"]
    shown = table.post(gone, {"concede": True}).get_json()
    assert not shown["over"]
    assert shown["view"]["players"][gone]["gone"]
    again = refused(table.post(gone, {"concede": True}), 409, "conflict")
    assert again == f"Player {gone + 1} has left this game already."
    assert shown["deciding"] != gone
    refused(table.post(gone, {"answer": [0], "decision": 99}), 409, "conflict")
    table.play(rng)
    assert table.look(None)["view"]["winners"]
    log = table.log(None)
    assert len(log) > lines
    assert log.count("Player 1 shuffles") == 1, (
        "nothing is told twice, though the game is played again from its answers"
    )


# --- beginning --------------------------------------------------------------------------------------------------------


def begin(games: FlaskClient, deck: dict[str, Any] | None = None, **more: Any) -> TestResponse:
    return games.post("/v1/games", json={"decks": [small_deck(), deck or small_deck()], **more})


def fault(response: TestResponse) -> tuple[str, str]:
    assert response.status_code == 422, response.text
    (found,) = response.get_json()["errors"]
    return found["path"], found["message"]


def test_a_card_that_cannot_be_executed_is_refused_with_its_reason(games: FlaskClient, pool: Pool) -> None:
    unable = [d for d in pool.defs if d.unsupported and d.types & 7 and not d.types & 64][:2]
    names = [d.name for d in unable]
    decks = [small_deck(main=["Cleave", *names]), small_deck(main=[*names, *names])]
    response = games.post("/v1/games", json={"decks": decks})
    assert response.status_code == 422
    (cure, *found) = [(one["path"], one["message"]) for one in response.get_json()["errors"]]
    assert cure[0] == "unsupported"
    assert cure[1].endswith("with `skip` such a card is never played, with `vanilla` a unit is its cost and Might only")
    # Each once, though both decks have it.
    assert sorted(found) == sorted(("decks/0/main", f"{d.name} cannot be executed: {d.unsupported}") for d in unable)
    assert response.get_json()["detail"] == f"unsupported: {cure[1]}. There are 2 more faults."


@pytest.mark.parametrize("how", ["skip", "vanilla"])
def test_cards_that_cannot_be_executed_are_let_in_where_that_is_wanted(
    unwritten: CardDatabase, tmp_path: Path, how: str
) -> None:
    games = client_of(unwritten, tmp_path / "games.sqlite3")
    other = small_deck(
        legend=LEGEND,
        main=["Cleave", *([UNIT] * 8), *([SPELL] * 8)],
        battlefields=[BATTLEFIELD],
    )
    response = games.post("/v1/games", json={"decks": [small_deck(), other], "seed": 5, "unsupported": how})
    assert response.status_code == 200, response.text
    assert response.get_json()["by_the_book"] is False
    skipped = [SPELL, BATTLEFIELD, LEGEND]
    vanilla = [UNIT]
    marks = {"how": how, "skipped": sorted(skipped), "vanilla": vanilla}
    if how == "skip":
        marks |= {"skipped": sorted(skipped + vanilla), "vanilla": []}
    assert response.get_json()["unsupported"] == marks

    table = Table.__new__(Table)
    table.client, table.id, table.tokens = games, response.get_json()["id"], response.get_json()["tokens"]
    none = {"how": how, "skipped": [], "vanilla": []}
    for seat, told in ((None, none), (0, none), (1, marks)):
        shown = table.look(seat)
        assert (shown["by_the_book"], shown["unsupported"]) == (False, told)
    played: set[str] = set()
    drawn: set[str] = set()

    def choose(seat: int, question: dict[str, Any]) -> list[int]:
        """Play a card of the deck wherever one may; else choose the last option, and as few as may be."""
        options = question["options"]
        drawn.update(card["name"] for card in table.look(seat)["view"]["players"][seat]["hand"])
        cards = [option for option in options if option["kind"] == "play" and option["name"] in (UNIT, SPELL)]
        played.update(option["name"] for option in cards)
        least = question["least"]
        return [cards[0]["index"]] if cards else list(range(len(options) - max(least, 1), len(options)))[:least]

    for _ in range(400):
        if not table.step(choose):
            break
    assert {UNIT, SPELL} <= drawn
    assert played == ({UNIT} if how == "vanilla" else set())
    copy = table.post(None, {"tokens": table.tokens, "at": 3}, "fork").get_json()
    assert (copy["by_the_book"], copy["unsupported"]) == (False, marks)


@pytest.mark.parametrize("how", UNSUPPORTED)
def test_a_game_without_such_cards_is_by_the_book_however_it_was_begun(games: FlaskClient, how: str) -> None:
    table = Table(games, unsupported=how)
    shown = table.look(0)
    assert (shown["by_the_book"], shown["unsupported"]) == (True, {"how": how, "skipped": [], "vanilla": []})


def test_what_can_never_be_in_a_deck_is_refused_however_a_game_is_begun(games: FlaskClient) -> None:
    wrong = {"decks": [small_deck()] * 2, "unsupported": "skip"}
    for main, words in ((["Recruit"], "is a token"), (["Cleeve"], "there is no card")):
        assert words in fault(begin(games, small_deck(main=main), unsupported="skip"))[1]
    assert games.post("/v1/games", json=wrong).status_code == 200


def test_blank_battlefields_are_known(games: FlaskClient) -> None:
    """TR 602.3.d: a limited deck may have them, though no set holds them."""
    fields = [{"name": "blank battlefield", "count": 3}]
    table = Table(games, {"decks": [small_deck(battlefields=fields)] * 2, "mode": "match", "seed": 1})
    names = {option["name"] for option in table.look(table.look(None)["deciding"])["decision"]["options"]}
    assert names == {"Blank Battlefield"}
    assert fault(begin(games, small_deck(main=["Blank Battlefield"])))[0] == "decks/1/main"


def test_games_of_servers_that_knew_no_stand_ins_are_read() -> None:
    start = GameStart((GameDeck(("Cleave",), ()),), "duel", 7, "1.4", "skip")
    assert GameStart.from_json(start.to_json()) == start
    old = json.dumps(json.loads(start.to_json())[:4])
    assert GameStart.from_json(old).unsupported == "refuse"


@pytest.mark.parametrize(
    ("change", "path", "words"),
    [
        ({"main": ["Cleeve"]}, "main", "there is no card 'Cleeve'; is it Cleave"),
        ({"main": ["Fury Rune"]}, "main", "Fury Rune is a rune and cannot be in the main deck"),
        ({"main": ["Altar to Unity"]}, "main", "is a battlefield and cannot be in the main deck"),
        ({"main": ["Daughter of the Void"]}, "main", "is a legend and cannot be"),
        ({"main": ["Recruit"]}, "main", "is a token and cannot be"),
        ({"runes": ["Cleave"]}, "runes", "Cleave is a card of the main deck and cannot be in the rune deck"),
        ({"battlefields": ["Cleave"]}, "battlefields", "cannot be in the battlefields"),
        ({"legend": "Cleave"}, "legend", "cannot be the legend"),
        ({"legend": ["Daughter of the Void", "Loose Cannon"]}, "legend", "one legend; this one names 2"),
        ({"champion": "Cleave"}, "champion", "Cleave is not a champion unit"),
        ({"champion": "Kaisa, Survivr"}, "main", "there is no card 'Kaisa, Survivr'"),
        ({"main": [{"name": "Cleave", "count": 99}] * 3}, "", "at most 250 cards without its sideboard; this one has"),
    ],
)
def test_a_card_that_cannot_stand_there_is_refused(
    games: FlaskClient, change: dict[str, Any], path: str, words: str
) -> None:
    where, message = fault(begin(games, small_deck(**change)))
    assert where == f"decks/1/{path}".rstrip("/")
    assert words.replace("cannot be the", "cannot be in the") in message


def test_a_champion_that_could_be_several_cards_has_to_be_named(games: FlaskClient) -> None:
    deck = small_deck(main=["Kai'Sa, Survivor", "Kai'Sa, Evolutionary"], champion=None, champion_apart=False)
    assert fault(begin(games, deck)) == (
        "decks/1/champion",
        "no chosen champion is named; name Kai'Sa, Survivor or Kai'Sa, Evolutionary",
    )


def test_decks_come_as_texts_and_codes_too(games: FlaskClient) -> None:
    text = "Legend:\n1 Daughter of the Void\nChampion:\n1 Kai'Sa, Survivor\nMain Deck:\n9 Cleave\nRunes:\n12 Fury Rune"
    made = games.post("/v1/decks/export", json={"deck": {"text": text}, "to": "code"}).get_json()["content"]
    table = Table(games, {"decks": [{"text": text}, {"code": made, "champion": "Kai'Sa, Survivor"}], "seed": 1})
    players = table.look(None)["view"]["players"]
    assert [[card["name"] for card in one["champion_zone"]] for one in players] == [["Kai'Sa, Survivor"]] * 2
    # Nine in the list, four in hand; in the code the champion stands among the others.
    assert [one["deck_size"] + one["hand_size"] for one in players] == [9, 9]
    where, message = fault(begin(games, {"text": f"{text}\n\nrubbish!"}))
    assert where.startswith("decks/1/")
    assert "line 10 is no card" in message


@pytest.mark.parametrize("champion_apart", [True, False])
def test_a_copy_of_the_champion_leaves_the_main_deck(games: FlaskClient, champion_apart: bool) -> None:
    deck = small_deck(champion=CHAMPION, champion_apart=champion_apart)
    players = Table(games, {"decks": [deck, deck], "seed": 2}).look(None)["view"]["players"]
    assert players[0]["champion_zone"][0]["name"] == CHAMPION
    assert players[0]["deck_size"] + players[0]["hand_size"] == (16 if champion_apart else 15)


def test_a_game_of_next_to_nothing_ends_too(games: FlaskClient) -> None:
    deck = {"main": ["Cleave"]}
    table = Table(games, {"decks": [deck, deck], "seed": 1})
    table.play(random.Random(1))
    assert table.look(None)["over"]


@pytest.mark.parametrize(
    ("more", "path"),
    [
        ({"mode": "ffa3"}, "decks"),
        ({"mode": "chess"}, "mode"),
        ({"mode": None}, "mode"),
        ({"rules": "9.9"}, "rules"),
        ({"rules": 1.4}, "rules"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**63}, "seed"),
        ({"seed": "7"}, "seed"),
        ({"unsupported": "plain"}, "unsupported"),
        ({"unsupported": None}, "unsupported"),
        ({"unsupported": True}, "unsupported"),
        ({"seats": 2}, "seats"),
    ],
)
def test_a_wrong_field_is_named(games: FlaskClient, more: dict[str, Any], path: str) -> None:
    assert fault(begin(games, **more))[0] == path


def test_numbers_are_said_as_people_say_them(games: FlaskClient) -> None:
    wrong = "duel is played by 2 players, each with a deck; 3 decks came"
    assert fault(games.post("/v1/games", json={"decks": [small_deck()] * 3})) == ("decks", wrong)
    table = Table(games)
    table.play(random.Random(1), 1)
    ahead = table.post(None, {"tokens": table.tokens, "at": 2}, "fork")
    assert fault(ahead) == ("at", "this game has had 1 answer")
    table.post(None, {"tokens": table.tokens, "at": 1}, "fork")
    assert table.log(None)[-1].endswith("as it stood after 1 answer")
    swapped = table.post(None, {"tokens": table.tokens[::-1]}, "fork").get_json()["errors"]
    assert [one["message"] for one in swapped] == [f"is not the token of player {number}" for number in (1, 2)]


@pytest.mark.parametrize("count", [0, 1, 5])
def test_a_game_has_two_to_four_decks(games: FlaskClient, count: int) -> None:
    response = games.post("/v1/games", json={"decks": [small_deck()] * count})
    assert fault(response) == ("decks", "must be a list of 2 to 4 decks")


def test_huge_decks_are_refused_before_they_are_played(games: FlaskClient) -> None:
    huge = small_deck(main=[{"name": "Cleave", "count": 99}] * 290)
    assert "at most 250 cards" in fault(begin(games, huge))[1]
    assert games.post("/v1/games", json={"decks": [{"text": "3 Cleave\n" * 9000}] * 2}).status_code == 413


@pytest.mark.parametrize("rules", VERSIONS)
def test_a_game_goes_by_the_rules_that_were_wanted(games: FlaskClient, rules: str) -> None:
    assert Table(games, rules=rules).look(None)["rules"] == rules


def test_the_same_seed_gives_the_same_game_and_none_another_each_time(games: FlaskClient) -> None:
    def hands(**more: Any) -> str:
        deck = small_deck(main=[{"name": name, "count": 9} for name in ("Cleave", CHAMPION, "Vi, Destructive")])
        table = Table(games, {"decks": [deck, deck], **more})
        return json.dumps([renumbered(table.look(seat)["view"]["players"][seat]["hand"]) for seat in (0, 1)])

    assert hands(seed=7) == hands(seed=7)
    assert len({hands() for _ in range(6)}) > 1
    assert "seed" not in Table(games).get(0).text


# --- forks ------------------------------------------------------------------------------------------------------------


def test_a_fork_stands_where_the_game_stands_and_goes_its_own_way(games: FlaskClient, pool: Pool) -> None:
    rng = random.Random(4)
    table = Table(games, {"decks": [any_deck(pool, rng) for _ in range(2)]})
    table.play(rng, 25)
    made = table.post(None, {"tokens": table.tokens}, "fork").get_json()
    copy = Table.__new__(Table)
    copy.client, copy.id, copy.tokens = games, made["id"], made["tokens"]
    assert not {copy.id, *copy.tokens} & {table.id, *table.tokens}
    for seat in (None, 0, 1):
        one, other = table.look(seat), copy.look(seat)
        assert renumbered({**one, "id": "", "expires": ""}) == renumbered({**other, "id": "", "expires": ""})
        assert [
            *copy.log(seat),
            "This game was forked, with the tokens of all players, as it stood after 25 answers",
        ] == (table.log(seat))
    before = table.look(0)
    copy.play(rng, 5)
    assert table.look(0) == before
    refused(games.get(f"/v1/games/{copy.id}", headers=table.head(0)), 401, "wrong-token")


def test_a_fork_at_an_earlier_point(games: FlaskClient) -> None:
    table = Table(games)
    first = table.look(None)["deciding"]
    wanted = [renumbered(table.look(seat)["view"]) for seat in (0, 1)]
    table.play(random.Random(2), 12)
    made = table.post(None, {"tokens": table.tokens, "at": 0}, "fork").get_json()
    heads = [{"Authorization": f"Bearer {token}"} for token in made["tokens"]]
    shown = [games.get(f"/v1/games/{made['id']}", headers=head).get_json() for head in heads]
    assert [renumbered(one["view"]) for one in shown] == wanted
    assert shown[first]["decision"]["number"] == 0
    assert "has had 12 answers" in refused(table.post(None, {"tokens": table.tokens, "at": 13}, "fork"), 422, "invalid")


def test_a_fork_of_a_game_that_one_has_left(games: FlaskClient, pool: Pool) -> None:
    rng = random.Random(12)
    table = Table(games, {"decks": [any_deck(pool, rng) for _ in range(3)], "mode": "ffa3", "seed": 6})
    table.play(rng, 8)
    table.post(1, {"concede": True})
    table.play(rng, 4)
    made = table.post(None, {"tokens": table.tokens}, "fork").get_json()
    head = {"Authorization": f"Bearer {made['tokens'][0]}"}
    copied = games.get(f"/v1/games/{made['id']}", headers=head).get_json()["view"]
    assert renumbered(copied) == renumbered(table.look(0)["view"])


@pytest.mark.parametrize(
    "tokens", [["{0}", "{0}"], ["{1}", "{0}"], ["{0}", "x"], ["{0}", "{1}", "{1}"], ["{0}", "\u00e9"], ["{0}", "{id}"]]
)
def test_a_fork_needs_the_tokens_of_all_players(games: FlaskClient, tokens: list[str]) -> None:
    table = Table(games)
    sent = [token.format(*table.tokens, id=table.id) for token in tokens]
    for seat in (None, 0):
        refused(table.post(seat, {"tokens": sent}, "fork"), 401, "wrong-token")
    assert table.log(None) == []


@pytest.mark.parametrize(
    "body", [{}, {"tokens": []}, {"tokens": ["x"]}, {"tokens": ["x"] * 5}, {"tokens": ["", "x"]}, {"tokens": "xx"}]
)
def test_a_fork_without_tokens_is_a_wrong_request(games: FlaskClient, body: Any) -> None:
    assert fault(Table(games).post(0, body, "fork"))[0].startswith("tokens")
