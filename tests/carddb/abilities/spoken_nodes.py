"""Nodes of abilities that the tests of descriptions have in common."""

from __future__ import annotations

from riftcheck.carddb.abilities import heads as h
from riftcheck.carddb.abilities import instructions as i
from riftcheck.carddb.abilities import phrases as p
from riftcheck.carddb.abilities.description import describe
from riftcheck.carddb.abilities.description.speech import Voice

AT = "do/0"
ONE = p.Number(1)
VOICE = Voice()
ME = p.Ref("me")
IT = p.Ref("it@do/0")
FIELD = p.Place("battlefield")
SEEN = p.Place("in", ref=p.Ref("seen"))


def some(mode: p.Mode, *nouns: str, low: int = 1, high: int | None = 1, **more: object) -> p.Selector:
    return p.Selector(mode, nouns, p.Number(low), None if high is None else p.Number(high), **more)  # type: ignore[arg-type]


def every(*nouns: str, **more: object) -> p.Selector:
    return some("all", *nouns, low=0, high=None, **more)


TARGET = some("choose", "unit")
FRIEND = some("bare", "unit", tests=(p.State("friendly"),))
FRIENDS = every("unit", tests=(p.State("friendly"),))
DRAW = i.Draw(at=AT, amount=ONE)


def line_text(*lines: i.Instruction) -> str:
    (text,) = describe(h.CardAbilities("Example", do=lines))
    return text


def ability_text(ability: h.Ability) -> str:
    (text,) = describe(h.CardAbilities("Example", abilities=(ability,)))
    return text
