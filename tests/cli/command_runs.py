"""Lists and ways to run the command line that its tests share."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any, Final

from click.testing import CliRunner

from riftcheck.cli.main import app
from tests.processes import PATIENCE

if TYPE_CHECKING:
    from click.testing import Result

LEGAL_DAY: Final = "2026-10-01"  # every set that is out is at hand
BEHIND_DAY: Final = "2026-11-01"  # Radiance is out, and its cards are not at hand

LEGAL: Final = """\
Legend:
1 Renekton, Butcher of the Sands

Champion:
1 Renekton, Rage Fueled

Main Deck:
2 Cleave
3 Noxus Hopeful
1 Brynhir Thundersong
3 Kai'Sa, Survivor
3 First Mate
2 Pit Rookie
2 Sabotage
1 Seal of Strength
1 Ferrous Forerunner
3 Punch First
1 Ruin Runner
3 Inferna
2 Kinkou Initiate
2 Nidalee, Cat Form
2 Rengar, Trophy Hunter
2 Oasis Raider
3 Legion Marauder
2 Rampage
1 Gangplank, Naval

Battlefields:
1 Seat of Power
1 Mystic Vortex
1 Protective Sands

Rune Pool:
5 Fury Rune
7 Body Rune
"""
ILLEGAL: Final = LEGAL.replace("3 Noxus Hopeful", "4 Noxus Hopeful").replace("1 Ruin Runner\n", "")
UNKNOWN: Final = LEGAL.replace("1 Ruin Runner", "1 Radiant Newcomer")  # undetermined once Radiance is out
CODE: Final = (
    "CMAAAAAAAAAQCAAAPYAACAIAAADQABADAAAAYJ4EAEAQGADBAECAAAQBAUAEUAYDAAAAJCABTQAQGBAAMFZHQAQFAADFGAYCAAABVIYBAMBQAFLJ3E"
    "AQKBIACNLI2ANAAGRACAAAAAAQKAAT"
)  # of the same cards as LEGAL


def run(*args: str, stdin: str | bytes = "") -> Result:
    """Run a command in this process; whatever is not an exit is raised."""
    result = CliRunner().invoke(app, list(args), input=stdin)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def run_json(*args: str, stdin: str | bytes = "", code: int = 0) -> Any:
    """Run a command and return the JSON that it prints."""
    result = run(*args, stdin=stdin)
    assert result.exit_code == code, result.output
    assert result.stdout.isascii()
    return json.loads(result.stdout)


def script(*args: str, **settings: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a process of its own, as a shell does."""
    return subprocess.run(
        command(*args), env=environment(**settings), capture_output=True, timeout=PATIENCE, check=False
    )


def command(*args: str) -> list[str]:
    """Return what runs a command in a process of its own."""
    return [sys.executable, "-m", "riftcheck", *args]


def environment(**settings: str) -> dict[str, str]:
    """Return the environment of this process with some settings.

    Output is buffered: without a buffer, Python itself does not notice that only a part of it was taken.
    """
    return {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"} | settings
