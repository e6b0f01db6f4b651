"""The index of active abilities changed for who comes, goes or changes hands, where it need not be built anew.

An index that others may hold is never changed; the next one shares with it all that is the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from riftcheck.engine.board.ability_index import add_offboard, add_text, note_passives
from riftcheck.engine.board.active_texts import env_of
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import Env
from riftcheck.engine.model.index import Index

if TYPE_CHECKING:
    from riftcheck.engine.model.abilities import AbilitySet
    from riftcheck.engine.model.objects import Obj
    from riftcheck.engine.model.state import State


def with_arrival(s: State, o: Obj) -> bool:
    """Add an object that has just come to the index that there is, which is cheaper than to build it anew.

    Return False where that cannot be done: the object then changes the index as any other change does.
    """
    old = s.index
    text = o.d.main
    if old is None or old.granting or s.delayed or o.facedown or text.empty:
        return False  # delayed abilities come after the objects
    if text.statics and any(static.grant is not None or static.abilities_of is not None for static in text.statics):
        return False
    if old.elsewhere:
        index = s.index = _copy(old)
        _drop_offboard(index)  # cards elsewhere come last
        add_text(index, env_of(s, o, o.id), text)
        add_offboard(s, index)
    else:
        index, _ = _opened(old, text)
        s.index = index
        add_text(index, env_of(s, o, o.id), text)
    if text.statics:
        note_passives(index)
    if index.layered:
        s.stamp += 1
    index.stamp = s.stamp
    return True


def cards_moved(s: State) -> None:
    """Look anew at what works away from the board, in the index that there is: cards elsewhere have moved."""
    old = s.index
    if old is None or old.granting:
        s.index = None
        return
    index = s.index = _copy(old)
    _drop_offboard(index)
    add_offboard(s, index)
    index.stamp = s.stamp


def with_controller(s: State, o: Obj) -> bool:
    """Change the controller of an object in the index that there is, which is cheaper than to build it anew.

    Return False where that cannot be done: the object then changes the index as any other change does.
    """
    if o.d.main.empty and not o.attachments and not o.mods:
        return True
    old = s.index
    if old is None or old.granting or o.attachments or o.mods:
        return False
    index, groups = _opened(old, o.d.main)
    s.index = index
    env = env_of(s, o, o.id)
    for group in groups:
        for place, entry in enumerate(group):
            if entry[0].me == o.id and type(entry[0]) is Env:
                group[place] = (env, *entry[1:])
    if o.d.main.statics:
        note_passives(index)
    if index.layered:
        s.stamp += 1
    index.stamp = s.stamp
    return True


def with_departure(s: State, o: Obj) -> bool:
    """Take an object that leaves the board out of the index that there is, which is cheaper than to build it anew.

    Return False where that cannot be done: the object then changes the index as any other change does.
    """
    old = s.index
    if old is None or old.granting or o.attachments or o.attached_to >= 0 or o.d.main.empty:
        return False
    if o.mods:  # they may have given it abilities
        index = _copy(old)
        groups = _groups(index)
    else:
        index, groups = _opened(old, o.d.main)
    s.index = index
    for group in groups:
        # An ability that it has set up lasts; its surroundings are an item.
        group[:] = [entry for entry in group if entry[0].me != o.id or type(entry[0]) is not Env]
    if o.mods or o.d.main.statics:
        note_passives(index)
    if old.layered:
        s.stamp += 1
    index.stamp = s.stamp
    return True


def _groups(index: Index) -> list[list[Any]]:
    groups: list[list[Any]] = [index.cans, index.prices, index.statics, index.activated, index.sources]
    groups += [index.rules, index.tolls]
    return [*groups, *index.triggers.values(), *index.replacements.values(), *index.cannots.values()]


def _copy(old: Index) -> Index:
    """Return an index to which anything can be added; others may hold the old one."""
    index = _shared(old)
    index.triggers = {kind: found[:] for kind, found in old.triggers.items()}
    index.replacements = {kind: found[:] for kind, found in old.replacements.items()}
    index.cannots = {kind: found[:] for kind, found in old.cannots.items()}
    index.cans = old.cans[:]
    index.prices = old.prices[:]
    index.statics = old.statics[:]
    index.activated = old.activated[:]
    index.sources = old.sources[:]
    index.rules = old.rules[:]
    index.tolls = old.tolls[:]
    return index


def _opened(old: Index, text: AbilitySet) -> tuple[Index, list[list[Any]]]:
    """Return a copy of an index to which a text can be added, or from which it can be taken, and the lists it is in."""
    index = _shared(old)
    groups: list[list[Any]] = []
    if text.triggers:
        index.triggers = _own_lists(old.triggers, [kind for one in text.triggers for kind in one.kinds], groups)
    if text.replacements:
        index.replacements = _own_lists(old.replacements, [one.kind for one in text.replacements], groups)
    if text.cannots:
        index.cannots = _own_lists(old.cannots, [one.kind for one in text.cannots], groups)
    if text.statics:
        index.statics = old.statics[:]
        groups.append(index.statics)
    if text.activated:
        index.activated, index.sources = old.activated[:], old.sources[:]
        groups += [index.activated, index.sources]
    if text.cans:
        index.cans = old.cans[:]
        groups.append(index.cans)
    if text.prices:
        index.prices = old.prices[:]
        groups.append(index.prices)
    if text.rules:
        index.rules = old.rules[:]
        groups.append(index.rules)
    if text.tolls:
        index.tolls = old.tolls[:]
        groups.append(index.tolls)
    return index, groups


def _own_lists(old: dict[int, list[Any]], kinds: list[int], groups: list[list[Any]]) -> dict[int, list[Any]]:
    """Return a copy of a table of lists in which those of some kinds are its own; note these."""
    table = old.copy()
    for kind in dict.fromkeys(kinds):
        if kind in old:
            table[kind] = old[kind][:]
            groups.append(table[kind])
    return table


def _shared(old: Index) -> Index:
    """Return another index with the same lists."""
    index = Index()
    index.triggers = old.triggers
    index.replacements = old.replacements
    index.cannots = old.cannots
    index.cans = old.cans
    index.prices = old.prices
    index.statics = old.statics
    index.activated = old.activated
    index.sources = old.sources
    index.rules = old.rules
    index.tolls = old.tolls
    index.effects = old.effects
    index.layered = old.layered
    index.reading = old.reading
    index.counting = old.counting
    index.wide = old.wide
    index.tied = old.tied
    index.hastening = old.hastening
    index.waiving = old.waiving
    index.lending = old.lending
    index.easing = old.easing
    index.adding = old.adding
    index.elsewhere = old.elsewhere
    return index


def _drop_offboard(index: Index) -> None:
    """Take the abilities that work off the board out of an index: their surroundings are those of a card elsewhere."""
    groups: list[list[Any]] = [index.cans, *index.triggers.values()]
    for group in groups:
        group[:] = [entry for entry in group if entry[0].me >= w.NOBODY or type(entry[0]) is not Env]
    index.elsewhere = False
