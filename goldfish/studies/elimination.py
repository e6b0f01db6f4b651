"""Sequential halving: many arms play the games of a base in rounds, and after each round the worse half leaves.

An arm is a run with a name; games of one index meet the same chances in all of them, so every difference is paired.
The method is that of Karnin, Koren and Somekh (2013), which Baharav and Tse (2019) have with shared chances and with
all games so far in each decision. Early rounds, in which the best is lost most easily, have somewhat more games, and
the last two arms are looked at more than once. The race ends when it is decided or the budget is played.

The probability that anything at all that is said is wrong is below `LEVEL`. An arm is tested after each round that it
plays, with all of its games. When rounds end is fixed beforehand, so it is the same as if all arms played on and were
tested each time: who leaves makes no test more likely to err. After each round Holm's method over all arms, those that
left with a probability of 1, holds the error below what may be spent there (Lan and DeMets 1983), and what is spent
adds up to `ANSWER_LEVEL`. `LEAD_LEVEL` is spent in the same way over all pairs of arms. The tests allow for games that
go far the other way as far as a game of any arm showed that they may; docs/goldfish.md tells what is left.

All of this is a function of the games alone: who plays them, and whether after an interruption, makes no difference.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Final

from riftcheck.goldfish.stats.significance import extremes, holm, paired_chance, plain_chance, spent
from riftcheck.goldfish.studies.comparison import main_measure, measure_named, steps

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.goldfish.simulation.game_rows import GameRows
    from riftcheck.goldfish.studies.comparison import Answer

BUDGET: Final = 20_000  # games of all arms and the base together
ANSWER_LEVEL: Final = 0.04
LEAD_LEVEL: Final = 0.01
LEVEL: Final = ANSWER_LEVEL + LEAD_LEVEL
FINALISTS: Final = 2
FINAL_ROUNDS: Final = 2
LEAST_ROUNDS: Final = 4
LEAST_GAMES: Final = 2  # of each arm in a round
_FEWER: Final = 0.8  # the games of a round over those of the one before


@dataclass(frozen=True, slots=True)
class Round:
    """Games `start` to before `stop`, played by the base and by so many arms."""

    arms: int
    start: int
    stop: int

    @property
    def games(self) -> int:
        """The games of the base and all arms together."""
        return (self.arms + 1) * (self.stop - self.start)


@dataclass(frozen=True, slots=True)
class ArmRanking:
    """How the arms stand after the rounds that were played whole; arms by their places from 0 on.

    `order`: all arms, the best first: those that play by all of their games, the others by the round after which they
    left, which `left` has from 0 on, and then by their games. `played`: the rounds that were played whole; `over`: none
    is to follow. `chance` is, by arm, the least corrected probability of all its tests, against `LEVEL`, and `sign` the
    direction of that test: 1 better than the base, -1 worse. `lead` is the greatest corrected probability that the
    first is not ahead, over the other arms that play. `leaning`: the arms that would be known but for what the test
    allows for games that go far the other way (`significance.paired_errors`), and those that are known.
    """

    measure: str
    order: tuple[int, ...]
    left: dict[int, int]
    played: int
    over: bool
    chance: dict[int, float] = field(default_factory=dict)
    sign: dict[int, int] = field(default_factory=dict)
    lead: float = 1.0
    leaning: frozenset[int] = frozenset()

    @property
    def playing(self) -> tuple[int, ...]:
        """The arms that are still in, by their places."""
        return tuple(sorted(arm for arm in self.order if arm not in self.left))

    def answer(self, arm: int) -> Answer:
        """Return what is known of an arm against the base."""
        if self.chance[arm] > LEVEL:
            return "not known"
        return "better" if self.sign[arm] > 0 else "worse"

    def held_back(self, arm: int) -> bool:
        """Tell whether an arm is not known because a few games that go the other way, and far, could turn it."""
        return arm in self.leaning and self.answer(arm) == "not known"

    @property
    def decided(self) -> bool:
        """True if the first is better than the base and ahead of all that play, or all of these are worse."""
        best = self.answer(self.order[0]) == "better" and self.lead <= LEVEL
        return best or all(self.answer(arm) == "worse" for arm in self.playing)


@dataclass(frozen=True)
class Elimination:
    """A race of so many arms within a budget: games of all arms and the base together.

    `measure` is one of `comparison.NAMES`; without it, what `comparison.main_measure` says of the first round.

    :raises ValueError: if there is no arm, no such measure, or the budget is too small for the arms.
    """

    arms: int
    budget: int = BUDGET
    measure: str = ""

    def __post_init__(self) -> None:
        if self.arms < 1:
            raise ValueError("There is nothing to compare with the list.")
        if self.measure:
            measure_named(self.measure)
        least = least_budget(self.arms)
        if self.budget < least:
            raise ValueError(f"{self.budget} games are too few for {self.arms} to be compared; {least} is the least.")

    @cached_property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds, in order."""
        found: list[Round] = []
        start = 0
        for arms, games in zip(_sizes(self.arms), _parts(self.budget, len(_sizes(self.arms))), strict=True):
            stop = start + int(games) // (arms + 1)
            found.append(Round(arms, start, stop))
            start = stop
        last = found.pop()
        more = (self.budget - sum(one.games for one in found) - last.games) // (last.arms + 1)
        return (*found, Round(last.arms, last.start, last.stop + more))

    @property
    def games(self) -> int:
        """The most games of the base."""
        return self.rounds[-1].stop

    def ranking(self, base: GameRows, arms: Sequence[GameRows]) -> ArmRanking:
        """Return how the arms stand, by the rounds that their rows hold whole.

        Arms are tested once more with the games of a round that is broken off, at the level for so many games.
        """
        return _Judge(self, base, arms).ranking()


