"""`riftcheck cards show`: one card with its printings, what formats say of it, and whether it can be played out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from riftcheck.api import card_documents
from riftcheck.carddb import NOT_FOUND, legality
from riftcheck.carddb.model import Precon
from riftcheck.cli import options
from riftcheck.cli.terminal import Page, print_json

if TYPE_CHECKING:
    from datetime import date

    from riftcheck.carddb import Card, CardDatabase, Format, Lookup
    from riftcheck.carddb.model import Product


@click.command(
    "show",
    epilog="""\b
Examples:
  riftcheck cards show "Jinx, Rebel"
  riftcheck cards show fizz
  riftcheck cards show OGN-007a
  riftcheck cards show Scrapheap --date 2026-01-01 --json""",
)
@click.argument("name", metavar="NAME...", nargs=-1, required=True)
@options.day_option
@options.as_json
@options.cards_option
def command(name: tuple[str, ...], day: date | None, *, as_json: bool) -> None:
    """Show the card with a NAME or printing id, in any spelling. Part of a name is enough if it fits only one card.

    The output has the card's facts, printings and formats, what it does, and whether games can play it. It lists the
    names of the card's optional costs: a scenario pays one with `extra: NAME`.
    """
    db = options.load_cards()
    day = day or options.today()
    spelling = " ".join(name)
    match = db.find(spelling)
    unknown_name = spelling if match is NOT_FOUND else None
    if unknown_name is not None:
        from riftcheck.carddb.search import named_fuzzy  # noqa: PLC0415 - only an unknown name needs it

        match = named_fuzzy(db, spelling)
    card = options.card_of(match, spelling, db)
    if as_json:
        shown = {**card_documents.card(card, db), **card_documents.unknown_printing(match)}
        if unknown_name is not None:
            shown["unknown_name"] = unknown_name
        shown["optional_costs"], shown["given_optional_costs"] = _cost_names(card, db)
        print_json({**shown, "date": day.isoformat(), "formats": _formats(card, db, day)})
    else:
        _show(card, _note(card, match, unknown_name), db, day)


def _note(card: Card, match: Lookup, unknown_name: str | None) -> str | None:
    """Return how the given name or id was read, if the card does not have it."""
    if unknown_name is not None:
        return f"there is no card \u201c{unknown_name}\u201d; {card.full_name} is the only card with a similar name"
    if match.unknown_id is not None and match.printing is not None:
        return f"{match.unknown_id} is not in our card data; read as {match.printing.id}"
    return None


def _formats(card: Card, db: CardDatabase, day: date) -> dict[str, dict[str, Any]]:
    """Return for each format whether it allows the card on the day, and if not, why not."""
    answer = {}
    for fmt in db.formats.values():
        legal = legality.legal(db, card, fmt, day)
        answer[fmt.id] = {"legal": legal, "reason": None if legal else _reason(card, db, fmt, day)}
    return answer


def _reason(card: Card, db: CardDatabase, fmt: Format, day: date) -> str:
    """Return why a format does not allow a card, in the order in which `legality.legal` asks."""
    if card.is_token:
        return "a token is in no deck"
    if day < legality.first_day(fmt):
        return f"the format has rules from {fmt.from_date} on"
    if fmt.sets and card.name not in legality.legal_names(db, day):
        return f"in no set that is legal on {day}"
    return f"banned since {legality.bans(db, fmt.id, day)[card.name].from_date}"


def _show(card: Card, note: str | None, db: CardDatabase, day: date) -> None:
    page = Page()
    page.line(card.full_name, "bold")
    if note is not None:
        page.parts([("note: ", "blue"), (note, "")])
    page.line(" ".join([*card.supertypes, *card.types, *(["Equipment"] if card.equipment else [])]))
    for title, value in _facts(card, db):
        page.parts([(f"{title}: ", "bold"), (value, "")])
    if card.official_text is not None:
        page.line()
        for line in card.official_text.splitlines():
            page.line(line, indent=2, hang=0)
    page.line()
    _show_description(page, card, db)
    page.line()
    _show_printings(page, card, db)
    page.line()
    _show_formats(page, _formats(card, db, day), day)


def _show_description(page: Page, card: Card, db: CardDatabase) -> None:
    """Write what the engine makes of a card, and whether it can play it."""
    words = card_documents.description(card, db)
    if words is None:
        page.parts(
            [("Simulation: ", "bold"), (f"cannot be played: {card.unsupported or card_documents.UNREADABLE}", "")]
        )
        return
    page.line("What it does, in our words:", "bold")
    for text in words or ["Nothing of its own, beyond what the rules say of its type."]:
        page.line(text, indent=2)
    refused = card_documents.refusal(card, db)
    page.parts(
        [
            ("Simulation: ", "bold"),
            ("all of it can be played" if refused is None else f"cannot be played: {refused}", ""),
        ]
    )
    own, given = _cost_names(card, db)
    for title, names in (("Optional costs", own), ("Optional costs given", given)):
        if names:
            page.parts([(f"{title}: ", "bold"), (f"{', '.join(names)} (names for `extra` in a scenario)", "")])


def _cost_names(card: Card, db: CardDatabase) -> tuple[list[str], list[str]]:
    """Return the names of a card's optional costs, and of those that it gives to other cards, as scenarios use them."""
    from riftcheck.engine.compile.pool import pool_of  # noqa: PLC0415 - only this command needs it
    from riftcheck.scenario.setup.vocabulary import cost_names, given_cost_names  # noqa: PLC0415 - as above

    if card.unsupported or card_documents.description(card, db) is None:
        return [], []
    pool = pool_of(db)
    d = pool.definition(card.name)
    pool.need((d.index,))
    return list(cost_names(d)), list(given_cost_names(d))


