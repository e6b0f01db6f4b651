"""Checks of a card's abilities against its facts: keys that nothing reads, keywords and costs that disagree.

Reading finds keys that are unknown and phrases that are none. It sees what a card does and not what the card is, so it
takes `do` on a unit, Tank on a spell, or a price in a domain that the card lacks. Those are found here.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities import tags
from riftcheck.carddb.abilities.description import describe
from riftcheck.carddb.abilities.description.keywords import MEANINGS
from riftcheck.carddb.abilities.heads import KEYWORDS, Activated, DeckRule, Keyword, Rule, Toll, Triggered
from riftcheck.carddb.abilities.instructions import MayDo
from riftcheck.carddb.abilities.phrases import Cost
from riftcheck.carddb.abilities.traversal import nodes, tokens_in
from riftcheck.carddb.lint_fault import LintFault
from riftcheck.carddb.model import DOMAINS

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from riftcheck.carddb.abilities.heads import CardAbilities, Head
    from riftcheck.carddb.model import Card

    Known = Mapping[str, CardAbilities]  # the abilities of the cards that can be played, by name

# Words that stand on cards like keywords and are no entries of `keywords`.
OTHER_KEYWORDS: Final = frozenset(
    {
        *("add", "buff", "burn", "deathknell", "empowered", "legion", "level", "mighty", "predict"),
        *("show off", "stun"),
    }
)
# Words in a description that stand for a keyword.
OTHER_WORDS: Final = {
    "hidden": ("face-down", "face down"),
    "legion": ("have played another card this turn",),
    "level": ("your XP",),
}
# Keywords that only one kind of card can use, by what that card is.
ONLY: Final[dict[str, tuple[str, frozenset[str]]]] = {
    "Unit": (
        "a unit",
        frozenset({"accelerate", "ambush", "assault", "backline", "disarm", "ganking", "hunt", "shield", "tank"})
        | frozenset({"weaponmaster"}),
    ),
    "Spell": ("a spell", frozenset({"repeat"})),
    "Gear": ("gear", frozenset({"deploy"})),
    "Equipment": ("Equipment", frozenset({"equip", "quick-draw"})),
}
ANY_NUMBER: Final = "any number of copies"
# Heads that work on the board only, where no spell is.
BOARD_ONLY: Final = (Activated, Rule, Toll)


def unread_parts(card: Card, text: CardAbilities, _known: Known) -> Iterator[LintFault]:
    """Yield keys of a card that nothing reads, because it is not of the type that has them."""
    spell = "Spell" in card.types
    if text.do and not spell:
        yield _fault(card, "do", "is read of spells only; what another card does stands in abilities")
    if spell and not text.do:
        yield _fault(card, "do", "is missing: a spell says here what it does")
    for key, found in (("effect", text.effect), ("effect-keywords", text.effect_keywords)):
        if found and not card.equipment:
            yield _fault(card, key, "is read of Equipment only, as what the equipped unit has")
    for ability in text.abilities:
        if spell and isinstance(ability, BOARD_ONLY):
            yield _fault(card, ability.at, "is never read: it works on the board only, where no spell is")


def unread_keywords(card: Card, text: CardAbilities, _known: Known) -> Iterator[LintFault]:
    """Yield keywords that a card of its type can make no use of."""
    kinds = {*card.types, *(["Equipment"] if card.equipment else [])}
    for keyword in text.keywords:
        for kind, (words, only) in ONLY.items():
            # CR 178.2: gear at a battlefield may become a unit as well, which then moves from there.
            later = keyword.name == "ganking" and any(other.name == "deploy" for other in text.keywords)
            if keyword.name in only and kind not in kinds and not later:
                yield _fault(card, "keywords", f"{_shown(keyword.name)} is read of {words} only")


def unprinted_keywords(card: Card, text: CardAbilities, _known: Known) -> Iterator[LintFault]:
    """Yield keywords that a card has, gives or waits for, and that are not among its printed ones."""
    printed = {name.casefold() for name in card.keywords}
    for at, name in dict.fromkeys(_used(text)):
        if name not in printed:
            yield _fault(card, at, f"{_shown(name)} is not among the card's printed_keywords")


def untold_keywords(card: Card, text: CardAbilities, known: Known) -> Iterator[LintFault]:
    """Yield printed keywords that neither the card's abilities nor those of its tokens mention."""
    if not card.keywords:
        return
    tokens = [name for _, name in tokens_in(text) if name in known]
    # The meaning of a keyword that is given away is on the card too: Quick-Draw gives Reaction.
    given = [MEANINGS[node.name] for _, node in nodes(text) if isinstance(node, Keyword)]
    told = " ".join([*describe(text), *given, *(words for name in tokens for words in describe(known[name]))])
    for name in card.keywords:
        words = (name.casefold(), *OTHER_WORDS.get(name.casefold(), ()))
        if not any(re.search(rf"\b{re.escape(word)}", told, re.IGNORECASE) for word in words):
            yield _fault(
                card, "printed_keywords", f"{name} is printed, and nothing that the card does has to do with it"
            )


