"""`riftcheck play` as a person meets it: narrow terminals, keys that end things, files that hold every hand."""

from __future__ import annotations

import json
import os
import pty
import select
import stat
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from riftcheck.cli.main import app
from tests.cli.command_runs import command, environment, run
from tests.processes import PATIENCE, wait_until, waits

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from click.testing import Result

DECK = """\
Main Deck:
13 Shipyard Skulker
13 Vanguard Sergeant
13 Mobilize

Battlefields:
1 Altar to Unity
1 Bandle Tree
1 Back-Alley Bar

Rune Pool:
6 Body Rune
6 Order Rune
"""
# Makes standard input the terminal whose keys reach the process, and becomes the command.
TAKES_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""
INTERRUPT, END_OF_INPUT = b"\x03", b"\x04"


@pytest.fixture
def deck(tmp_path: Path) -> str:
    (tmp_path / "deck.txt").write_text(DECK, encoding="utf-8")
    return str(tmp_path / "deck.txt")


def _play(*args: str, typed: tuple[str, ...] = ("quit",), code: int = 0) -> Result:
    result = run("play", *args, stdin="\n".join([*typed, ""]))
    assert result.exit_code == code, result.output
    return result


# --- narrow terminals ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", [40, 64, 80])
def test_everything_fits_the_terminal(deck: str, monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    typed = ("?", "1", "board", "card mobilize", "end", "end", "end", "log", "?", "quit")
    shown = _play(deck, "--seed", "3", typed=typed).stdout
    assert max(map(len, shown.splitlines())) <= columns
    assert "  save FILE  keep the game in a file" in shown
    # Cards in hand are broken where the line is full, and not again where the engine's own line would have been.
    hands = [line for line in shown.splitlines() if line.startswith("  hand: ")]
    assert hands
    lines = shown.splitlines()
    for place, line in enumerate(lines):
        following = lines[place + 1] if place + 1 < len(lines) else ""
        if line in hands and following.startswith("    "):
            assert len(line) + 1 + len(following.split(";")[0].strip()) >= columns


@pytest.mark.parametrize("columns", [40, 52, 63, 80])
def test_the_help_of_every_command_fits_the_terminal(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    names = [[], *([name] for name in app.lazy), *(["cards", name] for name in ("search", "show", "sync", "lint"))]
    assert ["play"] in names
    for name in names:
        shown = run(*name, "--help").stdout
        assert shown.startswith("Usage: ")
        # What stands in one word, such as a choice of values, is never broken.
        long = [line for line in shown.splitlines() if len(line) > columns and " " in line.strip()]
        assert not [line for line in long if not line.strip().startswith("--")], name


def test_narrow_help_stands_below_its_option(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    shown = run("play", "--help").stdout
    assert "  --mode [duel|match|ffa3|ffa4|2v2]\n              The mode of play." in shown
    assert "    riftcheck play mine.txt theirs.txt\n        --mode match --seed 7\n" in shown


# --- keys that end things --------------------------------------------------------------------------------------------


class _Person:
    """Somebody at a terminal."""

    def __init__(self, *args: str) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-c", TAKES_TERMINAL, *command("play", *args)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment(TERM="dumb", COLUMNS="80", NO_COLOR="1"),
            start_new_session=True,
        )
        os.close(slave)
        self.seen = b""

    def read(self, until: bytes) -> bytes:
        """Read until something was shown, or to the end."""
        while until not in self.seen or not until:
            if not select.select([self.master], [], [], PATIENCE)[0]:
                pytest.fail(f"{until!r} was not shown: {self.seen!r}")
            try:
                got = os.read(self.master, 65_536)
            except OSError:  # nobody is at the other end any more
                got = b""
            if not got:
                break
            self.seen += got
        return self.seen

    def type(self, keys: bytes) -> None:
        """Press keys once the program reads: Python has shown its prompt for a moment before it does."""
        wait_until(lambda: waits(self.process.pid))
        os.write(self.master, keys)


@pytest.fixture
def person(deck: str) -> Iterator[_Person]:
    one = _Person(deck, "--seed", "3")
    try:
        yield one
    finally:
        one.process.kill()
        one.process.wait()
        os.close(one.master)


def test_a_game_at_a_terminal_asks_with_a_prompt(person: _Person) -> None:
    assert person.read(b"> ").endswith(b"Enter: none of them\r\n> ")
    person.type(b"quit\n")
    assert person.read(b"").endswith(b"> quit\r\nThe game was left.\r\n")
    assert person.process.wait(PATIENCE) == 0


def test_control_c_at_a_prompt_leaves_a_clean_line(person: _Person) -> None:
    person.read(b"\r\n> ")
    person.type(INTERRUPT)
    assert person.read(b"").endswith(b"> ^C\r\n")
    assert person.process.wait(PATIENCE) == 130


def test_control_d_at_a_prompt_leaves_in_order(person: _Person) -> None:
    person.read(b"\r\n> ")
    person.type(END_OF_INPUT)
    shown = person.read(b"").replace(b"^D\b\b", b"")
    assert shown.endswith(b"> \r\nThere is no more input; the game was left.\r\n")
    assert person.process.wait(PATIENCE) == 0


def test_a_closed_standard_input_is_an_end_of_input(deck: str) -> None:
    line = " ".join([*command("play", deck, "--seed", "3"), "<&-"])
    done = subprocess.run(["sh", "-c", line], env=environment(), capture_output=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.endswith(b"There is no more input; the game was left.\n")


# --- files that hold every hand --------------------------------------------------------------------------------------


def test_nobody_else_may_read_a_saved_game(deck: str, tmp_path: Path) -> None:
    kept = tmp_path / "game.json"
    old = os.umask(0o022)
    try:
        _play(deck, "--seed", "3", typed=(f"save {kept}", "quit"))
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
        kept.chmod(0o644)
        _play(deck, "--seed", "3", typed=(f"save {kept}", "quit"))
    finally:
        os.umask(old)
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir() if path.name != "deck.txt"] == ["game.json"]
    _play("--load", str(kept))


def test_a_link_to_a_saved_game_stays_one(deck: str, tmp_path: Path) -> None:
    kept, link = tmp_path / "game.json", tmp_path / "link.json"
    _play(deck, "--seed", "3", typed=(f"save {kept}", "quit"))
    before = kept.read_bytes()
    link.symlink_to(kept)
    _play(deck, "--seed", "4", typed=(f"save {link}", "quit"))
    assert link.is_symlink()
    assert kept.read_bytes() != before


def test_home_is_known_and_what_is_no_file_is_not_written(
    deck: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    os.mkfifo(tmp_path / "pipe")
    typed = ("save ~/game.json", "save ~/pipe", "save ~", f"save {'x' * 300}", "save a\0b", "quit")
    shown = " ".join(_play(deck, "--seed", "3", typed=typed).stdout.split())
    assert "The game is kept in ~/game.json; riftcheck play --load goes on with it." in shown
    assert "~/pipe holds something else and is not written over." in shown
    assert "~ holds something else and is not written over." in shown
    assert shown.count("cannot be written: ") == 2
    assert (tmp_path / "game.json").is_file()
    assert "Errno" not in shown


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("format",), 2, "another version saved it, in format 2; this one reads format 1."),
        (("format",), "1", "it is damaged: it does not hold what a saved game holds."),
        (("game", "format"), 2, "this game was saved in format 2, and this version reads format 1."),
        (("game", "rules"), "9.9", "this game was saved with rules '9.9'; the known versions are"),
        (("game", "names", 0, 1), 1, "this game was saved with other card data: "),
        (("game", "turns_left"), 1, "this saved game has a part that no saved game has: 'turns_left'."),
        (("game", "board"), 1, "this saved game cannot be read: `board`"),
    ],
)
def test_a_save_of_another_version_is_refused_with_a_sentence(
    deck: str, tmp_path: Path, path: tuple[str | int, ...], value: object, told: str
) -> None:
    kept = tmp_path / "game.json"
    _play(deck, "--seed", "3", typed=(f"save {kept}", "quit"))
    document = json.loads(kept.read_text("utf-8"))
    inner = document
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    kept.write_text(json.dumps(document), encoding="utf-8")
    result = _play("--load", str(kept), code=2)
    assert told in " ".join(result.stderr.split())
    assert result.stderr.startswith(f"Error: {kept} ")
    assert result.stdout == ""


def test_a_match_of_another_version_is_refused_with_a_sentence(deck: str, tmp_path: Path) -> None:
    kept = tmp_path / "match.json"
    _play(deck, "--seed", "3", "--mode", "match", typed=("1", f"save {kept}", "quit"))
    document = json.loads(kept.read_text("utf-8"))
    document["match"]["format"] = 99
    kept.write_text(json.dumps(document), encoding="utf-8")
    assert "this saved match is damaged, or not of format" in _play("--load", str(kept), code=2).stderr
