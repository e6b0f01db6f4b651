"""A run as plain data: the decks, the opponent, the policies and the options that decide its games.

A run with the same data, data version and engine version gives the same games, wherever and in whatever order they
are played.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import inf
from typing import TYPE_CHECKING, Any, Final

from riftcheck import __version__
from riftcheck.engine.compile.pool import REFUSE
from riftcheck.engine.model.rules_version import LATEST
from riftcheck.goldfish.policies.mulligan import ON_CURVE, Mulligan, mulligan_from

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.decks.simulation import PlayZones

DEFAULT_TURNS: Final = 30
MAX_TURNS: Final = 1000
FIRST: Final = ("play", "draw", "alternate")
OPPONENTS: Final = ("passive", "scripted", "list", "field")
# Who plays the lists of a field, with the usual options.
FIELD_POLICY: Final = "planner"


class RunError(ValueError):
    """A run that cannot be played; the message says why, with the names of the cards that stand in the way."""


class UnsupportedCardsError(RunError):
    """Cards of a run that the engine cannot execute: `cards` has each once, with what is missing."""

    def __init__(self, cards: dict[str, str]) -> None:
        self.cards = cards
        named = "; ".join(f"{name} ({missing})" for name, missing in cards.items())
        super().__init__(
            f"Cards that cannot be executed: {named}. Unsupported as skip, they are never played; as vanilla, units "
            "are cost and Might only."
        )

    def __reduce__(self) -> tuple[type[UnsupportedCardsError], tuple[dict[str, str]]]:
        return UnsupportedCardsError, (self.cards,)


@dataclass(frozen=True, slots=True)
class DeckZones:
    """A deck as it is played: card names by zone, in the order of the decklist. The champion is not in `main`.

    `legend_full_name` is the full name of the legend, if it is different. Reports show it; games do not depend on it.
    """

    main: tuple[str, ...]
    runes: tuple[str, ...]
    battlefields: tuple[str, ...] = ()
    legend: str | None = None
    champion: str | None = None
    list_hash: str = ""
    extra_legends: tuple[str, ...] = ()
    legend_full_name: str | None = None

    @classmethod
    def of(cls, zones: PlayZones, list_hash: str = "") -> DeckZones:
        """Return a list as `riftcheck.decks.simulation.zones_for_play` gives it."""
        single = (zones.legend, zones.champion)
        last = (zones.extra_legends, zones.legend_full_name)
        return cls(zones.main, zones.runes, zones.battlefields, *single, list_hash, *last)

    def names(self) -> tuple[str, ...]:
        """Return each name once: legend, champion, main deck, battlefields, runes, extra legends."""
        top = tuple(name for name in (self.legend, self.champion) if name is not None)
        return tuple(dict.fromkeys((*top, *self.main, *self.battlefields, *self.runes, *self.extra_legends)))

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON data. Extra legends and the full name of the legend are omitted if there are none."""
        full_name = {} if self.legend_full_name is None else {"legend_full_name": self.legend_full_name}
        extra = {"extra_legends": list(self.extra_legends)} if self.extra_legends else {}
        return {
            "legend": self.legend,
            **full_name,
            "champion": self.champion,
            "main": list(self.main),
            "runes": list(self.runes),
            "battlefields": list(self.battlefields),
            "list_hash": self.list_hash,
            **extra,
        }


@dataclass(frozen=True, slots=True)
class FieldList:
    """A list of a field: the `name` by which it is told, and its `weight` beside those of the others, above 0."""

    name: str
    weight: float
    list: DeckZones

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {"name": self.name, "weight": self.weight, "list": self.list.to_json()}


