"""Planted swaps: a real list with one copy made worse, and whether a sweep finds the swap that mends it.

List, card, opponent and pool were named before any of these sweeps was run, by looking at games of other seeds. What
the swap is worth is measured first, by paired games of a seed that no sweep has; then ten sweeps of other seeds look
for it within the budget.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from bench import lists
from riftcheck import carddb
from riftcheck.decks.reader import read_list
from riftcheck.decks.resolve import resolve
from riftcheck.decks.simulation import zones_for_play
from riftcheck.goldfish.execution.executors import process_executor
from riftcheck.goldfish.execution.jobs import Job
from riftcheck.goldfish.execution.runner import run_job
from riftcheck.goldfish.plan.run import DeckZones, Opponent, Run, engine_version
from riftcheck.goldfish.studies.comparison import differences
from riftcheck.goldfish.studies.elimination import BUDGET
from riftcheck.goldfish.studies.request import Study, StudyRequest
from riftcheck.goldfish.studies.sweep import swaps

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.goldfish.execution.executors import ChunkExecutor
    from riftcheck.goldfish.studies.comparison import Difference

SEEDS: Final = range(101, 101 + int(os.environ.get("RIFTCHECK_PLANTED_SEEDS", "10")))
GAMES: Final = int(os.environ.get("RIFTCHECK_PLANTED_BUDGET", str(BUDGET)))
WORTH_GAMES: Final = int(os.environ.get("RIFTCHECK_PLANTED_WORTH", "5000"))
WORTH_SEED: Final = 1
POLICY: Final = "greedy"


@dataclass(frozen=True, slots=True)
class Planted:
    """A list in which a copy of `good` was replaced by `bad`, the opponent's list (or nobody), and what is tried."""

    listed: str
    good: str
    bad: str
    opponent: str
    pool: tuple[str, ...]
    measure: str


CASES: Final = {
    "turns": Planted(
        "072",
        "Stacked Deck",
        "Detonation Amplifier",
        "",
        ("Stacked Deck", "Seal of Rage", "Rhasa the Sunderer"),
        "turn",
    ),
    "wins": Planted(
        "072",
        "Soulgorger",
        "Detonation Amplifier",
        "042",
        ("Soulgorger", "Seal of Rage", "Invert Timelines"),
        "won",
    ),
}


def run() -> dict[str, Any]:
    """Return for each case what the swap is worth, what each sweep put first, and how many found the swap."""
    db = carddb.load()
    with process_executor(carddb.load_default, os.cpu_count() or 1) as executor:
        return {"budget": GAMES, "cases": {name: _case(one, db, executor) for name, one in CASES.items()}}


def _case(planted: Planted, db: CardDatabase, executor: ChunkExecutor) -> dict[str, Any]:
    base, mended = _runs(planted, db)
    worth = _worth(planted, base, mended, executor)
    sweeps = [_sweep(planted, replace(base, seed=seed), db, executor) for seed in SEEDS]
    return {
        "worth": {"value": round(worth.value, 4), "low": round(worth.low, 4), "high": round(worth.high, 4)},
        "changes": sweeps[0]["changes"],
        "found": sum(one["found"] for one in sweeps),
        "of": len(sweeps),
        "most_games": max(one["games"] for one in sweeps),
        "sweeps": [{key: one[key] for key in ("seed", "first", "answer", "games")} for one in sweeps],
    }


def _runs(planted: Planted, db: CardDatabase) -> tuple[Run, Run]:
    """Return the run of the list made worse, and that of the list as it is."""
    listed = _zones(planted.listed, db)
    main = list(listed.main)
    main[main.index(planted.good)] = planted.bad
    opponent = Opponent("list", list=_zones(planted.opponent, db)) if planted.opponent else Opponent()
    mended = Run(
        listed,
        opponent,
        policy=POLICY,
        seed=WORTH_SEED,
        data_version=db.version,
        engine_version=engine_version(),
    )
    return replace(mended, list=replace(listed, main=tuple(main))), mended


def _zones(number: str, db: CardDatabase) -> DeckZones:
    text = (lists.FOLDER / f"list-{number}.txt").read_text("utf-8")
    return DeckZones.of(zones_for_play(resolve(read_list({"text": text}, db).deck, db)))


def _worth(planted: Planted, base: Run, mended: Run, executor: ChunkExecutor) -> Difference:
    a, b = run_job(Job((base, mended), rows=True), WORTH_GAMES, executor).result.rows
    return next(one for one in differences(a, b) if one.measure == planted.measure)


def _sweep(planted: Planted, base: Run, db: CardDatabase, executor: ChunkExecutor) -> dict[str, Any]:
    plan = swaps(base.list.main, planted.pool, champion=base.list.champion or "")
    study = Study(StudyRequest("sweep", (base,), GAMES, plan=plan, budget=GAMES), db)
    document = study.document(study.play(executor))
    first = document["changes"][0]
    return {
        "seed": base.seed,
        "changes": document["comparisons"],
        "first": first["name"],
        "answer": first["answer"],
        "games": document["played"],
        "found": first["answer"] == "better"
        and (first["put_in"], first["taken_out"]) == (planted.good, planted.bad)
        and document["measure"] == planted.measure,
    }
