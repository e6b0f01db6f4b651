"""An outage of a database is one log line when it cannot be used, and one when it works again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from riftcheck.store.errors import BusyError, DatabaseError
from riftcheck.store.outages import AGAIN, LOGGER, READING, WRITING, Outage
from tests.store.stores import FakeClock, add, job_store_at

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ADVICE = "Do something."


@pytest.fixture(autouse=True)
def _caught(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Let `caplog` record the lines, also after another test has configured the log of a server."""
    LOGGER.addHandler(caplog.handler)
    LOGGER.propagate = False
    LOGGER.setLevel("INFO")
    yield
    LOGGER.setLevel("NOTSET")
    LOGGER.propagate = True
    LOGGER.removeHandler(caplog.handler)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def outage(request: pytest.FixtureRequest, clock: FakeClock) -> Outage:
    return Outage(request.node.name, clock)


def logged(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the lines since the last call, without the name of the database."""
    found = [f"{one.levelname} {one.getMessage().partition(' ')[2].split(' ', 2)[2]}" for one in caplog.records]
    caplog.clear()
    return found


AWAY = "ERROR cannot be used: away. Do something."
BACK = "WARNING works again."


def test_an_outage_is_logged_once_and_its_end_once(outage: Outage, caplog: pytest.LogCaptureFixture) -> None:
    outage.end(READING)
    for _ in range(5):
        outage.begin(READING, "away", ADVICE)
        outage.begin(WRITING, "away", ADVICE)
    assert logged(caplog) == [AWAY]
    outage.end(READING)
    assert logged(caplog) == [], "nothing can be written yet"
    outage.end(WRITING)
    outage.end(WRITING)
    assert logged(caplog) == [BACK]


def test_other_processes_and_databases_of_the_same_address_log_no_second_line(
    outage: Outage, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    other, unrelated = Outage(outage._name, clock), Outage(f"{outage._name}2", clock)
    outage.begin(READING, "away", ADVICE)
    other.begin(READING, "away", ADVICE)
    assert logged(caplog) == [AWAY]
    unrelated.begin(READING, "away", ADVICE)
    assert logged(caplog) == [AWAY]
    other.end(READING)
    assert logged(caplog) == [BACK]


def test_a_file_of_which_only_some_reads_succeed_is_logged_once_a_minute(
    outage: Outage, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(20):
        outage.begin(READING, "damaged", ADVICE)
        outage.end(READING)
    assert len(logged(caplog)) == 2
    clock.now += AGAIN
    outage.begin(READING, "damaged", ADVICE)
    assert len(logged(caplog)) == 1


def test_another_reason_is_logged_at_once(outage: Outage, caplog: pytest.LogCaptureFixture) -> None:
    outage.begin(WRITING, "full", ADVICE)
    outage.begin(WRITING, "damaged", ADVICE)
    assert len(logged(caplog)) == 2


def test_a_damaged_file_is_one_sentence_with_its_name_and_what_to_do(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "jobs.sqlite3"
    path.write_text("this is no database, but a text that is long enough to be taken for a page" * 50)
    stores = [job_store_at(str(path)) for _ in range(2)]
    for store in stores * 3:
        with pytest.raises(DatabaseError):
            store.get("a")
        with pytest.raises(DatabaseError):
            add(store, "a")
    (line,) = caplog.records
    assert line.exc_info is None
    assert line.getMessage().startswith(f"The database {path} cannot be used: file is not a database. Restore a backup")
    path.unlink()
    add(stores[0], "a")
    stores[0].get("a")
    assert caplog.messages[1:] == [f"The database {path} works again."]
    for store in stores:
        store.database.close()


def test_a_removal_on_a_full_disk_does_not_end_an_outage(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    store = job_store_at(str(tmp_path / "jobs.sqlite3"))
    add(store, "a")
    store.database._outage.begin(WRITING, "full", ADVICE)
    assert store.cancel("a")
    store.remove("a")
    assert len(caplog.messages) == 1
    add(store, "b")
    assert len(caplog.messages) == 2
    store.database.close()


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "file").write_text("")
    path = tmp_path / "file" / "jobs.sqlite3"
    with pytest.raises(DatabaseError):
        add(job_store_at(str(path)), "a")
    (told,) = caplog.messages
    assert str(path) in told
    assert told.endswith("Allow the server to write the file and its folder.")


def test_an_unreachable_server_is_logged_once_without_its_password(caplog: pytest.LogCaptureFixture) -> None:
    store = job_store_at("postgresql://somebody:secret@127.0.0.1:1/away")
    for _ in range(3):
        with pytest.raises(DatabaseError):
            store.has_work()
    (told,) = caplog.messages
    assert "secret" not in told
    assert told.endswith("The server tries again at the next use.")


def test_a_busy_database_is_no_outage(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    store = job_store_at(str(tmp_path / "jobs.sqlite3"), patience=0.01)
    add(store, "a")
    with store.database._writes, pytest.raises(BusyError):
        store.cancel("a")
    assert caplog.messages == []
    store.database.close()
