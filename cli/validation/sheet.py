"""The page that `validate --html` writes: a sheet to print, without scripts, addresses or any other file.

The page is well-formed XML too. Every text from a list or a card is cleaned and escaped as it is put in.
"""

from __future__ import annotations

from collections import Counter
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from riftcheck.carddb.printable import clean
from riftcheck.cli.validation.judged import EXIT_CODES, named
from riftcheck.cli.validation.verdict import counted
from riftcheck.validator.text import SIGNS, cited
from riftcheck.validator.wording import ZONE_NAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.cli.validation.judged import Judged, JudgedRun, Outcome
    from riftcheck.validator.report import Issue

_TEMPLATE: Final = "sheet.html"
_ORDER: Final = tuple(reversed(EXIT_CODES))
# What is told of an event once, and on the sheets, which are handed out; not with each legal list.
_OF_THE_EVENT: Final = "data-age"
_MOST_SHOWN: Final = 60  # faults of a sheet, and cards and lines of a fault
_MOST_NAMED: Final = 3  # cards that the summary names of one code


def sheet_page(run: JudgedRun) -> str:
    """Return a run as an HTML document: the event, a summary, the legal lists, and a sheet for each other list."""
    environment = Environment(
        loader=PackageLoader(__package__, package_path=""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_printable,
    )
    environment.filters.update(cited=cited, named=named, counts=_counts, why=_why)
    style = files(__package__).joinpath("sheet.css").read_text(encoding="utf-8")
    return environment.get_template(_TEMPLATE).render(
        by=run.by,
        teams=run.teams or (),
        answers=[counted([one.outcome for one in run.lists], "lists")]
        + ([] if run.teams is None else [counted([one.outcome for one in run.teams], "teams")]),
        totals=[("Lists", _totals([one.outcome for one in run.lists]))]
        + ([] if run.teams is None else [("Teams", _totals([one.outcome for one in run.teams]))]),
        cautions=_cautions(run),
        legal=[(one, _remarks(one)) for one in run.lists if one.outcome == "legal"],
        others=[one for one in run.lists if one.outcome != "legal"],
        sheets=[
            (one, _faults(one), _remarks(one, of_the_event=True))
            for one in run.lists
            if one.outcome in ("illegal", "undetermined")
        ],
        signs={outcome: signs[0] for outcome, signs in SIGNS.items()},
        zones=ZONE_NAMES,
        most=_MOST_SHOWN,
        style=Markup(style),  # noqa: S704 (our own file)
    )


def _printable(value: Any) -> Any:
    """Return a value of a template with what cannot be printed replaced; it is escaped after this."""
    return value if isinstance(value, Markup) else clean(str(value))


def _totals(outcomes: Sequence[Outcome]) -> list[tuple[Outcome | str, int]]:
    counts = Counter(outcomes)
    return [*((outcome, counts[outcome]) for outcome in _ORDER), ("together", len(outcomes))]


def _cautions(run: JudgedRun) -> list[str]:
    """Return what has to be known of every verdict of the run, each once."""
    told = [issue.message for one in run.lists for issue in one.issues if issue.code == _OF_THE_EVENT]
    return list(dict.fromkeys(told))


def _faults(judged: Judged) -> list[Issue]:
    return [issue for issue in judged.issues if issue.severity == "error"]


def _why(judged: Judged) -> str:
    """Return the codes of the errors, each with the cards that it is about."""
    cards: dict[str, list[str]] = {}
    for issue in _faults(judged):
        cards.setdefault(issue.code, []).extend(card.full_name for card in issue.cards)
    return "; ".join(f"{code} ({'; '.join(_shortened(names))})" if names else code for code, names in cards.items())


def _shortened(names: Sequence[str]) -> list[str]:
    more = len(names) - _MOST_NAMED
    return [*names[:_MOST_NAMED], f"{more} more"] if more > 0 else list(names)


def _remarks(judged: Judged, *, of_the_event: bool = False) -> list[str]:
    """Return warnings and doubts about a list as sentences."""
    told = [
        issue.message
        for issue in judged.issues
        if issue.severity != "error" and (of_the_event or issue.code != _OF_THE_EVENT)
    ]
    return [*told, *judged.doubts()]


def _counts(judged: Judged) -> str:
    """Return the numbers of cards as people write them: `40 + 12 + 3 + 8`, main deck to sideboard."""
    if judged.report is None:
        return ""
    return " + ".join(str(judged.report.counts[zone]) for zone in ("main", "runes", "battlefields", "sideboard"))
