"""What decides a run, as plain data, and that made ready for playing: the pool, both seats, who answers.

A run with the same data, data version and engine version gives the same games, whoever plays them and in which order.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any, Final

from riftcheck.engine.compile.pool import REFUSE, UNSUPPORTED
from riftcheck.engine.flow.setup import MODES
from riftcheck.engine.flow.setup import Seat as Brought
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.definitions import BLANK
from riftcheck.engine.model.rules_version import LATEST, VERSIONS
from riftcheck.goldfish.opponents.scripted import Scripted, Step, steps_of
from riftcheck.goldfish.plan.card_pool import IDLE, polarities_of, pool_for
from riftcheck.goldfish.policies import POLICIES, Policy, checked_options, policy
from riftcheck.goldfish.policies.mulligan import KEEP_ALL, ON_CURVE, Mulligan, mulligan_from

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from riftcheck.carddb import CardDatabase
    from riftcheck.decks.simulation import PlayZones
    from riftcheck.engine.model.definitions import Pool
    from riftcheck.engine.model.rules_version import RulesVersion
    from riftcheck.goldfish.policies.polarity import PolarityTable

TURNS: Final = 30
LONGEST: Final = 1000
FIRST: Final = ("play", "draw", "alternate")
OPPONENTS: Final = ("passive", "scripted", "list")
TWO: Final = 2
# More cards than an opponent without a deck can draw beyond one for each turn.
SPARE: Final = 20


class RunError(ValueError):
    """A run that cannot be played; the message says why, with the names of the cards that stand in the way."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A list as it is played: card names by zone, in the order of the list; the champion is not among `main`."""

    main: tuple[str, ...]
    runes: tuple[str, ...]
    battlefields: tuple[str, ...] = ()
    legend: str | None = None
    champion: str | None = None
    list_hash: str = ""

    @classmethod
    def of(cls, zones: PlayZones, list_hash: str = "") -> Listed:
        """Return a list as `riftcheck.decks.simulation.zones_for_play` gives it."""
        return cls(zones.main, zones.runes, zones.battlefields, zones.legend, zones.champion, list_hash)

    def names(self) -> tuple[str, ...]:
        """Return each name once: legend, champion, main deck, battlefields, runes."""
        top = tuple(name for name in (self.legend, self.champion) if name is not None)
        return tuple(dict.fromkeys((*top, *self.main, *self.battlefields, *self.runes)))

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {
            "legend": self.legend,
            "champion": self.champion,
            "main": list(self.main),
            "runes": list(self.runes),
            "battlefields": list(self.battlefields),
            "list_hash": self.list_hash,
        }


