"""Heads of abilities: activated, triggered, passive; permissions, replacements, price changes.

Importing the package registers the compilers of all of them.
"""

from riftcheck.engine.compile.heads import (
    activated,
    passives,
    permissions,
    price_changes,
    replacements,
    triggers,
)

__all__ = ["activated", "passives", "permissions", "price_changes", "replacements", "triggers"]
