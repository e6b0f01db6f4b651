"""`riftcheck play`: whole games through the terminal, what can be typed, what is refused, and what is never shown."""

from __future__ import annotations

import json
import re
import signal
import subprocess
from typing import TYPE_CHECKING

import pytest

from riftcheck.engine.model.rng import below, stream
from tests.cli.command_runs import command, environment, run
from tests.processes import PATIENCE, wait_until, waits
from tests.unwritten import SPELL, UNIT

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result


DECK = """\
Main Deck:
{main}

Battlefields:
1 Altar to Unity
1 Bandle Tree
1 Back-Alley Bar

Rune Pool:
6 Body Rune
6 Order Rune
"""
MAIN = ("13 Shipyard Skulker", "13 Vanguard Sergeant", "13 Mobilize")


@pytest.fixture
def deck(tmp_path: Path) -> str:
    return _written(tmp_path, *MAIN)


def _written(folder: Path, *main: str, name: str = "deck.txt", side: str = "") -> str:
    text = DECK.format(main="\n".join(main)) + (f"\nSideboard:\n{side}\n" if side else "")
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


def _play(*args: str, typed: tuple[str, ...] = (), code: int = 0, cards: Path | None = None) -> Result:
    laid = () if cards is None else ("--cards", str(cards))
    result = run(*laid, "play", *args, stdin="\n".join([*typed, ""]))
    assert result.exit_code == code, result.output
    return result


PASSING = ("",) * 4000


# --- whole games -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["duel", "ffa3", "ffa4", "2v2"])
def test_policies_play_while_one_reads_along(deck: str, mode: str) -> None:
    shown = _play(deck, "--watch", "--seed", "3", "--mode", mode).stdout
    assert re.search(r"^The game is over\. Players? \d.* wins? it\.$", shown, re.MULTILINE)
    assert "--- Turn 2, " in shown
    assert max(map(len, shown.splitlines())) <= 80
    assert shown.isascii()


def test_a_match_is_played_to_two_wins(deck: str) -> None:
    shown = _play(deck, "--watch", "--seed", "3", "--mode", "match").stdout
    assert shown.count("The match is over, ") == 1
    assert re.search(r"The match is over, (2 to [01]|[01] to 2) in games\. Player \d wins it\.", shown)
    assert "Game 2 of the match: Player" in shown


def test_the_same_seed_gives_the_same_game(deck: str) -> None:
    first, second, other = (_play(deck, "--watch", "--seed", seed).stdout for seed in ("5", "5", "6"))
    assert first == second != other


def test_without_a_seed_a_new_one_is_told(deck: str) -> None:
    seed = re.match(r"Seed (\d+)\.", _play(deck, typed=("quit",)).stdout)
    assert seed is not None
    assert _play(deck, "--seed", seed[1], typed=("quit",)).stdout.startswith(seed[0])


def test_a_person_plays_to_the_end(deck: str) -> None:
    """Ends every turn; the policy wins."""
    shown = _play(deck, "--seed", "3", typed=("", *("end turn",) * 40)).stdout
    assert "The game is over. Player 2 wins it." in shown
    assert "You draw " in shown
    assert "Player 2 draws a card" in shown


# --- answers ---------------------------------------------------------------------------------------------------------


def test_options_are_numbered_and_told_with_their_cost(deck: str) -> None:
    shown = _play(deck, "--seed", "3", typed=("", "end", "end", "end", "quit")).stdout
    assert re.search(r"^ 1\) Set aside ", shown, re.MULTILINE)
    assert "Enter: none of them" in shown
    assert re.search(r"^ \d\) Play Shipyard Skulker \(3 energy, 3 Might\)$", shown, re.MULTILINE)
    assert re.search(r"^ \d\) End the turn$", shown, re.MULTILINE)


@pytest.mark.parametrize("answer", ["1 2", "1,2", "2, 1", "mulligan ship; mulligan vang"])
def test_several_may_be_chosen(deck: str, answer: str) -> None:
    shown = _play(deck, "--seed", "12", typed=(answer, "log", "quit")).stdout
    assert "phase, what do you do?" in shown