@dataclass(frozen=True, slots=True)
class Opponent:
    """Who sits opposite: `passive`, `scripted` with data, or a `list` played by a policy."""

    kind: str = "passive"
    script: dict[str, Any] = field(default_factory=dict)
    list: Listed | None = None
    policy: str = "greedy"
    options: dict[str, int] = field(default_factory=dict)
    mulligan: Mulligan = ON_CURVE

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON data: of each kind what it is made of."""
        if self.kind == "scripted":
            return {"kind": self.kind, "script": self.script}
        if self.list is None:
            return {"kind": self.kind}
        return {
            "kind": self.kind,
            "list": self.list.to_json(),
            "policy": self.policy,
            "options": dict(sorted(self.options.items())),
            "mulligan": self.mulligan.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Run:
    """All that decides a run, as plain data.

    `turns` is the last turn of the player; `first` who goes first: the player (`play`), the opponent (`draw`), or each
    in turn by the number of the game, the player in game 0.

    `battlefield` and `opponent_battlefield` name the one that is used; else it is drawn of those that are brought.
    """

    list: Listed
    opponent: Opponent = Opponent()
    policy: str = "greedy"
    options: dict[str, int] = field(default_factory=dict)
    mulligan: Mulligan = ON_CURVE
    seed: int = 0
    first: str = "alternate"
    turns: int = TURNS
    battlefield: str | None = None
    opponent_battlefield: str | None = None
    mode: str = "duel"
    rules: str = LATEST.name
    unsupported: str = REFUSE
    data_version: str = ""
    engine_version: str = ""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of the list in order; kinds of cards in facts are places in it."""
        return self.list.names()

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON data, which `run_from` reads."""
        return {
            "list": self.list.to_json(),
            "opponent": self.opponent.to_json(),
            "policy": self.policy,
            "options": dict(sorted(self.options.items())),
            "mulligan": self.mulligan.to_json(),
            "seed": self.seed,
            "first": self.first,
            "turns": self.turns,
            "battlefield": self.battlefield,
            "opponent_battlefield": self.opponent_battlefield,
            "mode": self.mode,
            "rules": self.rules,
            "unsupported": self.unsupported,
            "data_version": self.data_version,
            "engine_version": self.engine_version,
        }


def listed_from(data: Any) -> Listed:
    """Return the list that `Listed.to_json` gave.

    :raises RunError: if it is none.
    """
    zones = ("main", "runes", "battlefields")
    if not isinstance(data, dict) or any(not _names(data.get(zone)) for zone in zones):
        raise RunError("A list in a run is an object with lists of card names: main, runes and battlefields.")
    single = {name: data.get(name) for name in ("legend", "champion")}
    if any(value is not None and not isinstance(value, str) for value in single.values()):
        raise RunError("The legend and the champion of a list in a run are names, or null.")
    main, runes, battlefields = (tuple(data[zone]) for zone in zones)
    return Listed(main, runes, battlefields, single["legend"], single["champion"], str(data.get("list_hash", "")))


def _names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def opponent_from(data: Any) -> Opponent:
    """Return the opponent that `Opponent.to_json` gave.

    :raises RunError: if it is none.
    """
    kind = data.get("kind") if isinstance(data, dict) else None
    if kind not in OPPONENTS:
        raise RunError(f"The kind of an opponent is {kind!r}; it should be one of {', '.join(OPPONENTS)}.")
    if kind == "list":
        return Opponent(
            kind,
            list=listed_from(data.get("list")),
            policy=str(data.get("policy", "greedy")),
            options=_object(data, "options"),
            mulligan=mulligan_from(data["mulligan"]) if data.get("mulligan") is not None else ON_CURVE,
        )
    return Opponent(kind, script=_object(data, "script"))


def _object(data: dict[str, Any], key: str) -> dict[str, Any]:
    value = data.get(key)
    if value is not None and not isinstance(value, dict):
        raise RunError(f'"{key}" of an opponent is {value!r}; it should be an object.')
    return value or {}


def run_from(data: Any) -> Run:
    """Return the run that `Run.to_json` gave; what is not there is as usual.

    :raises RunError: if it is none. :raises MulliganError: if its mulligan policy is none.
    """
    if not isinstance(data, dict) or "list" not in data:
        raise RunError('A run is an object with at least a "list".')
    plain = {name: data[name] for name in PLAIN if data.get(name) is not None}
    wrong = next((name for name, value in plain.items() if type(value) is not PLAIN[name]), None)
    if wrong is not None:
        raise RunError(f'"{wrong}" of a run is {plain[wrong]!r}; it should be {WORDS[PLAIN[wrong]]}.')
    run = Run(listed_from(data["list"]), opponent_from(data.get("opponent", {"kind": "passive"})), **plain)
    return run if data.get("mulligan") is None else replace(run, mulligan=mulligan_from(data["mulligan"]))


PLAIN: Final[dict[str, type]] = {
    "policy": str,
    "options": dict,
    "seed": int,
    "first": str,
    "turns": int,
    "battlefield": str,
    "opponent_battlefield": str,
    "mode": str,
    "rules": str,
    "unsupported": str,
    "data_version": str,
    "engine_version": str,
}
WORDS: Final = {str: "a text", int: "a whole number", dict: "an object"}


def engine_version() -> str:
    """Return the version of the engine: that of the package."""
    try:
        return version("riftcheck")
    except PackageNotFoundError:
        return "0"


def aligned(to: Listed, other: Listed) -> Listed:
    """Return a list with its main deck and runes in such an order that the copies it shares with another stand alike.

    Under one seed both lists then meet the same cards in the same places, but for those in which they differ.
    """
    return replace(other, main=_aligned(to.main, other.main), runes=_aligned(to.runes, other.runes))


def _aligned(to: Sequence[str], names: Sequence[str]) -> tuple[str, ...]:
    left = list(names)
    placed: list[str | None] = []
    for name in to:
        shared = name in left
        if shared:
            left.remove(name)
        placed.append(name if shared else None)
    for place, kept in enumerate(placed):
        if kept is None and left:
            placed[place] = left.pop(0)
    return (*(kept for kept in placed if kept is not None), *left)


# --- made ready -------------------------------------------------------------------------------------------------------


class Table:
    """A run made ready for playing; it is made once and serves every game.

    `kind_of` gives the kind of a definition of the pool; `unable` are definitions that cannot be executed.
    """

    __slots__ = ("brought", "kind_of", "options", "polarities", "pool", "rules", "run", "steps", "unable")

    def __init__(
        self, run: Run, pool: Pool, polarities: PolarityTable, brought: list[Brought], steps: tuple[Step, ...]
    ) -> None:
        self.run = run
        self.pool = pool
        self.polarities = polarities
        self.brought = brought
        self.steps = steps
        self.rules: RulesVersion = VERSIONS[run.rules]
        self.kind_of = {pool.by_name[name]: kind for kind, name in enumerate(run.kinds)}
        self.unable = (pool.inert | pool.plain) & set(self.kind_of)
        self.options = checked_options(run.policy, run.options)

    def minds(self, seed: int) -> tuple[Policy, Policy]:
        """Return who answers for the player and for the opponent in the game of a seed."""
        run = self.run
        mine = policy(run.policy, self.options, run.mulligan, self.polarities, seed * 2)
        other = run.opponent
        if other.kind == "scripted":
            return mine, Scripted(self.steps)
        if other.kind == "passive":
            return mine, policy("passive", {}, KEEP_ALL, self.polarities, 0)
        options = checked_options(other.policy, other.options)
        return mine, policy(other.policy, options, other.mulligan, self.polarities, seed * 2 + 1)


def prepared(run: Run, db: CardDatabase) -> Table:
    """Return a run made ready for playing with the cards of a database; it says their version and the engine's.

    :raises RunError: if the run is for other data, or one of its values or cards cannot be played.
    :raises PolicyError: for a policy or option that does not exist.
    :raises ScriptError: if a scripted opponent cannot follow its data.
    """
    _check(run, db)
    run = replace(run, data_version=db.version, engine_version=engine_version())
    steps = steps_of(run.opponent.script, run.turns) if run.opponent.kind == "scripted" else ()
    pool = pool_for(db, run.unsupported)
    brought = [
        _brought(pool, run.list, run.battlefield, "the list"),
        _opposite(pool, run, steps),
    ]
    return Table(run, pool, polarities_of(db), brought, steps)


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
    if not 1 <= run.turns <= LONGEST:
        raise RunError(f"A run goes on for {run.turns} turns; it should be from 1 to {LONGEST}.")
    checked_options(run.policy, run.options)
    if run.opponent.kind == "list":
        if run.opponent.list is None:
            raise RunError("The opponent is a second list, and no list is given.")
        checked_options(run.opponent.policy, run.opponent.options)


def _among(value: str, known: Iterable[str], what: str) -> None:
    if value not in known:
        raise RunError(f"{what} is {value!r}; it should be one of {', '.join(known)}.")


def _brought(pool: Pool, one: Listed, battlefield: str | None, whose: str) -> Brought:
    fields = one.battlefields if battlefield is None else (battlefield,)
    single = tuple(name for name in (one.legend, one.champion) if name is not None)
    _refuse(pool, (*single, *one.main, *one.runes, *fields), whose)
    at = pool.by_name
    return Brought(
        tuple(at[name] for name in one.main),
        tuple(at[name] for name in one.runes),
        tuple(at[name] for name in fields),
        w.NOBODY if one.legend is None else at[one.legend],
        w.NOBODY if one.champion is None else at[one.champion],
    )


def _opposite(pool: Pool, run: Run, steps: tuple[Step, ...]) -> Brought:
    """Return what the opponent brings: its list, or a deck that is only drawn and a battlefield without a text."""
    named = run.opponent_battlefield
    if run.opponent.list is not None and run.opponent.kind == "list":
        return _brought(pool, run.opponent.list, named, "the opponent's list")
    blank = BLANK if named is None else named
    _refuse(pool, (blank,), "the opponent's list")
    at = pool.by_name
    deck = [at[step.card] for step in steps] + [at[IDLE]] * (run.turns + SPARE)
    return Brought(tuple(deck), (), (at[blank],), w.NOBODY, w.NOBODY)


def _refuse(pool: Pool, names: Iterable[str], whose: str) -> None:
    """Refuse what is not known or cannot be executed.

    :raises RunError: with the name of every such card.
    """
    names = tuple(dict.fromkeys(names))
    unknown = [name for name in names if name not in pool.by_name]
    if unknown:
        raise RunError(f"Not known among the cards of {whose}: {'; '.join(unknown)}.")
    unable = [
        name
        for name in names
        if (d := pool.defs[pool.by_name[name]]).unsupported and d.index not in pool.inert and not d.types & w.RUNE
    ]
    if unable:
        raise RunError(
            f"Cards of {whose} that cannot be executed: {'; '.join(unable)}. Let them be skipped, or units stand in as "
            "cost and Might only (unsupported: skip or vanilla)."
        )


__all__ = ["POLICIES", "Listed", "Opponent", "Run", "RunError", "Table", "aligned", "prepared", "run_from"]
