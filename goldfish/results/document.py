"""The document of a result: every figure with its interval, exact values beside, and what has to be known to read it.

The same games give the same document, to the byte; nothing in it tells how, where or when they were played.
"""

from __future__ import annotations

import json
from difflib import get_close_matches
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from riftcheck.engine.model import constants as w
from riftcheck.goldfish.results import figures
from riftcheck.goldfish.results.columns import is_table, rows_of, to_columns
from riftcheck.goldfish.results.field_scores import field_scores
from riftcheck.goldfish.results.opening_differences import deciding_measure, opening_differences
from riftcheck.goldfish.simulation.facts import GameFacts, KindFacts, TurnFacts
from riftcheck.goldfish.stats import exact
from riftcheck.goldfish.stats.intervals import LEVEL
from riftcheck.goldfish.stats.tally import ENDED, SEATS, Counts, Tally, together

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from riftcheck.goldfish.results.run_info import RunInfo

VERSION: Final = 2  # of the document
_FIGURE: Final = {"value", "low", "high", "n"}
_NAMING: Final = ("turn", "point", "name")  # what names an entry of a list


_SOMETIMES: Final = {*SEATS, "with_in_opening", "without_in_opening"}  # what a card has if there was such a game


class UnknownFigureError(ValueError):
    """A figure that no result has; the message names what is near."""


class _NotYetError(UnknownFigureError):
    """A turn that none of the games has come to, or something else that none of them had."""


def result_document(tally: Tally, info: RunInfo) -> dict[str, Any]:
    """Return the result of the games of a tally as a JSON document; docs/goldfish.md says what is in it."""
    whole = tally.of(*SEATS)
    by_seat = {"all": whole} | {seat: tally.seats[seat] for seat in SEATS}
    document: dict[str, Any] = {
        "version": VERSION,
        "games": tally.games,
        "level": LEVEL,
        "turns": info.turns,
        "victory": info.victory,
        **info.settings(),
        "measure": deciding_measure(whole),
        "flags": info.flags.to_json(),
        "why": exact.WHY,
    }
    for name, counts in by_seat.items():
        document[name] = figures.seat(counts, info.victory)
        _exact_draws(document[name], by_seat, name, info)
    kinds = _shown(tally, info)
    document["cards"] = [_card(tally, info, kind, by_seat) for kind in kinds]
    found = opening_differences(tally, info)
    for kind, card in zip(kinds, document["cards"], strict=True):
        if kind in found:
            card["all"]["opening_difference"] = found[kind]
    document |= {name: to_columns(document[name]) for name in (*by_seat, "cards")}
    if info.field_lists:
        document["field"] = field_scores(tally, info)
    marks = info.flags.marks()
    if marks:
        _mark(document, marks)
    return document


def estimates(tally: Tally, info: RunInfo) -> dict[str, Any]:
    """Return the few figures that are shown while a run goes on: how games end, and how fast points come."""
    counts = tally.of(*SEATS)
    score = figures.score(counts, info.victory, figures.last_turn(counts))
    last = score["points"][-1]
    found: dict[str, Any] = {name: score[name] for name in ("won", "not_won", "not_finished")}
    found |= {"reached": last["reached"], "median": last["median"], "mean_if_reached": last["mean_if_reached"]}
    found["kept"] = figures.hands(counts)["kept"]
    marks = info.flags.marks()
    if marks:
        _mark(found, marks)
    return {"games": tally.games, "figures": found}


def _shown(tally: Tally, info: RunInfo) -> list[int]:
    """Return the kinds that are drawn from, and those of which anything was noted."""
    noted = {kind for seat in SEATS for kind in tally.kinds[seat]}
    return [kind for kind, copies in enumerate(info.copies) if copies or kind in noted]


def to_text(document: Mapping[str, Any]) -> str:
    """Return a document as JSON text, a line for each figure, the same text for the same document."""
    return "".join(_text(document, "")) + "\n"


def _text(part: Any, indent: str) -> Iterator[str]:
    """Return the text of a part in pieces; rows by turn, and what holds nothing that holds anything, are one line."""
    inner = list(part.values()) if isinstance(part, dict) else part if isinstance(part, list) else []
    if is_table(part) or not any(isinstance(one, dict | list) and not is_figure(one) for one in inner):
        yield json.dumps(part, separators=(",", ":"), sort_keys=True)
        return
    named = isinstance(part, dict)
    entries = sorted(part.items()) if named else [("", one) for one in inner]
    before = "{\n" if named else "[\n"
    for name, one in entries:
        yield f"{before}{indent} {json.dumps(name) + ':' if named else ''}"
        yield from _text(one, indent + " ")
        before = ",\n"
    yield f"\n{indent}{'}' if named else ']'}"


