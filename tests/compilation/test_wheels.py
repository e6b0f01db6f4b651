"""The wheels of a machine: which Pythons get one, and that one that is not what it should be is refused."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from compilation import wheels
from compilation.wheels import WheelError, pythons, try_wheel


def python(folder: Path, name: str, answer: str, code: int = 0) -> Path:
    """Write a program that answers as a Python does, or fails as a shim of another version does."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\necho '{answer}'\nexit {code}\n", "utf-8")
    path.chmod(0o755)
    return path


def test_the_first_of_each_version_gets_a_wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second, pyenv = tmp_path / "first", tmp_path / "second", tmp_path / "pyenv" / "versions" / "3.13.0" / "bin"
    python(first, "python3.11", '["cpython", [3, 11], "/one"]')
    python(first, "python3.12", "", 127)
    python(first, "python3.10", '["cpython", [3, 10], "/old"]')
    python(first, "python3.11-config", '["cpython", [3, 14], "/config"]')
    python(second, "python3.11", '["cpython", [3, 11], "/two"]')
    python(second, "python3.12", '["pypy", [3, 12], "/other"]')
    python(pyenv, "python3.13", '["cpython", [3, 13], "/pyenv"]')
    monkeypatch.setenv("PATH", f"{first}:{second}")
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    assert pythons() == {(3, 11): Path("/one"), (3, 13): Path("/pyenv")}


@pytest.mark.parametrize(
    ("told", "played", "said"),
    [
        ("riftcheck 1 (interpreted)\n", {"games": 1}, "says 'riftcheck 1 (interpreted)'; it should be compiled"),
        ("riftcheck 1 (compiled)\n", {"games": 2}, "counts other games"),
    ],
)
def test_a_wheel_that_is_interpreted_or_counts_otherwise_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: str, played: dict[str, Any], said: str
) -> None:
    monkeypatch.setattr(wheels, "_run", lambda _, *__, what: told if what else "")
    monkeypatch.setattr(wheels, "counted", lambda _: played)
    with pytest.raises(WheelError) as raised:
        try_wheel(Path(sys.executable), Path("riftcheck.whl"), tmp_path, {"games": 1})
    assert said in str(raised.value)


def test_a_python_that_lacks_something_is_told_and_the_others_get_theirs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def build(python: Path, _: Path) -> Path:
        if python.name == "bare":
            raise WheelError(f"{python} cannot build a wheel: No module named pip")
        return wheels.ROOT / "dist" / f"{python.name}.whl"

    monkeypatch.setattr(wheels, "DIST", tmp_path)
    monkeypatch.setattr(wheels, "pythons", lambda: {(3, 11): Path("bare"), (3, 12): Path("whole")})
    monkeypatch.setattr(wheels, "counted", lambda _: {})
    monkeypatch.setattr(wheels, "build_wheel", build)
    monkeypatch.setattr(wheels, "try_wheel", lambda *_: None)
    assert wheels.main() == 1
    shown = capsys.readouterr()
    assert shown.err == "Python 3.11: no wheel. bare cannot build a wheel: No module named pip\n"
    assert shown.out == "Python 3.12: dist/whole.whl is compiled and counts the same games.\n"
