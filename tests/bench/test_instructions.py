"""Instructions of a game: what further games take, whatever the start takes; without valgrind it is said."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from bench import instructions

if TYPE_CHECKING:
    from collections.abc import Callable

START = 12_000_000
A_GAME = 2_500


def told_by(text: Callable[[list[str]], str], code: int = 0) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Return what stands in for valgrind: it ends with a code, and with what is told of a command."""

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(command, code, "", text(command))

    return run


def test_only_further_games_count(monkeypatch: pytest.MonkeyPatch) -> None:
    told = told_by(lambda command: f"==7== I   refs:      {START + A_GAME * int(command[-1]):,}\n")
    monkeypatch.setattr(subprocess, "run", told)
    assert instructions.a_game("passive") == A_GAME
    monkeypatch.setattr("shutil.which", lambda _: "/bin/valgrind")
    assert instructions.run() == {kind: {"thousands_a_game": 2} for kind in instructions.LENGTHS}


@pytest.mark.parametrize(("text", "code"), [("no such module", 1), ("I refs: 7", 1), ("nothing was counted", 0)])
def test_what_fails_is_told(monkeypatch: pytest.MonkeyPatch, text: str, code: int) -> None:
    monkeypatch.setattr(subprocess, "run", told_by(lambda _: text, code))
    with pytest.raises(SystemExit, match=f"could not count the games of passive:\n{text}"):
        instructions.counted("passive", 1)


def test_without_valgrind_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _: None)
    with pytest.raises(SystemExit, match="valgrind, which is not installed"):
        instructions.run()


@pytest.mark.parametrize("kind", instructions.LENGTHS)
def test_the_program_plays_each_kind(kind: str) -> None:
    instructions.play(kind, 1)
