"""The prose check finds each banned pattern and long sentence, in each kind of text, and nothing that is exempt."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import pytest
import yaml

from prose.textlint import is_installed, messages_of
from tests.paths import ROOT

if TYPE_CHECKING:
    from prose.textlint import Message, Place
    from riftcheck.carddb.database import CardDatabase

LONG: Final = "One " + "and one " * 17 + "is a sentence of forty words."
# Each kind of text with a place for one sentence.
PLACES: Final = {
    "docs/page.md": "# A page\n\nIt works. {}\n\n- An item\n",
    "docs/table.md": "| a | b |\n|---|---|\n| {} | c |\n",
    "engine/docstring.py": 'def f(x):\n    """Return x.\n\n    {}\n    """\n',
    "engine/parameter.py": 'def f(x):\n    """Return x.\n\n    :param x: {}\n    """\n',
    "engine/comment.py": "x = 1  # noqa: E501\n# {}\ny = 2\n",
    "engine/message.py": 'text = "```"\nraise ValueError(f"{{x}} is wrong: {}")\n',
    "cli/help.py": '@main.command()\ndef f():\n    """{}"""\n',
    "cli/option.py": 'click.option("--x", help="{}")\n',
    "api/endpoint.py": '@blueprint.get("/x")\ndef f():\n    """Return x.\n\n    {}\n    """\n',
    "api/schema.py": 'class A(StrictSchema):\n    """{}"""\n',
    "api/field.py": 'x = String(metadata={{"description": "{}"}})\n',
    "api/page.html": "<p>{{{{ x }}}}</p>\n<p>\n  <b>Note:</b> {}</p>\n",
    "cli/title.html": '<a title="{}" href="x">y</a>\n',
}
# The same words where they are allowed.
EXEMPT: Final = {
    "docs/code.md": "It prints `{}`.\n\n```text\n{}\n```\n\n    {}\n\n",
    "docs/quoted.md": "> {}\n",
    "api/hidden.html": "{{# {} #}}<p><code>{}</code></p><script>{}</script><!-- {} -->",
    "tests/literal.py": 'x = "{}"\n',
}


def rules(words: str) -> list[dict[str, Any]]:
    """Return the rules of a list of words."""
    loaded: list[dict[str, Any]] = yaml.safe_load((ROOT / "prose/words" / words).read_text("utf-8"))["rules"]
    return loaded


def sentences() -> list[str]:
    """Return the sentence of each rule, and a long one."""
    return [rule["specs"][0]["from"] for rule in rules("banned.yaml") + rules("prose.yaml")] + [LONG]


def planted(text: str) -> str:
    """Return copies of a text, one for each sentence."""
    return "\n".join(text.format(*[sentence] * 4) for sentence in sentences())


def lines_of(source: str) -> dict[str, int]:
    """Return the line of each sentence in a text."""
    lines = source.splitlines()
    return {sentence: next(n for n, line in enumerate(lines, 1) if sentence in line) for sentence in sentences()}


@pytest.fixture(scope="module")
def linted(tmp_path_factory: pytest.TempPathFactory, db: CardDatabase) -> dict[Place, list[Message]]:
    """Return the messages of all texts of these tests, from one run."""
    if not is_installed():
        pytest.skip("textlint is not installed here (npm ci --prefix prose --ignore-scripts)")
    sources = {place: planted(text) for place, text in (PLACES | EXEMPT).items()}
    sources["docs/cards.md"] = "".join(f"- {card.name}\n" for card in db.cards)
    sources["tests/names.py"] = planted_names()
    return messages_of(sources, tmp_path_factory.mktemp("prose"))


def planted_names() -> str:
    """Return tests whose names are the sentences, one in each line."""
    names = (re.sub(r"\W+", "_", sentence.lower().replace("b less a", "B less A")) for sentence in sentences())
    return "".join(f"def test_{name}(): pass\n" for name in names)


@pytest.mark.parametrize("place", PLACES)
def test_each_pattern_and_a_long_sentence_are_found(place: str, linted: dict[Place, list[Message]]) -> None:
    ((kind, found),) = [(kind, found) for (kind, path), found in linted.items() if path == place]
    assert kind == ("messages" if place.startswith(("api", "cli", "engine/message")) else "docs")
    lines = {message.line for message in found}
    planted_at = lines_of(planted(PLACES[place]))
    if place == "docs/table.md":
        del planted_at[LONG]
    assert {sentence: line for sentence, line in planted_at.items() if line not in lines} == {}
    assert lines == set(planted_at.values())


def test_words_of_prose_are_allowed_in_names(linted: dict[Place, list[Message]]) -> None:
    banned = len(rules("banned.yaml"))
    lines = {message.line for message in linted["names", "tests/names.py"]}
    assert lines == {*range(1, banned + 1), len(sentences())}


def test_code_quotes_and_card_names_are_exempt(linted: dict[Place, list[Message]]) -> None:
    paths = {path for _, path in linted}
    assert paths.isdisjoint({*EXEMPT, "docs/cards.md"})
    assert paths == {*PLACES, "tests/names.py"}
