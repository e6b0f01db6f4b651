"""The table of a result against a field: how games against each of its lists ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.printable import clean
from riftcheck.goldfish.report.cells import NONE, Cell, percent, turn
from riftcheck.goldfish.report.run_words import legend_name

if TYPE_CHECKING:
    from collections.abc import Mapping

TITLE: Final = "Against each list"
SAYS: Final = (
    "Field: the share of the list in it. Won: of the games against it; of those in which the own list went first, and "
    "second. Turn: that of the Victory Score, the median of all games."
)
TITLES: Final = ("", "field, %", "games", "won, %", "first, %", "second, %", "turn")


def field_table(result: Mapping[str, Any]) -> tuple[str, str, tuple[str, ...], list[list[Cell | str]]]:
    """Return the title, what it says, the titles of columns and the rows, as a `Section` has them.

    There is no row where the opponent is no field.
    """
    return TITLE, SAYS, TITLES, [_row(one) for one in result.get("field", ())]


def _row(one: Mapping[str, Any]) -> list[Cell | str]:
    legend = legend_name(one)
    games = one["all"]
    seats = [percent(one[seat]["won"]) if seat in one else NONE for seat in ("first", "second")]
    return [
        clean(f"{one['name']} ({legend})" if legend else one["name"]),
        f"{one['share'] * 100:.1f}",
        str(games["games"]),
        percent(games["won"]),
        *seats,
        turn(games["victory_turn"]),
    ]
