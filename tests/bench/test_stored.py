"""What is found is kept with its interpreter, that of games by build; the page shows what is kept."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from bench import interpreter, page, stored
from bench.__main__ import MODULES, PAGE, main
from bench.simulation import real_lists
from tests.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

RATE = {"per_cpu_second": 1234.4}


def stored_figures() -> dict[str, Any]:
    """Return what two builds found, of one benchmark and of several."""
    plain = {"implementation": "CPython", "version": "3.11.7", "optimisations": [], "riftcheck": "interpreted"}
    compiled = plain | {"optimisations": ["pgo", "lto"], "riftcheck": "compiled"}
    return {
        "goldfish": {
            "interpreted": {"interpreter": plain, "passive": {"games": RATE, "run": RATE, "aim": 2000}},
            "compiled_on_optimised": {"interpreter": compiled, "passive": {"games": {"per_cpu_second": 31.25}}},
        },
        "curves": {
            "interpreted": {
                "interpreter": plain,
                "players": [
                    {"players": "2", "games_per_cpu_second": 90.5},
                    {"players": "2v2", "games_per_cpu_second": 40},
                ],
            }
        },
    }


def test_the_stored_results_are_of_the_benchmarks() -> None:
    assert stored.read().keys() == set(MODULES)


def test_the_stored_results_name_their_interpreter() -> None:
    for name, found in stored.read().items():
        builds = found if name in stored.BY_BUILD else {"": found}
        if name in stored.BY_BUILD:
            assert "interpreted" in builds
            assert builds.keys() <= set(interpreter.BUILDS)
        for build, figures in builds.items():
            assert figures["interpreter"].keys() == interpreter.described().keys()
            assert build.startswith(figures["interpreter"]["riftcheck"] if build else "")


def test_the_stored_games_a_second_are_those_that_are_promised() -> None:
    figures = stored.read()["goldfish"]["interpreted"]
    for kind in ("passive", "two_greedy"):
        loops = figures[kind]["games"]["loops_per_cpu_second"]
        assert figures[kind]["games"]["per_cpu_second"] * 121 / loops >= figures[kind]["at_least"]


def test_the_page_shows_what_is_stored() -> None:
    text = (ROOT / PAGE).read_text("utf-8")
    assert page.written(text, stored.read()) == text


def test_figures_of_games_are_kept_by_build_and_others_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results = tmp_path / "results.json"
    who = interpreter.described()
    for build, speed in (("compiled", 3), ("interpreted", 1), ("interpreted", 2)):
        monkeypatch.setattr(interpreter, "build", lambda named=build: named)
        stored.keep("goldfish", {"speed": speed}, results)
        stored.keep("check", {"speed": speed}, results)
    assert list(stored.read(results)["goldfish"].items()) == [
        ("interpreted", {"interpreter": who, "speed": 2}),
        ("compiled", {"interpreter": who, "speed": 3}),
    ]
    assert stored.read(results)["check"] == {"interpreter": who, "speed": 2}


def test_the_tables_show_builds_beside_each_other_with_aims() -> None:
    table = page.section(stored_figures())
    assert table.startswith(
        "| by processor time | interpreted | compiled_on_optimised |\n"
        "| --- | ---: | ---: |\n"
        "| goldfish games a second, passive | 1,234 (aim 2,000) | 31.25 |\n"
        "| counted, as in a run | 1,234 | not measured |\n"
    )
    assert "| games a second, players 2 | 90.5 | not measured |\n" in table
    assert "| games a second, players 2v2 | 40 | not measured |\n" in table
    assert table.endswith(
        "* `interpreted`: CPython 3.11.7, built without its optimisations; riftcheck interpreted\n"
        "* `compiled_on_optimised`: CPython 3.11.7, built with pgo and lto; riftcheck compiled\n"
    )


def test_a_page_without_marks_is_refused() -> None:
    with pytest.raises(ValueError, match="The page has no lines"):
        page.written("# Benchmarks\n", stored_figures())


def test_a_copy_of_the_tree_stores_into_the_tree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told, results = tmp_path / PAGE, tmp_path / "bench" / "results.json"
    for path in (told, results):
        path.parent.mkdir()
    told.write_text(f"before\n{page.BEGIN}{page.END}after\n", "utf-8")
    monkeypatch.setattr(real_lists, "run", lambda: {"median_per_second": 271.6})
    main(["real_lists", "--store", "--results", str(results)])
    assert stored.read(results)["real_lists"][interpreter.build()]["median_per_second"] == 271.6
    assert "of real lists, the median | 272 |\n" in told.read_text("utf-8")
    printed = json.loads(capsys.readouterr().out)
    assert (printed["build"], printed["real_lists"]) == (interpreter.build(), {"median_per_second": 271.6})
