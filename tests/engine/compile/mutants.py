"""Mutants of a card in YAML: each word, number, key and value taken away or changed, and keys put in."""

from __future__ import annotations

import re
from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import yaml

from riftcheck.carddb.abilities.reader.heads import HEADS
from riftcheck.carddb.abilities.reader.verbs import COMMON, VERBS

if TYPE_CHECKING:
    from collections.abc import Iterator

# Words of which each may stand where another of its row does: a change of one into another is a change of meaning.
ROWS = """
friendly enemy ready exhausted stunned buffed alone mighty token your other damaged empowered
unit gear spell card battlefield Equipment legend rune permanent something champion ability player opponent location
units gear spells cards battlefields Equipment runes permanents abilities
unit units|card cards|battlefield battlefields
your their any its_owner's an_opponent's its_controller's
you they an_opponent a_player another_player that_player
me it this
hand trash deck banishment champion_zone rune_deck extra_legends
choose pick all
a an another 2 up_to_2 any_number_of one_or_more the
here there at_a_battlefield at_another_location at_your_base
battlefield base|battlefield location|might energy power|less more|this the|turn combat|highest total
conquer hold attack defend move die|conquers holds attacks defends moves dies
spells abilities gear units|spell ability|first second third|top bottom|fury calm any own|Poro Dragon
tank shield assault|Spiderling Recruit|spells showdowns
beginning main draw channel ending|phase step|to from at|in on at|with without|>= <= =|not only
discard draw recycle play kill buff stun|discarded drawn recycled played killed buffed stunned
end_of_turn end_of_combat your_next_beginning_phase it_leaves_the_board I_leave_the_board
"""
OTHERS: dict[str, list[str]] = {}
for _row in re.split(r"[|\n]", ROWS.strip()):
    _words = [word.replace("_", " ") for word in _row.split()]
    for _word in _words:
        OTHERS.setdefault(_word, []).extend(other for other in _words if other != _word)
# A value for each key that a line or an ability may have besides.
VALUES: dict[str, Any] = yaml.safe_load("""
{if: it is your turn, while: it is your turn, only: it is your turn, may: true, ignoring-costs: true, ignore: true,
optional: true, exhausted: true, ready: true, each-time: true, together: true, again: true, minimum: 1, might: 1,
ambush: true,
bonus-damage: 1, extra-triggers: 1, change: 1, uses: 1, keywords: [tank], with: [tank], cost: {energy: 1},
less: {energy: 1}, more: {energy: 1}, once: each turn, works-in: trash, controller: that player, gate: legion,
by: its owner, speed: action, raise-to: 5, tags: [Poro], enters: ready, damage-order: last, ignores: tank,
might-bonus: double, adds: {energy: 1}, to: your base, also-to: your base, from: your trash, paying: {energy: 2},
per: count of friendly units, slot: one, component: optional, becomes: any, until: end of turn, count: 2,
starting: you, ignoring: energy, then: banish, not-chosen: this turn, when: this kills a unit, which: printed,
abilities-of: friendly units, only-for: spells, power: fury, else: [{draw: 1}],
abilities: [{when: I die, do: [{draw: 1}]}]}
""")
# The words of a way, which are ours: only descriptions say them.
SAID_ONLY = frozenset({"label"})
_BLOCKS = frozenset({"do", "else", "may", "unless", "do-this"})
_GONE = object()


@dataclass(frozen=True)
class Mutant:
    """A card that says something else: `old` became `new`, "" where it was taken away or put in."""

    card: dict[str, Any]
    old: str
    new: str


def mutants(card: dict[str, Any]) -> Iterator[Mutant]:
    """Yield the mutants of a card, each with one thing changed."""
    for path, value in _leaves(card):
        if path[-1] in SAID_ONLY:
            continue
        yield Mutant(_with(card, path, _GONE), _shown(path[-1], value), "")
        if type(value) is int:
            for other in (value + 1, value + 3):
                yield Mutant(_with(card, path, other), str(value), str(other))
        if isinstance(value, str):
            for text, old, new in _phrases(value):
                yield Mutant(_with(card, path, text), old, new)
    for path, key in _further(card):
        yield Mutant(_with(card, (*path, key), deepcopy(VALUES[key])), "", _shown(key, VALUES[key]))


def _shown(key: str | int, value: Any) -> str:
    return f"{key}: {str(value).lower() if isinstance(value, bool) else value}"


def _leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield (*path, key), part
        yield from _leaves(part, (*path, key))


def _with(card: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    changed = deepcopy(card)
    inner: Any = changed
    for step in path[:-1]:
        inner = inner[step]
    if value is _GONE:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return changed


def _phrases(phrase: str) -> Iterator[tuple[str, str, str]]:
    """Yield a phrase without each of its words, and with others in their place."""
    words = phrase.split(" ")
    for place, word in enumerate(words):
        before, after = words[:place], words[place + 1 :]
        others = list(OTHERS.get(word, ()))
        if re.fullmatch(r"[+-]?\d+", word):
            others.append(f"{int(word) + 1:+d}" if word[0] in "+-" else str(int(word) + 1))
        if len(words) > 1:
            yield " ".join([*before, *after]), word, ""
        for other in others:
            yield " ".join([*before, other, *after]), word, other


def _further(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], str]]:
    """Yield the keys that each line and each ability could have besides, with its path."""
    if isinstance(value, dict):
        if len(path) > 1 and isinstance(path[-1], int):
            yield from ((path, key) for key in _keys(value, path[-2]) if key not in value and key in VALUES)
        for key, part in value.items():
            yield from _further(part, (*path, key))
    elif isinstance(value, list):
        for place, part in enumerate(value):
            yield from _further(part, (*path, place))


def _keys(entry: dict[str, Any], within: str) -> list[str]:
    if within in ("abilities", "effect"):
        found = [key for key in entry if key in HEADS]
        head = next((key for key in found if key != "cost"), "cost")
        return [*HEADS[head].args, "gate"]
    if within in _BLOCKS:
        found = [key for key, value in entry.items() if key in VERBS and not (key in ("if", "may") and value is True)]
        verb = next((key for key in found if key != "if"), "if")
        return [*COMMON, *VERBS[verb].args]
    return []
