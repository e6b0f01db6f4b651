"""Numbers of cards: legend, main deck, rune deck, battlefields, sideboard."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from riftcheck.decks.model import readable, total
from riftcheck.validator.precons import product_of
from riftcheck.validator.wording import cards, excess_over, issue, wanted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.carddb.model import Size
    from riftcheck.decks.model import Slot
    from riftcheck.validator.case import Case
    from riftcheck.validator.report import Issue, IssueZone, RuleCitation


def _size(  # the one shape of all four rules
    case: Case,
    code: str,
    zone: IssueZone,
    size: Size | None,
    slots: list[Slot],
    *rules: RuleCitation,
) -> Sequence[Issue]:
    count = None if size is None else _wrong_count(size, slots)
    if size is None or count is None:
        return ()
    where = {"main": "main deck", "runes": "rune deck", "battlefields": "list", "sideboard": "sideboard"}[zone]
    noun = {"runes": "rune", "battlefields": "battlefield"}.get(zone, "card")
    champion = ", the chosen champion among them" if zone == "main" and case.format.champion_required else ""
    message = f"The {where} has {cards(count, noun)}; {case.format.name} wants {wanted(size)}{champion}."
    cited = (*case.ruleset.cite.source(size.source), *rules)
    return (issue(code, zone, message, (), cited, excess=excess_over(size, count)),)


def _wrong_count(size: Size, slots: list[Slot]) -> int | None:
    """Return the number of cards in a section if it is certainly none of a size."""
    # Nobody can tell how many cards a line is that cannot be read. A name alone is one copy, or no card at all.
    count = readable(slots)
    if excess_over(size, count) is not None:
        return count
    if any(slot.unreadable and not slot.may_be_card for slot in slots):
        return None
    most = total(slots)
    return None if any(size.allows(number) for number in range(count, most + 1)) else most


def main_size(case: Case) -> Sequence[Issue]:
    """The main deck with the chosen champion: at least 40 by the core rules, exactly 40 in competitions."""
    # CR 103.3, TR 402.1, TR 602.4.a.2, TR 602.4.b.3
    return _size(case, "main-size", "main", case.ruleset.main, case.deck.main)


def rune_count(case: Case) -> Sequence[Issue]:
    """Exactly twelve runes."""
    # CR 103.4.a
    return _size(case, "rune-count", "runes", case.format.runes, case.deck.runes)


def battlefield_count(case: Case) -> Sequence[Issue]:
    """As many battlefields as the mode of play asks for."""
    # CR 103.5.a
    rules = case.ruleset.cite("CR 103.5.a")
    found = _size(case, "battlefield-count", "battlefields", case.ruleset.battlefields, case.deck.battlefields, *rules)
    product = product_of(case) if found else None
    if product is None:
        return found
    more = f" The deck exactly matches {product.title}, which has {cards(len(product.battlefields), 'battlefield')}."
    return [replace(one, message=one.message + more) for one in found]


def sideboard_size(case: Case) -> Sequence[Issue]:
    """As large a sideboard as the format allows on the day; none where the format has none."""
    # TR 601.1.c.1
    return _size(case, "sideboard-size", "sideboard", case.ruleset.sideboard, case.deck.sideboard)
