"""The refusal of cards that the engine cannot execute: each once, with what is missing, and what lets them in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.api.errors import RequestFault

if TYPE_CHECKING:
    from collections.abc import Mapping

    Path = tuple[str | int, ...]


def unsupported_faults(cards: Mapping[str, str], places: Mapping[str, Path]) -> list[RequestFault]:
    """Return a fault of the field `unsupported`, and one for each card where it stands; none for no cards.

    `cards` has what is missing by name, `places` where each was first named.
    """
    if not cards:
        return []
    count = "1 card cannot be executed and is" if len(cards) == 1 else f"{len(cards)} cards cannot be executed and are"
    cure = (
        f"{count} named here with what is missing; with `skip` such a card is never played, with `vanilla` a unit is "
        "its cost and Might only"
    )
    named = [RequestFault(places[name], f"{name} cannot be executed: {missing}") for name, missing in cards.items()]
    return [RequestFault(("unsupported",), cure), *named]
