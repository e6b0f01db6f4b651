"""The counts of the games of a run: whole numbers only, so that parts merge in any order to the same bytes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from riftcheck.goldfish.simulation.facts import GameFacts, KindFacts, TurnFacts

Hist = dict[int, int]

# What a row of `rows` holds for a turn: games that played it to its end, those of them that played nothing in it, then
# for each of these fields of TurnFacts the sums of values, of squares and of cubes.
ENDED: Final = 0
IDLE: Final = 1
TURN_FIELDS: Final = (
    "runes",
    "energy_produced",
    "energy_spent",
    "energy_wasted",
    "power_produced",
    "power_spent",
    "power_wasted",
    "drawn",
    "played",
    "hand",
)
POWERS: Final = 3  # sums of a field
PAIR: Final = 6  # sums of a pair of numbers, see `note_pair`
QUOTIENT: Final = 10  # and of one of which the cubes are kept
ROW: Final = 2 + POWERS * len(TURN_FIELDS)
# Fields of a game of which the number of games with each value is kept.
GAME_FIELDS: Final = (
    "mulligan",
    "units_lost",
    "conquered",
    "held",
    "battlefields_lost",
    "burn_outs",
    "opponent_points",
    "turns_with_unsupported",
    "turns_with_provisional",
)
# Fields of turns that are summed over the whole game.
TOTALS: Final = ("energy_spent", "energy_wasted", "power_spent", "power_wasted", "drawn", "played")
SEATS: Final = ("first", "second")
NOT_FINISHED: Final = 0
NOT_WON: Final = 1
WON: Final = 2
MOST_POINTS: Final = 40  # more are not told apart by turn; the highest Victory Score is 11
MOST_TURNS: Final = 1000  # as many as a run may have
POINT: Final = tuple(f"point {number}" for number in range(MOST_POINTS + 1))
# Points at the end of a turn, and at the end of the game where it ended on that turn.
AT_END: Final = tuple(f"points of turn {turn}" for turn in range(MOST_TURNS + 1))
LEFT: Final = tuple(f"points after turn {turn}" for turn in range(MOST_TURNS + 1))
ABILITY: Final = "ability "  # before the key of an ability


class Counts:
    """A bundle of whole numbers: histograms, sums and rows by turn, by name.

    `hists`: by name, how often each value came. `sums`: by name, a list of sums. `rows`: by turn (the first is turn 1)
    the sums of `TURN_FIELDS`. A name that is not there counts as nothing.
    """

    __slots__ = ("hists", "rows", "sums")

    def __init__(self) -> None:
        self.hists: dict[str, Hist] = {}
        self.sums: dict[str, list[int]] = {}
        self.rows: list[list[int]] = []

    def note(self, name: str, value: int) -> None:
        """Count one more of a value in a histogram."""
        hist = self.hists.get(name)
        if hist is None:
            hist = self.hists[name] = {}
        hist[value] = hist.get(value, 0) + 1

    def note_pair(self, name: str, x: int, y: int) -> None:
        """Count a game with `x` chances of which `y` came: games, x, y, xx, xy, yy (see `intervals.share`)."""
        if x or y:
            self._grow(name, (1, x, y, x * x, x * y, y * y))

    def note_quotient(self, name: str, x: int, y: int) -> None:
        """Count a game with `y` on `x` copies: as `note_pair`, and xxx, xxy, xyy, yyy (see `intervals.quotient`)."""
        if x or y:
            xx, xy, yy = x * x, x * y, y * y
            self._grow(name, (1, x, y, xx, xy, yy, xx * x, xx * y, x * yy, yy * y))

    def note_sum(self, name: str, value: int) -> None:
        """Count a game with this value: sums of values, of squares and of cubes."""
        square = value * value
        self._grow(name, (value, square, square * value))

    def hist(self, name: str) -> Hist:
        """Return a histogram, empty where there is none."""
        return self.hists.get(name, {})

    def games(self, name: str) -> int:
        """Return the number of values in a histogram."""
        return sum(self.hist(name).values())

    def plus(self, other: Counts, sign: int = 1) -> None:
        """Add what another holds, or take it away with a sign of -1."""
        for name, hist in other.hists.items():
            mine = self.hists.setdefault(name, {})
            for value, count in hist.items():
                mine[value] = mine.get(value, 0) + sign * count
        for name, sums in other.sums.items():
            self._grow(name, [sign * number for number in sums])
        while len(self.rows) < len(other.rows):
            self.rows.append([0] * ROW)
        for row, more in zip(self.rows, other.rows, strict=False):
            for place, number in enumerate(more):
                row[place] += sign * number

    def _grow(self, name: str, numbers: Iterable[int]) -> None:
        sums = self.sums.get(name)
        if sums is None:
            self.sums[name] = list(numbers)
            return
        for place, number in enumerate(numbers):
            sums[place] += number

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON; what is zero is left out."""
        hists = {
            name: {str(value): hist[value] for value in sorted(hist) if hist[value]}
            for name, hist in sorted(self.hists.items())
        }
        sums = {name: sums for name, sums in sorted(self.sums.items()) if any(sums)}
        shown: dict[str, Any] = {"hists": {name: hist for name, hist in hists.items() if hist}, "sums": sums}
        return shown | ({"rows": self.rows} if self.rows else {})

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Counts:
        """Return what `to_json` gave."""
        counts = cls()
        counts.hists = {name: {int(value): n for value, n in hist.items()} for name, hist in data["hists"].items()}
        counts.sums = {name: list(sums) for name, sums in data["sums"].items()}
        counts.rows = [list(row) for row in data.get("rows", [])]
        return counts


