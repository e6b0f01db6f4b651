"""Limits on the copies of a name, on signature cards and on battlefields in one deck."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from riftcheck.decks.model import total
from riftcheck.validator.report import RuleCitation
from riftcheck.validator.wording import cards, domains, issue, names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.carddb import Card
    from riftcheck.decks.model import Slot
    from riftcheck.validator.case import Case
    from riftcheck.validator.report import Issue, IssueZone, Severity

MOST_SIGNATURES = 3  # CR 103.3.d.1


class _Copies(NamedTuple):
    """The slots of one card that count towards its copy limit."""

    main: list[Slot]
    sideboard: list[Slot]

    @property
    def slots(self) -> list[Slot]:
        """All slots, those of the main deck first."""
        return [*self.main, *self.sideboard]

    @property
    def zone(self) -> IssueZone:
        """The section of the slots: `main` or `sideboard`, or `deck` if they are in both."""
        return "deck" if self.main and self.sideboard else "main" if self.main else "sideboard"

    @property
    def sideboard_rules(self) -> tuple[str, ...]:
        """The rules about copies in the sideboard, if one of the slots is in it."""
        return ("TR 403.3", "TR 601.1.c.3") if self.sideboard else ()


def copy_limit(case: Case) -> Sequence[Issue]:
    """Three of a name in any printing, the champion's copy and in competitions the sideboard among them."""
    # CR 103.3.b, 103.3.b.1, TR 403.3, TR 601.1.c.3
    most = {card: card.copies for card in case.copies if card.copies is not None and not card.unique}
    over = [card for card, limit in most.items() if case.copies[card] > limit]
    copies = _copies(case, over)
    found = []
    for card in over:
        count, slots = case.copies[card], copies[card].slots
        doubtful = card.is_provisional("copies")
        unless = "; what the card itself says of that is not known here" if doubtful else ""
        message = f"{count} copies of {card.name}{_where(case)}; {most[card]} are allowed, in any printing{unless}."
        rules = case.ruleset.cite("CR 103.3.b", *copies[card].sideboard_rules)
        excess = count - most[card]
        found.append(issue("copy-limit", copies[card].zone, message, slots, rules, excess=excess, doubtful=doubtful))
    return found


def unique(case: Case) -> Sequence[Issue]:
    """One of a card that has Unique."""
    # CR 825.3.a; on the card itself, so in every version
    over = [card for card, count in case.copies.items() if card.unique and count > 1]
    copies = _copies(case, over)
    found = []
    for card in over:
        count = case.copies[card]
        message = f"{count} copies of {card.name}{_where(case)}; it is Unique, so one is allowed."
        rules = [
            *case.ruleset.cite("CR 825.3.a"),
            RuleCitation("card", case.ruleset.db.version, card.name),
            *case.ruleset.cite(*copies[card].sideboard_rules),
        ]
        found.append(issue("unique", copies[card].zone, message, copies[card].slots, rules, excess=count - 1))
    return found


def signature_total(case: Case) -> Sequence[Issue]:
    """Three signature cards in all, of any names. That the sideboard counts no rule says: a warning."""
    # CR 103.3.d.1
    if case.format.copies is None:
        return ()
    rules = case.ruleset.cite("CR 103.3.d.1")
    in_main = [slot for slot in case.main if slot.card is not None and slot.card.is_signature]
    count = total(in_main)
    if count > MOST_SIGNATURES:
        counted = cards(count, "signature card")
        message = f"{counted} in the main deck ({names(in_main)}); three are allowed in all."
        return (issue("signature-total", "main", message, in_main, rules, excess=count - MOST_SIGNATURES),)
    everywhere = [slot for slot in case.constructed if slot.card is not None and slot.card.is_signature]
    count = total(everywhere)
    if count <= MOST_SIGNATURES:
        return ()
    counted = cards(count, "signature card")
    message = f"{counted} in main deck and sideboard ({names(everywhere)}); the main deck may hold three."
    excess = count - MOST_SIGNATURES
    return (issue("signature-total", "sideboard", message, everywhere, rules, severity="warning", excess=excess),)


def signature_tag(case: Case) -> Sequence[Issue]:
    """Every signature card has the champion tag of the legend; its domains do not matter."""
    # CR 103.3.d.2
    if case.format.copies is None or case.legend is None:
        return ()
    found = []
    zones: tuple[tuple[IssueZone, list[Slot]], ...] = (("main", case.main),)
    if case.counts_sideboard:
        zones = (*zones, ("sideboard", case.sideboard))
    for zone, slots in zones:
        strangers = [slot for slot in slots if slot.card is not None and _foreign_signature(slot.card, case.legend)]
        if strangers:
            tags = names_with_tags(strangers)
            message = f"Signature cards of another champion than {case.legend.champion_tag}: {tags}."
            rules = case.ruleset.cite("CR 103.3.d.2")
            found.append(issue("signature-tag", zone, message, strangers, rules))
    return found


def battlefield_unique(case: Case) -> Sequence[Issue]:
    """No two battlefields of one name, where the mode asks for more than one."""
    # CR 103.5.c, TR 402.1; not written down in 1.0
    size = case.ruleset.battlefields
    if not case.format.battlefields_unique or size is None or max(size.exactly, default=0) <= 1:
        return ()
    by_name: dict[str, list[Slot]] = {}
    for slot in case.battlefields:
        by_name.setdefault(slot.name, []).append(slot)
    twice = [slots for slots in by_name.values() if total(slots) > 1]
    if not twice:
        return ()
    found = [slot for slots in twice for slot in slots]
    excess = total(found) - len(twice)
    message = f"{names(found)} stands among the battlefields more than once; each must have another name."
    rules = case.ruleset.cite("CR 103.5.c")
    severity: Severity = "warning" if case.ruleset.rules == "1.0" else "error"
    return (issue("battlefield-unique", "battlefields", message, found, rules, severity=severity, excess=excess),)


def names_with_tags(slots: Sequence[Slot]) -> str:
    """Return names with champion tags and domains: `Highlander (Master Yi, Calm/Body)`."""
    shown = {
        slot.name: f"{slot.name} ({slot.card.champion_tag}, {domains(slot.card.domain_bits)})"
        for slot in slots
        if slot.card is not None
    }
    return ", ".join(shown.values())


def _foreign_signature(card: Card, legend: Card) -> bool:
    return card.is_signature and card.champion_tag != legend.champion_tag


def _copies(case: Case, cards: Sequence[Card]) -> dict[Card, _Copies]:
    """Return the slots of some cards that count towards the copy limit."""
    found = {card: _Copies([], []) for card in cards}
    if found:
        for slots, place in ((case.main, 0), (case.sideboard if case.counts_sideboard else (), 1)):
            for slot in slots:
                if slot.card in found:
                    found[slot.card][place].append(slot)
    return found


def _where(case: Case) -> str:
    return " in main deck and sideboard" if case.counts_sideboard else " in the main deck"
