"""`riftcheck runes`: which split of the rune deck pays for a list on curve."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from riftcheck.carddb.model import domain_names
from riftcheck.cli import options
from riftcheck.cli.inputs import read_one
from riftcheck.cli.options import Refused
from riftcheck.cli.stats import grouped
from riftcheck.cli.terminal import Page, percent, print_json
from riftcheck.decks.resolve import resolve
from riftcheck.decks.stats import castability
from riftcheck.decks.stats.castability import RUNES
from riftcheck.validator.case import case
from riftcheck.validator.check import read_for
from riftcheck.validator.wording import listed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from riftcheck.cli.rune_games import RuneGames
    from riftcheck.decks.model import Parsed
    from riftcheck.decks.stats import Castability, RuneSplit

_SHOWN_SPLITS = 13  # all of two domains; --json has all of three
_SHOWN_LOSSES = 2
_OPTIONS = {"day": "date", "allow_illegal": "allow-illegal"}
_PLAYED_FORMAT = "constructed"
_PLACES = 2  # neighbours are told apart
_LIMIT = (
    "Exact while no rune was recycled before, for printed costs, with the card in hand: power that was paid on an "
    "earlier turn put runes back under the rune deck (docs/statistics.md)."
)


@click.command(
    "runes",
    epilog="""\b
Examples:
  riftcheck runes deck.txt
  riftcheck runes deck.txt --format casual-ffa4 --json
  riftcheck runes deck.txt --games 2000 --seed 7""",
)
@click.argument("source", metavar="LIST")
@options.format_option
@click.option(
    "--games",
    metavar="N",
    type=click.IntRange(2, options.MOST_GAMES),
    help="Also play the list and the best other split, N games each with the same chances, and compare them.",
)
@click.option("--seed", metavar="S", type=click.IntRange(0, 2**63 - 1), help="With --games: the seed of the games.")
@click.option("--jobs", metavar="J", type=click.IntRange(1, 256), help="With --games: processes that play.")
@click.option("--policy", metavar="P", help="With --games: who plays, as for compare.")
@click.option("--opponent", metavar="WHO", help="With --games: who is played against, as for compare.")
@options.day_option
@click.option("--allow-illegal", is_flag=True, help="With --games: play an illegal list too.")
@options.as_json
@options.cards_option
def command(source: str, format_id: str, *, as_json: bool, **given: Any) -> None:
    """Show which rune deck pays for the cards of LIST on curve best, of all that its legend allows.

    For each split of 12 runes: the odds that a card can be paid on the first turn with runes enough for it, in the mean
    over all copies. The numbers are exact, not simulated; legality is not judged. What no formula holds, runes that
    earlier power put back, --games counts in games.
    """
    games = _games(given, format_id)
    db = options.load_cards()
    held = options.frame_today(db, format_id)
    read = read_one(source, db).parsed
    reading = read_for(resolve(read.deck, db), held)
    identity = case(held, reading).identity
    if identity is None:
        raise Refused(
            f"{source}: the legend says of which domains the runes are, and the list has not exactly one known legend."
        )
    try:
        found = castability(reading.deck, domain_names(identity), mode=held.format.mode)
    except ValueError as error:
        raise Refused(f"{source}: {error}") from None
    played = _played(source, read, found, games | {"as_json": as_json}) if games else None
    if as_json:
        more = {} if played is None else {"played": played.to_json()}
        print_json({"source": source, "format": format_id, **found.to_json(), **more})
    else:
        _show(found, source)
        if played is not None:
            played.show()
    if played is not None:
        played.exit_if_stopped()


def _played(source: str, read: Parsed, found: Castability, games: dict[str, Any]) -> RuneGames:
    # Imported here because the exact figures need no engine, which takes its time.
    from riftcheck.cli.rune_games import RuneGames  # noqa: PLC0415

    played = RuneGames(source, read, found, games)
    played.play()
    return played


def _games(given: dict[str, Any], format_id: str) -> dict[str, Any]:
    """Return the options of games that were given; none where no games are asked for.

    :raises Refused: for one of them without --games, or a format in which no games are compared.
    """
    named = {name: value for name, value in given.items() if value not in (None, False)}
    name = next(iter(named), "")
    if named and "games" not in named:
        raise Refused(f"--{_OPTIONS.get(name, name)} says how games are played; ask for some with --games N.")
    if named and format_id != _PLAYED_FORMAT:
        raise Refused(f"--games and --format {format_id}: games are compared in {_PLAYED_FORMAT} only.")
    return named


def _show(found: Castability, source: str) -> None:
    page = Page()
    page.line(f"{source}: {found.copies} cards, {RUNES} runes of {listed(found.domains)}.", "bold")
    for note in found.notes:
        page.line(f"note: {note}", "yellow")
    page.line()
    for line in _answer(found):
        page.line(line)
    _splits(page, found)
    _cards(page, found)
    page.line()
    page.line(_LIMIT)


def _answer(found: Castability) -> Iterator[str]:
    """Yield which split is best, that of each seat where it is another, and how far the list's own is behind."""
    best = found.best[0]
    tied = f" (all {len(found.best)} are equal)" if len(found.best) > 1 else ""
    names = "; or ".join(rune_counts(split.runes) for split in found.best)
    paid = percent(float(best.mean), _PLACES)
    yield f"Best split: {names}{tied}. {paid} % of the cards are paid on curve, in the mean over the seats."
    for seat, splits in found.best_by_seat.items():
        if splits != found.best_runes:
            yield f"For the {seat} player alone: {'; or '.join(map(rune_counts, splits))}."
    own = found.own
    if own is None:
        return
    behind = float(best.mean - own.mean) * 100
    place = "not a legal rune deck" if own.rank is None else f"place {own.rank} of {len(found.splits)}"
    paid = percent(float(own.mean), _PLACES)
    yield f"The list's own: {rune_counts(own.runes)}, {place}, {paid} %: {_points(behind)}."


