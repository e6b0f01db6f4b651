"""References to cards off the board.

A card off the board is referred to by a negative int that carries how often it has changed zones, so that a card
which left and came back is another object (CR 124, 359.3.e.4).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.engine.model.definitions import CardDef
    from riftcheck.engine.model.state import State

ENTRIES: Final = 4096
# Above the number of a card's zone changes stand two more: how often it was put where its owner alone may see it, and
# where nobody may. A view tells by them whether its viewer can have followed the card.
FOR_OWNER: Final = ENTRIES
FOR_NOBODY: Final = 1 << 32
# What a name holds of things that were shown off begins with this if their values are noted (CR 832.1.d.1); for each
# thing follow its reference, Might, Energy cost and number of Power costs.
NOTED: Final = -1
SHOWN_FIELDS: Final = 4


def card_ref(s: State, card: int) -> int:
    """Return the reference to a card off the board."""
    return -(card * ENTRIES + (s.entries[card] & (ENTRIES - 1)) + 2)


def ref_card(s: State, ref: int) -> int:
    """Return the card that a reference means, or -1 if it has changed zones since."""
    value = -ref - 2
    card = value // ENTRIES
    if ref >= -1 or (s.entries[card] & (ENTRIES - 1)) != value % ENTRIES:
        return -1
    return card


def losses(s: State, card: int, viewer: int) -> int:
    """Return a number that is another one whenever a card was put where a viewer may not see it, and else the same."""
    return s.entries[card] // (FOR_NOBODY if s.owners[card] == viewer else FOR_OWNER)


def any_card(s: State, ref: int) -> int:
    """Return the physical card behind a reference, wherever it is now; -1 for a token or a stale object."""
    if ref <= -2:
        return (-ref - 2) // ENTRIES
    found = s.board.get(ref)
    return -1 if found is None else found.card


def def_behind(s: State, ref: int) -> CardDef:
    """Return the definition of the card behind a reference to a card off the board, wherever it is now."""
    return s.pool.defs[s.card_defs[(-ref - 2) // ENTRIES]]


def shown_refs(held: Sequence[int]) -> Sequence[int]:
    """Return the references to what was shown off, with or without a note of their values (see `note_shown`)."""
    return held[1::SHOWN_FIELDS] if held and held[0] == NOTED else held


def card_def(s: State, card: int) -> CardDef:
    """Return the definition of a card."""
    return s.pool.defs[s.card_defs[card]]
