"""Rule numbers, each with the document and version that it belongs to.

The checks cite Core Rules 1.4 by its numbers. Where a list is judged under an older version, the citation names the
number by which that version has the same rule; where the older version lacks the rule, or its text is not at hand, the
citation stays with the version that has it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.validator.report import RuleCitation

if TYPE_CHECKING:
    from riftcheck.carddb.model import Source

CURRENT: Final = "1.4"
TOURNAMENT_RULES: Final = "2026-07-16"

# The numbers of rules of 1.4 in an older version whose text is at hand; None for a rule that this version lacks.
_NUMBERS: Final[dict[str, dict[str, str | None]]] = {
    "1.3": {
        "107.4.d.1": None,
        "185": "182",
        "187": "184",
        "485.4.a": "480.4.a",
        "486.4.a": "481.4.a",
        "487.4.a": "482.4.a",
        "488.4.a": "483.4.a",
        "489.4.a": "484.4.a",
        "489.8.h": "484.8.g",
        "489.8.i": "484.8.h",
        "825.3.a": "825.2.a",
    },
    "1.0": {
        "103.4.c": None,
        "107.4.d.1": None,
        "185": "176",
        "187": "178",
        "485.4.a": "644.4.a",
        "486.4.a": "645.4.a",
        "487.4.a": "646.4.a",
        "488.4.a": "647.4.a",
        "489.4.a": "648.4.a",
        "489.8.h": None,
        "489.8.i": None,
        "825.3.a": None,
    },
}


def core(number: str, cited_as: str) -> RuleCitation:
    """Return the citation of a Core Rule, given by its number in 1.4, under the version by which a day is cited."""
    older = _NUMBERS.get(cited_as)
    if older is None:
        return RuleCitation("CR", CURRENT, number)
    same = older.get(number, number)
    return RuleCitation("CR", CURRENT, number) if same is None else RuleCitation("CR", cited_as, same)


def tournament(number: str) -> RuleCitation:
    """Return the citation of a Tournament Rule."""
    return RuleCitation("TR", TOURNAMENT_RULES, number)


def from_source(source: Source, cited_as: str) -> RuleCitation:
    """Return the citation of a source in the data: a Core Rule of 1.4 moves with the version, all else stays."""
    if source.document == "CR" and source.version == CURRENT:
        return core(source.number, cited_as)
    return RuleCitation(source.document, source.version, source.number)
