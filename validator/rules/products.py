"""Preconstructed decks: the exemption from bans for an exact product, and the changes for a deck close to one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.decks.model import Slot
from riftcheck.validator.precons import exempting_product, is_exemption_in_force, nearest_product
from riftcheck.validator.rules.listed import banned_slots
from riftcheck.validator.wording import issue, listed, names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.decks.diff import CountChange
    from riftcheck.decks.model import Section
    from riftcheck.validator.case import Case
    from riftcheck.validator.precons import ProductDifference
    from riftcheck.validator.report import Issue

_TITLES: Final[dict[Section, str]] = {
    "legend": "Legend",
    "main": "Main deck",
    "runes": "Rune deck",
    "battlefields": "Battlefields",
    "sideboard": "Sideboard",
    "extra_legends": "Extra legends",
}


def product_exemption(case: Case) -> Sequence[Issue]:
    """Report if a deck with banned cards is an exact product, or close to one, when exact products are exempt."""
    # TR 601.2.d.2, 601.2.d.2.a
    if not is_exemption_in_force(case):
        return ()
    banned = [slot for slots in banned_slots(case).values() for slot in slots]
    if not banned:
        return ()
    rules = case.ruleset.cite("TR 601.2.d.2", "TR 601.2.d.2.a")
    product = exempting_product(case)
    if product is not None:
        message = (
            f"This deck exactly matches {product.title}, so its banned cards are allowed at level "
            f"{case.ruleset.options.level}: {names(banned)}."
        )
        return (issue("product-exempt", "deck", message, banned, rules, severity="info"),)
    nearest = nearest_product(case, {slot.name for slot in banned})
    if nearest is None:
        return ()
    message = (
        f"This deck is close to {nearest.precon.title}. Only an exact copy of that product may contain its banned "
        f"cards at level {case.ruleset.options.level}. To match it, make these changes. {' '.join(_changes(nearest))}"
    )
    surplus = _surplus(case, nearest)
    return (issue("product-differs", "deck", message, surplus, rules, severity="info"),)


def _changes(difference: ProductDifference) -> list[str]:
    """Return the changes that turn a deck into the product, one sentence for each section."""
    told = []
    for section, changes in difference.sections.items():
        steps = [_step(change) for change in changes]
        told.append(f"{_TITLES[section]}: {'; '.join(steps)}.")
    if difference.other_champion:
        told.append(f"Chosen champion: {listed(difference.precon.champions, 'or')}.")
    return told


def _step(change: CountChange) -> str:
    more = change.after - change.before
    return f"add {more} {change.name}" if more > 0 else f"remove {-more} {change.name}"


def _surplus(case: Case, difference: ProductDifference) -> list[Slot]:
    """Return the cards to remove from the deck, with the lines that list them."""
    return [
        Slot(
            change.name,
            change.before - change.after,
            None,
            change.id,
            tuple(line for slot in case.deck.section(section) if slot.name == change.name for line in slot.lines),
        )
        for section, changes in difference.sections.items()
        for change in changes
        if change.before > change.after
    ]