class Tally:
    """All that is counted of games, by seat: of the game, of each card, and of games with a card in the opening hand.

    `seats`, `kinds` and `opening` hold `Counts`: by the seat (`first` or `second`), and then by the place of the card
    in the `kinds` of the run. `met` holds the scores by the place of the list that was met, where the opponent is a
    field. Adding games one by one or merging tallies of parts gives the same, in any order.
    """

    __slots__ = ("kinds", "met", "opening", "seats")

    def __init__(self) -> None:
        self.seats: dict[str, Counts] = {seat: Counts() for seat in SEATS}
        self.kinds: dict[str, dict[int, Counts]] = {seat: {} for seat in SEATS}
        self.opening: dict[str, dict[int, Counts]] = {seat: {} for seat in SEATS}
        self.met: dict[str, dict[int, Counts]] = {seat: {} for seat in SEATS}

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(counts.games("outcome") for counts in self.seats.values())

    def add(self, facts: GameFacts) -> None:
        """Count one game."""
        seat = SEATS[0] if facts.first else SEATS[1]
        counts = self.seats[seat]
        _add_score(counts, facts)
        _add_game(counts, facts)
        if facts.met >= 0:
            _add_score(_of(self.met[seat], facts.met), facts)
        held: Hist = {}
        for kind in facts.opening:
            held[kind] = held.get(kind, 0) + 1
        for kind, copies in held.items():
            with_it = _of(self.opening[seat], kind)
            _add_score(with_it, facts)
            _add_game(with_it, facts)
            _of(self.kinds[seat], kind).note("opening", copies)
        for kind, one in facts.kinds.items():
            _add_kind(_of(self.kinds[seat], kind), one)

    def merge(self, other: Tally) -> None:
        """Count the games of another tally too."""
        for seat in SEATS:
            self.seats[seat].plus(other.seats[seat])
            for mine, theirs in ((self.kinds, other.kinds), (self.opening, other.opening), (self.met, other.met)):
                for kind, counts in theirs[seat].items():
                    _of(mine[seat], kind).plus(counts)

    def of(self, *seats: str) -> Counts:
        """Return the counts of games in these seats together."""
        return together([self.seats[seat] for seat in seats])

    def of_kind(self, kind: int, *seats: str) -> Counts:
        """Return the counts of a card over games in these seats."""
        return together([self.kinds[seat][kind] for seat in seats if kind in self.kinds[seat]])

    def of_opening(self, kind: int, *seats: str) -> Counts:
        """Return the counts of games in these seats with a card in the opening hand."""
        return together([self.opening[seat][kind] for seat in seats if kind in self.opening[seat]])

    def of_met(self, place: int, *seats: str) -> Counts:
        """Return the scores of games in these seats against a list of the field."""
        return together([self.met[seat][place] for seat in seats if place in self.met[seat]])

    def to_json(self) -> dict[str, Any]:
        """Return the tally as JSON, sorted, without what is zero; scores by list only where there is a field."""
        met = {"met": _kinds_to_json(self.met)} if any(self.met.values()) else {}
        return {
            "seats": {seat: self.seats[seat].to_json() for seat in SEATS},
            "kinds": _kinds_to_json(self.kinds),
            "opening": _kinds_to_json(self.opening),
            **met,
        }

    def to_bytes(self) -> bytes:
        """Return the tally as bytes of JSON: the same games give the same bytes."""
        return json.dumps(self.to_json(), separators=(",", ":"), sort_keys=True).encode("ascii")

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Tally:
        """Return what `to_json` gave."""
        tally = cls()
        tally.seats = {seat: Counts.from_json(data["seats"][seat]) for seat in SEATS}
        tally.kinds = _kinds_from_json(data["kinds"])
        tally.opening = _kinds_from_json(data["opening"])
        if "met" in data:
            tally.met = _kinds_from_json(data["met"])
        return tally