def _facts(card: Card, db: CardDatabase) -> list[tuple[str, str]]:
    numbers = [("Energy", card.energy), ("Power", card.power), ("Might", card.might)]
    facts = [("Domains", ", ".join(card.domains))]
    facts += [
        (title, str(number) if number is not None else "not known" if card.is_provisional(title.lower()) else "")
        for title, number in numbers
    ]
    facts += [
        ("Might bonus", "" if card.might_bonus is None else f"+{card.might_bonus}"),
        ("Champion", card.champion_tag or ""),
        ("Tags", ", ".join(card.tags)),
        ("Keywords", ", ".join(card.keywords)),
        ("Rarity", card.rarity),
        ("In a deck", _copies(card)),
        ("Also called", ", ".join(card.aliases)),
        ("Sold in", "; ".join(_sold(product, count) for product, count in db.products_with(card))),
        ("Further legends", f"a deck with it may register up to {card.extra_legends}" if card.extra_legends else ""),
        *(("Not sure", f"{fact.field.replace('_', ' ')} ({fact.reason})") for fact in card.provisional),
    ]
    return [(title, value) for title, value in facts if value]


def _sold(product: Precon | Product, count: int | None) -> str:
    if isinstance(product, Precon):
        return f"{product.title}, {'1 copy' if count == 1 else f'{count} copies'}"
    return product.name


def _copies(card: Card) -> str:
    if card.kind != "main":
        return ""
    return "any number" if card.copies is None else "one copy (Unique)" if card.unique else f"up to {card.copies}"


def _show_printings(page: Page, card: Card, db: CardDatabase) -> None:
    rows = [
        (printing.id, db.sets[printing.set].name, printing.variant.replace("_", " "), printing.rarity)
        for printing in card.printings
    ]
    page.table(["Printing", "Set", "Kind", "Rarity"], rows)


def _show_formats(page: Page, formats: dict[str, dict[str, Any]], day: date) -> None:
    legal = [name for name, answer in formats.items() if answer["legal"]]
    page.parts([(f"Legal on {day}: ", "bold"), (", ".join(legal) or "in no format", "")])
    for reason in dict.fromkeys(answer["reason"] for answer in formats.values() if not answer["legal"]):
        names = [name for name, answer in formats.items() if answer["reason"] == reason]
        page.line(f"not in {', '.join(names)}: {reason}", indent=2)
