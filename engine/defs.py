"""What a game is played with, compiled once and shared by every state: card definitions, scripts and abilities.

Nothing here changes during a game, and nothing here is saved: a state names a definition by its `key`, which is stable
across runs, and the `Pool` finds it again. The functions in these objects come from `engine.compile`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from engine.scripts import CostDef, Script
    from engine.texts import AbilitySet, Grant

# What stands in for the battlefield of a player who has left the game (CR 652.2.a).
BLANK: Final = "Blank Battlefield"


class CardDef:
    """One card or token as the engine knows it. `own` is the mask that pays [C] (CR 135.2.e.6)."""

    __slots__ = (
        "assault",
        "bonus",
        "deflect",
        "domains",
        "effect",
        "energy",
        "flows",
        "hunt",
        "index",
        "kw",
        "main",
        "might",
        "name",
        "own",
        "plain",
        "power",
        "reach",
        "script",
        "shield",
        "tags",
        "types",
        "unsupported",
    )

    def __init__(
        self,
        index: int,
        name: str,
        types: int,
        energy: int,
        power: tuple[int, ...],
        domains: int,
        own: int,
        might: int,
        bonus: int,
        kw: int,
        assault: int,
        shield: int,
        deflect: int,
        hunt: int,
        tags: frozenset[str],
        main: AbilitySet,
        effect: Grant,
        script: Script | None,
        flows: tuple[CostDef, ...],
        reach: int,
        unsupported: str,
    ) -> None:
        self.index = index
        self.name = name
        self.types = types
        self.energy = energy
        self.power = power
        self.domains = domains
        self.own = own
        self.might = might
        self.bonus = bonus
        self.kw = kw
        self.assault = assault
        self.shield = shield
        self.deflect = deflect
        self.hunt = hunt
        self.tags = tags
        self.main = main
        self.effect = effect
        self.script = script
        self.flows = flows
        self.reach = reach
        self.unsupported = unsupported
        # Nothing of its own text bears on whether it can be played: no cost, price, place or target.
        self.plain = not (main.extras or main.prices or main.cans or (script is not None and script.openings))


def tag_names(pool: Pool) -> list[str]:
    """Return every tag of a pool in a fixed order: a tag named in play is its place in this list (CR 759)."""
    if pool.tags is None or pool.tags[0] != len(pool.defs):
        pool.tags = (len(pool.defs), sorted({tag for d in pool.defs for tag in d.tags}))
    return pool.tags[1]


class Pool:
    """Every definition that a game can meet, and what finds scripts, costs and abilities by their keys.

    `asked` are the kinds of event that some ability counts (history is kept for these alone); `offboard` says whether
    anything works away from the board. `inert` are cards that cannot be executed and are let into a game all the same:
    they are never playable and do nothing; `plain` are units that stand in for such cards as cost and Might only.
    """

    __slots__ = ("asked", "by_name", "defs", "found", "inert", "keywords", "offboard", "plain", "tags", "tokens")

    def __init__(self) -> None:
        self.defs: list[CardDef] = []
        self.by_name: dict[str, int] = {}
        self.found: dict[str, object] = {}
        self.asked: set[int] = set()
        self.offboard = False
        self.keywords: dict[str, Grant] = {}
        # Names of tokens that some card makes.
        self.tokens: set[str] = set()
        # Every tag in order, with the number of definitions that it was made from.
        self.tags: tuple[int, list[str]] | None = None
        self.inert: frozenset[int] = frozenset()
        self.plain: frozenset[int] = frozenset()
