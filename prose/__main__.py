"""`make prose`: report banned words and long sentences in everything that people read.

`unwritten.yaml` lists the files that still have some, by kind of text. It may only shrink: an entry whose file is
clean is an error, and `RIFTCHECK_WRITE=1` removes such entries. `exceptions.yaml` lists the few matches that stay,
each with its reason.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import yaml

from prose.extract import KINDS
from prose.textlint import Message, Place, TextlintError, is_installed, messages_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_HERE: Final = Path(__file__).parent
_ROOT: Final = _HERE.parent
_UNWRITTEN: Final = _HERE / "unwritten.yaml"
SKIPPED: Final = "The prose check is skipped: Node or textlint is missing (npm ci --prefix prose --ignore-scripts)."
MOST_EXCEPTIONS: Final = 30
_GENERATED: Final = frozenset({"docs/cards-coverage.md", "docs/rules-coverage.md"})
_HEADER: Final = """\
# Files whose text is not rewritten yet, by kind of text (prose/extract.py). Entries are only removed, never added:
# `RIFTCHECK_WRITE=1 make prose` removes the files that are clean.
"""


def main() -> int:
    """Check the repository, print what is wrong, and return the exit code."""
    if not is_installed():
        print(SKIPPED)
        return int(os.environ.get("RIFTCHECK_CI") == "1")
    sources = {path: (_ROOT / path).read_text("utf-8") for path in _files()}
    try:
        messages = messages_of(sources, _ROOT / "build" / "prose")
    except TextlintError as error:
        print(f"The prose check failed: {error}")
        return 1
    unwritten = _read(_UNWRITTEN)
    if os.environ.get("RIFTCHECK_WRITE") == "1":
        unwritten = {kind: [path for path in unwritten[kind] if messages.get((kind, path))] for kind in KINDS}
        _UNWRITTEN.write_text(_HEADER + yaml.safe_dump(unwritten, sort_keys=False, width=200), "utf-8")
    faults = list(errors(messages, unwritten, _read(_HERE / "exceptions.yaml")))
    print(
        "\n".join(faults)
        if faults
        else f"The prose of {len(sources)} files is clean or listed in prose/unwritten.yaml."
    )
    return int(bool(faults))


def errors(
    messages: dict[Place, list[Message]], unwritten: dict[str, list[str]], exceptions: list[dict[str, str]]
) -> Iterator[str]:
    """Yield a line for each message that is not allowed, and for each entry of the two lists that is not needed.

    :param messages: The messages of each text; a text without any may be missing.
    :param unwritten: The paths whose messages are allowed, by kind.
    :param exceptions: Single matches that are allowed, each a `path`, the `words` that match and a `reason`.
    """
    if len(exceptions) > MOST_EXCEPTIONS:
        yield f"prose/exceptions.yaml: {len(exceptions)} exceptions, at most {MOST_EXCEPTIONS} are allowed"
    allowed = {(one["path"], one["words"]) for one in exceptions if one["reason"].strip()}
    listed = {(kind, path) for kind in KINDS for path in unwritten[kind]}
    used = set()
    for place, found in sorted(messages.items()):
        for message in found:
            exception = (place[1], message.words)
            if exception in allowed:
                used.add(exception)
            elif place not in listed:
                yield f"{place[1]}:{message.line}: {message.text}"
    for path, words in sorted(allowed - used):
        yield f"prose/exceptions.yaml: {path} does not contain {words!r} any more: remove the exception"
    for kind, path in sorted(listed):
        if not messages.get((kind, path)):
            yield f"prose/unwritten.yaml: {path} is clean: remove it from {kind} (RIFTCHECK_WRITE=1 make prose)"


def _files() -> Iterable[str]:
    """Return the tracked and the new files that have prose, without the generated pages."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", "*.py", "*.md", "*.html"]
    paths = subprocess.run(listed, cwd=_ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    return (path for path in sorted(set(paths) - _GENERATED - {""}) if (_ROOT / path).is_file())


def _read(path: Path) -> Any:
    return yaml.safe_load(path.read_text("utf-8"))


if __name__ == "__main__":
    sys.exit(main())
