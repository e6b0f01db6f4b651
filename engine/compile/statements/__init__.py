"""Statements of the ability language: acts on objects and cards, blocks, loops, lasting effects.

Importing the package registers the compilers of all verbs.
"""

from riftcheck.engine.compile.statements import (
    becoming,
    blocks,
    card_acts,
    delayed_abilities,
    entry,
    lasting_effects,
    looks,
    loops,
    moves,
    object_acts,
    removals,
    split_damage,
    weaponmaster,
)

__all__ = [
    "becoming",
    "blocks",
    "card_acts",
    "delayed_abilities",
    "entry",
    "lasting_effects",
    "looks",
    "loops",
    "moves",
    "object_acts",
    "removals",
    "split_damage",
    "weaponmaster",
]
