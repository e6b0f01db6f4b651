"""The example of docs/engine.md runs as it stands."""

from __future__ import annotations

import re
import subprocess
import sys

from tests.paths import ROOT

PAGE = (ROOT / "docs" / "engine.md").read_text("utf-8")


def test_the_example_plays_a_game() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    made = subprocess.run([sys.executable, "-c", example], cwd=ROOT, capture_output=True, text=True, check=True)
    assert re.fullmatch(r"Player [01] has won in turn \d+ with \d+ points\.\n", made.stdout)


def test_every_module_of_the_engine_stands_on_the_page_and_no_other() -> None:
    table = PAGE.split("|---|---|\n")[1].split("\n\n")[0]
    told: set[str] = set()
    for part, modules in re.findall(r"\| (.*?) \| (.*) \|", table):
        room = part.strip("`")
        told |= {f"{room}{name}" if room.endswith("/") else name for name in re.findall(r"`([a-z_]+)`", modules)}
    engine = ROOT / "engine"
    there = {path.relative_to(engine).with_suffix("").as_posix() for path in engine.rglob("*.py")}
    there = {name for name in there if not name.startswith("compile/") and not name.endswith("__init__")}
    assert told == there