def unplayable_tokens(card: Card, text: CardAbilities, known: Known) -> Iterator[LintFault]:
    """Yield tokens that a card makes and that cannot be played out, so that neither can the card."""
    for at, name in dict.fromkeys(tokens_in(text)):
        if name not in known:
            message = f"the token {name} cannot be played out, so this card cannot either"
            yield _fault(card, at, message)


def wrong_costs(card: Card, text: CardAbilities, _known: Known) -> Iterator[LintFault]:
    """Yield costs in a domain that the card does not have."""
    for at, node in nodes(text):
        if isinstance(node, Cost):
            for domain in dict.fromkeys(node.power):
                if domain in DOMAINS and domain not in card.domains:
                    has = " and ".join(card.domains) or "no domain"
                    yield _fault(card, at, f"a cost in {domain} Power disagrees with the card's domains: it has {has}")


def wrong_deck_rules(card: Card, text: CardAbilities, _known: Known) -> Iterator[LintFault]:
    """Yield the disagreements on deck building of a card's abilities with its facts, which alone the checker reads."""
    if ("unique" in {keyword.name for keyword in text.keywords}) != card.unique:
        yield _fault(card, "unique", "goes together with the keyword unique: a card has both or neither")
    if card.equipment != ("equip" in {keyword.name for keyword in text.keywords}):
        yield _fault(card, "equipment", "goes together with the keyword equip: a card has both or neither (CR 818)")
    if (card.copies is None) != any(isinstance(ability, DeckRule) for ability in text.abilities):
        yield _fault(card, "copies", f"goes together with the ability `deck: {ANY_NUMBER}`: a card has both or neither")


def late_offers(card: Card, text: CardAbilities, _known: Known) -> Iterator[LintFault]:
    """Yield triggers that offer their first line when it runs, though that is settled before they do anything."""
    heads: tuple[Head, ...] = (*text.abilities, *text.effect)
    for head in heads:
        if not isinstance(head, Triggered) or not head.do:
            continue
        first = head.do[0]
        if (first.may or isinstance(first, MayDo)) and first.condition is None and first.by is None:
            yield _fault(card, first.at, "a leading `may` is settled first: it stands beside `when` (CR 383.3.a)")


CHECKS: Final[tuple[Callable[[Card, CardAbilities, Known], Iterator[LintFault]], ...]] = (
    unread_parts,
    unread_keywords,
    unprinted_keywords,
    untold_keywords,
    unplayable_tokens,
    wrong_costs,
    wrong_deck_rules,
    late_offers,
)


def unborne_tags(cards: Collection[Card], known: Known) -> Iterator[LintFault]:
    """Yield tags that a card asks for and that no card has or is given: the words for a thing, or a misspelling."""
    borne = {tag for card in cards for tag in card.tags}.union(*map(tags.given, known.values()))
    for card in cards:
        for at, tag in tags.asked(known[card.name]) if card.name in known else ():
            if tag not in borne:
                yield _fault(card, at, tags.unborne(tag))


def unknown_keywords(card: Card) -> Iterator[LintFault]:
    """Yield printed keywords that are not known; a set to come may bring new ones."""
    for name in card.keywords:
        if name.casefold() not in KEYWORDS and name.casefold() not in OTHER_KEYWORDS:
            message = f"{name!r} is no keyword that is known here; is it spelt as on the card?"
            yield LintFault("cards", card.name, "printed_keywords", message, warning=True)


def _fault(card: Card, at: str, message: str) -> LintFault:
    return LintFault("cards", card.name, at, message)


def _shown(name: str) -> str:
    return "-".join(part.capitalize() for part in name.split("-"))


def _used(text: CardAbilities) -> Iterator[tuple[str, str]]:
    for at, node in nodes(text):
        if isinstance(node, Keyword):
            yield at, node.name
    heads: tuple[Head, ...] = (*text.abilities, *text.effect)
    for head in heads:
        for gate in head.gates:
            yield head.at, gate.kind
        if isinstance(head, Triggered) and head.label is not None:
            yield head.at, head.label
