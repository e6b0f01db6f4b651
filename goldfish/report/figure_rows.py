"""The figures of a result as rows for a table, one each, with the run that they are of.

All documents have the same columns, so that files of several runs stand below each other. The column `row` says what a
row is: `run` a setting or a fact of the whole, `figure` a figure of a result, `difference` one of a comparison,
`change` one of a sweep, `skipped` a change that was not tried, `mulligan` a mulligan policy. docs/goldfish.md says what
the columns hold.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from riftcheck.goldfish.results.columns import is_table
from riftcheck.goldfish.results.document import inner_parts, is_figure
from riftcheck.goldfish.stats.tally import SEATS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

FIGURE_COLUMNS: Final = (
    "row",
    "path",
    "list",
    "chapter",
    "seat",
    "card",
    "ability",
    "turn",
    "point",
    "figure",
    "value",
    "low",
    "high",
    "n",
    "exact",
    "exact_kept",
    "exact_sought",
    "exact_why",
    "flags",
    "a",
    "b",
    "changed",
    "change",
    "put_in",
    "taken_out",
    "list_hash",
    "chance",
    "alone",
    "answer",
    "round",
    "text",
)
_SEATS: Final = ("all", *SEATS)
_CARDS: Final = "cards"
_FIELD: Final = "field"
_ABILITIES: Final = "abilities"
_COUNTED: Final = ("main", "runes")  # lists with a name for each copy
_RULES: Final = "rules"
_NAMING: Final = {"lists": "name", "provisional": "card"}  # what the entries of a list are called by

TableRow = dict[str, Any]


def result_rows(document: Mapping[str, Any]) -> Iterator[TableRow]:
    """Yield the rows of a result of `riftcheck.goldfish.results.document`: its run, then a `figure` each."""
    yield from _run_rows({name: part for name, part in document.items() if name not in (*_SEATS, _CARDS, _FIELD)})
    for one in document.get(_FIELD, ()):
        told = {name: part for name, part in one.items() if name not in (*_SEATS, "name")}
        yield from (row | {"list": one["name"]} for row in _run_rows(told, [_FIELD, one["name"]]))
    for seat in _SEATS:
        for chapter, part in inner_parts(document[seat]).items():
            yield from _figures(part, [seat, chapter], {"seat": seat, "chapter": chapter}, [])
    for card, whole in inner_parts(document[_CARDS]).items():
        for seat in _SEATS:
            if seat in whole:
                place = {"chapter": _CARDS, "card": card, "seat": seat}
                yield from _figures(whole[seat], [_CARDS, card, seat], place, [])
    for met, whole in inner_parts(document.get(_FIELD, [])).items():
        for seat in _SEATS:
            if seat in whole:
                place = {"chapter": _FIELD, "list": met, "seat": seat}
                yield from _figures(whole[seat], [_FIELD, met, seat], place, [])


def compare_rows(document: Mapping[str, Any]) -> Iterator[TableRow]:
    """Yield the rows of a document of `riftcheck.goldfish.studies.comparison`: its runs, then a `difference` each."""
    yield from _run_rows({name: part for name, part in document.items() if name not in ("a", "b", "differences")})
    for side in ("a", "b"):
        kept = {name: part for name, part in document[side].items() if name != "means"}
        yield from (row | {"list": side.upper()} for row in _run_rows(kept, [side]))
    for one in document["differences"]:
        name = one["measure"]
        means = {side: document[side]["means"][name] for side in ("a", "b")}
        yield _compared("difference", f"differences/{name}", one) | means


def ranking_rows(document: Mapping[str, Any]) -> Iterator[TableRow]:
    """Yield the rows of a document of a sweep or of mulligan policies: its run, then a `change` or `mulligan` each.

    They stand from the best to the worst, and what was not tried at the end.
    """
    ranked = {"changes": "change", "policies": "mulligan"}
    yield from _run_rows({name: part for name, part in document.items() if name not in (*ranked, "skipped", "rounds")})
    for number, one in enumerate(document.get("rounds", ()), 1):
        yield from _run_rows(one, ["rounds", str(number)])
    for entries, row in ranked.items():
        for one in document.get(entries, ()):
            yield _compared(row, f"{entries}/{one['name']}", one)
    for one in document.get("skipped", ()):
        yield {"row": "skipped", "path": f"skipped/{one['name']}", "text": one["reason"]}


def _compared(row: str, path: str, one: Mapping[str, Any]) -> TableRow:
    """Return the row of a difference: what of it has a column of its name, and its measure as the figure."""
    told = {name: _cell(value) for name, value in one.items() if name in FIGURE_COLUMNS and name != "flags"}
    return {
        "row": row,
        "path": path,
        "figure": one["measure"],
        **told,
        "flags": ";".join(one.get("flags", ())),
        "text": one["reason"],
    }


def _figures(part: Any, path: Sequence[str], place: Mapping[str, Any], words: Sequence[str]) -> Iterator[TableRow]:
    """Yield the figures of a part of a result; `place` are the columns that are known, `words` name the figure."""
    if is_figure(part):
        yield {"row": "figure", "path": "/".join(path), **place, "figure": "/".join(words), **_bounds(part)}
        return
    label = "turn" if is_table(part) else "point" if isinstance(part, list) else ""
    if path[-1] == _ABILITIES:
        label = "ability"
    for name, one in inner_parts(part).items():
        further = dict(place) | ({label: name} if label else {})
        if label == "ability":
            further["text"] = one["says"]
        yield from _figures(one, [*path, name], further, words if label else [*words, name])


def _bounds(one: Mapping[str, Any]) -> TableRow:
    exact = one.get("exact") or {}
    return {
        **{name: _cell(one[name]) for name in ("value", "low", "high", "n")},
        "exact": _cell(exact.get("value")),
        "exact_kept": _cell(exact.get("kept")),
        "exact_sought": _cell(exact.get("sought")),
        "exact_why": exact.get("why", ""),
        "flags": ";".join(one.get("flags", ())),
        **{name: _cell(one[name]) for name in ("chance", "answer") if name in one},
    }


def _run_rows(part: Any, path: Sequence[str] = ()) -> Iterator[TableRow]:
    """Yield the settings of a run, and what else is of the whole, by their paths."""
    if isinstance(part, dict) or (isinstance(part, list) and part and isinstance(part[0], dict)):
        for name, one in _named(part, path[-1] if path else ""):
            yield from _run_rows(one, [*path, name])
    else:
        yield {"row": "run", "path": "/".join(path), "text": _text(part, path[-1])}


def _named(part: dict[str, Any] | list[dict[str, Any]], name: str) -> Iterator[tuple[str, Any]]:
    """Yield what a setting holds by its names; an entry of a list by its own, or by its place from 1 on."""
    if isinstance(part, dict):
        yield from part.items()
        return
    naming = _NAMING.get(name)
    for number, one in enumerate(part, 1):
        called = str(number) if naming is None else one[naming]
        yield called, {key: value for key, value in one.items() if key != naming}


def _text(part: Any, name: str) -> str:
    """Return a setting as text. The version of the rules stands with their name: a spreadsheet takes 1.4 for a day."""
    if name == _RULES and isinstance(part, str):
        return f"CR {part}"
    if isinstance(part, list):
        if name in _COUNTED:
            return "; ".join(f"{copies} {name}" for name, copies in Counter(part).items())
        return "; ".join(_text(one, "") for one in part)
    if isinstance(part, bool):
        return "true" if part else "false"
    return str(_cell(part))


def _cell(value: Any) -> Any:
    """Return a value as a cell: empty for what nothing bounds, or nothing was counted of."""
    return "" if value is None else value
