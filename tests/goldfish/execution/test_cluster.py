"""Runs over a Dask cluster: real schedulers and workers on this machine, some of which die, hang back or are others."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

import pytest

from riftcheck import carddb
from riftcheck.engine.fingerprint import of_sources
from riftcheck.goldfish.execution.cluster import ClusterError, cluster_executor
from riftcheck.goldfish.execution.environment import Requirements, local_fingerprint
from riftcheck.goldfish.execution.executors import ChunkExecutor, ChunkPlayer
from riftcheck.goldfish.execution.jobs import Job, PartialResult
from riftcheck.goldfish.execution.runner import CHUNKS_AHEAD, run_job
from tests.goldfish.game_lists import real, table
from tests.paths import ROOT
from tests.processes import PATIENCE, TerminalRun, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from riftcheck.carddb import CardDatabase

LIST: Final = str(ROOT / "tests" / "fixtures" / "lists" / "list-072.txt")
DAY: Final = ("--date", "2026-01-28", "--seed", "7")
GAMES: Final = 200
MANY: Final = 1000  # games that go on for some seconds, so that something can happen to those who play them
ENDLESS: Final = 1_000_000
OVERLAY: Final = """
cards:
  - {name: Added Only Here, type: Unit, domains: [Fury], energy: 5, power: 0, might: 5, rarity: Common,
     abilities: [], printings: [{id: OGN-901, variant: base, rarity: Common}]}
