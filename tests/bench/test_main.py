"""Every benchmark that has a name can be run, and what needs the interpreted build says so."""

from __future__ import annotations

import importlib

import pytest

from bench import interpreter
from bench.__main__ import MODULES, main


def test_every_benchmark_has_a_module_that_runs_it() -> None:
    assert {name for name, path in MODULES.items() if callable(importlib.import_module(path).run)} == set(MODULES)


def test_a_benchmark_that_is_not_there_is_named() -> None:
    with pytest.raises(SystemExit, match="there is no benchmark nonsense; there are check, "):
        main(["nonsense"])


@pytest.mark.parametrize("flag", ["--calls", "--profile"])
def test_calls_are_not_counted_where_they_cannot_be_seen(flag: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreter, "is_compiled", lambda: True)
    with pytest.raises(SystemExit, match="run it interpreted"):
        main(["engine", flag])
