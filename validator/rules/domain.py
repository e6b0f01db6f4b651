"""Domain identity: all domains of a card lie inside the legend's, or inside the one that a limited deck may choose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.validator.wording import ZONE_NAMES, domains, issue, listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.decks.model import Section, Slot
    from riftcheck.validator.case import Case
    from riftcheck.validator.report import Issue


def domain_identity(case: Case) -> Sequence[Issue]:
    """Every domain of every card of the main deck, and of the sideboard where it is part of the deck."""
    # CR 103.2.b.3-4, TR 602.4.a.3; a card without a domain fits every identity (CR 103.2.b.5)
    rules = ("CR 103.2.b.3", "CR 103.2.b.4")
    found = _outside(case, "domain-identity", "main", case.main, rules)
    if case.format.copies == "main+sideboard":  # TR 601.1.c.2
        found += _outside(case, "domain-identity", "sideboard", case.sideboard, (*rules, "TR 601.1.c.2"))
    return found


def rune_domain(case: Case) -> Sequence[Issue]:
    """Every rune is of the legend's domains, not of the champion's (1.0 said otherwise and was cleared up)."""
    # CR 103.4.a.1
    return _outside(case, "rune-domain", "runes", case.runes, ("CR 103.4.a.1",))


def battlefield_domain(case: Case) -> Sequence[Issue]:
    """A battlefield that has a domain is inside the identity; all so far have none."""
    # CR 103.5.b
    rules = ("CR 103.5.b",)
    return _outside(case, "battlefield-domain", "battlefields", case.battlefields, rules)


def _outside(case: Case, code: str, section: Section, slots: list[Slot], rules: tuple[str, ...]) -> list[Issue]:
    identity = case.identity
    if identity is None:
        return []
    outside = [slot for slot in slots if slot.card is not None and slot.card.domain_bits & ~identity]
    if not outside:
        return []
    named = dict.fromkeys(f"{slot.name} ({domains(slot.card.domain_bits)})" for slot in outside if slot.card)
    message = f"Outside {_whose(case, identity)} in {ZONE_NAMES[section]}: {listed(list(named))}."
    if case.format.identity == "limited":
        rules = ("TR 602.4.a.3" if case.format.id == "sealed" else "TR 602.4.b.4",)
    return [issue(code, section, message, outside, case.ruleset.cite(*rules))]


def _whose(case: Case, identity: int) -> str:
    if case.format.identity == "limited" or case.legend is None:
        return f"every identity that the format allows (nearest: {domains(identity)})"
    return f"{domains(identity)}, the identity of {case.legend.full_name},"
