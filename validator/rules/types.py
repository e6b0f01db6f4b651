"""Cards in the part of the deck that they belong to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.decks.model import SECTIONS, total
from riftcheck.validator.rules.extra_legends import granting_cards
from riftcheck.validator.wording import ZONE_NAMES, cards, excess_over, issue, listed, names, wanted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.carddb.model import DeckKind
    from riftcheck.decks.model import Section, Slot
    from riftcheck.validator.case import Case
    from riftcheck.validator.report import Issue


def tokens(case: Case) -> Sequence[Issue]:
    """No token card and no token battlefield anywhere: tokens are not cards."""
    # CR 185, 187
    found = []
    for section in SECTIONS:
        slots = [slot for slot in case.deck.section(section) if slot.card is not None and slot.card.is_token]
        if slots:
            message = f"{names(slots)} in {ZONE_NAMES[section]}: a token is no card and cannot be in a deck."
            rules = case.ruleset.cite("CR 185", "CR 187")
            found.append(issue("token", section, message, slots, rules))
    return found


def legend_count(case: Case) -> Sequence[Issue]:
    """Exactly one champion legend; in limited formats at most one."""
    # CR 103.2, TR 402.1, TR 602.4.a.5
    slots = case.deck.legend
    strangers = _strangers(slots, "legend")
    count = total(slots) - total(strangers)
    size = case.format.legends
    if size.allows(count) and not strangers:
        return ()
    message = f"The list has {cards(count, 'champion legend')}; {case.format.name} wants {wanted(size)}."
    if strangers:
        message += f" {names(strangers)} cannot be one."
    granting = granting_cards([*case.main, *case.sideboard])
    if count > 1 and granting:
        message += f" Extra legends, by the text of {listed(granting)}, stand in a section of their own."
    rules = [*case.ruleset.cite("CR 103.2")]
    if size.source.document != "CR":
        rules.extend(case.ruleset.cite.source(size.source))
    return (issue("legend-count", "legend", message, slots, rules, excess=excess_over(size, count)),)


def main_type(case: Case) -> Sequence[Issue]:
    """Units, gear and spells only, in the main deck and in the sideboard."""
    # CR 103.3, TR 601.1.c.2
    found = []
    # The sideboard of a limited deck is the rest of the pool, whatever it holds (TR 602.3.e, 602.4.a.7, 602.4.b.8).
    sections: tuple[Section, ...] = ("main",) if case.format.kind == "limited" else ("main", "sideboard")
    for section in sections:
        strangers = _strangers(case.deck.section(section), "main")
        champion = case.reading.champion
        if section == "main" and champion is not None:
            # Only the champion's own copy is there: `champion-type` says what is wrong with it.
            strangers = [slot for slot in strangers if slot.card is not champion.card or slot.count > 1]
        if strangers:
            where = ZONE_NAMES[section]
            message = f"{names(strangers)} in {where}: only units, gear and spells can be there."
            rules = ["CR 103.3"]
            if section == "sideboard":
                rules.append("TR 601.1.c.2")
            found.append(issue("main-type", section, message, strangers, case.ruleset.cite(*rules)))
    return found


def rune_type(case: Case) -> Sequence[Issue]:
    """Runes only in the rune deck."""
    # CR 103.4
    strangers = _strangers(case.deck.runes, "rune")
    if not strangers:
        return ()
    message = f"{names(strangers)} in the rune deck: only runes can be there."
    return (issue("rune-type", "runes", message, strangers, case.ruleset.cite("CR 103.4")),)


def battlefield_type(case: Case) -> Sequence[Issue]:
    """Battlefields only among the battlefields."""
    # CR 103.5
    strangers = _strangers(case.deck.battlefields, "battlefield")
    if not strangers:
        return ()
    message = f"{names(strangers)} among the battlefields: only battlefields can be there."
    return (issue("battlefield-type", "battlefields", message, strangers, case.ruleset.cite("CR 103.5")),)


def _strangers(slots: list[Slot], kind: DeckKind) -> list[Slot]:
    """Return the known cards that are of another kind; tokens are said by their own rule."""
    return [slot for slot in slots if slot.card is not None and slot.card.kind not in (kind, "token")]
