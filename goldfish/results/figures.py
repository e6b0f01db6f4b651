"""The figures of a result with their intervals, from counts, in groups such as `score` (docs/goldfish.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from riftcheck.goldfish.stats import tally as t
from riftcheck.goldfish.stats.intervals import Figure, mean, mean_of, quantile, quotient, rate, share

if TYPE_CHECKING:
    from collections.abc import Mapping

    from riftcheck.goldfish.stats.tally import Counts, Hist

LOW_BAND: Final = 0.1
HIGH_BAND: Final = 0.9
HALF: Final = 0.5
_BOARD: Final = ("units_lost", "conquered", "held", "battlefields_lost", "burn_outs", "opponent_points")

FigureTree = dict[str, Any]


def games_of(counts: Counts) -> int:
    """Return the number of games."""
    return counts.games("outcome")


def last_turn(counts: Counts) -> int:
    """Return the last turn that any of the games began."""
    return max((turn for turn, games in counts.hist("length").items() if games), default=0)


def shortest(counts: Counts) -> int:
    """Return the last turn that all of the games began."""
    return min((turn for turn, games in counts.hist("length").items() if games), default=0)


def score(counts: Counts, victory: int, last: int) -> FigureTree:
    """Return the outcomes of games and the points by turn, with a row for each turn up to `last`."""
    games = games_of(counts)
    outcome = counts.hist("outcome")
    return {
        "won": _json(rate(outcome.get(t.WON, 0), games)),
        "not_won": _json(rate(outcome.get(t.NOT_WON, 0), games)),
        "not_finished": _json(rate(outcome.get(t.NOT_FINISHED, 0), games)),
        "length": _json(mean_of(counts.hist("length"))),
        "points": [_point(counts, number, games, last) for number in range(1, victory + 1)],
        "by_turn": [_points_by(counts, turn, victory, games) for turn in range(1, last + 1)],
    }


def _point(counts: Counts, number: int, games: int, last: int) -> FigureTree:
    hist = counts.hist(t.POINT[number])
    reached = sum(hist.values())
    return {
        "point": number,
        "reached": _json(rate(reached, games)),
        "median": _json(quantile(hist, HALF, games - reached)),
        "mean_if_reached": _json(mean_of(hist)),
        "on_turn": [{"turn": turn, "share": _json(rate(hist.get(turn, 0), games))} for turn in range(1, last + 1)],
    }


def _points_by(counts: Counts, turn: int, victory: int, games: int) -> FigureTree:
    points = points_by(counts, turn)
    won = sum(count for at, count in counts.hist(t.POINT[victory]).items() if at <= turn)
    return {
        "turn": turn,
        "points": _json(mean_of(points)),
        "low_band": _json(quantile(points, LOW_BAND)),
        "median": _json(quantile(points, HALF)),
        "high_band": _json(quantile(points, HIGH_BAND)),
        "victory_score": _json(rate(won, games)),
    }


def points_by(counts: Counts, turn: int) -> Hist:
    """Return the number of games by points at the end of a turn, or at their end if that came before."""
    spread = dict(counts.hist(t.AT_END[turn]))
    for before in range(turn):
        for points, games in counts.hist(t.LEFT[before]).items():
            spread[points] = spread.get(points, 0) + games
    return {points: games for points, games in spread.items() if games}


def against(counts: Counts, victory: int) -> FigureTree:
    """Return how games against one list of a field ended, and the turn of the Victory Score."""
    games = games_of(counts)
    outcome = counts.hist("outcome")
    hist = counts.hist(t.POINT[victory])
    return {
        "games": games,
        "won": _json(rate(outcome.get(t.WON, 0), games)),
        "not_won": _json(rate(outcome.get(t.NOT_WON, 0), games)),
        "not_finished": _json(rate(outcome.get(t.NOT_FINISHED, 0), games)),
        "victory_turn": _json(quantile(hist, HALF, games - sum(hist.values()))),
        "mean_if_reached": _json(mean_of(hist)),
    }


def hands(counts: Counts) -> FigureTree:
    """Return the figures of opening hands: kept whole, and cards set aside."""
    games = games_of(counts)
    aside = counts.hist("mulligan")
    return {
        "kept": _json(rate(aside.get(0, 0), games)),
        "set_aside": _json(mean_of(aside)),
        "one_set_aside": _json(rate(aside.get(1, 0), games)),
        "two_set_aside": _json(rate(aside.get(2, 0), games)),
    }


def turns(counts: Counts) -> list[FigureTree]:
    """Return a row for each turn: runes, energy, power and cards, over the games that played it to its end."""
    return [_turn(number, row) for number, row in enumerate(counts.rows, start=1) if row[t.ENDED]]


def _turn(number: int, row: list[int]) -> FigureTree:
    ended = row[t.ENDED]
    shown: FigureTree = {"turn": number, "nothing_played": _json(rate(row[t.IDLE], ended))}
    for place, field in enumerate(t.TURN_FIELDS):
        first = 2 + t.POWERS * place
        shown[field] = _json(mean(ended, *row[first : first + t.POWERS]))
    return shown


def totals(counts: Counts) -> FigureTree:
    """Return the figures of whole games: cards, energy and power."""
    games = games_of(counts)
    shown: FigureTree = {}
    for field in t.TOTALS:
        shown[field] = _json(mean(games, *counts.sums.get(field, (0,) * t.POWERS)))
    for name in ("energy", "power"):
        shown[f"{name}_wasted_share"] = _json(share(_parts(counts, name)))
    return shown


def board(counts: Counts) -> FigureTree:
    """Return units lost, battlefields conquered, held and lost, burn outs, points of the opponent: a game's mean."""
    games = games_of(counts)
    shown: FigureTree = {}
    for name in _BOARD:
        hist = counts.hist(name)
        shown[name] = _json(mean_of(hist))
        shown[f"any_{name}"] = _json(rate(games - hist.get(0, 0), games))
    return shown


