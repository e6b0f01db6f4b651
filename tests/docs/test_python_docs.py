"""docs/python.md against the code: its examples run, and it names all that a result and a report have."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import TYPE_CHECKING

import riftcheck
from riftcheck.facade.result import CardFigures
from tests.paths import ROOT

if TYPE_CHECKING:
    import pytest

PAGE = (ROOT / "docs" / "python.md").read_text("utf-8")
WORDS = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`\n]+)`", PAGE))))


def test_the_examples_run_one_after_another(capsys: pytest.CaptureFixture[str]) -> None:
    examples = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert len(examples) == 5
    names: dict[str, object] = {}
    for example in examples:
        exec(compile(example, "docs/python.md", "exec"), names)  # noqa: S102 (our own text)
    printed = capsys.readouterr().out
    assert printed.startswith("\N{MULTIPLICATION X} illegal\n  Standard Constructed on 2026-01-10, level high, ")
    assert "\nerror main-size " in printed
    assert "\nThere is no format 'standard'; there are constructed, " in printed
    assert re.search(r"\nplayer [01] has won in turn \d+\n", printed)


def test_every_public_name_and_attribute_stands_on_the_page() -> None:
    assert [name for name in riftcheck.__all__ if name not in WORDS] == []
    for kind in (riftcheck.Result, CardFigures, riftcheck.Figure):
        named = [one.name for one in fields(kind) if not one.name.startswith("_")]
        assert [name for name in named if name not in WORDS and name != "name"] == [], kind
