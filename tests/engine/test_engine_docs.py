"""The example of docs/engine.md runs as it stands."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "engine.md").read_text("utf-8")


def test_the_example_plays_a_game() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    made = subprocess.run([sys.executable, "-c", example], cwd=ROOT, capture_output=True, text=True, check=True)
    assert re.fullmatch(r"Player [01] has won in turn \d+ with \d+ points\.\n", made.stdout)


def test_every_module_that_the_page_names_is_there() -> None:
    table = PAGE.split("| part |")[1].split("\n\n")[0]
    names = {name for name in re.findall(r"`([a-z]+)`", table) if name != "engine"}
    assert names
    assert [name for name in names if not (ROOT / "engine" / f"{name}.py").exists()] == []
