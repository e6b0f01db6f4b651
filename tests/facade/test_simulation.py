"""`riftcheck.simulate`: the document of `riftcheck goldfish`, its figures as attributes."""

from __future__ import annotations

import json
import math
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

import riftcheck
from riftcheck.build import checked_build
from riftcheck.cli.main import app
from riftcheck.facade import simulation
from riftcheck.goldfish.execution.executors import ChunkExecutor, ChunkPlayer, ExecutorFailedError
from riftcheck.goldfish.execution.runner import CHUNK_GAMES
from tests.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from riftcheck.carddb import CardDatabase
    from riftcheck.goldfish.execution.jobs import Job, PartialResult

PATH = ROOT / "tests" / "fixtures" / "lists" / "list-072.txt"
TEXT = PATH.read_text("utf-8")
DAY = "2026-01-10"


@pytest.fixture(scope="module")
def result(db: CardDatabase) -> riftcheck.Result:
    return riftcheck.simulate(TEXT, games=40, seed=3, date=DAY, cards=db)


def printed(*options: str) -> tuple[dict[str, Any], str]:
    """Return what `riftcheck goldfish` says of the same list: as JSON and as text."""
    words = ["goldfish", str(PATH), "--seed", "3", "--jobs", "1", "--date", DAY, *options]
    runs = [CliRunner().invoke(app, [*words, *more]) for more in (["--json"], [])]
    assert [run.exit_code for run in runs] == [0, 0], runs[0].output
    return json.loads(runs[0].stdout), runs[1].stdout


def test_the_document_and_the_tables_are_those_of_the_command_line(result: riftcheck.Result) -> None:
    document, text = printed("--games", "40")
    assert result.to_json() == document
    head, _, tables = str(result).partition("WHAT MATTERS")
    assert text.partition("WHAT MATTERS")[2].rstrip("\n") == tables
    # Of the list a command also knows the file.
    lines = text.splitlines()
    assert [line for line in head.splitlines() if line not in lines and not line.startswith("  List ")] == []


def test_options_are_those_of_the_command_line(db: CardDatabase) -> None:
    names = {
        "games": 10,
        "turns": 6,
        "first": "draw",
        "battlefield": "zaun warrens",
        "opponent_battlefield": "blank battlefield",
    }
    found = riftcheck.simulate(
        TEXT,
        seed=3,
        date=DAY,
        opponent=TEXT,
        policy="lookahead",
        policy_options={"budget": 5},
        mulligan={"rules": [{"keep": False}]},
        cards=db,
        **names,  # type: ignore[arg-type]
    )
    run = found.to_json()["run"]
    assert (run["policy"], run["options"]["budget"], run["first"], run["turns"]) == ("lookahead", 5, "draw", 6)
    assert (run["battlefield"], run["opponent_battlefield"]) == ("Zaun Warrens", "Blank Battlefield")
    assert (run["opponent"]["kind"], run["mulligan"]["rules"][0]["keep"]) == ("list", False)
    assert (found.games, found.going_first.games, found.going_second.games) == (10, 0, 10)
    assert found.kept.value == 0


