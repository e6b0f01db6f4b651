"""Comparisons and sweeps for people: as lines for a terminal, and as a page of HTML."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Final

from riftcheck.goldfish.report.cells import clean
from riftcheck.goldfish.report.page import document_html, run_html, section_html
from riftcheck.goldfish.report.policy_words import policy_paragraphs
from riftcheck.goldfish.report.rankings import bounds, elimination_sections, found_words, tried_words
from riftcheck.goldfish.report.run_words import subject, summary
from riftcheck.goldfish.report.sections import Section, warnings
from riftcheck.goldfish.report.text import WIDTH, heading, policy_text, section_lines, wrapped
from riftcheck.goldfish.studies.comparison import ERRORS, MEASURES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from riftcheck.goldfish.report.sections import Row

_SAYS: Final = {measure.name: measure.says for measure in MEASURES}
_ANSWERS: Final = {
    "better": "B is better than A.",
    "worse": "B is worse than A.",
    "not known": "Not known: these games do not tell A and B apart.",
}
_BOUNDS: Final = f"Differences are B less A, with bounds {ERRORS} standard errors away; known is what lies beyond 0."


def compare_lines(document: Mapping[str, Any], *, width: int = WIDTH, plain: bool = False) -> list[str]:
    """Return a document of `riftcheck.goldfish.studies.comparison` as lines of at most `width` columns."""
    lines = heading(_answer(document), _flags(document), width)
    lines += wrapped(_judged(document), width) + policy_text(document["a"], width)
    return lines + section_lines(_differences(document), width=width, plain=plain)


def compare_page(document: Mapping[str, Any], title: str = "Two lists compared") -> str:
    """Return a document of `riftcheck.goldfish.studies.comparison` as an HTML document."""
    named = [f"{side.upper()} is {subject(document[side]['run'])}. {summary(document[side]['run'])}" for side in "ab"]
    body = [
        *(f"<p>{escape(clean(words))}</p>" for words in named),
        f"<p><strong>{escape(_answer(document))}</strong> {escape(_judged(document))}</p>",
        *policy_paragraphs(document["a"]),
        section_html(_differences(document)),
        run_html(document["a"]["run"], "List A"),
        run_html(document["b"]["run"], "List B"),
    ]
    return document_html(title, warnings(_flags(document)), body)


def sweep_lines(document: Mapping[str, Any], *, width: int = WIDTH, plain: bool = False) -> list[str]:
    """Return the document of a sweep, with a budget or without, as lines of at most `width` columns."""
    lines = heading(_tried(document), document["flags"], width) + policy_text(document, width)
    for section in _sweep_sections(document):
        lines += section_lines(section, width=width, plain=plain)
    return lines


def sweep_page(document: Mapping[str, Any], title: str = "Changes of a list") -> str:
    """Return the document of a sweep, with a budget or without, as an HTML document."""
    run = document["run"]
    body = [
        f"<p>{escape(clean(f'{subject(run)}. {summary(run)}'))}</p>",
        f"<p>{escape(_tried(document))}</p>",
        *policy_paragraphs(document),
        *map(section_html, _sweep_sections(document)),
        run_html(run),
    ]
    return document_html(title, warnings(document["flags"]), body)


def _answer(document: Mapping[str, Any]) -> str:
    return _ANSWERS[document["answer"]]


def _judged(document: Mapping[str, Any]) -> str:
    how = "each game against the one with the same chances" if document["paired"] else "two samples on their own"
    why = f" ({document['reason']})" if document["reason"] else ""
    return f"Judged by: {_SAYS[document['measure']]}{why}. {document['games']} games, {how}."


def _flags(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the flags of both lists together."""
    both = [document["a"]["flags"], document["b"]["flags"]]
    return {
        "illegal": list(dict.fromkeys(code for flags in both for code in flags["illegal"])),
        "unsupported": next((flags["unsupported"] for flags in both if flags["unsupported"]), ""),
        "cards": list(dict.fromkeys(card for flags in both for card in flags["cards"])),
        "stopped": max(flags["stopped"] for flags in both),
        "provisional": list({card["card"]: card for flags in both for card in flags["provisional"]}.values()),
    }


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
    return (
        f"{document['comparisons']} changes, {document['games']} games each, ranked by: "
        f"{_SAYS[document['measure']]}.{filler}"
    )


def _sweep_sections(document: Mapping[str, Any]) -> list[Section]:
    skipped: list[Row] = [[f"{clean(one['name'])}: {clean(one['reason'])}"] for one in document["skipped"]]
    untried = [Section("Not tried", "", ("",), skipped)] if skipped else []
    if "rounds" in document:
        return [*elimination_sections(document, "Changes", document["changes"], _change), *untried]
    changes: list[Row] = [
        [_change(one), *bounds(one), f"{one['chance']:.3f}", one["answer"]] for one in document["changes"]
    ]
    says = (
        f"Differences from the list, with bounds {ERRORS} standard errors away. `chance` is the probability of such a "
        f"difference where there is none, corrected for {document['comparisons']} comparisons by "
        f"{document['correction']}; the answer goes by it."
    )
    titles = ("", "difference", "bounds", "chance", "the change is")
    return [*([Section("Changes", says, titles, changes)] if changes else []), *untried]
