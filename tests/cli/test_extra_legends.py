"""Extra legends at the terminal and from Python."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import riftcheck
from tests.cli.command_runs import run
from tests.hosts import FULL_GUESTS, GUESTS, HOST

if TYPE_CHECKING:
    from pathlib import Path

TEXT = f"Legend:\n1 Loose Cannon\n\nMain Deck:\n1 {HOST}\n3 Gust\n"
EXTRA = "\nExtra Legends:\n" + "".join(f"1 {name}\n" for name in GUESTS)


@pytest.fixture
def lists(tmp_path: Path) -> tuple[str, str]:
    plain, hosting = tmp_path / "plain.txt", tmp_path / "hosting.txt"
    plain.write_text(TEXT, encoding="utf-8")
    hosting.write_text(TEXT + EXTRA, encoding="utf-8")
    return str(plain), str(hosting)


def test_validate_names_them(lists: tuple[str, str], hosts_folder: Path) -> None:
    more = ("--date", "2026-09-25", "--cards", str(hosts_folder))
    shown = " ".join(run("validate", lists[1], *more).stdout.split())
    assert f"0 sideboard, 3 extra legends ({'; '.join(FULL_GUESTS)})" in shown
    assert "extra legend" not in run("validate", lists[0], *more).stdout
    report = json.loads(run("validate", lists[1], "--json", *more).stdout)
    assert [entry["name"] for entry in report["deck"]["extra_legends"]] == list(GUESTS)


def test_diff_and_convert_carry_them(lists: tuple[str, str], hosts_folder: Path) -> None:
    more = ("--cards", str(hosts_folder))
    shown = run("diff", *lists, *more).stdout
    assert "Extra legends\n" in shown
    assert all(f"+ 1 {name}\n" in shown for name in FULL_GUESTS)
    assert (
        run("convert", lists[1], "--to", "text", *more)
        .stdout.rstrip()
        .endswith("Extra Legends:\n" + "\n".join(f"1 {name}" for name in FULL_GUESTS))
    )
    as_code = run("convert", lists[1], "--to", "code", *more)
    assert "extra legends" not in as_code.stderr
    again = run("convert", as_code.stdout.strip(), "--to", "text", *more).stdout
    assert again.rstrip().endswith("Extra Legends:\n" + "\n".join(f"1 {name}" for name in FULL_GUESTS))
    as_tokens = run("convert", lists[1], "--to", "tts", *more)
    assert "The extra legends are left out" in " ".join(as_tokens.stderr.split())


@pytest.mark.parametrize("as_text", [True, False])
def test_from_python(hosts_folder: Path, as_text: bool) -> None:
    cards = riftcheck.load(hosts_folder)
    document = {"legend": "Loose Cannon", "main": [HOST], "extra_legends": [*GUESTS, "Wuju Master"]}
    report = riftcheck.check(TEXT + EXTRA + "1 Wuju Master\n" if as_text else document, date="2026-09-25", cards=cards)
    assert [issue.zone for issue in report.issues if issue.code == "extra-legend-count"] == ["extra_legends"]
    assert report.counts["extra_legends"] == 4