@dataclass(frozen=True, slots=True)
class Opponent:
    """The opponent of a run: `passive`, `scripted` by data, a `list` played by a policy, or a `field` of `lists`.

    `preset` is the name of the preset that the script is, "" for any other.
    """

    kind: str = "passive"
    script: dict[str, Any] = field(default_factory=dict)
    list: DeckZones | None = None
    policy: str = "greedy"
    options: dict[str, int] = field(default_factory=dict)
    mulligan: Mulligan = ON_CURVE
    preset: str = ""
    lists: tuple[FieldList, ...] = ()

    def played_lists(self) -> tuple[DeckZones, ...]:
        """Return the lists that the opponent may play: none, one, or those of a field."""
        if self.kind == "field":
            return tuple(one.list for one in self.lists)
        return () if self.list is None or self.kind != "list" else (self.list,)

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON data: of each kind what it is made of."""
        if self.kind == "scripted":
            named = {"preset": self.preset} if self.preset else {}
            return {"kind": self.kind, **named, "script": self.script}
        if self.kind == "field":
            made_of: dict[str, Any] = {"lists": [one.to_json() for one in self.lists]}
        elif self.list is not None:
            made_of = {"list": self.list.to_json()}
        else:
            return {"kind": self.kind}
        return {
            "kind": self.kind,
            **made_of,
            "policy": self.policy,
            "options": dict(sorted(self.options.items())),
            "mulligan": self.mulligan.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Run:
    """The data that decides a run.

    `turns` is the last turn of the player; `first` who goes first: the player (`play`), the opponent (`draw`), or each
    in turn by the number of the game, the player in game 0.

    `battlefield` and `opponent_battlefield` name the one that is used; else it is drawn from those of the deck. A run
    that names no policy is played greedily, as it always was; people who name none get `policies.DEFAULT`.
    """

    list: DeckZones
    opponent: Opponent = Opponent()
    policy: str = "greedy"
    options: dict[str, int] = field(default_factory=dict)
    mulligan: Mulligan = ON_CURVE
    seed: int = 0
    first: str = "alternate"
    turns: int = DEFAULT_TURNS
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


def deck_zones_from(data: Any) -> DeckZones:
    """Return the list that `DeckZones.to_json` gave.

    :raises RunError: if it is none.
    """
    zones = ("main", "runes", "battlefields")
    if not isinstance(data, dict) or any(not _names(data.get(zone)) for zone in zones):
        raise RunError("A list in a run is an object with lists of card names: main, runes and battlefields.")
    extra = data.get("extra_legends", [])
    if not _names(extra):
        raise RunError("The extra legends of a list in a run are a list of card names.")
    single = {name: data.get(name) for name in ("legend", "champion", "legend_full_name")}
    if any(value is not None and not isinstance(value, str) for value in single.values()):
        raise RunError("The legend and the champion of a list in a run are names, or null.")
    main, runes, battlefields = (tuple(data[zone]) for zone in zones)
    list_hash = str(data.get("list_hash", ""))
    last = (list_hash, tuple(extra), single["legend_full_name"])
    return DeckZones(main, runes, battlefields, single["legend"], single["champion"], *last)


def _names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def opponent_from(data: Any) -> Opponent:
    """Return the opponent that `Opponent.to_json` gave.

    :raises RunError: if it is none.
    """
    kind = data.get("kind") if isinstance(data, dict) else None
    if kind not in OPPONENTS:
        raise RunError(f"The kind of an opponent is {kind!r}; it should be one of {', '.join(OPPONENTS)}.")
    if kind not in ("list", "field"):
        return Opponent(kind, script=_object(data, "script"), preset=str(data.get("preset", "")))
    opponent = Opponent(
        kind,
        policy=str(data.get("policy", FIELD_POLICY if kind == "field" else "greedy")),
        options=_object(data, "options"),
        mulligan=mulligan_from(data["mulligan"]) if data.get("mulligan") is not None else ON_CURVE,
    )
    if kind == "field":
        return replace(opponent, lists=_field_lists(data.get("lists")))
    return replace(opponent, list=deck_zones_from(data.get("list")))


def _field_lists(data: Any) -> tuple[FieldList, ...]:
    if not isinstance(data, list) or not all(isinstance(one, dict) for one in data):
        raise RunError('A field in a run has "lists", each an object with its name, its weight and its list.')
    return tuple(
        FieldList(str(one.get("name", "")), one.get("weight", 1), deck_zones_from(one.get("list"))) for one in data
    )


def check_field(lists: Sequence[FieldList]) -> None:
    """Check the names and the weights of a field.

    :raises RunError: if there is no list, one has no name, two have one, or a weight is no number above 0.
    """
    if not lists:
        raise RunError("The opponent is a field, and there is no list in it.")
    names = [one.name for one in lists]
    if "" in names:
        raise RunError(f"List {names.index('') + 1} of the field has an empty name; each should have one of its own.")
    twice = next((name for place, name in enumerate(names) if name in names[:place]), None)
    if twice is not None:
        raise RunError(f"Two lists of the field are named {twice!r}; each should have a name of its own.")
    for one in lists:
        if not is_weight(one.weight):
            raise RunError(f"The weight of {one.name} in the field is {one.weight!r}; it should be a number above 0.")


def is_weight(value: object) -> bool:
    """Tell whether a value can be the weight of a list: a number above 0, and a finite one."""
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < inf


def _object(data: dict[str, Any], key: str) -> dict[str, Any]:
    value = data.get(key)
    if value is not None and not isinstance(value, dict):
        raise RunError(f'"{key}" of an opponent is {value!r}; it should be an object.')
    return value or {}


def run_from(data: Any) -> Run:
    """Return the run that `Run.to_json` gave; values that are missing are the defaults.

    :raises RunError: if it is none. :raises MulliganError: if its mulligan policy is none.
    """
    if not isinstance(data, dict) or "list" not in data:
        raise RunError('A run is an object with at least a "list".')
    plain = {name: data[name] for name in PLAIN_FIELDS if data.get(name) is not None}
    wrong = next((name for name, value in plain.items() if type(value) is not PLAIN_FIELDS[name]), None)
    if wrong is not None:
        raise RunError(f'"{wrong}" of a run is {plain[wrong]!r}; it should be {TYPE_NAMES[PLAIN_FIELDS[wrong]]}.')
    run = Run(deck_zones_from(data["list"]), opponent_from(data.get("opponent", {"kind": "passive"})), **plain)
    return run if data.get("mulligan") is None else replace(run, mulligan=mulligan_from(data["mulligan"]))


PLAIN_FIELDS: Final[dict[str, type]] = {
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
TYPE_NAMES: Final = {str: "a text", int: "a whole number", dict: "an object"}


def engine_version() -> str:
    """Return the version of the engine: that of the package."""
    return __version__


def aligned(to: DeckZones, other: DeckZones) -> DeckZones:
    """Return a list in such an order that the copies it shares with another, of any zone, stand alike in both.

    Under one seed both lists then meet the same cards and battlefields, but for those in which they differ.
    """
    return replace(
        other,
        main=_aligned(to.main, other.main),
        runes=_aligned(to.runes, other.runes),
        battlefields=_aligned(to.battlefields, other.battlefields),
        extra_legends=_aligned(to.extra_legends, other.extra_legends),
    )


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
