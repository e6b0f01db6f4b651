"""The dependencies of a passive, so that objects are computed anew only when one of them has changed.

A phrase that is not known here counts as one on everything: a mistake costs time, never a wrong Might.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities import phrases as p
from riftcheck.carddb.abilities.traversal import within
from riftcheck.engine.model.abilities import (
    READS_ABILITIES,
    READS_BOARD,
    READS_GAME,
    READS_HISTORY,
    READS_MIGHT,
    READS_TAGS,
)

if TYPE_CHECKING:
    from riftcheck.carddb.abilities import heads as h

EVERYTHING: Final = READS_HISTORY | READS_BOARD | READS_GAME

# Adjectives that say what an object is by itself, or whose it is; others hang on what is beside it.
OWN_WORDS: Final = frozenset(
    {"friendly", "enemy", "your", "owned", "token", "ready", "exhausted", "stunned", "damaged", "empowered", "buffed"}
    | {"equipped", "attached", "detached", "attacking", "defending", "mighty"}
)
BOARD_NOUNS: Final = frozenset(
    {"unit", "gear", "Equipment", "legend", "permanent", "something", "champion", "battlefield"}
)
BOARD_PLACES: Final = frozenset(
    {"here", "battlefield of", "battlefield", "base", "board", "combat", "showdown", "attached to"}
)
# Phrases that only join others, or say what is printed.
JOINING: Final = (
    p.Number,
    p.Plus,
    p.Scaled,
    p.Compare,
    p.Not,
    p.AllOf,
    p.AnyOf,
    p.Controlled,
    p.IsKind,
    p.OfDomain,
    p.NamedCard,
)
# Phrases that look at many things, or at one thing that is named.
COUNTING: Final = (p.Exists, p.Count, p.Highest, p.Total, p.DistinctTags)
POINTING: Final = (p.IsSo, p.BuffsOn, p.EmpoweredTimes, p.DamageOn)


def reads(node: h.Static, *, to_me: bool) -> int:
    """Return the dependencies of a passive as READS_ bits; `to_me`: it applies to nothing but its own object."""
    bits = EVERYTHING if node.gates or node.abilities or node.abilities_of is not None else 0
    counted = tuple(keyword.counted for keyword in node.keywords)
    parts = (node.to, node.condition, node.might, node.minimum, node.raise_to, node.abilities_of, counted)
    for part in within(parts):
        bits |= _layers_read(part) | _surroundings_read(part, to_me)
    return bits


def _layers_read(part: object) -> int:
    """Return the layers that a phrase depends on as READS_ bits, 0 for none (CR 480.1)."""
    if isinstance(part, p.HasTag | p.DistinctTags):
        return READS_TAGS
    if isinstance(part, p.WithKeyword | p.KeywordValue | p.AbilityLabel):
        return READS_ABILITIES
    if isinstance(part, p.Measure | p.TraitOf | p.Highest | p.Total):
        return READS_MIGHT if part.trait == "might" else 0
    return READS_MIGHT if isinstance(part, p.State) and part.word == "mighty" else 0


def _surroundings_read(part: object, to_me: bool) -> int:
    """Return the READS_ bits of a phrase that depends on other objects, the rest of the game, or the history."""
    if isinstance(part, p.Selector):
        return 0 if set(part.nouns) <= BOARD_NOUNS and part.total is None else EVERYTHING
    if isinstance(part, p.Place):
        return 0 if part.kind in BOARD_PLACES and not part.tests and part.where is None else EVERYTHING
    if isinstance(part, p.State):
        return 0 if part.word in OWN_WORDS else READS_BOARD
    if isinstance(part, p.Ref):
        return 0 if part.name in ("me", "this", "it") else EVERYTHING
    if isinstance(part, p.HasTag):
        return 0 if isinstance(part.tag, str) else EVERYTHING
    if isinstance(part, p.Measure):
        return 0 if part.trait in ("might", "energy", "power") else EVERYTHING
    if isinstance(part, p.IsKind) and part.noun == "battlefield":
        return EVERYTHING  # who controls it is no trait of an object
    if isinstance(part, COUNTING):
        return READS_BOARD
    if isinstance(part, POINTING):
        # `it` is the object that is being computed; `me` is that one only where a passive is about itself.
        own = part.ref.name == "it" or (to_me and part.ref.name == "me")
        return 0 if own else READS_BOARD
    return 0 if isinstance(part, JOINING) else EVERYTHING
