"""The legends that a card of the deck lets be registered besides the one that the deck starts with.

They are no champion legends (CR 107.4.d.1): number, identity, champion and signature cards ask the starting legend
only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.decks.model import total
from riftcheck.validator.report import RuleCitation
from riftcheck.validator.wording import cards, issue, listed, names

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from riftcheck.carddb import Card
    from riftcheck.decks.model import Slot
    from riftcheck.validator.case import Case
    from riftcheck.validator.report import Issue, IssueZone, Severity


def granting_cards(slots: Iterable[Slot]) -> list[str]:
    """Return the names of the cards that let extra legends be registered, each once."""
    return [card.name for card in _granting(slots)]


def extra_legend_count(case: Case) -> Sequence[Issue]:
    """As many extra legends as the cards of the deck let be registered at most; fewer, or none, are right as well.

    A second copy of a card adds none. Extra legends that only a sideboard card allows are a warning: the card may come
    in between games, when no legend can be registered any more, and no rule says whether it counts.
    """
    # CR 103.1, TR 401.3, 403.4.b, 602.3.e.2
    slots = case.deck.extra_legends
    count = total(slots) - total(_strangers(slots))
    if not count:
        return ()
    in_deck, anywhere = _granting(case.main), _granting([*case.main, *case.sideboard])
    allowed, most = (sum(card.extra_legends for card in found) for found in (in_deck, anywhere))
    if count <= allowed:
        return ()
    listed_legends = f"The list has {cards(count, 'extra legend')}"
    severity: Severity = "error"
    doubtful = False
    if count <= most:
        severity = "warning"
        aside = listed([card.name for card in anywhere if card not in in_deck])
        message = f"{listed_legends} by the text of {aside} in the sideboard; no rule says whether it counts there."
    else:
        message = f"{listed_legends}, but no card of the deck lets any be registered."
        if anywhere:
            granting = listed([card.name for card in anywhere])
            message = f"{listed_legends}; by the text of {granting} at most {most} may be registered."
        unread = _unread(case)
        doubtful = bool(unread)
        if doubtful:
            message += f" These cards may allow more, but their text is not in our card data: {names(unread)}."
    excess = count - (allowed if severity == "warning" else most)
    rules = _rules(case, *case.ruleset.cite("CR 103.1"), *_registered(case))
    zone: IssueZone = "extra_legends"
    return (
        issue("extra-legend-count", zone, message, slots, rules, severity=severity, excess=excess, doubtful=doubtful),
    )


def extra_legend_few(case: Case) -> Sequence[Issue]:
    """Report fewer extra legends in a constructed deck than its cards allow: legal, but none can be added later."""
    # TR 401.2.a, since 2026-10-16
    granting = _granting(case.main) if case.format.kind == "constructed" else []
    rules = case.ruleset.cite("TR 401.2.a") if granting else ()
    if not rules:
        return ()
    slots = case.deck.extra_legends
    count = total([slot for slot in slots if slot.card is None or slot.card.kind == "legend"])
    allowed = sum(card.extra_legends for card in granting)
    if count >= allowed:
        return ()
    named = "no extra legends" if not count else cards(count, "extra legend")
    allow = "allows" if len(granting) == 1 else "allow"
    message = (
        f"The deck names {named}; {listed([card.name for card in granting])} {allow} up to {allowed}. "
        "Register extra legends with the deck: none can be added later."
    )
    severity: Severity = "info" if case.ruleset.options.level == "low" else "warning"
    cited = (*_rules(case), *rules)
    return (issue("extra-legend-few", "extra_legends", message, slots, cited, severity=severity),)


def _unread(case: Case) -> list[Slot]:
    """Return the cards of the deck whose text is not in the card data: each of them may allow extra legends."""
    found = [
        slot for slot in (*case.main, *case.sideboard) if slot.card is not None and slot.card.is_provisional("copies")
    ]
    unknown = [slot for slot in (*case.deck.main, *case.deck.sideboard) if slot.card is None]
    return found + [slot for slot in unknown if case.ruleset.lacks(slot, "main")]


def extra_legend_type(case: Case) -> Sequence[Issue]:
    """Only legends among the extra legends."""
    # CR 107.4.d.1
    strangers = _strangers(case.deck.extra_legends)
    if not strangers:
        return ()
    message = f"{names(strangers)} among the extra legends: only legends can be there."
    rules = _rules(case, *case.ruleset.cite("CR 107.4.d.1"))
    return (issue("extra-legend-type", "extra_legends", message, strangers, rules),)


def extra_legend_name(case: Case) -> Sequence[Issue]:
    """All extra legends have different names, in any printing, and none has the starting legend's."""
    by_name: dict[str, list[Slot]] = {}
    for slot in case.deck.extra_legends:
        if slot.card is not None and slot.card.kind == "legend":
            by_name.setdefault(slot.card.name, []).append(slot)
    granting = granting_cards([*case.main, *case.sideboard])
    if not granting:
        return ()  # nothing asks for names; `extra-legend-count` says so
    starting = {slot.card.name for slot in case.deck.legend if slot.card is not None}
    alike = {name: slots for name, slots in by_name.items() if total(slots) > 1 or name in starting}
    if not alike:
        return ()
    found = [slot for slots in alike.values() for slot in slots]
    excess = total(found) - sum(name not in starting for name in alike)
    message = f"{names(found)}: each extra legend must have a name of its own, and none the starting legend's."
    return (issue("extra-legend-name", "extra_legends", message, found, _rules(case), excess=excess),)


def _granting(slots: Iterable[Slot]) -> list[Card]:
    return list(dict.fromkeys(slot.card for slot in slots if slot.card is not None and slot.card.extra_legends))


def _strangers(slots: list[Slot]) -> list[Slot]:
    """Return the known cards that are no legends; tokens are said by their own rule."""
    return [slot for slot in slots if slot.card is not None and slot.card.kind not in ("legend", "token")]


def _rules(case: Case, *more: RuleCitation) -> list[RuleCitation]:
    """Return the text of the cards that let extra legends be registered, and further rules."""
    version = case.ruleset.db.version
    granting = granting_cards([*case.main, *case.sideboard])
    return [*(RuleCitation("card", version, name) for name in granting), *more]


def _registered(case: Case) -> tuple[RuleCitation, ...]:
    """Return the tournament rule on registered legends, if the format has one: on extra ones, else on their number."""
    source, cite = case.format.legends.source, case.ruleset.cite
    return () if source.document == "CR" else cite("TR 401.2.a") or cite.source(source)
