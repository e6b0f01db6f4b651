"""Arms that were eliminated in rounds, for people: changes of a list, or mulligan policies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.printable import clean
from riftcheck.goldfish.report.about import sweep_about
from riftcheck.goldfish.report.cells import NONE
from riftcheck.goldfish.report.flag_words import warnings
from riftcheck.goldfish.report.page import study_page
from riftcheck.goldfish.report.run_words import mulligan_words, subject
from riftcheck.goldfish.report.sections import Section
from riftcheck.goldfish.report.text import WIDTH, heading, section_lines, wrapped
from riftcheck.goldfish.stats.significance import LEAST_CHANGED
from riftcheck.goldfish.studies.comparison import ERRORS, MEASURES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from riftcheck.goldfish.report.sections import Row

_SAYS: Final = {measure.name: measure.says for measure in MEASURES}
POLICY: Final = "the policy of the run"  # what policies are compared with
_LESS_IS_BETTER: Final = {measure.name for measure in MEASURES if measure.sign < 0}


def mulligan_lines(
    document: Mapping[str, Any], *, name: str = "", width: int = WIDTH, plain: bool = False
) -> list[str]:
    """Return a document of compared mulligan policies as lines of at most `width` columns.

    `name`: what the reader calls the list, such as its file.
    """
    lines = heading(_title(document), warnings(document["flags"]), width, sweep_about(document, name))
    lines += wrapped(found_words(document, document["policies"]), width)
    lines += wrapped(f"{tried_words(document, 'policies')} {_against(document)}", width)
    for section in _mulligan_sections(document):
        lines += section_lines(section, width=width, plain=plain)
    return lines


def mulligan_page(document: Mapping[str, Any], name: str = "") -> str:
    """Return a document of compared mulligan policies as an HTML document; `name` as for the lines."""
    return study_page(
        _title(document),
        warnings(document["flags"]),
        about=sweep_about(document, name),
        question="Which is best",
        details=[f"{tried_words(document, 'policies')} {_against(document)}"],
        sections=_mulligan_sections(document),
        runs={"The run": document["run"]},
        answer=found_words(document, document["policies"]),
    )


def _title(document: Mapping[str, Any]) -> str:
    return f"Mulligan policies of {subject(document['run'])}"


def found_words(document: Mapping[str, Any], entries: list[dict[str, Any]], base: str = POLICY) -> str:
    """Return what is known of the best, as a sentence; `base` is what everything is compared with."""
    best = entries[0]
    name = clean(best["name"])
    if best["answer"] != "better":
        return f"Nothing that was tried is known to be better than {base}."
    if document["ahead"]:
        return f"{name} is better than {base}, and ahead of all that played on with it."
    return f"{name} is better than {base}; that it is the best of all is likely, not known."


def tried_words(document: Mapping[str, Any], what: str) -> str:
    """Return how much was played, and by what is judged, as a sentence."""
    return (
        f"{document['comparisons']} {what}, {document['played']} games of all together out of {document['budget']}, "
        f"{ranked_by(document)}"
    )


def ranked_by(document: Mapping[str, Any]) -> str:
    """Return the measure by which arms are ranked, and whether less of it is better, as the end of a sentence."""
    less = " (less is better)" if document["measure"] in _LESS_IS_BETTER else ""
    return f"ranked by: {_SAYS[document['measure']]}{less}."


def elimination_sections(
    document: Mapping[str, Any],
    title: str,
    entries: list[dict[str, Any]],
    named: Callable[[dict[str, Any]], str],
    base: str = POLICY,
) -> list[Section]:
    """Return the ranking and the rounds as tables; `named` returns the name of an entry, `base` as above."""
    rows: list[Row] = [
        [named(one), *bounds(one), str(one["n"]), str(one["changed"]), _chance(one), one["answer"]] for one in entries
    ]
    says = (
        f"Mean differences with bounds {ERRORS} standard errors away, not corrected: what is on top is there by luck "
        "too. They stand by the round after which they left, then by the difference. Differ: the games that differ "
        f"from those of {base}; of fewer than {LEAST_CHANGED} nothing is said. Chance is the probability of such a "
        "difference where there is none, corrected for all comparisons and rounds; the answer goes by it, and is known "
        f"from {document['level']:.2f} down."
    )
    rounds: list[Row] = [
        [f"round {number}", str(one["arms"]), str(one["games"])] for number, one in enumerate(document["rounds"], 1)
    ]
    return [
        Section(title, says, ("", "difference", "bounds", "games", "differ", "chance", "answer"), rows),
        Section("Rounds", "After each the worse half leaves.", ("", "in play", "games each"), rounds),
    ]


def _chance(one: Mapping[str, Any]) -> str:
    return f"{one['chance']:.3f}" if one["changed"] >= LEAST_CHANGED else NONE


def bounds(one: Mapping[str, Any]) -> list[str]:
    """Return a difference, marked if the list is not sound, and its bounds."""
    star = "*" if "flags" in one else ""
    return [f"{one['value']:+.3f}{star}", f"{one['low']:+.3f} to {one['high']:+.3f}"]


def _against(document: Mapping[str, Any]) -> str:
    return f"Each against that of the run: {mulligan_words(document['run']['mulligan'])}"


def _mulligan_sections(document: Mapping[str, Any]) -> list[Section]:
    policies = document["policies"]
    said: list[Row] = [[f"{clean(one['name'])}: {mulligan_words(one['mulligan'])}"] for one in policies]
    return [
        *elimination_sections(document, "Policies", policies, lambda one: clean(one["name"])),
        Section("What they say", "", ("",), said),
    ]
