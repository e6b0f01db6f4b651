"""The log of a game, or of the same game of two lists, as one page of HTML."""

from __future__ import annotations

from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from riftcheck.goldfish.report.cells import clean
from riftcheck.goldfish.report.page import document_html
from riftcheck.goldfish.simulation.replay_log import heading

if TYPE_CHECKING:
    from collections.abc import Mapping

    from riftcheck.goldfish.simulation.replay_log import ReplayLog


def replay_page(number: int, logs: Mapping[str, ReplayLog]) -> str:
    """Return the logs of the game of a number as an HTML document, each under the name of its list."""
    body: list[str] = []
    for name, log in logs.items():
        against = f" against {log.met}" if log.met else ""
        body.append(f"<h2>{escape(clean(name + against))}</h2>")
        for title, entries in groupby(log.lines, heading):
            told = "".join(f"<li>{escape(clean(entry.text))}</li>" for entry in entries)
            body.append(f"<section><h3>{escape(title)}</h3><ul>{told}</ul></section>")
    return document_html(f"Game {number}", [], body)
