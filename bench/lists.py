"""The real lists that benchmarks and drills use: those of the tests."""

from __future__ import annotations

from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent.parent / "tests" / "fixtures" / "lists"


def texts() -> list[str]:
    """Return the text of every list."""
    return [path.read_text("utf-8") for path in sorted(FOLDER.glob("*.txt"))]
