"""Numbers of cards: legend, main deck, rune deck, battlefields, sideboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.decks.model import total
from riftcheck.validator.citations import core, from_source
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
    count = total([slot for slot in slots if not slot.unreadable])
    if size is None or size.allows(count):
        return ()
    excess = excess_over(size, count)
    if excess is None and any(slot.unreadable for slot in slots):
        return ()  # nobody can tell how many cards a line stands for that cannot be read; its own issue counts
    where = {"main": "main deck", "runes": "rune deck", "battlefields": "list", "sideboard": "sideboard"}[zone]
    noun = {"runes": "rune", "battlefields": "battlefield"}.get(zone, "card")
    champion = ", the chosen champion among them" if zone == "main" and case.format.champion_required else ""
    message = f"The {where} has {cards(count, noun)}; {case.format.name} wants {wanted(size)}{champion}."
    cited = (from_source(size.source, case.ruleset.cited_as), *rules)
    return (issue(code, zone, message, (), cited, excess=excess),)


def main_size(case: Case) -> Sequence[Issue]:
    """The main deck with the chosen champion: at least 40 by the core rules, exactly 40 in competitions."""
    # CR 103.2, TR 402.1, TR 602.4.a.2, TR 602.4.b.3
    return _size(case, "main-size", "main", case.format.main, case.deck.main)


def rune_count(case: Case) -> Sequence[Issue]:
    """Exactly twelve runes."""
    # CR 103.3.a
    return _size(case, "rune-count", "runes", case.format.runes, case.deck.runes)


def battlefield_count(case: Case) -> Sequence[Issue]:
    """As many battlefields as the mode of play asks for."""
    # CR 103.4.a
    rule = core("103.4.a", case.ruleset.cited_as)
    return _size(case, "battlefield-count", "battlefields", case.ruleset.battlefields, case.deck.battlefields, rule)


def sideboard_size(case: Case) -> Sequence[Issue]:
    """As large a sideboard as the format allows on the day; none where the format has none."""
    # TR 601.1.c.1
    return _size(case, "sideboard-size", "sideboard", case.ruleset.sideboard, case.deck.sideboard)
