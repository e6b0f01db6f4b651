"""What all tests share: the shipped database, and folders of their own for caches and user data."""

from __future__ import annotations

import os
import secrets
import signal
import tempfile
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from riftcheck import carddb
from riftcheck.engine.compile.pool import pool_of
from tests import databases
from tests.hosts import write_hosts
from tests.late_iris import load_late
from tests.shipped_cards import read_shipped_cards_once
from tests.skips import pytest_make_collect_report, pytest_runtest_makereport
from tests.speeds import RANDOM_GAMES, Speeds
from tests.unwritten import write_unwritten

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from riftcheck.carddb import CardDatabase
    from riftcheck.engine.model.definitions import Pool
    from tests.apps import Apps
    from tests.servers import Started

__all__ = ["pytest_make_collect_report", "pytest_runtest_makereport", "read_shipped_cards_once"]

# Before jsonschema is imported.
load_late()
# Before anything loads: no test reads or writes the folders of the person who runs it. The cache is shared by all
# workers, because a snapshot is keyed by its sources; data is not.
_IS_WORKER = "PYTEST_XDIST_WORKER" in os.environ
_HOME = tempfile.mkdtemp(prefix="riftcheck-tests-")
os.environ["XDG_DATA_HOME"] = f"{_HOME}/data"
if not _IS_WORKER:
    os.environ["RIFTCHECK_CACHE"] = f"{_HOME}/cache"
for _setting in ("RIFTCHECK_CARDS", "RIFTCHECK_KEYS", "RIFTCHECK_RATE_NETWORKS", "RIOT_API_KEY"):
    os.environ.pop(_setting, None)
# Servers that tests start answer whatever is asked of them; tests of limits set their own.
os.environ |= {"RIFTCHECK_RATE_LIGHT": "none", "RIFTCHECK_RATE_HEAVY": "none"}
# Who runs the tests in the background may ignore Ctrl-C, and children inherit that: to interrupt one would do nothing.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
# The games that are played at random are others in every run; workers have the seed from who started them.
os.environ.setdefault("RIFTCHECK_SEED", str(secrets.randbelow(10**9)))

# Time is never what a property test asserts, and the database is the same for every example.
_ALWAYS = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
settings.register_profile("quick", _ALWAYS, max_examples=25)
settings.register_profile("default", _ALWAYS, max_examples=100)
settings.register_profile("fuzz", _ALWAYS, max_examples=20_000)
settings.load_profile("default")


def pytest_configure(config: pytest.Config) -> None:
    """Have the cards compiled once, before the workers start that all want them."""
    if not _IS_WORKER and config.getoption("numprocesses", None):
        carddb.load()
    config.pluginmanager.register(Speeds(), "riftcheck-speeds")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say which games at random were played, so that they can be played again."""
    ran = (report for reports in terminalreporter.stats.values() for report in reports)
    if any("test_fresh_games" in getattr(report, "nodeid", "") for report in ran):
        first, count = os.environ["RIFTCHECK_SEED"], os.environ.get("RIFTCHECK_FUZZ_GAMES", str(RANDOM_GAMES))
        terminalreporter.write_line(f"games at random: {count} from seed {first} (RIFTCHECK_SEED={first} repeats them)")


@pytest.fixture(scope="session")
def db() -> CardDatabase:
    """The shipped card database."""
    return carddb.load()


@pytest.fixture(scope="session")
def pool(db: CardDatabase) -> Pool:
    """The card pool of the shipped database, with every card compiled."""
    whole = pool_of(db)
    whole.need_all()
    return whole


@pytest.fixture(scope="session")
def apps(db: CardDatabase) -> Apps:
    """The applications of the session: `apps(**settings)` returns one for each settings, with nothing counted yet.

    A test that stores games or jobs names files of its own in the settings. A test that changes an application, or
    needs two with the same settings, makes its own with `create_app`.
    """
    from tests.apps import Apps

    return Apps(db)


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Started]:
    """The server of the session, with two workers and without limits, for all tests that need no settings of their own.

    Other tests have asked it before, so a test that counts something counts from what it finds.
    """
    from tests.servers import live_server

    with live_server(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture(scope="session")
def live(served: Started) -> str:
    """The address of the server of the session."""
    return served.url


@pytest.fixture(scope="session")
def hosts_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of made-up cards that let extra legends be registered, to lay over the shipped ones."""
    return write_hosts(tmp_path_factory.mktemp("hosts"))


@pytest.fixture(scope="session")
def hosts(hosts_folder: Path) -> CardDatabase:
    """The shipped database with the made-up cards that let extra legends be registered."""
    return carddb.load([hosts_folder])


@pytest.fixture(scope="session")
def unwritten_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of made-up cards that the engine cannot play, to lay over the shipped ones."""
    return write_unwritten(tmp_path_factory.mktemp("unwritten"))


@pytest.fixture(scope="session")
def unwritten(unwritten_folder: Path) -> CardDatabase:
    """The shipped database with made-up cards that the engine cannot play."""
    return carddb.load([unwritten_folder])


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server for the tests."""
    if databases.program("initdb") is None:
        pytest.skip("no PostgreSQL server is installed here (on Debian: apt-get install postgresql)")
    with databases.server() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "jobs" / "jobs.sqlite3")
    return databases.emptied(request.getfixturevalue("postgres"))


def pytest_xdist_auto_num_workers() -> int:
    """Return how many processes test: one more than there are cores, for tests of servers and of Dask wait a lot."""
    return len(os.sched_getaffinity(0)) + 1
