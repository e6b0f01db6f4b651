"""The comparison of two builds: whatever differs is named, and ends it with 1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from tests.compilation.same_bytes import DifferenceError, compare, main

if TYPE_CHECKING:
    from pathlib import Path

# A tree whose record is one file and whatever build it says it is.
RECORDER: Final = """
import sys
from pathlib import Path
Path(sys.argv[2]).mkdir()
Path(sys.argv[2], "game.json").write_text({text!r})
sys.stdout.write({build!r})
sys.exit({code})
"""


def tree(folder: Path, build: str, text: str = "same", code: int = 0) -> str:
    package = folder / "tests" / "compilation"
    package.mkdir(parents=True)
    for name in (package.parent / "__init__.py", package / "__init__.py"):
        name.touch()
    (package / "same_bytes.py").write_text(RECORDER.format(build=build, text=text, code=code), "utf-8")
    return str(folder)


def records(folder: Path, **texts: str) -> Path:
    for name, text in texts.items():
        path = folder / "kind" / f"{name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def test_the_same_records_are_counted(tmp_path: Path) -> None:
    one, other = records(tmp_path / "one", a="1", b="2"), records(tmp_path / "other", a="1", b="2")
    assert compare(one, other) == 2


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        ({"a": "1", "b": "20"}, "kind/b.json differs from byte 1 on:\n  b'2'\n  b'20'"),
        ({"a": "x", "b": "2"}, "kind/a.json differs from byte 0 on"),
        ({"a": "1"}, "no record of: kind/b.json"),
        ({"a": "1", "b": "2", "c": "3"}, "no record of: kind/c.json"),
    ],
)
def test_what_differs_is_named(tmp_path: Path, texts: dict[str, str], said: str) -> None:
    one, other = records(tmp_path / "one", a="1", b="2"), records(tmp_path / "other", **texts)
    with pytest.raises(DifferenceError) as raised:
        compare(one, other)
    assert said in str(raised.value)


def test_nothing_is_not_the_same_as_nothing(tmp_path: Path) -> None:
    with pytest.raises(DifferenceError, match="no record of: everything"):
        compare(tmp_path, tmp_path)


def test_two_trees_are_recorded_and_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([tree(tmp_path / "one", "interpreted"), tree(tmp_path / "other", "compiled")]) == 0
    assert capsys.readouterr().out == "1 records of the two builds are the same bytes.\n"


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (("compiled", "other", 0), "game.json differs from byte 0"),
        (("interpreted", "same", 0), "other is interpreted; it should be compiled."),
        (("compiled", "same", 3), "could not be recorded"),
    ],
)
def test_a_tree_that_differs_or_is_not_compiled_ends_with_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], other: tuple[str, str, int], said: str
) -> None:
    words = [tree(tmp_path / "one", "interpreted"), tree(tmp_path / "other", *other)]
    assert main(words) == 1
    assert said in capsys.readouterr().err
