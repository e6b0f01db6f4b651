"""Runs as data: the same games from the same data, refusals with reasons, common random numbers."""

from __future__ import annotations

import json
import pickle
import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from riftcheck.engine.flow.loop import advance
from riftcheck.engine.model.rules_version import VERSIONS
from riftcheck.goldfish.opponents.scripted import ScriptError
from riftcheck.goldfish.plan.prepared_run import prepare
from riftcheck.goldfish.plan.run import (
    DeckZones,
    Opponent,
    Run,
    RunError,
    UnsupportedCardsError,
    aligned,
    deck_zones_from,
    engine_version,
    run_from,
)
from riftcheck.goldfish.policies import PolicyError
from riftcheck.goldfish.policies.mulligan import Mulligan, MulliganRule
from riftcheck.goldfish.results.run_info import run_info
from riftcheck.goldfish.simulation.game import first_player, game_seed, new_game, play_game
from riftcheck.goldfish.simulation.replay_log import replay
from riftcheck.scenario.format.reader import read_file
from riftcheck.scenario.runner import HOLDS
from riftcheck.scenario.runner import run as run_scenario
from riftcheck.scenario.setup.cards import Pools
from tests.goldfish.game_lists import BLANK, PLAIN, drawn, plain, real, table
from tests.unwritten import UNIT

if TYPE_CHECKING:
    from pathlib import Path

    from riftcheck.carddb import CardDatabase


NOTHING: dict[str, object] = {"main": [], "runes": [], "battlefields": []}


def test_a_game_is_the_same_whenever_it_is_played(db: CardDatabase) -> None:
    listed = real(db)
    opponent = Opponent("list", list=listed, policy="random")
    run = Run(listed, opponent, seed=11)
    one, other = prepare(run, db), prepare(run_from(json.loads(json.dumps(run.to_json()))), db)
    indices = list(range(12))
    found = {index: play_game(one, index) for index in indices}
    random.Random(1).shuffle(indices)
    assert {index: play_game(other, index) for index in indices} == found
    assert len({tuple(facts.point_turns) for facts in found.values()}) > 1
    assert play_game(prepare(replace(run, seed=12), db), 0) != found[0]


def test_a_deck_keeps_the_full_name_of_its_legend(db: CardDatabase) -> None:
    listed = real(db)
    shown = listed.to_json()
    assert (shown["legend"], shown["legend_full_name"]) == ("Loose Cannon", "Jinx, Loose Cannon")
    assert deck_zones_from(shown) == listed
    del shown["legend_full_name"]  # as in a run of an older version
    assert deck_zones_from(shown) == replace(listed, legend_full_name=None)
    assert "legend_full_name" not in plain().to_json()
    with pytest.raises(RunError):
        deck_zones_from({**shown, "legend_full_name": 3})


def test_a_run_is_json_and_back(db: CardDatabase) -> None:
    listed = real(db)
    second = Opponent("list", list=plain(), policy="lookahead", options={"budget": 5}, mulligan=Mulligan((), 1))
    scripted = Opponent("scripted", script={"removal": {"every": 2}})
    for opponent in (Opponent(), second, scripted):
        run = Run(
            listed,
            opponent,
            policy="lookahead",
            options={"samples": 2},
            mulligan=Mulligan((MulliganRule(keep=False, role="spell"),)),
            seed=5,
            first="draw",
            turns=9,
            battlefield=BLANK,
            data_version=db.version,
            engine_version=engine_version(),
        )
        text = json.dumps(run.to_json(), sort_keys=True)
        again = run_from(json.loads(text))
        assert again == run
        assert json.dumps(again.to_json(), sort_keys=True) == text
    assert run_from({"list": listed.to_json()}) == Run(listed)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([], "list"),
        ({"list": {"main": "x"}}, "main, runes and battlefields"),
        ({"list": NOTHING | {"legend": 3}}, "names"),
        ({"list": NOTHING, "opponent": {"kind": "scripted", "script": [1]}}, '"script" of an opponent'),
        ({"list": NOTHING, "opponent": {"kind": "list", "list": NOTHING, "options": 3}}, '"options" of an opponent'),
        ({"list": NOTHING, "turns": True}, "whole number"),
        ({"list": NOTHING, "seed": "x"}, "whole number"),
        (
            {"list": NOTHING, "opponent": {"kind": "wild"}},
            "passive, scripted, list",
        ),
    ],
)
def test_what_is_no_run_is_told(data: object, said: str) -> None:
    with pytest.raises(RunError, match=said):
        run_from(data)


