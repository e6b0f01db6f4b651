"""The cards of a scenario: those of the database, the neutral ones, and those that a scenario defines for itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.abilities.loader import read_many
from riftcheck.carddb.abilities.problems import near
from riftcheck.carddb.abilities.reader.card import KEYS
from riftcheck.carddb.model import DOMAINS
from riftcheck.carddb.strict_yaml import Document
from riftcheck.engine.compile.cards import SUPERTYPE_BITS, TYPE_BITS, Facts, add
from riftcheck.engine.compile.pool import pool_of
from riftcheck.engine.model.abilities import NO_GRANT, NOTHING
from riftcheck.engine.model.definitions import CardDef, Pool
from riftcheck.engine.model.scripts import Script
from riftcheck.scenario.format.reserved_words import taken

if TYPE_CHECKING:
    from riftcheck.carddb.abilities.heads import CardAbilities
    from riftcheck.carddb.database import CardDatabase
    from riftcheck.engine.model.rules_version import RulesVersion
    from riftcheck.scenario.format.nodes import Node
    from riftcheck.scenario.format.reader import Scenario

FILLER: Final = "Filler"
BARE_FIELD: Final = "Bare Battlefield"
BASIC: Final = "Fury Rune"
NEUTRAL: Final = (
    *(Facts(f"Vanilla {might}", ("Unit",), might=might) for might in range(11)),
    Facts(FILLER, ("Unit",), energy=2, might=2),
    Facts("Bare Champion", ("Unit",), ("Champion",), might=3),
    Facts("Bare Gear", ("Gear",)),
    Facts("Bare Spell", ("Spell",)),
    Facts("Bare Equipment", ("Gear",), equipment=True),
    Facts("Bare Legend", ("Legend",)),
    Facts(BARE_FIELD, ("Battlefield",)),
)
# The facts that an own card may say; everything else that it says is what it does.
FACTS: Final = frozenset(
    {"name", "type", "supertypes", "domains", "energy", "power", "might", "might_bonus", "tags", "equipment"}
)


class Pools:
    """The pools of a database, made once for each way of reading [C] and copied where a scenario adds cards."""

    def __init__(self, db: CardDatabase) -> None:
        self.db = db
        self._made: dict[bool, Pool] = {}

    def pool(self, scenario: Scenario, rules: RulesVersion, blank: frozenset[str] = frozenset()) -> Pool:
        """Return the pool for one scenario; the cards named in `blank` are without their abilities.

        :raises CardDataError: if an own card cannot be read.
        :raises ScenarioFault: if an own card says something unknown.
        """
        base = self._made.get(rules.own_power_is_own)
        if base is None:
            base = self._made[rules.own_power_is_own] = pool_of(self.db, rules.own_power_is_own)
            for facts in NEUTRAL:
                add(base, facts, rules.own_power_is_own)
        if not scenario.own and not blank:
            return base
        pool = _copy(base)
        for node in scenario.own:
            for entry, facts in zip(node.each(), own_cards(node), strict=True):
                _check_name(pool, base, entry.at("name"))
                add(pool, facts, rules.own_power_is_own)
            for token in sorted(pool.tokens - base.tokens - pool.by_name.keys()):
                raise node.fault(f'a card makes the token "{token}", and there is no card of that name')
        for name in blank:
            if name in pool.by_name:
                place = pool.by_name[name]
                pool.defs[place] = blanked(pool.defs[place])
        return pool


def _check_name(pool: Pool, base: Pool, node: Node) -> None:
    """Refuse the name of an own card that stands for something else.

    :raises ScenarioFault: if it does.
    """
    name = node.text()
    if name in base.by_name:
        raise node.fault(f"{name!r} is a card that is there already; an own card needs a name of its own")
    if name in pool.by_name:
        raise node.fault(f"the own card {name!r} is defined twice")
    meaning = taken(name)
    if meaning:
        raise node.fault(f"{name!r} {meaning}; an own card needs another name")


def check_proved(scenario: Scenario, pool: Pool) -> None:
    """Refuse the name of a card that a scenario cannot prove: of no card, or of one that is neutral here.

    :raises ScenarioFault: for the first of them.
    """
    neutral = {facts.name for facts in NEUTRAL}
    for node in scenario.proved:
        if node.text() not in pool.by_name:
            known = (name for name in pool.by_name if name not in neutral)
            raise node.fault(f"no card {node.value!r}{near(node.value, known)}")
        if node.value in neutral:
            raise node.fault(f"{node.value} has no text, so there is nothing to prove")


def _copy(base: Pool) -> Pool:
    pool = Pool()
    pool.defs = base.defs[:]
    pool.by_name = base.by_name.copy()
    pool.found = base.found.copy()
    pool.asked = base.asked.copy()
    pool.keywords = base.keywords.copy()
    pool.refused = base.refused.copy()
    pool.tokens = base.tokens.copy()
    return pool


def blanked(d: CardDef) -> CardDef:
    """Return a card without anything that it does: no keywords, no abilities, no instructions."""
    script = None if d.script is None else Script(f"{d.name}/blank", (), (), 0, adds=False, names=(), acts=())
    return CardDef(
        d.index, d.name, d.types, d.energy, d.power, d.domains, d.own, d.might, d.bonus,
        0, 0, 0, 0, 0, d.tags, NOTHING, NO_GRANT, script, (), 0, d.unsupported,
    )  # fmt: skip


def own_cards(node: Node) -> list[Facts]:
    """Return the cards that a scenario defines.

    :raises CardDataError: if what a card does cannot be read.
    :raises ScenarioFault: if a card says something unknown.
    """
    if not isinstance(node.value, list):
        raise node.fault("must be a list of cards, each with its name")
    size = len(node.path)
    lines = {path[size:]: line for path, line in node.doc.lines.items() if path[:size] == node.path}
    entries = node.each()
    for entry in entries:
        list(entry.keys(FACTS | set(KEYS)))
        if not entry.has("name"):
            raise entry.fault("a card needs its name")
    read = read_many(Document(node.doc.file, node.value, lines))
    return [_facts(entry, read[entry.at("name").text()]) for entry in entries]


def _facts(entry: Node, abilities: CardAbilities | None) -> Facts:
    def number(key: str, usual: int) -> int:
        return entry.at(key).number() if entry.has(key) else usual

    def words(key: str, known: tuple[str, ...] | None, usual: tuple[str, ...]) -> tuple[str, ...]:
        if not entry.has(key):
            return usual
        return tuple(node.text() if known is None else node.one_of(known) for node in entry.at(key).each())

    types = words("type", tuple(TYPE_BITS), ("Spell",) if entry.has("do") else ("Unit",))
    plain = bool({"Battlefield", "Legend"} & set(types))
    return Facts(
        entry.at("name").text(),
        types,
        words("supertypes", tuple(SUPERTYPE_BITS), ()),
        words("domains", DOMAINS, () if plain else ("Fury",)),
        number("energy", 0 if plain else 1),
        number("power", 0),
        number("might", 1 if "Unit" in types else 0),
        number("might_bonus", 0),
        words("tags", None, ()),
        equipment=entry.at("equipment").truth() if entry.has("equipment") else False,
        abilities=abilities,
    )


def known_name(pool: Pool, node: Node, name: str, suggest: Any) -> CardDef:
    """Return the definition of a card by its name.

    :raises ScenarioFault: if there is none, or the engine cannot execute it.
    """
    place = pool.by_name.get(name)
    if place is None:
        near = suggest(name)
        likely = f" ({', '.join(near)}?)" if near else ""
        raise node.fault(f'no card "{name}"{likely}; a scenario may define its own under own-cards')
    d = pool.defs[place]
    if d.unsupported:
        path = pool.refused.get(name)
        where = f"{path}: " if path else ""
        raise node.fault(f'the card "{name}" cannot be executed: {where}{d.unsupported}')
    return d
