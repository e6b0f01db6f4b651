"""Policies: who answers a seat that no person sits at. They see what that player's view shows, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from riftcheck.engine.model.definitions import CardDef, Pool

# What a player may know (`Game.view` of the player who is asked) to positions in the options of its decision.
Policy = Callable[[dict[str, Any]], list[int]]

# The dearest card that is kept in an opening hand, in energy, and the most cards that may be set aside (CR 117.1).
KEEP: Final = 4


def random_policy(seed: int) -> Policy:
    """Return a policy that takes any answer that is offered, each as likely as the others of its size."""
    rng = random.Random(seed)  # noqa: S311 - a game is no secret

    def answer(view: dict[str, Any]) -> list[int]:
        decision = view["decision"]
        count = rng.randint(decision["least"], decision["most"])
        return sorted(rng.sample(range(len(decision["options"])), count))

    return answer


def simple_policy(pool: Pool) -> Policy:
    """Return a policy that plays on curve, moves to open battlefields, attacks where it is stronger, else passes.

    The same view always gets the same answer. It plays no spells and uses no abilities: it is an opponent to try a deck
    against, not one to measure it by.
    """
    return _Simple(pool).answer


class _Simple:
    """The simple policy over the definitions of a pool, which tell what a card costs."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool

    def answer(self, view: dict[str, Any]) -> list[int]:
        decision = view["decision"]
        chooser = CHOOSERS.get(decision["kind"])
        return _least(decision) if chooser is None else chooser(self, view, decision)

    def card(self, name: str) -> CardDef:
        return self.pool.defs[self.pool.by_name[name]]

    def mulligan(self, view: dict[str, Any], decision: dict[str, Any]) -> list[int]:
        """Set aside what is dear, dearest first."""
        del view
        dear = [(self.card(option["name"]).energy, option["index"]) for option in decision["options"]]
        dear = sorted((pair for pair in dear if pair[0] > KEEP), reverse=True)
        return sorted(index for _, index in dear[: decision["most"]])

    def main(self, view: dict[str, Any], decision: dict[str, Any]) -> list[int]:
        """Play the dearest permanent, else send units where it pays, else end the turn."""
        plays = [option for option in decision["options"] if option["kind"] == "play" and option["type"] in PERMANENTS]
        if plays:
            return [max(plays, key=lambda option: (self.card(option["name"]).energy, -option["index"]))["index"]]
        moves = [option for option in decision["options"] if option["kind"] == "move"]
        good = [option for option in moves if _worth(view, option["location"])]
        if good:
            return [max(good, key=lambda option: (_worth(view, option["location"]), -option["index"]))["index"]]
        return [decision["options"][-1]["index"]]

    def move(self, view: dict[str, Any], decision: dict[str, Any]) -> list[int]:
        """Send as few units as are stronger than whoever is there, the strongest first, and at least one."""
        units = _by_id(view)
        options = sorted(decision["options"], key=lambda option: (-_might(units, option), option["index"]))
        going = (decision["about"] or {}).get("location")
        wanted = sum(_enemy_might(view, field) for field in view["battlefields"] if field["location"] == going)
        chosen: list[int] = []
        strength = 0
        for option in options:
            if len(chosen) >= max(1, decision["least"]) and (strength > wanted or len(chosen) >= decision["most"]):
                break
            chosen.append(option["index"])
            strength += _might(units, option)
        return sorted(chosen)

    def location(self, view: dict[str, Any], decision: dict[str, Any]) -> list[int]:
        """Stay at home where that is possible."""
        home = [option["index"] for option in decision["options"] if option.get("location") == view["player"]]
        return home[:1] or _least(decision)

    def target(self, view: dict[str, Any], decision: dict[str, Any]) -> list[int]:
        """Choose what opponents have, the strongest first; nothing more than must be otherwise."""
        units = _by_id(view)
        theirs = [option for option in decision["options"] if _is_enemy(view, units, option)]
        theirs.sort(key=lambda option: (-_might(units, option), option["index"]))
        chosen = [option["index"] for option in theirs[: decision["most"]]]
        rest = [option["index"] for option in decision["options"] if option["index"] not in chosen]
        return sorted(chosen + rest[: max(0, decision["least"] - len(chosen))])

    def agree(self, view: dict[str, Any], decision: dict[str, Any]) -> list[int]:
        """Say yes: only what can be paid for is offered."""
        del view
        return next(([option["index"]] for option in decision["options"] if option["kind"] == "yes"), _least(decision))

    def number(self, view: dict[str, Any], decision: dict[str, Any]) -> list[int]:
        """Take the greatest number."""
        del view
        return [max(decision["options"], key=lambda option: option.get("number", 0))["index"]]

    def pass_on(self, view: dict[str, Any], decision: dict[str, Any]) -> list[int]:
        """Pass priority or focus."""
        del view
        return next(([option["index"]] for option in decision["options"] if option["kind"] == "pass"), _least(decision))


Chooser = Callable[[_Simple, dict[str, Any], dict[str, Any]], list[int]]
CHOOSERS: Final[dict[str, Chooser]] = {
    "mulligan": _Simple.mulligan,
    "main": _Simple.main,
    "move": _Simple.move,
    "location": _Simple.location,
    "target": _Simple.target,
    "yes-no": _Simple.agree,
    "number": _Simple.number,
    "priority": _Simple.pass_on,
    "focus": _Simple.pass_on,
    "invite": _Simple.pass_on,
}
PERMANENTS: Final = frozenset({"unit", "gear"})


def _least(decision: dict[str, Any]) -> list[int]:
    """Return the first options, as few as may be."""
    return [option["index"] for option in decision["options"][: decision["least"]]]


def _by_id(view: dict[str, Any]) -> dict[int, dict[str, Any]]:
    return {o["object"]: o for o in view["board"]}


def _might(units: dict[int, dict[str, Any]], option: dict[str, Any]) -> int:
    return _force(units.get(option.get("object", -1), {}))


def _force(o: dict[str, Any]) -> int:
    return max(0, o.get("might") or 0)


def _is_enemy(view: dict[str, Any], units: dict[int, dict[str, Any]], option: dict[str, Any]) -> bool:
    o = units.get(option.get("object", -1))
    return o is not None and _hostile(view, o["controller"])


def _hostile(view: dict[str, Any], player: int | None) -> bool:
    players = view["players"]
    return player is not None and players[player]["team"] != players[view["player"]]["team"]


def _enemy_might(view: dict[str, Any], field: dict[str, Any]) -> int:
    units = _by_id(view)
    here = [units[oid] for oid in field["units"]]
    return sum(_force(o) for o in here if _hostile(view, o["controller"]))


def _worth(view: dict[str, Any], location: int) -> int:
    """Return how much it pays to move to a location: 2 for an open battlefield, 1 for one that can be won, else 0."""
    field = next((one for one in view["battlefields"] if one["location"] == location), None)
    if field is None:
        return 0
    me = view["player"]
    units = _by_id(view)
    here = [units[oid] for oid in field["units"]]
    if any(o["controller"] == me for o in here):
        return 0
    if not here and not field["facedown"]:
        return 0 if field["control"] == me else 2
    ready = [o for o in view["board"] if o["controller"] == me and o.get("type") == "unit" and _can_go(view, o)]
    return 1 if sum(_force(o) for o in ready) > _enemy_might(view, field) else 0


def _can_go(view: dict[str, Any], o: dict[str, Any]) -> bool:
    return not o["facedown"] and not o["exhausted"] and o["location"] == view["player"]
