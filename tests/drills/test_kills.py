"""Ten kills of a server under writes; `python -m drills kills` kills more often."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from drills.service.kills import broken, kill_and_write, miscounted
from drills.service.writers import Ledger, Table

if TYPE_CHECKING:
    from pathlib import Path

KILLS = 10
APART = 10


def test_nothing_that_was_acknowledged_is_lost(tmp_path: Path) -> None:
    found, faults = kill_and_write(tmp_path, KILLS, 5, APART)
    assert faults == []
    assert sum(found["kills"].values()) == KILLS
    assert found["acknowledged"]["answers"] > 0
    assert found["acknowledged"]["games"] > 0


def games_file(folder: Path) -> Path:
    """Return a database of a game with two answers."""
    file = folder / "games.sqlite3"
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("CREATE TABLE riftcheck_games (id PRIMARY KEY, counts)")
        database.execute("CREATE TABLE riftcheck_game_answers (game, number)")
        database.execute("INSERT INTO riftcheck_games VALUES ('one', '[2, 1]')")
        database.executemany("INSERT INTO riftcheck_game_answers VALUES ('one', ?)", [(0,), (1,), (2,)])
    return file


def test_an_answer_that_is_lost_or_counted_twice_is_told(tmp_path: Path) -> None:
    file = games_file(tmp_path)
    known = Ledger(tables={"one": Table("one", ["a", "b"], [2, 1], b"")})
    assert miscounted(file, known) == []
    known.tables["one"].counts[1] = 2
    assert miscounted(file, known) == ["game one: [2, 2] were acknowledged, stored are [2, 1], (3, 3)"]
    known.tables["one"].counts[1] = 1
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("DELETE FROM riftcheck_game_answers WHERE number = 1")
    assert miscounted(file, known) == ["game one: [2, 1] were acknowledged, stored are [2, 1], (2, 3)"]
    known.tables["two"] = Table("two", ["a", "b"], [0, 0], b"")
    assert miscounted(file, known)[1] == "game two: [0, 0] were acknowledged, stored are None, None"


def test_a_database_that_is_not_whole_is_told(tmp_path: Path) -> None:
    file = games_file(tmp_path)
    assert broken(file) == []
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("CREATE TABLE child (game REFERENCES riftcheck_games(id))")
        database.execute("INSERT INTO child VALUES ('none')")
    assert len(broken(file)) == 1
