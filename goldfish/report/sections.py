"""The titled tables of a result: the same for the terminal and for the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.printable import clean
from riftcheck.goldfish.report.cells import NONE, Cell, number, percent, probability, turn
from riftcheck.goldfish.report.field_table import field_table
from riftcheck.goldfish.results.columns import rows_of
from riftcheck.goldfish.results.turn_games import games_begun, least_games

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Shown = Sequence[tuple[str, str, Callable[[Mapping[str, Any]], Cell]]]

Row = list[Cell | str]
GROUPS: Final = ("all", "first", "second")
_FEW: Final = " (few)"  # beside the name of a turn
_EARLY: Final = 5  # the turn by whose points hands are compared


@dataclass(frozen=True, slots=True)
class Section:
    """A table with its title; `says` is what has to be known to read it. The first column holds words."""

    title: str
    says: str
    titles: tuple[str, ...]
    rows: list[Row]


_ENDS: Final = (
    ("won, %", "won", percent),
    ("lost, %", "not_won", percent),
    ("not finished, %", "not_finished", percent),
    ("turns begun", "length", number),
)
_HANDS: Final = (
    ("hand kept whole, %", "kept", percent),
    ("cards set aside", "set_aside", number),
)
_TOTALS: Final = (
    ("cards drawn", "drawn", number),
    ("cards played", "played", number),
    ("energy spent", "energy_spent", number),
    ("energy wasted", "energy_wasted", number),
    ("energy wasted, % of it", "energy_wasted_share", percent),
    ("power spent", "power_spent", number),
    ("power wasted", "power_wasted", number),
)
_BOARD: Final = (
    ("units lost", "units_lost", number),
    ("conquered", "conquered", number),
    ("held", "held", number),
    ("battlefields lost", "battlefields_lost", number),
    ("games with burn out, %", "any_burn_outs", percent),
    ("opponent's points", "opponent_points", number),
)
_ENERGY: Final = (
    ("runes", "runes", number),
    ("produced", "energy_produced", number),
    ("spent", "energy_spent", number),
    ("wasted", "energy_wasted", number),
)
_POWER: Final = (
    ("produced", "power_produced", number),
    ("spent", "power_spent", number),
    ("wasted", "power_wasted", number),
)
_FLOW: Final = (
    ("drawn", "drawn", number),
    ("played", "played", number),
    ("in hand at the end", "hand", number),
    ("nothing played, %", "nothing_played", percent),
)
_BY_TURN: Final = (("Runes and energy", _ENERGY), ("Power", _POWER), ("Cards by turn", _FLOW))
_CARD: Final = (
    ("opening", "opening", percent),
    ("drawn", "drawn", percent),
    ("on curve", "on_curve", percent),
    ("played", "played", percent),
    ("delay", "delay", number),
    ("dead", "dead", percent),
)


def sections(result: Mapping[str, Any]) -> list[Section]:
    """Return the tables of a result beside its first part and its points by turn, in the order of reading."""
    found = [_ended(result), Section(*field_table(result)), _points(result)]
    found += [_table_by_turn(result, title, shown) for title, shown in _BY_TURN]
    found += [_cards(result), _abilities(result), _exact(result), _opening(result)]
    if result["flags"]["unsupported"]:
        found.append(_in_hand(result, "unsupported", "Cards that cannot be executed"))
    if result["flags"]["provisional"]:
        found += [_in_hand(result, "provisional", "Cards that are not known for sure"), _provisional(result)]
    return [section for section in found if section.rows]


def _ended(result: Mapping[str, Any]) -> Section:
    rows = []
    for chapter, shown in (("score", _ENDS), ("hands", _HANDS), ("totals", _TOTALS), ("board", _BOARD)):
        for title, key, cell in shown:
            row: Row = [title]
            row += [cell(result[group][chapter][key]) for group in GROUPS]
            rows.append(row)
    games: Row = ["games", *(str(result[group]["games"]) for group in GROUPS)]
    return Section(
        "A game",
        "Means of a game and shares of games, by who goes first.",
        ("", "all", "first", "second"),
        [games, *rows],
    )


def _points(result: Mapping[str, Any]) -> Section:
    rows: list[Row] = [
        [f"point {row['point']}", percent(row["reached"]), turn(row["median"]), number(row["mean_if_reached"])]
        for row in result["all"]["score"]["points"]
    ]
    return Section(
        "The turn of each point",
        "The median is over all games; the mean only over those that reached the point.",
        ("", "reached, %", "median turn", "mean if reached"),
        rows,
    )


def points_by_turn(result: Mapping[str, Any]) -> Section:
    """Return the points by turn, turns that few games began marked; without rows where no turn was played."""
    few = _few(result)
    shown = rows_of(result["all"]["score"]["by_turn"])
    rows: list[Row] = [
        [
            f"turn {row['turn']}{few(begun)}",
            number(row["points"]),
            f"{turn(row['low_band']).value} to {turn(row['high_band']).value}",
            percent(row["victory_score"]),
        ]
        for row, begun in zip(shown, games_begun(result), strict=True)
    ]
    says = "Over all games; one that is over keeps its points. Four games in five lie in the middle range."
    return Section(
        "Points by turn",
        _with_few(result, says, "began the turn", rows),
        ("", "points", "10 to 90 %", "Victory Score, %"),
        rows,
    )


def _table_by_turn(result: Mapping[str, Any], title: str, shown: Shown) -> Section:
    titles = ("turn", "games", *(heading for heading, _, _ in shown))
    few = _few(result)
    rows = []
    for row in rows_of(result["all"]["turns"]):
        games = row["drawn"]["n"]
        cells: Row = [f"{row['turn']}{few(games)}", str(games)]
        cells += [cell(row[key]) for _, key, cell in shown]
        rows.append(cells)
    return Section(
        title, _with_few(result, "Means over the games that played the turn to its end.", "did", rows), titles, rows
    )


def _few(result: Mapping[str, Any]) -> Callable[[int], str]:
    """Return the mark of a turn with so many games: nothing, or that they are few."""
    least = least_games(result)
    return lambda games: _FEW if games < least else ""


def _with_few(result: Mapping[str, Any], says: str, did: str, rows: Sequence[Row]) -> str:
    """Return what a table says, and what its mark means where it has one: few games did it."""
    if not any(str(row[0]).endswith(_FEW) for row in rows):
        return says
    return f"{says} Few: fewer than {least_games(result)} games {did}."


def _cards(result: Mapping[str, Any]) -> Section:
    rows = []
    for card in result["cards"]:
        if not card["copies"] and not card["all"]["played"]["value"]:
            continue  # a legend or a battlefield, of which only abilities happen
        row: Row = [clean(card["name"]), str(card["copies"])]
        row += [cell(card["all"][key]) for _, key, cell in _CARD]
        rows.append(row)
    return Section(
        "Cards",
        "Shares in %. Opening, drawn and played: of all games. On curve: of the chances. Delay in turns. Dead: of the "
        "copies that came to hand, those left in it that could never be played.",
        ("", "", *(title for title, _, _ in _CARD)),
        rows,
    )


def _abilities(result: Mapping[str, Any]) -> Section:
    rows: list[Row] = [
        [
            clean(f"{card.get('full_name', card['name'])}, {key}" + (f": {one['says']}" if one["says"] else "")),
            percent(one["games"]),
            number(one["times"]),
        ]
        for card in result["cards"]
        for key, one in card["all"]["abilities"].items()
    ]
    return Section(
        "Abilities that happened",
        "By the place of the ability among those of its card, from 0.",
        ("", "games, %", "times a game"),
        rows,
    )


def _exact(result: Mapping[str, Any]) -> Section:
    rows: list[Row] = []
    for card in result["cards"]:
        exact = card["all"]["opening"].get("exact")
        if exact is not None:
            odds = [probability(exact[key]) for key in ("value", "kept", "sought")]
            rows.append([clean(card["name"]), percent(card["all"]["opening"]), *odds])
    why = {card["all"]["opening"]["exact"]["why"] for card in result["cards"] if "exact" in card["all"]["opening"]}
    return Section(
        "In the opening hand, beside exact values",
        " ".join(result["why"][key] for key in sorted(why)),
        ("", "simulated", "exact", "kept", "sought"),
        rows,
    )


def _opening(result: Mapping[str, Any]) -> Section:
    rows: list[Row] = []
    for card in result["cards"]:
        sides = [card["all"].get(f"{side}_in_opening") for side in ("with", "without")]
        if not any(sides):
            continue
        row: Row = [clean(card["name"])]
        row += [NONE if side is None else number(side["mean_if_reached"]) for side in sides]
        row += [_early(side) for side in sides]
        rows.append(row)
    return Section(
        "With and without a card in the opening hand",
        f"The mean turn of the Victory Score where it was reached, and the points by turn {_EARLY}. That games go"
        " better with a card does not say that it is why: compare two lists for that.",
        ("", "turn with", "without", "points with", "without"),
        rows,
    )


def _early(side: Mapping[str, Any] | None) -> Cell | str:
    early = [] if side is None else rows_of(side["by_turn"])[_EARLY - 1 : _EARLY]
    return number(early[0]["points"]) if early else NONE


def _in_hand(result: Mapping[str, Any], which: str, title: str) -> Section:
    rows: list[Row] = []
    for name, key in (("games, %", "games"), ("turns, %", "turns")):
        row: Row = [name]
        row += [percent(result[group][which][key]) for group in GROUPS]
        rows.append(row)
    return Section(title, "How often one of them was in hand.", ("", "all", "first", "second"), rows)


def _provisional(result: Mapping[str, Any]) -> Section:
    """Return each provisional card: in how many games it came to hand, and what of it nobody is sure of."""
    drawn = {card["name"]: card["all"]["drawn"] for card in result["cards"] if card["copies"]}
    rows: list[Row] = []
    for card in result["flags"]["provisional"]:
        name = card["card"]
        rows.append([f"{name}: {_told_facts(card['facts'])}", percent(drawn[name]) if name in drawn else "not drawn"])
    says = "What of each is not known for sure, and in how many games it came to hand."
    return Section("What is not known for sure", says, ("", "in hand, % of games"), rows)


def _told_facts(facts: Mapping[str, str]) -> str:
    """Return facts with the reasons why they are not known for sure, each reason once."""
    reasons: dict[str, list[str]] = {}
    for field, reason in facts.items():
        reasons.setdefault(reason, []).append(field.replace("_", " "))
    return "; ".join(f"{', '.join(fields)} ({reason})" for reason, fields in reasons.items())
