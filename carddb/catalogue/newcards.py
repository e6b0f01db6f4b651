"""From the catalogue's entries of an unknown card to its facts, or to the reason why it is left out.

Nothing is guessed. A wrong champion tag, a signature card taken for a plain one, or a text that changes how decks are
built would make the checker's verdicts wrong; a card that is left out only makes them `undetermined`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb import names
from riftcheck.carddb.catalogue.content import SUPERTYPES
from riftcheck.carddb.catalogue.diff import Aside, is_named

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from riftcheck.carddb.catalogue.content import ContentCard
    from riftcheck.carddb.catalogue.diff import EntryMatch, Own
    from riftcheck.carddb.database import CardDatabase

REASON: Final = "came with cards sync; not yet expressed in the ability language"

_NAME_AND_TITLE: Final = re.compile(r"\s*,\s+|\s+-+\s+")
_TOKEN_ID: Final = re.compile(r"[A-Z]+-T[0-9]+")
# What is said of decks in play, or of Unique (CR 825), says nothing of how a deck is built.
_DECK_IN_PLAY: Final = re.compile(
    r"\b(?:main|rune)[- ]decks?\b|\b(?:top|bottom) (?:\w+ ){0,3}of \w+ decks?\b|\bfrom \w+ decks?\b"
    r"|\byour deck can have only 1 card with this name\b",
    re.IGNORECASE,
)
_DECK: Final = re.compile(r"\bdeck(?:s|[- ]?(?:build|construct)\w*)?\b", re.IGNORECASE)
_UNIQUE: Final = re.compile(r"\[unique\]", re.IGNORECASE)
_MAIN_TYPES: Final = frozenset({"Unit", "Spell", "Gear"})
_FACTS: Final = ("types", "domains", "tags", "energy", "power", "might")


class LeftOutError(Exception):
    """A card of which too little is certain."""


@dataclass(frozen=True, slots=True)
class _World:
    """The knowledge of tags: the champion tags, the tags that are none, and whether the catalogue tells supertypes."""

    champion_tags: set[str]
    plain_tags: frozenset[str]
    tells_supertypes: bool


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of one new card, gathered from its printings; None where no printing says."""

    entries: tuple[ContentCard, ...]
    name: str
    types: tuple[str, ...] | None
    supertypes: tuple[str, ...]
    domains: tuple[str, ...] | None
    tags: tuple[str, ...]
    energy: int | None
    power: int | None
    might: int | None

    @property
    def text(self) -> str:
        """The printings' texts, one after another."""
        return "\n".join(entry.text for entry in self.entries if entry.text)


def build(matches: Sequence[EntryMatch], db: CardDatabase, own: Own) -> tuple[list[dict[str, Any]], list[Aside]]:
    """Return the new cards among some matches as entries for an overlay, without printings, and those left out.

    Each entry has beside the schema's keys `entries`, the catalogue's printings of it.
    """
    groups: dict[str, list[ContentCard]] = {}
    for found in matches:
        if found.is_new:
            groups.setdefault(names.loose_key(names.undecorated(found.entry.name) or found.entry.name), []).append(
                found.entry
            )
    world = _world(matches, db, own)
    cards: list[dict[str, Any]] = []
    aside: list[Aside] = []
    taken: set[str] = set()
    # Legends and champion units first: their tags tell what a signature card belongs to.
    for entries in sorted(groups.values(), key=lambda entries: not _tells_a_tag(entries)):
        try:
            card = _card(_facts(entries), world)
            check_name(card["name"], db, own, taken)
        except LeftOutError as problem:
            aside.append(Aside(entries[0].name, tuple(entry.spelled for entry in entries), str(problem)))
            continue
        if "champion_tag" in card and "Signature" not in card.get("supertypes", ()):
            world.champion_tags.add(card["champion_tag"])
        cards.append(card)
    return cards, aside


def check_name(name: str, db: CardDatabase, own: Own, taken: set[str]) -> None:
    """Take a new card's name, which may be a legend's title.

    :raises LeftOutError: if it is another card's, whose place the new one would take.
    """
    found = db.find(name)
    others = found.candidates or ((found.card,) if found.card is not None else ())
    if names.loose_key(name) in taken or any(is_named(card, name) for card in others if card.name not in own.cards):
        raise LeftOutError(f"another card is called {name}")
    taken.add(names.loose_key(name))


