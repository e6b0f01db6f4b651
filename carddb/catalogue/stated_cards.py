"""From what a file of cards says of an unknown card to its entry in an overlay, or to the reason why it is left out.

A fact that the file is not sure of becomes provisional, with the reason in plain words; a number that nobody knows is
left out. A card without type, rarity or domain, or whose text changes how decks are built, is left out whole.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb import names
from riftcheck.carddb.catalogue import newcards
from riftcheck.carddb.catalogue.diff import Aside
from riftcheck.carddb.catalogue.newcards import Facts, LeftOutError
from riftcheck.carddb.schemas import PROVISIONAL

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from riftcheck.carddb.catalogue.card_file import Stated
    from riftcheck.carddb.catalogue.content import ContentCard
    from riftcheck.carddb.catalogue.diff import EntryMatch, Own
    from riftcheck.carddb.database import CardDatabase

REASON: Final = "came with cards import; not yet expressed in the ability language"

# The keys of a file whose facts have another key in card data.
_KEYS: Final = {"types": "type", "keywords": "printed_keywords"}
_IN_WORDS: Final = {
    "medium": "medium confidence: one source",
    "low": "low confidence: inferred",
    "none": "no source tells it",
}
_NUMBERS: Final = ("energy", "power", "might")
_NORMAL_COPIES: Final = 3
_NOTE: Final = re.compile(r"\A\s*\((.*)\)\s*\Z")


@dataclass(frozen=True, slots=True)
class StatedCards:
    """Makes the entries of the unknown cards of a file, by what it says of each under its loose name."""

    stated: Mapping[str, Stated]

    def build(
        self, matches: Sequence[EntryMatch], db: CardDatabase, own: Own
    ) -> tuple[list[dict[str, Any]], list[Aside]]:
        """Return the new cards among some matches as entries without printings, and those left out.

        Each entry has beside the schema's keys `entries`, the file's printings of it.
        """
        groups: dict[str, list[ContentCard]] = {}
        for found in matches:
            if found.is_new:
                groups.setdefault(names.loose_key(found.entry.name), []).append(found.entry)
        cards: list[dict[str, Any]] = []
        aside: list[Aside] = []
        taken: set[str] = set()
        for key, entries in groups.items():
            try:
                card = _card(self.stated.get(key), tuple(entries))
                newcards.check_name(card["name"], db, own, taken)
            except LeftOutError as problem:
                aside.append(Aside(entries[0].name, tuple(entry.spelled for entry in entries), str(problem)))
            else:
                cards.append(card)
        return cards, aside


def _card(told: Stated | None, entries: tuple[ContentCard, ...]) -> dict[str, Any]:
    if told is None:
        raise LeftOutError("the file says nothing of the card but its name")
    stated = told.facts
    facts = _facts(stated, entries)
    unsure = _unsure(stated)
    if facts.types is None:
        raise LeftOutError("the file gives it no type")
    if stated["rarity"] is None:
        raise LeftOutError("the file gives it no rarity")
    card: dict[str, Any] = {"name": facts.name} | _champion(facts, stated)
    card["type"] = facts.types[0] if len(facts.types) == 1 else list(facts.types)
    card |= {"supertypes": list(facts.supertypes)} if facts.supertypes else {}
    card |= newcards.domains_of(facts) | _numbers(facts, stated, unsure) | _copies(facts, stated)
    card |= {"equipment": True} if _is_equipment(facts, stated) else {}
    card |= {"tags": list(facts.tags)} if facts.tags else {}
    card |= {"printed_keywords": list(dict.fromkeys(stated["keywords"]))} if stated["keywords"] else {}
    card |= {"rarity": stated["rarity"]}
    card |= {"provisional": {key: unsure[key] for key in PROVISIONAL if key in unsure}} if unsure else {}
    textless = stated["text"] is None and "text" not in unsure
    does: dict[str, Any] = {"abilities": []} if textless else {"abilities": "unsupported", "reason": REASON}
    return {**card, **does, "entries": entries}


def _facts(stated: dict[str, Any], entries: tuple[ContentCard, ...]) -> Facts:
    words = [stated["name"], stated["full_name"], stated["champion_tag"]]
    words += [*(stated["tags"] or ()), *(stated["keywords"] or ())]
    if not all(word.isprintable() and word == word.strip() for word in words if word is not None):
        raise LeftOutError("its name, tags or keywords hold characters that cannot be shown")
    if names.id_key(stated["name"]) is not None:  # a list that says the number would be one of known cards
        raise LeftOutError("its name is the number of a printing")
    return Facts(
        entries=entries,
        name=entries[0].name,
        types=None if stated["types"] is None else tuple(dict.fromkeys(stated["types"])),
        supertypes=tuple(dict.fromkeys(stated["supertypes"] or ())),
        domains=None if stated["domains"] is None else tuple(dict.fromkeys(stated["domains"])),
        tags=tuple(dict.fromkeys(stated["tags"] or ())),
        **{number: stated[number] for number in _NUMBERS},
    )


def _unsure(stated: dict[str, Any]) -> dict[str, str]:
    """Return the reason of each fact that is not sure, by its key in card data."""
    unsure: dict[str, str] = {}
    for key, told in (stated["confidence"] or {}).items():
        word, _, note = told.partition(" ")
        name = _KEYS.get(key, key)
        if word in _IN_WORDS and name in PROVISIONAL:
            inner = _NOTE.match(note)
            unsure[name] = f"{_IN_WORDS[word].partition(':')[0]}: {inner[1]}" if inner else _IN_WORDS[word]
    # CR 825: the text says of how many copies a deck may hold, so that both are open where it is unknown.
    confidence = stated["confidence"] or {}
    if stated["text"] is None and confidence.get("text", "none").partition(" ")[0] == "none":
        unsure |= dict.fromkeys(("text", "copies", "unique"), "its text is in no source")
    elif stated["effect_text_missing"]:
        unsure["text"] = "a part of its text is in no source"
    return unsure


def _champion(facts: Facts, stated: dict[str, Any]) -> dict[str, str]:
    """Return the champion tag, and for a legend its title and full name."""
    kind = newcards.kind_of(facts)
    tag = stated["champion_tag"]
    if kind != "legend" and not {"Champion", "Signature"} & set(facts.supertypes):
        return {}
    if "Champion" in facts.supertypes and facts.types != ("Unit",):
        raise LeftOutError("the file calls it a champion, and it is no unit")
    if tag is None or tag not in facts.tags:
        raise LeftOutError("the file does not say whose card it is: its champion tag is none of its tags")
    if kind != "legend":
        return {"champion_tag": tag}
    title = facts.name.removeprefix(f"{tag}, ")
    return {"name": title, "full_name": f"{tag}, {title}", "champion_tag": tag}


def _numbers(facts: Facts, stated: dict[str, Any], unsure: dict[str, str]) -> dict[str, int]:
    """Return the numbers that are known; of the others it is noted that they are not."""
    wanted: tuple[str, ...] = ("energy", "power") if newcards.kind_of(facts) == "main" else ()
    if "Unit" in (facts.types or ()):
        wanted += ("might",)
    if _is_equipment(facts, stated):
        wanted += ("might_bonus",)
    odd = [number for number in (*_NUMBERS, "might_bonus") if stated[number] and number not in wanted]
    if odd:
        raise LeftOutError(f"the file gives it {' and '.join(odd)}, which such a card has not")
    for number in ("energy", "power", "might", "might_bonus"):
        if number not in wanted:
            unsure.pop(number, None)
        elif stated[number] is None and newcards.kind_of(facts) != "token":
            unsure.setdefault(number, "no source tells it")
    return {number: stated[number] for number in wanted if stated[number] is not None}


def _is_equipment(facts: Facts, stated: dict[str, Any]) -> bool:
    return "Equipment" in facts.tags or bool(stated["is_equipment"])


def _copies(facts: Facts, stated: dict[str, Any]) -> dict[str, bool]:
    """Return Unique (CR 825) where the limit or the text says so; another limit is for people to read."""
    said = newcards.deck_text(facts, stated["text"] or "")
    limit = stated["copy_limit"]
    if limit not in (None, 1, _NORMAL_COPIES) or (limit == _NORMAL_COPIES and said):
        raise LeftOutError(f"the file gives it a limit of {limit} copies, for which card data has no words")
    return {"unique": True} if limit == 1 or said else {}
