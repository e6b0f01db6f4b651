"""Deck codes of the reference library with their contents, for tests of reading and writing codes."""

from __future__ import annotations

import json
from typing import Any, Final

from tests.paths import ROOT

LIBRARY: Final[list[dict[str, Any]]] = json.loads((ROOT / "tests" / "fixtures" / "deck_codes.json").read_text("utf-8"))[
    "vectors"
]
NAMES: Final = [vector["name"] for vector in LIBRARY]
