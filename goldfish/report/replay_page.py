"""The log of a game, or of the same game of two lists, as one page of HTML."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, Any

from riftcheck.carddb.printable import clean
from riftcheck.goldfish.report.about import game_about
from riftcheck.goldfish.report.page import document_html, pairs_html, run_html
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
    body: list[str] = []
    for game in games:
        log = game.log
        against = f" against {log.met}" if log.met else ""
        body.append(f"<h2>{escape(clean((game.title or game.name) + against))}</h2>")
        body.append(pairs_html(game_about(game.settings, number, game.name)))
        for title, entries in groupby(log.lines, heading):
            told = "".join(f"<li>{escape(clean(entry.text))}</li>" for entry in entries)
            body.append(f"<section><h3>{escape(title)}</h3><ul>{told}</ul></section>")
        body += [f"<p>{escape(log.ending())}</p>", run_html(game.settings["run"])]
    return document_html(f"Game {number}", [], body)
