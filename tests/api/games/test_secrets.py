"""Nobody learns another's hidden cards: exchanging them changes nothing in any answer."""

from __future__ import annotations

import json
import random
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.api.games.session import GameSession
from riftcheck.engine.display.redeal import redeal
from riftcheck.engine.game import Game
from tests.api.games.game_players import CHAMPION, SEATS, Table, any_deck, at_random, client_of, renumbered, small_deck

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient

    from riftcheck.carddb import CardDatabase
    from riftcheck.engine.model.definitions import Pool
    from riftcheck.engine.model.state import State


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("secrets") / "games.sqlite3"


@pytest.fixture(scope="module")
def games(db: CardDatabase, path: Path) -> FlaskClient:
    return client_of(db, path, games_each=1000)


def stored(path: Path, game: str) -> bytes | None:
    with closing(sqlite3.connect(path)) as file:
        found: bytes | None = file.execute("SELECT state FROM riftcheck_games WHERE id = ?", (game,)).fetchone()[0]
    return found


def overwrite(path: Path, game: str, state: bytes) -> None:
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("UPDATE riftcheck_games SET state = ? WHERE id = ?", (state, game))


def exchanged(pool: Pool, state: bytes, viewer: int | None, seed: int) -> tuple[bytes | None, bool]:
    """Return a stored game in which all that a viewer cannot know is another, and whether that is so."""
    before = GameSession.load(pool, state).game.state
    after = redeal(before, viewer, seed)
    after.rng = before.rng[:]
    return GameSession(Game(after, ((), "duel", 0, "1.4", None))).stored(), faces(before) != faces(after)


def faces(s: State) -> list[Any]:
    return [[s.card_defs[card] for card in p.hand] for p in s.players] + [o.d.name for o in s.board.values()]


def with_other_cards(pool: Pool, state: bytes, owner: int, rng: random.Random) -> bytes | None:
    """Return a stored game in which the cards in one player's hand and deck have changed places."""
    s = GameSession.load(pool, state).game.state
    cards = [*s.players[owner].hand, *s.players[owner].deck]
    dealt = list(s.card_defs)
    for card, other in zip(cards, rng.sample(cards, len(cards)), strict=True):
        dealt[card] = s.card_defs[other]
    s.card_defs = tuple(dealt)
    return GameSession(Game(s, ((), "duel", 0, "1.4", None))).stored()


def all_answers(table: Table, viewer: int | None) -> list[tuple[int, str]]:
    """Return everything that a viewer may be answered in a game that they do not change."""
    asked = [table.get(viewer), table.get(viewer, "/options"), table.get(viewer, "/log?limit=250")]
    own = [] if viewer is None else [table.tokens[viewer]] * len(table.tokens)
    asked.append(table.post(viewer, {"tokens": own or ["x", "y"]}, "fork"))
    question = asked[1].get_json()["decision"]
    right = 0 if question is None else question["number"]
    for answer, number in (([0], 9999), ([4000], right), (list(range(30)), right)):
        asked.append(table.post(viewer, {"answer": answer, "decision": number}))
    assert all(response.status_code != 500 for response in asked)
    return [(response.status_code, response.text) for response in asked]


@pytest.mark.parametrize("mode", ["duel", "ffa3", "2v2"])
@pytest.mark.parametrize("seed", range(2))
def test_exchanging_what_a_viewer_cannot_know_changes_no_answer(
    games: FlaskClient, pool: Pool, path: Path, mode: str, seed: int
) -> None:
    rng = random.Random(f"{mode} {seed}")
    table = Table(games, {"decks": [any_deck(pool, rng) for _ in range(SEATS[mode])], "mode": mode})
    compared = 0
    while compared < 12 and table.play(rng, 13) == 13:
        state = stored(path, table.id)
        if state is None:
            continue
        for viewer in (None, *range(SEATS[mode])):
            other, changed = exchanged(pool, state, viewer, seed)
            if other is None or not changed:
                continue
            wanted = all_answers(table, viewer)
            overwrite(path, table.id, other)
            assert all_answers(table, viewer) == wanted
            overwrite(path, table.id, state)
            compared += 1
    assert compared >= 6


def test_the_comparison_would_find_a_leak(games: FlaskClient, pool: Pool, path: Path) -> None:
    """The same exchange, looked at by the player whose cards were exchanged."""
    rng = random.Random(5)
    table = Table(games, {"decks": [any_deck(pool, rng) for _ in range(2)]})
    table.play(rng, 5)
    state = stored(path, table.id)
    assert state is not None
    other, changed = exchanged(pool, state, 0, 1)
    assert changed
    assert other is not None
    wanted = all_answers(table, 1)
    overwrite(path, table.id, other)
    assert all_answers(table, 1) != wanted


