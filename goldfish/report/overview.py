"""The first part of a report: the clock or the win rate, opening hands, stumbles, the best and the worst cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.printable import clean
from riftcheck.goldfish.report.cells import NONE, number, percent, signed, signed_percent, turn
from riftcheck.goldfish.report.sections import GROUPS, Section
from riftcheck.goldfish.results.columns import rows_of
from riftcheck.goldfish.results.opening_differences import BY_WINS, LEAST_GAMES
from riftcheck.goldfish.results.turn_games import turns_of_many

if TYPE_CHECKING:
    from collections.abc import Mapping

    from riftcheck.goldfish.report.cells import Cell
    from riftcheck.goldfish.report.sections import Row

TITLE: Final = "What matters"
AT_EACH_END: Final = 5  # cards that are shown as best, and as worst
_FIRST_TURNS: Final = 4  # of which it is told how often nothing was played
_FEWEST_CARDS: Final = 2  # that are told apart
_NONE_WORSE: Final = "With none of the cards games went worse than without it."
_LEAST_CHANCE: Final = 0.0005  # what would be shown as 0.000
_SEATS: Final = ("", "all", "first", "second")
_UNITS: Final = {
    "won": "percentage points of games won",
    "turn": "turns to the Victory Score, of which fewer are better",
}


def overview(result: Mapping[str, Any]) -> list[Section]:
    """Return the tables of the first part in the order in which they are read, the outcome first."""
    found = [_outcome(result), _hands(result), _dead_cards(result)]
    return [*(section for section in found if section.rows), *_opening_cards(result)]


def opponent_may_win(result: Mapping[str, Any]) -> bool:
    """Tell whether a result is about winning games: an opponent has a list, or has won one; else it is about time."""
    kind = result["run"].get("opponent", {}).get("kind", "passive")
    return kind not in ("passive", "scripted") or result.get("measure") == BY_WINS


def _outcome(result: Mapping[str, Any]) -> Section:
    wins = [_of_seats(result, "won, %", "score", "won")]
    for key, title in (("not_won", "lost, %"), ("not_finished", "not finished, %")):
        if result["all"]["score"][key]["value"]:
            wins.append(_of_seats(result, title, "score", key))
    points = [result[group]["score"]["points"][-1] for group in GROUPS]
    where = "" if points[0]["reached"]["value"] == 1 else ", where it was reached"
    turns: list[Row] = [
        [f"mean turn of the Victory Score{where}", *(number(point["mean_if_reached"]) for point in points)],
        ["turn by which half of all games had it", *(turn(point["median"]) for point in points)],
    ]
    if opponent_may_win(result):
        says = "Games won, and the turn of the Victory Score, by who goes first."
        return Section("The win rate", says, _SEATS, [*wins, *turns] if result["games"] else [])
    says = "How soon the Victory Score is reached where no opponent reaches it first, by who goes first."
    return Section("The clock", says, _SEATS, [*turns, *wins] if result["games"] else [])


def _of_seats(result: Mapping[str, Any], title: str, chapter: str, key: str) -> Row:
    return [title, *(percent(result[group][chapter][key]) for group in GROUPS)]


def _hands(result: Mapping[str, Any]) -> Section:
    rows = [
        _of_seats(result, "hand kept whole, %", "hands", "kept"),
        _of_seats(result, "one card set aside, %", "hands", "one_set_aside"),
        _of_seats(result, "two cards set aside, %", "hands", "two_set_aside"),
    ]
    by_group = [rows_of(result[group]["turns"]) for group in GROUPS]
    for at in range(min(_FIRST_TURNS, turns_of_many(result))):
        cells = [percent(played[at]["nothing_played"]) if at < len(played) else NONE for played in by_group]
        rows.append([f"nothing played on turn {at + 1}, %", *cells])
    rows += [
        _of_seats(result, "energy wasted, %", "totals", "energy_wasted_share"),
        _of_seats(result, "power wasted, %", "totals", "power_wasted_share"),
    ]
    says = (
        "Nothing played: of the games that played the turn to its end. Wasted: of what runes and cards gave, what was "
        "not spent."
    )
    return Section("Opening hands and stumbles", says, _SEATS, rows if result["games"] else [])


def _dead_cards(result: Mapping[str, Any]) -> Section:
    """Return the cards whose copies were dead most often, without those that came to hand in few games."""
    found = [
        card for card in result["cards"] if card["all"]["dead"]["value"] and card["all"]["dead"]["n"] >= LEAST_GAMES
    ]
    found.sort(key=lambda card: (-card["all"]["dead"]["value"], card["name"]))
    rows: list[Row] = [
        [clean(card["name"]), str(card["copies"]), percent(card["all"]["drawn"]), percent(card["all"]["dead"])]
        for card in found[:AT_EACH_END]
    ]
    says = "Of the copies that came to hand, those still in it at the end that could never be played."
    if result["run"].get("opponent", {}).get("kind") == "passive":
        says += " An answer to what an opponent does is of no use against one who does nothing, dead or not."
    return Section("The cards that were most often dead", says, ("", "copies", "drawn, %", "dead, %"), rows)


def _opening_cards(result: Mapping[str, Any]) -> list[Section]:
    """Return the cards with which games go best, and those with which they go worst.

    However few cards there are, the best are better and the worst are worse than games without them.
    """
    measure = result.get("measure")
    if not result["games"] or measure is None:
        return []  # of version 0.1, or of nothing
    told = [
        (card, card["all"]["opening_difference"]) for card in result["cards"] if "opening_difference" in card["all"]
    ]
    told = [(card, one) for card, one in told if one["value"] is not None]
    sign = 1 if measure == BY_WINS else -1
    told.sort(key=lambda pair: (-sign * pair[1]["value"], pair[0]["name"]))
    if len(told) < _FEWEST_CARDS:
        return [Section("Best and worst cards in the opening hand", _nothing_told(result), ("",), [])]
    # What is shown as no difference is none.
    better = [pair for pair in told if sign * float(_difference(pair[1], measure).value) > 0]
    worse = [pair for pair in reversed(told) if sign * float(_difference(pair[1], measure).value) < 0]
    best, worst = ([_opening_row(card, one, measure) for card, one in some[:AT_EACH_END]] for some in (better, worse))
    says = (
        f"Games with the card in the opening hand less those without it, in {_UNITS[measure]}. That is no proof that "
        f"the card is why, and of {len(told)} cards some stand out by chance: chance is the probability of such a "
        "difference where there is none, corrected for their number by Holm; beyond chance is what is 0.05 or less. "
        "The bounds of a difference are not corrected."
    )
    titles = ("", "games with it", "difference", "chance", "beyond chance")
    says += "" if best else " With none of them games went better."
    return [
        Section("The best cards in the opening hand", says, titles, best),
        Section("The worst cards in the opening hand", "" if worst else _NONE_WORSE, titles, worst),
    ]


def _nothing_told(result: Mapping[str, Any]) -> str:
    """Return why the opening hands tell nothing of cards: too few games, or too few of them won, or not won."""
    won = result["all"]["score"]["won"]["value"]
    if result["measure"] == BY_WINS and result["games"] >= 2 * LEAST_GAMES:
        few = "won" if won < 1 / 2 else "lost"
        return f"Too few games were {few} to tell cards apart, or no two cards were in enough opening hands."
    return f"No two cards were in the opening hand of {LEAST_GAMES} games, and not in that of {LEAST_GAMES} others."


def _opening_row(card: Mapping[str, Any], one: Mapping[str, Any], measure: str) -> Row:
    beyond = "no" if one["answer"] == "not known" else "yes"
    games = card["all"]["with_in_opening"]["games"]
    return [clean(card["name"]), str(games), _difference(one, measure), _chance(one["chance"]), beyond]


def _difference(one: Mapping[str, Any], measure: str) -> Cell:
    return signed_percent(one) if measure == BY_WINS else signed(one)


def _chance(chance: float) -> str:
    return "<0.001" if chance < _LEAST_CHANCE else f"{chance:.3f}"