def test_what_is_no_answer_is_told_and_asked_again(deck: str) -> None:
    typed = ("1 2 3", "9", "1 1", "dance", "mulligan", "none", "", "quit")
    shown = _play(deck, "--seed", "3", typed=typed).stdout
    for told in (
        "Choose 0 to 2 of the options; 3 were chosen.",
        "The options are numbered 1 to 4; there is no 9.",
        "One option was chosen twice.",
        'No option begins with "dance"; type its number, or ? for help.',
        '"mulligan" fits several options: ',
        "This question has no default; type the number of an option, or ? for help.",
    ):
        assert told in shown


# --- commands --------------------------------------------------------------------------------------------------------


def test_help_log_board_and_card(deck: str) -> None:
    shown = _play(deck, "--seed", "3", typed=("", "?", "log", "board", "card mobilize", "card xyzzy", "quit")).stdout
    assert "take your last answer back" in shown
    assert shown.count("Turn 2, main phase of player 1, 8 points win") == 2
    assert "Mobilize: Spell; Body; 2 energy" in shown
    assert "Channel 1 rune" in shown
    assert 'There is no card "xyzzy".' in shown
    assert shown.endswith("The game was left.\n")


def test_undo_takes_answers_back_to_the_first(deck: str) -> None:
    shown = _play(deck, "--seed", "3", typed=("1", "end", "undo", "undo", "undo", "quit")).stdout
    assert shown.count("Your last answer is taken back.") == 2
    assert "There is no answer of yours to take back." in shown
    questions = re.findall(r"^(Set cards aside|Main phase)", shown, re.MULTILINE)
    assert questions == ["Set cards aside", "Main phase", "Main phase", "Main phase", "Set cards aside"]


def test_what_is_done_again_after_undo_goes_the_same_way(deck: str) -> None:
    straight = _play(deck, "--seed", "3", typed=("", "end", "log", "quit")).stdout.split("log")[-1]
    back = _play(deck, "--seed", "3", typed=("", "end", "undo", "end", "log", "quit")).stdout.split("taken back.")[-1]
    assert re.findall(r"^---.*", straight, re.MULTILINE)[-3:] == re.findall(r"^---.*", back, re.MULTILINE)[-3:]
    tell = re.compile(r"^(?:---|You|Player).*", re.MULTILINE)
    assert tell.findall(straight)[-5:] == tell.findall(back)[-5:]


def test_conceding_loses(deck: str) -> None:
    assert "The game is over. Player 2 wins it." in _play(deck, "--seed", "3", typed=("concede",)).stdout
    left = _play(deck, "--seed", "3", "--mode", "ffa3", typed=("concede",)).stdout
    assert "You have left the game; the others would play on." in left


def test_a_game_that_is_saved_goes_on(deck: str, tmp_path: Path) -> None:
    kept = str(tmp_path / "game.json")
    typed = ("", "end", f"save {kept}", "end", "quit")
    straight = _play(deck, "--seed", "3", typed=typed).stdout.split("goes on with it.")[1]
    again = _play("--load", kept, typed=("end", "log", "quit")).stdout
    assert straight.strip().splitlines()[:3] == again[again.index(straight.strip().splitlines()[0]) :].splitlines()[:3]
    assert "--- Turn 1, " in again  # what was told before is in the log
    assert _play("--load", kept, typed=("quit",)).stdout.count("--- Turn 1, ") == 0


@pytest.mark.parametrize("typed", [("first", "", "end"), ("last", "", "end")])
def test_a_match_that_is_saved_goes_on(deck: str, tmp_path: Path, typed: tuple[str, ...]) -> None:
    kept = str(tmp_path / "match.json")
    mine = _match_seed()
    _play(deck, "--seed", mine, "--mode", "match", typed=(typed[0], "1", *typed[1:], f"save {kept}", "quit"))
    again = _play("--load", kept, typed=("concede match",)).stdout
    assert "The match is over, 0 to 1 in games. Player 2 wins it." in again


def _match_seed() -> str:
    """Return a seed under which the person chooses who goes first."""
    return str(next(seed for seed in range(20) if below(stream(seed, "designated"), 2) == 0))