@pytest.mark.parametrize("build", ["compiled", "interpreted"])
def test_a_result_tells_the_build_that_counted_and_is_equal_to_one_of_another(
    db: CardDatabase, result: riftcheck.Result, build: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("riftcheck.goldfish.studies.request.checked_build", lambda: build)
    other = riftcheck.simulate(TEXT, games=40, seed=3, date=DAY, cards=db)
    assert other.build == other.to_json()["build"] == build
    assert list(other.to_json())[:4] == ["version", "kind", "build", "games"]
    assert result.build == checked_build()
    assert other == result
    assert other.to_json() | {"build": ""} == result.to_json() | {"build": ""}


def test_figures_are_attributes(result: riftcheck.Result) -> None:
    shown = result.to_json()
    for seat, part in ((result, "all"), (result.going_first, "first"), (result.going_second, "second")):
        chapter = shown[part]
        assert seat.games == chapter["games"]
        assert as_shown(seat.won) == plain(chapter["score"]["won"])
        assert as_shown(seat.victory_turn) == plain(chapter["score"]["points"][-1]["median"])
        assert as_shown(seat.energy_wasted) == plain(chapter["totals"]["energy_wasted_share"])
        by_turn = chapter["score"]["by_turn"]
        assert list(seat.points) == list(seat.won_by) == by_turn["turn"]
        assert [figure.value for figure in seat.points.values()] == by_turn["points"]["value"]
        assert [figure.high for figure in seat.won_by.values()] == by_turn["victory_score"]["high"]
    assert result.going_first.games == result.going_second.games == 20
    assert result.victory_score == 8
    assert (result.seed, result.illegal, result.unsupported) == (3, (), ())


def test_cards_are_there_by_name(result: riftcheck.Result) -> None:
    shown = {card["name"]: card for card in result.to_json()["cards"]}
    assert list(result.cards) == list(shown)
    for name, card in result.cards.items():
        assert (card.name, card.copies) == (name, shown[name]["copies"])
        assert as_shown(card.played) == plain(shown[name]["all"]["played"])
        assert as_shown(card.dead) == plain(shown[name]["all"]["dead"])
    assert any(card.played.value for card in result.cards.values())


def test_any_figure_is_found_by_its_path(result: riftcheck.Result) -> None:
    assert result.figure("all/score/won") == result.won
    assert result.figure("all/score/by_turn/4/points") == result.points[4]
    name = next(name for name, card in result.cards.items() if card.copies)
    assert result.figure(f"cards/{name}/all/drawn") == result.cards[name].drawn
    with pytest.raises(riftcheck.RiftcheckError, match="did you mean 'won'"):
        result.figure("all/score/wan")


def test_the_document_is_a_copy(result: riftcheck.Result) -> None:
    result.to_json()["all"]["score"]["won"]["value"] = None
    assert result.to_json()["all"]["score"]["won"]["value"] == result.won.value
    assert repr(result) == f"<Result of 40 games: won {result.won.value}, victory turn {result.victory_turn.value}>"


def test_a_run_ends_when_its_intervals_are_narrow_enough(db: CardDatabase) -> None:
    told: list[int] = []
    found = riftcheck.simulate(
        TEXT,
        games=2000,
        date=DAY,
        turns=1,
        policy="passive",
        stop_when={"all/score/won": 0.5},
        progress=told.append,
        cards=db,
    )
    assert found.games == 500
    assert told == sorted(told)
    assert told[-1] == 500


def test_an_illegal_deck_is_played_when_that_is_allowed_and_every_figure_says_so(db: CardDatabase) -> None:
    with pytest.raises(riftcheck.RiftcheckError, match=r"not legal in constructed on 2025-10-30: .*allow_illegal=True"):
        riftcheck.simulate(TEXT, games=2, date="2025-10-30", cards=db)
    with pytest.raises(riftcheck.RiftcheckError, match="not legal in constructed on 2026-01-10: "):
        riftcheck.simulate(TEXT, games=2, opponent="Legend:\n1 Loose Cannon", date=DAY, cards=db)
    found = riftcheck.simulate(TEXT, games=2, opponent=TEXT, date="2025-10-30", allow_illegal=True, cards=db)
    assert found.illegal == ("set-legality", "opponent: set-legality")
    assert found.to_json()["all"]["score"]["won"]["flags"] == ["illegal"]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"games": 0}, "games is 0; it should be a whole number from 1 on."),
        ({"games": True}, "games is True; it should be a whole number from 1 on."),
        ({"seed": -1}, "seed is -1; it should be a whole number from 0 on."),
        ({"jobs": 0}, "jobs is 0; it should be a whole number from 1 on."),
        ({"policy": "clever"}, 'There is no policy "clever"; there are planner,'),
        ({"policy_options": {"depth": 1}}, 'The policy "planner" has no option "depth"'),
        ({"opponent": {"units": [{"turn": 1}]}}, "Unit 1 of the script: might is None;"),
        ({"opponent": "3 Charm"}, "The deck is not legal"),
        ({"opponent": 3}, "A deck is a text, a deck code or a document, not int"),
        ({"mulligan": {}}, "A mulligan policy is an object with"),
        ({"first": "me"}, "First is 'me'; it should be one of play, draw, alternate."),
        ({"turns": 0}, "A run goes on for 0 turns; it should be from 1 to 1000."),
        ({"battlefield": "Charm"}, "There is no battlefield 'Charm'."),
        ({"unsupported": "ignore"}, "Unsupported is 'ignore'; it should be one of refuse,"),
        ({"stop_when": {"all/score/wan": 0.1}}, "There is no figure 'all/score/wan'"),
        ({"stop_when": {"all/score/won": 0}}, "The half width wanted of all/score/won is 0; it must be above 0."),
        ({"date": "today"}, "'today' is no day; write it as 2026-07-16."),
    ],
)
def test_what_cannot_be_followed_is_refused_with_a_sentence(db: CardDatabase, options: Any, says: str) -> None:
    with pytest.raises(riftcheck.RiftcheckError) as refused:
        riftcheck.simulate(TEXT, **{"games": 2, "date": DAY, "cards": db} | options)
    assert str(refused.value).startswith(says)
    assert str(refused.value).endswith((".", "?"))