@pytest.mark.parametrize(
    ("values", "error", "said"),
    [
        ({"first": "last"}, RunError, "play, draw, alternate"),
        ({"turns": 0}, RunError, "from 1 to"),
        ({"mode": "ffa3"}, RunError, "duel"),
        ({"rules": "0.9"}, RunError, "rules version"),
        ({"unsupported": "hide"}, RunError, "refuse, skip, vanilla"),
        ({"battlefield": "Nowhere"}, RunError, "Nowhere"),
        ({"opponent_battlefield": "Nowhere"}, RunError, "Nowhere"),
        ({"data_version": "old"}, RunError, "data version old"),
        ({"engine_version": "old"}, RunError, "engine version old"),
        ({"policy": "clever"}, PolicyError, "planner, lookahead, greedy, random, passive"),
        ({"policy": "lookahead", "options": {"budget": 0}}, PolicyError, "from 1 to"),
        ({"options": {"budget": 3}}, PolicyError, "has no option"),
        ({"opponent": Opponent("list")}, RunError, "no list is given"),
        ({"opponent": Opponent("scripted", script={"army": 1})}, ScriptError, "units, removal, contest"),
    ],
)
def test_what_cannot_be_played_is_refused(
    db: CardDatabase, values: dict[str, object], error: type[ValueError], said: str
) -> None:
    with pytest.raises(error, match=said):
        prepare(replace(Run(plain()), **values), db)  # type: ignore[arg-type]


def test_cards_that_cannot_be_executed_are_refused_with_their_names(db: CardDatabase) -> None:
    unable = [card for card in db.cards if not card.executable and card.kind == "main" and "Unit" in card.types]
    names = sorted(card.name for card in unable)[:2]
    listed = DeckZones((*names * 5, *(PLAIN,) * 30), ("Chaos Rune",) * 12, (BLANK,))
    with pytest.raises(RunError) as told:
        table(db, listed)
    assert all(name in str(told.value) for name in names)
    assert PLAIN not in str(told.value)
    with pytest.raises(UnsupportedCardsError) as of_both:
        table(db, listed, Opponent("list", list=listed))
    assert of_both.value.cards == {name: db.by_name[name].unsupported for name in names}
    assert pickle.loads(pickle.dumps(of_both.value)).cards == of_both.value.cards  # noqa: S301 - our own
    with pytest.raises(UnsupportedCardsError):
        table(db, plain(), Opponent("list", list=listed))
    skipped = play_game(table(db, listed, unsupported="skip"), 1)
    assert skipped.turns_with_unsupported > 0
    for kind in (0, 1):
        assert kind not in skipped.kinds or skipped.kinds[kind].played == []
    assert play_game(table(db, plain()), 1).turns_with_unsupported == 0


def test_first_alternates_unless_told() -> None:
    assert [first_player("alternate", index) for index in range(4)] == [0, 1, 0, 1]
    assert {first_player("play", index) for index in range(4)} == {0}
    assert {first_player("draw", index) for index in range(4)} == {1}
    assert len({game_seed(seed, index) for seed in range(40) for index in range(40)}) == 1600


