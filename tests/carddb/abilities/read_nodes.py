"""Nodes of abilities that the tests of the reader have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

import yaml

from riftcheck.carddb.abilities import instructions as do
from riftcheck.carddb.abilities.phrases import (
    Number,
    Place,
    Ref,
    Selector,
    State,
)
from riftcheck.carddb.abilities.reader.card import read_abilities

if TYPE_CHECKING:
    from riftcheck.carddb.abilities.heads import CardAbilities

ONE = Number(1)
ME = Ref("me")
IT = Ref("it")
UNIT = Selector("choose", ("unit",), ONE, ONE)
ENEMY = Selector("choose", ("unit",), ONE, ONE, tests=(State("enemy"),))
GEAR = Selector("choose", ("gear",), ONE, ONE)
SPELL = Selector("choose", ("spell",), ONE, ONE)
FIELD = Selector("choose", ("battlefield",), ONE, ONE)
HAND = Place("zone", "you", "hand")
CARD = Selector("bare", ("card",), ONE, ONE, place=HAND)
DRAW = "do: [{draw: 1}]"


def read(text: str) -> CardAbilities:
    return read_abilities("Test", yaml.safe_load(text))


def drawn(at: str) -> tuple[do.Draw]:
    return (do.Draw(at=at, amount=ONE),)
