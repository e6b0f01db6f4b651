"""The documentation and the code say the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from validator.codes import CODES

ROOT = Path(__file__).parent.parent.parent
NOTICE = (
    "riftcheck isn't endorsed by Riot Games and doesn't reflect the views or opinions of Riot Games or anyone "
    "officially involved in producing or managing Riot Games properties. Riot Games and all associated properties are "
    "trademarks or registered trademarks of Riot Games, Inc."
)
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


def test_every_issue_code_stands_in_its_page_with_its_rules() -> None:
    page = (ROOT / "docs/issue-codes.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| .* \| (.*) \|$", page.split("## Severities")[0], re.MULTILINE))
    assert rows == {info.code: ", ".join(info.rules) or "—" for info in CODES.values()}


def test_every_issue_raised_in_the_code_is_in_the_catalogue_and_the_other_way_round() -> None:
    code = "".join(path.read_text("utf-8") for path in (ROOT / "validator").rglob("*.py") if path.name != "codes.py")
    raised = {word for word in CODES if f'"{word}"' in code}
    assert raised == set(CODES)
    called = set(re.findall(r'issue\(\s*"([a-z-]+)"', code))
    assert called <= set(CODES)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#\s]+)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), target


def test_the_notice_stands_in_readme_docs_and_page() -> None:
    for page in ("README.md", "docs/README.md"):
        assert NOTICE in " ".join((ROOT / page).read_text("utf-8").split())
    shown = " ".join("".join(path.read_text("utf-8") for path in (ROOT / "api/templates").glob("*.html")).split())
    assert NOTICE in shown.replace("&#39;", "'")


def test_every_page_is_reachable_from_the_index() -> None:
    index = (ROOT / "docs/README.md").read_text("utf-8") + (ROOT / "docs/decisions/README.md").read_text("utf-8")
    for page in ROOT.glob("docs/**/*.md"):
        if page.name != "README.md":
            assert page.name in index, page


def test_make_targets_of_the_contract_are_there() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in ("setup", "serve", "check", "test", "mutation", "bench"):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)
