"""Opponents by name, from `presets.yaml`: a script for each, and the question that it asks of a list."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import yaml

from riftcheck.goldfish.plan.run import Opponent

FILE: Final = Path(__file__).with_name("presets.yaml")
# The opponent who does nothing, and needs no script.
PASSIVE: Final = "passive"


@dataclass(frozen=True, slots=True)
class Preset:
    """An opponent by name: what it `asks` of a list, and its script."""

    name: str
    asks: str
    script: dict[str, Any]


@cache
def presets() -> dict[str, Preset]:
    """Return the presets by name, in the order of the file."""
    data = yaml.safe_load(FILE.read_text("utf-8"))
    return {name: Preset(name, one["asks"], one["script"]) for name, one in data.items()}


def preset_names() -> tuple[str, ...]:
    """Return the names by which an opponent may be asked for."""
    return (PASSIVE, *presets())


def opponent_named(name: str) -> Opponent | None:
    """Return the opponent of a name, None if there is none."""
    if name == PASSIVE:
        return Opponent()
    preset = presets().get(name)
    return None if preset is None else Opponent("scripted", script=preset.script, preset=name)
