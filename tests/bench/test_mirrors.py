"""Mirror play: what docs say of it is what is stored, of the lists that are named."""

from __future__ import annotations

from bench import stored
from bench.simulation import mirrors
from tests.paths import ROOT

PROMISED = 60


def test_the_table_of_the_docs_is_what_was_found() -> None:
    page = (ROOT / "docs" / "goldfish.md").read_text("utf-8")
    found = stored.read()["mirrors"]["lists"]
    assert tuple(found) == mirrors.LISTS
    for number, one in found.items():
        cells = [f"{number}, {one['legend']}"]
        for mine, theirs, games in mirrors.PAIRS:
            rate = one[f"{mine}_over_{theirs}"]
            assert rate["games"] == games
            cells.append(f"{rate['value']} ({rate['low']} to {rate['high']})")
        assert f"| {' | '.join(cells)} |" in page


def test_the_planner_wins_what_is_promised() -> None:
    rates = [one["planner_over_greedy"]["low"] for one in stored.read()["mirrors"]["lists"].values()]
    assert sum(low >= PROMISED for low in rates) >= 8


def test_the_lists_are_of_different_legends_but_for_one() -> None:
    legends = [one["legend"] for one in stored.read()["mirrors"]["lists"].values()]
    assert len(set(legends)) >= 9
