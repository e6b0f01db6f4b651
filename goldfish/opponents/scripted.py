"""A scripted opponent: data says on which of its turns it puts a unit where, and when it removes the best enemy unit.

It plays by real actions, with cards made for it that cost nothing: a unit of the Might that is named, which may be
played to any battlefield, and a spell that kills or returns an enemy unit. So contests, combats, Deflect and whatever
triggers on being chosen, dying or leaving all happen as in any game.

What is arranged: its deck is stacked, so that each card is in hand on its turn, and it has no runes. An effect that
takes a card out of its hand takes that step of the script away; a step with nothing to do it to is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from riftcheck.engine.compile.cards import Facts
from riftcheck.engine.model import constants as w
from riftcheck.goldfish.policies.base import least_answer
from riftcheck.goldfish.policies.board import worth

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from riftcheck.engine.model.decisions import Decision
    from riftcheck.goldfish.policies.seat_view import SeatView

# How many cards a player has seen by a turn of their own, but for its number: the opening hand.
OPENING: Final = 4
MIGHTS: Final = range(1, 100)
MAX_TURNS: Final = 1000
ANYWHERE: Final = "you play me to a battlefield"
PLACES: Final = ("base", "open", "held", "battlefield 1", "battlefield 2")
ACTS: Final = {"kill": "kill", "bounce": "return"}
KEYS: Final = {
    "units": ("turn", "might", "at"),
    "removal": ("act", "every", "from"),
    "contest": ("might", "every", "from"),
}


class ScriptError(ValueError):
    """A script that cannot be followed; the message says what would be right."""


@dataclass(frozen=True, slots=True)
class ScriptedPlay:
    """One step of a script: on which turn of its own it plays which card, and where to."""

    turn: int
    card: str
    at: str | None


def unit_name(might: int) -> str:
    """Return the name of the unit of a Might that a script plays."""
    return f"Scripted Unit of Might {might}"


def spell_name(act: str) -> str:
    """Return the name of the spell that kills or returns a unit."""
    return f"Scripted Removal ({act})"


def script_cards() -> Iterator[tuple[Facts, dict[str, Any]]]:
    """Yield the facts of every card that a script may play, and its abilities as input of `read_abilities`."""
    for might in MIGHTS:
        yield Facts(unit_name(might), ("Unit",), ("Token",), might=might), {"abilities": [{"can": ANYWHERE}]}
    for act, verb in ACTS.items():
        yield Facts(spell_name(act), ("Spell",), ("Token",)), {"do": [{verb: "choose an enemy unit"}]}


def steps_of(data: Any, turns: int) -> tuple[ScriptedPlay, ...]:
    """Return the steps of a script in order, for so many turns.

    The form: {"units": [{"turn": T, "might": M, "at": PLACE}], "removal": {"act": "kill" or "bounce", "every": K,
    "from": T}, "contest": {"might": M, "every": K, "from": T}}. PLACE is `base`, `open` (a battlefield that the enemy
    does not control), `held` (one that it does), `battlefield 1` or `battlefield 2`.

    :raises ScriptError: if the data is none, or more cards are needed by some turn than can have been drawn.
    """
    if not isinstance(data, dict) or not set(data) <= set(KEYS):
        raise ScriptError(f"A script is an object that may have {', '.join(KEYS)}.")
    steps: list[ScriptedPlay] = []
    units = data.get("units", [])
    if not isinstance(units, list):
        raise ScriptError('"units" of a script should be a list of objects with turn, might and at.')
    for number, one in enumerate(units, 1):
        where = f"Unit {number} of the script"
        _known(one, "units", where)
        at = one.get("at", "base")
        if at not in PLACES:
            raise ScriptError(f"{where}: at is {at!r}; it should be one of {', '.join(PLACES)}.")
        might = _whole(one, "might", MIGHTS, where)
        steps.append(ScriptedPlay(_whole(one, "turn", range(1, MAX_TURNS), where), unit_name(might), at))
    steps += _removals(data, turns) + _contests(data, turns)
    steps = sorted((step for step in steps if step.turn <= turns), key=lambda step: step.turn)
    for place, step in enumerate(steps):
        if place >= OPENING + step.turn:
            raise ScriptError(
                f"The script needs {place + 1} cards by turn {step.turn}, and only {OPENING + step.turn} have been "
                "drawn by then."
            )
    return tuple(steps)


def _removals(data: Mapping[str, Any], turns: int) -> list[ScriptedPlay]:
    one = data.get("removal")
    if one is None:
        return []
    where = "The removal of the script"
    _known(one, "removal", where)
    act = one.get("act", "kill")
    if act not in ACTS:
        raise ScriptError(f"{where}: act is {act!r}; it should be one of {', '.join(ACTS)}.")
    return [ScriptedPlay(turn, spell_name(act), None) for turn in _turns(one, turns, where)]


def _contests(data: Mapping[str, Any], turns: int) -> list[ScriptedPlay]:
    one = data.get("contest")
    if one is None:
        return []
    where = "The contest of the script"
    _known(one, "contest", where)
    might = _whole(one, "might", MIGHTS, where)
    return [ScriptedPlay(turn, unit_name(might), "held") for turn in _turns(one, turns, where)]


def _turns(one: Mapping[str, Any], turns: int, where: str) -> range:
    every = _whole(one, "every", range(1, MAX_TURNS), where)
    first = _whole(one, "from", range(1, MAX_TURNS), where) if "from" in one else every
    return range(first, turns + 1, every)


def _known(one: Any, what: str, where: str) -> None:
    if not isinstance(one, dict) or not set(one) <= set(KEYS[what]):
        raise ScriptError(f"{where} should be an object that may have {', '.join(KEYS[what])}.")


def _whole(one: Mapping[str, Any], key: str, among: range, where: str) -> int:
    value = one.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or value not in among:
        raise ScriptError(f"{where}: {key} is {value!r}; it should be a whole number from {among[0]} to {among[-1]}.")
    return value


class ScriptedPolicy:
    """Follows the steps of a script, each on its turn, and passes otherwise."""

    __slots__ = ("playing", "steps", "tried")

    def __init__(self, steps: tuple[ScriptedPlay, ...]) -> None:
        self.steps = steps
        self.tried: set[int] = set()
        self.playing: ScriptedPlay | None = None

    def answer(self, seat: SeatView) -> list[int]:
        """Return the options that the script names, by their positions; without one the least answer."""
        decision = seat.question
        if decision.kind == w.D_MAIN:
            return [self.main(seat, decision)]
        if decision.kind == w.D_LOCATION and self.playing is not None:
            return self.place(seat, decision, self.playing.at or "base")
        if decision.kind == w.D_TARGET:
            return strongest(seat, decision)
        return least_answer(decision)

    def main(self, seat: SeatView, decision: Decision) -> int:
        """Play the card of the next step of this turn; end the turn when there is none."""
        offered = {
            seat.card(option).name: place for place, option in enumerate(decision.options) if option[0] == w.O_PLAY
        }
        for number, step in enumerate(self.steps):
            if step.turn != seat.own_turns or number in self.tried:
                continue
            self.tried.add(number)
            if step.card in offered and (step.at != "held" or held(seat)):
                self.playing = step
                return offered[step.card]
        self.playing = None
        return len(decision.options) - 1

    def place(self, seat: SeatView, decision: Decision, at: str) -> list[int]:
        """Return the place that a step names, the base where that is not possible."""
        places = {option[1]: place for place, option in enumerate(decision.options)}
        if at == "held":
            wanted = held(seat)
        elif at == "open":
            wanted = [loc for loc in seat.fields if seat.control(loc) not in seat.enemies and not seat.enemy_units(loc)]
        elif at == "base":
            wanted = []
        else:
            wanted = [loc for loc in seat.fields if loc - seat.fields.start == int(at[-1]) - 1]
        return [next((places[loc] for loc in (*wanted, seat.player) if loc in places), 0)]


def held(seat: SeatView) -> list[int]:
    """Return the battlefields that the enemy controls, the weakest held first."""
    fields = [loc for loc in seat.fields if seat.control(loc) in seat.enemies]
    return sorted(fields, key=lambda loc: (sum(seat.might(o) for o in seat.enemy_units(loc)), loc))


def strongest(seat: SeatView, decision: Decision) -> list[int]:
    """Return the enemy units that are worth most, as few as may be."""
    ranked: list[tuple[int, int]] = []
    for place, option in enumerate(decision.options):
        o = seat.object(option[1])
        ranked.append((-worth(seat, o) if o is not None and o.controller in seat.enemies else 0, place))
    return sorted(place for _, place in sorted(ranked)[: max(1, decision.lo) if decision.hi else 0])
