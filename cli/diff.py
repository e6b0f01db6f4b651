"""`riftcheck diff`: what differs between two lists."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from riftcheck.cli import options
from riftcheck.cli.inputs import read_one
from riftcheck.cli.terminal import Page, print_json
from riftcheck.decks.diff import diff
from riftcheck.decks.resolve import resolve
from riftcheck.validator.check import read_for

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.decks.diff import DeckDiff, SectionDiff
    from riftcheck.decks.model import ResolvedDeck
    from riftcheck.validator.case import Ruleset

_TITLES = {
    "legend": "Legend",
    "main": "Main deck",
    "runes": "Runes",
    "battlefields": "Battlefields",
    "sideboard": "Sideboard",
    "extra_legends": "Extra legends",
}


@click.command(
    "diff",
    epilog="""\b
Examples:
  riftcheck diff before.txt after.txt
  riftcheck diff deck.txt CMAAAAAAAAAQCAAAPYAACAIA... --json""",
)
@click.argument("list_a", metavar="LIST_A")
@click.argument("list_b", metavar="LIST_B")
@options.format_option
@options.as_json
@options.cards_option
def command(list_a: str, list_b: str, format_id: str, *, as_json: bool) -> None:
    """Show what has to be done to LIST_A to make it LIST_B, by card name.

    Printings, spelling and the order of a list do not matter. The format only says how large a main deck is, by which
    it is read whether the chosen champion is among it.
    """
    db = options.load_cards()
    held = options.frame_today(db, format_id)
    found = diff(_read(list_a, db, held), _read(list_b, db, held))
    if as_json:
        print_json({"a": list_a, "b": list_b, **found.to_json()})
    else:
        _show(found, list_a, list_b)


def _read(argument: str, db: CardDatabase, held: Ruleset) -> ResolvedDeck:
    reading = read_for(resolve(read_one(argument, db).parsed.deck, db), held)
    return replace(reading.deck, champion=[] if reading.champion is None else [reading.champion])


def _show(found: DeckDiff, list_a: str, list_b: str) -> None:
    page = Page()
    if found.same:
        page.line(f"{list_a} and {list_b} hold the same cards.")
        return
    page.line(f"From {list_a} to {list_b}:")
    if found.champion is not None:
        before, after = (" or ".join(names) or "none" for names in (found.champion.before, found.champion.after))
        page.line(f"Chosen champion: {before} becomes {after}")
    for section, changes in found.sections.items():
        page.line()
        page.line(_TITLES[section], "bold")
        _show_section(page, changes)
    for card, choice in found.choices.items():
        page.line()
        page.line(
            f"Choice for {card}: {', '.join(choice.before) or 'none'} becomes {', '.join(choice.after) or 'none'}"
        )


def _show_section(page: Page, changes: SectionDiff) -> None:
    for change in changes.added:
        page.line(f"+ {change.after} {change.full_name}", "green", indent=2)
    for change in changes.removed:
        page.line(f"- {change.before} {change.full_name}", "red", indent=2)
    for change in changes.changed:
        sign, style = ("+", "green") if change.after > change.before else ("-", "red")
        amount = abs(change.after - change.before)
        page.line(f"{sign} {amount} {change.full_name} ({change.before} to {change.after})", style, indent=2)
