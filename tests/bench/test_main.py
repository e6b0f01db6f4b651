"""Every benchmark that has a name can be run, and what is stored is of those."""

from __future__ import annotations

import importlib
import json

import pytest

from bench.__main__ import MODULES, RESULTS, main


def test_every_benchmark_has_a_module_that_runs_it() -> None:
    assert {name for name, path in MODULES.items() if callable(importlib.import_module(path).run)} == set(MODULES)


def test_the_stored_results_are_of_the_benchmarks() -> None:
    assert json.loads(RESULTS.read_text("utf-8")).keys() == {"python", *MODULES}


def test_a_benchmark_that_is_not_there_is_named() -> None:
    with pytest.raises(SystemExit, match="there is no benchmark nonsense; there are check, "):
        main(["nonsense"])
