"""Results as HTML pages, which need no network, no scripts and no other file.

The pages are well-formed XML too. The templates clean and escape every text from a deck or a card.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from riftcheck.carddb.printable import clean
from riftcheck.goldfish.report.about import result_about
from riftcheck.goldfish.report.flag_words import warnings
from riftcheck.goldfish.report.overview import TITLE, overview
from riftcheck.goldfish.report.result_charts import first_charts, further_charts
from riftcheck.goldfish.report.run_words import run_rows, subject
from riftcheck.goldfish.report.sections import points_by_turn, sections

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from jinja2 import Environment

    from riftcheck.goldfish.report.sections import Section


def result_page(result: Mapping[str, Any], name: str = "") -> str:
    """Return a result of `riftcheck.goldfish.results.document` as an HTML document; it is titled by its list.

    `name`: what its reader calls the list, such as its file. What matters stands first, on two pages of paper at most.
    """
    return document_html(
        "result.html",
        f"Goldfish: {subject(result['run'])}",
        warnings(result["flags"]),
        about=result_about(result, name),
        heading=TITLE,
        overview=overview(result),
        first_charts=first_charts(result),
        further_charts=further_charts(result),
        sections=[points_by_turn(result), *sections(result)],
        settings=run_rows(result["run"]),
    )


def study_page(
    title: str,
    warned: Sequence[str],
    *,
    about: Sequence[tuple[str, str]],
    question: str,
    details: Sequence[str],
    sections: Sequence[Section],
    runs: Mapping[str, Mapping[str, Any]],
    answer: str = "",
    heading: str = "Settings",
) -> str:
    """Return a comparison, a sweep or a ranking as an HTML document.

    :param question: The heading of the first part, which shows the `answer` and its `details`.
    :param runs: The settings of each run by its title. They are shown below the `heading`.
    """
    return document_html(
        "study.html",
        title,
        warned,
        about=about,
        question=question,
        answer=answer,
        details=details,
        sections=sections,
        heading=heading,
        runs=[(name, run_rows(run)) for name, run in runs.items()],
    )


def document_html(template: str, title: str, warned: Sequence[str], **values: Any) -> str:
    """Return an HTML document: a template filled with a title, the warnings about the result, and other values."""
    return _environment().get_template(template).render(title=title, warned=warned, **values)


@cache
def _environment() -> Environment:
    """Return the Jinja2 environment with the templates of this package."""
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415 - a run without a page needs none of it

    return Environment(
        loader=PackageLoader("riftcheck.goldfish.report", package_path=""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=lambda value: value if hasattr(value, "__html__") else clean(str(value)),
    )
