"""The keywords that are short for an ability, compiled once for a pool (CR 816, 817, 819, 821, 823)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities import heads as h
from riftcheck.carddb.abilities import instructions as n
from riftcheck.carddb.abilities import phrases as p
from riftcheck.engine.compile.core.ability_sets import ability_set
from riftcheck.engine.compile.core.context import Context
from riftcheck.engine.compile.statements.weaponmaster import WEAPONMASTER
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.abilities import Grant

if TYPE_CHECKING:
    from riftcheck.engine.model.definitions import Pool


# What each of them is short for.
KEYWORD_TEXTS: Final[dict[str, h.Ability]] = {
    "temporary": h.Triggered(
        at="temporary",
        events=(p.Event("phase starts", who="you", word="beginning"),),
        do=(n.Kill(at="do/0", what=p.Ref("me")),),
    ),
    "deploy": h.Triggered(
        at="deploy",
        events=(p.Event("hold", who="opponent", place=p.Place("here")),),
        do=(n.Kill(at="do/0", what=p.Ref("me")),),
    ),
    "vision": h.Triggered(
        at="vision",
        events=(p.Event("play", who="you", thing=p.Ref("me")),),
        do=(n.Predict(at="do/0", amount=p.Number(1)),),
    ),
    "hunt": h.Triggered(
        at="hunt",
        events=(p.Event("conquer", thing=p.Ref("me")), p.Event("hold", thing=p.Ref("me"))),
        do=(n.GainXp(at="do/0", amount=p.KeywordValue(p.Ref("me"), "hunt")),),
    ),
    "disarm": h.Triggered(
        at="disarm",
        events=(p.Event("attack", thing=p.Ref("me")),),
        do=(
            n.Give(
                at="do/0",
                to=p.Selector(
                    "choose",
                    ("unit",),
                    p.Number(1),
                    p.Number(1),
                    tests=(p.State("enemy"),),
                    place=p.Place("here"),
                ),
                might=p.Scaled(p.EventAmount(), -1),
                until="end of turn",
            ),
        ),
    ),
    "quick-draw": h.Triggered(
        at="quick-draw",
        events=(p.Event("play", who="you", thing=p.Ref("me")),),
        do=(
            n.Attach(
                at="do/0",
                what=p.Ref("me"),
                to=p.Selector("choose", ("unit",), p.Number(1), p.Number(1), tests=(p.Controlled("you"),)),
            ),
        ),
    ),
    "weaponmaster": WEAPONMASTER,
}


def define_keywords(pool: Pool) -> None:
    """Compile the keywords that are short for an ability (CR 816, 817, 819, 821, 823): granting them is data."""
    for name, text in KEYWORD_TEXTS.items():
        ctx = Context(pool, f"keyword/{name}")
        made = ability_set(ctx, (text,), f"keyword/{name}")
        if name == "temporary":
            made.triggers[0].label = w.E_PHASE + 1  # its effect has the keyword's name
        if name == "disarm":
            made.triggers[0].worth = name  # it takes as much Might as its value is when it triggers
        pool.keywords[name] = Grant(f"keyword/{name}", w.KEYWORD_BITS[name], 0, 0, 0, 0, made)
        pool.found[f"keyword/{name}"] = pool.keywords[name]
    pool.asked = pool.notes.asked
