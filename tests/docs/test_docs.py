"""The documentation and the code say the same."""

from __future__ import annotations

import html
import pkgutil
import re
import shlex
import shutil
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner

from riftcheck.cli.main import app
from riftcheck.validator.codes import CODES
from tests.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from tests.apps import Apps

NOTICE = (
    "riftcheck isn't endorsed by Riot Games and doesn't reflect the views or opinions of Riot Games or anyone "
    "officially involved in producing or managing Riot Games properties. Riot Games and all associated properties are "
    "trademarks or registered trademarks of Riot Games, Inc."
)
README = (ROOT / "README.md").read_text("utf-8")
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


# What inline code names: a file or folder of the repository, or a module or what is in one.
_FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`([^`]+)`")
_FOLDERS = "|".join(re.escape(path.name) for path in sorted(ROOT.iterdir()) if path.is_dir() and path.name != "build")
_PATH = re.compile(rf"(?:{_FOLDERS})/[\w./*-]*")
_DOTTED = re.compile(r"(riftcheck(?:\.\w+)+)(?:\(.*\))?")


def named_in(page: str) -> tuple[set[str], set[str]]:
    """Return the paths and the modules that a page names in inline code; what a compiler leaves is neither."""
    words = {" ".join(word.split()) for word in _CODE.findall(_FENCED.sub("", page))}
    paths = {word for word in words if _PATH.fullmatch(word) and not word.endswith(".so")}
    return paths, {found[1] for word in words if (found := _DOTTED.fullmatch(word))}


def is_named_rightly(name: str) -> bool:
    """Tell whether a module, or what is in one, is there by a name."""
    try:
        pkgutil.resolve_name(name)
    except (ImportError, AttributeError):
        return False
    return True


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_path_and_module_in_inline_code_is_there(page: Path) -> None:
    paths, names = named_in(page.read_text("utf-8"))
    assert sorted(path for path in paths if not any(ROOT.glob(path.rstrip("/")))) == []
    assert sorted(name for name in names if not is_named_rightly(name)) == []


def test_the_pages_do_name_paths_and_modules() -> None:
    paths, names = named_in(
        "`engine/flow/loop.py` and `engine/nothing/` say `riftcheck.engine.game.Game`, `riftcheck.x`"
    )
    assert (paths, names) == (
        {"engine/flow/loop.py", "engine/nothing/"},
        {"riftcheck.engine.game.Game", "riftcheck.x"},
    )
    assert [is_named_rightly(name) for name in ("riftcheck.engine.game.Game", "riftcheck.x")] == [True, False]
    assert not any(ROOT.glob("engine/nothing"))


def test_the_notice_stands_in_readme_docs_and_page(apps: Apps) -> None:
    for page in ("README.md", "docs/README.md"):
        assert NOTICE in " ".join((ROOT / page).read_text("utf-8").split())
    client = apps().test_client()
    for path in ("/", "/docs"):
        assert NOTICE in " ".join(html.unescape(client.get(path).text).split())


EXAMPLES = re.findall(r"```console\n\$ riftcheck ([^\n]*)\n```\n\n```text\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize(("command", "output"), EXAMPLES, ids=lambda text: text.split()[0])
def test_each_example_of_the_readme_is_what_its_command_prints(
    command: str, output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(ROOT / "tests/fixtures/lists/list-042.txt", tmp_path / "jinx.txt")
    monkeypatch.chdir(tmp_path)
    ran = CliRunner().invoke(app, shlex.split(command))
    assert (ran.stdout, ran.exit_code) == (output, 1 if command.startswith("validate") else 0)


def test_the_python_of_the_readme_prints_what_follows_it(capsys: pytest.CaptureFixture[str]) -> None:
    ((code, output),) = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", README, re.DOTALL)
    exec(compile(code, "README.md", "exec"), {})  # noqa: S102 (our own text)
    assert capsys.readouterr().out == output


def test_the_readme_has_five_examples() -> None:
    assert len(EXAMPLES) + len(re.findall(r"```python\n|^curl ", README, re.MULTILINE)) == 5


CURL = re.compile(r"^(?:\$ )?curl .*?(?<!\\)$", re.MULTILINE | re.DOTALL)


def test_each_curl_of_the_docs_validates_a_legal_deck(apps: Apps) -> None:
    commands = [words for page in PAGES for words in CURL.findall(page.read_text("utf-8"))]
    assert len(commands) >= 1
    for command in commands:
        words = shlex.split(command.replace("\\\n", " ").removesuffix("| jq .verdict"))
        url = urlsplit(next(word for word in words if word.startswith("http://127.0.0.1:8000/")))
        headers = dict(
            re.split(r": *", words[place + 1], maxsplit=1) for place, word in enumerate(words) if word == "-H"
        )
        response = apps().test_client().post(url.path, data=words[words.index("-d") + 1], headers=headers)
        assert (response.status_code, response.get_json()["verdict"]) == (200, "legal"), command


def test_every_page_is_reachable_from_the_index() -> None:
    index = (ROOT / "docs/README.md").read_text("utf-8") + (ROOT / "docs/decisions/README.md").read_text("utf-8")
    for page in ROOT.glob("docs/**/*.md"):
        if page.name != "README.md":
            assert page.name in index, page


def test_make_targets_of_the_contract_are_there() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in ("setup", "serve", "check", "test", "mutation", "bench"):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)
