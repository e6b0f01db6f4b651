"""Rows by turn as columns: a document says each name once, not once a turn, and nothing is lost.

Rows such as [{"turn": 1, "points": FIGURE}, ...] become {"turn": [1, ...], "points": COLUMN}. A column is a figure
whose value, bounds and `n` are lists, an entry for each row; `n` is one number where it is the same for all. `exact` is
such a column too, and null where a row has no exact value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

TURN: Final = "turn"
_SAME: Final = "n"  # what is often the same for all rows
_WHOLE: Final = "flags"  # what is of the column, not of its rows
_EXACT: Final = "exact"


def to_columns(part: Any) -> Any:
    """Return a part of a document in which all rows by turn are columns."""
    if isinstance(part, dict):
        return {name: to_columns(one) for name, one in part.items()}
    if isinstance(part, list):
        if part and all(isinstance(one, dict) and isinstance(one.get(TURN), int) for one in part):
            return _table(part)
        return [to_columns(one) for one in part]
    return part


def is_table(part: object) -> bool:
    """Tell whether a part of a document holds rows by turn as columns."""
    return isinstance(part, dict) and isinstance(part.get(TURN), list)


def rows_of(part: Any) -> list[dict[str, Any]]:
    """Return the rows of columns, from the first turn on; none where there was nothing to make rows of."""
    if not is_table(part):
        return []
    names = [name for name in part if name != TURN]
    return [{TURN: turn} | {name: _entry(part[name], place) for name in names} for place, turn in enumerate(part[TURN])]


def _table(found: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    table: dict[str, Any] = {TURN: [row[TURN] for row in found]}
    for name in found[0]:
        if name != TURN:
            table[name] = _column([row[name] for row in found])
    return table


def _column(entries: Sequence[Mapping[str, Any] | None]) -> dict[str, Any]:
    names = dict.fromkeys(name for entry in entries if entry is not None for name in entry)
    column: dict[str, Any] = {}
    for name in names:
        found = [None if entry is None else entry.get(name) for entry in entries]
        if name == _EXACT:
            column[name] = _column(found)
        else:
            column[name] = found[0] if name == _SAME and len(set(found)) == 1 else found
    return column


def _entry(column: Mapping[str, Any], place: int) -> dict[str, Any]:
    entry: dict[str, Any] = {}
    for name, found in column.items():
        if name == _EXACT:
            exact = _entry(found, place)
            if any(value is not None for value in exact.values()):
                entry[name] = exact
        else:
            entry[name] = found[place] if isinstance(found, list) and name != _WHOLE else found
    return entry