def _tells_a_tag(entries: Iterable[ContentCard]) -> bool:
    return any("Champion" in entry.supertypes or "Legend" in (entry.types or ()) for entry in entries)


def _world(matches: Sequence[EntryMatch], db: CardDatabase, own: Own) -> _World:
    cards = [card for card in db.cards if card.name not in own.cards]
    champion_tags = {card.champion_tag for card in cards if card.champion_tag}
    plain_tags = frozenset(tag for card in cards for tag in card.tags) - champion_tags
    told = [
        bool(found.entry.supertypes)
        for found in matches
        if found.card is not None
        and found.card.name not in own.cards
        and (found.card.is_champion or found.card.is_signature)
    ]
    return _World(champion_tags, plain_tags, bool(told) and all(told))


def _facts(entries: Sequence[ContentCard]) -> Facts:
    for entry in entries:
        for field, word in entry.unread.items():
            raise LeftOutError(f"its {field} {word!r} is not known")
    supertypes = {kind for entry in entries for kind in entry.supertypes}
    if any(_TOKEN_ID.fullmatch(entry.id or "") for entry in entries):  # CR 185: T numbers are tokens
        supertypes.add("Token")
    agreed = {field: _agreed(field, entries) for field in _FACTS}
    name = names.undecorated(entries[0].name) or entries[0].name
    words = [word for entry in entries for word in (*(entry.tags or ()), *entry.keywords)]
    if not name or not all(text.isprintable() for text in (name, *words)):
        raise LeftOutError("its name, tags or keywords hold characters that cannot be shown, or nothing")
    agreed["tags"] = agreed["tags"] or ()
    ordered = tuple(kind for kind in SUPERTYPES if kind in supertypes)
    return Facts(entries=tuple(entries), name=name, supertypes=ordered, **agreed)


def _agreed(field: str, entries: Sequence[ContentCard]) -> Any:
    """Return the value of a field on which all printings that have one agree."""
    said = [value for entry in entries if (value := getattr(entry, field)) is not None]
    if len({frozenset(value) if isinstance(value, tuple) else value for value in said}) > 1:
        raise LeftOutError(f"its printings differ in {field}")
    return said[0] if said else None


def _card(facts: Facts, world: _World) -> dict[str, Any]:
    if facts.types is None:
        raise LeftOutError("the catalogue gives it no type")
    rarity = next((entry.rarity for entry in facts.entries if entry.rarity), None)
    if rarity is None:
        raise LeftOutError("the catalogue gives it no rarity")
    card: dict[str, Any] = {"name": facts.name}
    card |= _champion(facts, world)
    card["type"] = facts.types[0] if len(facts.types) == 1 else list(facts.types)
    card |= {"supertypes": list(facts.supertypes)} if facts.supertypes else {}
    card |= domains_of(facts) | _numbers(facts) | deck_text(facts, facts.text)
    card |= {"equipment": True} if "Equipment" in facts.tags else {}
    card |= {"tags": list(facts.tags)} if facts.tags else {}
    keywords = dict.fromkeys(word for entry in facts.entries for word in entry.keywords)
    card |= {"printed_keywords": list(keywords)} if keywords else {}
    return card | {"rarity": rarity, "abilities": "unsupported", "reason": REASON, "entries": facts.entries}


def kind_of(facts: Facts) -> str:
    """Return the part of a deck that a card belongs to: main, legend, rune or battlefield; or token.

    :raises LeftOutError: if its types do not go together.
    """
    if "Token" in facts.supertypes:
        return "token"
    types = frozenset(facts.types or ())
    if types <= _MAIN_TYPES:
        return "main"
    if len(types) > 1:
        raise LeftOutError(f"it is {' and '.join(facts.types or ())} at once")
    return str(next(iter(types))).lower()


def _champion(facts: Facts, world: _World) -> dict[str, str]:
    """Return the champion tag, and for a legend its title and full name, where the card has them."""
    kind = kind_of(facts)
    if kind == "legend" and not facts.supertypes:
        tag, title = _by_name(facts, world)
        return {"name": title, "full_name": f"{tag}, {title}", "champion_tag": tag}
    match facts.supertypes:
        case ("Champion",) if kind == "main" and facts.types == ("Unit",):
            tag, title = _by_name(facts, world)
            return {"name": f"{tag}, {title}", "champion_tag": tag}
        case ("Signature",) if kind == "main":
            return {"champion_tag": _only_champion_tag(facts, world)}
        case () if kind == "main":
            _check_plain(facts, world)
        case () | ("Token",):
            pass
        case ("Basic",) if kind == "rune":
            pass
        case _:
            raise LeftOutError(f"the catalogue calls it {' '.join(facts.supertypes)} {' '.join(facts.types or ())}")
    return {}


