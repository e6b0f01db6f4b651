"""Checking: from a resolved list to its report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.decks.champion import read_champion
from riftcheck.decks.deck_answer import counts, deck_json, list_hash
from riftcheck.decks.simulation import simulation
from riftcheck.validator.case import Ruleset, case, ruleset_of
from riftcheck.validator.report import Issue, ProvisionalCard, Report, Verdict
from riftcheck.validator.rules import RULES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.carddb import CardDatabase
    from riftcheck.decks.champion import ChampionReading
    from riftcheck.decks.model import Parsed, ResolvedDeck, SetAside
    from riftcheck.validator.report import Options
    from riftcheck.validator.suggestions import Suggestions

# The facts of a card that rules of deck building ask, by their keys in the card data.
_ASKED: Final = frozenset(
    {"name", "type", "supertypes", "champion_tag", "domains", "unique", "copies", "extra_legends"},
)
_LIMITS: Final = frozenset({"unique", "copies"})
_SEVERITY_ORDER = {"error": 0, "warning": 1, "info": 2}


def check(
    deck: ResolvedDeck,
    db: CardDatabase,
    options: Options,
    read: Parsed | None = None,
    suggestions: Suggestions | None = None,
) -> Report:
    """Validate a deck by every rule of its format on its date.

    `read` is the result of reading the deck; its account of the lines becomes part of the report. `suggestions` are
    shared by the decks of a request, and so is the largest number of names to search for.

    :raises UnknownOptionError: for a format, version of the rules or day that is not known.
    """
    ruleset = ruleset_of(db, options)
    reading = read_for(deck, ruleset)
    issues = find_issues(reading, ruleset, suggestions, () if read is None else read.set_aside)
    return Report(
        verdict=judge(issues),
        format=options.format,
        day=options.day,
        level=options.level,
        rules=ruleset.rules,
        issues=issues,
        deck=deck_json(reading.deck),
        counts=counts(reading.deck),
        list_hash=list_hash(reading.deck),
        data_version=db.version,
        simulation=simulation(reading),
        format_name=ruleset.format.name,
        provisional=_provisional(reading.deck, ruleset),
        missing_sets=missing_sets(issues, ruleset),
        unsearched=sum(issue.unsearched for issue in issues),
        problems=None if read is None or read.deck.origin != "text" else tuple(read.problems),
        lines=() if read is None else tuple(read.lines),
    )


def read_for(deck: ResolvedDeck, ruleset: Ruleset) -> ChampionReading:
    """Return the list with its champion read as the format reads it."""
    return read_champion(deck, ruleset.least_main, infer=ruleset.format.champion_required)


def find_issues(
    reading: ChampionReading,
    ruleset: Ruleset,
    suggestions: Suggestions | None = None,
    set_aside: Sequence[SetAside] = (),
) -> tuple[Issue, ...]:
    """Return the issues of every rule, errors first, else in the order of the rules.

    `set_aside` has a record for each header that sets cards aside.
    """
    judged = case(ruleset, reading, suggestions, set_aside)
    found = [issue for rule in RULES for issue in rule(judged)]
    found.sort(key=lambda issue: _SEVERITY_ORDER[issue.severity])
    return tuple(found)


def judge(issues: Sequence[Issue]) -> Verdict:
    """Return the verdict: undetermined if every error is doubtful because of facts missing from the card data."""
    errors = [issue for issue in issues if issue.severity == "error"]
    if not errors:
        return "legal"
    return "undetermined" if all(issue.doubtful for issue in errors) else "illegal"


def missing_sets(issues: Sequence[Issue], ruleset: Ruleset) -> tuple[str, ...]:
    """Return the sets and series that may have the unknown names, if these names make the verdict undetermined."""
    if judge(issues) != "undetermined":
        return ()
    found = {label for issue in issues for label in issue.missing_sets}
    return tuple(missing.label for missing in ruleset.missing_sets if missing.label in found)


def _provisional(deck: ResolvedDeck, ruleset: Ruleset) -> tuple[ProvisionalCard, ...]:
    """Return the provisional facts about the cards of a list that a rule of its format asks for."""
    asked = _ASKED if ruleset.format.copies is not None else _ASKED - _LIMITS
    cards = {slot.card: None for _, slot in deck.slots() if slot.card is not None and slot.card.provisional}
    return tuple(
        ProvisionalCard(card.name, fact.field, fact.reason)
        for card in cards
        for fact in card.provisional
        if fact.field in asked
    )
