"""Instructions as operations: one function for each verb, put together from the modules that have them."""

from __future__ import annotations

from engine.compile import acts, blocks, cardacts, entering, lasting, looking, replacing
from engine.compile.listing import VERBS, line, lines, offer

__all__ = ["VERBS", "line", "lines", "offer"]

for _verbs in (
    acts.LINES,
    cardacts.LINES,
    looking.LINES,
    lasting.LINES,
    blocks.LINES,
    entering.LINES,
    replacing.LINES,
):
    VERBS.update(_verbs)
