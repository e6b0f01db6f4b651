"""What people see: lines that fit, pages that need nothing and let nothing in."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import pytest
from jinja2 import UndefinedError

from riftcheck.goldfish.execution.jobs import PartialResult
from riftcheck.goldfish.plan.run import DeckZones, Run
from riftcheck.goldfish.policies.mulligan import KEEP_ALL, ON_CURVE
from riftcheck.goldfish.report.cells import display_width, number, percent, turn, wrap_words
from riftcheck.goldfish.report.comparisons import compare_lines, compare_page, sweep_lines, sweep_page
from riftcheck.goldfish.report.flag_words import warnings
from riftcheck.goldfish.report.page import document_html, result_page
from riftcheck.goldfish.report.rankings import mulligan_lines, mulligan_page, ranked_by
from riftcheck.goldfish.report.text import result_lines
from riftcheck.goldfish.results.columns import rows_of
from riftcheck.goldfish.results.document import result_document
from riftcheck.goldfish.results.run_info import Flags
from riftcheck.goldfish.simulation.game_rows import GameRows
from riftcheck.goldfish.stats.tally import Tally
from riftcheck.goldfish.studies.arms import Arm, elimination_document
from riftcheck.goldfish.studies.comparison import compare
from riftcheck.goldfish.studies.elimination import Elimination
from riftcheck.goldfish.studies.sweep import one_copy, ranking
from tests.goldfish.made_up_games import ABOUT, KINDS, made_up_game
from tests.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from riftcheck.goldfish.results.run_info import RunInfo
    from riftcheck.goldfish.simulation.facts import GameFacts

NASTY = ("<script>alert(1)</script>", "A & B\x1b[31m", "\u202egnp.exe", "\u9f8d" * 20, "Quote \" and ' mark")
FLAGS = Flags(illegal=("main-size",), unsupported="skip", cards=(NASTY[0], NASTY[1]))
SVG = "{http://www.w3.org/2000/svg}"


@cache
def all_games() -> list[GameFacts]:
    return [made_up_game(index) for index in range(300)]


def result(about: RunInfo = ABOUT, games: Iterable[GameFacts] | None = None) -> dict[str, Any]:
    tally = Tally()
    for facts in all_games() if games is None else games:
        tally.add(facts)
    return result_document(tally, about)


def parsed(page: str) -> ET.Element:
    """Return a page of our own as a tree."""
    return ET.fromstring(page.split("\n", 1)[1])  # noqa: S314


def lines_of(seed: int) -> GameRows:
    lines = GameRows(ABOUT.turns, ABOUT.victory)
    lines.extend(made_up_game(index, seed) for index in range(60))
    return lines


def sweep_of(names: Sequence[str], about: RunInfo) -> dict[str, Any]:
    main = tuple(name for place, name in enumerate(names) for _ in range(2 + (place > 0)))
    plan = one_copy(main)
    return ranking(lines_of(1), [(one, lines_of(2 + n)) for n, one in enumerate(plan.variants)], plan, about)


def eliminated_of(names: Sequence[str], about: RunInfo) -> dict[str, Any]:
    arms = [Arm(name, Run(DeckZones((), ())), {"mulligan": KEEP_ALL.to_json()}) for name in names]
    race = Elimination(len(arms), 300)
    part = PartialResult(0, 60, rows=[lines_of(1 + place) for place in range(len(arms) + 1)])
    return elimination_document(race, part, arms, about, "policies")


def swept_of(names: Sequence[str], about: RunInfo) -> dict[str, Any]:
    document = eliminated_of(names, about)
    told = {"change": "swap", "put_in": names[0], "taken_out": names[1]}
    return {
        **document,
        "changes": [one | told for one in document["policies"]],
        "filler": names[0],
        "skipped": [{"name": names[1], "reason": names[0]}],
    }


NASTY_ABOUT = replace(ABOUT, kinds=NASTY, flags=FLAGS, run={"list": NASTY[0], "options": {"turns": 12, "x": NASTY[1]}})
NASTY_MULLIGANS = replace(NASTY_ABOUT, run={"mulligan": ON_CURVE.to_json()})


@cache
def compared() -> dict[str, Any]:
    return compare(lines_of(1), lines_of(2), NASTY_ABOUT, ABOUT)


# What makes each page and each text. They are made when a test asks for them.
PAGES: Final[Mapping[str, Callable[[], str]]] = {
    "result": lambda: result_page(result()),
    "nasty result": lambda: result_page(result(NASTY_ABOUT), NASTY[0]),
    "compare": lambda: compare_page(compared(), NASTY[1:3]),
    "sweep": lambda: sweep_page(sweep_of(NASTY, NASTY_ABOUT)),
    "sweep in rounds": lambda: sweep_page(swept_of(NASTY, NASTY_ABOUT)),
    "mulligans": lambda: mulligan_page(eliminated_of(NASTY, NASTY_MULLIGANS)),
    "nothing": lambda: result_page(result(games=[])),
}
TEXTS: Final[Mapping[str, Callable[[], list[str]]]] = {
    "result": lambda: result_lines(result()),
    "nasty result": lambda: result_lines(result(NASTY_ABOUT)),
    "compare": lambda: compare_lines(compared(), names=NASTY[1:3]),
    "sweep": lambda: sweep_lines(sweep_of(NASTY, NASTY_ABOUT)),
    "sweep in rounds": lambda: sweep_lines(swept_of(NASTY, NASTY_ABOUT)),
    "mulligans": lambda: mulligan_lines(eliminated_of(NASTY, NASTY_MULLIGANS)),
    "nothing": lambda: result_lines(result(games=[])),
}


@cache
def page_of(name: str) -> str:
    return PAGES[name]()


@cache
def text_of(name: str) -> list[str]:
    return TEXTS[name]()


@pytest.mark.parametrize("name", TEXTS)
def test_lines_fit_80_columns_and_hold_nothing_that_moves_the_cursor(name: str) -> None:
    for line in text_of(name):
        assert display_width(line) <= 80, line
        assert line.isprintable(), ascii(line)
        assert line == line.rstrip()


def test_every_card_and_turn_has_its_line() -> None:
    text = "\n".join(text_of("result"))
    for name in (*KINDS, "turn 12", "point 8", "won, %", "burn out"):
        assert " ".join(name.split()[:2]) in text


def test_figures_stand_with_their_interval() -> None:
    cell = result()["all"]["score"]["won"]
    far = max(cell["high"] - cell["value"], cell["value"] - cell["low"]) * 100
    assert f"{cell['value'] * 100:.1f}\N{PLUS-MINUS SIGN}{far:.1f}" in "\n".join(text_of("result"))


def test_plain_lines_have_signs_of_ascii_only() -> None:
    assert "\n".join(result_lines(result(), plain=True)).isascii()


def test_flags_are_told_first_and_star_every_figure() -> None:
    lines = text_of("nasty result")
    assert lines.index("* The list is not legal (main-size): no figure is of a legal deck.") < lines.index(
        "WHAT MATTERS"
    )
    figures = [line for line in lines if re.search(r"\d\N{PLUS-MINUS SIGN}\d", line)]
    assert figures
    assert [line for line in figures if re.search(r"\N{PLUS-MINUS SIGN}[\d.]+(?![\d.*])", line)] == []
    assert "Cards that cannot be executed" in lines
    assert "Cards that cannot be executed" not in text_of("result")


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_well_formed_and_needs_nothing(name: str) -> None:
    page = page_of(name)
    for one in parsed(page).iter():
        assert one.tag.rpartition("}")[2] not in {"script", "link", "img", "iframe"}
        assert not [key for key in one.attrib if key.startswith("on") or key.rpartition("}")[2] in {"href", "src"}]
    assert set(re.findall(r"\w+://[^\s\"<]*", page)) <= {"http://www.w3.org/2000/svg"}
    assert "url(" not in page
    assert "@import" not in page
    assert "default-src 'none'" in page


@pytest.mark.parametrize("name", ["nasty result", "compare", "sweep", "sweep in rounds", "mulligans"])
def test_names_are_escaped_and_cleaned(name: str) -> None:
    page = page_of(name)
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "\x1b" not in page
    assert "\u202e" not in page


def test_a_template_without_a_value_that_it_shows_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        document_html("study.html", "Title", [])


def test_charts_are_there_and_told_in_words() -> None:
    charts = parsed(page_of("result")).findall(f".//{SVG}svg")
    assert len(charts) == 5
    for chart in charts:
        assert chart.findtext(f"{SVG}desc")
    places = [place for one in charts[0].iter() if "points" in one.attrib for place in one.attrib["points"].split()]
    assert places
    for place in places:
        x, y = map(float, place.split(","))
        assert 0 <= x <= 720
        assert 0 <= y <= 280
    shown = {text.text for text in charts[4].iter(f"{SVG}text")}
    assert {KINDS[0], "12"} <= shown


def test_a_chart_shows_the_values() -> None:
    played = rows_of(result()["cards"][2]["all"]["played_on"])[4]["played"]["value"]
    assert f"{KINDS[2]}, turn 5: {played * 100:.1f} %" in page_of("result")


def test_light_dark_and_print_are_styled() -> None:
    for words in ("prefers-color-scheme: dark", "@media print", "color-scheme: light dark"):
        assert words in page_of("result")


def test_the_answer_of_a_comparison_comes_first() -> None:
    lines = text_of("compare")
    answer = next(place for place, line in enumerate(lines) if line.startswith("Not known"))
    assert (
        answer
        < lines.index("Differences")
        < next(place for place, line in enumerate(lines) if line.startswith("  games won"))
    )


def test_a_sweep_lists_changes_and_what_was_not_tried() -> None:
    text = "\n".join(text_of("sweep"))
    assert "Changes" in text
    assert "Not tried" in text
    assert "3 copies" in text


@pytest.mark.parametrize(
    ("answer", "ahead", "said"),
    [
        ("not known", False, "Nothing that was tried is known to be better than the list."),
        ("worse", True, "Nothing that was tried is known to be better than the list."),
        ("better", False, "Lamb is better than the list; that it is the best of all is likely, not known."),
        ("better", True, "Lamb is better than the list, and ahead of all that played on with it."),
    ],
)
def test_what_a_sweep_found_comes_first(answer: str, ahead: bool, said: str) -> None:
    document = swept_of(("Lamb", "Wolf", "Deer"), ABOUT) | {"ahead": ahead}
    document["changes"][0] |= {"name": "Lamb", "answer": answer}
    words = " ".join(sweep_lines(document))
    assert words.index(said) < words.index("Changes", 1)
    assert f"{document['played']} games of all together out of 300" in words


@pytest.mark.parametrize(("measure", "says"), [("turn", " (less is better)."), ("won", ".")])
def test_which_way_is_better_is_said_alike_with_a_budget_and_without(measure: str, says: str) -> None:
    for document in (sweep_of(("Lamb", "Wolf", "Deer"), ABOUT), swept_of(("Lamb", "Wolf", "Deer"), ABOUT)):
        words = " ".join(sweep_lines(document | {"measure": measure}, width=1000))
        assert ranked_by({"measure": measure}) in words
        assert ranked_by({"measure": measure}).endswith(says)
        assert words.count("less is better") == (measure == "turn")


def test_warnings_say_what_became_of_cards_that_cannot_be_executed() -> None:
    flags = Flags(cards=("Lamb", "Wolf")).to_json()
    (skipped,) = warnings(flags | {"unsupported": "skip"})
    assert skipped.startswith("Cards that cannot be executed were drawn and never played, so")
    assert skipped.endswith(": Lamb, Wolf.")
    # A spell has no Might to be played for.
    (vanilla,) = warnings(flags | {"unsupported": "vanilla"})
    assert "Units that cannot be executed were played as cost and Might only, other such cards only drawn" in vanilla


def test_cells() -> None:
    assert percent({"value": 0.0004, "low": 0.0, "high": 0.001, "n": 9}).value == "<0.1"
    assert percent({"value": 0.9999, "low": 0.9, "high": 1.0, "n": 9}).value == ">99.9"
    assert percent({"value": 1.0, "low": 0.9, "high": 1.0, "n": 9}).short() == "100.0\N{PLUS-MINUS SIGN}10.0"
    assert number({"value": 2.5, "low": None, "high": None, "n": 1}).short() == "2.50"
    assert number({"value": 2.5, "low": 2.0, "high": 3.0, "n": 9, "flags": ["skip"]}).short("+-") == "2.50+-0.50*"
    assert turn({"value": 7.0, "low": 6.0, "high": None, "n": 9}).short() == "7 (6-later)"
    assert turn({"value": None, "low": None, "high": None, "n": 9}).short() == "later"
    nothing = {"value": None, "low": None, "high": None, "n": 0}
    assert [cell(nothing).short() for cell in (percent, number, turn)] == ["-", "-", "-"]


def test_text_breaks_at_spaces_and_long_words_where_they_must() -> None:
    assert wrap_words("one two three", 7) == ["one two", "three"]
    assert wrap_words("abcdefgh", 3) == ["abc", "def", "gh"]
    assert wrap_words("\u9f8d" * 3, 5) == ["\u9f8d\u9f8d", "\u9f8d"]
    assert wrap_words("", 5) == [""]


def test_the_python_of_the_chapter_runs(capsys: pytest.CaptureFixture[str]) -> None:
    chapter = (ROOT / "docs/goldfish.md").read_text("utf-8")
    code = re.findall(r"```python\n(.*?)```", chapter, re.DOTALL)
    assert len(code) == 2
    assert re.findall(r"^(?:from|import) .*", "\n".join(code), re.MULTILINE) == ["import riftcheck"]
    exec(compile("\n".join(code), "docs/goldfish.md", "exec"), {})  # noqa: S102
    printed = capsys.readouterr().out
    assert printed.startswith("Jinx, Loose Cannon with Jinx, Demolitionist\n")
    assert re.search(r"\nwon \d+%, points after turn 4: [\d.]+\n[\d.]+ [\d.]+\n$", printed)


def test_the_chapter_names_every_figure() -> None:
    chapter = (ROOT / "docs/goldfish.md").read_text("utf-8")
    document = result()
    groups = (document["all"]["score"], document["all"]["hands"], rows_of(document["all"]["turns"])[0])
    more = (document["all"]["totals"], document["all"]["board"], document["cards"][0], document["cards"][0]["all"])
    last = (document["all"]["score"]["points"][0], rows_of(document["all"]["score"]["by_turn"])[0])
    names = {name.removeprefix("any_") for one in (*groups, *more, *last) for name in one} | document.keys()
    assert len(names) > 60
    assert [name for name in sorted(names) if f"`{name}`" not in chapter] == []


def test_a_legend_among_the_cards_has_its_full_name() -> None:
    run = {**ABOUT.run, "list": {"legend": KINDS[4], "legend_full_name": f"Champion, {KINDS[4]}"}}
    shown = result(replace(ABOUT, run=run))
    assert {card["name"]: card.get("full_name") for card in shown["cards"]} == {
        **dict.fromkeys(KINDS),
        KINDS[4]: f"Champion, {KINDS[4]}",
    }
    assert any(line.strip().startswith(f"Champion, {KINDS[4]}, when played") for line in result_lines(shown))
