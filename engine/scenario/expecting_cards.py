"""What a scenario expects of a card or token."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine import words as w
from engine.items import I_CARD
from engine.layers import keywords, might
from engine.scenario.answering import Failure
from engine.scenario.cast import CARD, TOKEN, Thing
from engine.zones import find_card

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.objects import Obj
    from engine.scenario.reading import Node
    from engine.scenario.steps import Actor

ZONE_WORDS: Final = {
    w.Z_HAND: "hand",
    w.Z_DECK: "deck",
    w.Z_TRASH: "trash",
    w.Z_BANISHED: "banished",
    w.Z_CHAMPION: "champion zone",
    w.Z_RUNE_DECK: "rune deck",
}
ZONES: Final = (*ZONE_WORDS.values(), "board", "chain", "facedown", "nowhere")
NOBODY: Final = "nobody"


def same(node: Node, found: Any, wanted: Any, what: str) -> None:
    """Hold one value against what is expected.

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


def who_words(node: Node) -> str:
    """Return who is expected: a player, or nobody."""
    return NOBODY if node.value in (NOBODY, None) else f"p{node.player() + 1}"


class CardJudge:
    """Holds expectations of cards and tokens against the state of one run."""

    def __init__(self, actor: Actor) -> None:
        self.actor = actor
        self.s = actor.s
        self.cast = actor.cast

    # --- cards and objects --------------------------------------------------------------------------------------------

    def thing(self, node: Node, word: str) -> None:
        """Hold what is expected of a card or token."""
        things = self.cast.things(node, word)
        if isinstance(node.value, str):
            thing = self._alone(node, word, things)
            same(node, self.zone_of(thing), node.one_of(ZONES), f"the zone of {word}")
            return
        keys = list(node.keys({*OF_OBJECT, *OF_CARD, "count"}))
        if "count" in keys:
            self._count(node, word, things, keys)
            return
        thing = self._alone(node, word, things)
        for key in keys:
            self._one(node.at(key), key, thing, word)

    def _alone(self, node: Node, word: str, things: list[Thing]) -> Thing:
        if not things:
            return Thing(TOKEN, -1)
        if len(things) > 1:
            looks = {self.zone_of(thing) for thing in things}
            on_board = [thing for thing in things if self.cast.object_of(thing) is not None]
            if not on_board and len(looks) == 1:
                return things[0]
        return things[0] if len(things) == 1 else self.cast.one(node, word)

    def _count(self, node: Node, word: str, things: list[Thing], keys: list[str]) -> None:
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
        """Hold the zone."""
        same(node, self.zone_of(thing), node.one_of(ZONES), f"the zone of {word}")

    def owner(self, node: Node, thing: Thing, word: str) -> None:
        """Hold the owner."""
        o = self.cast.object_of(thing)
        owner = o.owner if o is not None else self.cast.whose(thing)
        same(node, seat_words(owner), f"p{node.player() + 1}", f"the owner of {word}")

    def position(self, node: Node, thing: Thing, word: str) -> None:
        """Hold the place in its deck: top, bottom, or a number from the top."""
        cards = self._pile(node, thing, word)[::-1]
        place = cards.index(thing.number) + 1
        wanted = {"top": 1, "bottom": len(cards)}.get(node.value, node.value)
        same(node, place, wanted, f"the place from the top, of {len(cards)}, of {word}")

    def _pile(self, node: Node, thing: Thing, word: str) -> list[int]:
        for p in self.s.players:
            for cards in (p.deck, p.rune_deck, p.trash, p.banished, p.hand):
                if thing.kind == CARD and thing.number in cards:
                    return cards
        raise Failure(node, f"{word} is in no deck; its zone is {self.zone_of(thing)}")

    def at(self, node: Node, o: Obj, word: str) -> None:
        """Hold the location."""
        loc = self.cast.place(node.value, o.controller)
        if loc < 0:
            raise node.fault(f"no place {node.shown()}; places are base, p2 base, battlefield 1, and their names")
        same(node, self.cast.place_name(o.loc), self.cast.place_name(loc), f"the place of {word}")

    def keywords(self, node: Node, o: Obj, word: str) -> None:
        """Hold keywords that it must have, some with their value."""
        have = self.keyword_words(o)
        for entry in node.each():
            wanted = entry.text().lower()
            name, _, value = wanted.partition(" ")
            if name not in w.KEYWORD_BITS:
                raise entry.fault(f"no keyword {name!r}; they are {', '.join(w.KEYWORD_BITS)}")
            if wanted not in have and (value or not any(each.split(" ")[0] == name for each in have)):
                raise Failure(entry, f"the keywords of {word} are {shown(have)}")

    def no_keywords(self, node: Node, o: Obj, word: str) -> None:
        """Hold keywords that it must not have."""
        have = self.keyword_words(o)
        for entry in node.each():
            name = entry.one_of(w.KEYWORD_BITS)
            if any(each.split(" ")[0] == name for each in have):
                raise Failure(entry, f"the keywords of {word} are {shown(have)}")

    def keyword_words(self, o: Obj) -> list[str]:
        """Return the keywords of an object, with their values."""
        might(self.s, o)
        bits = keywords(self.s, o)
        values = {"assault": o.assault, "shield": o.shield, "deflect": o.deflect, "hunt": o.hunt}
        return [
            f"{name} {values[name]}" if values.get(name) else name for name, bit in w.KEYWORD_BITS.items() if bits & bit
        ]

    def equipped(self, node: Node, o: Obj, word: str) -> None:
        """Hold what is attached."""
        names = [self.s.board[oid].d.name for oid in o.attachments]
        self.names(
            node, names, f"what is attached to {word}", [self.cast.thing_of(self.s.board[i]) for i in o.attachments]
        )

    def attached_to(self, node: Node, o: Obj, word: str) -> None:
        """Hold what it is attached to."""
        top = self.s.board.get(o.attached_to)
        found = None if top is None else self.cast.thing_of(top)
        if node.value == NOBODY:
            same(node, found is None, True, f"whether {word} is attached to nothing")
        elif found is None or found not in self.cast.things(node):
            raise Failure(node, f"{word} is attached to {'nothing' if found is None else self.cast.called(found)}")

    def tags(self, node: Node, o: Obj, word: str) -> None:
        """Hold tags that it must have."""
        might(self.s, o)
        for entry in node.each():
            if entry.text() not in o.tags:
                raise Failure(entry, f"the tags of {word} are {shown(sorted(o.tags))}")

    def named(self, node: Node, o: Obj, word: str) -> None:
        """Hold what it is now, for copies."""
        same(node, o.d.name, node.text(), f"the name of {word} now")

    def controller(self, node: Node, o: Obj, word: str) -> None:
        """Hold the controller."""
        same(node, seat_words(o.controller), who_words(node), f"the controller of {word}")

    def names(self, node: Node, names: list[str], what: str, things: list[Thing]) -> None:
        """Hold a list of names, in any order, against what is there."""
        left = list(zip(names, things, strict=True))
        for entry in node.each():
            meant = self.cast.things(entry)
            place = next((n for n, (_, thing) in enumerate(left) if thing in meant), -1)
            if place < 0:
                raise Failure(entry, f"{what} is {shown(names)}")
            left.pop(place)
        if left:
            raise Failure(node, f"{what} is {shown(names)}")


def _flag(name: str, read: Callable[[Obj], bool]) -> Callable[[CardJudge, Node, Obj, str], None]:
    def check(judge: CardJudge, node: Node, o: Obj, word: str) -> None:
        same(node, read(o), node.truth(), f"whether {word} is {name}")

    return check


def _number(name: str, read: Callable[[CardJudge, Obj], int]) -> Callable[[CardJudge, Node, Obj, str], None]:
    def check(judge: CardJudge, node: Node, o: Obj, word: str) -> None:
        same(node, read(judge, o), node.number(-99), f"{name} of {word}")

    return check


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
