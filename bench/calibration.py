"""The fixed loops: the same pure Python work each time, so that a figure can be given as a ratio to it.

The one does arithmetic with a dictionary and strings; the other does what games do: calls, attributes, small lists. A
CPython that was built with its optimisations runs the first 43 % faster, the second 5 % and interpreted games 4 %: of
the two ratios only that to the second carries from one build of Python to another.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

TURNS: Final = 60
UNITS: Final = 24
FIELDS: Final = 3


def loop() -> int:
    """Do a fixed amount of dictionary, string and integer work and return a number that depends on all of it."""
    seen: dict[str, int] = {}
    value = 12345
    for step in range(20_000):
        value = (value * 1103515245 + 12345) & 0x7FFFFFFF
        key = f"{value & 1023:04d}"
        seen[key] = seen.get(key, 0) + (value >> 8) % 7 + step % 3
    return sum(seen.values())


class _Unit:
    __slots__ = ("cost", "damage", "field", "might", "number", "ready")

    def __init__(self, number: int) -> None:
        self.number = number
        self.cost = number % 4 + 1
        self.might = number % 5 + 1
        self.damage = 0
        self.field = number % FIELDS
        self.ready = True

    def may_move(self, board: _Board, field: int) -> bool:
        if not self.ready or self.field == field or self.is_lost():
            return False
        return board.affords(self, field)

    def is_lost(self) -> bool:
        return self.damage >= self.might

    def strength(self, board: _Board) -> int:
        if self.is_lost():
            return 0
        return self.might + board.bonus(self)


class _Board:
    __slots__ = ("energy", "events", "held", "power", "units")

    def __init__(self) -> None:
        self.units = {number: _Unit(number) for number in range(UNITS)}
        self.events: list[tuple[int, int]] = []
        self.energy = 0
        self.power = 0
        self.held = 0

    def affords(self, unit: _Unit, field: int) -> bool:
        if self.energy < unit.cost:
            return False
        return self.power > 0 or field != self.held

    def bonus(self, unit: _Unit) -> int:
        if unit.field == self.held:
            return 1
        return self.power if unit.ready else 0

    def options(self, field: int) -> list[int]:
        found = []
        for number, unit in self.units.items():
            if unit.may_move(self, field):
                found.append(number)
        return found

    def move(self, unit: _Unit, field: int) -> None:
        self.energy -= unit.cost
        unit.field = field
        unit.ready = False
        self.emit(unit, field)

    def strike(self, unit: _Unit, field: int) -> None:
        for other in self.units.values():
            if other.field == field and other is not unit:
                other.damage += 1
                if other.is_lost():
                    self.emit(other, -1)

    def emit(self, unit: _Unit, field: int) -> None:
        self.events.append((unit.number, field))

    def cleanup(self) -> int:
        most = 0
        for unit in self.units.values():
            strength = unit.strength(self)
            if strength > most:
                most = strength
                self.held = unit.field
        for number, field in self.events:
            if field < 0:
                self.units[number].damage = 0
        return most


_ACTS: Final = (_Board.move, _Board.strike)


def game_loop() -> int:
    """Do a fixed amount of calls, attributes and small lists and return a number that depends on all of it."""
    board = _Board()
    total = 0
    for turn in range(TURNS):
        board.energy = turn % 3 + 2
        board.power = turn % 2
        for unit in board.units.values():
            unit.ready = True
        for act in _ACTS:
            options = board.options(turn % FIELDS)
            if options:
                act(board, board.units[options[(turn * 7 + total) % len(options)]], turn % FIELDS)
            total += board.cleanup() + len(board.events)
        board.events.clear()
    return total


def per_second(seconds: float = 0.5) -> float:
    """Return how many times a second this machine runs the arithmetic loop, right now."""
    return _rate(loop, time.perf_counter, seconds)


def per_cpu_second(work: Callable[[], int] = loop, seconds: float = 0.5) -> float:
    """Return how many times a second of processor time this machine runs one of the loops."""
    return _rate(work, time.process_time, seconds)


def _rate(work: Callable[[], int], clock: Callable[[], float], seconds: float) -> float:
    runs, begun = 0, clock()
    while (spent := clock() - begun) < seconds:
        work()
        runs += 1
    return runs / spent
