"""The expectations of a scenario about a card or token."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.abilities.problems import near
from riftcheck.engine.board.layers import keyword_values, keywords, might
from riftcheck.engine.board.zones import find_card
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_CARD
from riftcheck.engine.model.definitions import tag_names
from riftcheck.scenario.format.failures import Failure
from riftcheck.scenario.setup.references import CARD, TOKEN, Thing

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.engine.model.objects import Obj
    from riftcheck.scenario.format.nodes import Node
    from riftcheck.scenario.steps.actor import Actor

ZONE_WORDS: Final = {
    w.Z_HAND: "hand",
    w.Z_DECK: "deck",
    w.Z_TRASH: "trash",
    w.Z_BANISHED: "banished",
    w.Z_CHAMPION: "champion zone",
    w.Z_RUNE_DECK: "rune deck",
    w.Z_LEGENDS: "extra legends",
}
ZONES: Final = (*ZONE_WORDS.values(), "board", "chain", "facedown", "nowhere")
NOBODY: Final = "nobody"
# Keywords with a value.
VALUED: Final = ("assault", "shield", "deflect", "hunt", "disarm")


def same(node: Node, found: Any, wanted: Any, what: str) -> None:
    """Check one value against the expected one.

    :raises Failure: if they differ.
    """
    if found != wanted:
        raise Failure(node, f"{what} is {shown(found)}")


def shown(value: Any) -> str:
    """Return a value as a scenario writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return f"[{', '.join(str(entry) for entry in value)}]"
    return str(value)


def seat_words(player: int) -> str:
    """Return a seat as a scenario writes it."""
    return NOBODY if player < 0 else f"p{player + 1}"


