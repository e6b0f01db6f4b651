"""The engine in random play: units with keywords alone, and real cards of Origins; calls counted without noise.

`python -m bench engine --calls` only counts the calls and fails if they have risen by more than a fifth over the stored
ones; `--store` makes what is counted the new mark. `--profile` prints the 25 functions that take most time themselves.
Both need the interpreted build: the profiler does not see calls between compiled functions.
"""

from __future__ import annotations

import cProfile
import pstats
import random
import sys
from functools import cache, partial
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING, Any, Final

from bench import interpreter, measure, stored
from bench.random_decks import frozen
from riftcheck import carddb
from riftcheck.build import COMPILED, INTERPRETED
from riftcheck.carddb.abilities.heads import CardAbilities, Keyword
from riftcheck.engine.compile.cards import Facts, build
from riftcheck.engine.compile.pool import pool_of
from riftcheck.engine.flow.loop import submit
from riftcheck.engine.game import Game, GameDeck

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.engine.model.definitions import Pool
    from riftcheck.engine.model.state import State

GAMES: Final = 12
RISE: Final = 1.2
MIDDLE: Final = 40
TOP: Final = 25
# What the project aims at: decisions of each kind a second of processor time, and the microseconds of a copy.
AIMS: Final[dict[str, dict[str, int]]] = {
    INTERPRETED: {"clone_us": 20},
    COMPILED: {"keyword_units": 150_000, "real_cards": 60_000, "clone_us": 5},
}

# Keywords, cost, Power, Might: eighteen units of each of two domains.
UNITS: Final[tuple[tuple[tuple[Keyword, ...], int, int, int], ...]] = (
    ((), 1, 0, 1),
    ((), 2, 0, 2),
    ((), 3, 0, 3),
    ((), 5, 1, 6),
    ((Keyword("assault"),), 2, 0, 2),
    ((Keyword("assault", 2),), 3, 0, 3),
    ((Keyword("shield"),), 2, 0, 2),
    ((Keyword("shield", 2), Keyword("tank")), 4, 0, 3),
    ((Keyword("tank"),), 3, 0, 3),
    ((Keyword("backline"),), 2, 0, 2),
    ((Keyword("ganking"),), 3, 0, 3),
    ((Keyword("accelerate"),), 4, 0, 4),
    ((Keyword("deflect"),), 4, 1, 4),
    ((Keyword("hunt"),), 3, 0, 2),
    ((Keyword("ambush"),), 3, 0, 2),
    ((Keyword("vision"),), 2, 0, 1),
    ((Keyword("temporary"),), 1, 0, 3),
    ((Keyword("reaction"), Keyword("assault")), 6, 1, 6),
)


@cache
def keyword_games() -> tuple[Pool, tuple[GameDeck, ...]]:
    """Return a pool of units that have keywords and nothing else, and a deck of them."""
    cards = [
        Facts(
            f"{domain} {number}",
            ("Unit",),
            domains=(domain,),
            energy=energy,
            power=power,
            might=might,
            abilities=CardAbilities(f"{domain} {number}", keywords),
        )
        for domain in ("Fury", "Calm")
        for number, (keywords, energy, power, might) in enumerate(UNITS)
    ]
    runes = [Facts(f"{domain} Rune", ("Rune",), ("Basic",), (domain,)) for domain in ("Fury", "Calm")]
    fields = [Facts(f"Field {number}", ("Battlefield",)) for number in range(3)]
    pool = build([*cards, *runes, *fields])
    deck = GameDeck(
        tuple(card.name for card in cards) + tuple(card.name for card in cards[:4]),
        tuple(rune.name for rune in runes for _ in range(6)),
        tuple(field.name for field in fields),
    )
    return pool, (deck,)


@cache
def real_games() -> tuple[Pool, tuple[GameDeck, ...]]:
    """Return the shipped cards, and twelve decks drawn from those of Origins that can be played."""
    pool = pool_of(carddb.load())
    pool.need_all()  # the benchmark measures games without the compilation of their cards
    return pool, tuple(frozen())


KINDS: Final = {"keyword_units": keyword_games, "real_cards": real_games}


def start(kind: str, seed: int) -> Game:
    """Return the duel of a seed at its first decision: with two decks of the kind, which the seed picks."""
    pool, decks = KINDS[kind]()
    pair = [decks[seed % len(decks)], decks[(seed * 5 + 7) % len(decks)]]
    return Game.start(pool, pair, "duel", seed)


def play(s: State, rng: random.Random, most: int = sys.maxsize) -> int:
    """Answer at random until the game or the number of answers ends. Return how many were given."""
    done = 0
    while s.waiting and done < most:
        answer(s, rng)
        done += 1
    return done


def answer(s: State, rng: random.Random) -> None:
    """Answer the open decision at random."""
    decision = s.decision
    assert decision is not None
    count = len(decision.options)
    chosen = rng.randint(decision.lo, min(decision.hi, count)) if decision.lo != decision.hi else decision.lo
    submit(s, [int(rng.random() * count)] if chosen == 1 else sorted(rng.sample(range(count), chosen)))


