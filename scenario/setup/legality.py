"""Legality of a setup: a thing that the rules would change at once is a fault, not changed silently."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.engine.board.ability_index import facedown_room, rule_value
from riftcheck.engine.model import constants as w

if TYPE_CHECKING:
    from riftcheck.engine.model.definitions import CardDef
    from riftcheck.engine.model.state import State
    from riftcheck.scenario.format.nodes import Node
    from riftcheck.scenario.setup.stage import Stage


def check_champion(node: Node, d: CardDef) -> None:
    """Refuse a chosen champion that is no Champion unit (CR 103.3.a).

    :raises ScenarioFault: if it is none.
    """
    if not d.types & w.CHAMPION or not d.types & w.UNIT:
        raise node.fault(f"{d.name} is no Champion unit, so it cannot be chosen; neutral is Bare Champion")


def check_buffs(stage: Stage) -> None:
    """Refuse more buffs on a unit than the rules allow there (CR 702.3).

    :raises ScenarioFault: for the first such unit.
    """
    s = stage.s
    for node, oid in stage.placed:
        o = s.board[oid]
        if o.buffs > 1 and o.buffs > (most := rule_value(s, "buffs on me", 1, oid)):
            raise node.fault(f"{o.d.name} can have {most} buff{'' if most == 1 else 's'}; it has {o.buffs}")


def check_room(stage: Stage) -> None:
    """Refuse more facedown cards at a battlefield than it has room for (CR 107.3.b), for else a player is asked.

    :raises ScenarioFault: for the first card too many.
    """
    s = stage.s
    for node, oid in stage.placed:
        o = s.board[oid]
        if o.facedown and oid in s.locs[o.loc].facedown[facedown_room(s, o.loc) :]:
            raise node.fault(
                f"the rules do not let {o.d.name} lie facedown at {stage.cast.place_name(o.loc)}: there is no more room"
            )


class StatedBoard:
    """The board as a setup states it, before the cleanups of the rules."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        s = stage.s
        self.things = [(node, oid, s.board[oid].loc, s.board[oid].damage) for node, oid in stage.placed]
        self.fields = [(at.control, at.contested) for at in s.locs]

    def hold(self, s: State, setup: Node) -> None:
        """Compare the stated board with a state in which the cleanups of the rules have been.

        :raises ScenarioFault: for the first thing that they changed.
        """
        cast = self.stage.cast
        if s.winner >= 0:
            raise setup.fault(f"the game would be over at once: {s.victory} points win")
        before = self.stage.s
        for node, oid, loc, damage in self.things:
            o, was = s.board.get(oid), before.board[oid]
            if o is None or o.facedown != was.facedown or o.loc != loc:
                raise node.fault(f"the rules do not let {was.d.name} {self._refused_state(oid, loc)}")
            if o.damage != damage:
                raise node.fault(f"the rules do not let {was.d.name} keep {damage} damage")
        for loc, (control, contested) in enumerate(self.fields):
            at = s.locs[loc]
            node = self.stage.fields.get(loc, setup)
            if at.control != control:
                told = cast.seat_words(control)
                raise node.fault(
                    f"the rules do not let {told} control {cast.place_name(loc)}: who controls it has a unit there"
                )
            if at.contested != contested:
                now = cast.seat_words(at.contested)
                raise node.fault(
                    f"{cast.place_name(loc)} would be contested by {now} at once; say so: contested: {now}"
                )

    def _refused_state(self, oid: int, loc: int) -> str:
        was = self.stage.s.board[oid]
        place = self.stage.cast.place_name(loc)
        if was.facedown:
            return f"lie facedown at {place}: its player controls that battlefield, and one card lies there"
        if was.damage:
            return f"live with {was.damage} damage"
        return f"stay at {place}"