"""


class Shell:
    """Starts programs of a source tree, and ends them whatever happens."""

    def __init__(self, tree: Path, folder: Path) -> None:
        self.tree = tree
        self.folder = folder
        self.started: list[subprocess.Popen[bytes]] = []
        self.environment = os.environ | {"DASK_CONFIG": str(folder), "TERM": "xterm", "COLUMNS": "100"}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        for process in self.started:
            process.kill()
        for process in self.started:
            process.wait()
            for pipe in (process.stdout, process.stderr):
                if pipe is not None:
                    pipe.close()

    def start(self, *args: str, tree: Path | None = None, settings: dict[str, str] | None = None, **more: Any) -> Any:
        process = subprocess.Popen(
            [sys.executable, *args],
            cwd=tree or self.tree,
            env=self.environment | (settings or {}),
            start_new_session=True,
            **more,
        )
        self.started.append(process)
        return process

    def logged(self, *args: str, **more: Any) -> Logged:
        return Logged(self, args, **more)

    def scheduler(self, **settings: str) -> Logged:
        common = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        return self.logged("distributed.cli.dask_scheduler", *common, settings=settings)

    def worker(self, scheduler: Logged, *options: str, **more: Any) -> Logged:
        common = ("--nthreads", "1", "--no-dashboard", "--memory-limit", "0", "--local-directory", str(self.folder))
        return self.logged(
            "distributed.cli.dask_worker", scheduler.address(), *common, *(options or ("--no-nanny",)), **more
        )

    def goldfish(self, scheduler: Logged, *args: str) -> Shown:
        return Shown(
            self, ("-m", "riftcheck", "goldfish", LIST, *DAY, "--json", "--cluster", scheduler.address(), *args)
        )

    def endless(self, scheduler: Logged) -> Shown:
        return self.goldfish(scheduler, "--games", str(ENDLESS))

    def riftcheck(self, *args: str) -> bytes:
        """Return what a command prints that ends well."""
        process = self.start("-m", "riftcheck", *args, stdout=subprocess.PIPE)
        out: bytes = process.communicate(timeout=PATIENCE)[0]
        assert process.returncode == 0
        return out


class Logged:
    """A scheduler or a worker, with what it logs."""

    def __init__(self, shell: Shell, args: tuple[str, ...], **more: Any) -> None:
        number = len(list(shell.folder.glob("*.log")))
        self._log = shell.folder / f"{number}.log"
        with self._log.open("wb") as log:
            self.process = shell.start("-m", *args, stdout=log, stderr=log, **more)

    def log(self) -> str:
        return self._log.read_text("utf-8", "replace")

    def address(self) -> str:
        """Return the address at which it listens, once it does."""
        wait_until(lambda: re.search(r"(Scheduler|Start worker) at: +tcp://", self.log()))
        found = re.search(r"(?:Scheduler|Start worker) at: +(tcp://[\d.:]+)", self.log())
        assert found is not None
        return found[1]

    def joined(self) -> Self:
        wait_until(lambda: "Registered to:" in self.log())
        return self

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


class Shown(TerminalRun):
    """A command of a source tree whose standard error is a terminal, so that it tells how far it is."""

    def __init__(self, shell: Shell, args: tuple[str, ...], settings: dict[str, str] | None = None) -> None:
        environment = shell.environment | (settings or {})
        super().__init__([sys.executable, *args], environment, cwd=shell.tree, start_new_session=True)
        shell.started.append(self.process)

    def told(self, *codes: int) -> tuple[bytes, str]:
        """Return what it printed and what it said besides the bar, once it has ended."""
        out, said = self.ended(*codes)
        for unwanted in ("Traceback", "distributed.", "Warning", "asyncio"):
            assert unwanted not in said
        return out, re.sub(r"\s+", " ", said)

    def refused(self) -> str:
        out, said = self.told(2)
        assert out == b""
        return said

    def failed(self) -> str:
        """Return what was said of players that failed, whether or not any game had been counted by then."""
        said = self.told(2, 4)[1]
        assert "died" in said
        return said

    def cut_short(self) -> tuple[dict[str, Any], str]:
        """Return the result of the games that were counted before their players failed, and what was said."""
        out, said = self.told(4)
        found: dict[str, Any] = json.loads(out)
        assert f"Of {ENDLESS} games the first {found['games']} games were counted; they are the result." in said
        assert "give the command again with --seed 7" in said
        assert 0 < found["games"] < ENDLESS
        return found, said


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shell]:
    """Programs of a copy of the sources, which nobody changes while they run."""
    tree = tmp_path_factory.mktemp("tree")
    # The links of `riftcheck/` are followed: each room is copied to where it is imported from.
    shutil.copytree(ROOT / "riftcheck", tree / "riftcheck", ignore=shutil.ignore_patterns("__pycache__"))
    with Shell(tree, tmp_path_factory.mktemp("logs")) as shell:
        yield shell


@pytest.fixture(scope="module")
def scheduler(shell: Shell) -> Logged:
    """A scheduler with two workers."""
    scheduler = shell.scheduler()
    workers = [shell.worker(scheduler) for _ in range(2)]
    for worker in workers:
        worker.joined()
    return scheduler


@pytest.fixture(scope="module")
def lonely(shell: Shell) -> Logged:
    """A scheduler without a worker."""
    return shell.scheduler()


@pytest.fixture(scope="module")
def nobody(shell: Shell) -> Shown:
    """A run for which nobody is there: it takes its time, while other tests run."""
    return Shown(shell, ("-m", "riftcheck", "goldfish", LIST, *DAY, "--games", "5", "--cluster", "tcp://127.0.0.1:1"))


@pytest.fixture(scope="module")
def idle(shell: Shell, lonely: Logged) -> Shown:
    """A run for which no worker is there."""
    return shell.goldfish(lonely, "--games", "5")


@pytest.fixture(scope="module")
def whole(shell: Shell) -> bytes:
    """The result of one process."""
    return shell.riftcheck("goldfish", LIST, *DAY, "--json", "--games", str(GAMES), "--jobs", "1")


@pytest.fixture(scope="module")
def many(shell: Shell) -> bytes:
    """The result of two processes, of games that go on for longer."""
    return shell.riftcheck("goldfish", LIST, *DAY, "--json", "--games", str(MANY), "--jobs", "2")


@pytest.mark.usefixtures("nobody", "idle")
def test_a_cluster_gives_the_same_bytes(shell: Shell, scheduler: Logged, whole: bytes) -> None:
    assert shell.goldfish(scheduler, "--games", str(GAMES)).told(0)[0] == whole


def test_a_comparison_gives_the_same_bytes(shell: Shell, scheduler: Logged, tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text(Path(LIST).read_text("utf-8").replace("3 Stacked Deck", "2 Stacked Deck"), "utf-8")
    args = ("compare", LIST, str(other), *DAY, "--json", "--games", "12", "--allow-illegal")
    assert shell.riftcheck(*args, "--cluster", scheduler.address()) == shell.riftcheck(*args, "--jobs", "1")


def test_the_games_of_a_worker_that_is_killed_are_played_by_others(
    shell: Shell, scheduler: Logged, many: bytes
) -> None:
    third = shell.worker(scheduler).joined()
    run = shell.goldfish(scheduler, "--games", str(MANY)).plays()
    third.kill()
    assert run.process.poll() is None
    assert run.told(0)[0] == many
    assert "Remove worker" in scheduler.log()


def test_workers_that_are_started_anew_are_given_the_games_again(shell: Shell, many: bytes) -> None:
    scheduler = shell.scheduler()
    worker = shell.worker(scheduler, "--nanny").joined()
    other = shell.start("-c", RESTART, scheduler.address(), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert other.stdout.readline() == b"ready\n"  # so that the games do not end before it has begun
    run = shell.goldfish(scheduler, "--games", str(MANY)).plays()
    other.communicate(b"\n")
    assert run.process.poll() is None
    assert run.told(0)[0] == many
    assert worker.log().count("Registered to:") > 1
    os.killpg(worker.process.pid, signal.SIGKILL)  # with the process that it started


RESTART = """
import sys, distributed
client = distributed.Client(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
client.restart(wait_for_workers=False)
"""


def test_games_of_which_workers_die_again_and_again_are_given_up(shell: Shell) -> None:
    scheduler = shell.scheduler(DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES="0")
    worker = shell.worker(scheduler).joined()
    run = shell.endless(scheduler).plays()
    address = worker.address()
    worker.kill()
    assert f"died while they played the same games, 1 of them, the last one at {address}" in run.failed()


# A worker whose sources differ from what was compiled of them does not start at all.
@pytest.mark.interpreted_only
def test_workers_that_are_others_are_named(shell: Shell, scheduler: Logged, tmp_path: Path) -> None:
    """One has other cards and comes while a run goes on, which it ends; one has other sources."""
    here = shell.endless(scheduler).plays()
    cards = tmp_path / "cards"
    cards.mkdir()
    (cards / "more.yaml").write_text(OVERLAY, "utf-8")
    dealt = shell.worker(scheduler, settings={"RIFTCHECK_CARDS": str(cards)})
    said = here.cut_short()[1]
    assert f"worker {dealt.address()}: card data " in said
    assert "sources" not in said

    tree = tmp_path / "tree"
    shutil.copytree(shell.tree, tree)
    with (tree / "riftcheck" / "engine" / "model" / "constants.py").open("a") as stream:
        stream.write("# another engine\n")
    coded = shell.worker(scheduler, tree=tree).joined()
    said = shell.goldfish(scheduler, "--games", "5").refused()
    assert said.count("worker tcp:") == 2
    assert f"worker {dealt.address()}: card data " in said
    assert f"worker {coded.address()}: sources of the engine " in said
    assert "Start the scheduler and its workers anew" in said
    before = scheduler.log().count("Remove worker")  # other tests may have stopped workers of this scheduler
    dealt.kill()
    coded.kill()
    wait_until(lambda: scheduler.log().count("Remove worker") >= before + 2)

    laid = shell.goldfish(scheduler, "--games", "5", "--cards", str(cards)).refused()
    assert laid.count("worker tcp:") == 2
    assert f"Here {cards} is laid over the cards" in laid
    assert "RIFTCHECK_CARDS" in laid


def test_a_worker_without_riftcheck_is_named(shell: Shell, scheduler: Logged, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(BARE, "utf-8")
    bare = shell.worker(scheduler, tree=tmp_path, settings={"PYTHONPATH": str(tmp_path)}).joined()
    said = shell.goldfish(scheduler, "--games", "5").refused()
    assert f"worker {bare.address()}: riftcheck none, here " in said
    bare.kill()


BARE = """
import importlib.metadata as metadata
known = metadata.version
def version(name):
    if name == "riftcheck":
        raise metadata.PackageNotFoundError(name)
    return known(name)
metadata.version = version
"""


@pytest.mark.usefixtures("nobody", "idle")
def test_ctrl_c_shows_what_was_played(shell: Shell, scheduler: Logged) -> None:
    # Where tests run in the background of a shell, Ctrl-C is ignored, and what they start would ignore it too.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    run = shell.endless(scheduler)
    signal.signal(signal.SIGINT, before)
    run.plays().process.send_signal(signal.SIGINT)
    found = json.loads(run.told(130)[0])
    assert found["flags"]["stopped"] == ENDLESS
    games = found["games"]
    assert 0 < games < ENDLESS
    again = json.loads(shell.goldfish(scheduler, "--games", str(games)).told(0)[0])
    assert again | {"flags": found["flags"]} == found


def test_where_nobody_is_there_it_is_told(nobody: Shown) -> None:
    assert "No Dask scheduler answers at tcp://127.0.0.1:1 (" in nobody.refused()


def test_a_scheduler_without_a_worker_is_told(idle: Shown) -> None:
    assert re.search(r"The Dask scheduler at tcp://\S+ has no worker\. Start one", idle.refused())


def test_a_run_ends_when_no_worker_is_left(shell: Shell, lonely: Logged) -> None:
    worker = shell.worker(lonely).joined()
    args = ("goldfish", LIST, *DAY, "--json", "--games", str(ENDLESS), "--cluster", lonely.address())
    run = Shown(shell, ("-c", HASTY, *args)).plays()
    worker.kill()
    found, said = run.cut_short()
    assert "has had no worker for 1 seconds" in said
    assert found["flags"]["stopped"] == ENDLESS


HASTY = """
from riftcheck.cli.main import main
from riftcheck.goldfish.execution import scheduler_connection

scheduler_connection.NO_WORKER_SECONDS = 1.0
main()
"""


@pytest.mark.parametrize("kind", ["goldfish", "compare", "sweep"])
def test_what_was_counted_before_the_scheduler_died_is_the_result(shell: Shell, tmp_path: Path, kind: str) -> None:
    scheduler = shell.scheduler()
    worker = shell.worker(scheduler).joined()
    other = tmp_path / "other.txt"
    other.write_text(Path(LIST).read_text("utf-8").replace("3 Stacked Deck", "2 Stacked Deck"), "utf-8")
    pool = tmp_path / "pool.txt"
    pool.write_text("Jinx, Rebel\nFlame Chompers\n", "utf-8")
    lists = {"goldfish": (LIST,), "compare": (LIST, str(other)), "sweep": (LIST, "--pool", str(pool))}[kind]
    args = (kind, *lists, *DAY, "--policy", "greedy", "--allow-illegal", "--json")
    played = ("-m", "riftcheck", *args, "--games", str(ENDLESS), "--cluster", scheduler.address())
    run = Shown(shell, played).plays()
    wait_until(lambda: re.search(rb"(?<!\d)([2-9]|\d{2,})/", run.shown))  # a comparison takes two games
    scheduler.kill()
    found, said = run.cut_short()
    assert re.search(r"The connection to the Dask scheduler at tcp://\S+ was lost", said)
    worker.kill()
    assert f'"stopped":{ENDLESS}' in json.dumps(found, separators=(",", ":"))
    again = shell.riftcheck(*args, "--games", str(found["games"])).replace(b'"stopped":0', b'"stopped":%d' % ENDLESS)
    assert json.loads(again) == found


@pytest.mark.parametrize(
    "address",
    ["", "10.0.0.5:8786", "http://10.0.0.5:8786", "tcp://10.0.0.5", "tcp://:8786", "tcp://x:y", "tcp://x:1/y"],
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(ClusterError, match="is no address of a Dask scheduler; write tcp://HOST:PORT"):
        cluster_executor(address, carddb.load, "")


def test_the_extra_is_named_where_it_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match=r"pip install 'riftcheck\[cluster\]'"):
        cluster_executor("tcp://127.0.0.1:8786", carddb.load, "")


def test_a_wrong_configuration_of_dask_is_told(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "dask.yaml").write_text("[1]\n", "utf-8")
    args = ("-m", "riftcheck", "goldfish", LIST, *DAY, "--cluster", "tcp://127.0.0.1:1")
    said = Shown(shell, args, settings={"DASK_CONFIG": str(tmp_path / "dask.yaml")}).refused()
    assert "Dask cannot be used here: A dask config file at" in said


def test_a_refusal_names_each_difference_of_some_workers() -> None:
    needs = Requirements(local_fingerprint("abc"), (), "tcp://x:1")
    needs.check(
        {"worker 1": local_fingerprint("abc"), "worker 2": {"riftcheck": local_fingerprint("abc")["riftcheck"]}}
    )
    others = {
        f"worker {number}": local_fingerprint("abc") | {"python": "3.9", "distributed": "0"} for number in range(12)
    }
    with pytest.raises(ClusterError) as raised:
        needs.check(others)
    lines = str(raised.value).splitlines()
    assert len(lines) == 1 + 10 + 1 + 1
    assert re.fullmatch(r"  worker 0: Python 3\.9, here 3\.\d+, distributed none, here \S+\.", lines[1])
    assert lines[11] == "  and 2 more."
    other = "interpreted" if local_fingerprint("abc")["build"] == "compiled" else "compiled"
    with pytest.raises(ClusterError, match=f"worker 1: the build {other}, here "):
        needs.check({"worker 1": local_fingerprint("abc") | {"build": other}})
    with pytest.raises(ClusterError, match="Workers have the cards of their own machine"):
        needs.check({"worker 1": {"cards": "def"}})


def test_a_fingerprint_changes_with_every_source(tmp_path: Path) -> None:
    package = type(sys)("package")
    package.__path__ = [str(tmp_path)]
    seen = [of_sources(), of_sources(package)]
    for name, text in (("a.py", ""), ("a.py", "1"), ("inner/b.py", ""), ("c.py", "1")):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        seen.append(of_sources(package))
        assert seen[-1] == of_sources(package)
    (tmp_path / "a.py").rename(tmp_path / "d.py")
    seen += [of_sources(package), of_sources(package, data="x")]
    assert seen[0] == seen[1]
    assert len(set(seen[1:])) == len(seen) - 1
    (tmp_path / "no-code.txt").write_text("x")
    assert of_sources(package) == seen[-2]


class TakenBack(Executor):
    """Takes some work back, as a scheduler does, and counts how much it has at a time."""

    def __init__(self, starts: list[int]) -> None:
        self._starts = starts
        self.given = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.given += 1
        if args[1] in self._starts:
            self._starts.remove(args[1])
            future.cancel()
            future.set_running_or_notify_cancel()
        else:
            future.set_result(fn(*args, **kwargs))
        return future


def test_work_that_is_taken_back_is_given_out_again(db: CardDatabase) -> None:
    job = Job((table(db, real(db), seed=3).run,))
    starts = [0, 5, 10]
    part = ChunkPlayer(db).play
    with ChunkExecutor(lambda: TakenBack(starts), part, 2) as executor:
        found = run_job(job, 15, executor, chunk=5).result
    assert starts == []
    assert found.tallies[0].to_bytes() == part(job, 0, 15, 1000.0).tallies[0].to_bytes()


def test_an_executor_that_grows_is_given_more(db: CardDatabase) -> None:
    job = Job((table(db, real(db), seed=3).run,), rows=True)
    inner = TakenBack([])
    executor = ChunkExecutor(lambda: inner, PartialResult.of, 1)
    given: list[int] = []

    def grow(_part: PartialResult) -> None:
        given.append(inner.given)
        executor.size = 4

    with executor:
        run_job(job, 100, executor, chunk=1, progress=grow)
    assert given[0] == CHUNKS_AHEAD
    assert given[CHUNKS_AHEAD] == CHUNKS_AHEAD + 4 * CHUNKS_AHEAD
