"""Two lists that met the same chances: the differences game by game, and whether they say anything."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import erfc, inf, sqrt
from typing import TYPE_CHECKING, Any, Final, Literal

from riftcheck.goldfish.stats.intervals import rounded
from riftcheck.goldfish.stats.significance import LEANS, extremes, paired_errors, wins_decide

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from riftcheck.goldfish.results.run_info import RunInfo
    from riftcheck.goldfish.simulation.game_rows import GameRow, GameRows

Answer = Literal["better", "worse", "not known"]

ERRORS: Final = 2  # standard errors that a difference must reach to be known
LEAST_CHANGED: Final = 10  # games that must differ; fewer tell nothing, whatever their standard error
_SURE: Final = 1e9  # stands for a difference without any spread


@dataclass(frozen=True, slots=True)
class Measure:
    """A number of a game that two lists are compared by; `sign` is 1 where more is better, else -1."""

    name: str
    of: Callable[[GameRow], int]
    sign: int
    says: str


MEASURES: Final = (
    Measure("won", lambda row: int(row.won), 1, "games won"),
    Measure("turn", lambda row: row.turn, -1, "turn of the Victory Score"),
    Measure("pace", lambda row: row.pace, -1, "turns of all points added up"),
    Measure("points", lambda row: row.points, 1, "points at the end"),
)
NAMES: Final = tuple(measure.name for measure in MEASURES)


@dataclass(frozen=True, slots=True)
class Difference:
    """The mean of B less A over pairs of games, with its standard error; `answer` is about B.

    `changed` pairs of the `n` differ. `reason` says why nothing is known, where that is not the standard error.
    `tested` are the standard errors by which the pairs lie away from no difference, as `paired_errors` counts them;
    None where games are not paired.
    """

    measure: str
    value: float
    error: float
    n: int
    changed: int
    answer: Answer
    reason: str = ""
    tested: float | None = None

    @property
    def low(self) -> float:
        """The lower bound, two standard errors below."""
        return self.value - ERRORS * self.error

    @property
    def high(self) -> float:
        """The upper bound, two standard errors above."""
        return self.value + ERRORS * self.error

    @property
    def chance(self) -> float:
        """The probability of a difference this large, up or down, between lists that do not differ."""
        if not self.changed or self.reason:
            return 1.0
        return erfc((abs(self.errors) if self.tested is None else self.tested) / sqrt(2))

    @property
    def errors(self) -> float:
        """The difference in standard errors."""
        if self.error > 0:
            return self.value / self.error
        return 0.0 if self.value == 0 else _SURE if self.value > 0 else -_SURE

    def to_json(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        return {
            "measure": self.measure,
            "value": rounded(self.value),
            "low": rounded(self.low),
            "high": rounded(self.high),
            "n": self.n,
            "changed": self.changed,
            "answer": self.answer,
            "reason": self.reason,
        }


def differences(a: GameRows, b: GameRows, *, paired: bool = True) -> list[Difference]:
    """Return the differences of B from A by every measure.

    `paired`: games of the same index met the same chances and are compared with each other; only indices that both
    have count. Otherwise the two samples stand on their own.

    :raises ValueError: the runs differ in turns or Victory Score, or have too few games to compare.
    """
    _check_comparable(a, b)
    if not paired:
        return [_unpaired(measure, list(a.by_index.values()), list(b.by_index.values())) for measure in MEASURES]
    indices = sorted(a.by_index.keys() & b.by_index.keys())
    pairs = [(a.by_index[index], b.by_index[index]) for index in indices]
    return [
        paired_difference(measure, [measure.of(other) - measure.of(one) for one, other in pairs])
        for measure in MEASURES
    ]


def differences_by(measure: Measure, base: GameRows, arms: Sequence[GameRows]) -> list[Difference]:
    """Return the difference of each arm from one base by a measure; what one arm shows may come in another.

    :raises ValueError: as `differences`.
    """
    for rows in arms:
        _check_comparable(base, rows)
    stop = max(base.by_index, default=-1) + 1
    found = [steps(measure, base, rows, 0, stop) for rows in arms]
    return [paired_difference(measure, one, extremes(found)) for one in found]


def _check_comparable(a: GameRows, b: GameRows) -> None:
    if (a.turns, a.victory) != (b.turns, b.victory):
        raise ValueError(
            f"These runs cannot be compared: one is of {a.turns} turns to {a.victory} points, the other of {b.turns} "
            f"turns to {b.victory} points."
        )


def measure_named(name: str) -> Measure:
    """Return the measure of a name.

    :raises ValueError: there is none.
    """
    found = next((measure for measure in MEASURES if measure.name == name), None)
    if found is None:
        raise ValueError(f"There is no measure {name!r}; the measures are {', '.join(NAMES)}.")
    return found


def steps(measure: Measure, a: GameRows, b: GameRows, start: int, stop: int) -> list[int]:
    """Return B less A in each game from `start` on to before `stop` that both have, by rising index."""
    pairs = ((a.by_index.get(index), b.by_index.get(index)) for index in range(start, stop))
    return [measure.of(two) - measure.of(one) for one, two in pairs if one is not None and two is not None]


def paired_difference(measure: Measure, found: list[int], seen: Sequence[int] = ()) -> Difference:
    """Return the difference of games by what `steps` gives of them.

    It is known if it is `ERRORS` standard errors large both by the spread of the steps and by
    `significance.paired_errors`, to which `seen` goes.

    :raises ValueError: for too few games to compare.
    """
    value, variance = _moments(found)
    one = _judged(measure, value, sqrt(variance / len(found)), len(found), sum(map(bool, found)))
    tested = paired_errors(found, seen)
    if one.answer != "not known" and tested < ERRORS:
        return replace(one, answer="not known", reason=LEANS, tested=tested)
    return replace(one, tested=tested)


def _unpaired(measure: Measure, a: list[GameRow], b: list[GameRow]) -> Difference:
    mean_a, variance_a = _moments([measure.of(row) for row in a])
    mean_b, variance_b = _moments([measure.of(row) for row in b])
    n = min(len(a), len(b))
    return _judged(measure, mean_b - mean_a, sqrt(variance_a / len(a) + variance_b / len(b)), n, n)


def _moments(numbers: list[int]) -> tuple[float, float]:
    n = len(numbers)
    if n <= 1:
        raise ValueError(f"Two lists are compared by two games each at the least; here are {n}.")
    total = sum(numbers)
    spread = n * sum(number * number for number in numbers) - total * total
    return total / n, spread / (n * (n - 1))


def _judged(measure: Measure, value: float, error: float, n: int, changed: int) -> Difference:
    if changed < LEAST_CHANGED:
        reason = f"only {changed} of {n} games differ; {LEAST_CHANGED} are needed to know anything"
        return Difference(measure.name, value, error, n, changed, "not known", reason)
    answer: Answer = "not known"
    if value and abs(value) >= ERRORS * error:
        answer = "better" if value * measure.sign > 0 else "worse"
    return Difference(measure.name, value, error, n, changed, answer)


def main_measure(*runs: GameRows, before: float = inf) -> str:
    """Return the name of the measure by which lists are ranked: `won` where enough games were lost, else `turn`.

    `significance.wins_decide` says what is enough. Only games of an index below `before` are asked.
    """
    asked = [row.lost for rows in runs for index, row in rows.by_index.items() if index < before]
    return "won" if wins_decide(sum(asked), len(asked)) else "turn"


def compare(a: GameRows, b: GameRows, info_a: RunInfo, info_b: RunInfo, *, paired: bool = True) -> dict[str, Any]:
    """Return the comparison of B with A: better, worse or not known, with every difference and its interval.

    :raises ValueError: as `differences`.
    """
    found = differences(a, b, paired=paired)
    chosen = main_measure(a, b)
    main = next(one for one in found if one.measure == chosen)
    marks = list(dict.fromkeys([*info_a.flags.marks(), *info_b.flags.marks()]))
    return {
        "version": 1,
        "paired": paired,
        "games": main.n,
        "measure": chosen,
        "answer": main.answer,
        "reason": main.reason,
        "differences": [one.to_json() | ({"flags": marks} if marks else {}) for one in found],
        "a": _side(a, info_a),
        "b": _side(b, info_b),
    }


def _side(rows: GameRows, info: RunInfo) -> dict[str, Any]:
    n = len(rows.by_index)
    means = {measure.name: rounded(sum(map(measure.of, rows.by_index.values())) / n) for measure in MEASURES}
    return {**info.settings(), "flags": info.flags.to_json(), "games": n, "means": means}
