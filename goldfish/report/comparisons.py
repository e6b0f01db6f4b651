"""Comparisons and sweeps for people: as lines for a terminal, and as a page of HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.printable import clean
from riftcheck.goldfish.report.about import compare_about, same_list, short_name, sweep_about
from riftcheck.goldfish.report.flag_words import compare_warnings, warnings
from riftcheck.goldfish.report.page import study_page
from riftcheck.goldfish.report.rankings import bounds, elimination_sections, found_words, ranked_by, tried_words
from riftcheck.goldfish.report.run_words import subject
from riftcheck.goldfish.report.sections import Section
from riftcheck.goldfish.report.text import WIDTH, heading, section_lines, wrapped
from riftcheck.goldfish.studies.comparison import ERRORS, MEASURES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from riftcheck.goldfish.report.sections import Row

_SAYS: Final = {measure.name: measure.says for measure in MEASURES}
_ANSWERS: Final = {
    "better": "{b} is better than {a}.",
    "worse": "{b} is worse than {a}.",
    "not known": "Not known: these games do not tell {a} and {b} apart.",
}
_BOUNDS: Final = f"Differences are B less A, with bounds {ERRORS} standard errors away; known is what lies beyond 0."
# Why a measure may point the other way than the one that decides.
_CONTRARY: Final = {
    "won": "games may be won without the Victory Score, and end unfinished at the last turn",
    "turn": "it counts a Victory Score that was not reached as the turn after the last, so it is about how long games "
    "without it were, too; a list that wins more long games has it later",
    "pace": "it counts the turn of each point alike; a list may have its first points later and its last one sooner",
    "points": "a game ends at the Victory Score, so what lies above it is by how much the last turn overshot; the last "
    "turn of a slower list may score more at once",
}
_LIST_NAMES: Final = ("", "")


def compare_lines(
    document: Mapping[str, Any],
    *,
    names: Sequence[str] = _LIST_NAMES,
    width: int = WIDTH,
    plain: bool = False,
) -> list[str]:
    """Return a document of `riftcheck.goldfish.studies.comparison` as lines of at most `width` columns.

    `names`: what the reader calls the two lists, such as their files.
    """
    lines = heading("Two lists compared", compare_warnings(document), width, compare_about(document, names))
    for words in (_answer(document, names), _judged(document), *_contrary(document)):
        lines += wrapped(words, width)
    return lines + section_lines(_differences(document), width=width, plain=plain)


def compare_page(document: Mapping[str, Any], names: Sequence[str] = _LIST_NAMES) -> str:
    """Return a document of `riftcheck.goldfish.studies.comparison` as an HTML document; `names` as for the lines."""
    return study_page(
        "Two lists compared",
        compare_warnings(document),
        about=compare_about(document, names),
        question="Which is better",
        details=[_judged(document), *_contrary(document)],
        sections=[_differences(document)],
        runs={f"List {side.upper()}": document[side]["run"] for side in "ab"},
        answer=_answer(document, names),
        heading="The runs",
    )


def sweep_lines(document: Mapping[str, Any], *, name: str = "", width: int = WIDTH, plain: bool = False) -> list[str]:
    """Return the document of a sweep, with a budget or without, as lines of at most `width` columns.

    `name`: what the reader calls the list, such as its file.
    """
    title = f"Changes of {subject(document['run'])}"
    lines = heading(title, warnings(document["flags"]), width, sweep_about(document, name))
    lines += wrapped(_tried(document), width)
    for section in _sweep_sections(document):
        lines += section_lines(section, width=width, plain=plain)
    return lines


def sweep_page(document: Mapping[str, Any], name: str = "") -> str:
    """Return the document of a sweep, with a budget or without, as an HTML document; `name` as for the lines."""
    return study_page(
        f"Changes of {subject(document['run'])}",
        warnings(document["flags"]),
        about=sweep_about(document, name),
        question="What each change is worth",
        details=[_tried(document)],
        sections=_sweep_sections(document),
        runs={"The run": document["run"]},
    )


def _answer(document: Mapping[str, Any], names: Sequence[str]) -> str:
    if same_list(document) and document["answer"] == "not known":
        return "A and B are the same list: there is nothing to tell apart."
    called = {}
    for side, name in zip("ab", names, strict=True):
        short = short_name(document[side]["run"], name)
        called[side] = f"{side.upper()} ({short})" if short else side.upper()
    return _ANSWERS[document["answer"]].format(**called)


def _contrary(document: Mapping[str, Any]) -> list[str]:
    """Return a sentence for each measure by which the answer would be the other way, with why that may be."""
    other = {"better": "worse", "worse": "better"}.get(document["answer"])
    return [
        f"By {_SAYS[one['measure']]} B is {other}: {_CONTRARY[one['measure']]}."
        for one in document["differences"]
        if one["answer"] == other
    ]


def _judged(document: Mapping[str, Any]) -> str:
    how = "each game against the one with the same chances" if document["paired"] else "two samples on their own"
    why = f" ({document['reason']})" if document["reason"] else ""
    return f"Judged by: {_SAYS[document['measure']]}{why}. {document['games']} games, {how}."


def _differences(document: Mapping[str, Any]) -> Section:
    rows: list[Row] = []
    for one in document["differences"]:
        name = one["measure"]
        means = [f"{document[side]['means'][name]:.3f}" for side in "ab"]
        rows.append([_SAYS[name], *means, *bounds(one), one["answer"]])
    return Section("Differences", _BOUNDS, ("", "A", "B", "B - A", "bounds", "B is"), rows)


def _change(one: Mapping[str, Any]) -> str:
    """Return a change in few words: what is exchanged for the filler, or for what."""
    words = {"more": f"+1 {one['put_in']}", "less": f"-1 {one['taken_out']}"}
    return clean(words.get(one["change"], one["name"]))


def _tried(document: Mapping[str, Any]) -> str:
    filler = f" Copies are exchanged for {clean(document['filler'])}." if document["filler"] else ""
    if "rounds" in document:
        found = found_words(document, document["changes"], "the list")
        return f"{found} {tried_words(document, 'changes')}{filler}"
    return f"{document['comparisons']} changes, {document['games']} games each, {ranked_by(document)}{filler}"


def _sweep_sections(document: Mapping[str, Any]) -> list[Section]:
    skipped: list[Row] = [[f"{clean(one['name'])}: {clean(one['reason'])}"] for one in document["skipped"]]
    untried = [Section("Not tried", "", ("",), skipped)] if skipped else []
    if "rounds" in document:
        return [*elimination_sections(document, "Changes", document["changes"], _change, "the list"), *untried]
    changes: list[Row] = [
        [_change(one), *bounds(one), f"{one['chance']:.3f}", one["answer"]] for one in document["changes"]
    ]
    says = (
        f"Differences from the list, with bounds {ERRORS} standard errors away. Chance is the probability of such a "
        f"difference where there is none, corrected for {document['comparisons']} comparisons by "
        f"{document['correction']}; the answer goes by it."
    )
    titles = ("", "difference", "bounds", "chance", "the change is")
    return [*([Section("Changes", says, titles, changes)] if changes else []), *untried]
