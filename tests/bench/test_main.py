"""Every benchmark that has a name can be run, and what is stored is of those."""

from __future__ import annotations

import importlib
import json

import pytest

from bench.__main__ import ALL, RESULTS, main


def test_every_benchmark_has_a_module_that_runs_it() -> None:
    assert {name for name in ALL if callable(importlib.import_module(f"bench.{name}").run)} == set(ALL)


def test_the_stored_results_are_of_the_benchmarks() -> None:
    assert json.loads(RESULTS.read_text("utf-8")).keys() == {"python", *ALL}


def test_a_benchmark_that_is_not_there_is_named() -> None:
    with pytest.raises(SystemExit, match="there is no benchmark nonsense; there are check, "):
        main(["nonsense"])
