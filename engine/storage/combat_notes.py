"""The memory of a combat, as the `notes` of a saved game.

The state has typed fields for it; the document has had texts since version 0.1, and has them still:
`order:UNIT:NUMBER,NUMBER` for each unit with an order of replacements, and `tie`. Version 0.1 wrote `won:PLAYER`, too,
from the result of a combat to its end; no rule asks for it after that result, so it is read and left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.model import constants as w
from riftcheck.engine.storage.values import LARGEST, BrokenError, shown

if TYPE_CHECKING:
    from riftcheck.engine.model.state import State

# The fields of the state that are written as notes.
FIELDS: Final = frozenset({"replacement_orders", "tied"})
ORDER: Final = "order"
TIE: Final = "tie"
WON: Final = "won"


def notes_of(s: State) -> list[str]:
    """Return the notes of a state, in the order in which a combat comes to them."""
    notes = [f"{ORDER}:{ref}:{','.join(map(str, order))}" for ref, order in s.replacement_orders.items()]
    if s.tied:
        notes.append(TIE)
    return notes


def take_notes(s: State, notes: tuple[str, ...]) -> None:
    """Set the fields of a state from the notes of a document; its players are read by then.

    :raises BrokenError: if a note is none of these, or says again what another has said.
    """
    winner = w.NOBODY
    for place, note in enumerate(notes, 1):
        word, *numbers = note.split(":")
        if word == ORDER and len(numbers) == 2 and (ref := _number(numbers[0], LARGEST)) not in s.replacement_orders:
            order = tuple(_number(number, LARGEST) for number in numbers[1].split(","))
            s.replacement_orders = {**s.replacement_orders, ref: order}
        elif note == TIE and not s.tied:
            s.tied = True
        elif word == WON and len(numbers) == 1 and winner < 0:
            winner = _number(numbers[0], len(s.players) - 1)
        else:
            fault = BrokenError(f"{shown(note)} is no note of a combat, or one too many")
            raise fault.inside(f"entry {place}").inside("`notes`")


def _number(digits: str, most: int) -> int:
    number = int(digits) if digits.isascii() and digits.isdecimal() else w.NOBODY
    if not 0 <= number <= most:
        raise BrokenError(f"{shown(digits)} is no number from 0 to {most} in a note of a combat").inside("`notes`")
    return number
