"""Write the ledgers anew: `python -m ledger` for rules and cards, `rules` or `cards` for one of them, `play` for games.

`rules` takes what a scenario has come to name out of `docs/data/rules-open.txt` and
`docs/data/rules-without-scenario.yaml`, writes `docs/rules-coverage.md`, and prints how many rules have a scenario.
`cards` writes `docs/cards-coverage.md`. `play` plays games at random, writes `docs/data/cards-played.json` and then
that page. With something wrong each says so and ends with 1.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Final

from ledger import cards, entries, page
from ledger.cards.entries import problems as card_problems
from ledger.cards.entries import read_card_ledger, unseen
from ledger.cards.page import PAGE as CARD_PAGE
from ledger.cards.page import page_of as card_page_of
from ledger.cards.run import GAMES, PROCESSES, run
from ledger.numbers import LedgerError
from ledger.reasons import OPEN_FILE, REASONS_FILE, open_text, reasons_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def write_rules(asked: argparse.Namespace) -> list[str]:
    """Write what belongs to the ledger of rules and return what is wrong with it."""
    del asked
    ledger = entries.settled(entries.read_ledger())
    REASONS_FILE.write_text(reasons_text(ledger.numbers, ledger.reasons), "utf-8")
    OPEN_FILE.write_text(open_text(ledger.numbers, ledger.unwritten), "utf-8")
    page.PAGE.write_text(page.page_of(ledger), "utf-8")
    sys.stdout.write(
        f"{entries.shown_in_play(ledger)} rules of play have a scenario; the minimum is {entries.FLOOR}, the aim "
        f"{entries.AIM}.\n"
    )
    return entries.problems(ledger)


def write_cards(asked: argparse.Namespace) -> list[str]:
    """Write the page of the cards and return what is wrong with their ledger."""
    del asked
    ledger = read_card_ledger()
    CARD_PAGE.write_text(card_page_of(ledger), "utf-8")
    return card_problems(ledger)


def play(asked: argparse.Namespace) -> list[str]:
    """Play the games, write their figures and the page, and return what is wrong."""
    run(asked.games, asked.processes, wanting=lambda figures: unseen(read_card_ledger(figures)))
    return write_cards(asked)


def both(asked: argparse.Namespace) -> list[str]:
    """Write both ledgers and return what is wrong with either."""
    return [*write_rules(asked), *write_cards(asked)]


WRITERS: Final[dict[str, Callable[[argparse.Namespace], list[str]]]] = {
    "all": both,
    "rules": write_rules,
    "cards": write_cards,
    "play": play,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Write what is asked for; return 1 if something is wrong."""
    parser = argparse.ArgumentParser(prog="python -m ledger", description=cards.__doc__)
    parser.add_argument("what", nargs="?", choices=WRITERS, default="all")
    parser.add_argument(
        "--games",
        type=int,
        default=GAMES,
        help="how many `play` plays at least",
    )
    parser.add_argument("--processes", type=int, default=PROCESSES)
    asked = parser.parse_args(arguments)
    try:
        wrong = WRITERS[asked.what](asked)
    except LedgerError as error:
        wrong = [str(error)]
    sys.stderr.write("".join(f"{sentence}\n" for sentence in wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
