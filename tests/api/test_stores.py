"""The stores as the settings have them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from riftcheck.api.app import create_app
from riftcheck.api.examples import BODIES
from riftcheck.api.preload import preload
from riftcheck.api.schemas import goldfish as schemas
from riftcheck.api.settings import SettingError, Settings
from riftcheck.api.stores import game_store, job_store
from riftcheck.store import migrations
from riftcheck.store.jobs import CANCELLED, DONE, FAILED, OPEN, STATES

if TYPE_CHECKING:
    from pathlib import Path

    from riftcheck.carddb import CardDatabase


def test_the_states_of_jobs_are_those_that_are_documented() -> None:
    assert (*OPEN, DONE, FAILED, CANCELLED) == STATES == schemas.STATES


def test_stores_have_the_capacity_of_the_settings() -> None:
    settings = Settings(games_each=1, games_most=2, games_hours=3, jobs_each=4, jobs_most=5, jobs_hours=6, jobs_kept=7)
    games, jobs = game_store(settings).capacity, job_store(settings).capacity
    assert (games.each, games.most, games.seconds) == (1, 2, 3 * 3600)
    assert (jobs.each, jobs.most, jobs.seconds, jobs.ended) == (4, 5, 6 * 3600, 7)


def test_stores_are_files_in_the_users_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    files = [game_store(Settings()).database.file, job_store(Settings()).database.file]
    assert files == [tmp_path / "riftcheck" / "games.sqlite3", tmp_path / "riftcheck" / "jobs.sqlite3"]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("given", ["mysql://me@host/name", "sqlite://", "://"])
def test_an_address_of_no_database_is_refused_by_the_name_of_the_setting(given: str) -> None:
    with pytest.raises(SettingError, match="RIFTCHECK_GAMES: "):
        game_store(Settings(games=given))
    with pytest.raises(SettingError, match="RIFTCHECK_JOBS: "):
        job_store(Settings(jobs=given))


def test_a_server_has_brought_its_tables_up_to_this_version_before_the_first_game(
    db: CardDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(log_level="error", games=str(tmp_path / "games.sqlite3"), jobs=str(tmp_path / "jobs.sqlite3"))
    for name in ("games", "jobs"):
        (tmp_path / f"{name}.sqlite3").touch()
    app = create_app(db, settings)
    preload(app)
    monkeypatch.setattr(migrations, "_migrate", None)
    client = app.test_client()
    assert client.post("/v1/games", json=BODIES["game"]).status_code == 200
    assert client.post("/v1/goldfish", json=BODIES["goldfish"]).status_code == 202


def test_a_server_starts_whose_tables_cannot_be_made(
    db: CardDatabase, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "games.sqlite3").write_text("cats, a great many of them, and no database at all")
    app = create_app(db, Settings(log_level="warning", games=str(tmp_path / "games.sqlite3")))
    preload(app)
    assert "not a database" in caplog.text
    assert app.test_client().post("/v1/games", json=BODIES["game"]).status_code == 503
    assert app.test_client().get("/healthz").status_code == 200