def _points(behind: float) -> str:
    """Return by how many points the list's own rune deck is behind the best legal one."""
    if behind == 0:
        return "no split is better"
    return f"{abs(behind):.2f} points {'behind' if behind > 0 else 'ahead of'} the best"


def _splits(page: Page, found: Castability) -> None:
    groups = list(grouped(found.seats, [seat.extra_rune for seat in found.seats]))
    page.line()
    page.line("Paid on their curve turn, of all copies, in per cent (* the list's own runes):", "bold")
    shown = [*found.splits[:_SHOWN_SPLITS]]
    if found.own is not None and found.own not in shown:
        shown.append(found.own)
    titles = ["", *found.domains, *(seat.name for _, seat in groups), "mean", "lose most, and their odds"]
    rows = [
        [
            "*" if split.own else "",
            *(split.runes[domain] for domain in found.domains),
            *(percent(float(split.by_seat[seat.name]), _PLACES) for _, seat in groups),
            percent(float(split.mean), _PLACES),
            "; ".join(filter(None, [_elsewhere(split, found), _losses(split)])),
        ]
        for split in shown
    ]
    page.table(titles, rows, numbers=range(1, len(titles) - 1))
    if len(found.splits) > _SHOWN_SPLITS:
        page.line(f"Shown are the best {_SHOWN_SPLITS} of {len(found.splits)} splits; --json has all.")


def _elsewhere(split: RuneSplit, found: Castability) -> str:
    """Return the runes of a list of which no split has any, in words."""
    runes = rune_counts({domain: count for domain, count in split.runes.items() if domain not in found.domains})
    return f"and {runes}" if runes else ""


def _losses(split: RuneSplit) -> str:
    lost = [card for card in split.cards if card.loss > 0][:_SHOWN_LOSSES]
    return "; ".join(f"{card.name} {percent(float(card.mean))}" for card in lost)


def _cards(page: Page, found: Castability) -> None:
    compared = {"best": found.best[0]}
    if found.own is not None and found.own not in found.best:
        compared["own"] = found.own
    odds = {title: {card.name: card.odds for card in split.cards} for title, split in compared.items()}
    for names, seat in grouped(found.seats, [seat.extra_rune for seat in found.seats]):
        page.line()
        page.line(f"Paid on its curve turn, in per cent ({names}):", "bold")
        rows = [
            [
                card.name,
                card.copies,
                card.energy,
                card.power or "",
                card.turns[seat.name],
                *(percent(float(of[card.name][seat.name])) for of in odds.values()),
            ]
            for card in found.cards
        ]
        titles = ["Card", "copies", "energy", "power", "turn", *odds]
        page.table(titles, rows, numbers=range(1, len(titles)))


def rune_counts(runes: dict[str, int]) -> str:
    """Return runes by domain in words: `5 Fury, 7 Chaos`."""
    return ", ".join(f"{count} {domain}" for domain, count in runes.items() if count)