def least_budget(arms: int) -> int:
    """Return the least budget for so many arms: each round has `LEAST_GAMES` games of each."""
    sizes = _sizes(arms)
    least = LEAST_GAMES * max(sizes[0] + 1, 1)
    while any(
        int(games) < LEAST_GAMES * (size + 1) for size, games in zip(sizes, _parts(least, len(sizes)), strict=True)
    ):
        least += 1
    return least


def _sizes(arms: int) -> list[int]:
    """Return the arms that play each round: halved, rounded up, until the finalists are left."""
    sizes = []
    while arms > FINALISTS:
        sizes.append(arms)
        arms = (arms + 1) // 2
    return sizes + [arms] * max(FINAL_ROUNDS, LEAST_ROUNDS - len(sizes))


def _parts(budget: int, rounds: int) -> list[float]:
    """Return the games of each round, the base and all arms together."""
    weights = [_FEWER**number for number in range(rounds)]
    return [budget * weight / sum(weights) for weight in weights]


class _Judge:
    """Judges the rounds of a race, one after another, by the rows of its games."""

    def __init__(self, race: Elimination, base: GameRows, arms: Sequence[GameRows]) -> None:
        self._race = race
        self._rows = [base, *arms]
        self._played = len(base.by_index)
        self._measure = measure_named(race.measure or main_measure(*self._rows, before=race.rounds[0].stop))
        self._order = tuple(range(race.arms))  # of those that play
        self._gone: tuple[int, ...] = ()
        self._left: dict[int, int] = {}
        self._chance = dict.fromkeys(self._order, 1.0)
        self._sign = dict.fromkeys(self._order, 0)
        self._leads: dict[tuple[int, int], float] = {}
        self._share = 0.0
        self._seen = (0, 0)  # how far any game of any arm went down and up: what one arm shows may come in another
        self._leaning: set[int] = set()

    def ranking(self) -> ArmRanking:
        for number, one in enumerate(self._race.rounds):
            self._look(min(one.stop, self._played))
            if self._played < one.stop:
                return self._now(number)
            if self._now(number + 1).decided:
                return self._now(number + 1, over=True)
            if number + 1 < len(self._race.rounds):
                self._drop(number, self._race.rounds[number + 1].arms)
        return self._now(len(self._race.rounds), over=True)

    def _now(self, played: int, *, over: bool = False) -> ArmRanking:
        lead = max((self._leads.get((self._order[0], other), 1.0) for other in self._order[1:]), default=0.0)
        return ArmRanking(
            self._measure.name,
            (*self._order, *self._gone),
            self._left,
            played,
            over,
            self._chance,
            self._sign,
            min(1.0, lead),
            frozenset(self._leaning),
        )

    def _look(self, stop: int) -> None:
        """Rank and test the arms that play by their games before `stop`, at the level that is left for this look."""
        found = {arm: self._steps(0, arm + 1, stop) for arm in self._order}
        sums = {arm: self._measure.sign * sum(one) for arm, one in found.items()}
        self._order = tuple(sorted(self._order, key=lambda arm: (-sums[arm], arm)))
        share, before = stop / self._race.games, self._share
        self._share = share
        level = spent(ANSWER_LEVEL, share) - spent(ANSWER_LEVEL, before)
        if level <= 0:
            return
        self._seen = extremes([*found.values(), self._seen])
        for arm, chance in self._corrected({arm: paired_chance(found[arm], self._seen) for arm in self._order}, level):
            if chance < self._chance[arm]:
                self._chance[arm] = chance
                self._sign[arm] = 1 if sums[arm] > 0 else -1
        plain = self._corrected({arm: plain_chance(found[arm]) for arm in self._order}, level)
        self._leaning |= {arm for arm, chance in plain if chance <= LEVEL}
        self._note_leads(stop, spent(LEAD_LEVEL, share) - spent(LEAD_LEVEL, before))

    def _corrected(self, alone: dict[int, float], level: float) -> list[tuple[int, float]]:
        """Return the arms with their chances corrected for all arms and for the level of this look."""
        corrected = holm([*alone.values(), *[1.0] * len(self._gone)])
        return [(arm, min(1.0, LEVEL * chance / level)) for arm, chance in zip(alone, corrected, strict=False)]

    def _note_leads(self, stop: int, level: float) -> None:
        """Test whether the first is ahead of the other arms that play, as one pair of all pairs of arms."""
        first, *others = self._order
        low, high = self._seen
        between = (low - high, high - low)
        pairs = self._race.arms * (self._race.arms - 1) // 2
        for other in others:
            chance = paired_chance(self._steps(other + 1, first + 1, stop), between)
            chance *= LEVEL * pairs / level
            self._leads[first, other] = min(chance, self._leads.get((first, other), 1.0))

    def _drop(self, number: int, stay: int) -> None:
        gone = self._order[stay:]
        self._left |= dict.fromkeys(gone, number)
        self._order, self._gone = self._order[:stay], (*gone, *self._gone)

    def _steps(self, one: int, other: int, stop: int) -> list[int]:
        return steps(self._measure, self._rows[one], self._rows[other], 0, stop)