def together(parts: Iterable[Counts]) -> Counts:
    """Return the sum of counts."""
    counts = Counts()
    for part in parts:
        counts.plus(part)
    return counts


def _of(by_kind: dict[int, Counts], kind: int) -> Counts:
    counts = by_kind.get(kind)
    if counts is None:
        counts = by_kind[kind] = Counts()
    return counts


def _add_score(counts: Counts, facts: GameFacts) -> None:
    """Count how the game ended, the turn of each point and points by turn."""
    ended = NOT_WON if facts.finished else NOT_FINISHED
    counts.note("outcome", WON if facts.won else ended)
    for number, turn in enumerate(facts.point_turns[:MOST_POINTS], start=1):
        counts.note(POINT[number], turn)
    turns = facts.turns
    for number, played in enumerate(turns, start=1):
        counts.note(AT_END[number], played.points)
    counts.note(LEFT[len(turns)], turns[-1].points if turns else 0)


def _add_game(counts: Counts, facts: GameFacts) -> None:
    turns = facts.turns
    counts.note("length", len(turns))
    for field in GAME_FIELDS:
        counts.note(field, getattr(facts, field))
    spent = sum([turn.energy_spent for turn in turns])
    wasted = sum([turn.energy_wasted for turn in turns])
    power_spent = sum([turn.power_spent for turn in turns])
    power_wasted = sum([turn.power_wasted for turn in turns])
    drawn = sum([turn.drawn for turn in turns])
    played = sum([turn.played for turn in turns])
    for field, total in zip(TOTALS, (spent, wasted, power_spent, power_wasted, drawn, played), strict=True):
        counts.note_sum(field, total)
    counts.note_pair("energy", spent + wasted, wasted)
    counts.note_pair("power", power_spent + power_wasted, power_wasted)
    counts.note_pair("unsupported", len(turns), facts.turns_with_unsupported)
    counts.note_pair("provisional", len(turns), facts.turns_with_provisional)
    # The turn that won the game is cut short: it would look like one on which little was done.
    through = turns[:-1] if facts.finished else turns
    rows = counts.rows
    while len(rows) < len(through):
        rows.append([0] * ROW)
    for row, turn in zip(rows, through, strict=False):
        _add_turn(row, turn)


def _add_turn(row: list[int], turn: TurnFacts) -> None:
    row[ENDED] += 1
    if not turn.played:
        row[IDLE] += 1
    place = 2
    # In the order of TURN_FIELDS.
    for value in (
        turn.runes,
        turn.energy_produced,
        turn.energy_spent,
        turn.energy_wasted,
        turn.power_produced,
        turn.power_spent,
        turn.power_wasted,
        turn.drawn,
        turn.played,
        turn.hand,
    ):
        if value:
            square = value * value
            row[place] += value
            row[place + 1] += square
            row[place + 2] += square * value
        place += POWERS


def _add_kind(counts: Counts, one: KindFacts) -> None:
    drawn, played = len(one.drawn), len(one.played)
    if drawn:
        counts.note("copies", drawn)
        counts.note("first drawn", min(one.drawn))
        for turn in one.drawn:
            counts.note("drawn", turn)
        counts.note("drawn and played", 1 if played else 0)
    came = max(drawn, one.in_hand)  # what came back to hand from elsewhere was not drawn
    if came:
        counts.note_pair("dead", came, one.dead)
        counts.note_pair("in hand", came, one.in_hand)
        counts.note("dead copies", one.dead)
    if played:
        counts.note("plays", played)
        for turn in set(one.played):
            counts.note("played on", turn)
        counts.note("first played", min(one.played))
        counts.note_quotient("delay", len(one.delays), sum(one.delays))
    counts.note_pair("curve", one.curve_chances, one.curve_hits)
    for key, times in one.abilities.items():
        if times:
            counts.note(ABILITY + key, times)


def _kinds_to_json(kinds: dict[str, dict[int, Counts]]) -> dict[str, Any]:
    return {
        seat: {str(kind): counts.to_json() for kind, counts in sorted(by_kind.items())}
        for seat, by_kind in kinds.items()
    }


def _kinds_from_json(data: Mapping[str, Any]) -> dict[str, dict[int, Counts]]:
    return {seat: {int(kind): Counts.from_json(counts) for kind, counts in data[seat].items()} for seat in SEATS}