def in_hand_of(counts: Counts, which: str) -> FigureTree:
    """Return the games and the turns with an `unsupported` card in hand, or with a `provisional` one."""
    games = games_of(counts)
    never = counts.hist(f"turns_with_{which}").get(0, 0)
    return {"games": _json(rate(games - never, games)), "turns": _json(share(_parts(counts, which)))}


def seat(counts: Counts, victory: int) -> FigureTree:
    """Return all chapters of the games in a seat, or of all games."""
    return {
        "games": games_of(counts),
        "score": score(counts, victory, last_turn(counts)),
        "hands": hands(counts),
        "turns": turns(counts),
        "totals": totals(counts),
        "board": board(counts),
        "unsupported": in_hand_of(counts, "unsupported"),
        "provisional": in_hand_of(counts, "provisional"),
    }


def card(counts: Counts, games: int, last: int) -> FigureTree:
    """Return the figures of a card in `games` games, of which the longest had `last` turns.

    Turns on which it was not played have no row.
    """
    drawn = counts.games("copies")
    first_drawn = counts.hist("first drawn")
    without = games - drawn
    return {
        "opening": _json(rate(counts.games("opening"), games)),
        "drawn": _json(rate(drawn, games)),
        "copies_drawn": _json(mean_of(counts.hist("copies"), games)),
        "first_drawn": _json(quantile(first_drawn, HALF, without)),
        "seen_by": [{"turn": turn, "seen": _json(rate(_up_to(first_drawn, turn), games))} for turn in range(last + 1)],
        "on_curve": _json(share(_parts(counts, "curve"))),
        "played": _json(rate(counts.games("plays"), games)),
        "played_if_drawn": _json(rate(counts.hist("drawn and played").get(1, 0), drawn)),
        "plays": _json(mean_of(counts.hist("plays"), games)),
        "first_played": _json(quantile(counts.hist("first played"), HALF, games - counts.games("plays"))),
        "played_on": [
            {"turn": turn, "played": _json(rate(counts.hist("played on").get(turn, 0), games))}
            for turn in range(1, last + 1)
            if counts.hist("played on").get(turn)
        ],
        "delay": _json(quotient(_parts(counts, "delay", t.QUOTIENT))),
        "dead": _json(share(_parts(counts, "dead"))),
        "games_with_dead": _json(rate(_above_zero(counts.hist("dead copies")), counts.games("dead copies"))),
        "left_in_hand": _json(share(_parts(counts, "in hand"))),
    }


def abilities(counts: Counts, games: int, card_name: str, words: Mapping[str, str]) -> FigureTree:
    """Return the counts of the abilities of a card by their place on it, with their labels (`words` by key)."""
    shown = {}
    for name in sorted(counts.hists):
        if name.startswith(t.ABILITY):
            hist = counts.hists[name]
            key = name.removeprefix(t.ABILITY)
            shown[key.removeprefix(f"{card_name}/")] = {
                "says": words.get(key.partition("#")[0], ""),
                "games": _json(rate(sum(hist.values()), games)),
                "times": _json(mean_of(hist, games)),
            }
    return shown


def in_hand(counts: Counts, victory: int, last: int, *, whole: bool) -> FigureTree:
    """Return the figures of games with, or without, a card in the opening hand: the score, and `whole` all else."""
    games = games_of(counts)
    hist = counts.hist(t.POINT[victory])
    shown: FigureTree = {
        "games": games,
        "won": _json(rate(counts.hist("outcome").get(t.WON, 0), games)),
        "victory_turn": _json(quantile(hist, HALF, games - sum(hist.values()))),
        "mean_if_reached": _json(mean_of(hist)),
        "by_turn": [{"turn": turn, "points": _json(mean_of(points_by(counts, turn)))} for turn in range(1, last + 1)],
    }
    if whole:
        shown |= {"hands": hands(counts), "turns": turns(counts), "totals": totals(counts), "board": board(counts)}
    return shown


def _up_to(hist: Hist, turn: int) -> int:
    return sum(count for at, count in hist.items() if at <= turn)


def _above_zero(hist: Hist) -> int:
    return sum(count for value, count in hist.items() if value > 0)


def _parts(counts: Counts, name: str, sums: int = t.PAIR) -> list[int]:
    return counts.sums.get(name, [0] * sums)


def _json(figure: Figure) -> FigureTree:
    return figure.to_json()
