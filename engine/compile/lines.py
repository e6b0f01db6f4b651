"""Instructions as operations: one function for each verb, put together from the modules that have them.

So are the phrases that instructions and abilities consist of.
"""

from __future__ import annotations

from engine.compile import (
    acts,
    amounts,
    blocks,
    cardacts,
    conditions,
    dispatch,
    entering,
    filters,
    lasting,
    looking,
    moving,
    replacing,
    rounds,
)
from engine.compile.listing import VERBS, line, lines, offer

__all__ = ["VERBS", "line", "lines", "offer"]

dispatch.TESTS.update(filters.TESTS)
dispatch.AMOUNTS.update(amounts.AMOUNTS)
dispatch.CONDITIONS.update(conditions.CONDITIONS)
for _verbs in (
    acts.LINES,
    moving.LINES,
    cardacts.LINES,
    looking.LINES,
    lasting.LINES,
    blocks.LINES,
    rounds.LINES,
    entering.LINES,
    replacing.LINES,
):
    VERBS.update(_verbs)
