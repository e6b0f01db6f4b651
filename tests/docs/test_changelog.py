"""The changelog: its newest version is the package's, and the new names of its tables are there."""

from __future__ import annotations

import pkgutil
import re

import riftcheck
from tests.paths import ROOT

PAGE = (ROOT / "CHANGELOG.md").read_text("utf-8")
RELEASES = re.findall(r"^## (\S+) - (\S+)$", PAGE, re.MULTILINE)


def test_the_newest_version_is_that_of_the_package() -> None:
    assert RELEASES[0][0] == riftcheck.__version__


def test_each_release_but_the_newest_has_a_date_and_each_section_a_usual_name() -> None:
    assert len(RELEASES) == len(re.findall(r"^## ", PAGE, re.MULTILINE))
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", date) for _, date in RELEASES[1:])
    for release in re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:]:
        sections = re.findall(r"^### (.+)$", release, re.MULTILINE)
        assert sections == [name for name in ("Added", "Changed", "Removed", "Fixed") if name in sections]


def test_each_entry_is_one_short_line() -> None:
    entries = re.findall(r"^- (.+)$", PAGE, re.MULTILINE)
    assert len(entries) > 300
    assert [entry for entry in entries if len(entry.split()) > 35] == []


def test_each_new_name_of_an_import_is_there_and_is_not_the_old_one() -> None:
    rows = re.findall(r"^\| (`.+`) \| (`.+`) \|$", PAGE, re.MULTILINE)
    assert len(rows) > 20
    for old, new in rows:
        assert old != new
        for name in re.findall(r"`(?:python -m )?([\w.]+)`", new):
            assert name.startswith("riftcheck")
            pkgutil.resolve_name(name)
