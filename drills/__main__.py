"""Run drills: `python -m drills [NAME ...] [--store]`, all if none is named.

docs/drills.md says what each drill does and what must hold. A drill that holds prints its results as JSON, and
`--store` writes them to drills/results.json. A drill that does not hold ends the program with an error and stores
nothing.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Final

from bench import stored
from bench.command_line import CommandLine

MODULES: Final = {
    "games": "drills.games",
    "blunders": "drills.blunders",
    "cluster": "drills.cluster",
    "crowd": "drills.service.crowd",
    "siege": "drills.service.siege",
    "hostile": "drills.service.hostile",
    "memory": "drills.service.memory",
    "contention": "drills.service.contention",
    "kills": "drills.service.kills",
}
RESULTS: Final = Path(__file__).with_name("results.json")
COMMAND_LINE: Final = CommandLine("drills", "Run drills and print their results as JSON.", "drill", MODULES, RESULTS)


def main(words: list[str]) -> None:
    """Run the drills that are named, or all.

    :raises SystemExit: for an unknown drill or option, or if a drill does not hold.
    """
    options = COMMAND_LINE.parser().parse_args(words)
    names = COMMAND_LINE.chosen(options.names)
    COMMAND_LINE.run(names, partial(stored.keep, results=options.results) if options.store else None)


if __name__ == "__main__":
    main(sys.argv[1:])
