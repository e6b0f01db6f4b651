"""Helpers for cases about what is done: watching units, one spell, moving and casting."""

from __future__ import annotations

from typing import TYPE_CHECKING

import yaml

from riftcheck.engine.compile.cards import build
from riftcheck.engine.model import constants as w
from tests.engine.own_cards import AWAY, HOME, MILL, Table, facts

if TYPE_CHECKING:
    from riftcheck.engine.model.objects import Event

# Every unit is worth a card when it is seen to do what a case is about.
WATCHER = "- {{name: Watcher, type: Unit, might: 2, abilities: [{{when: {}, do: [{{draw: 1}}]}}]}}\n"
SPELL = "- {{name: Spark, type: Spell, energy: 1, do: [{}]}}\n"


def watched(event: str, do: str = "{xp: 1}", more: str = "") -> Table:
    """A table with a unit of the first player in play that draws when it sees an event, and a spell."""
    table = Table(WATCHER.format(event) + SPELL.format(do) + more)
    table.zone(HOME, "deck", *["Cat"] * 9)
    table.zone(AWAY, "deck", *["Cat"] * 9)
    table.unit("Watcher", HOME, HOME)
    return table


def seen(table: Table, kind: int) -> list[Event]:
    assert table.s.log is not None
    return [event for event in table.s.log if event.kind == kind]


def refused(card: str) -> str:
    """Return why a card is refused."""
    [entry] = yaml.safe_load(f"- {{name: Odd, type: Unit, might: 1, {card}}}")
    pool = build([facts(entry)])
    return pool.defs[pool.by_name["Odd"]].unsupported


def march(table: Table, *refs: int, to: int = MILL) -> None:
    """Let the turn player move these units, or the only one there is, to a battlefield."""
    table.answer(f"move to battlefield {to - 1}")
    if table.asked()[1] == w.D_MOVE:
        table.answer(*refs)


def cast(table: Table, *refs: int) -> None:
    """Play the spell, and choose what is asked among these."""
    table.play(HOME, "Spark")
    while table.asked()[1] == w.D_TARGET:
        table.answer(next(ref for ref in refs if ref in table.refs()))