def _seats_in(name: str) -> tuple[str, ...]:
    return SEATS if name == "all" else (name,)


def _parts(by_seat: Mapping[str, Counts], name: str) -> list[tuple[str, int]]:
    """Return the seats that a group of games is of, with their numbers of games, those without games left out."""
    games = [(seat, figures.games_of(by_seat[seat])) for seat in _seats_in(name)]
    return [(seat, count) for seat, count in games if count]


def _exact_draws(document: dict[str, Any], by_seat: Mapping[str, Counts], name: str, info: RunInfo) -> None:
    for row in document["turns"]:
        # Of the games that played the turn to its end; a seat without one has no part in it.
        ended = [(seat, _ended(by_seat[seat], row["turn"])) for seat in _seats_in(name)]
        row["drawn"]["exact"] = exact.weighted(
            [
                (count, exact.drawn_on(info.pile(), row["turn"], first=seat == SEATS[0]))
                for seat, count in ended
                if count
            ]
        )


def _ended(counts: Counts, turn: int) -> int:
    return counts.rows[turn - 1][ENDED] if turn <= len(counts.rows) else 0


def _card(tally: Tally, info: RunInfo, kind: int, by_seat: Mapping[str, Counts]) -> dict[str, Any]:
    shown: dict[str, Any] = {"name": info.kinds[kind], "copies": info.copies[kind]}
    played = info.run.get("list", {})
    if "legend_full_name" in played and played["legend"] == shown["name"]:
        shown["full_name"] = played["legend_full_name"]
    for name, whole in by_seat.items():
        games = figures.games_of(whole)
        if not games and name != "all":
            continue  # nobody went first, or second
        counts = tally.of_kind(kind, *_seats_in(name))
        last = figures.last_turn(whole)
        shown[name] = figures.card(counts, games, last)
        shown[name]["abilities"] = figures.abilities(counts, games, info.kinds[kind], info.words)
        if info.copies[kind]:
            _exact_card(shown[name], whole, _parts(by_seat, name), info, kind)
            shown[name] |= _with_and_without(tally, kind, name, whole, info.victory)
    return shown


def _exact_card(shown: dict[str, Any], whole: Counts, parts: list[tuple[str, int]], info: RunInfo, kind: int) -> None:
    if not parts:
        return
    pile = info.pile()
    cards = exact.CardCopies(kind, info.copies[kind], exact.set_aside(whole), info.opening_odds)
    shown["opening"]["exact"] = exact.opening(pile, cards)
    # A game that is over sees no more cards: exact values stand where no game was over.
    for row in shown["seen_by"][: figures.shortest(whole) + 1]:
        odds = [(count, exact.seen_by(pile, cards, row["turn"], first=seat == SEATS[0])) for seat, count in parts]
        row["seen"]["exact"] = exact.weighted(odds)


def _with_and_without(tally: Tally, kind: int, name: str, whole: Counts, victory: int) -> dict[str, Any]:
    has = tally.of_opening(kind, *_seats_in(name))
    has_not = together([whole])
    has_not.plus(has, sign=-1)
    last = figures.last_turn(whole)
    sides = {"with_in_opening": has, "without_in_opening": has_not}
    return {
        side: figures.in_hand(counts, victory, last, whole=name == "all")
        for side, counts in sides.items()
        if figures.games_of(counts)
    }


def is_figure(value: object) -> bool:
    """Tell whether a part of a document is a figure with its interval."""
    return isinstance(value, dict) and value.keys() >= _FIGURE


def _mark(part: Any, marks: list[str]) -> None:
    if is_figure(part):
        part["flags"] = list(marks)
        return
    inner = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    for one in inner:
        _mark(one, marks)


