"""What is played within an effect, as long as that goes on: on the chain, neither on the board nor where it was."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.abilities import instructions as nodes
from riftcheck.carddb.abilities.phrases import Did, HasTag, IsKind, IsSo, NamedCard, OfDomain, Ref, TraitOf
from riftcheck.carddb.abilities.traversal import within

if TYPE_CHECKING:
    from collections.abc import Iterator

    from riftcheck.carddb.abilities.instructions import Instruction

REFUSED: Final = "is on the chain until this effect is done: say this in do-this or set-up"
# Tests that a card on the chain passes or fails as it does anywhere.
_PRINTED: Final = (IsKind, HasTag, OfDomain, NamedCard)


def name_of(line: Instruction) -> str | None:
    """Return the name of what a line plays, given or of `it`; None for a line that plays nothing."""
    if not isinstance(line, (nodes.Play, nodes.PlayToken)):
        return None
    return line.into or f"it@{line.at}"


def spoken_of(value: Any) -> Iterator[Ref]:
    """Yield the references in a value that ask for more than whether a thing was played, and what its card says."""
    parts = list(within(value))
    answered = Counter(part.ref for part in parts if _is_answered(part))
    for part in parts:
        if not isinstance(part, Ref):
            continue
        if answered[part]:
            answered[part] -= 1
        else:
            yield part


def _is_answered(part: Any) -> bool:
    if isinstance(part, TraitOf):
        return part.trait != "might"  # what gives a token its Might comes with it onto the board
    if isinstance(part, IsSo):
        return part.place is None and all(isinstance(test, _PRINTED) for test in part.tests)
    return isinstance(part, Did)
