"""The log of a game, or of the same game of two lists, as one page of HTML."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from riftcheck.goldfish.report.about import game_about
from riftcheck.goldfish.report.page import document_html
from riftcheck.goldfish.report.run_words import run_rows
from riftcheck.goldfish.simulation.replay_log import heading

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from riftcheck.goldfish.simulation.replay_log import ReplayLog


@dataclass(frozen=True, slots=True)
class ToldGame:
    """The log of a game of a list, by the name of that, and the settings of its run: `run`, `date` and policies.

    `title` stands above it; empty for the name alone.
    """

    name: str
    log: ReplayLog
    settings: Mapping[str, Any]
    title: str = ""


def replay_page(number: int, games: Sequence[ToldGame]) -> str:
    """Return the logs of the game of a number as an HTML document, each under what it is about."""
    return document_html("replay.html", f"Game {number}", [], games=[_shown(number, game) for game in games])


def _shown(number: int, game: ToldGame) -> dict[str, Any]:
    log = game.log
    return {
        "heading": (game.title or game.name) + (f" against {log.met}" if log.met else ""),
        "about": game_about(game.settings, number, game.name),
        "log": [(title, [entry.text for entry in entries]) for title, entries in groupby(log.lines, heading)],
        "ending": log.ending(),
        "run": run_rows(game.settings["run"]),
    }
