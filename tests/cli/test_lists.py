"""`riftcheck convert`, `stats`, `hand` and `diff`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from riftcheck.cli.terminal import percent
from riftcheck.decks.champion import read_champion
from riftcheck.decks.diff import diff
from riftcheck.decks.export import TARGETS, Target, export
from riftcheck.decks.resolve import resolve
from riftcheck.decks.stats import deck_stats, sample_hands
from riftcheck.decks.text import parse
from tests.cli.command_runs import CODE, LEGAL, run, run_json

if TYPE_CHECKING:
    from pathlib import Path

    from riftcheck.carddb import CardDatabase
    from riftcheck.decks.champion import ChampionReading


@pytest.fixture
def reading(db: CardDatabase) -> ChampionReading:
    return read_champion(resolve(parse(LEGAL, db).deck, db))


@pytest.mark.parametrize("target", TARGETS)
def test_convert_writes_what_export_says(reading: ChampionReading, db: CardDatabase, target: Target) -> None:
    result = run("convert", "-", "--to", target, stdin=LEGAL)
    assert result.exit_code == 0
    expected = export(reading.deck, target, db)
    content = json.loads(result.stdout) if target == "json" else result.stdout.rstrip("\n")
    assert content == (expected.content if target == "json" else str(expected.content).rstrip("\n"))
    assert result.stderr == "".join(f"Warning: {warning}\n" for warning in expected.warnings)


def test_a_code_comes_back_the_same() -> None:
    assert run("convert", CODE, "--to", "code").stdout == f"{CODE}\n"


def test_what_a_form_cannot_hold_is_a_warning_on_standard_error() -> None:
    result = run("convert", "-", "--to", "tts", stdin=f"{LEGAL}\nSideboard:\n2 Charm\n")
    assert result.exit_code == 0
    assert "Warning: " in result.stderr
    assert "Warning" not in result.stdout


def test_a_list_that_no_code_holds_is_refused() -> None:
    deck = {"legend": "Butcher of the Sands", "main": [{"name": "Cleave", "count": 99}] * 3}
    result = run("convert", "-", "--to", "code", stdin=json.dumps(deck))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "This list cannot be written as code: " in result.stderr


@pytest.mark.parametrize(("name", "copies"), [("constructed", 24), ("sealed", 25)])
def test_the_format_says_how_large_a_main_deck_is(name: str, copies: int) -> None:
    # 24 cards with the champion among them: a whole deck with a label, or one short of the 25 of sealed.
    text = "Champion:\n1 Renekton, Rage Fueled\nMain Deck:\n1 Renekton, Rage Fueled\n20 Inferna\n3 Cleave\n"
    deck = json.loads(run("convert", "-", "--to", "json", "--format", name, stdin=text).stdout)
    assert sum(entry["count"] for entry in deck["main"]) == copies


def test_stats_in_json_are_the_exact_ones(reading: ChampionReading) -> None:
    answer = run_json("stats", "-", "--json", "--turns", "3", stdin=LEGAL)
    assert (answer.pop("source"), answer.pop("format")) == ("-", "constructed")
    assert answer == deck_stats(reading.deck, reading.champion, turns=3).to_json()


def test_the_format_says_who_draws_how_much() -> None:
    seats = run_json("stats", "-", "--json", "--format", "casual-ffa4", stdin=LEGAL)["draws"]["cards_seen"]
    assert list(seats) == ["first", "between", "last"]


def test_stats_for_people() -> None:
    result = run("stats", "-", "--turns", "12", stdin=LEGAL)
    lines = result.stdout.splitlines()
    assert lines[0] == "-: 40 cards in the main deck, chosen champion Renekton, Rage Fueled."
    assert "Energy" in next(line for line in lines if line.startswith("Energy"))
    (inferna, *_) = [line for line in lines if line.startswith("Inferna")]
    # 3 of 39: not among the 5 cards seen by turn 1 with 36*35*34*33*32 / 39*38*37*36*35.
    assert inferna.split()[1:3] == ["3", str(round(100 * (1 - 34 * 33 * 32 / (39 * 38 * 37))))]
    assert "Shown are 10 turns; --json has all 12." in result.stdout
    assert max(map(len, lines)) <= 80


def test_stats_of_a_strange_list() -> None:
    deck = {"legend": "Nobody", "main": ["Nothing"]}
    result = run("stats", "-", stdin=json.dumps(deck))
    assert result.exit_code == 0
    assert "note: Not in the card database: Nothing." in " ".join(result.stdout.split())


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0.0, "0"), (0.0001, "<1"), (0.006, "1"), (0.5, "50"), (0.994, "99"), (0.9999, ">99"), (1.0, "100")],
)
def test_only_what_is_certain_is_shown_as_certain(value: float, shown: str) -> None:
    assert percent(value) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0.0, "0.00"), (0.00004, "<0.01"), (0.00006, "0.01"), (0.5, "50.00"), (0.99994, "99.99"), (0.99996, ">99.99"),
     (1.0, "100.00")],
)  # fmt: skip
def test_places_tell_more_apart(value: float, shown: str) -> None:
    assert percent(value, 2) == shown


def test_hands_of_a_seed(reading: ChampionReading) -> None:
    answer = run_json("hand", "-", "--seed", "7", "-n", "2", "--json", stdin=LEGAL)
    hands = [hand.to_json() for hand in sample_hands(reading.deck, reading.champion, seed=7, count=2)]
    assert answer == {"source": "-", "seed": 7, "hands": hands}


def test_hands_without_a_seed_tell_theirs() -> None:
    first = run("hand", "-", "-n", "2", stdin=LEGAL).stdout
    seed = first.splitlines()[0].removeprefix("Seed ")
    assert run("hand", "-", "--count", "2", "--seed", seed, stdin=LEGAL).stdout == first
    assert run("hand", "-", "-n", "2", stdin=LEGAL).stdout != first
    assert first.count("Hand ") == 2


@pytest.mark.parametrize(("option", "value"), [("--seed", "-1"), ("-n", "0"), ("-n", "1001")])
def test_hands_out_of_range_are_refused(option: str, value: str) -> None:
    assert run("hand", "-", option, value, stdin=LEGAL).exit_code == 2


def test_diff(tmp_path: Path, db: CardDatabase) -> None:
    other = LEGAL.replace("3 Noxus Hopeful", "2 Noxus Hopeful").replace("1 Ruin Runner", "2 Charm")
    path = tmp_path / "b.txt"
    path.write_text(other, encoding="utf-8")
    result = run("diff", CODE, str(path))
    assert result.exit_code == 0
    assert result.stdout.split("\n\n")[1].splitlines() == [
        "Main deck",
        "  + 2 Charm",
        "  - 1 Ruin Runner",
        "  - 1 Noxus Hopeful (3 to 2)",
    ]
    answer = run_json("diff", CODE, str(path), "--json")
    assert (answer.pop("a"), answer.pop("b")) == (CODE, str(path))
    a, b = (read_champion(resolve(parse(text, db).deck, db)) for text in (LEGAL, other))
    assert answer == diff(a.deck, b.deck).to_json()


def test_diff_of_the_same_cards_in_two_forms() -> None:
    result = run("diff", "-", CODE, stdin=LEGAL)
    assert result.exit_code == 0
    assert "hold the same cards." in " ".join(result.stdout.split())
    assert run_json("diff", "-", CODE, "--json", stdin=LEGAL)["same"] is True


def test_diff_tells_another_champion(tmp_path: Path) -> None:
    path = tmp_path / "b.txt"
    path.write_text(LEGAL.replace("1 Renekton, Rage Fueled", "1 Gangplank, Naval"), encoding="utf-8")
    shown = run("diff", CODE, str(path)).stdout
    assert "Chosen champion: Renekton, Rage Fueled becomes Gangplank, Naval" in shown


def test_diff_refuses_what_cannot_be_read() -> None:
    result = run("diff", CODE, "no-such-list")
    assert result.exit_code == 2
    assert "no-such-list cannot be read" in result.stderr


@pytest.mark.parametrize(
    "args", [("convert", "-", "--to", "text"), ("stats", "-"), ("runes", "-"), ("hand", "-"), ("diff", "-", CODE)]
)
def test_an_unknown_format_is_refused(args: tuple[str, ...]) -> None:
    result = run(*args, "--format", "standard", stdin=LEGAL)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "there is no format 'standard'" in result.stderr
