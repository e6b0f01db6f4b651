"""The changelog: its newest version is the package's, and the new names of its tables are there."""

from __future__ import annotations

import pkgutil
import re

import riftcheck
from tests.paths import ROOT

PAGE = (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_the_newest_version_is_that_of_the_package() -> None:
    assert re.findall(r"^## (\S+)$", PAGE, re.MULTILINE)[0] == riftcheck.__version__


def test_each_new_name_of_an_import_is_there_and_is_not_the_old_one() -> None:
    rows = re.findall(r"^\| (`.+`) \| (`.+`) \|$", PAGE, re.MULTILINE)
    assert len(rows) > 20
    for old, new in rows:
        assert old != new
        for name in re.findall(r"`(?:python -m )?([\w.]+)`", new):
            assert name.startswith("riftcheck")
            pkgutil.resolve_name(name)
