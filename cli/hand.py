"""`riftcheck hand`: sample opening hands."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import click

from riftcheck.cli import options
from riftcheck.cli.inputs import read_one
from riftcheck.cli.terminal import Page, print_json
from riftcheck.decks.resolve import resolve
from riftcheck.decks.stats import sample_hands
from riftcheck.decks.stats.hands import MAX_HANDS
from riftcheck.validator.check import read_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.decks.stats import Hand, HandCard

_SEEDS = 2**32


@click.command(
    "hand",
    epilog="""\b
Examples:
  riftcheck hand deck.txt
  riftcheck hand deck.txt --seed 7 -n 3""",
)
@click.argument("source", metavar="LIST")
@click.option("--seed", metavar="S", type=click.IntRange(min=0), help="The seed; the same one deals the same hands.")
@click.option(
    "-n",
    "--count",
    metavar="N",
    type=click.IntRange(1, MAX_HANDS),
    default=5,
    show_default=True,
    help="How many hands.",
)
@options.format_option
@options.as_json
@options.cards_option
def command(source: str, seed: int | None, count: int, format_id: str, *, as_json: bool) -> None:
    """Deal opening hands from LIST, with the cards and runes that come next.

    The chosen champion's copy starts in its zone and is not dealt. Without --seed a new one is taken and told.
    """
    db = options.load_cards()
    held = options.frame_today(db, format_id)
    reading = read_for(resolve(read_one(source, db).parsed.deck, db), held)
    seed = secrets.randbelow(_SEEDS) if seed is None else seed
    hands = sample_hands(reading.deck, reading.champion, seed=seed, count=count)
    if as_json:
        print_json({"source": source, "seed": seed, "hands": [hand.to_json() for hand in hands]})
    else:
        _show(hands, seed)


def _show(hands: Sequence[Hand], seed: int) -> None:
    page = Page()
    page.line(f"Seed {seed}")
    for number, hand in enumerate(hands, 1):
        page.line()
        page.parts([(f"Hand {number}: ", "bold"), (_names(hand.opening), "")])
        page.line(f"next cards: {_names(hand.draws)}", indent=2)
        page.line(f"runes: {_names(hand.runes)}", indent=2)


def _names(cards: Sequence[HandCard]) -> str:
    """Return names with `;` between, because names hold commas; equal neighbours are counted."""
    runs: list[tuple[str, int]] = []
    for card in cards:
        if runs and runs[-1][0] == card.name:
            runs[-1] = (card.name, runs[-1][1] + 1)
        else:
            runs.append((card.name, 1))
    return "; ".join(name if count == 1 else f"{count} {name}" for name, count in runs) or "none"
