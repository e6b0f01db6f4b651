"""`riftcheck runes`."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from riftcheck.cli.options import Refused
from riftcheck.cli.rune_games import RuneGames
from riftcheck.decks.champion import read_champion
from riftcheck.decks.resolve import resolve
from riftcheck.decks.stats import castability
from riftcheck.decks.text import parse
from tests.cli.command_runs import CODE, ILLEGAL, LEGAL, run, run_json
from tests.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from riftcheck.carddb import CardDatabase
    from riftcheck.carddb.model import Domain

LIST = ROOT / "tests/fixtures/lists/list-072.txt"


def without(text: str, title: str) -> str:
    """Return a list without one of its sections."""
    return "\n\n".join(part for part in text.split("\n\n") if not part.startswith(title))


def on_one_line(text: str) -> str:
    return " ".join(text.split())


def test_json_holds_the_exact_figures(db: CardDatabase) -> None:
    answer = run_json("runes", "-", "--json", stdin=LEGAL)
    assert (answer.pop("source"), answer.pop("format")) == ("-", "constructed")
    deck = read_champion(resolve(parse(LEGAL, db).deck, db)).deck
    assert answer == castability(deck, ("Fury", "Body")).to_json()


def test_for_people() -> None:
    result = run("runes", "-", stdin=LIST.read_text("utf-8"))
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "-: 40 cards, 12 runes of Fury and Chaos."
    assert max(map(len, lines)) <= 80
    text = on_one_line(result.stdout)
    assert "Best split: 6 Fury, 6 Chaos. 96.95 % of the cards are paid on curve, in the mean over the seats." in text
    assert "The list's own: 5 Fury, 7 Chaos, place 3 of 13, 96.45 %: 0.50 points behind the best." in text
    assert "power that was paid on an earlier turn put runes back under the rune deck" in text
    rows = [line.split() for line in lines]
    assert ["*", "5", "7", "95.62", "97.27", "96.45", "Get", "Excited!", "76;", "Seal", "of", "Rage", "76"] in rows
    assert [row[0] for row in rows if row and row[0] == "*"] == ["*"], "one split is marked"
    splits = [row for row in rows if len(row) > 4 and row[0].isdigit() and row[1].isdigit()]
    assert len(splits) == 12, "and all the others stand there"
    # 2 energy and 1 Fury power: 1 - C(6,2) / 66 = 77 % for the best split on the play, 1 - C(7,2) / 66 = 68 % for the
    # own; 1 - C(6,3) / 220 = 91 % and 1 - C(7,3) / 220 = 84 % on the draw.
    assert [row for row in rows if row[:2] == ["Get", "Excited!"]] == [
        ["Get", "Excited!", "3", "2", "1", "1", "77", "68"],
        ["Get", "Excited!", "3", "2", "1", "1", "91", "84"],
    ]


def test_a_list_whose_runes_are_best_hears_it() -> None:
    text = LIST.read_text("utf-8").replace("5 Fury Rune", "6 Fury Rune").replace("7 Chaos Rune", "6 Chaos Rune")
    shown = on_one_line(run("runes", "-", stdin=text).stdout)
    assert "The list's own: 6 Fury, 6 Chaos, place 1 of 13, 96.95 %: no split is better." in shown
    assert "turn best Chemtech" in shown, "and no second column of figures"


def test_ties_are_told() -> None:
    shown = on_one_line(run("runes", str(ROOT / "tests/fixtures/lists/list-068.txt")).stdout)
    assert (
        "Best split: 11 Mind, 1 Chaos; or 12 Mind (all 2 are equal). 100.00 % of the cards are paid on curve" in shown
    )
    assert "For the second player alone: 11 Mind, 1 Chaos; or 12 Mind; or 10 Mind, 2 Chaos." in shown


def test_the_format_says_who_channels_and_which_domains() -> None:
    table = run("runes", str(LIST), "--format", "casual-ffa4").stdout
    assert "(first and between player)" in table
    assert "(last player)" in table
    limited = run("runes", str(LIST), "--format", "sealed").stdout
    assert "Shown are the best 13 of 91 splits; --json has all." in limited
    assert len(run_json("runes", str(LIST), "--format", "sealed", "--json")["splits"]) == 91


def test_legality_is_not_judged_and_codes_are_read() -> None:
    assert run("runes", "-", stdin=ILLEGAL).exit_code == 0
    assert run_json("runes", CODE, "--json")["splits"] == run_json("runes", "-", "--json", stdin=LEGAL)["splits"]


def test_what_is_left_out_is_told() -> None:
    text = LEGAL.replace("5 Fury Rune", "4 Fury Rune").replace("1 Ruin Runner", "1 Radiant Newcomer")
    shown = on_one_line(run("runes", "-", stdin=text).stdout)
    assert "39 cards, 12 runes of Fury and Body." in shown
    assert "note: Not in the card database, so left out: Radiant Newcomer." in shown
    assert "note: The list has 11 known runes; a rune deck has 12, so none of the splits is its own." in shown
    assert "The list's own: 4 Fury, 7 Body, not a legal rune deck, " in shown
    assert "* 4 7 " in shown


def test_runes_of_other_domains_stand_in_the_row_of_the_list() -> None:
    text = LEGAL.replace("7 Body Rune", "7 Calm Rune")
    assert text != LEGAL
    shown = run("runes", "-", stdin=text).stdout
    assert next(line for line in shown.splitlines() if line.startswith("*")).split()[1:3] == ["5", "0"]
    assert "and 7 Calm" in next(line for line in shown.splitlines() if line.startswith("*"))


def test_a_list_without_runes_is_answered() -> None:
    result = run("runes", "-", stdin=without(LEGAL, "Rune Pool:"))
    assert result.exit_code == 0
    assert "note: The list has no runes, so no split is its own." in on_one_line(result.stdout)
    assert "The list's own" not in result.stdout


@pytest.mark.parametrize(
    "text",
    [
        without(LEGAL, "Legend:"),
        LEGAL.replace("1 Renekton, Butcher of the Sands", "1 Nobody of Nowhere"),
        LEGAL.replace("1 Renekton, Butcher of the Sands", "1 Renekton, Butcher of the Sands\n1 Jinx, Loose Cannon"),
    ],
    ids=["none", "unknown", "two"],
)
def test_a_list_without_one_legend_is_refused(text: str) -> None:
    result = run("runes", "-", stdin=text)
    assert (result.exit_code, result.stdout) == (2, "")
    expected = "-: the legend says of which domains the runes are, and the list has not exactly one known legend."
    assert expected in on_one_line(result.stderr)


def test_a_list_without_costs_is_refused() -> None:
    deck = {"legend": "Butcher of the Sands", "main": ["Nothing at All"], "runes": ["Fury Rune"]}
    result = run("runes", "-", stdin=json.dumps(deck))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "-: No card of the main deck has a known cost that 12 runes can pay." in on_one_line(result.stderr)


# --- games -----------------------------------------------------------------------------------------------------------

GAMES = ("--games", "30", "--seed", "4", "--policy", "greedy", "--jobs", "1", "--date", "2026-03-30")


def test_games_are_those_of_compare(tmp_path: Path) -> None:
    found = run_json("runes", str(LIST), *GAMES, "--json")
    played = found.pop("played")
    assert found == run_json("runes", str(LIST), "--json"), "the exact figures stay"
    assert (played["seed"], played["runes"]) == (4, {"a": {"Fury": 5, "Chaos": 7}, "b": {"Fury": 6, "Chaos": 6}})
    other = tmp_path / "other.txt"
    text = LIST.read_text("utf-8")
    other.write_text(text.replace("5 Fury Rune", "6 Fury Rune").replace("7 Chaos Rune", "6 Chaos Rune"), "utf-8")
    expected = run_json("compare", str(LIST), str(other), *GAMES, "--json")
    assert played["comparison"] == expected
    assert expected["paired"]
    assert any(one["changed"] for one in expected["differences"]), "the splits do not play alike"
    runes = [expected[side]["run"]["list"]["runes"] for side in "ab"]
    assert [Counter(names) for names in runes] == [{"Fury Rune": 5, "Chaos Rune": 7}, {"Fury Rune": 6, "Chaos Rune": 6}]
    assert sum(one != other for one, other in zip(*runes, strict=True)) == 1, "eleven runes stand alike"


def test_games_for_people() -> None:
    result = run("runes", "-", *GAMES, stdin=LIST.read_text("utf-8"))
    assert result.exit_code == 0
    text = on_one_line(result.stdout)
    assert "Best split: 6 Fury, 6 Chaos." in text
    assert "Played, seed 4: A is the list with 5 Fury, 7 Chaos; B has 6 Fury, 6 Chaos." in text
    assert "30 games, each game against the one with the same chances." in text


def test_the_best_split_is_played_against_the_next() -> None:
    text = LIST.read_text("utf-8").replace("5 Fury Rune", "6 Fury Rune").replace("7 Chaos Rune", "6 Chaos Rune")
    played = run_json("runes", "-", *GAMES, "--json", stdin=text)["played"]
    assert played["runes"] == {"a": {"Fury": 6, "Chaos": 6}, "b": {"Fury": 7, "Chaos": 5}}


def test_an_illegal_list_is_played_only_if_that_is_allowed() -> None:
    banned = [*GAMES[:-1], "2026-11-01"]
    refused = run("runes", str(LIST), *banned)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "--date 2026-03-30 plays it by the rules and bans of that day." in on_one_line(refused.stderr)
    played = run_json("runes", str(LIST), *banned, "--allow-illegal", "--json")["played"]
    assert "banned" in json.dumps(played["comparison"]["a"]["flags"])


@pytest.mark.parametrize(
    ("given", "named"),
    [(("--seed", "1"), "--seed"), (("--date", "2026-03-30"), "--date"), (("--allow-illegal",), "--allow-illegal")],
)
def test_options_of_games_ask_for_games(given: tuple[str, ...], named: str) -> None:
    result = run("runes", str(LIST), *given)
    assert (result.exit_code, result.stdout) == (2, "")
    expected = f"{named} says how games are played; ask for some with --games N."
    assert expected in on_one_line(result.stderr)


def test_games_are_of_constructed() -> None:
    result = run("runes", str(LIST), *GAMES, "--format", "sealed")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--games and --format sealed: games are compared in constructed only." in on_one_line(result.stderr)


def test_one_domain_leaves_nothing_to_play_against(db: CardDatabase) -> None:
    read = parse("Main Deck:\n3 Get Excited!\n\nRune Pool:\n12 Fury Rune\n", db)
    fury: tuple[Domain, ...] = ("Fury",)
    found = castability(resolve(read.deck, db), fury)
    with pytest.raises(Refused, match="mine: runes of one domain have one split; there is no other to play"):
        RuneGames("mine", read, found, {})
