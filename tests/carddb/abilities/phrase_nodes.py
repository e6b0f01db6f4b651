"""Nodes of phrases, made with few words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from riftcheck.carddb.abilities.phrases import Controlled, Number, Place, Ref, Selector, State

if TYPE_CHECKING:
    from riftcheck.carddb.abilities.phrases import Who, Zone

ONE = Number(1)
ME, IT, THIS = Ref("me"), Ref("it"), Ref("this")
FRIENDLY, ENEMY, ALONE = State("friendly"), State("enemy"), State("alone")
HERE, FIELD = Place("here"), Place("battlefield")
YOURS = Controlled("you")


def bare(*nouns: str, low: int = 1, high: int | None = 1, **more: Any) -> Selector:
    return Selector("bare", nouns, Number(low), None if high is None else Number(high), **more)


def every(*nouns: str, **more: Any) -> Selector:
    return Selector("all", nouns, Number(0), None, **more)


def chosen(*nouns: str, **more: Any) -> Selector:
    return replace(bare(*nouns, **more), mode="choose")


def zone(whose: Who, name: Zone) -> Place:
    return Place("zone", whose=whose, zone=name)


TRASH = zone("you", "trash")
UNIT, MINE = bare("unit"), bare("unit", tests=(FRIENDLY,))
