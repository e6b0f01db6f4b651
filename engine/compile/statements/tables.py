"""Instructions as operations: one function for each verb, put together from the modules that have them.

So are the phrases that instructions and abilities consist of.
"""

from __future__ import annotations

from riftcheck.engine.compile.core import registry
from riftcheck.engine.compile.selectors import filters
from riftcheck.engine.compile.statements import (
    battlefields,
    blocks,
    card_acts,
    delayed_abilities,
    entry,
    lasting_effects,
    looks,
    loops,
    moves,
    object_acts,
)
from riftcheck.engine.compile.statements.sequences import VERBS, line, lines, offer
from riftcheck.engine.compile.values import amounts, conditions

__all__ = ["VERBS", "line", "lines", "offer"]

registry.TESTS.update(filters.TESTS)
registry.AMOUNTS.update(amounts.AMOUNTS)
registry.CONDITIONS.update(conditions.CONDITIONS)
for _verbs in (
    object_acts.LINES,
    moves.LINES,
    card_acts.LINES,
    looks.LINES,
    lasting_effects.LINES,
    delayed_abilities.LINES,
    blocks.LINES,
    loops.LINES,
    entry.LINES,
    battlefields.LINES,
):
    VERBS.update(_verbs)
