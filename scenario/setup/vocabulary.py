"""The vocabulary of answers: the words that are understood whatever is asked, and the names that a step may give."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from riftcheck.carddb.abilities.problems import near
from riftcheck.carddb.errors import CardDataError
from riftcheck.engine.model.definitions import tag_names
from riftcheck.scenario.format.nodes import PLAYER
from riftcheck.scenario.format.reader import BARE_VERBS
from riftcheck.scenario.format.reserved_words import (
    ANSWER_WORDS,
    BASE_KEY,
    BY,
    CHOSEN,
    COUNTED,
    GAME_WORDS,
    NAMING,
    SEAT,
    ability_owner,
    taken,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from riftcheck.engine.model.abilities import Extra
    from riftcheck.engine.model.definitions import CardDef, Pool
    from riftcheck.scenario.format.nodes import Node
    from riftcheck.scenario.setup.references import Cast


def read_alias(cast: Cast, node: Node) -> str:
    """Return the name that `as` gives.

    :raises ScenarioFault: if it is given already, or means something else.
    """
    alias = node.text()
    if alias in cast.aliases:
        raise node.fault(f"the name {alias!r} is given twice")
    if alias in cast.s.pool.by_name:
        raise node.fault(f"the name {alias!r} means something else already: it is a card's")
    meaning = taken(alias)
    if meaning:
        raise node.fault(f"the name {alias!r} means something else already: it {meaning}")
    return alias


def cost_names(d: CardDef) -> tuple[str, ...]:
    """Return the names of the optional costs of a card."""
    return numbered(extra.name for extra in d.main.extras if extra.optional)


def numbered(names: Iterable[str]) -> tuple[str, ...]:
    """Return names of costs, the second of one name as `repeat (2)`."""
    seen: list[str] = []
    found: list[str] = []
    for name in names:
        seen.append(name)
        count = seen.count(name)
        found.append(name if count == 1 else f"{name} ({count})")
    return tuple(found)


def extra_name(extras: Sequence[Extra], place: int) -> str:
    """Return the name of an additional cost among all of what is played, with a number if it is not the first."""
    return numbered(extra.name for extra in extras)[place]


def given_cost_names(d: CardDef) -> tuple[str, ...]:
    """Return the names of the optional costs that a card gives to what is played, once each."""
    return tuple(dict.fromkeys(lent.name for static in d.main.statics for lent in static.lends))


def same_cost(word: object, name: str) -> bool:
    """Return True if a word is the name of an optional cost, in small or capital letters."""
    return isinstance(word, str) and word.lower() == name.lower()


def is_cost_name(pool: Pool, word: str) -> bool:
    """Return True if a card of a pool has an optional cost with this name; compiled cards are checked first."""
    compiled = (d for d in pool.defs if d.text is not None)
    return any(word in cost_names(d) for d in compiled) or word in all_cost_names(pool)


def all_cost_names(pool: Pool) -> list[str]:
    """Return the names of the optional costs of all cards in a pool; compiles each card that can be read."""
    for d in pool.defs:
        with suppress(CardDataError):
            pool.need((d.index,))
    return sorted({name for d in pool.defs if d.text is not None for name in cost_names(d)})


def read_answer(cast: Cast, node: Node, player: int, here: bool) -> None:
    """Refuse an answer that can mean nothing, whatever is asked; with `here` it must be of this scenario.

    :raises ScenarioFault: if it is not understood.
    """
    if isinstance(node.value, list):
        for entry in node.each():
            read_answer(cast, entry, player, here)
        return
    if isinstance(node.value, int):
        return
    if not isinstance(node.value, str) or not node.value:
        raise node.fault(f"must be a name, a number, yes, no or none; it is {node.shown()}")
    read_answer_word(cast, node, node.value, player, here)


def read_answer_word(cast: Cast, node: Node, word: str, player: int, here: bool) -> None:
    """Refuse a word of an answer that can mean nothing.

    :raises ScenarioFault: if it is not understood.
    """
    if word in ANSWER_WORDS or COUNTED.fullmatch(word):
        return
    if word in GAME_WORDS:
        raise node.fault(f"{word!r} answers no question{': it is a step of its own' if word in BARE_VERBS else ''}")
    if word in cast.aliases or word in cast.s.pool.by_name:
        (cast.here if here else cast.known)(node, word)
        return
    if _means_seat(cast, node, word) or cast.place(node, word, player) >= 0:
        return
    if word.startswith(NAMING):
        _read_tag(cast, node, word.removeprefix(NAMING))
        return
    chosen = BY.fullmatch(word) or CHOSEN.fullmatch(word)
    if chosen:
        for name in filter(None, chosen.groups()):
            read_answer_word(cast, node, name, player, here)
        return
    if cast.blank or is_cost_name(cast.s.pool, word):
        return
    (cast.here if here else cast.known)(node, ability_owner(word))


def _means_seat(cast: Cast, node: Node, word: str) -> bool:
    seat = PLAYER.fullmatch(word) or SEAT.fullmatch(word) or BASE_KEY.fullmatch(word)
    if seat and int(seat[1]) > len(cast.s.players):
        raise node.fault(f"there is no p{seat[1]} in a game of {len(cast.s.players)}")
    return seat is not None


def _read_tag(cast: Cast, node: Node, tag: str) -> None:
    # The name of a card is a word that is known, and no tag: what naming it proves is that.
    known = tag_names(cast.s.pool)
    if tag not in known and tag not in cast.s.pool.by_name:
        raise node.fault(f"no tag {tag!r}{near(tag, known)}")


def read_seat_or_thing(cast: Cast, node: Node, word: str, player: int) -> None:
    """Refuse a word that is no player, no place, and no thing or ability of this scenario.

    :raises ScenarioFault: if it is not understood.
    """
    seat = PLAYER.fullmatch(word)
    if seat:
        cast.seat(node)
    elif cast.place(node, word, player) < 0:
        cast.here(node, ability_owner(word))
