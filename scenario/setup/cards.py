"""The cards of a scenario: those of the database, the neutral ones, and those that a scenario defines for itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.abilities.problems import near
from riftcheck.engine.compile.cards import Facts, add
from riftcheck.engine.compile.pool import pool_of
from riftcheck.engine.model.definitions import CardDef, CardText, Pool
from riftcheck.engine.model.scripts import Script
from riftcheck.scenario.setup.own_cards import OwnCards

if TYPE_CHECKING:
    from riftcheck.carddb.database import CardDatabase
    from riftcheck.carddb.errors import DataProblem
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
NEUTRAL_NAMES: Final = frozenset(facts.name for facts in NEUTRAL)


class Pools:
    """The card pools of scenarios: the database with the neutral cards, and pools based on it for custom cards.

    `notes` tell what is played otherwise than one might think, `faulty` are the faults of the cards for all of a file:
    both of the scenarios that were run so far.
    """

    def __init__(self, db: CardDatabase) -> None:
        self.db = db
        self.notes: list[str] = []
        self.faulty: list[DataProblem] = []
        # The cards for all of the file that was run last.
        self._list: Node | None = None
        self._for_all: dict[bool, OwnCards] = {}

    def pool(self, scenario: Scenario, rules: RulesVersion, blank: frozenset[str] = frozenset()) -> Pool:
        """Return the pool for one scenario; the cards named in `blank` are without their abilities.

        :raises CardDataError: if an own card cannot be read.
        :raises ScenarioFault: if an own card says something unknown, or is proved where it may not be the one meant.
        """
        base = self._base(rules.own_power_is_own)
        cards = OwnCards(base, base, NEUTRAL_NAMES, rules.own_power_is_own)
        if scenario.for_all is not None:
            cards = self._of_file(scenario.for_all, base, rules.own_power_is_own)
        if scenario.own is not None:
            cards = OwnCards(Pool(cards.pool), base, NEUTRAL_NAMES, rules.own_power_is_own, cards.hidden.copy())
            cards.add(scenario.own, for_all=False)
            self._note(cards)
        check_proved(scenario, cards, self.db)
        if not blank:
            return cards.pool
        pool = Pool(cards.pool)
        for name in blank:
            if name in pool.by_name:
                d = pool.definition(name)
                pool.defs[d.index] = blanked(d)
        return pool

    def _base(self, own_power_is_own: bool) -> Pool:
        def make() -> Pool:
            base = Pool(pool_of(self.db, own_power_is_own))
            for facts in NEUTRAL:
                add(base, facts, own_power_is_own)
            return base

        return self.db.derived(("pool of scenarios", own_power_is_own), make)

    def _of_file(self, node: Node, base: Pool, own_power_is_own: bool) -> OwnCards:
        """Return the cards for all of a file, made once for all of its scenarios."""
        if self._list is not node:
            self._list = node
            self._for_all = {}
        cards = self._for_all.get(own_power_is_own)
        if cards is None:
            cards = OwnCards(Pool(base), base, NEUTRAL_NAMES, own_power_is_own)
            cards.add(node, for_all=True)
            self._for_all[own_power_is_own] = cards
            self.faulty += [problem for problem in cards.faulty if problem not in self.faulty]
            self._note(cards)
        return cards

    def _note(self, cards: OwnCards) -> None:
        """Note what own cards stand for a card of the database."""
        for name, node in cards.hidden.items():
            note = (
                f"{node.doc.file}:{node.line}: {name!r} is the own card here, not the card of that name in the "
                "database; `shadows: true` beside it says that this is meant"
            )
            if note not in self.notes:
                self.notes.append(note)


def check_proved(scenario: Scenario, cards: OwnCards, db: CardDatabase) -> None:
    """Refuse the name of a card that a scenario cannot prove: of no card, of one that is neutral here, of one hidden.

    :raises ScenarioFault: for the first of them.
    """
    for node in scenario.proved:
        if node.text() not in cards.pool.by_name and db.find(node.text()).card is None:
            known = (name for name in cards.pool.by_name if name not in NEUTRAL_NAMES)
            raise node.fault(f"no card {node.value!r}{near(node.value, known)}")
        if node.value in NEUTRAL_NAMES:
            raise node.fault(f"{node.value} has no text, so there is nothing to prove")
        if node.value in cards.hidden:
            raise node.fault(
                f"{node.value!r} is an own card here, so nothing is proved of the card of that name in the database; "
                "if the own card is meant, say so there: `shadows: true`"
            )


def blanked(d: CardDef) -> CardDef:
    """Return a card without anything that it does: no keywords, no abilities, no instructions."""
    script = None if d.script is None else Script(f"{d.name}/blank", (), (), 0, adds=False, names=(), acts=())
    return d.changed(d.types, d.might, CardText(script=script, unsupported=d.unsupported))


def written(name: str) -> str:
    """Return a name as it is written in a list of YAML."""
    return f'"{name}"' if "," in name else name


def known_name(pool: Pool, node: Node, name: str, suggest: Any) -> CardDef:
    """Return the definition of a card by its name.

    :raises ScenarioFault: if there is none, or the engine cannot execute it.
    """
    if name not in pool.by_name:
        close = suggest(name)
        likely = f" ({', '.join(written(each) for each in close)}?)" if close else ""
        if any(each.startswith(f"{name},") for each in close):
            likely += ": a name with a comma stands in quotes"
        raise node.fault(f'no card "{name}"{likely}; a scenario may define its own under own-cards')
    d = pool.definition(name)
    if d.unsupported:
        where = f"{d.refused_at}: " if d.refused_at else ""
        raise node.fault(f'the card "{name}" cannot be executed: {where}{d.unsupported}')
    return d