def idle(question: dict[str, Any]) -> list[int] | None:
    """Return the answer of a player who does nothing, None where something has to be done."""
    if question["least"] == 0:
        return []
    keys = [option["key"] for option in question["options"]]
    return next(([keys.index(key)] for key in ("pass", "end turn", "no") if key in keys), None)


@pytest.mark.parametrize("viewer", [0, 1])
@pytest.mark.parametrize("seed", range(3))
def test_two_games_that_differ_in_hidden_cards_go_on_alike_for_who_cannot_know_them(
    games: FlaskClient, pool: Pool, path: Path, viewer: int, seed: int
) -> None:
    """Also the questions that are asked, and what is written into the log, are the same as the games go on."""
    rng = random.Random(seed)
    decks = [{**any_deck(pool, rng), "legend": "Daughter of the Void", "battlefields": ["Altar to Unity"]}] * 2
    decks[viewer] = small_deck(main=[{"name": "Cleave", "count": 30}, {"name": "Vi, Destructive", "count": 20}])
    one, two = (Table(games, {"decks": decks, "seed": seed}) for _ in range(2))
    state = stored(path, two.id)
    assert state is not None
    other = with_other_cards(pool, state, 1 - viewer, rng)
    assert other is not None
    overwrite(path, two.id, other)
    steps = 0
    while steps < 60:
        asked = one.look(None)["deciding"]
        questions = [table.look(asked)["decision"] for table in (one, two)] if asked is not None else []
        chosen = [at_random(rng, questions[0])] * 2 if asked == viewer else [idle(question) for question in questions]
        if asked is None or None in chosen:
            break
        for table, question, answer in zip((one, two), questions, chosen, strict=True):
            done = table.post(asked, {"answer": answer, "decision": question["number"]})
            assert done.status_code == 200, done.text
        seen = [renumbered({**table.look(viewer), "id": "", "expires": ""}) for table in (one, two)]
        assert seen[0] == seen[1]
        steps += 1
    assert steps >= 25
    for eye in (viewer, None):
        seen = [renumbered({**table.look(eye), "id": "", "expires": ""}) for table in (one, two)]
        assert seen[0] == seen[1]
        assert one.log(eye) == two.log(eye)
    hands = [table.look(1 - viewer)["view"]["players"][1 - viewer]["hand"] for table in (one, two)]
    assert hands[0] != hands[1]


def test_who_can_only_pass_is_asked_all_the_same(games: FlaskClient) -> None:
    """A question left out would tell that there is nothing in a hand to answer it with."""
    units = small_deck(main=[{"name": CHAMPION, "count": 40}])
    table = Table(games, {"decks": [units, units], "seed": 4})
    rng, only_pass = random.Random(4), set()

    def choose(seat: int, question: dict[str, Any]) -> list[int]:
        if [option["key"] for option in question["options"]] == ["pass"]:
            only_pass.add((question["kind"], seat))
        return at_random(rng, question)

    while table.step(choose):
        pass
    assert {("focus", 0), ("focus", 1)} <= only_pass


def test_what_another_draws_stays_a_card_in_the_log(games: FlaskClient) -> None:
    table = Table(games)
    table.play(random.Random(3), 40)
    own = [line for line in table.log(0) if " draws " in line]
    other = [line for line in table.log(1) if " draws " in line]
    open_to_all = [line for line in table.log(None) if " draws " in line]
    assert len(own) == len(other) == len(open_to_all) > 3
    for lines, seats in ((own, {"1"}), (other, {"2"}), (open_to_all, set())):
        for line in lines:
            assert line.endswith("draws a card") is (line.split()[1] not in seats)


def test_the_numbers_of_decisions_tell_nothing_of_another(games: FlaskClient) -> None:
    table = Table(games)
    counted = [0, 0]
    for _ in range(30):
        seat = table.look(None)["deciding"]
        question = table.look(seat)["decision"]
        assert question["number"] == counted[seat]
        counted[seat] += 1
        answer = at_random(random.Random(1), question)
        table.post(seat, {"answer": answer, "decision": question["number"]})
    assert min(counted) > 2


def test_neither_ids_nor_tokens_nor_the_seed_are_kept_or_told_in_the_clear(games: FlaskClient, path: Path) -> None:
    table = Table(games, {"decks": [small_deck()] * 2})
    table.play(random.Random(1), 10)
    with closing(sqlite3.connect(path)) as file:
        dump = "\n".join(file.iterdump())
        start = json.loads(file.execute("SELECT start FROM riftcheck_games WHERE id = ?", (table.id,)).fetchone()[0])
    for token in table.tokens:
        assert token not in dump
    assert "127.0.0.1" not in dump
    seed = start[2]
    assert seed > 2**40
    for viewer in (None, 0, 1):
        for response in (table.get(viewer), table.get(viewer, "/options"), table.get(viewer, "/log")):
            assert str(seed) not in response.text
            assert response.headers["Cache-Control"] == "no-store"
