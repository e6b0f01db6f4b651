"""The same bytes from two builds: results of goldfishing, golden games, games at random and scenarios, byte by byte.

`python -m tests.compilation.same_bytes INTERPRETED COMPILED` records all of them in two trees, of which the one is
interpreted and the other compiled in place, and ends with 1 if anything differs, which it names.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from datetime import date
from functools import partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import riftcheck
from bench import lists
from drills.random_games import RandomGame, digest, pool
from riftcheck.build import COMPILED, INTERPRETED, checked_build
from riftcheck.engine.game import Game
from riftcheck.engine.storage.save import dump
from riftcheck.scenario.format.reader import read_file, scenario_files
from riftcheck.scenario.runner import run
from riftcheck.scenario.setup.cards import Pools
from tests.engine.test_golden import FOLDER as GOLDEN
from tests.engine.test_golden import started

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from riftcheck.carddb import CardDatabase
    from riftcheck.engine.model.state import State

DAY: Final = date(2026, 9, 25)
PROCESSES: Final = (1, 2)
OWN: Final = ("list-072", "list-010", "list-056")
AGAINST: Final = "list-010"
SCRIPT: Final = {"removal": {"every": 2, "from": 2}}
RANDOM_GAMES: Final = 20
SCENARIOS: Final = Path(__file__).parent.parent / "scenarios"
STRIDE: Final = 40  # decisions between two saves of a game
SHOWN: Final = 60  # bytes of each side around the first difference


class DifferenceError(Exception):
    """Two builds of which one is not what it should be, or that differ; the message names what."""


def record(folder: Path) -> str:
    """Write what this build plays into a folder, a file for each thing; return the build."""
    records = (
        ("goldfish", _results()),
        ("golden", _golden_games()),
        ("random", _random_games()),
        ("scenarios", _scenarios()),
    )
    for kind, found in records:
        for name, document in found:
            path = folder / kind / f"{name}.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(document, indent=1, ensure_ascii=False), "utf-8")
    return checked_build()


def compare(one: Path, other: Path) -> int:
    """Compare two folders of records, and return how many files they have.

    :raises DifferenceError: at the first file that one of them lacks or that differs.
    """
    names, others = (sorted(path.relative_to(side) for path in side.rglob("*.json")) for side in (one, other))
    if names != others or not names:
        lacking = ", ".join(sorted(map(str, {*names} ^ {*others}))) or "everything"
        raise DifferenceError(f"One of the builds has no record of: {lacking}.")
    for name in names:
        first, second = (one / name).read_bytes(), (other / name).read_bytes()
        if first != second:
            pairs = zip(first, second, strict=False)
            place = next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(first), len(second)))
            here = slice(max(0, place - SHOWN), place + SHOWN)
            raise DifferenceError(f"{name} differs from byte {place} on:\n  {first[here]!r}\n  {second[here]!r}")
    return len(names)


def recorded_in(tree: Path, build: str, folder: Path) -> None:
    """Record what the build in a tree plays, by this Python.

    :raises DifferenceError: if the record fails, or the tree has another build.
    """
    ran = subprocess.run(
        [sys.executable, "-m", "tests.compilation.same_bytes", "--record", str(folder)],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree)},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if ran.returncode:
        raise DifferenceError(f"The games of {tree} could not be recorded; what is wrong stands above.")
    if ran.stdout.strip() != build:
        raise DifferenceError(f"{tree} is {ran.stdout.strip()}; it should be {build}.")


def main(words: Sequence[str]) -> int:
    """Record, or compare two trees; return the exit code."""
    if words[0] == "--record":
        sys.stdout.write(record(Path(words[1])))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        sides = [Path(folder, build) for build in (INTERPRETED, COMPILED)]
        try:
            for tree, side in zip(words, sides, strict=True):
                recorded_in(Path(tree).resolve(), side.name, side)
            files = compare(*sides)
        except DifferenceError as error:
            sys.stderr.write(f"{error}\n")
            return 1
    sys.stdout.write(f"{files} records of the two builds are the same bytes.\n")
    return 0


def _results() -> Iterator[tuple[str, Any]]:
    db = riftcheck.load()
    other = _list(AGAINST)
    for name, jobs in product(OWN, PROCESSES):
        yield f"{name} passive by {jobs}", _result(db, name, games=120, jobs=jobs)
    for jobs in PROCESSES:
        yield f"list opponent by {jobs}", _result(db, OWN[0], games=60, opponent=other, jobs=jobs)
        yield f"planner by {jobs}", _result(db, OWN[0], games=10, opponent=other, policy="planner", jobs=jobs)
        yield f"script by {jobs}", _result(db, OWN[0], games=60, opponent=SCRIPT, jobs=jobs)
        looking = {"budget": 20, "samples": 2}
        yield (
            f"look-ahead by {jobs}",
            _result(db, OWN[0], games=4, turns=6, policy="lookahead", policy_options=looking, jobs=jobs),
        )


def _result(db: CardDatabase, name: str, **options: Any) -> dict[str, Any]:
    """Return a result without its build, which is all in which two builds may differ."""
    found = riftcheck.simulate(
        _list(name), seed=7, date=DAY, cards=db, allow_illegal=True, unsupported="skip", **options
    ).to_json()
    if found.pop("build") != checked_build():
        raise DifferenceError(f"The result of {name} tells another build than the program that counted.")
    return found


def _list(name: str) -> str:
    return (lists.FOLDER / f"{name}.txt").read_text("utf-8")


def _golden_games() -> Iterator[tuple[str, Any]]:
    for path in sorted(GOLDEN.glob("*.json")):
        stored = json.loads(path.read_text("utf-8"))
        game = started(stored)
        points = [_told(game)]
        for number, text in enumerate(stored["answers"].split(), 1):
            game.answer([] if text == "-" else [int(part) for part in text.split(",")])
            if number % STRIDE == 0:
                points.append(_told(game))
        yield path.stem, [*points, _told(game)]


def _random_games() -> Iterator[tuple[str, Any]]:
    for seed in range(RANDOM_GAMES):
        played = RandomGame(seed)
        points = [_told(played.game)]
        while played.game.decision is not None:
            played.play(STRIDE)
            points.append(_told(played.game))
        loaded = Game.from_json(pool(played.rules.own_power_is_own), json.loads(json.dumps(points[-1]["save"])))
        yield f"{seed} {played.mode}", [*points, {"loaded": loaded.to_json()}]


def _scenarios() -> Iterator[tuple[str, Any]]:
    """Tell for each file the outcomes of its scenarios, with the states to which they came in each version."""
    pools = Pools(riftcheck.load())
    for path in scenario_files(SCENARIOS):
        told = []
        for scenario in read_file(path):
            ends: dict[str, Any] = {}
            outcome = run(scenario, pools, at_end=partial(_note, ends))
            told.append({"line": scenario.line, "result": outcome.result, "message": outcome.message, "ends": ends})
        yield path.relative_to(SCENARIOS).with_suffix("").as_posix(), told


def _note(ends: dict[str, Any], version: str, s: State) -> None:
    ends[version] = dump(s)


def _told(game: Game) -> dict[str, Any]:
    """Return all that a game shows at a point: its save, what each player and nobody sees, and its log."""
    views = [game.view(player) for player in (None, *range(len(game.state.players)))]
    return {"save": game.to_json(), "views": views, "log": digest(game), "events": len(game.log)}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