def figure(document: Mapping[str, Any], path: str) -> dict[str, Any]:
    """Return a figure of a result by its path, such as `all/score/won` or `all/score/by_turn/6/points`.

    The entries of lists are named by their turn, point or name: `cards/Pouty Poro/all/played`.

    :raises UnknownFigureError: there is no such figure, or it is no single figure.
    """
    part: Any = document
    before = ""
    for name in _names_of(document, path):
        inner = inner_parts(part)
        if name not in inner:
            near = get_close_matches(name, [str(one) for one in inner], 1)
            hint = f"; did you mean {near[0]!r}?" if near else "."
            by_turn = name.isdecimal() and (is_table(part) or part == [])
            wrong = _NotYetError if by_turn or name in _SOMETIMES or before == "abilities" else UnknownFigureError
            raise wrong(f"There is no figure {path!r}: {name!r} is not in this result{hint}")
        part = inner[name]
        before = name
    if not is_figure(part):
        raise UnknownFigureError(
            f"{path!r} is no single figure: go on with one of {', '.join(inner_parts(part)) or 'none'}."
        )
    found: dict[str, Any] = part
    return found


def _names_of(document: Mapping[str, Any], path: str) -> Iterator[str]:
    """Yield the names that a path goes through; a name that has a slash itself is one, where there is such a name."""
    part: Any = document
    left = path.split("/")
    while left:
        inner = inner_parts(part)
        size = next((size for size in range(len(left), 1, -1) if "/".join(left[:size]) in inner), 1)
        name = "/".join(left[:size])
        del left[:size]
        part = inner.get(name)
        yield name


def inner_parts(part: Any) -> dict[str, Any]:
    """Return what a part of a document holds, by the names that stand in the paths of figures; nothing of a figure."""
    if is_table(part):
        return {str(row["turn"]): row for row in rows_of(part)}
    if isinstance(part, dict) and not is_figure(part):
        return part
    if isinstance(part, list):
        return {str(next(one[key] for key in _NAMING if key in one)): one for one in part if isinstance(one, dict)}
    return {}


def too_wide(document: Mapping[str, Any], wanted: Mapping[str, float]) -> list[str]:
    """Return the figures whose interval is wider than wanted; none means that a run may stop.

    `wanted` holds the greatest half width by the path of a figure (see `figure`): 0.02 for a rate is two points. An
    interval without a bound is too wide. Ask after numbers of games that do not depend on chunks, so that the result
    does not either.

    :raises UnknownFigureError: there is no such figure.
    :raises ValueError: a half width is not above 0.
    """
    for path, half in wanted.items():
        if not half > 0:
            raise ValueError(f"The half width wanted of {path} is {half}; it must be above 0.")
    return [path for path, half in wanted.items() if _half_width(_figure_yet(document, path)) > half]


def check_figure(info: RunInfo, path: str) -> None:
    """Refuse the path of a figure that no result of a run can have, before any game is played.

    :raises UnknownFigureError: there is no such figure, or it is no single figure.
    """
    document = result_document(_one_of_each(info), info)
    names: list[str] = []
    part: Any = document
    for name in _names_of(document, path):
        later = is_table(part) and name.isdecimal() and 0 < int(name) <= info.turns
        names.append(str(part["turn"][-1]) if later else name)
        part = inner_parts(part).get(names[-1])
    played = "/".join(names)
    try:
        figure(document, played)
    except UnknownFigureError as error:
        raise UnknownFigureError(str(error).replace(repr(played), repr(path), 1)) from None


def _one_of_each(info: RunInfo) -> Tally:
    """Return the counts of made-up games in which all that can be counted is there."""
    tally = Tally()
    seats = {"play": (True,), "draw": (False,)}.get(info.run.get("first", ""), (True, False))
    met = range(len(info.field_lists)) or (w.NOBODY,)
    for index, (first, held, place) in enumerate(product(seats, (True, False), met)):
        opening = list(range(len(info.kinds))) if held else []
        facts = GameFacts(index, first, turns=[TurnFacts()], opening=opening, met=place)
        for kind, name in enumerate(info.kinds):
            keys = [key for key in info.words if key.rpartition("/")[0] == name]
            facts.kinds[kind] = KindFacts(drawn=[1], played=[1], delays=[0], abilities=dict.fromkeys(keys, 1))
        tally.add(facts)
    return tally


def _figure_yet(document: Mapping[str, Any], path: str) -> Mapping[str, Any]:
    """Return a figure, or one without bounds where no game has had it yet."""
    try:
        return figure(document, path)
    except _NotYetError:
        return {"low": None, "high": None}


def _half_width(one: Mapping[str, Any]) -> float:
    if one["low"] is None or one["high"] is None:
        return float("inf")
    return float(one["high"] - one["low"]) / 2
