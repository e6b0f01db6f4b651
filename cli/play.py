"""`riftcheck play`: a person against decks that policies play, or policies alone."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from riftcheck.carddb import CardDataError
from riftcheck.cli import options
from riftcheck.cli.inputs import STANDARD_INPUT
from riftcheck.cli.play_table.saves import SavedPlay, load
from riftcheck.cli.play_table.seats import MATCH, read_seats
from riftcheck.cli.play_table.table import PlayTable
from riftcheck.cli.terminal import Page
from riftcheck.engine.compile.pool import REFUSE, UNSUPPORTED, pool_of
from riftcheck.engine.flow.setup import MODES
from riftcheck.engine.game import Game, GameError
from riftcheck.engine.match import Match
from riftcheck.goldfish.plan.card_pool import polarities_of
from riftcheck.goldfish.policies.greedy import GreedyPolicy
from riftcheck.goldfish.policies.mulligan import ON_CURVE

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

_SEEDS: Final = 2**32


@click.command(
    "play",
    epilog="""\b
Examples:
  riftcheck play deck.txt
  riftcheck play mine.txt theirs.txt --mode match --seed 7
  riftcheck play deck.txt --watch --unsupported vanilla
  riftcheck play --load game.json""",
)
@click.argument("sources", metavar="[LIST...]", nargs=-1)
@click.option("--mode", type=click.Choice(tuple(MODES)), default="duel", show_default=True, help="The mode of play.")
@click.option("--seed", metavar="S", type=click.IntRange(min=0), help="The seed; the same one deals the same game.")
@click.option("--watch", is_flag=True, help="Let policies play every seat, and read along.")
@click.option(
    "--unsupported",
    type=click.Choice(UNSUPPORTED),
    default=REFUSE,
    show_default=True,
    help="What becomes of cards that cannot be executed: refuse the list; skip: they are never playable; vanilla: "
    "units are cost and Might only, other cards are skipped.",
)
@click.option(
    "--load",
    "saved",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Go on with a game that was saved; takes no LIST.",
)
@options.cards_option
def command(
    sources: tuple[str, ...], mode: str, seed: int | None, unsupported: str, saved: Path | None, *, watch: bool
) -> None:
    """Play LIST at the terminal: you are player 1, and the greedy policy plays the other seats.

    One LIST plays against itself; several are the seats in order. Legality is not judged. Type ? at a question for
    help.
    """
    try:
        _play(sources, mode, seed, unsupported, saved, watch=watch)
    except CardDataError as error:
        raise options.data_refusal(error) from None


def _play(
    sources: tuple[str, ...], mode: str, seed: int | None, unsupported: str, saved: Path | None, *, watch: bool
) -> None:
    db = options.load_cards()
    page = Page()
    if sys.stdin is not None and hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    if saved is not None:
        if sources or seed is not None or watch:
            raise options.Refused("--load goes on with a saved game; it takes no LIST, --seed or --watch.")
        kept = load(saved, lambda how: pool_of(db, unsupported=how))
    else:
        if STANDARD_INPUT in sources and not watch:
            raise options.Refused("LIST cannot be - here: standard input is where your answers come from.")
        seed = secrets.randbelow(_SEEDS) if seed is None else seed
        kept = _fresh(sources, mode, seed, unsupported, db, watch=watch)
        page.line(f"Seed {seed}. {'' if watch else 'You are player 1. Type ? for help.'}".strip())
    for line in kept.marks():
        page.line(line, "yellow")
    PlayTable(kept, lambda: GreedyPolicy(ON_CURVE, polarities_of(db)), db, page).run()


def _fresh(
    sources: tuple[str, ...], mode: str, seed: int, unsupported: str, db: CardDatabase, *, watch: bool
) -> SavedPlay:
    """Return a new game or match.

    :raises Refused: if the lists cannot be played.
    """
    pool = pool_of(db, unsupported=unsupported)
    seats = read_seats(sources, mode, unsupported, pool, db)
    try:
        play: Game | Match
        if mode == MATCH:
            play = Match.start(pool, seats.decks, seed)
        else:
            play = Game.start(pool, [one.deck for one in seats.decks], mode, seed, log=True)
    except GameError as error:
        raise options.Refused(f"This cannot be played: {error}.") from None
    return SavedPlay(play, None if watch else 0, unsupported, seats.skipped, seats.vanilla)
