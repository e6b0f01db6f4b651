"""The charts of a result, up to the last turn that enough games began; what each leaves out stands below it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from riftcheck.goldfish.report.charts import MOST_TURNS, Series, bar_chart, heat_table, line_chart
from riftcheck.goldfish.results.columns import rows_of
from riftcheck.goldfish.results.turn_games import games_begun, least_games, turns_of_many

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class ResultChart:
    """A chart: its title, what it says in words, and its SVG, empty where there is nothing to draw."""

    title: str
    says: str
    drawn: str


def first_charts(result: Mapping[str, Any]) -> list[ResultChart]:
    """Return the charts of the first part: points by turn, and the turn of the Victory Score."""
    return [_points(result), _victory_turn(result)]


def further_charts(result: Mapping[str, Any]) -> list[ResultChart]:
    """Return the charts of the details: energy, power, and when each card was played."""
    return [_resource(result, "energy"), _resource(result, "power"), _cards(result)]


def _points(result: Mapping[str, Any]) -> ResultChart:
    rows = rows_of(result["all"]["score"]["by_turn"])
    middle = [{"value": None, "low": row["low_band"]["value"], "high": row["high_band"]["value"]} for row in rows]
    lines = [Series("all games", "line one", [row["points"] for row in rows])]
    for seat, style, name in (("first", "line two", "going first"), ("second", "line three", "going second")):
        if result[seat]["games"]:
            points = [row["points"] for row in rows_of(result[seat]["score"]["by_turn"])]
            lines.append(Series(name, style, points, band=False))
    title = "Points by turn"
    says = "Points by turn: the mean with its interval, and the range of the middle four games in five."
    says += _left_out(result)
    bands = [Series("4 of 5 games", "area", middle)]
    turns, top = turns_of_many(result), result["victory"]
    return ResultChart(title, says, line_chart(title, says, lines, unit="points", turns=turns, top=top, bands=bands))


def _victory_turn(result: Mapping[str, Any]) -> ResultChart:
    shares = [row["share"] for row in rows_of(result["all"]["score"]["points"][-1]["on_turn"])][: turns_of_many(result)]
    title = "The turn of the Victory Score"
    says = f"The turn on which the Victory Score was reached, in per cent of all games.{_left_out(result)}"
    return ResultChart(title, says, bar_chart(title, says, shares, unit="% of games"))


def _resource(result: Mapping[str, Any], name: str) -> ResultChart:
    rows = rows_of(result["all"]["turns"])
    least = least_games(result)
    turns = sum(row["drawn"]["n"] >= least for row in rows)
    lines = [
        Series("spent", "line one", [row[f"{name}_spent"] for row in rows]),
        Series("wasted", "line two", [row[f"{name}_wasted"] for row in rows]),
        Series("produced", "line three", [row[f"{name}_produced"] for row in rows], band=False),
    ]
    if name == "energy":
        lines.append(Series("runes", "line four", [row["runes"] for row in rows], band=False))
    title = f"{name.capitalize()} by turn"
    says = f"{name.capitalize()} of each turn, over the games that played it to its end."
    says += _without(len(rows), turns, f"fewer than {least} games played them to their end")
    return ResultChart(title, says, line_chart(title, says, lines, unit=name, turns=turns))


def _cards(result: Mapping[str, Any]) -> ResultChart:
    cards = [card for card in result["cards"] if card["all"]["played"]["value"] or card["copies"]]
    turns = range(1, turns_of_many(result) + 1)
    rows = []
    for card in cards:
        played = {row["turn"]: row["played"]["value"] for row in rows_of(card["all"]["played_on"])}
        rows.append((card["name"], [played.get(turn, 0.0) for turn in turns]))
    title = "Cards by turn"
    says = f"When each card was played: the per cent of all games in which it was, by turn.{_left_out(result)}"
    return ResultChart(title, says, heat_table(title, says, rows, turns))


def _left_out(result: Mapping[str, Any]) -> str:
    why = f"fewer than {least_games(result)} games began them"
    return _without(len(games_begun(result)), turns_of_many(result), why)


def _without(there: int, shown: int, few: str) -> str:
    """Return a sentence on the turns that a chart leaves out; nothing where it shows all that are there."""
    if shown > MOST_TURNS:
        return f" Turns after turn {MOST_TURNS} stand in the tables alone."
    return f" Turns after turn {shown} are left out: {few}." if there > shown else ""