def _by_name(facts: Facts, world: _World) -> tuple[str, str]:
    """Return champion and title from `Champion, Title`, where the first is a tag of the card and can be a champion's.

    Neither is enough alone: some plain units are called that way, and the feed has had wrong tags and names such as
    `Yordle, Kennen - Title`.
    """
    parts = _NAME_AND_TITLE.split(facts.name)
    if len(parts) != 2:  # noqa: PLR2004 (champion and title)
        raise LeftOutError("the catalogue does not say whose card it is: its name is not of the form Champion, Title")
    tag, title = parts
    if tag not in facts.tags:
        raise LeftOutError(f"its name says {tag}, its tags ({', '.join(facts.tags) or 'none'}) do not")
    if tag in world.plain_tags:
        raise LeftOutError(f"its name says {tag}, which is a tag but no champion's")
    return tag, title


def _only_champion_tag(facts: Facts, world: _World) -> str:
    found = [tag for tag in facts.tags if tag in world.champion_tags]
    if len(found) != 1:
        raise LeftOutError(
            f"it is a Signature card, and {len(found) or 'none'} of its tags ({', '.join(facts.tags) or 'none'})"
            " are known to be a champion's"
        )
    return found[0]


def _check_plain(facts: Facts, world: _World) -> None:
    """Leave out what may be a champion unit or signature card of which the catalogue does not say so."""
    unsure = [tag for tag in facts.tags if tag not in world.plain_tags]
    if any(tag in world.champion_tags or tag == _NAME_AND_TITLE.split(facts.name)[0] for tag in unsure):
        raise LeftOutError(
            f"its tags ({', '.join(facts.tags)}) look like those of a champion unit or Signature card,"
            " and the catalogue does not call it one"
        )
    if unsure and not world.tells_supertypes:
        raise LeftOutError(
            f"the catalogue does not tell champion units and Signature cards apart, and {', '.join(unsure)}"
            " may be a champion's tag"
        )


def domains_of(facts: Facts) -> dict[str, Any]:
    """Return the domains as an entry of card data has them.

    :raises LeftOutError: if a card that needs a domain has none, or nothing is said of them.
    """
    kind = kind_of(facts)
    if facts.domains is None and kind not in ("token", "battlefield"):
        raise LeftOutError("the catalogue gives it no domain, nor calls it colorless")
    if not facts.domains and kind in ("legend", "rune"):
        raise LeftOutError(f"it is a {kind} without a domain")
    return {"domains": list(facts.domains)} if facts.domains else {}


def _numbers(facts: Facts) -> dict[str, int]:
    if kind_of(facts) == "token":
        return {} if facts.might is None or "Unit" not in (facts.types or ()) else {"might": facts.might}
    if kind_of(facts) != "main":
        if facts.energy or facts.power or facts.might:
            raise LeftOutError("the catalogue gives it numbers that such a card has not")
        return {}
    if facts.energy is None:
        raise LeftOutError("the catalogue gives it no energy cost")
    numbers = {"energy": facts.energy, "power": facts.power or 0}
    if "Unit" not in (facts.types or ()):
        return numbers  # a might printed on equipment is a bonus, which the feed does not tell from other numbers
    if facts.might is None:
        raise LeftOutError("the catalogue gives it no might")
    return numbers | {"might": facts.might}


def deck_text(facts: Facts, text: str) -> dict[str, bool]:
    """Return Unique (CR 825) where a card's text or keywords have it.

    :raises LeftOutError: if the text has any other word about building a deck, which is for people to read.
    """
    if _DECK.search(_DECK_IN_PLAY.sub("", text.replace(facts.name, ""))):
        raise LeftOutError("its text speaks of the deck, and may change how one is built")
    unique = _UNIQUE.search(text) or any(word.casefold() == "unique" for e in facts.entries for word in e.keywords)
    return {"unique": True} if unique else {}
