"""Words about cards: what one does, and what an option costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from riftcheck.engine.model import constants as w

if TYPE_CHECKING:
    from riftcheck.carddb import Card, CardDatabase
    from riftcheck.cli.play_table.saves import SavedPlay
    from riftcheck.engine.model.definitions import CardDef, Pool


def option_words(option: dict[str, Any], kind: str, pool: Pool) -> str:
    """Return an option for people, with the printed cost of a card that can be played."""
    if kind in ("mulligan", "battlefield"):
        return f"Set aside {option['name']}" if kind == "mulligan" else str(option["name"])
    words = str(option["words"])
    if option["kind"] == "play":
        words += f" ({_cost(pool.defs[pool.by_name[option['name']]])})"
    return words


def _cost(d: CardDef) -> str:
    parts = [f"{d.energy} energy"]
    if d.power:
        parts.append(f"{len(d.power)} power")
    if d.types & w.UNIT:
        parts.append(f"{d.might} Might")
    return ", ".join(parts)


def card_lines(name: str, db: CardDatabase, kept: SavedPlay) -> list[str]:
    """Return the description of a card in our own words; or a sentence that there is no such card."""
    if not name:
        return ["Type card and a name."]
    match = db.find(name)
    if match.candidates:
        return [f'"{name}" fits several cards: {"; ".join(card.full_name for card in match.candidates)}.']
    if match.card is None:
        close = "; ".join(db.suggest(name, 5))
        return [f'There is no card "{name}".' + (f" Is it one of these: {close}?" if close else "")]
    card = match.card
    return [f"{card.full_name}: {_facts(card)}", *_text(card, db), *_stand_in(card, kept)]


def _facts(card: Card) -> str:
    numbers = [("energy", card.energy), ("power", card.power), ("Might", card.might), ("Might bonus", card.might_bonus)]
    facts = [" ".join([*card.supertypes, *card.types, *(["Equipment"] if card.equipment else [])])]
    facts += [", ".join(card.domains)] if card.domains else []
    facts += [f"{number} {title}" for title, number in numbers if number is not None]
    return "; ".join([*facts, *card.tags])


def _text(card: Card, db: CardDatabase) -> list[str]:
    from riftcheck.api import card_documents  # noqa: PLC0415 - only the description of a card needs it

    words = card_documents.description(card, db)
    if words is None:
        return [f"  What it does is not known here: {card.unsupported or card_documents.UNREADABLE}."]
    return [f"  {line}" for line in words] or ["  It says nothing."]


def _stand_in(card: Card, kept: SavedPlay) -> list[str]:
    if card.name in kept.skipped:
        return ["  In this game it is skipped: it can never be played, and does nothing."]
    if card.name in kept.vanilla:
        return ["  In this game it stands as its cost and Might only."]
    return []
