"""Every issue code with its meaning: the promise to programs, and the source of the documentation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class CodeInfo:
    """A code, when it is raised, and the rules that it comes from (Core Rules 1.5, Tournament Rules 2026-10-09)."""

    code: str
    meaning: str
    rules: tuple[str, ...]


_TABLE: Final = (
    (
        "legend-count",
        "The list has not exactly one champion legend; in limited formats more than one. Extra legends do not count.",
        "CR 103.2",
    ),
    (
        "extra-legend-count",
        "More legends are registered besides the starting one than the cards of the deck let, or none may be.",
        "CR 103.1",
        "card text",
    ),
    (
        "extra-legend-few",
        "A constructed deck has fewer extra legends than its cards allow; none can be added after registration.",
        "TR 401.2.a",
        "card text",
    ),
    ("extra-legend-type", "A card among the extra legends is none.", "CR 107.4.d.1", "card text"),
    ("extra-legend-name", "Two extra legends have one name, or one has the starting legend's.", "card text"),
    ("champion-missing", "No chosen champion is named and none can be told from the list.", "CR 103.3.a"),
    ("champion-ambiguous", "No chosen champion is named and several cards could be it.", "TR 401.2"),
    (
        "champion-counted",
        "How the chosen champion was counted; hidden from people if it is named and only this reading fits the size.",
        "TR 401.2",
    ),
    ("champion-type", "The chosen champion is not a champion unit.", "CR 103.3.a.2", "CR 103.3.d.3"),
    ("champion-tag", "The chosen champion has another champion tag than the legend.", "CR 103.3.a.2"),
    ("domain-identity", "A card has a domain outside the identity; all of them count.", "CR 103.2.b.3", "CR 103.2.b.4"),
    ("main-size", "The main deck has too few or too many cards for the format.", "CR 103.3", "TR 402.1", "TR 601.1.b"),
    ("main-type", "A rune, legend or battlefield is in the main deck or sideboard.", "CR 103.3", "TR 601.1.c.2"),
    ("copy-limit", "More than three of a name, in any printing.", "CR 103.3.b", "TR 403.3", "TR 601.1.c.3"),
    ("unique", "More than one of a card that has Unique.", "CR 825.3.a"),
    ("signature-total", "More than three signature cards, whatever their names.", "CR 103.3.d.1"),
    ("signature-tag", "A signature card has another champion tag than the legend.", "CR 103.3.d.2"),
    ("rune-count", "The rune deck has not exactly twelve cards.", "CR 103.4.a"),
    ("rune-type", "A card in the rune deck is no rune.", "CR 103.4"),
    ("rune-domain", "A rune is outside the identity.", "CR 103.4.a.1"),
    ("battlefield-count", "The list has not the number of battlefields that the mode asks for.", "CR 103.5.a"),
    ("battlefield-type", "A card among the battlefields is none.", "CR 103.5"),
    ("battlefield-unique", "Two battlefields have one name.", "CR 103.5.c"),
    ("battlefield-domain", "A battlefield has a domain outside the identity.", "CR 103.5.b"),
    ("token", "A token card or token battlefield is in the list.", "CR 185", "CR 187"),
    ("sideboard-size", "The sideboard has a size that the format does not allow on the day.", "TR 601.1.c.1"),
    (
        "set-legality",
        "No set that is legal on the day has the card in its normal numbering.",
        "TR 601.2.a",
        "TR 601.2.c",
    ),
    ("banned", "The card is banned in the format on the day.", "TR 601.2.d"),
    (
        "product-exempt",
        "The deck exactly matches a preconstructed deck, so its banned cards are allowed at level `low`.",
        "TR 601.2.d.2",
        "TR 601.2.d.2.a",
    ),
    (
        "product-differs",
        "The deck has banned cards and differs by at most six cards from a preconstructed deck that may contain them.",
        "TR 601.2.d.2",
        "TR 601.2.d.2.a",
    ),
    ("set-aside", "Cards under a header such as Maybeboard are in no zone of the deck, and no rule counts them."),
    ("unknown-card", "A line names no card that the database knows; suggestions are listed, never applied."),
    ("misspelt-card", "A name is a letter or two away from a known card's; it is suggested, never applied."),
    ("ambiguous-card", "A name fits several cards."),
    (
        "printing-unknown",
        "A printing id has a known set and number but an unknown suffix; it is read as the card of that number.",
    ),
    ("team-legend", "Two allies have the same champion legend.", "CR 491.8.h"),
    ("team-battlefield", "Two allies have a battlefield in common.", "CR 491.8.i"),
    ("data-age", "The date is after the last date that our rules, bans or cards cover."),
    ("deck-choice", "A card asks for a choice at deck building that the list lacks or has wrong.", "card text"),
)

CODES: Final[dict[str, CodeInfo]] = {row[0]: CodeInfo(row[0], row[1], tuple(row[2:])) for row in _TABLE}
