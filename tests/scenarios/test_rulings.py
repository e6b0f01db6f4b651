"""Every ruling of the collection that the engine is held to has its scenario, or a reason why not."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import yaml

from riftcheck.scenario.format.reader import scenario_files
from tests.scenarios.files import scenarios_of

HERE: Final = Path(__file__).parent / "rulings"
# The numbers of the rulings by chapter: B setup and turn, C playing, D targets, E chain, F combat, G scoring,
# H keywords, I hidden, J decks that run out, K more than two players.
ROWS: Final = {
    "B": "02 03 05 06 08 09 11 12 14 15 17 18",
    "C": "01 02 04 05 07 08 10 11 13 14 16 17 19 20 22 23 25 26 28 29 31 32 34 35",
    "D": "01 02 04 05 07 08 10 11 13 14 16 17 19 20 22 23 25 26 28 29 31 32 34 35 37 38 40 41 43",
    "E": "01 03 04 06 07 09 10 12 13 15 16 18 19 21 22 24 25 27 28 30 31 33 34 36 37 39 40",
    "F": "02 03 05 06 08 09 11 12 14 15 17 18 20 21 23 24 26 27 29 30 32 33 35 36 38 39 41 42 44 45 47 48 50 51 53 54",
    "G": "01 02 04 05 07 08 10 11 13 14 16 17 19",
    "H": "01 03 04 06 07 09 10 12 13 15 16 18 19 21 22 24 25 27 28 30 31 33 34 36 37 39 40 42 43 45",
    "I": "01 03 04 06 07 09 10 12 13 15 16",
    "J": "01 02 04 05 07 08 10 11 13 14 16",
    "K": "01 03 04 06 07 09 10",
}


def test_every_ruling_has_a_scenario_or_a_reason() -> None:
    wanted = {chapter + row for chapter, rows in ROWS.items() for row in rows.split()}
    shown = {scenario.ruling for file in scenario_files(HERE) for scenario in scenarios_of(file)}
    reasons = {entry["id"] for entry in yaml.safe_load((HERE / "not-scenarios.yaml").read_text("utf-8"))}
    assert len(wanted) == 200
    assert wanted - shown - reasons == set()
    assert (shown | reasons) - wanted - {None, ""} == set()
