"""Every row of the rulings on the later sets has its scenario, or waits for its cards with a reason, and no longer."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
import yaml

from riftcheck.scenario.format.reader import scenario_files
from riftcheck.scenario.setup.cards import Pools
from tests.scenarios.files import scenarios_of
from tests.scenarios.proofs import unproved

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

HERE: Final = Path(__file__).parent / "later"
FILES: Final = scenario_files(HERE)
WAITING: Final[list[dict[str, Any]]] = yaml.load((HERE / "not-scenarios.yaml").read_text("utf-8"), yaml.CSafeLoader)
# The numbers of the rows, each written LR and the number.
ROWS: Final = """
    001 004 007 008 009 014 016 020 025 026 027 031 033 035 036 039 041 044 048 050 052 054 055 057 058 059 061 062 063
    067 068 069 072 073 077 079 080 083 084 086 087 088 090 091 092 094 096 097 098 099 100 103 105 106 108 109 110 112
    114 116 118 119 123 126 128 129 130 132 133 136 137 139 141 143 146 147 149 150 152 153 154 159 160 161 162 165 166
    167 171 173 176 177 178 181 184 185 187 188 189 190 193 198 199 203 205 206 208 209 210 211 214 215 217 222
"""


@pytest.fixture(scope="module")
def pools(db: CardDatabase) -> Pools:
    return Pools(db)


def _shown() -> set[str]:
    return {scenario.ruling or "" for file in FILES for scenario in scenarios_of(file)}


def test_every_row_has_a_scenario_or_a_reason() -> None:
    wanted = {f"LR{number}" for number in ROWS.split()}
    assert len(wanted) == 114
    reasons = {row["id"] for row in WAITING if "reason" in row}
    assert wanted - _shown() - reasons == set()
    assert _shown() & reasons == set()
    assert (_shown() | {row["id"] for row in WAITING}) - wanted - {""} == set()


def test_every_row_without_its_own_cards_stands_once() -> None:
    ids = [row["id"] for row in WAITING]
    assert ids == sorted(set(ids))
    assert all(set(row) in ({"id", "stands-in-for"}, {"id", "waits-for", "reason"}) for row in WAITING)


def test_a_row_waits_only_while_one_of_its_cards_cannot_be_executed(db: CardDatabase) -> None:
    missing = {row["id"]: row.get("waits-for") or row["stands-in-for"] for row in WAITING}
    assert all(names and set(names) <= set(db.by_name) for names in missing.values())
    waiting = [row for row in WAITING if "reason" in row]
    assert [row["id"] for row in waiting if all(db.by_name[name].executable for name in row["waits-for"])] == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_scenario_of_a_row_fails_without_a_card_that_it_proves(file: Path, pools: Pools) -> None:
    assert unproved(file, pools) == []
