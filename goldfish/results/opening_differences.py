"""How games with a card in the opening hand differ from those without it, in the measure by which lists are compared.

It is no proof that the card is why. With many cards some differ by chance, so the chance of each is corrected for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from riftcheck.goldfish.results.figures import games_of
from riftcheck.goldfish.stats.intervals import LEVEL, Figure, rounded
from riftcheck.goldfish.stats.samples import SampleDifference, mean_difference, rate_difference
from riftcheck.goldfish.stats.significance import holm, wins_decide
from riftcheck.goldfish.stats.tally import NOT_WON, POINT, SEATS, WON, together

if TYPE_CHECKING:
    from riftcheck.goldfish.results.run_info import RunInfo
    from riftcheck.goldfish.stats.tally import Counts, Hist, Tally

BY_WINS: Final = "won"
BY_TURN: Final = "turn"
LEAST_GAMES: Final = 30  # with the card, and without it; of fewer, nothing is said
LEAST_OUTCOMES: Final = 5  # games won, and not won, that each side would have if both were alike
_PLACES: Final = 4


def deciding_measure(counts: Counts) -> str:
    """Return the measure that decides between games: `won` where enough were lost, else `turn`.

    It is the one by which two lists are compared (`studies.comparison.main_measure`).
    """
    return BY_WINS if wins_decide(counts.hist("outcome").get(NOT_WON, 0), games_of(counts)) else BY_TURN


def opening_differences(tally: Tally, info: RunInfo) -> dict[int, dict[str, Any]]:
    """Return, for each kind of card that is drawn from, the games with it in the opening hand less those without it.

    Each is a figure with its interval, the probability of such a difference by chance, corrected for the number of
    cards by Holm, and the answer by that. By `turn` fewer is better; a Victory Score that was not reached counts as the
    turn after the last. A card with too few games has null for all.
    """
    whole = tally.of(*SEATS)
    measure = deciding_measure(whole)
    kinds = [kind for kind, copies in enumerate(info.copies) if copies]
    found = {kind: _difference(tally.of_opening(kind, *SEATS), whole, measure, info) for kind in kinds}
    told = [kind for kind in kinds if found[kind] is not None]
    chances = dict(zip(told, holm([one.chance for one in found.values() if one is not None]), strict=True))
    return {kind: _shown(found[kind], chances.get(kind), measure) for kind in kinds}


def _difference(has: Counts, whole: Counts, measure: str, info: RunInfo) -> SampleDifference | None:
    has_not = together([whole])
    has_not.plus(has, sign=-1)
    sides = (games_of(has), games_of(has_not))
    if min(sides) < LEAST_GAMES:
        return None
    if measure == BY_TURN:
        return mean_difference(*(_turns(counts, info) for counts in (has, has_not)))
    won = [counts.hist("outcome").get(WON, 0) for counts in (has, has_not)]
    share = sum(won) / sum(sides)
    if min(sides) * min(share, 1 - share) < LEAST_OUTCOMES:
        return None
    return rate_difference(won[0], sides[0], won[1], sides[1])


def _turns(counts: Counts, info: RunInfo) -> Hist:
    """Return the number of games by the turn of the Victory Score; never is the turn after the last."""
    hist = {turn: games for turn, games in counts.hist(POINT[info.victory]).items() if games}
    never = games_of(counts) - sum(hist.values())
    if never:
        hist[info.turns + 1] = hist.get(info.turns + 1, 0) + never
    return hist


def _shown(one: SampleDifference | None, chance: float | None, measure: str) -> dict[str, Any]:
    if one is None or chance is None:
        return {**Figure(None, None, None, 0).to_json(), "chance": None, "answer": "not known"}
    value, low, high = (round(number, _PLACES) + 0.0 for number in (one.value, one.low, one.high))
    answer = "not known"
    if value and chance <= 1 - LEVEL:
        answer = "better" if (value > 0) is (measure == BY_WINS) else "worse"
    return {**Figure(value, low, high, one.n).to_json(), "chance": rounded(chance), "answer": answer}
