"""The words of the grammar that phrases hold: players, traits, places, adjectives, nouns."""

from __future__ import annotations

from typing import Literal

Who = Literal[
    "you",
    "that player",
    "opponent",
    "player",
    "they",
    "its controller",
    "its owner",
    "any",
    "team",
    "attacker",
    "defender",
]
Trait = Literal["might", "energy", "power"]
# Where events are counted; one phase is that of a player's own turn, and only of this turn.
Span = Literal[
    "this turn",
    "this combat",
    "game",
    "your beginning phase",
    "your channel phase",
    "your draw phase",
    "your main phase",
]
Operator = Literal["<", "<=", "=", ">=", ">"]
Mode = Literal["choose", "pick", "all", "bare"]
Zone = Literal["hand", "trash", "deck", "rune deck", "champion zone", "banishment", "facedown zone", "extra legends"]
PlaceKind = Literal[
    "here",
    "there",
    "battlefield",
    "one battlefield",
    "another location",
    "another battlefield",
    "each location",
    "same location",
    "same battlefield",
    "base",
    "combat",
    "showdown",
    "location of",
    "location of its own",
    "origin of",
    "destination of",
    "battlefield of",
    "zone",
    "attached to",
    "controlled battlefield",
    "open battlefield",
    "enemy battlefield",
    "conquered battlefield",
    "attacked battlefield",
    "named",
    "chain",
    "board",
    "in",
    "to or from",
    "anywhere but",
]


# The adjectives that a selector may carry and a condition may ask for.
STATES = (
    "friendly",
    "enemy",
    "your",
    "ready",
    "exhausted",
    "stunned",
    "buffed",
    "damaged",
    "equipped",
    "attached",
    "detached",
    "empowered",
    "mighty",
    "attacking",
    "defending",
    "facedown",
    "alone",
    "token",
    "occupied",
    "open",
    "controlled",
    "uncontrolled",
    "owned",
)
NOUNS = (
    "unit",
    "gear",
    "Equipment",
    "rune",
    "legend",
    "permanent",
    "something",
    "battlefield",
    "location",
    "spell",
    "ability",
    "card",
    "player",
    "opponent",
    "champion",
    "chosen champion",
    "other player",
    "buff",
)
