"""The chosen champion: named or told from the list, a champion unit, of the legend's champion tag."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from riftcheck.decks.champion import could_be_champion
from riftcheck.decks.model import readable, total
from riftcheck.validator.wording import cards, issue, names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.validator.case import Case
    from riftcheck.validator.report import Issue, Severity


def champion_missing(case: Case) -> Sequence[Issue]:
    """A chosen champion is named, or one card of the main deck is the only one that can be it."""
    # CR 103.3.a
    if not case.format.champion_required or case.deck.champion or case.reading.champion or case.reading.candidates:
        return ()
    doubtful = [slot for slot in case.deck.main if slot.card is None]
    if case.legend is None:
        # The fault is the legend's. Any champion unit may be of the right one.
        if any(slot.card is None for slot in case.deck.legend) or doubtful:
            return ()
        if any(slot.card is not None and could_be_champion(slot.card) for slot in case.main):
            return ()
    tag = "" if case.legend is None else f" with the champion tag {case.legend.champion_tag}"
    rules = case.ruleset.cite("CR 103.3.a")
    message = f"No chosen champion is named, and no champion unit{tag} is in the main deck."
    possible = [slot for slot in doubtful if case.ruleset.lacks(slot, "main")]
    if possible:
        message += f" It may be one of the unknown cards: {names(possible)}."
        return (issue("champion-missing", "champion", message, (), rules, severity="warning"),)
    return (issue("champion-missing", "champion", message, (), rules),)


def champion_ambiguous(case: Case) -> Sequence[Issue]:
    """One card is named as the chosen champion where several cards can be it."""
    # TR 401.2
    candidates = case.reading.candidates
    if not case.format.champion_required or not candidates:
        return ()
    casual = case.format.kind == "casual" or case.ruleset.options.level == "low"
    names_of_all = " or ".join(slot.name for slot in candidates)
    message = f"The list must say which card is the chosen champion; it can be {names_of_all}."
    severity: Severity = "warning" if casual else "error"
    return (
        issue("champion-ambiguous", "champion", message, candidates, case.ruleset.cite("TR 401.2"), severity=severity),
    )


def champion_type(case: Case) -> Sequence[Issue]:
    """The chosen champion is a champion unit, not a signature unit."""
    # CR 103.3.a.2, 103.3.d.3
    champion = case.reading.champion
    if champion is None or champion.card is None or champion.card.is_token or could_be_champion(champion.card):
        return ()
    what = "a signature card" if champion.card.is_signature else "no champion unit"
    message = f"{champion.name} cannot be the chosen champion: it is {what}."
    rules = case.ruleset.cite("CR 103.3.a.2", "CR 103.3.d.3")
    return (issue("champion-type", "champion", message, (champion,), rules),)


def champion_tag(case: Case) -> Sequence[Issue]:
    """The chosen champion has the champion tag of the legend. No other tag counts."""
    # CR 103.3.a.2, 133.8.b
    champion, legend = case.reading.champion, case.legend
    if case.format.identity == "limited" or legend is None:  # TR 602.4.a.3.a
        return ()
    if champion is None or champion.card is None or not could_be_champion(champion.card):
        return ()
    if champion.card.champion_tag == legend.champion_tag:
        return ()
    message = (
        f"{champion.name} cannot be the chosen champion of {legend.full_name}: its champion tag is "
        f"{champion.card.champion_tag}, the legend's is {legend.champion_tag}."
    )
    return (issue("champion-tag", "champion", message, (champion,), case.ruleset.cite("CR 103.3.a.2")),)


def champion_counted(case: Case) -> Sequence[Issue]:
    """Report how the chosen champion was counted, if the list left that open.

    The issue is a visible warning, unless the list names the champion and only this reading has the format's size.
    """
    # TR 401.2
    champion = case.reading.champion
    if champion is None or not case.reading.told:
        return ()
    count = cards(readable(case.deck.main))
    among = f"counts as one of the {count} in the main deck"
    if case.reading.inferred:
        message = f"No chosen champion is named; {champion.name} is the only possible one and {among}."
    elif case.reading.counting == "apart":
        message = f"{champion.name} is listed separately and adds one card, which makes {count} in the main deck."
    else:
        message = f"{champion.name} is named as the chosen champion and {among}; no copy is added."
    rules = case.ruleset.cite("TR 401.2")
    found = issue("champion-counted", "champion", message, (champion,), rules, severity="warning")
    return (replace(found, severity="info", hidden=True) if _is_certain(case) else found,)


def _is_certain(case: Case) -> bool:
    """Return True if the list names the champion, and only the reading that is used has the format's size."""
    main, size = case.deck.main, case.ruleset.main
    if case.reading.inferred or any(slot.unreadable for slot in main):
        return False
    count = total(main)
    other = count + 1 if case.reading.counting == "label" else count - 1
    return size.allows(count) and not size.allows(other)
