"""The engine in random play: units with keywords alone, and real cards of Origins; calls counted without noise.

`python -m bench engine --calls` only counts the calls and fails if they have risen by more than a fifth over the stored
ones; `--store` makes what is counted the new mark. `--profile` prints the 25 functions that take most time themselves.
"""

from __future__ import annotations

import cProfile
import json
import pstats
import random
import sys
from functools import cache, partial
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING, Any, Final

from bench import measure
from bench.random_decks import frozen
from riftcheck import carddb
from riftcheck.carddb.abilities.heads import CardAbilities, Keyword
from riftcheck.engine.compile.cards import Facts, build
from riftcheck.engine.compile.pool import pool_of
from riftcheck.engine.game import Game, GameDeck, submit

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.engine.model.definitions import Pool
    from riftcheck.engine.model.state import State

STORED: Final = Path(__file__).with_name("results.json")
GAMES: Final = 12
RISE: Final = 1.2
MIDDLE: Final = 40
TOP: Final = 25

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
    return pool_of(carddb.load()), tuple(frozen())


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
        decision = s.decision
        assert decision is not None
        count = len(decision.options)
        chosen = rng.randint(decision.lo, min(decision.hi, count)) if decision.lo != decision.hi else decision.lo
        submit(s, [int(rng.random() * count)] if chosen == 1 else sorted(rng.sample(range(count), chosen)))
        done += 1
    return done


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


def risen(found: dict[str, float], stored: dict[str, float]) -> list[str]:
    """Return a sentence for each kind of game whose calls rose by more than a fifth over the stored ones."""
    return [
        f"a game of {kind} makes {count:.0f} calls; {stored[kind]:.0f} are stored, and at most a fifth more may be"
        for kind, count in found.items()
        if count > stored[kind] * RISE
    ]


def stored_calls() -> dict[str, float]:
    """Return the calls a game that are stored, by kind."""
    figures = json.loads(STORED.read_text("utf-8"))["engine"]
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
    """Return the best of five runs, for each time that it is done."""
    best = min(measure.timed(lambda: [work() for _ in range(times)]) for _ in range(5))
    return best / times * 1_000_000


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
    middle = _middle(kind)
    pool, _ = KINDS[kind]()
    documents = [game.to_json() for game in middle]
    clone = [_microseconds(game.state.clone, 50) for game in middle]
    save = [_microseconds(game.to_json, 5) for game in middle]
    load = [_microseconds(partial(Game.from_json, pool, document), 5) for document in documents]
    return {
        "decisions": rate,
        "decisions_a_game": round(a_game, 1),
        "games_per_second": round(rate["per_second"] / a_game, 1),
        "objects_mid_game": round(mean(len(game.state.board) for game in middle), 1),
        "clone_us": round(mean(clone), 1),
        "save_ms": round(mean(save) / 1000, 3),
        "load_ms": round(mean(load) / 1000, 3),
        "calls_a_game": round(calls(kind), 1),
    }


def run() -> dict[str, Any]:
    """Return decisions and games a second, the cost of a copy and of saving, and calls a game, for both kinds."""
    return {kind: _figures(kind) for kind in KINDS}