class CardJudge:
    """Holds expectations of cards and tokens against the state of one run."""

    def __init__(self, actor: Actor) -> None:
        self.actor = actor
        self.s = actor.s
        self.cast = actor.cast

    # --- cards and objects --------------------------------------------------------------------------------------------

    def who(self, node: Node) -> str:
        """Return the expected player of this game in words, or `nobody`."""
        return NOBODY if node.value == NOBODY else seat_words(self.cast.seat(node))

    def card_name(self, node: Node) -> None:
        """Refuse a word that is no name of a card.

        :raises ScenarioFault: if it is none.
        """
        self.cast.card(node, node.text())

    def thing(self, node: Node, word: str) -> None:
        """Check the expectations about a card or token; all are read before the first is checked."""
        things = self.cast.things(node, word)
        if isinstance(node.value, str):
            if self.cast.place(node, node.value, 0) >= 0:
                self._one(node, "at", self._alone(node, word, things), word)
                return
            node.one_of(ZONES)
            thing = self._alone(node, word, things)
            same(node, self.zone_of(thing), node.value, f"the zone of {word}")
            return
        keys = node.some({*OF_OBJECT, *OF_CARD, "count"})
        for key in keys:
            READ.get(key, _read_list)(self, node.at(key))
        if "count" in keys:
            self._count(node, word, things, keys)
            return
        thing = self._alone(node, word, things)
        for key in keys:
            self._one(node.at(key), key, thing, word)

    def _alone(self, node: Node, word: str, things: list[Thing]) -> Thing:
        if things:
            return self.cast.one(node, word)
        self.cast.here(node, word, tokens=True)
        return Thing(TOKEN, -1)

    def _count(self, node: Node, word: str, things: list[Thing], keys: list[str]) -> None:
        self.cast.here(node, word, tokens=True)
        number = 0
        for thing in things:
            try:
                for key in keys:
                    if key != "count":
                        self._one(node.at(key), key, thing, word)
            except Failure:
                continue
            number += keys != ["count"] or self.zone_of(thing) == "board"
        same(node.at("count"), number, node.at("count").number(), f"the number of such {word}")

    def _one(self, node: Node, key: str, thing: Thing, word: str) -> None:
        if key in OF_CARD:
            OF_CARD[key](self, node, thing, word)
            return
        o = self.cast.object_of(thing)
        if o is None:
            raise Failure(node, f"{word} is not on the board; its zone is {self.zone_of(thing)}")
        OF_OBJECT[key](self, node, o, word)

    def zone_of(self, thing: Thing) -> str:
        """Return the zone of a card or token in words."""
        o = self.cast.object_of(thing)
        if o is not None:
            return "facedown" if o.facedown else "board"
        for item in self.s.chain:
            if item.kind == I_CARD and (Thing(CARD, item.card) == thing or Thing(TOKEN, item.id) == thing):
                return "chain"
        zone = find_card(self.s, thing.number) if thing.kind == CARD else -1
        return ZONE_WORDS.get(zone, "nowhere")

    def zone(self, node: Node, thing: Thing, word: str) -> None:
        """Check the zone."""
        same(node, self.zone_of(thing), node.one_of(ZONES), f"the zone of {word}")

    def owner(self, node: Node, thing: Thing, word: str) -> None:
        """Check the owner."""
        o = self.cast.object_of(thing)
        owner = o.owner if o is not None else self.cast.whose(thing)
        same(node, seat_words(owner), seat_words(self.cast.seat(node)), f"the owner of {word}")

    def position(self, node: Node, thing: Thing, word: str) -> None:
        """Check the place in its deck: top, bottom, or a number from the top."""
        cards = self._pile(node, thing, word)[::-1]
        place = cards.index(thing.number) + 1
        wanted = {"top": 1, "bottom": len(cards)}.get(node.value, node.value)
        same(node, place, wanted, f"the place from the top, of {len(cards)}, of {word}")

    def _pile(self, node: Node, thing: Thing, word: str) -> list[int]:
        for p in self.s.players:
            for cards in (p.deck, p.rune_deck):
                if thing.kind == CARD and thing.number in cards:
                    return cards
        raise Failure(node, f"{word} is in no deck; its zone is {self.zone_of(thing)}")

    def at(self, node: Node, o: Obj, word: str) -> None:
        """Check the location."""
        loc = self.cast.location(node, o.controller)
        same(node, self.cast.place_name(o.loc), self.cast.place_name(loc), f"the place of {word}")

    def keywords(self, node: Node, o: Obj, word: str) -> None:
        """Check keywords that it must have, some with their value.

        :raises Failure: at the first that it lacks.
        """
        have = self.keyword_words(o)
        for entry in node.each():
            wanted = entry.text().lower()
            name, _, value = wanted.partition(" ")
            if wanted not in have and (value or not any(each.split(" ")[0] == name for each in have)):
                raise Failure(entry, f"the keywords of {word} are {shown(have)}")

    def no_keywords(self, node: Node, o: Obj, word: str) -> None:
        """Check keywords that it must not have.

        :raises Failure: at the first that it has.
        """
        have = self.keyword_words(o)
        for entry in node.each():
            name = entry.text()
            if any(each.split(" ")[0] == name for each in have):
                raise Failure(entry, f"the keywords of {word} are {shown(have)}")

    def keyword_words(self, o: Obj) -> list[str]:
        """Return the keywords of an object, with their values."""
        bits = keywords(self.s, o)
        values = keyword_values(self.s, o)
        return [
            f"{name} {values[name]}" if values.get(name) else name for name, bit in w.KEYWORD_BITS.items() if bits & bit
        ]

    def equipped(self, node: Node, o: Obj, word: str) -> None:
        """Check the attached cards."""
        names = [self.s.board[oid].d.name for oid in o.attachments]
        self.names(
            node, names, f"what is attached to {word}", [self.cast.thing_of(self.s.board[i]) for i in o.attachments]
        )

    def attached_to(self, node: Node, o: Obj, word: str) -> None:
        """Check the object that it is attached to.

        :raises Failure: if it is attached to something else, or to nothing.
        """
        top = self.s.board.get(o.attached_to)
        found = None if top is None else self.cast.thing_of(top)
        if node.value == NOBODY:
            same(node, found is None, True, f"whether {word} is attached to nothing")
        elif found is None or found not in self.cast.things(node):
            raise Failure(node, f"{word} is attached to {'nothing' if found is None else self.cast.called(found)}")

    def tags(self, node: Node, o: Obj, word: str) -> None:
        """Check tags that it must have.

        :raises Failure: at the first that it lacks.
        """
        might(self.s, o)
        for entry in node.each():
            if entry.text() not in o.tags:
                raise Failure(entry, f"the tags of {word} are {shown(sorted(o.tags))}")

    def named(self, node: Node, o: Obj, word: str) -> None:
        """Check its name as it is now, for copies."""
        same(node, o.d.name, self.cast.canonical(node.text()), f"the name of {word} now")

    def controller(self, node: Node, o: Obj, word: str) -> None:
        """Check the controller."""
        same(node, seat_words(o.controller), self.who(node), f"the controller of {word}")

    def names(self, node: Node, names: list[str], what: str, things: list[Thing]) -> None:
        """Check a list of names, in any order, against the present things.

        :raises Failure: if one is missing or something else is there.
        """
        left = list(zip(names, things, strict=True))
        for entry in node.listed():
            meant = self.cast.things(entry)
            place = next((n for n, (_, thing) in enumerate(left) if thing in meant), -1)
            if place < 0:
                raise Failure(entry, f"{what} is {shown(names)}")
            left.pop(place)
        if left:
            raise Failure(node, f"{what} is {shown(names)}")


