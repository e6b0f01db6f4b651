"""The prose check: how texts are read, and what it reports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import yaml

from prose import __main__ as check
from prose.extract import KINDS, texts_of
from prose.textlint import Message
from tests.paths import ROOT

if TYPE_CHECKING:
    import pytest

# Texts that are not rewritten yet, by kind. These numbers are only lowered.
MOST_UNWRITTEN: Final = {"docs": 741, "messages": 134, "names": 176}


def test_a_text_is_read_by_kind_with_its_lines() -> None:
    source = '"""Return one."""\n\n# Why it is\n# so.\nx = f"It has {n} cards."\n'
    assert texts_of("decks/x.py", source) == {
        "docs": [(1, "Return one."), (1, ""), (3, ""), (3, "Why it is"), (4, "so.")],
        "messages": [(5, "It has `x` cards."), (5, "")],
    }
    assert texts_of("tests/x.py", "def test_a_b(): x = 'no message'") == {"names": [(1, "test a b"), (1, "")]}


def test_a_message_is_an_error_unless_its_file_is_listed_or_it_is_an_exception() -> None:
    message = Message(3, "told", "'told' is banned: write 'reported'")
    found = {("docs", "a.md"): [message]}
    none: dict[str, list[str]] = {kind: [] for kind in KINDS}
    listed = none | {"docs": ["a.md"]}
    exception = {"path": "a.md", "words": "told", "reason": "A quotation."}
    assert list(check.errors(found, none, [])) == ["a.md:3: 'told' is banned: write 'reported'"]
    assert list(check.errors(found, listed, [])) == []
    assert list(check.errors(found, none | {"messages": ["a.md"]}, [])) == [
        "a.md:3: 'told' is banned: write 'reported'",
        "prose/unwritten.yaml: a.md is clean: remove it from messages (RIFTCHECK_WRITE=1 make prose)",
    ]
    assert list(check.errors(found, none, [exception])) == []
    assert list(check.errors(found, none, [exception | {"reason": " "}])) == [
        "a.md:3: 'told' is banned: write 'reported'"
    ]
    assert list(check.errors({}, none, [exception])) == [
        "prose/exceptions.yaml: a.md does not contain 'told' any more: remove the exception"
    ]
    many = [exception | {"words": str(number)} for number in range(check.MOST_EXCEPTIONS + 1)]
    assert "prose/exceptions.yaml: 31 exceptions, at most 30 are allowed" in list(check.errors({}, none, many))


def test_without_textlint_the_check_is_skipped_and_fails_in_ci(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(check, "is_installed", lambda: False)
    monkeypatch.delenv("RIFTCHECK_CI", raising=False)
    assert check.main() == 0
    assert capsys.readouterr().out == f"{check.SKIPPED}\n"
    monkeypatch.setenv("RIFTCHECK_CI", "1")
    assert check.main() == 1


def test_the_list_of_unwritten_texts_only_shrinks() -> None:
    listed = yaml.safe_load((ROOT / "prose/unwritten.yaml").read_text("utf-8"))
    assert {kind: len(paths) for kind, paths in listed.items() if len(paths) > MOST_UNWRITTEN[kind]} == {}
    assert all(paths == sorted(set(paths)) for paths in listed.values())
