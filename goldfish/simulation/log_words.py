"""What the replay log says otherwise than the engine does: the order of events, names, targets, energy and power."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.display.names import DOMAINS, item_name
from riftcheck.engine.model import constants as w

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from riftcheck.engine.model.chain_items import Item
    from riftcheck.engine.model.objects import Event, Obj
    from riftcheck.engine.model.state import State

# The acts of scoring; a point that is gained by one has its kind as its origin (CR 473.1).
SCORING: Final = (w.E_CONQUER, w.E_HOLD)
# What the groups of a pool may be spent on, in their order (CR 166); the first on anything.
USES: Final = ("", " for spells", " in showdowns", " for gear", " for units", " to play units or gear")


def in_telling_order(events: Sequence[Event]) -> list[Event]:
    """Return events in the order in which people tell them.

    The engine gains the point before it says that a battlefield is conquered or held, and says that an ability was used
    once it has resolved (CR 377.2.a); here the act stands before what comes of it.
    """
    told = list(events)
    for event in events:
        if event.kind == w.E_GAIN and event.origin in SCORING:
            after = told[told.index(event) :]
            scored = next((one for one in after if one.kind == event.origin and one.player == event.player), None)
            if scored is not None:
                _lift(told, scored, event)
        elif event.kind == w.E_USE:
            first = next((one for one in told if one.item == event.other), None)
            if first is not None:
                _lift(told, event, first)
    return told


def _lift(told: list[Event], event: Event, before: Event) -> None:
    """Put an event before an earlier one; what stands before that already stays there."""
    if told.index(event) > told.index(before):
        told.remove(event)
        told.insert(told.index(before), event)


# --- names ------------------------------------------------------------------------------------------------------------


def told_name(o: Obj) -> str:
    """Return the name of an object; of one that has become a copy, what it is, and of what it is a copy."""
    was = next((mod.d for mod in o.mods if mod.kind == w.M_COPY and mod.d is not None), o.d)
    if was.name == o.d.name:
        return o.d.name
    return f"{was.name}{' token' if o.card < 0 else ''} (a copy of {o.d.name})"


def item_names(s: State) -> Iterator[tuple[int, str]]:
    """Yield the id and the name of each chain item, noted trigger and item that is paid for or resolves."""
    at_work = [frame.item for frame in s.frames if frame.item is not None]
    items: list[Item] = [*s.chain, *s.triggered, *at_work]
    for item in items:
        yield item.id, item_name(item)


def listed(names: Sequence[str]) -> str:
    """Return names as a list in a sentence, each once."""
    once = list(dict.fromkeys(names))
    return " and ".join(part for part in (", ".join(once[:-1]), *once[-1:]) if part)


# --- energy and power -------------------------------------------------------------------------------------------------


def amounts_words(energy: int, power: int) -> str:
    """Return so much energy and power in words, without what is 0."""
    told = [f"{energy} energy"] * bool(energy or not power) + [f"{power} power"] * bool(power)
    return " and ".join(told)


def pools_of(s: State) -> list[list[int]]:
    """Return a copy of each player's pool."""
    return [p.pool[:] for p in s.players]


def added_words(before: Sequence[int], after: Sequence[int], amount: int, added: int) -> str:
    """Return what was added to a pool in words: energy, power by domain, and what it is for where not for anything.

    An event says only `amount`, how many together; which they are the pool says, as it stood at the question before and
    as it stands now, and `added` are all that were added between these.
    """
    gains = [max(0, now - was) for was, now in zip(before, after, strict=True)]
    # Energy for anything also floats from ready runes that are recycled, which nobody is said to add (CR 164.2).
    gains[0] = min(gains[0], max(0, added - sum(gains[1:])))
    kinds = [place for place, gain in enumerate(gains) if gain]
    if sum(gains) != added or (added != amount and len(kinds) > 1):
        return f"{amount} energy or power"  # some of it was spent at once
    if added != amount:
        return _resource(kinds[0], amount)
    return listed([_resource(place, gains[place]) for place in kinds])


def _resource(place: int, amount: int) -> str:
    """Return so much of what stands at a place of a pool in words."""
    group, kind = divmod(place, w.POOL_GROUP)
    if kind == 0:
        return f"{amount} energy{USES[group]}"
    domain = "any domain" if kind == w.POOL_ANY else DOMAINS[kind - 1].capitalize()
    return f"{amount} power of {domain}{USES[group]}"