def whole(kind: str, seed: int) -> int:
    """Play one game at random and return how many decisions it had."""
    return play(start(kind, seed).state, random.Random(seed))


def calls(kind: str) -> float:
    """Return how many functions a game calls, built-in ones too, over the fixed games. It does not vary."""
    counter = cProfile.Profile()
    for seed in range(GAMES):
        whole(kind, seed)  # what is made once and kept is not counted
    counter.enable()
    for seed in range(GAMES):
        whole(kind, seed)
    counter.disable()
    return sum(entry.callcount for entry in counter.getstats()) / GAMES


def risen(found: dict[str, float], marks: dict[str, float]) -> list[str]:
    """Return a sentence for each kind of game whose calls rose by more than a fifth over the stored ones."""
    return [
        f"a game of {kind} makes {count:.0f} calls; {marks[kind]:.0f} are stored, and at most a fifth more may be"
        for kind, count in found.items()
        if count > marks[kind] * RISE
    ]


def stored_calls() -> dict[str, float]:
    """Return the calls a game that are stored, by kind: those of the interpreted build."""
    figures = stored.read()["engine"][INTERPRETED]
    return {kind: figures[kind]["calls_a_game"] for kind in KINDS}


def profile(kind: str, games: int = 60) -> str:
    """Return the 25 functions that take most time themselves, as a table."""
    whole(kind, 0)
    profiler = cProfile.Profile()
    profiler.enable()
    for seed in range(games):
        whole(kind, seed)
    profiler.disable()
    stats: Any = pstats.Stats(profiler)
    spent = stats.total_tt
    rows = sorted(stats.stats.items(), key=lambda row: -row[1][2])[:TOP]
    lines = [f"{kind}: {games} games, {spent:.2f} s under the profiler", "   own  total     calls  function"]
    for (file, line, name), (_, count, own, total, _) in rows:
        where = f"{Path(file).parent.name}/{Path(file).name}:{line} " if line else ""
        lines.append(f"{own / spent:6.1%} {total / spent:6.1%} {count:9d}  {where}{name}")
    return "\n".join(lines)


def _microseconds(work: Callable[[], object], times: int) -> float:
    """Return the processor time of the best of five runs, for each time that it is done.

    What it makes is dropped before it is done again, as by who looks ahead: many copies that are kept are paid for by
    the garbage collector, too.
    """

    def all_times() -> None:
        for _ in range(times):
            work()

    return min(measure.cpu_timed(all_times) for _ in range(5)) / times * 1_000_000


def _middle(kind: str) -> list[Game]:
    """Return the fixed games at their 40th decision, those that come to it."""
    games = [start(kind, seed) for seed in range(GAMES)]
    for seed, game in enumerate(games):
        play(game.state, random.Random(seed), MIDDLE)
    return [game for game in games if game.decision is not None]


def _figures(kind: str) -> dict[str, Any]:
    counted: list[int] = []

    def one() -> int:
        counted.append(whole(kind, len(counted)))
        return counted[-1]

    rate = measure.rate(one)
    a_game = sum(counted) / len(counted)
    return {
        "decisions": rate,
        "decisions_a_game": round(a_game, 1),
        "games_per_second": round(rate["per_second"] / a_game, 1),
        "games_per_cpu_second": round(rate["per_cpu_second"] / a_game, 1),
        **_middle_figures(kind),
        "calls_a_game": None if interpreter.is_compiled() else round(calls(kind), 1),
        "aims": aims(kind),
    }


def _middle_figures(kind: str) -> dict[str, float]:
    """Return the processor time of a copy, of saving and of loading in the middle of a game."""
    middle = _middle(kind)
    pool, _ = KINDS[kind]()
    documents = [game.to_json() for game in middle]
    clone = [_microseconds(game.state.clone, 50) for game in middle]
    save = [_microseconds(game.to_json, 5) for game in middle]
    load = [_microseconds(partial(Game.from_json, pool, document), 5) for document in documents]
    return {
        "objects_mid_game": round(mean(len(game.state.board) for game in middle), 1),
        "clone_us": round(mean(clone), 1),
        "save_ms": round(mean(save) / 1000, 3),
        "load_ms": round(mean(load) / 1000, 3),
    }


def aims(kind: str) -> dict[str, int]:
    """Return what the project aims at for the build that runs here."""
    found = AIMS[COMPILED if interpreter.is_compiled() else INTERPRETED]
    named = {"decisions_per_cpu_second": found.get(kind), "clone_us": found["clone_us"]}
    return {name: aim for name, aim in named.items() if aim is not None}


def run() -> dict[str, Any]:
    """Return decisions and games a second, the cost of a copy and of saving, and calls a game, for both kinds.

    Calls are None for the compiled build.
    """
    return {kind: _figures(kind) for kind in KINDS}