def test_ctrl_c_is_for_the_program(db: CardDatabase) -> None:
    def interrupt(_games: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        riftcheck.simulate(TEXT, games=100, date=DAY, turns=1, progress=interrupt, cards=db)


def as_shown(figure: riftcheck.Figure) -> dict[str, Any]:
    return figure.to_json()


def plain(shown: dict[str, Any]) -> dict[str, Any]:
    """Return a figure of a document without flags and exact value."""
    return {key: shown[key] for key in ("value", "low", "high", "n")}


def test_processes_play_the_same_games_with_cards_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "card.yaml").write_text("cards: []\n", "utf-8")
    cards = riftcheck.load([tmp_path])
    runs = [riftcheck.simulate(TEXT, games=30, date=DAY, turns=3, jobs=jobs, cards=cards) for jobs in (1, 2)]
    assert runs[0] == runs[1]
    assert runs[0].to_json() == runs[1].to_json()


def test_a_field_as_the_opponent(db: CardDatabase) -> None:
    changed = TEXT.replace("3 Scrapheap", "2 Scrapheap").replace("1 Immortal Phoenix", "2 Immortal Phoenix")
    field = [{"deck": TEXT}, {"name": "Phoenix", "deck": changed, "weight": 2.5}]
    asked: dict[str, Any] = {"games": 14, "opponent": {"field": field}, "policy": "greedy", "turns": 5, "date": DAY}
    found = riftcheck.simulate(TEXT, cards=db, **asked)
    document = found.to_json()
    assert document["run"]["opponent"]["policy"] == "planner"
    assert [(one["name"], one["weight"], one["all"]["games"]) for one in document["field"]] == [
        ("list 1", 1, 4),
        ("Phoenix", 2.5, 10),
    ]
    assert found.figure("field/Phoenix/all/won").n == 10
    assert "Against each list" in str(found)
    illegal = {"field": [{"deck": TEXT}, {"deck": TEXT.replace("3 Scrapheap", "2 Scrapheap")}]}
    marked = riftcheck.simulate(TEXT, cards=db, **asked | {"opponent": illegal, "games": 2}, allow_illegal=True)
    assert marked.illegal == ("opponent: main-size",)


