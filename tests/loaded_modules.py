"""The modules that are loaded after some code, each tried in a fork of one interpreter that has loaded nothing."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

# Starting an interpreter takes longer than the code itself.
_PROGRAM: Final = """
import json, os, sys

found = {}
for source in json.load(sys.stdin):
    reading, writing = os.pipe()
    if os.fork() == 0:
        for stream in (0, 1, 2):
            os.dup2(os.open(os.devnull, os.O_RDWR), stream)
        code = 1
        try:
            exec(source)
            code = 0
        except SystemExit as end:
            code = end.code or 0
        finally:
            with os.fdopen(writing, "w") as pipe:
                json.dump([code, sorted(sys.modules)], pipe)
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        found[source] = json.load(pipe)
    os.wait()
print(json.dumps(found))
"""


class Loaded(NamedTuple):
    """The exit code of some code, and the modules that are loaded after it."""

    code: int
    modules: list[str]


def loaded_by(sources: Iterable[str]) -> dict[str, Loaded]:
    """Return the exit code and the modules of each source."""
    ran = subprocess.run(
        [sys.executable, "-c", _PROGRAM], input=json.dumps(list(sources)), capture_output=True, text=True, check=True
    )
    return {source: Loaded(*found) for source, found in json.loads(ran.stdout).items()}
