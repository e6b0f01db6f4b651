"""Run textlint over texts, each text once until it, the words or the rules change."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from prose.extract import texts_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from prose.extract import Lines

Place = tuple[str, str]  # the kind of a text and the path of its file

_HERE: Final = Path(__file__).parent
_PROGRAM: Final = _HERE / "node_modules" / "textlint" / "bin" / "textlint.js"
_ONLY_PROSE: Final = "allowed in code and names"  # the note of the words in prose.yaml
_CANARY: Final = "An error is told.\n"  # textlint passes over a configuration that it cannot read


class TextlintError(Exception):
    """textlint ended without a result; the text says why."""


class Message(NamedTuple):
    """A match in a text: its line in the source, the words that match, and what to write instead."""

    line: int
    words: str
    text: str


def is_installed() -> bool:
    """Return True if Node and the packages of the check are installed."""
    return shutil.which("node") is not None and _PROGRAM.exists()


def messages_of(sources: Mapping[str, str], folder: Path) -> dict[Place, list[Message]]:
    """Return the messages of each text that has any.

    :param sources: The text of each file by its path below the root.
    :param folder: A folder for the Markdown that textlint reads and for the results of earlier runs.
    :raises TextlintError: if textlint reports no result.
    """
    stored, setting = folder / "results.json", _setting()
    known = json.loads(stored.read_text("utf-8")) if stored.exists() else {}
    keys = {path: hashlib.sha256(f"{setting} {path} {text}".encode()).hexdigest() for path, text in sources.items()}
    texts = {
        (kind, path): lines
        for path, key in keys.items()
        if key not in known
        for kind, lines in texts_of(path, sources[path]).items()
    }
    found = _lint(texts, folder) if texts else {}
    results = {key: known.get(key, {}) for key in keys.values()}
    for kind, path in found:
        results[keys[path]][kind] = list(_messages(kind, texts[kind, path], found[kind, path]))
    folder.mkdir(parents=True, exist_ok=True)
    stored.write_text(json.dumps(results), "utf-8")
    return {
        (kind, path): [Message(*message) for message in messages]
        for path, key in keys.items()
        for kind, messages in results[key].items()
        if messages
    }


def _messages(kind: str, lines: Lines, found: list[tuple[int, str]]) -> Iterator[Message]:
    for number, text in found:
        match, _, advice = text.partition(" => ")
        words = " ".join(match.split())
        word, _, note = advice.partition("\n")
        if not (kind == "names" and _ONLY_PROSE in note):
            shown = f"{words!r} is banned: write {word!r}" + (f" ({note})" if note else "") if word else words
            yield Message(lines[number - 1][0], words, shown)


def _setting() -> str:
    paths = sorted([*_HERE.glob("*.js*"), *_HERE.glob("*.py"), *_HERE.glob("words/*"), *_HERE.glob("rules/*")])
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()


def _lint(texts: Mapping[Place, Lines], folder: Path) -> dict[Place, list[tuple[int, str]]]:
    """Return the line and the message of each match in each text, from one run of textlint."""
    written = folder / "texts"
    shutil.rmtree(written, ignore_errors=True)
    written.mkdir(parents=True)
    places = list(texts)
    for number, place in enumerate(places):
        (written / f"{number}.md").write_text("\n".join(line for _, line in texts[place]), "utf-8")
    (written / "canary.md").write_text(_CANARY, "utf-8")
    command = ["node", str(_PROGRAM), "--config", "textlintrc.json", "--rulesdir", "rules", "--format", "json"]
    ran = subprocess.run([*command, f"{written}/*.md"], cwd=_HERE, capture_output=True, text=True, check=False)
    try:
        files = json.loads(ran.stdout)
    except ValueError:
        raise TextlintError(f"textlint exits with {ran.returncode}: {ran.stderr or ran.stdout}") from None
    found = {Path(file["filePath"]).stem: [(one["line"], one["message"]) for one in file["messages"]] for file in files}
    if not found.pop("canary", None):
        raise TextlintError(f"textlint does not load prose/textlintrc.json: {ran.stderr or 'it reports nothing'}")
    return {places[int(number)]: messages for number, messages in found.items()}
