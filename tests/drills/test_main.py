"""Every drill has a module, and only a drill that holds is stored."""

from __future__ import annotations

import importlib
import json
from typing import TYPE_CHECKING, Any

import pytest

from bench import interpreter, stored
from bench.__main__ import MODULES as BENCHMARKS
from drills import cluster
from drills.__main__ import MODULES, RESULTS, main

if TYPE_CHECKING:
    from pathlib import Path


def test_every_drill_has_a_module_that_runs_it() -> None:
    assert {name for name, path in MODULES.items() if callable(importlib.import_module(path).run)} == set(MODULES)
    assert MODULES.keys().isdisjoint(BENCHMARKS)


def test_an_unknown_drill_is_rejected() -> None:
    with pytest.raises(SystemExit, match="there is no drill nonsense, server; there are games, blunders, "):
        main(["nonsense", "crowd", "server"])


def test_the_stored_results_are_those_of_the_drills() -> None:
    found = stored.read(RESULTS)
    assert found.keys() == set(MODULES)
    assert all(one["interpreter"].keys() == interpreter.described().keys() for one in found.values())


def test_a_drill_that_holds_is_stored_and_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    results = tmp_path / "results.json"
    monkeypatch.setattr(cluster, "run", lambda: {"same_result": True})
    main(["cluster"])
    assert not results.exists()
    main(["cluster", "--store", "--results", str(results)])
    assert stored.read(results) == {"cluster": {"interpreter": interpreter.described(), "same_result": True}}
    first, second = capsys.readouterr().out.split("}\n{")
    assert json.loads(first + "}") == json.loads("{" + second)
    assert json.loads(first + "}")["cluster"] == {"same_result": True}


def test_a_drill_that_does_not_hold_is_not_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run() -> dict[str, Any]:
        raise SystemExit("cluster: another result")

    results = tmp_path / "results.json"
    monkeypatch.setattr(cluster, "run", run)
    with pytest.raises(SystemExit, match="another result"):
        main(["cluster", "--store", "--results", str(results)])
    assert not results.exists()
