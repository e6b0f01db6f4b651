"""The question of a decision says what is asked: the cost, what a pick is for, which of an order comes to lie where."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from riftcheck.engine.display.prompts import decision_words
from riftcheck.engine.flow.loop import submit
from riftcheck.scenario.format.reader import read_file
from riftcheck.scenario.runner import FAILS, run
from riftcheck.scenario.setup.cards import Pools
from tests.engine.own_cards import HOME, Table

if TYPE_CHECKING:
    from pathlib import Path

    from riftcheck.carddb import CardDatabase

CARDS = """own-cards:
  - {name: Cut, energy: 0, do: [{kill: choose a unit}]}
  - {name: Sift, energy: 0, do: [{look-at: top 3 of your deck, as: seen}, {put: rest of seen, into: SIDE of your deck}]}
  - {name: Cull, energy: 0, do: [{VERB: pick a unit you control}]}
  - {name: Force, energy: 0, do: [{unless: [{draw: 1}], do: [{xp: 1}]}]}
  - {name: Shed, energy: 0, do: [{discard: 1}]}
  - {name: Foresee, energy: 0, do: [{predict: 2}]}
"""
ASKS = """scenarios:
  - name: It asks
    rules: [355.5]
    setup:
      p1: {hand: [CARD, Vanilla 2, Vanilla 3], base: [{card: Vanilla 4, buffs: 1}, Vanilla 5], legend: The Boss, RUNES}
    steps:
      - {play: CARD, MORE}
      - {resolve: chain, choose: ANSWERS, expect: {turn: 99}}
"""


def _asked(db: CardDatabase, folder: Path, card: str, **words: str) -> str:
    """Return what is told of a scenario that comes to a question which it does not answer."""
    text = CARDS + ASKS.replace("CARD", card)
    given = {"SIDE": "top", "VERB": "kill", "RUNES": "runes: 12", "MORE": "", "ANSWERS": "[]"}
    for place, said in (given | words).items():
        text = text.replace(place, said)
    path = folder / "asks.yaml"
    path.write_text(text.replace(", }", "}").replace("choose: [], ", ""), encoding="utf-8")
    (scenario,) = read_file(path)
    outcome = run(scenario, Pools(db))
    assert outcome.result == FAILS
    return str(outcome.message)


@pytest.mark.parametrize(
    ("cost", "words"),
    [
        ("{energy: 1, power: any any}", "1 energy and 2 power"),
        ("{discard: 1}", "discard 1"),
        ("{kill: any number of friendly units}", "kill any number"),
        ("{xp: 2}", "2 XP"),
        ("{energy: 1, or: {power: any}}", "1 energy or 1 power"),
    ],
)
def test_an_additional_cost_is_told_and_not_its_name(cost: str, words: str) -> None:
    does = f"do: [{{draw: 1, if: levy is paid}}], abilities: [{{additional-cost: {cost}, optional: true, as: levy}}]"
    table = Table(f"- {{name: Tithe, type: Spell, {does}}}")
    table.zone(HOME, "hand", "Cat", "Cat")
    table.unit("Cat", HOME, HOME)
    table.s.players[HOME].xp = 3
    table.play(HOME, "Tithe")
    assert decision_words(table.s) == f"Player 1: do you pay the additional cost of {words}? [Tithe]"


def test_to_show_off_is_no_cost() -> None:
    does = "do: [{draw: 1, if: star is shown off}], abilities: [{show-off: a unit, as: star}]"
    table = Table(f"- {{name: Boast, type: Spell, {does}}}")
    table.zone(HOME, "hand", "Cat", "Cat")
    table.play(HOME, "Boast")
    assert decision_words(table.s) == "Player 1: do you show something off with it? [Boast]"
    submit(table.s, [0])
    assert decision_words(table.s) == "Player 1: choose what you show off [Boast]"


@pytest.mark.parametrize(
    ("side", "words"),
    [
        ("top", "choose what goes on top of the deck next, the last one lies uppermost"),
        ("bottom", "choose what goes under the deck next, the last one lies lowest"),
    ],
)
def test_an_order_says_where_the_last_one_lies(db: CardDatabase, tmp_path: Path, side: str, words: str) -> None:
    assert words in _asked(db, tmp_path, "Sift", SIDE=side)


@pytest.mark.parametrize(("verb", "words"), [("kill", "pick what is killed"), ("ready", "pick what is readied")])
def test_a_pick_says_what_it_is_for(db: CardDatabase, tmp_path: Path, verb: str, words: str) -> None:
    assert words in _asked(db, tmp_path, "Cull", VERB=verb)


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("Force", "do you do this to prevent what follows? [Force]"),
        ("Shed", "choose what you discard [Shed]"),
        ("Foresee", "choose what you recycle, the rest stays on top [Foresee]"),
        ("Cut", "choose what it is used for, in place of what would happen [The Boss]"),
    ],
)
def test_a_question_says_what_is_done(db: CardDatabase, tmp_path: Path, card: str, words: str) -> None:
    more = "targets: Vanilla 4" if card == "Cut" else ""
    assert words in _asked(db, tmp_path, card, MORE=more)


def test_what_is_paid_for_in_a_replacement_is_named(db: CardDatabase, tmp_path: Path) -> None:
    asked = _asked(db, tmp_path, "Cut", RUNES="runes: [Fury, Calm]", MORE="targets: Vanilla 4", ANSWERS="[Vanilla 4]")
    assert "choose how to pay [ability of The Boss]" in asked
