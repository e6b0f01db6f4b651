"""A run prepared for playing: the card pool, the decks of both seats, and the policies that answer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from riftcheck.engine.compile.pool import UNSUPPORTED
from riftcheck.engine.flow.setup import MODES, SeatDeck
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.definitions import BLANK, refused_cards
from riftcheck.engine.model.rules_version import VERSIONS
from riftcheck.goldfish.opponents.scripted import ScriptedPlay, ScriptedPolicy, steps_of
from riftcheck.goldfish.plan.card_pool import polarities_of, pool_for
from riftcheck.goldfish.plan.field_schedule import FieldSchedule
from riftcheck.goldfish.plan.mulligan_names import with_card_names
from riftcheck.goldfish.plan.provisional import CardInDoubt, provisional_cards
from riftcheck.goldfish.plan.run import (
    FIRST,
    MAX_TURNS,
    OPPONENTS,
    Run,
    RunError,
    UnsupportedCardsError,
    check_field,
    engine_version,
)
from riftcheck.goldfish.policies import Policy, checked_options, make_policy
from riftcheck.goldfish.policies.base import FILLER
from riftcheck.goldfish.policies.mulligan import KEEP_ALL, MulliganError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from riftcheck.carddb import CardDatabase
    from riftcheck.engine.model.definitions import Pool
    from riftcheck.engine.model.rules_version import RulesVersion
    from riftcheck.goldfish.plan.run import DeckZones
    from riftcheck.goldfish.policies.polarity import PolarityTable

TWO: Final = 2
# More cards than an opponent without a deck can draw beyond one for each turn.
SPARE_CARDS: Final = 20


class PreparedRun:
    """A run with its card pool and decks, prepared once for all of its games.

    `decks` are that of the player, and that of the opponent or those of a field, in its order. `kind_of` maps a
    definition of the pool to its place among the run's `kinds`; `unsupported` are the definitions of these that cannot
    be executed. `provisional` are the cards of both seats, and the tokens that they bring in, that are not known for
    sure; `in_doubt` the definitions of those in the list. `schedule` says which list of a field is met in which game.
    """

    __slots__ = (
        "decks",
        "in_doubt",
        "kind_of",
        "options",
        "polarities",
        "pool",
        "provisional",
        "rules",
        "run",
        "schedule",
        "steps",
        "unsupported",
    )

    def __init__(
        self,
        run: Run,
        pool: Pool,
        polarities: PolarityTable,
        decks: list[SeatDeck],
        steps: tuple[ScriptedPlay, ...],
        *,
        provisional: tuple[CardInDoubt, ...] = (),
    ) -> None:
        self.run = run
        self.pool = pool
        self.polarities = polarities
        self.decks = decks
        self.steps = steps
        self.rules: RulesVersion = VERSIONS[run.rules]
        self.kind_of = {pool.by_name[name]: kind for kind, name in enumerate(run.kinds)}
        self.unsupported = frozenset(self.kind_of) & (pool.inert | pool.plain)
        self.provisional = provisional
        self.in_doubt = frozenset(pool.by_name[card.name] for card in provisional) & set(self.kind_of)
        self.options = checked_options(run.policy, run.options)
        weights = [one.weight for one in run.opponent.lists]
        self.schedule = FieldSchedule(weights, run.seed) if run.opponent.kind == "field" else None

    def list_met(self, index: int) -> int:
        """Return the place in the field of the list that is met in the game of a number; `NOBODY` without a field."""
        return w.NOBODY if self.schedule is None else self.schedule.list_of(index)

    def seat_decks(self, index: int) -> list[SeatDeck]:
        """Return the decks of the player and of the opponent in the game of a number."""
        return [self.decks[0], self.decks[1 + max(self.list_met(index), 0)]]

    def policies(self, seed: int) -> tuple[Policy, Policy]:
        """Return the policies of the player and of the opponent for the game of a seed."""
        run = self.run
        mine = make_policy(run.policy, self.options, run.mulligan, self.polarities, seed * 2)
        other = run.opponent
        if other.kind == "scripted":
            return mine, ScriptedPolicy(self.steps)
        if other.kind == "passive":
            return mine, make_policy("passive", {}, KEEP_ALL, self.polarities, 0)
        options = checked_options(other.policy, other.options)
        return mine, make_policy(other.policy, options, other.mulligan, self.polarities, seed * 2 + 1)


def prepare(run: Run, db: CardDatabase) -> PreparedRun:
    """Return a run prepared with the cards of a database; it names their data version and the engine's.

    :raises RunError: if the run is for other data, or one of its values or cards cannot be played
        (`UnsupportedCardsError` for cards that the engine cannot execute).
    :raises PolicyError: for a policy or option that does not exist.
    :raises ScriptError: if a scripted opponent cannot follow its data.
    """
    _check(run, db)
    run = replace(_with_card_names(run, db), data_version=db.version, engine_version=engine_version())
    steps = steps_of(run.opponent.script, run.turns) if run.opponent.kind == "scripted" else ()
    pool = pool_for(db, run.unsupported)
    _refuse(pool, run)
    # Also the battlefields that are not played: whether a card can be executed is part of the result.
    names = (*run.kinds, *(name for one in run.opponent.played_lists() for name in one.names()))
    pool.need(pool.by_name[name] for name in names if name in pool.by_name)
    decks = [_seat_deck(pool, run.list, run.battlefield), *_opponent_decks(pool, run, steps)]
    provisional = provisional_cards(db, (*run.kinds, *_opponent_names(run)))
    return PreparedRun(run, pool, polarities_of(db), decks, steps, provisional=provisional)


def _check(run: Run, db: CardDatabase) -> None:
    if run.data_version not in ("", db.version):
        raise RunError(f"The run is for data version {run.data_version}; the cards here are version {db.version}.")
    if run.engine_version not in ("", engine_version()):
        raise RunError(f"The run is for engine version {run.engine_version}; this is version {engine_version()}.")
    _among(run.first, FIRST, "first")
    _among(run.opponent.kind, OPPONENTS, "the opponent")
    _among(run.unsupported, UNSUPPORTED, "unsupported")
    _among(run.rules, tuple(VERSIONS), "the rules version")
    _among(run.mode, tuple(name for name, mode in MODES.items() if mode.players == TWO), "the mode")
    if not 1 <= run.turns <= MAX_TURNS:
        raise RunError(f"A run goes on for {run.turns} turns; it should be from 1 to {MAX_TURNS}.")
    checked_options(run.policy, run.options)
    if run.opponent.kind == "list" and run.opponent.list is None:
        raise RunError("The opponent is a second list, and no list is given.")
    if run.opponent.kind == "field":
        check_field(run.opponent.lists)
    if run.opponent.played_lists():
        checked_options(run.opponent.policy, run.opponent.options)


def _with_card_names(run: Run, db: CardDatabase) -> Run:
    try:
        mine, others = (with_card_names(one, db) for one in (run.mulligan, run.opponent.mulligan))
    except MulliganError as error:
        raise RunError(str(error)) from None
    return replace(run, mulligan=mine, opponent=replace(run.opponent, mulligan=others))


def _among(value: str, known: Iterable[str], what: str) -> None:
    if value not in known:
        raise RunError(f"{what} is {value!r}; it should be one of {', '.join(known)}.")


def _refuse(pool: Pool, run: Run) -> None:
    """Refuse cards that are not known or cannot be executed, of both seats at once.

    :raises RunError: with the name of every such card.
    """
    mine, others = _names(run.list, run.battlefield), _opponent_names(run)
    named = [(_names(one.list, run.opponent_battlefield), one.name) for one in run.opponent.lists]
    opposite = [(names, f"{name} of the field") for names, name in named] or [(others, "the opponent's list")]
    for names, whose in ((mine, "the list"), *opposite):
        unknown = [name for name in dict.fromkeys(names) if name not in pool.by_name]
        if unknown:
            raise RunError(f"Not known among the cards of {whose}: {'; '.join(unknown)}.")
    unsupported = refused_cards(pool, (*mine, *others))
    for card in unsupported:
        holders = [name for names, name in named if card in names]
        if holders and card not in mine:
            unsupported[card] += f" (in {', '.join(holders)} of the field)"
    if unsupported:
        raise UnsupportedCardsError(unsupported)


def _names(one: DeckZones, battlefield: str | None) -> tuple[str, ...]:
    return replace(one, battlefields=_battlefields(one, battlefield)).names()


def _battlefields(one: DeckZones, battlefield: str | None) -> tuple[str, ...]:
    return one.battlefields if battlefield is None else (battlefield,)


def _opponent_names(run: Run) -> tuple[str, ...]:
    found = [_names(one, run.opponent_battlefield) for one in run.opponent.played_lists()]
    return tuple(name for names in found for name in names) if found else (run.opponent_battlefield or BLANK,)


def _seat_deck(pool: Pool, one: DeckZones, battlefield: str | None) -> SeatDeck:
    at = pool.by_name
    return SeatDeck(
        tuple(at[name] for name in one.main),
        tuple(at[name] for name in one.runes),
        tuple(at[name] for name in _battlefields(one, battlefield)),
        w.NOBODY if one.legend is None else at[one.legend],
        w.NOBODY if one.champion is None else at[one.champion],
        tuple(at[name] for name in one.extra_legends),
    )


def _opponent_decks(pool: Pool, run: Run, steps: tuple[ScriptedPlay, ...]) -> list[SeatDeck]:
    """Return the opponent's decks: of its lists, or one of filler cards with a battlefield without a text."""
    lists = run.opponent.played_lists()
    if lists:
        return [_seat_deck(pool, one, run.opponent_battlefield) for one in lists]
    at = pool.by_name
    deck = [at[step.card] for step in steps] + [at[FILLER]] * (run.turns + SPARE_CARDS)
    return [SeatDeck(tuple(deck), (), (at[run.opponent_battlefield or BLANK],), w.NOBODY, w.NOBODY)]
