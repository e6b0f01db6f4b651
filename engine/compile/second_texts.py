"""The text of something that has it twice: what can be used once each turn can be so in each of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from riftcheck.engine.model.abilities import AGAIN, AbilitySet, Activated, Replacement, Trigger

if TYPE_CHECKING:
    from riftcheck.engine.model.definitions import Pool

Once = TypeVar("Once", Trigger, Activated, Replacement)


def _limited(ability: Trigger | Activated | Replacement) -> bool:
    """Tell whether an ability can be used, or one of its modes be chosen, once each turn only."""
    return ability.once or ability.script.notes


def second_text(pool: Pool, text: AbilitySet) -> AbilitySet:
    """Return a text for what has it twice; its limited abilities are found in the pool under keys of their own."""

    def again(ability: Once) -> Once:
        if not _limited(ability):
            return ability
        made = replace(ability, key=f"{ability.key}{AGAIN}")
        if isinstance(made, Activated) and isinstance(ability, Activated):
            made.keyword = ability.keyword
        pool.found[made.key] = made
        return made

    every: tuple[Trigger | Activated | Replacement, ...] = (*text.triggers, *text.activated, *text.replacements)
    if not any(_limited(ability) for ability in every):
        return text
    return AbilitySet(
        text.key,
        tuple(again(ability) for ability in text.triggers),
        tuple(again(ability) for ability in text.activated),
        text.statics,
        tuple(again(ability) for ability in text.replacements),
        text.cannots,
        text.cans,
        text.prices,
        text.extras,
        text.as_events,
        text.rules,
        text.tolls,
    )
