"""The own cards of a file or scenario: reading them, their names, and what becomes of one that is faulty."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.abilities import tags
from riftcheck.carddb.abilities.loader import read_many
from riftcheck.carddb.abilities.reader.card import KEYS
from riftcheck.carddb.errors import CardDataError
from riftcheck.carddb.model import DOMAINS
from riftcheck.carddb.strict_yaml import Document
from riftcheck.engine.compile.cards import SUPERTYPE_BITS, TYPE_BITS, Facts, add
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.definitions import CardText
from riftcheck.scenario.format.nodes import ScenarioFault
from riftcheck.scenario.format.reserved_words import taken

if TYPE_CHECKING:
    from collections.abc import Iterator

    from riftcheck.carddb.abilities.heads import CardAbilities
    from riftcheck.carddb.errors import DataProblem
    from riftcheck.engine.model.definitions import CardDef, Pool
    from riftcheck.scenario.format.nodes import Node

# The facts that an own card may say; everything else that it says is what it does.
FACTS: Final = frozenset(
    {"name", "type", "supertypes", "domains", "energy", "power", "might", "might_bonus", "tags", "equipment"}
)
SHADOWS: Final = "shadows"


@dataclass(slots=True)
class OwnCards:
    """A pool with own cards. `hidden` are the names of cards of the database that an own card hides without saying so.

    `faulty` are the faults of own cards that whoever does not use them need not mind.
    """

    pool: Pool
    base: Pool
    neutral: frozenset[str]
    own_power_is_own: bool
    hidden: dict[str, Node] = field(default_factory=dict)
    faulty: list[DataProblem] = field(default_factory=list)

    def add(self, node: Node, *, for_all: bool) -> None:
        """Add the cards of a list. Of those for all of a file a faulty one makes faulty who uses it, and nobody else.

        :raises CardDataError: if what a card does cannot be read, and the cards are not for all.
        :raises ScenarioFault: if a card says something unknown, and the cards are not for all.
        """
        made: list[tuple[Node, set[str]]] = []
        texts: list[tuple[Node, CardAbilities | None]] = []
        for entry, document in _each(node):
            try:
                tokens, text = self._add(entry, document)
            except (CardDataError, ScenarioFault) as fault:
                self._told(entry, fault, for_all=for_all)
            else:
                made.append((entry, tokens))
                texts.append((entry, text))
        self._check_tags(texts, for_all=for_all)
        for entry, tokens in made:
            for token in sorted(tokens - self.pool.by_name.keys()):
                message = f'it makes the token "{token}", and there is no card of that name'
                self._told(entry, entry.fault(message), for_all=for_all)

    def _check_tags(self, texts: list[tuple[Node, CardAbilities | None]], *, for_all: bool) -> None:
        """Refuse the tags that a card asks for and that none has: the words for a thing, or a misspelling."""
        borne = {tag for d in self.pool.defs for tag in d.tags}
        borne = borne.union(*(tags.given(text) for _, text in texts if text is not None))
        for entry, text in texts:
            for _, tag in tags.asked(text) if text is not None else ():
                if tag not in borne:
                    self._told(entry, entry.fault(tags.unborne(tag)), for_all=for_all)

    def _add(self, entry: Node, document: Document) -> tuple[set[str], CardAbilities | None]:
        """Add one card and return the names of the tokens that it makes, and what it does."""
        list(entry.keys({*FACTS, *KEYS, SHADOWS}))
        place = self._place(entry)
        facts = _facts(entry, read_many(document)[entry.at("name").text()])
        add(self.pool, facts, self.own_power_is_own)
        if place >= 0:
            self._instead(self.pool.defs.pop(), place)
        return self.pool.notes.tokens, facts.abilities

    def _place(self, entry: Node) -> int:
        """Return the place of the card of the database that an own card hides, -1 for none.

        :raises ScenarioFault: if its name stands for something that no own card may hide.
        """
        node = entry.at("name")
        name = node.text()
        meaning = taken(name)
        if meaning:
            raise node.fault(f"{name!r} {meaning}; an own card needs another name")
        place = self.pool.by_name.get(name, w.NOBODY)
        says = entry.has(SHADOWS)
        if says and not entry.at(SHADOWS).truth():
            raise entry.at(SHADOWS).fault("must be true, or left out")
        if says and name not in self.base.by_name:
            raise entry.at(SHADOWS).fault(f"there is no card {name!r} that it could stand for")
        if place < 0:
            return place
        there = self.pool.defs[place]
        if name not in self.base.by_name or there is not self.base.defs[place]:
            raise node.fault(f"the own card {name!r} is defined twice")
        if name in self.neutral or there.types & w.TOKEN:
            what = "neutral, as docs/scenarios.md says" if name in self.neutral else "a token, which cards make"
            raise node.fault(f"{name!r} is a card that is there already, {what}; an own card needs another name")
        if not says and entry.value.keys() <= {"name", "type"}:
            raise node.fault(
                f"{name!r} is a card that is there already: leave it out here to play that one; an own card says what "
                f"it is, or `{SHADOWS}: true`"
            )
        if not says:
            self.hidden[name] = node
        return place

    def _instead(self, d: CardDef, place: int) -> None:
        """Put a definition in the place of another."""
        d.index = place
        self.pool.defs[place] = d
        self.pool.by_name[d.name] = place

    def _told(self, entry: Node, fault: CardDataError | ScenarioFault, *, for_all: bool) -> None:
        """Tell the fault of a card; where it is for all, whoever uses it finds the fault in its place.

        :raises CardDataError: the fault, if the card is not for all.
        :raises ScenarioFault: the fault, if the card is not for all.
        """
        if not for_all:
            raise fault
        problems = fault.problems if isinstance(fault, CardDataError) else [fault.problem]
        self.faulty += problems
        name = entry.at("name").text()
        reason = f"it is faulty: {problems[0]}"
        if name in self.pool.by_name:
            d = self.pool.definition(name)
            text = CardText() if d.text is None else d.text
            self.pool.defs[d.index] = d.changed(d.types, d.might, replace(text, unsupported=reason))
        elif not taken(name):
            add(self.pool, Facts(name, ("Unit",), unsupported=reason), self.own_power_is_own)


def _each(node: Node) -> Iterator[tuple[Node, Document]]:
    """Yield the cards of a list, each with the document that holds it alone."""
    size = len(node.path)
    lines: list[dict[tuple[str | int, ...], int]] = [{} for _ in node.value]
    for path, line in node.doc.lines.items():
        if len(path) > size and path[:size] == node.path:
            lines[int(path[size])][0, *path[size + 1 :]] = line
    for place, entry in enumerate(node.each()):
        value = {key: each for key, each in entry.value.items() if key != SHADOWS}
        yield entry, Document(node.doc.file, [value], lines[place])


def _facts(entry: Node, abilities: Any) -> Facts:
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