def _flag(name: str, read: Callable[[Obj], bool]) -> Callable[[CardJudge, Node, Obj, str], None]:
    def check(_judge: CardJudge, node: Node, o: Obj, word: str) -> None:
        same(node, read(o), node.truth(), f"whether {word} is {name}")

    return check


def _number(name: str, read: Callable[[CardJudge, Obj], int]) -> Callable[[CardJudge, Node, Obj, str], None]:
    def check(judge: CardJudge, node: Node, o: Obj, word: str) -> None:
        same(node, read(judge, o), node.number(-99), f"{name} of {word}")

    return check


def _read_list(judge: CardJudge, node: Node) -> None:
    for entry in node.listed():
        judge.cast.known(entry, entry.text())


def _read_position(_judge: CardJudge, node: Node) -> None:
    if type(node.value) is not int or node.value < 1:
        node.one_of(("top", "bottom"))


def _read_keywords(_judge: CardJudge, node: Node) -> None:
    for entry in node.entries():
        name, _, value = entry.text().lower().partition(" ")
        if name not in w.KEYWORD_BITS:
            raise entry.fault(f"no keyword {name!r}{near(name, w.KEYWORD_BITS)}; they are {', '.join(w.KEYWORD_BITS)}")
        if value and (name not in VALUED or not value.isdecimal()):
            raise entry.fault(f"only {', '.join(VALUED)} have a value, a number; it is {entry.shown()}")


def _read_no_keywords(_judge: CardJudge, node: Node) -> None:
    for entry in node.entries():
        entry.one_of(w.KEYWORD_BITS)


def _read_tags(judge: CardJudge, node: Node) -> None:
    known = tag_names(judge.s.pool)
    for entry in node.entries():
        if entry.text() not in known:
            raise entry.fault(f"no tag {entry.value!r}{near(entry.value, known)}")


def _read_top(judge: CardJudge, node: Node) -> None:
    if node.value != NOBODY:
        judge.cast.known(node, node.text())


# The readers of expected values, before these are held against anything; all others are lists of names.
READ: Final[dict[str, Callable[[CardJudge, Node], object]]] = {
    "zone": lambda judge, node: node.one_of(ZONES),
    "owner": lambda judge, node: judge.cast.seat(node),
    "position": _read_position,
    "at": lambda judge, node: judge.cast.location(node, 0),
    "controller": CardJudge.who,
    "keywords": _read_keywords,
    "no-keywords": _read_no_keywords,
    "attached-to": _read_top,
    "tags": _read_tags,
    "named": CardJudge.card_name,
    "count": lambda judge, node: node.number(),
    **dict.fromkeys(("might", "damage", "buffs", "empowered"), lambda judge, node: node.number(-99)),
    **dict.fromkeys(
        ("exhausted", "ready", "stunned", "facedown", "attacking", "defending"), lambda judge, node: node.truth()
    ),
}
OF_CARD: Final[dict[str, Callable[[CardJudge, Node, Thing, str], None]]] = {
    "zone": CardJudge.zone,
    "owner": CardJudge.owner,
    "position": CardJudge.position,
}
OF_OBJECT: Final[dict[str, Callable[[CardJudge, Node, Obj, str], None]]] = {
    "at": CardJudge.at,
    "controller": CardJudge.controller,
    "keywords": CardJudge.keywords,
    "no-keywords": CardJudge.no_keywords,
    "equipped": CardJudge.equipped,
    "attached-to": CardJudge.attached_to,
    "tags": CardJudge.tags,
    "named": CardJudge.named,
    "might": _number("the Might", lambda judge, o: might(judge.s, o)),
    "damage": _number("the damage", lambda judge, o: o.damage),
    "buffs": _number("the number of buffs", lambda judge, o: o.buffs),
    "empowered": _number("how often empowered", lambda judge, o: o.empowered),
    "exhausted": _flag("exhausted", lambda o: o.exhausted),
    "ready": _flag("ready", lambda o: not o.exhausted),
    "stunned": _flag("stunned", lambda o: o.stunned),
    "facedown": _flag("facedown", lambda o: o.facedown),
    "attacking": _flag("attacking", lambda o: o.role == w.ATTACKER),
    "defending": _flag("defending", lambda o: o.role == w.DEFENDER),
}