def test_two_runs_of_one_seed_meet_the_same_shuffles(db: CardDatabase) -> None:
    listed = real(db)
    place = listed.main.index("Stacked Deck")
    other = replace(listed, main=(*listed.main[:place], "Shipyard Skulker", *listed.main[place + 1 :]))
    mixed = replace(other, main=tuple(sorted(other.main)))
    assert aligned(listed, mixed).main != mixed.main
    tables = [table(db, listed, seed=4), table(db, aligned(listed, mixed), seed=4)]
    for index in range(10):
        one, two = (new_game(ready, index) for ready in tables)
        names = [
            [ready.pool.defs[s.card_defs[card]].name for card in s.players[0].deck]
            for ready, s in zip(tables, (one, two), strict=True)
        ]
        assert sum(a != b for a, b in zip(*names, strict=True)) == 1
        assert one.order == two.order
        advance(one)
        advance(two)
        fields = [[s.board[at.bf].d.name for at in s.locs[2:]] for s in (one, two)]
        assert fields[0] == fields[1]
    assert sorted(aligned(listed, mixed).main) == sorted(mixed.main)


def test_the_order_of_a_list_decides_no_game_of_a_comparison(db: CardDatabase) -> None:
    listed = replace(real(db), extra_legends=("Unforgiven", "Bounty Hunter"))
    turned = replace(
        listed,
        main=listed.main[::-1],
        runes=listed.runes[::-1],
        battlefields=(*listed.battlefields[1:], listed.battlefields[0]),
        extra_legends=listed.extra_legends[::-1],
    )
    assert len(set(listed.battlefields)) > 1
    same = aligned(listed, turned)
    assert same == listed
    tables = [table(db, one, seed=4) for one in (listed, same)]
    for index in range(6):
        assert play_game(tables[0], index) == play_game(tables[1], index)
    alike = replace(turned, battlefields=("The Grand Plaza", listed.battlefields[2], listed.battlefields[0]))
    assert aligned(listed, alike).battlefields == (listed.battlefields[0], "The Grand Plaza", listed.battlefields[2])


def test_a_named_battlefield_is_the_one_that_is_used(db: CardDatabase) -> None:
    listed = real(db)

    def fields(**values: object) -> set[tuple[str, ...]]:
        ready = table(db, listed, None, **values)
        found = set()
        for index in range(12):
            s = new_game(ready, index)
            advance(s)
            found.add(tuple(sorted(s.board[at.bf].d.name for at in s.locs[2:])))
        return found

    assert len(fields()) == 3
    assert all(BLANK in names for names in fields())
    assert fields(battlefield="Startipped Peak", opponent_battlefield="Zaun Warrens") == {
        ("Startipped Peak", "Zaun Warrens")
    }


def test_kinds_are_the_names_of_the_list_in_order(db: CardDatabase) -> None:
    run = Run(drawn(db, 1))
    kinds = run.kinds
    assert kinds[0] == run.list.legend
    assert kinds[1] == run.list.champion
    assert len(set(kinds)) == len(kinds)
    assert set(kinds) == {run.list.legend, run.list.champion, *run.list.main, *run.list.battlefields, *run.list.runes}


def test_a_game_can_be_told(db: CardDatabase) -> None:
    ready = table(db, plain(), first="play")
    story = replay(ready, 0)
    assert story.facts == play_game(ready, 0)
    text = story.text()
    assert text.startswith("Player 1, opening hand\n  Player 1 keeps ")
    assert "Player 1, turn 1\n" in text
    assert text.count(f"Player 1 plays {PLAIN}") == 10
    assert "Player 2 draws Idle Card" in text
    assert [line.turn for line in story.lines] == sorted(line.turn for line in story.lines)
    assert [line.turn for line in story.lines if line.text.startswith("Player 1 gains")] == story.facts.point_turns
    assert json.loads(json.dumps(story.to_json()))["facts"]["point_turns"] == story.facts.point_turns
    short = replay(table(db, plain(), first="play", turns=3), 0)
    assert short.lines == tuple(line for line in story.lines if line.turn <= 3 and (line.turn < 3 or line.seat == 0))


