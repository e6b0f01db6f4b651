"""Cards, sets, formats and codes as JSON values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from riftcheck.api.schemas import cards as outgoing
from riftcheck.api.schemas.data import Data
from riftcheck.carddb import legality
from riftcheck.carddb.model import Precon
from riftcheck.decks.deck_answer import deck_json
from riftcheck.decks.precons import deck_of
from riftcheck.decks.resolve import resolve
from riftcheck.schema import Joined
from riftcheck.validator.case import ruleset_of
from riftcheck.validator.codes import CODES
from riftcheck.validator.report import Options

if TYPE_CHECKING:
    from datetime import date

    from riftcheck.carddb import Card, CardDatabase, CardSet, Format, Lookup
    from riftcheck.carddb.errors import DataProblem
    from riftcheck.carddb.model import Ban, Dated, Product, Size
    from riftcheck.validator.citations import Citations

UNREADABLE: Final = "what it does cannot be read; `riftcheck cards lint` says where"
_CARD, _SET, _CODE, _EVERYTHING = outgoing.Card(), outgoing.CardSet(), outgoing.IssueCodeEntry(), outgoing.Everything()
_DATA = Data()
_ENTRY, _FORMAT = outgoing.FormatEntry(), outgoing.Format()
_PRODUCT_ENTRY, _PRODUCT = outgoing.ProductEntry(), outgoing.ProductDeck()


def card(found: Card, db: CardDatabase) -> dict[str, Any]:
    """Return a card with a description of what it does; `official_text` only if the card data has one.

    The database keeps the document for the next call.
    """
    made: dict[str, dict[str, Any]] = db.derived("card documents", dict)
    if found.name not in made:
        made[found.name] = _CARD.dump(_card(found, db))
    return made[found.name]


def unknown_printing(match: Lookup) -> dict[str, Any]:
    """Return `unknown_printing` for an id with an unknown suffix: the id and the known printing used instead."""
    if match.unknown_id is None or match.printing is None:
        return {}
    return {"unknown_printing": {"id": match.unknown_id, "read_as": match.printing.id}}


def _card(found: Card, db: CardDatabase) -> Joined:
    words = description(found, db)
    unsupported = found.unsupported if words is not None or found.unsupported else UNREADABLE
    if words is not None:
        refused = refusal(found, db)
        unsupported = unsupported if refused is None else f"{refused.path}: {refused.message}"
    products = [_sold(product, count) for product, count in db.products_with(found)]
    return Joined(
        found,
        products=products,
        executable=unsupported is None,
        unsupported=unsupported,
        description=words,
        unknown_printing=None,
    )


def _sold(found: Precon | Product, count: int | None) -> dict[str, Any]:
    if isinstance(found, Precon):
        return {"id": found.id, "name": found.title, "count": count}
    return {"id": None, "name": found.name, "count": count}


def description(found: Card, db: CardDatabase) -> list[str] | None:
    """Return the description of a card: a text for each keyword and ability. None if that is unknown."""
    from riftcheck.carddb.abilities.described import description as words  # noqa: PLC0415 - only cards need it

    return words(db, found)


def refusal(found: Card, db: CardDatabase) -> DataProblem | None:
    """Return why the engine cannot play a card that can be read, with file, line and path; None where it can."""
    from riftcheck.engine.compile.pool import refusal as refused  # noqa: PLC0415 - as above

    return refused(db, found)


def card_set(found: CardSet, db: CardDatabase) -> dict[str, Any]:
    """Return a set with the number of its cards that the database knows."""
    shown: dict[str, Any] = _SET.dump(_card_set(found, db))
    return shown


def _card_set(found: CardSet, db: CardDatabase) -> Joined:
    return Joined(found, known=db.known_numbers(found.code))


def format_entry(found: Format) -> dict[str, Any]:
    """Return a format as the list of formats shows it."""
    shown: dict[str, Any] = _ENTRY.dump(found)
    return shown


def format_on(found: Format, db: CardDatabase, day: date) -> dict[str, Any]:
    """Return a format as it is on a date; its sizes, sets and bans have their sources.

    :raises UnknownOptionError: if the date is before the first date of the format.
    """
    held = ruleset_of(db, Options(day, found.id))
    sizes = {
        "legend": found.legends,
        "main": held.main,
        "runes": found.runes,
        "battlefields": held.battlefields,
        "sideboard": held.sideboard,
    }
    shown: dict[str, Any] = _FORMAT.dump(
        Joined(
            found,
            date=day,
            rules=legality.rules_on(db, day),
            sizes={name: None if size is None else _cited(size, held.cite) for name, size in sizes.items()},
            sets=[one for one in legality.legal_sets(db, day) if one.legal_from is not None] if found.sets else None,
            bans=[_ban(one, db) for one in legality.bans(db, found.id, day).values()],
        )
    )
    return shown


def _cited(size: Size, cite: Citations) -> Joined:
    """Return a size; its source cites the edition in force."""
    return Joined(size, source=cite.source(size.source)[0])


def _ban(found: Ban, db: CardDatabase) -> Joined:
    card = db.by_name[found.card]
    return Joined(found, id=card.base_printing.id, full_name=card.full_name)


def product_entry(found: Precon, db: CardDatabase) -> dict[str, Any]:
    """Return a preconstructed deck without its contents."""
    shown: dict[str, Any] = _PRODUCT_ENTRY.dump(Joined(found, legend_full_name=_legend_name(found, db)))
    return shown


def product(found: Precon, db: CardDatabase) -> dict[str, Any]:
    """Return a preconstructed deck with its contents, each card by its first base printing."""
    shown: dict[str, Any] = _PRODUCT.dump(_product(found, db))
    return shown


def _product(found: Precon, db: CardDatabase) -> Joined:
    deck = deck_json(resolve(deck_of(found), db))
    return Joined(found, deck=deck, legend_full_name=_legend_name(found, db))


def _legend_name(found: Precon, db: CardDatabase) -> str:
    return db.by_name[found.legend].full_name


def issue_codes() -> list[dict[str, Any]]:
    """Return every issue code."""
    shown: list[dict[str, Any]] = _CODE.dump(CODES.values(), many=True)
    return shown


def everything(db: CardDatabase) -> dict[str, Any]:
    """Return the whole database by kinds; what is dated stands with its days."""
    shown: dict[str, Any] = _EVERYTHING.dump(
        {
            "cards": (),
            "sets": [_card_set(one, db) for one in db.sets.values()],
            "formats": [_whole_format(one) for one in db.formats.values()],
            "rules": db.rules,
            "bans": [_ban(one, db) for one in db.bans],
            "products": [_product(one, db) for one in db.precons.values()],
            "issue_codes": CODES.values(),
        }
    )
    return shown | {"cards": [card(one, db) for one in db.cards]}


def _whole_format(found: Format) -> Joined:
    sizes = Joined(
        found,
        legend=found.legends,
        main=_dated(found.main),
        battlefields=_dated(found.battlefields),
        sideboard=_dated(found.sideboard),
    )
    return Joined(found, sizes=sizes)


def _dated(sizes: tuple[Dated, ...]) -> list[Joined]:
    return [Joined(one.size, from_date=one.from_date, from_rules=one.from_rules) for one in sizes]


def data(db: CardDatabase) -> dict[str, Any]:
    """Return the coverage of the data: the last date of each kind, newer documents, and cards missing from sets."""
    sets = [{"code": one.code, "name": one.name, "unnamed": db.unnamed_numbers(one.code)} for one in db.sets.values()]
    shown: dict[str, Any] = _DATA.dump(
        {
            "data_version": db.version,
            "cards": len(db.cards),
            "printings": len(db.by_printing),
            "coverage": list(db.coverage.values()),
            "incomplete_sets": [one for one in sets if one["unnamed"]],
            "announced_sets": db.announced_sets(),
        }
    )
    return shown
