"""Card definitions with their scripts and abilities, compiled once and shared by every state.

Nothing here changes during a game, and nothing here is saved: a state names a definition by its `key`, which is stable
across runs, and the `Pool` finds it again. The functions in these objects come from `riftcheck.engine.compile`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import Env
from riftcheck.engine.model.scripts import CostDef, CostPart

if TYPE_CHECKING:
    from collections.abc import Iterable

    from riftcheck.engine.model.abilities import AbilitySet, Grant
    from riftcheck.engine.model.scripts import Number, Script
    from riftcheck.engine.model.state import State

# The battlefield in the place of that of a player who has left the game (CR 652.2.a).
BLANK: Final = "Blank Battlefield"
# Between the key of a cost and the objects that are its `me` and `this` where another pays it.
SOURCE: Final = "@"
SOURCED: Final = re.compile(rf"(.+){SOURCE}([0-9]{{1,9}})\.([0-9]{{1,9}})")


class CardDef:
    """One card or token as the engine knows it. `own` is the mask that pays [C] (CR 135.2.e.6)."""

    __slots__ = (
        "asked",
        "assault",
        "bonus",
        "branching",
        "champion_tag",
        "chooses",
        "company",
        "crossings",
        "deflect",
        "disarm",
        "domains",
        "effect",
        "energy",
        "fastest",
        "flows",
        "hunt",
        "index",
        "kw",
        "main",
        "might",
        "name",
        "offboard",
        "own",
        "plain",
        "power",
        "reach",
        "script",
        "shield",
        "tags",
        "types",
        "unsupported",
        "uses",
        "wide",
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
        asked: frozenset[int] = frozenset(),
        wide: bool = False,
        champion_tag: str = "",
        crossings: bool = False,
        company: bool = False,
        disarm: int = 0,
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
        self.disarm = disarm
        self.tags = tags
        self.main = main
        self.effect = effect
        self.script = script
        self.flows = flows
        self.reach = reach
        self.unsupported = unsupported
        # The kinds of event that it counts, so that a game with it keeps a history of them.
        self.asked = asked
        # True where a passive of it looks at the game beyond the board, so that Might may change with that.
        self.wide = wide
        # The one of its tags that links legends, champion units and signature cards (CR 133.8.b); "" for none.
        self.champion_tag = champion_tag
        # True where something of it waits for what a Might becomes.
        self.crossings = crossings
        # True where something of it asks whether what died was alone.
        self.company = company
        # For what resources are spent when it is played, by the bits of a use: 1 a spell, 4 gear, 8 a unit.
        self.uses = (1 if types & w.SPELL else 0) | (20 if types & w.GEAR else 0) | (24 if types & w.UNIT else 0)
        # True where it works away from the board.
        self.offboard = main.offboard or bool(flows)
        # Nothing of its own text bears on whether it can be played but what it chooses: no cost that it must pay, no
        # price and no place. `branching`: what it chooses hangs on a condition, such as that a cost is paid, or on what
        # a cost takes.
        forced = any(not extra.optional for extra in main.extras)
        taken = any(part.early for extra in main.extras for part in extra.cost.parts)
        self.branching = script is not None and (taken or any(opening.when is not None for opening in script.openings))
        forbids = any(cannot.kind == w.E_PLAY for cannot in main.cannots)
        self.plain = not (forced or forbids or (self.branching and main.extras) or main.prices or main.cans)
        self.chooses = script is not None and bool(script.openings)
        # The widest timing that it may have: 0 main phase, 1 Action, 2 Reaction; a passive of its own may widen it.
        fast = bool(kw & (w.K_REACTION | w.K_AMBUSH | w.K_QUICK_DRAW) or main.statics)
        self.fastest = 2 if fast else 1 if kw & w.K_ACTION else 0

    def changed(self, types: int, might: int, unsupported: str) -> CardDef:
        """Return the same card with other types, another Might and another reason why it cannot be executed."""
        return CardDef(
            self.index, self.name, types, self.energy, self.power, self.domains, self.own, might, self.bonus,
            self.kw, self.assault, self.shield, self.deflect, self.hunt, self.tags, self.main, self.effect, self.script,
            self.flows, self.reach, unsupported, self.asked, self.wide, self.champion_tag, self.crossings, self.company,
            self.disarm,
        )  # fmt: skip


def as_unit(pool: Pool, d: CardDef) -> CardDef:
    """Return gear as it is while it is a unit as well: with Might equal to its Energy cost (CR 178.1, 479.2.a).

    It has the number and the name of the gear; what is a unit anyway stays as it is.
    """
    if d.types & w.UNIT:
        return d
    found = pool.units.get(d.index)
    if found is None:
        found = pool.units[d.index] = d.changed(d.types | w.UNIT, d.energy, d.unsupported)
    return found


def tag_names(pool: Pool) -> list[str]:
    """Return every tag of a pool in a fixed order: a tag named in play is its place in this list (CR 759)."""
    if pool.tags is None or pool.tags[0] != len(pool.defs):
        pool.tags = (len(pool.defs), sorted({tag for d in pool.defs for tag in d.tags}))
    return pool.tags[1]


def tags_at(pool: Pool, places: Iterable[int]) -> set[str]:
    """Return the tags at some places of that list."""
    names = tag_names(pool)
    return {names[place] for place in places}


def card_names(pool: Pool, types: int) -> list[int]:
    """Return the places of the cards of some types that may be named, by their names: no token (CR 762.2)."""
    found = [d for d in pool.defs if d.types & types and not d.types & w.TOKEN]
    return [d.index for d in sorted(found, key=lambda d: d.name)]


def refused_cards(pool: Pool, names: Iterable[str]) -> dict[str, str]:
    """Return those of some cards of a pool that no game takes, each once, with what is missing."""
    found = {name: pool.defs[pool.by_name[name]] for name in names}
    return {
        name: d.unsupported
        for name, d in found.items()
        if d.unsupported and d.index not in pool.inert and not d.types & w.RUNE
    }


class Pool:
    """Every definition that a game can meet, and what finds scripts, costs and abilities by their keys.

    `asked` are the kinds of event that the keywords count, and while a card is compiled those that it counts; `wide`
    says then whether a passive of it looks at the game beyond the board, `crossings` whether it waits for what a Might
    becomes, `company` whether it asks if what died was alone. `inert`
    are cards that cannot be executed and are let into a game all the same: they are never playable and do nothing;
    `plain` are units that stand in for such cards as cost and Might only.
    """

    __slots__ = (
        "asked",
        "by_name",
        "company",
        "crossings",
        "defs",
        "found",
        "inert",
        "keywords",
        "plain",
        "refused",
        "tags",
        "tokens",
        "units",
        "wide",
    )

    def __init__(self) -> None:
        self.defs: list[CardDef] = []
        self.by_name: dict[str, int] = {}
        self.found: dict[str, object] = {}
        self.asked: set[int] = set()
        self.wide = False
        self.crossings = False
        self.company = False
        self.keywords: dict[str, Grant] = {}
        # The path in the card at which the engine refused to compile it, by name; "" where that is the whole card.
        self.refused: dict[str, str] = {}
        # Gear as it is while it is a unit as well, by the number of its definition; made when it is first needed.
        self.units: dict[int, CardDef] = {}
        # Names of tokens that some card makes.
        self.tokens: set[str] = set()
        # Every tag in order, with the number of definitions that it was made from.
        self.tags: tuple[int, list[str]] | None = None
        self.inert: frozenset[int] = frozenset()
        self.plain: frozenset[int] = frozenset()

    def of_source(self, cost: CostDef, me: int, this: int) -> CostDef:
        """Return a cost that one object makes for what another pays: its `me` and `this` are those of the object."""
        key = f"{cost.key}{SOURCE}{me}.{this}"
        found = self.found.get(key)
        if not isinstance(found, CostDef):
            found = self.found[key] = _sourced(cost, key, me, this)
        return found

    def keyed(self, key: str) -> object | None:
        """Return what has a key, a cost of a source also where nobody has asked for it yet; None for nothing."""
        found = self.found.get(key)
        said = SOURCED.fullmatch(key) if found is None else None
        cost = None if said is None else self.found.get(said[1])
        if said is None or not isinstance(cost, CostDef):
            return found
        return _sourced(cost, key, int(said[2]), int(said[3]))

    def knows(self, value: object, key: str) -> bool:
        """Tell whether a value is what has a key; each cost of a source stands for every other with its key."""
        found = self.keyed(key)
        return found is value or (found is not None and SOURCED.fullmatch(key) is not None)


def _sourced(cost: CostDef, key: str, me: int, this: int) -> CostDef:
    return CostDef(key, cost.energy, cost.power, tuple(_of_source(part, me, this) for part in cost.parts), (), -1)


def _of_source(part: CostPart, me: int, this: int) -> CostPart:
    """Return a part of a cost as the text of one object says it, whoever pays; it takes nothing once that is gone."""

    def counted(number: Number) -> Number:
        def count(s: State, env: Env) -> int:
            o = s.board.get(me)
            return number(s, env if o is None else Env(env.you, me, this, o.card, o.d))

        return count

    def candidates(s: State, env: Env) -> list[int]:
        o = s.board.get(me)
        return [] if o is None else part.candidates(s, Env(env.you, me, this, o.card, o.d))

    return CostPart(part.kind, counted(part.low), counted(part.high), candidates, part.own, part.slot, part.text)
