"""The tests that a change affects are found by what modules import and name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests import changed
from tests.changed import ALL, affected, module_of
from tests.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "decks/text.py": "",
    "decks/schemas.py": "",
    "validator/check.py": "def late() -> None:\n    from riftcheck.decks import text\n",
    "validator/report.py": 'SCHEMA = ("riftcheck.decks.schemas", "DeckSchema")\n',
    "tests/test_check.py": "from riftcheck.validator.check import late\n",
    "tests/test_report.py": "import riftcheck.validator.report\n",
    "tests/test_both.py": "from tests import test_check, test_report\n",
    "tests/test_nothing.py": "import riftcheck\n",
    "tests/helpers.py": "from riftcheck.decks.text import read\n",
}


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small tree whose packages are linked into riftcheck/."""
    for file, text in FILES.items():
        path = tmp_path / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    for package in ("decks", "validator"):
        (tmp_path / "riftcheck" / package).mkdir(parents=True)
    listed = {module_of(tmp_path / file, tmp_path): tmp_path / file for file in FILES}
    monkeypatch.setattr(changed, "sources", lambda _root: listed)
    return tmp_path


@pytest.mark.parametrize(
    ("files", "tests"),
    [
        (["decks/text.py"], ["tests/test_both.py", "tests/test_check.py"]),
        (["decks/schemas.py"], ["tests/test_both.py", "tests/test_report.py"]),
        (["tests/test_check.py"], ["tests/test_both.py", "tests/test_check.py"]),
        (["tests/helpers.py"], []),
        (["docs/api.md"], ["tests/docs"]),
        (["tests/scenarios/turn/chain.yaml"], ["tests/docs", "tests/scenarios"]),
        (["README.md"], []),
        (["carddb/data/bans.yaml", "docs/api.md"], [ALL]),
        (["tests/validator/conftest.py"], [ALL]),
        (["Makefile"], [ALL]),
    ],
)
def test_a_change_affects_what_depends_on_it(tree: Path, files: list[str], tests: list[str]) -> None:
    assert affected(files, tree) == tests


def test_modules_have_the_names_by_which_they_are_imported() -> None:
    names = {"engine/model/state.py": "riftcheck.engine.model.state", "tests/paths.py": "tests.paths"}
    names |= {"decks/__init__.py": "riftcheck.decks", "riftcheck/build.py": "riftcheck.build"}
    assert {file: module_of(ROOT / file, ROOT) for file in names} == names
