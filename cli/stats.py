"""`riftcheck stats`: the curve and the exact odds of a deck."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from riftcheck.cli import options
from riftcheck.cli.inputs import read_one
from riftcheck.cli.terminal import Page, percent, print_json
from riftcheck.decks.resolve import resolve
from riftcheck.decks.stats import deck_stats
from riftcheck.decks.stats.seats import MAX_TURNS
from riftcheck.validator.check import read_for

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from riftcheck.decks.stats import DeckStats, Seat, Spread

_SHOWN_TURNS = 10  # as many columns as fit beside the names; --json has all


@click.command(
    "stats",
    epilog="""\b
Examples:
  riftcheck stats deck.txt
  riftcheck stats deck.txt --format casual-ffa4 --turns 6""",
)
@click.argument("source", metavar="LIST")
@click.option(
    "--turns",
    metavar="N",
    type=click.IntRange(1, MAX_TURNS),
    default=8,
    show_default=True,
    help="The last turn to look at.",
)
@options.format_option
@options.as_json
@options.cards_option
def command(source: str, turns: int, format_id: str, *, as_json: bool) -> None:
    """Show what LIST is made of, how likely each card is seen, and how likely its cost can be paid, turn by turn.

    The numbers are exact, not simulated. Turns are the player's own; the format sets who draws and channels how much.
    """
    db = options.load_cards()
    held = options.frame_today(db, format_id)
    reading = read_for(resolve(read_one(source, db).parsed.deck, db), held)
    found = deck_stats(reading.deck, reading.champion, turns=turns, mode=held.format.mode)
    if as_json:
        print_json({"source": source, "format": format_id, **found.to_json()})
    else:
        _show(found, source)


def _show(found: DeckStats, source: str) -> None:
    page = Page()
    champion = "" if found.champion is None else f", chosen champion {found.champion.name}"
    page.line(f"{source}: {found.main.cards} cards in the main deck{champion}.", "bold")
    for note in found.notes:
        page.line(f"note: {note}", "yellow")
    page.line()
    _curves(page, found)
    page.line()
    for title, counts in (("Types", found.main.types), ("Domains", found.main.domains), ("Runes", _runes(found))):
        shown = ", ".join(f"{count} {name}" for name, count in counts.items())
        page.line(f"{title}: {shown or 'none'}")
    for tables in (_seen, _payable):
        tables(page, found)


def _runes(found: DeckStats) -> dict[str, int]:
    return dict(zip(found.runes.deck.domains, found.runes.deck.counts, strict=True))


def _curves(page: Page, found: DeckStats) -> None:
    spreads: dict[str, Spread] = {"Energy": found.main.energy, "Power": found.main.power, "Might": found.main.might}
    most = max((value for spread in spreads.values() for value, _ in spread.counts), default=0)
    rows = []
    for name, spread in spreads.items():
        counts = dict(spread.counts)
        average = "" if spread.average is None else f"{float(spread.average):.2f}"
        rows.append([name, *(counts.get(value, ".") for value in range(most + 1)), average])
    titles = ["Copies by", *map(str, range(most + 1)), "average"]
    page.table(titles, rows, numbers=range(1, len(titles)))


def _seen(page: Page, found: DeckStats) -> None:
    for names, seat in grouped(found.seats, [tuple(map(seat.drawn, range(found.turns + 1))) for seat in found.seats]):
        page.line()
        page.line(f"Seen at least once by turn, in per cent, without a mulligan ({names}):", "bold")
        rows = [
            [card.name, card.copies, *(percent(float(turn[0])) for turn in card.seen[seat.name].keep[:_SHOWN_TURNS])]
            for card in found.cards
        ]
        _by_turn(page, found, ["Card", "copies"], rows)


def _payable(page: Page, found: DeckStats) -> None:
    cards = [card for card in (found.champion, *found.cards) if card is not None and card.payable is not None]
    unique = {card.name: card for card in cards}.values()
    for names, seat in grouped(found.seats, [found.runes.channelled[seat.name] for seat in found.seats]):
        page.line()
        page.line(f"Cost can be paid on turn, in per cent, if all runes are kept ({names}):", "bold")
        rows = [
            [card.name, *(percent(float(odds)) for odds in (card.payable or {})[seat.name][:_SHOWN_TURNS])]
            for card in unique
        ]
        _by_turn(page, found, ["Card"], rows)


def _by_turn(page: Page, found: DeckStats, titles: list[str], rows: Sequence[Sequence[object]]) -> None:
    turns = [str(turn) for turn in range(1, min(found.turns, _SHOWN_TURNS) + 1)]
    page.table([*titles, *turns], rows, numbers=range(1, len(titles) + len(turns)))
    if found.turns > _SHOWN_TURNS:
        page.line(f"Shown are {_SHOWN_TURNS} turns; --json has all {found.turns}.")


def grouped(seats: Sequence[Seat], keys: Sequence[Hashable]) -> Iterator[tuple[str, Seat]]:
    """Yield one seat of each group with equal keys, and the names of the group: `first and second player`."""
    groups: dict[Hashable, list[Seat]] = {}
    for seat, key in zip(seats, keys, strict=True):
        groups.setdefault(key, []).append(seat)
    for group in groups.values():
        yield f"{' and '.join(seat.name for seat in group)} player", group[0]
