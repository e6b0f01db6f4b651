"""The references of a scenario: words for players, places, cards and objects, and their meaning in a state."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Final, NamedTuple

from riftcheck.carddb.abilities.problems import near
from riftcheck.carddb.names import loose_key, strict_key
from riftcheck.engine.display.names import item_of
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_CARD
from riftcheck.engine.model.references import any_card, card_def
from riftcheck.scenario.format.nodes import PLAYER as PLAYER_WORD
from riftcheck.scenario.format.reserved_words import ABILITY, ABILITY_OF, BASE, FIELD, NUMBERED, OF, ability_owner
from riftcheck.scenario.setup.cards import known_name, written

if TYPE_CHECKING:
    from riftcheck.carddb.database import CardDatabase
    from riftcheck.engine.model.chain_items import Item
    from riftcheck.engine.model.definitions import CardDef
    from riftcheck.engine.model.objects import Event, Obj
    from riftcheck.engine.model.state import State
    from riftcheck.scenario.format.nodes import Node

CARD: Final = 0
TOKEN: Final = 1
PLACE: Final = 2
PLAYER: Final = 3
ON_CHAIN: Final = 4


NOBODY: Final = "nobody"


class Thing(NamedTuple):
    """A card (by its number), a token (by its id), a place, a player, or an ability on the chain (by its id)."""

    kind: int
    number: int


class Cast:
    """The names of one run. `aliases` are those given with `as`; `seen` remembers ids that have left the board.

    `blank` are the cards that are played without their abilities: what is told of these is known all the same.
    """

    def __init__(self, s: State, db: CardDatabase, blank: frozenset[str] = frozenset()) -> None:
        self.s = s
        self.blank = blank
        self.db = db
        self.aliases: dict[str, Thing] = {}
        self.seen: dict[int, tuple[Thing, str]] = {}
        # The names of all that ever was on the board or the chain, also of what became something else.
        self.names: set[str] = set()
        # The names that tokens had before they became copies.
        self.former: dict[int, set[str]] = {}
        # The sources of the abilities that were on the chain: the thing that has each, and the ability's number on it.
        self.sources: dict[int, tuple[Thing, int]] = {}

    def look(self) -> None:
        """Remember the things that are on the board and the chain now."""
        s = self.s
        for o in s.board.values():
            self.seen[o.id] = (Thing(CARD, o.card) if o.card >= 0 else Thing(TOKEN, o.id), o.d.name)
            self.names.add(o.d.name)
            if o.mods and o.card < 0:
                self.former.setdefault(o.id, set()).update(self._names(o))
        for item in (*s.chain, *s.triggered):
            self.seen[item.id] = (_of_item(item), _item_words(item))
            self.names.add(item.d.name)
            if item.kind != I_CARD:
                self.sources[item.id] = (self.meant(item.me), number_of(item))

    def learn(self, log: list[Event]) -> None:
        """Remember the cards that were on the chain only between two stops."""
        for event in log:
            if event.kind == w.E_FINALIZE and event.snap is not None and event.snap.card >= 0:
                self.seen.setdefault(event.subject, (Thing(CARD, event.snap.card), event.snap.d.name))

    # --- from words ---------------------------------------------------------------------------------------------------

    def place(self, node: Node, word: object, player: int) -> int:
        """Return the location that a word means to a player, or -1: `base`, `p2 base`, `battlefield 1`, its name.

        :raises ScenarioFault: if several battlefields go by that name, or there is no such player or battlefield.
        """
        if not isinstance(word, str):
            return w.NOBODY
        found = BASE.fullmatch(word)
        count = len(self.s.players)
        if found:
            return player if not found[1] else self._seated(node, int(found[1]) - 1)
        found = FIELD.fullmatch(word)
        if found:
            number = int(found[1]) - 1 + count
            if number >= len(self.s.locs):
                raise node.fault(f"there is no {word}; there are {len(self.s.locs) - count} battlefields")
            return number
        word = self.canonical(word)
        fields = [loc for loc in range(count, len(self.s.locs)) if self._field_is(loc, word)]
        if len(fields) > 1:
            every = " and ".join(self.place_name(loc) for loc in fields)
            raise node.fault(f"{word!r} can mean {every}; write one of these")
        return fields[0] if fields else w.NOBODY

    def _field_is(self, loc: int, word: str) -> bool:
        o = self.s.board.get(self.s.locs[loc].bf)
        return o is not None and (o.d.name == word or self.aliases.get(word) == self.thing_of(o))

    def location(self, node: Node, player: int) -> int:
        """Return the place that a word must mean.

        :raises ScenarioFault: if it means none.
        """
        loc = self.place(node, node.value, player)
        if loc < 0:
            every = ["base", *(self.place_name(each) for each in range(len(self.s.locs)))]
            guess = near(node.value, every)
            names = f"{', '.join(every)}, and names of battlefields"
            raise node.fault(f"no place {node.shown()}{guess}; places are {names}")
        return loc

    def seat(self, node: Node) -> int:
        """Return the player of this game that a word must mean.

        :raises ScenarioFault: if it means none.
        """
        return self._seated(node, node.player())

    def _seated(self, node: Node, player: int) -> int:
        if player >= len(self.s.players):
            raise node.fault(f"there is no p{player + 1} in a game of {len(self.s.players)}")
        return player

    def player(self, word: object) -> int:
        """Return the seat that a word means, or -1."""
        found = PLAYER_WORD.fullmatch(word) if isinstance(word, str) else None
        number = int(found[1]) - 1 if found else w.NOBODY
        return number if number < len(self.s.players) else w.NOBODY

    def things(self, node: Node, word: str | None = None) -> list[Thing]:
        """Return every card and token that a word can mean, those on the board first.

        :raises ScenarioFault: if it is no name of this scenario and no card.
        """
        word = node.text() if word is None else word
        if word in self.aliases:
            return [self.aliases[word]]
        numbered = NUMBERED.fullmatch(word)
        if numbered and word not in self.s.pool.by_name:
            found = self.things(node, numbered[1])
            place = int(numbered[2])
            if place > len(found):
                raise node.fault(f"there are {len(found)} of {numbered[1]!r}, so there is no number {place}")
            return [found[place - 1]]
        owned = OF.fullmatch(word)
        if owned and word not in self.s.pool.by_name:
            player = self._seated(node, int(owned[1]) - 1)
            return [thing for thing in self.things(node, owned[2]) if self.whose(thing) == player]
        return self.named(self.card(node, word).name)

    def card(self, node: Node, word: str) -> CardDef:
        """Return the definition of a card by a name of it.

        :raises ScenarioFault: if there is none, or the engine cannot execute it.
        """
        return known_name(self.s.pool, node, self.canonical(word), self._near)

    def canonical(self, word: str) -> str:
        """Return the name by which a card is known here, of any spelling that a search for cards finds; else the word.

        What is given with `as` and the names of own cards come first, in their own spelling.
        """
        pool = self.s.pool
        if word in pool.by_name or word in self.aliases:
            return word
        found = self.db.find(word).card
        if found is None or found.name not in pool.by_name:
            return self._first_name(word)
        key = loose_key(strict_key(word))
        own = any(loose_key(strict_key(name)) == key for name in pool.by_name if name not in self.db.by_name)
        return word if own else found.name

    def _first_name(self, word: str) -> str:
        """Return the name of the only card here that begins with a word and a comma, such as `Jinx, Rebel`; else it."""
        begins = f"{word}, "
        here = {self.s.pool.defs[index].name for index in self.s.card_defs} | self.names
        # The full name of a legend begins with its champion's.
        known = self.db.by_name
        found = [name for name in here if (known[name].full_name if name in known else name).startswith(begins)]
        return found[0] if len(found) == 1 else word

    def known(self, node: Node, word: str) -> None:
        """Refuse a word that is no name: of no card, and not given with `as`. A player or a number may stand by it.

        :raises ScenarioFault: if it is none.
        """
        name = self.plain(node, word)
        if name not in self.aliases:
            self.card(node, name)

    def here(self, node: Node, word: str, *, tokens: bool = False) -> None:
        """Refuse a name of a thing that is not and never was in this scenario: a statement about it proves nothing.

        With `tokens` a token need not have been made.

        :raises ScenarioFault: if it is not known, or nowhere.
        """
        self.known(node, word)
        name = self.plain(node, word)
        if name in self.aliases or name in self.names or self.named(name):
            return
        if not (tokens and self.s.pool.defs[self.s.pool.by_name[name]].types & w.TOKEN):
            raise node.fault(
                f"{name!r} is nowhere in this scenario, and never was; the setup says where it is, such as "
                f"p1: {{hand: [{written(name)}]}}"
            )

    def plain(self, node: Node, word: str) -> str:
        """Return a name without the player before it and the number after it.

        :raises ScenarioFault: if there is no such player.
        """
        for shape, place in ((NUMBERED, 1), (OF, 2)):
            found = shape.fullmatch(word)
            if found and word not in self.s.pool.by_name and word not in self.aliases:
                if shape is OF:
                    self._seated(node, int(found[1]) - 1)
                word = found[place]
        return self.canonical(word)

    def _near(self, word: str) -> tuple[str, ...]:
        here = {*self.aliases, *(self.s.pool.defs[index].name for index in self.s.card_defs)}
        own = difflib.get_close_matches(word, sorted(here), 2)
        return (*own, *(name for name in self.db.suggest(word) if name not in own))

    def named(self, name: str) -> list[Thing]:
        """Return the things of a name: those on the board first, in order of arrival."""
        s = self.s
        found = [self.thing_of(o) for o in s.board.values() if name in self._names(o)]
        on_board = {o.card for o in s.board.values()}
        index = s.pool.by_name[name]
        found += [Thing(CARD, n) for n, d in enumerate(s.card_defs) if d == index and n not in on_board]
        found += [
            Thing(TOKEN, item.id) for item in s.chain if item.kind == I_CARD and item.card < 0 and item.d.name == name
        ]
        return found

    def _names(self, o: Obj) -> set[str]:
        if o.card >= 0:
            return {o.d.name, card_def(self.s, o.card).name}
        # What became a copy holds what it was.
        return {o.d.name, *(mod.d.name for mod in o.mods if mod.kind == w.M_COPY and mod.d is not None)}

    def one(self, node: Node, word: str | None = None) -> Thing:
        """Return the one card or token that a word means.

        :raises ScenarioFault: if there are several that differ, or none.
        """
        found = self.things(node, word)
        if not found:
            raise node.fault(f"{node.shown()} is nowhere in this scenario now")
        if len(found) > 1:
            words = word or node.text()
            seats = [self.whose(thing) for thing in found]
            single = next((seat for seat in seats if seat >= 0 and seats.count(seat) == 1), -1)
            owned = "" if single < 0 or OF.fullmatch(words) else f", or `p{single + 1} {words}`"
            raise node.fault(
                f"there are {len(found)} of {words!r}: give the one that is meant a name with `as`, "
                f"or write `{words} (2)`{owned}"
            )
        return found[0]

    # --- from the state -----------------------------------------------------------------------------------------------

    def thing_of(self, o: Obj) -> Thing:
        """Return the thing that an object is."""
        return Thing(CARD, o.card) if o.card >= 0 else Thing(TOKEN, o.id)

    def object_of(self, thing: Thing) -> Obj | None:
        """Return the object on the board that a thing is, if it is there."""
        if thing.kind == TOKEN:
            return self.s.board.get(thing.number)
        if thing.kind == CARD:
            return next((o for o in self.s.board.values() if o.card == thing.number), None)
        return None

    def whose(self, thing: Thing) -> int:
        """Return the seat of a thing's controller on the board, else of its owner; -1 for none."""
        o = self.object_of(thing)
        if o is not None:
            return o.controller if o.controller >= 0 else o.owner
        return self.s.owners[thing.number] if thing.kind == CARD else w.NOBODY

    def meant(self, ref: int) -> Thing:
        """Return the thing that a reference of the engine means."""
        if 0 <= ref < w.REF_LOCATION:
            return Thing(PLAYER, ref)
        if w.REF_LOCATION <= ref < w.FIRST_ID:
            return Thing(PLACE, ref - w.REF_LOCATION)
        if ref < w.NOBODY:
            return Thing(CARD, any_card(self.s, ref))
        o = self.s.board.get(ref)
        if o is not None:
            return self.thing_of(o)
        item = item_of(self.s, ref)
        if item is not None:
            return _of_item(item)
        return self.seen[ref][0] if ref in self.seen else Thing(TOKEN, ref)

    def called(self, thing: Thing) -> str:
        """Return the name of a thing in this scenario, for messages: its alias if it has one."""
        return self.alias(thing) or self.name_of(thing)

    def alias(self, thing: Thing) -> str:
        """Return the name given to a thing with `as`, of an ability `ability of` its source; empty if there is none."""
        source = self.sources.get(thing.number) if thing.kind == ON_CHAIN else None
        wanted = thing if source is None else source[0]
        name = next((name for name, other in self.aliases.items() if other == wanted), "")
        return f"{ABILITY_OF}{name}" if name and source is not None else name

    def name_of(self, thing: Thing) -> str:
        """Return the name of a thing."""
        if thing.kind == PLAYER:
            return f"p{thing.number + 1}"
        if thing.kind == PLACE:
            return self.place_name(thing.number)
        o = self.object_of(thing)
        if o is not None:
            return o.d.name
        if thing.kind == CARD:
            return card_def(self.s, thing.number).name
        item = item_of(self.s, thing.number)
        if item is not None:
            return _item_words(item)
        return self.seen[thing.number][1] if thing.number in self.seen else "something"

    def seat_words(self, player: int) -> str:
        """Return a seat as a scenario writes it."""
        return NOBODY if player < 0 else f"p{player + 1}"

    def place_name(self, loc: int) -> str:
        """Return the name of a location: `p1 base`, `battlefield 1`, or `nowhere`."""
        count = len(self.s.players)
        if not 0 <= loc < len(self.s.locs):
            return "nowhere"
        return f"battlefield {loc - count + 1}" if loc >= count else f"p{loc + 1} base"

    def matches(self, node: Node, word: str, thing: Thing, player: int) -> bool:
        """Tell whether a word of an answer or an event means a thing."""
        if thing.kind == PLAYER:
            return self.player(word) == thing.number
        loc = self.place(node, word, player)
        if thing.kind == PLACE:
            return loc == thing.number
        if loc >= 0:
            o = self.object_of(thing)
            return o is not None and self.s.locs[loc].bf == o.id
        if thing.kind == ON_CHAIN:
            return self._ability(node, word, thing)
        return self.player(word) < 0 and not ABILITY.fullmatch(word) and thing in self.things(node, word)

    def _ability(self, node: Node, word: str, thing: Thing) -> bool:
        """Tell whether a word means an ability: by its card, by the thing that has it, or by its number on that."""
        found = ABILITY.fullmatch(word)
        item = item_of(self.s, thing.number)
        if item is not None:
            source, number, card = self.meant(item.me), number_of(item), item.d.name
        elif thing.number in self.sources:
            (source, number), card = self.sources[thing.number], ability_owner(self.seen[thing.number][1])
        else:
            return False
        if found and found[1] and int(found[1]) != number:
            return False
        name = ability_owner(word)
        if self.canonical(name) == card:
            return True
        return (name in self.aliases or self.plain(node, name) != name) and source in self.things(node, name)


def number_of(item: Item) -> int:
    """Return the number of an ability among those of its sort that its card has, triggered or activated; 0 for none."""
    main = item.d.main
    ability = item.activated if item.trigger is None else item.trigger.twin_of or item.trigger
    own = main.activated if item.trigger is None else main.triggers
    return next((number for number, each in enumerate(own, 1) if each is ability), 0)


def _of_item(item: Item) -> Thing:
    if item.kind != I_CARD:
        return Thing(ON_CHAIN, item.id)
    return Thing(CARD, item.card) if item.card >= 0 else Thing(TOKEN, item.id)


def _item_words(item: Item) -> str:
    return item.d.name if item.kind == I_CARD else ABILITY_OF + item.d.name