def test_saving_writes_over_its_own_files_only(deck: str, tmp_path: Path) -> None:
    kept, other = tmp_path / "game.json", tmp_path / "other.json"
    other.write_text("[]", encoding="utf-8")
    typed = (f"save {kept}", f"save {kept}", f"save {other}", "save", f"save {tmp_path}/no/such.json", "quit")
    shown = " ".join(_play(deck, "--seed", "3", typed=typed).stdout.split())
    assert shown.count("goes on with it.") == 2
    assert "holds something else and is not written over." in shown
    assert "Type save and the name of a file." in shown
    assert "cannot be written:" in shown
    assert other.read_text("utf-8") == "[]"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"saved": "x"}, 'it does not say "saved"'),
        ({"more": 1}, "it is damaged: it does not hold what a saved game holds"),
        ({"seat": "one"}, "its seat is no number"),
        ({"seat": 7}, "it has no player 8"),
        ({"unsupported": "all"}, "refuse, skip, vanilla"),
        ({"story": [1]}, "its story is no list of lines"),
        ({"game": None}, "it must hold a game or a match"),
        ({"game": {"saved": "riftcheck game"}}, "cannot be played on"),
    ],
)
def test_a_file_that_is_no_saved_game_is_refused(
    deck: str, tmp_path: Path, change: dict[str, object], told: str
) -> None:
    kept = tmp_path / "game.json"
    _play(deck, "--seed", "3", typed=(f"save {kept}", "quit"))
    kept.write_text(json.dumps(json.loads(kept.read_text("utf-8")) | change), encoding="utf-8")
    result = _play("--load", str(kept), code=2)
    assert told in result.stderr
    assert "Traceback" not in result.output


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "null"])
def test_a_file_that_is_no_json_of_ours_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "game.json").write_text(text, encoding="utf-8")
    assert "is no saved game" in _play("--load", str(tmp_path / "game.json"), code=2).stderr
    assert "cannot be read" in _play("--load", str(tmp_path / "none.json"), code=2).stderr


# --- between the games of a match ------------------------------------------------------------------------------------


def test_between_games_cards_are_exchanged(tmp_path: Path) -> None:
    deck = _written(tmp_path, *MAIN, side="2 Charm\n1 Sabotage")
    seed = _match_seed()
    typed = ("first", "1", "", "concede")
    between = (
        "?",
        "in charm",
        "",
        "out ship",
        "out shipyard skulker",
        "dance",
        "clear",
        "out vang",
        "in sab",
        "list",
        "",
    )
    shown = _play(deck, "--seed", seed, "--mode", "match", typed=(*typed, *between, "last", "quit")).stdout
    assert "Game 1 is over; it stands 0 to 1." in shown
    assert "Cards are exchanged one for one: 0 go out and 1 come in." in shown
    assert "out: Shipyard Skulker; Shipyard Skulker. in: Charm." in shown
    assert "That is nothing to do here; ? for help." in shown
    assert "out: Vanguard Sergeant. in: Sabotage." in shown
    assert "Game 2: do you want to go first?" in shown
    assert "Game 2 of the match: Player 2 goes first." in shown


def test_the_sideboard_is_no_part_of_a_duel(tmp_path: Path, unwritten_folder: Path) -> None:
    deck = _written(tmp_path, *MAIN, side=f"1 {SPELL}")
    _play(deck, typed=("quit",), cards=unwritten_folder)
    assert SPELL in _play(deck, "--mode", "match", code=2, cards=unwritten_folder).stderr


# --- lists -----------------------------------------------------------------------------------------------------------


def test_lists_are_the_seats_in_order_and_go_around(tmp_path: Path) -> None:
    one, two = _written(tmp_path, "39 Mobilize", name="a.txt"), _written(tmp_path, "39 Vanguard Sergeant", name="b.txt")
    shown = _play(one, two, typed=("quit",)).stdout
    assert shown.count("Set aside Mobilize") == 4
    four = _play(one, two, "--mode", "2v2", "--watch", "--seed", "1").stdout
    players = {int(number) for number in re.findall(r"^Player (\d) plays Vanguard Sergeant", four, re.MULTILINE)}
    assert players <= {2, 4}
    assert players


@pytest.mark.parametrize(
    ("args", "told"),
    [
        ((), "Give a LIST to play with"),
        (("{deck}",) * 3, "duel is played by 2 players; 3 lists were given."),
        (("-",), "standard input is where your answers come from"),
        (("-", "-", "--watch"), "Standard input can be read once"),
        (("{deck}", "--load", "x"), "--load goes on with a saved game; it takes no LIST"),
        (("no-such-file",), "no-such-file cannot be read"),
    ],
)
def test_what_cannot_be_started_ends_with_2(deck: str, args: tuple[str, ...], told: str) -> None:
    result = _play(*(arg.format(deck=deck) for arg in args), code=2)
    assert told in " ".join(result.stderr.split())
    assert result.stdout == ""


