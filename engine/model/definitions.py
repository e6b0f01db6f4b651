"""Card definitions with their scripts and abilities, compiled once and shared by every state.

Nothing here changes during a game, and nothing here is saved: a state names a definition by its `key`, which is stable
across runs, and the `Pool` finds it again. The functions in these objects come from `riftcheck.engine.compile`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from riftcheck.engine.model import constants as w
from riftcheck.engine.model.abilities import NO_GRANT, NOTHING, AbilitySet, Grant
from riftcheck.engine.model.chain_items import Env
from riftcheck.engine.model.scripts import CostDef, CostPart

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from riftcheck.engine.model.scripts import Number, Script
    from riftcheck.engine.model.state import State

# The kinds of events that a game keeps, and its flags from `offboard` to `company`.
Needs = tuple[tuple[bool, ...], bool, bool, bool, bool, bool]
# The battlefield in the place of that of a player who has left the game (CR 652.2.a).
BLANK: Final = "Blank Battlefield"
# Between the key of a cost and the objects that are its `me` and `this` where another pays it.
SOURCE: Final = "@"
SOURCED: Final = re.compile(rf"(.+){SOURCE}([0-9]{{1,9}})\.([0-9]{{1,9}})")


@dataclass(eq=False, slots=True)
class CardText:
    """The compiled keywords, abilities and instructions of a card.

    `unsupported` is the reason why the engine cannot execute the card, and `refused_at` is the path in the card to
    which the reason applies. `asked` has the kinds of events that the card counts: a game with the card keeps a
    history of these events.

    - `wide`: a passive ability depends on more than the board, so Might may change although the board does not.
    - `crossings`: an ability triggers on the new value of a Might.
    - `company`: an ability checks whether a unit was alone when it died.
    """

    kw: int = 0
    assault: int = 0
    shield: int = 0
    deflect: int = 0
    hunt: int = 0
    disarm: int = 0
    main: AbilitySet = NOTHING
    effect: Grant = NO_GRANT
    script: Script | None = None
    flows: tuple[CostDef, ...] = ()
    reach: int = 0
    unsupported: str = ""
    refused_at: str = ""
    asked: frozenset[int] = frozenset()
    wide: bool = False
    crossings: bool = False
    company: bool = False


class CardDef:
    """The definition of one card or token. `own` is the mask that pays [C] (CR 135.2.e.6).

    The facts are always available. The abilities are compiled when a game first needs the card (`Pool.need`), and
    `complete` sets them. Until then, `text` is None, and reading a compiled field raises `AttributeError`.
    """

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
        "refused_at",
        "script",
        "shield",
        "tags",
        "text",
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
        tags: frozenset[str],
        champion_tag: str = "",
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
        self.tags = tags
        # The one of its tags that links legends, champion units and signature cards (CR 133.8.b); "" for none.
        self.champion_tag = champion_tag
        # For what resources are spent when it is played, by the bits of a use: 1 a spell, 4 gear, 8 a unit.
        self.uses = (1 if types & w.SPELL else 0) | (20 if types & w.GEAR else 0) | (24 if types & w.UNIT else 0)
        self.text: CardText | None = None

    def complete(self, text: CardText) -> None:
        """Set the compiled fields of this same object, because games may hold it already."""
        main = text.main
        script = text.script
        self.kw = text.kw
        self.assault = text.assault
        self.shield = text.shield
        self.deflect = text.deflect
        self.hunt = text.hunt
        self.disarm = text.disarm
        self.main = main
        self.effect = text.effect
        self.script = script
        self.flows = text.flows
        self.reach = text.reach
        self.unsupported = text.unsupported
        self.refused_at = text.refused_at
        self.asked = text.asked
        self.wide = text.wide
        self.crossings = text.crossings
        self.company = text.company
        # True where it works away from the board.
        self.offboard = main.offboard or bool(text.flows)
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
        fast = bool(text.kw & (w.K_REACTION | w.K_AMBUSH | w.K_QUICK_DRAW) or main.statics)
        self.fastest = 2 if fast else 1 if text.kw & w.K_ACTION else 0
        # Set last, because another thread may check whether the definition is complete.
        self.text = text

    def changed(self, types: int, might: int, text: CardText) -> CardDef:
        """Return a copy of the definition with other types, another Might and another text."""
        d = CardDef(
            self.index, self.name, types, self.energy, self.power, self.domains, self.own, might, self.bonus, self.tags,
            self.champion_tag,
        )  # fmt: skip
        d.complete(text)
        return d


def as_unit(pool: Pool, d: CardDef) -> CardDef:
    """Return gear as it is while it is a unit as well: with Might equal to its Energy cost (CR 178.1, 479.2.a).

    It has the number and the name of the gear, or of the unit of which the gear is a copy.
    """
    found = pool.units.get(d.index)
    if found is None:
        assert d.text is not None
        found = pool.units[d.index] = d.changed(d.types | w.UNIT | w.GEAR, d.energy, d.text)
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
    found = {name: pool.definition(name) for name in names}
    return {
        name: d.unsupported
        for name, d in found.items()
        if d.unsupported and d.index not in pool.inert and not d.types & w.RUNE
    }


class Notes:
    """The needs of the card that is being compiled (see `CardText`); `tokens` has the names of tokens it makes."""

    __slots__ = ("asked", "company", "crossings", "tokens", "wide")

    def __init__(self) -> None:
        self.asked: set[int] = set()
        self.company = False
        self.crossings = False
        self.tokens: set[str] = set()
        self.wide = False


class Pool:
    """Every definition that a game can meet, with the scripts, costs and abilities by their keys.

    All definitions have their facts. `compiler` completes a definition. Call `need` with the definitions that a game,
    a save or a scenario is about to use. `asked` has the kinds of events that keywords count.

    `inert` and `plain` have the compiled cards that cannot be executed but that games accept. `inert` cards are never
    playable and do nothing. `plain` cards are units with only their cost and Might.

    A pool with a `base` starts with the same definitions as its base. Cards that are added or replaced in the pool do
    not change the base.
    """

    __slots__ = (
        "asked",
        "base",
        "by_name",
        "compiler",
        "defs",
        "found",
        "inert",
        "keywords",
        "needs",
        "notes",
        "plain",
        "tags",
        "tokens",
        "units",
    )

    def __init__(self, base: Pool | None = None) -> None:
        self.base = base
        self.compiler: Callable[[CardDef], None] | None = None
        self.defs: list[CardDef] = []
        self.by_name: dict[str, int] = {}
        self.found: dict[str, object] = {}
        self.asked: set[int] = set()
        # The needs of the card that is being compiled.
        self.notes = Notes()
        self.keywords: dict[str, Grant] = {}
        # What games with some cards keep (see `note_cards`), by the size of the pool and the cards.
        self.needs: dict[tuple[int, tuple[int, ...]], Needs] = {}
        # Gear as it is while it is a unit as well, by the number of its definition; made when it is first needed.
        self.units: dict[int, CardDef] = {}
        # Names of tokens that some card makes.
        self.tokens: frozenset[str] = frozenset()
        # Every tag in order, with the number of definitions that it was made from.
        self.tags: tuple[int, list[str]] | None = None
        self.inert: set[int] = set()
        self.plain: set[int] = set()
        if base is not None:
            self.compiler = base.compiler
            self.defs = base.defs[:]
            self.by_name = base.by_name.copy()
            self.asked = base.asked
            self.keywords = base.keywords
            self.tokens = base.tokens
            self.inert = base.inert
            self.plain = base.plain

    def need(self, kinds: Iterable[int]) -> None:
        """Compile the definitions with these numbers, unless they are compiled already.

        :raises CardDataError: if the abilities of one of the cards cannot be read.
        """
        for kind in kinds:
            d = self.defs[kind]
            if d.text is None and self.compiler is not None:
                self.compiler(d)

    def need_all(self) -> None:
        """Compile every definition.

        :raises CardDataError: if the abilities of one of the cards cannot be read.
        """
        self.need(range(len(self.defs)))

    def definition(self, name: str) -> CardDef:
        """Return the complete definition of a card by its name.

        :raises CardDataError: if the abilities of the card cannot be read.
        :raises KeyError: if the pool has no card with this name.
        """
        kind = self.by_name[name]
        self.need((kind,))
        return self.defs[kind]

    def held(self, key: str) -> object | None:
        """Return the object with a key among the compiled cards, or None."""
        found = self.found.get(key)
        return found if found is not None or self.base is None else self.base.held(key)

    def of_source(self, cost: CostDef, me: int, this: int) -> CostDef:
        """Return a cost that one object makes for what another pays: its `me` and `this` are those of the object."""
        key = f"{cost.key}{SOURCE}{me}.{this}"
        found = self.found.get(key)
        if not isinstance(found, CostDef):
            found = self.found[key] = _sourced(cost, key, me, this)
        return found

    def keyed(self, key: str) -> object | None:
        """Return the object with a key, or None; compile its card, or make the cost of its source, if needed.

        :raises CardDataError: if the card of the key is not compiled yet, and its abilities cannot be read.
        """
        found = self.held(key)
        if found is None:
            self._need_owner(key)
            found = self.held(key)
        said = SOURCED.fullmatch(key) if found is None else None
        cost = None if said is None else self.held(said[1])
        if said is None or not isinstance(cost, CostDef):
            return found
        return _sourced(cost, key, int(said[2]), int(said[3]))

    def _need_owner(self, key: str) -> None:
        """Compile the card of a key: the key starts with the name of the card and a slash."""
        for place, letter in enumerate(key):
            kind = self.by_name.get(key[:place]) if letter == "/" else None
            if kind is not None:
                self.need((kind,))

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