@pytest.mark.parametrize(
    ("field", "says"),
    [
        ([], "The opponent is a field, and there is no list in it."),
        (3, "field is 3; it should be a list such as"),
        ("abc", "field is 'abc'; it should be a list such as"),
        ([3], "Entry 1 of the field is 3; it should be a mapping with a deck,"),
        ([{"weight": 1}], "Entry 1 of the field is {'weight': 1}; it should be a mapping with a deck,"),
        ([{"deck": TEXT, "wieght": 1}], "Entry 1 of the field is "),
        ([{"deck": TEXT, "name": 3}], "The name of entry 1 of the field is 3; it should be a text."),
        ([{"deck": TEXT, "weight": 0}], "The weight of list 1 in the field is 0; it should be a number above 0."),
        ([{"deck": TEXT, "weight": "2"}], "The weight of list 1 in the field is '2';"),
        ([{"deck": TEXT, "name": "a"}, {"deck": TEXT, "name": "a"}], "Two lists of the field are named 'a';"),
        ([{"deck": TEXT}, {"deck": "3 Charm"}], "In the field, list 2: The deck is not legal in constructed on"),
        ([{"deck": TEXT, "name": ""}], "List 1 of the field has an empty name;"),
        ([{"deck": TEXT}, {"deck": 3}], "In the field, list 2: A deck is a text, a deck code or a document, not int"),
    ],
)
def test_a_field_that_is_none_is_refused(field: Any, says: str, db: CardDatabase) -> None:
    with pytest.raises(riftcheck.RiftcheckError) as refused:
        riftcheck.simulate(TEXT, games=1, opponent={"field": field}, date=DAY, cards=db)
    assert str(refused.value).startswith(says)


def test_a_field_has_nothing_beside_it_and_no_folder(db: CardDatabase) -> None:
    for opponent, says in (
        ({"field": [], "policy": "greedy"}, "An opponent that is a field has nothing but 'field'"),
        ("field:regionals", r"field:FOLDER is of the command line; here a field is \{"),
    ):
        with pytest.raises(riftcheck.RiftcheckError, match=says):
            riftcheck.simulate(TEXT, games=1, opponent=opponent, date=DAY, cards=db)


def test_an_opponent_by_name(db: CardDatabase) -> None:
    found = riftcheck.simulate(TEXT, games=3, opponent="removal", policy="greedy", date=DAY, cards=db).to_json()
    assert (found["run"]["opponent"]["kind"], found["run"]["opponent"]["preset"]) == ("scripted", "removal")


def test_what_was_counted_before_the_processes_failed_is_kept(
    monkeypatch: pytest.MonkeyPatch, db: CardDatabase
) -> None:
    player = ChunkPlayer(db)

    def play(job: Job, start: int, stop: int) -> PartialResult:
        if start >= CHUNK_GAMES:
            raise ExecutorFailedError("the workers are gone")
        return player.play(job, start, stop, math.inf)

    monkeypatch.setattr(simulation, "_executor", lambda *_: ChunkExecutor(partial(ThreadPoolExecutor, 1), play))
    with pytest.raises(
        riftcheck.CutShortError, match=r"The workers are gone\. Of 60 games the first 25 are counted"
    ) as caught:
        riftcheck.simulate(TEXT, games=60, seed=3, date=DAY, cards=db)
    assert isinstance(caught.value, riftcheck.RiftcheckError)
    kept = caught.value.result
    whole = riftcheck.simulate(TEXT, games=CHUNK_GAMES, seed=3, date=DAY, cards=db)
    assert kept.games == CHUNK_GAMES
    assert kept.won == whole.won
    assert kept.to_json()["flags"]["stopped"] == 60


@pytest.mark.parametrize(("policy", "opposite"), [("planner", "planner"), ("greedy", "greedy"), ("passive", "planner")])
def test_a_second_deck_is_played_as_well_as_the_first(policy: str, opposite: str, db: CardDatabase) -> None:
    found = riftcheck.simulate(TEXT, games=1, turns=1, opponent=TEXT, policy=policy, date=DAY, cards=db)
    assert found.to_json()["run"]["opponent"]["policy"] == opposite


def test_a_list_of_a_field_may_have_a_slash_in_its_name(db: CardDatabase) -> None:
    field = [{"name": name, "deck": TEXT} for name in ("Viktor", "Viktor/Mind", "Viktor/Order/Mind")]
    found = riftcheck.simulate(
        TEXT,
        games=6,
        turns=3,
        policy="greedy",
        opponent={"field": field},
        stop_when={"field/Viktor/Mind/all/won": 0.1},
        date=DAY,
        cards=db,
    )
    for one in found.to_json()["field"]:
        assert found.figure(f"field/{one['name']}/all/won").n == one["all"]["games"] == 2
