"""Instructions as operations: one function for each verb, put together from the modules that have them.

So are the phrases that instructions and abilities consist of.
"""

from __future__ import annotations

from riftcheck.engine.compile.amounts import amounts, conditions
from riftcheck.engine.compile.core import dispatch
from riftcheck.engine.compile.selectors import filters
from riftcheck.engine.compile.statements import (
    blocks,
    card_acts,
    copies,
    entry,
    lasting_effects,
    looks,
    loops,
    moves,
    object_acts,
)
from riftcheck.engine.compile.statements.sequences import VERBS, line, lines, offer

__all__ = ["VERBS", "line", "lines", "offer"]

dispatch.TESTS.update(filters.TESTS)
dispatch.AMOUNTS.update(amounts.AMOUNTS)
dispatch.CONDITIONS.update(conditions.CONDITIONS)
for _verbs in (
    object_acts.LINES,
    moves.LINES,
    card_acts.LINES,
    looks.LINES,
    lasting_effects.LINES,
    blocks.LINES,
    loops.LINES,
    entry.LINES,
    copies.LINES,
):
    VERBS.update(_verbs)