def test_the_opening_hand_is_told(db: CardDatabase) -> None:
    ready = table(db, real(db), Opponent("list", list=real(db)))
    asides = set()
    for index in range(8):
        story = replay(ready, index)
        hand = [line.text.removeprefix("Player 1 ") for line in story.lines if not line.turn and not line.seat]
        kept = [text.removeprefix("keeps ") for text in hand if text.startswith("keeps ")]
        aside = [text.removeprefix("sets aside ") for text in hand if text.startswith("sets aside ")]
        came = [text[len("gets ") : -len(" instead")] for text in hand if text.startswith("gets ")]
        kinds = ready.run.kinds
        assert [*kept, *came] == [kinds[kind] for kind in story.facts.opening]
        assert len(aside) == len(came) == story.facts.mulligan
        asides.add(len(aside))
    assert asides == {0, 1, 2}


def test_a_run_made_ready_says_its_versions(db: CardDatabase) -> None:
    run = prepare(Run(plain()), db).run
    assert run.data_version == db.version
    assert run.engine_version == engine_version() != ""
    assert run_info(prepare(Run(plain()), db)).run["engine_version"] == engine_version()


def test_a_told_game_names_what_has_left(db: CardDatabase) -> None:
    ready = table(db, real(db), Opponent("list", list=real(db)))
    for index in range(6):
        text = replay(ready, index).text()
        assert "something that has left" not in text.lower()
        assert " dies" in text


@pytest.mark.parametrize("rules", list(VERSIONS))
@pytest.mark.parametrize("mode", ["duel", "match"])
def test_every_version_of_the_rules_and_both_modes_of_two(db: CardDatabase, rules: str, mode: str) -> None:
    listed = real(db)
    ready = table(db, listed, Opponent("list", list=listed), rules=rules, mode=mode)
    assert all(play_game(ready, index).finished for index in range(3))


def test_a_run_can_be_sent_to_another_process(db: CardDatabase) -> None:
    run = Run(plain(), Opponent("scripted", script={"removal": {"every": 2}}), mulligan=Mulligan((), 1), seed=9)
    again = pickle.loads(pickle.dumps(run))  # noqa: S301 - our own
    assert again == run
    assert play_game(prepare(again, db), 3) == play_game(prepare(run, db), 3)


def test_stand_ins_are_played(unwritten: CardDatabase) -> None:
    facts = play_game(table(unwritten, plain(40, UNIT), unsupported="vanilla", first="play"), 0)
    assert facts.kinds[0].played[0] == 1
    assert facts.turns_with_unsupported >= 1
    assert facts.won


def test_what_a_script_adds_changes_no_other_game(db: CardDatabase) -> None:
    before = [play_game(table(db, real(db)), index) for index in range(5)]
    script = {"contest": {"might": 17, "every": 2}}
    play_game(table(db, real(db), Opponent("scripted", script=script)), 0)
    assert [play_game(table(db, real(db)), index) for index in range(5)] == before


FROM_THE_TRASH = """
- name: With seven runes it cannot be played
  rules: ["354"]
  setup: {p1: {base: [Endless Riches], runes: {ready: 7, domain: Chaos}, rune-deck: [], trash: [
    Rhasa the Sunderer, Vanilla 1, Vanilla 2]}}
  steps:
    - expect: {not-offered: [play Rhasa the Sunderer]}
- name: With eight runes it is played
  rules: ["354"]
  setup: {p1: {base: [Endless Riches], runes: {ready: 8, domain: Chaos}, rune-deck: [], trash: [
    Rhasa the Sunderer, Vanilla 1, Vanilla 2]}}
  steps:
    - play: Rhasa the Sunderer
      to: base
      pay: {recycle: [Chaos]}
  expect: {Rhasa the Sunderer: {at: p1 base}}
"""


def test_a_card_played_from_the_trash_does_not_count_itself_there(db: CardDatabase, tmp_path: Path) -> None:
    # CR 354: it is on the chain when its cost is counted. A goldfish game stopped with an error where it was offered.
    file = tmp_path / "trash.yaml"
    file.write_text(FROM_THE_TRASH, "utf-8")
    scenarios = read_file(file)
    assert [scenario.fault for scenario in scenarios] == [None, None]
    assert [run_scenario(scenario, Pools(db)).result for scenario in scenarios] == [HOLDS, HOLDS]
    facts = play_game(table(db, drawn(db, 0), seed=1), 6)
    assert facts.finished