def test_a_list_comes_from_a_pipe_where_nobody_answers() -> None:
    text = DECK.format(main="\n".join(MAIN))
    result = run("play", "-", "--watch", "--seed", "3", stdin=text)
    assert result.exit_code == 0
    assert "The game is over." in result.stdout


def test_a_list_with_an_unknown_card_is_refused(tmp_path: Path) -> None:
    deck = _written(tmp_path, *MAIN, "1 No Such Card", "1 Body Rune")
    told = _play(deck, code=2).stderr
    assert "No Such Card (line 5) cannot be played: there is no such card." in told


def test_a_match_needs_three_battlefields(tmp_path: Path) -> None:
    path = tmp_path / "deck.txt"
    path.write_text(DECK.format(main="\n".join(MAIN)).replace("1 Bandle Tree\n", ""), encoding="utf-8")
    told = _play(str(path), "--mode", "match", code=2).stderr
    assert "a match needs 3 battlefields in each deck; deck 1 has 2" in told
    _play(str(path), typed=("quit",))


# --- cards that cannot be executed -----------------------------------------------------------------------------------


def test_cards_that_cannot_be_executed_are_refused_with_the_reason(tmp_path: Path, unwritten_folder: Path) -> None:
    deck = _written(tmp_path, *MAIN, f"1 {UNIT}", f"1 {SPELL}")
    told = " ".join(_play(deck, code=2, cards=unwritten_folder).stderr.split())
    for name in (UNIT, SPELL):
        assert re.search(rf"{re.escape(name)}: \w+", told)
    assert "--unsupported skip never lets them be played" in told


@pytest.mark.parametrize("how", ["skip", "vanilla"])
def test_what_stands_in_marks_the_game(tmp_path: Path, unwritten_folder: Path, how: str) -> None:
    deck = _written(tmp_path, *MAIN, f"1 {UNIT}", f"1 {SPELL}")
    kept = tmp_path / "game.json"
    typed = ("", f"card {UNIT}", f"card {SPELL}", f"save {kept}", "quit")
    shown = _play(deck, "--unsupported", how, typed=typed, cards=unwritten_folder).stdout
    one_line = " ".join(shown.split())
    if how == "skip":
        assert f"NOT BY THE BOOK: never playable: {UNIT}; {SPELL}" in one_line
        assert one_line.count("it can never be played, and does nothing") == 2
    else:
        assert f"NOT BY THE BOOK: never playable: {SPELL} NOT BY THE BOOK: cost and Might only: {UNIT}" in one_line
        assert "it stands as its cost and Might only" in one_line
    assert "NOT BY THE BOOK: of these cards, " in one_line
    assert "NOT BY THE BOOK" in _play("--load", str(kept), typed=("quit",), cards=unwritten_folder).stdout


# --- what is never shown ---------------------------------------------------------------------------------------------


def test_nothing_of_the_other_hand_is_shown(tmp_path: Path) -> None:
    """What is in the other list stays unknown until it is played."""
    mine = _written(tmp_path, "39 Mobilize", name="mine.txt")
    theirs = _written(tmp_path, "39 Playful Phantom", name="theirs.txt")
    shown = _play(mine, theirs, "--seed", "3", typed=("", "log", "board", "end", "log", "board", "quit")).stdout
    assert "Playful Phantom" not in shown
    assert "Player 2: 0 points, " in shown


# --- as a shell runs it ----------------------------------------------------------------------------------------------


def test_control_c_ends_with_130(deck: str) -> None:
    with subprocess.Popen(
        command("play", deck, "--seed", "3"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(PYTHONUNBUFFERED="1"),
        text=True,
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("Enter: "):
                break
        wait_until(lambda: waits(process.pid))
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 130
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()


@pytest.mark.parametrize("typed", ["", "\n", "\udcff\n"])
def test_the_end_of_the_input_leaves_in_order(deck: str, typed: str) -> None:
    done = subprocess.run(
        command("play", deck, "--seed", "3"),
        input=typed.encode("utf-8", "surrogateescape"),
        capture_output=True,
        env=environment(PYTHONIOENCODING="ascii"),
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.endswith(b"There is no more input; the game was left.\n")
    assert done.stdout.isascii()
