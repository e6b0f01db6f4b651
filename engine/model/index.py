"""The index of active abilities: those in force now, by the events and questions that they wait for.

Immutable once it is built, so clones share it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from riftcheck.engine.model.abilities import (
        Activated,
        Permission,
        PriceChange,
        Replacement,
        Static,
        Trigger,
    )
    from riftcheck.engine.model.chain_items import Env
    from riftcheck.engine.model.scripts import Prohibition, RuleChange, Toll

Source = tuple[int, int, tuple[int, ...], int, bool]

# An effect of one layer: its number, which is its timestamp, its surroundings, and its passive.
Effect = tuple[int, "Env", "Static"]


class Index:
    """Active abilities, each with its surroundings and the id of its delayed ability (-1 for none)."""

    __slots__ = (
        "activated",
        "adding",
        "cannots",
        "cans",
        "counting",
        "easing",
        "effects",
        "elsewhere",
        "granting",
        "hastening",
        "layered",
        "lending",
        "prices",
        "reading",
        "replacements",
        "rules",
        "sources",
        "stamp",
        "statics",
        "tied",
        "tolls",
        "triggers",
        "waiving",
        "wide",
    )

    def __init__(self) -> None:
        self.triggers: dict[int, list[tuple[Env, Trigger, int]]] = {}
        self.replacements: dict[int, list[tuple[Env, Replacement, int]]] = {}
        self.cannots: dict[int, list[tuple[Env, Prohibition]]] = {}
        self.cans: list[tuple[Env, Permission, int]] = []
        self.prices: list[tuple[Env, PriceChange, int]] = []
        self.statics: list[tuple[Env, Static, int]] = []
        self.activated: list[tuple[Env, Activated]] = []
        # Of the activated abilities those that add resources and take nothing but their own source.
        self.sources: list[tuple[Env, Activated, Source]] = []
        self.rules: list[tuple[Env, RuleChange]] = []
        self.tolls: list[tuple[Env, Toll]] = []
        # The passives that do something in each layer (CR 479), and whether any does.
        self.effects: tuple[list[Effect], ...] = ()
        self.layered = False
        self.granting = False
        # True where an ability in it works off the board.
        self.elsewhere = False
        # True where a passive changes the times at which cards off the board may be played.
        self.hastening = False
        # True where a passive gives additional costs to what is played.
        self.lending = False
        # True where one of these lowers what is then paid.
        self.easing = False
        # The passives with which abilities Add more than they say.
        self.adding: list[tuple[Env, Static]] = []
        # True where a passive lets Deflect be ignored while something is paid for.
        self.waiving = False
        # True where a passive depends on the changes of passives, on the history, on the game beyond the board.
        self.reading = False
        self.counting = False
        self.wide = False
        # True where a passive depends on other objects on the board than the one that it applies to.
        self.tied = False
        self.stamp = -1
