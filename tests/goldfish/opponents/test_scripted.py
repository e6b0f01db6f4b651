"""Opponents that follow a script: what the data says happens, by the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.goldfish.opponents.scripted import ScriptedPlay, ScriptError, spell_name, steps_of, unit_name
from riftcheck.goldfish.plan.run import Opponent
from riftcheck.goldfish.simulation.game import play_game
from tests.goldfish.game_lists import plain, real, table

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.goldfish.simulation.facts import GameFacts


def against(db: CardDatabase, script: dict[str, Any], **values: Any) -> GameFacts:
    """Return a game of plain units, the player going first, against a script."""
    return play_game(table(db, plain(), Opponent("scripted", script=script), first="play", **values), 0)


def test_an_empty_script_is_who_only_passes(db: CardDatabase) -> None:
    quiet, passive = against(db, {}), play_game(table(db, plain(), first="play"), 0)
    assert quiet == passive


def test_a_unit_in_the_base_does_nothing(db: CardDatabase) -> None:
    facts = against(db, {"units": [{"turn": 2, "might": 5}]})
    # It could come, so the player sends whom it finds strongest; nothing is lost to it.
    assert facts.units_lost == 0
    assert facts.finished


def test_a_unit_contests_what_was_held(db: CardDatabase) -> None:
    # On turn 3 the player has conquered with one unit of Might 3; then comes one of Might 9.
    facts = against(db, {"units": [{"turn": 3, "might": 9, "at": "held"}]}, turns=4)
    assert facts.units_lost == 1
    assert facts.battlefields_lost == 1
    assert facts.opponent_points >= 1
    assert facts.held == 0


def test_a_weak_contest_is_beaten_back(db: CardDatabase) -> None:
    facts = against(db, {"contest": {"might": 1, "from": 3, "every": 1}}, turns=6)
    assert facts.battlefields_lost == 0
    assert facts.units_lost == 0
    assert facts.opponent_points == 0


def test_a_contest_on_a_turn_on_which_nothing_is_held_is_left_out(db: CardDatabase) -> None:
    early = against(db, {"contest": {"might": 9, "from": 1, "every": 100}}, turns=8)
    assert early == against(db, {}, turns=8)


def test_the_best_unit_is_killed_every_k_turns(db: CardDatabase) -> None:
    facts = against(db, {"removal": {"act": "kill", "every": 1, "from": 2}}, turns=6)
    # On its turns 2 to 6; the units come on turns 2 to 6, and one dies each time but after the last turn.
    assert facts.units_lost == 4
    fewer = against(db, {"removal": {"act": "kill", "every": 2, "from": 2}}, turns=6)
    assert fewer.units_lost == 2
    assert fewer.held > facts.held


def test_what_is_bounced_is_in_hand_again(db: CardDatabase) -> None:
    facts = against(db, {"removal": {"act": "bounce", "every": 1, "from": 2}}, turns=6)
    quiet = against(db, {}, turns=6)
    assert facts.units_lost == 0
    assert sum(turn.drawn for turn in facts.turns) == sum(turn.drawn for turn in quiet.turns)
    assert len(facts.point_turns) < len(quiet.point_turns)
    assert facts.turns[2].hand >= quiet.turns[2].hand


def test_what_the_script_does_triggers(db: CardDatabase) -> None:
    ready = table(db, real(db), Opponent("scripted", script={"removal": {"every": 1, "from": 2}}), turns=8)
    lost = [play_game(ready, index).units_lost for index in range(6)]
    assert sum(lost) > 6


def test_steps_stand_in_the_order_of_their_turns() -> None:
    script = {
        "units": [{"turn": 5, "might": 2, "at": "open"}, {"turn": 1, "might": 3}],
        "removal": {"act": "bounce", "every": 3},
        "contest": {"might": 4, "every": 4, "from": 2},
    }
    assert steps_of(script, 6) == (
        ScriptedPlay(1, unit_name(3), "base"),
        ScriptedPlay(2, unit_name(4), "held"),
        ScriptedPlay(3, spell_name("bounce"), None),
        ScriptedPlay(5, unit_name(2), "open"),
        ScriptedPlay(6, spell_name("bounce"), None),
        ScriptedPlay(6, unit_name(4), "held"),
    )


@pytest.mark.parametrize(
    ("script", "said"),
    [
        (3, "units, removal, contest"),
        ({"armies": []}, "units, removal, contest"),
        ({"units": {}}, "list"),
        ({"units": [{"turn": 1, "might": 2, "at": "moon"}]}, "Unit 1 of the script: at is .moon."),
        ({"units": [{"turn": 1, "might": 0}]}, "might is 0"),
        ({"units": [{"turn": True, "might": 2}]}, "turn is True"),
        ({"units": [{"turn": 1, "might": 2, "when": 3}]}, "turn, might, at"),
        ({"removal": {"act": "banish", "every": 1}}, "kill, bounce"),
        ({"removal": {"act": "kill"}}, "every is None"),
        ({"contest": {"every": 1}}, "might is None"),
        ({"units": [{"turn": 1, "might": 2}] * 6}, "6 cards by turn 1, and only 5"),
    ],
)
def test_a_script_that_cannot_be_followed_is_told(script: Any, said: str) -> None:
    with pytest.raises(ScriptError, match=said):
        steps_of(script, 30)
