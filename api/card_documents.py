"""Cards, sets, formats and codes as JSON values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb import CardDataError, legality
from riftcheck.validator.codes import CODES

if TYPE_CHECKING:
    from datetime import date

    from riftcheck.carddb import Card, CardDatabase, CardSet, Format
    from riftcheck.carddb.model import Ban, Size, Source


UNREADABLE: Final = "what it does cannot be read; `riftcheck cards lint` says where"


def card(found: Card, db: CardDatabase) -> dict[str, Any]:
    """Return a card with what it does in our words; `official_text` only where there is one."""
    words = description(found, db)
    unsupported = found.unsupported if words is not None or found.unsupported else UNREADABLE
    shown: dict[str, Any] = {
        "id": found.base_printing.id,
        "name": found.name,
        "full_name": found.full_name,
        "types": list(found.types),
        "supertypes": list(found.supertypes),
        "domains": list(found.domains),
        "energy": found.energy,
        "power": found.power,
        "might": found.might,
        "might_bonus": found.might_bonus,
        "tags": list(found.tags),
        "champion_tag": found.champion_tag,
        "keywords": list(found.keywords),
        "rarity": found.rarity,
        "equipment": found.equipment,
        "unique": found.unique,
        "copy_limit": found.copies,
        "token": found.is_token,
        "printings": [
            {"id": one.id, "set": one.set, "number": one.number, "variant": one.variant, "rarity": one.rarity}
            for one in found.printings
        ],
        "aliases": list(found.aliases),
        "executable": unsupported is None,
        "unsupported": unsupported,
        "description": words,
    }
    if found.official_text is not None:
        shown["official_text"] = found.official_text
    return shown


def description(found: Card, db: CardDatabase) -> list[str] | None:
    """Return what a card does in our words, a text for each keyword and ability; None where it is not known."""
    from riftcheck.carddb.abilities.description import describe  # noqa: PLC0415 - whoever asks for no card needs none of it
    from riftcheck.carddb.abilities.loader import abilities_of  # noqa: PLC0415

    try:
        abilities = abilities_of(db, found)
    except CardDataError:
        return None
    return None if abilities is None else describe(abilities)


def card_set(found: CardSet, db: CardDatabase) -> dict[str, Any]:
    """Return a set with the number of its cards that the database knows."""
    return {
        "code": found.code,
        "name": found.name,
        "size": found.size,
        "known": db.known_numbers(found.code),
        "legal_from": None if found.legal_from is None else found.legal_from.isoformat(),
        "source": source(found.source),
    }


def source(found: Source) -> dict[str, str]:
    """Return where a fact comes from."""
    return {"document": found.document, "version": found.version, "number": found.number}


def format_entry(found: Format) -> dict[str, Any]:
    """Return a format as the list of formats shows it."""
    return {
        "id": found.id,
        "name": found.name,
        "kind": found.kind,
        "mode": found.mode,
        "teams": found.teams,
        "sources": [source(one) for one in found.sources],
    }


def format_on(found: Format, db: CardDatabase, day: date) -> dict[str, Any]:
    """Return a format as it is on a day, each of its numbers, sets and bans with its source."""
    rules = legality.rules_on(db, day)
    sets = [
        {"code": one.code, "name": one.name, "legal_from": one.legal_from.isoformat(), "source": source(one.source)}
        for one in legality.legal_sets(db, day)
        if one.legal_from is not None
    ]
    return {
        **format_entry(found),
        "date": day.isoformat(),
        "rules": {"version": rules.version, "since": rules.from_date.isoformat(), "source": source(rules.source)},
        "sizes": {
            "legend": size(found.legends),
            "main": size(found.main),
            "runes": size(found.runes),
            "battlefields": size(legality.size_on(found.battlefields, day, rules.version)),
            "sideboard": size(legality.size_on(found.sideboard, day, rules.version)),
        },
        "champion_required": found.champion_required,
        "identity": found.identity,
        "copies": found.copies,
        "battlefields_unique": found.battlefields_unique,
        "sets": sets if found.sets else None,
        "bans": [ban(one, db) for one in legality.bans(db, found.id, day).values()],
    }


def size(found: Size | None) -> dict[str, Any] | None:
    """Return a size with the numbers that it has."""
    if found is None:
        return None
    shown: dict[str, Any] = {}
    if found.exactly:
        shown["exactly"] = list(found.exactly)
    if found.least is not None:
        shown["least"] = found.least
    if found.most is not None:
        shown["most"] = found.most
    return {**shown, "source": source(found.source)}


def ban(found: Ban, db: CardDatabase) -> dict[str, Any]:
    """Return a ban."""
    return {
        "card": found.card,
        "id": db.by_name[found.card].base_printing.id,
        "list": found.list,
        "since": found.from_date.isoformat(),
        "until": None if found.until is None else found.until.isoformat(),
        "source": source(found.source),
    }


def issue_codes() -> list[dict[str, Any]]:
    """Return every issue code."""
    return [{"code": one.code, "meaning": one.meaning, "rules": list(one.rules)} for one in CODES.values()]


def everything(db: CardDatabase) -> dict[str, Any]:
    """Return the whole database by kinds; what is dated stands with its days."""
    return {
        "cards": [card(one, db) for one in db.cards],
        "sets": [card_set(one, db) for one in db.sets.values()],
        "formats": [_whole_format(one) for one in db.formats.values()],
        "rules": [
            {"version": one.version, "since": one.from_date.isoformat(), "source": source(one.source)}
            for one in db.rules
        ],
        "bans": [ban(one, db) for one in db.bans],
        "issue_codes": issue_codes(),
    }


def _whole_format(found: Format) -> dict[str, Any]:
    return {
        **format_entry(found),
        "sizes": {
            "legend": size(found.legends),
            "main": size(found.main),
            "runes": size(found.runes),
            "battlefields": [_dated(one) for one in found.battlefields],
            "sideboard": [_dated(one) for one in found.sideboard],
        },
        "champion_required": found.champion_required,
        "identity": found.identity,
        "copies": found.copies,
        "battlefields_unique": found.battlefields_unique,
        "restricted_to_sets": found.sets,
        "ban_lists": list(found.bans),
        "blank_battlefields": found.blank_battlefields,
    }


def _dated(found: Any) -> dict[str, Any]:
    return {
        "since": None if found.from_date is None else found.from_date.isoformat(),
        "since_rules": found.from_rules,
        **(size(found.size) or {}),
    }
