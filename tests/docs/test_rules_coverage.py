"""Every rule of the game has an entry, and the page of them says what is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ledger.citations import Citations, Place, numbers_in, owners_of, read_citations
from ledger.entries import AIM, FLOOR, Ledger, of_play, problems, read_ledger, settled, shown_in_play
from ledger.numbers import LedgerError, read_numbers, spans
from ledger.page import CHAPTERS, PAGE, page_of
from ledger.reasons import KINDS, OPEN_FILE, REASONS_FILE, Reason, open_text, read_open, read_reasons, reasons_text
from ledger.scenarios import Shown, read_scenarios
from riftcheck.scenario.format.reader import scenario_files

if TYPE_CHECKING:
    from pathlib import Path

NUMBERS = read_numbers()


@pytest.fixture(scope="module")
def ledger() -> Ledger:
    # Cited numbers that do not exist, in the code or in scenarios, raise here.
    return read_ledger()


# --- the ledger of this repository ------------------------------------------------------------------------------------


def test_no_rule_is_without_an_entry_and_no_reason_stands_beside_a_scenario(ledger: Ledger) -> None:
    assert problems(ledger) == []


def test_the_page_is_up_to_date(ledger: Ledger) -> None:
    assert PAGE.read_text("utf-8") == page_of(ledger), "run `make coverage`"


def test_the_lists_are_written_as_the_program_writes_them(ledger: Ledger) -> None:
    assert OPEN_FILE.read_text("utf-8") == open_text(NUMBERS, ledger.unwritten), "run `make coverage`"
    assert REASONS_FILE.read_text("utf-8") == reasons_text(NUMBERS, ledger.reasons), "run `make coverage`"


def test_ever_more_rules_of_play_have_a_scenario(ledger: Ledger, capsys: pytest.CaptureFixture[str]) -> None:
    count = shown_in_play(ledger)
    with capsys.disabled():
        print(f"\n{count} rules of play have a scenario; the minimum is {FLOOR}, the aim {AIM}")  # noqa: T201
    assert count >= FLOOR, "scenarios were lost: the floor only rises"


def test_the_aim_can_be_reached(ledger: Ledger) -> None:
    assert len(of_play(ledger.unwritten | set(ledger.scenarios))) >= AIM


def test_the_numbers_are_those_of_the_document() -> None:
    assert len(NUMBERS.order) == 2494
    assert NUMBERS.order[0] == "000"
    assert NUMBERS.order[-1] == "832.3"
    assert len(of_play(NUMBERS.order)) == 1846
    for number in NUMBERS.order:
        parent = number.rpartition(".")[0]
        assert not parent or NUMBERS.places[parent] < NUMBERS.places[number], number


def test_every_row_of_the_page_is_a_rule(ledger: Ledger) -> None:
    rows = [line.split(" | ")[0][2:] for line in page_of(ledger).splitlines() if line.startswith("| ")]
    assert tuple(row for row in rows if row in NUMBERS) == NUMBERS.order
    assert set(CHAPTERS) <= set(NUMBERS.order)


# --- what is wrong is said --------------------------------------------------------------------------------------------


def made(
    scenarios: dict[str, list[Shown]] | None = None,
    places: dict[str, list[Place]] | None = None,
    reasons: dict[str, Reason] | None = None,
    unwritten: set[str] | None = None,
) -> Ledger:
    """Return a ledger in which all other rules are headings."""
    scenarios, places, unwritten = scenarios or {}, places or {}, unwritten or set()
    rest = {number: Reason("heading") for number in NUMBERS.order}
    for number in ("323.6", *scenarios):
        del rest[number]
    return Ledger(NUMBERS, scenarios, Citations(places, {}), rest | (reasons or {}), unwritten)


SCENARIO = Shown("tests/scenarios/a.yaml", "A")


@pytest.mark.parametrize(
    ("ledger_", "words"),
    [
        (made(), "323.6 has no scenario, no place in the code and no reason"),
        (made(scenarios={"323.7": [SCENARIO]}, unwritten={"323.7", "323.6"}), "323.7 has a scenario and is in"),
        (
            made(scenarios={"323.7": [SCENARIO]}, reasons={"323.7": Reason("heading")}, unwritten={"323.6"}),
            "tests/scenarios/a.yaml names 323.7, which docs/data/rules-without-scenario.yaml calls heading: name the",
        ),
        (
            made(scenarios={"323": [SCENARIO]}, reasons={"323": Reason("heading")}, unwritten={"323.6"}),
            (
                "tests/scenarios/a.yaml names 323, which docs/data/rules-without-scenario.yaml calls heading: "
                "name the rule that it shows, such as 323.6, or take"
            ),
        ),
        (
            made(scenarios={"323.7": [SCENARIO]}, reasons={"323.7": Reason("elsewhere", "323.6")}, unwritten={"323.6"}),
            "tests/scenarios/a.yaml names 323.7, which docs/data/rules-without-scenario.yaml calls elsewhere: run",
        ),
        (made(unwritten={"323.6", "323.5"}), "323.5 is called heading and is in docs/data/rules-open.txt"),
    ],
)
def test_a_contradiction_is_said(ledger_: Ledger, words: str) -> None:
    (sentence,) = problems(ledger_)
    assert sentence.startswith(words)


@pytest.mark.parametrize(
    "ledger_",
    [
        made(unwritten={"323.6"}),
        made(reasons={"323.6": Reason("physical")}),
        made(places={"323.6": [Place("engine/flow/cleanup.py", "")]}),
        made(scenarios={"323.7": [SCENARIO]}, places={"323.6": [Place("engine/flow/cleanup.py", "")]}),
    ],
)
def test_one_entry_is_enough(ledger_: Ledger) -> None:
    assert problems(ledger_) == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_scenario_takes_the_place_of_what_was_to_do_and_of_reasons_that_yield(kind: str) -> None:
    before = made(
        scenarios={"323.7": [SCENARIO], "323.8": [SCENARIO]},
        reasons={"323.7": Reason(kind)},
        unwritten={"323.6", "323.8"},
    )
    after = settled(before)
    assert after.unwritten == {"323.6"}
    assert ("323.7" in after.reasons) == (kind in ("heading", "physical", "tournament", "not-done"))
    assert set(before.reasons) - set(after.reasons) <= {"323.7"}


def test_a_row_says_what_there_is() -> None:
    page = page_of(
        made(
            scenarios={"323.7": [Shown("tests/scenarios/b.yaml", "a | [b]"), SCENARIO]},
            places={"323.6": [Place("engine/flow/cleanup.py", "_stage"), Place("engine/flow/turn.py", "")]},
            reasons={"323.9": Reason("elsewhere", "323.7"), "323.10": Reason("not-done", "No card does.")},
            unwritten={"323.6"},
        )
    )
    lines = page.splitlines()
    assert "| 323.6 |  | `engine/flow/cleanup.py: _stage`, `engine/flow/turn.py` | to do |" in lines
    named = "[A](../tests/scenarios/a.yaml), [a \\| \\[b\\]](../tests/scenarios/b.yaml)"
    assert f"| 323.7 | {named} |  |  |" in lines
    assert "| 323.8 |  |  | heading |" in lines
    assert "| 323.9 |  |  | see 323.7 |" in lines
    assert "| 323.10 |  |  | not done: No card does. |" in lines


# --- numbers ----------------------------------------------------------------------------------------------------------


def test_spans_name_what_they_were_made_of() -> None:
    assert NUMBERS.named("323.5-323.7 324*") == (
        *("323.5", "323.6", "323.6.a", "323.7"),
        *("324", "324.1", "324.2"),
    )
    assert spans(NUMBERS, {"323.6", "323.7", "323.6.a", "001"}) == ["001", "323.6-323.7"]


@pytest.mark.parametrize("text", ["323.99", "323.9-323.8", "323.99*", "323.1-", "cleanup"])
def test_what_names_no_rule_is_refused(text: str) -> None:
    with pytest.raises(LedgerError):
        NUMBERS.named(text)


@pytest.mark.parametrize("text", ["323: 1\n323: 2\n", "323: 1 1\n", "323 1\n", "323: A\n", "323: 1.2.3\n"])
def test_a_list_of_numbers_that_is_none_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "numbers.txt"
    path.write_text(text)
    with pytest.raises(LedgerError):
        read_numbers(path)


# --- citations --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "cited", "chapters"),
    [
        ("467.2.c.5", ["467.2.c.5"], []),
        ("323.7-323.8, 468.5", ["323.7", "323.8", "468.5"], []),
        ("103.2.b.3-4", ["103.2.b.3", "103.2.b.4"], []),
        ("383.4.c-d", ["383.4.c", "383.4.d"], []),
        ("383.4.c.2, d.2", ["383.4.c.2", "383.4.d.2"], []),
        ("318-324, 468.1", ["468.1"], ["318-324"]),
    ],
)
def test_a_citation_is_read(text: str, cited: list[str], chapters: list[str]) -> None:
    assert numbers_in(NUMBERS, text) == (cited, chapters)


SOURCE = '''"""A module (CR 318-324)."""

# CR 323.1; 1.0: 633: at once.
TABLE = {
    "a": 1,  # CR 323.5, and so on
}


class Kept:
    # CR 323.7
    field: int = 0

    def go(self) -> None:
        """Go (CR 323.12-13)."""


# CR 325.9 would be none, and CR 323.4.
def last() -> str:
    return "CR 323.2.a"
'''


def test_citations_stand_on_their_symbols(tmp_path: Path) -> None:
    folder = tmp_path / "engine"
    folder.mkdir()
    (folder / "a.py").write_text(SOURCE.replace("CR 325.9", "CR 325"))
    (folder / "b.py").write_text('"""Nothing."""\n')
    found = read_citations(NUMBERS, tmp_path, ("engine",))
    assert found.chapters == {"318-324": ["engine/a.py"]}
    assert {number: [place.symbol for place in places] for number, places in found.places.items()} == {
        "323.1": ["TABLE"],
        "323.5": ["TABLE"],
        "323.7": ["Kept.field"],
        "323.12": ["Kept.go"],
        "323.13": ["Kept.go"],
        "325": ["last"],
        "323.4": ["last"],
        "323.2.a": ["last"],
    }


def test_a_cited_rule_must_exist(tmp_path: Path) -> None:
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "a.py").write_text(SOURCE)
    with pytest.raises(LedgerError, match=r"engine/a\.py:17: There is no rule 325\.9"):
        read_citations(NUMBERS, tmp_path, ("engine",))


def test_every_line_of_a_module_has_an_owner() -> None:
    assert owners_of("x = 1\n\n@call(\n    1\n)\ndef f():\n    y = 2\n") == ["x", "", "f", "f", "f", "f", "f", ""]


# --- scenarios --------------------------------------------------------------------------------------------------------


def scenarios(folder: Path, text: str) -> dict[str, list[Shown]]:
    (folder / "deep").mkdir()
    (folder / "deep" / "a.yaml").write_text(text)
    return read_scenarios(NUMBERS, folder, folder)


def test_scenarios_are_read_in_every_form(tmp_path: Path) -> None:
    one, two = Shown("deep/a.yaml", "One"), Shown("deep/a.yaml", "Two")
    text = """
scenarios:
- name: One
  rules: [323.10, "323.1, 467.2.c"]
- name: Two
  rules: 323.10
  versions: ["1.0", "1.4"]
- name: Old
  rules: [323.2.a]
  versions: ["1.0"]
"""
    assert scenarios(tmp_path, text) == {"323.10": [one, two], "323.1": [one], "467.2.c": [one]}


def test_the_files_are_those_that_the_runner_reads(tmp_path: Path) -> None:
    for name, rule in (("a.yml", "323.1"), ("B.YAML", "323.2"), ("not-scenarios.yaml", "323.3"), ("c.txt", "323.4")):
        (tmp_path / name).write_text(f"name: One\nrules: {rule}\n")
    read = read_scenarios(NUMBERS, tmp_path, tmp_path)
    assert read == {"323.1": [Shown("a.yml", "One")], "323.2": [Shown("B.YAML", "One")]}
    assert [file.name for file in scenario_files(tmp_path)] == ["B.YAML", "a.yml"]


@pytest.mark.parametrize(
    "text",
    ["[]\n", "- name: One\n", "- rules: [323.1]\n", "name: One\nrules: [323.99]\n", "- one\n", "{"],
)
def test_a_scenario_that_cannot_be_counted_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(LedgerError, match=r"deep/a\.yaml"):
        scenarios(tmp_path, text)


# --- reasons ----------------------------------------------------------------------------------------------------------


def test_reasons_are_read_and_written(tmp_path: Path) -> None:
    path = tmp_path / "reasons.yaml"
    path.write_text('heading: 323 324.1-324.2\nelsewhere:\n  "056.2": 056\nnot-done:\n  "No card does.": 323.10\n')
    reasons = {
        "323": Reason("heading"),
        "324.1": Reason("heading"),
        "324.2": Reason("heading"),
        "056": Reason("elsewhere", "056.2"),
        "323.10": Reason("not-done", "No card does."),
    }
    assert read_reasons(NUMBERS, path) == reasons
    path.write_text(reasons_text(NUMBERS, reasons))
    assert read_reasons(NUMBERS, path) == reasons


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("header: 323\n", "the kinds of reason are"),
        ("heading: 323\nphysical: 322-324\n", "323 is heading and physical"),
        ("heading: 323.99\n", "heading: There is no rule 323.99"),
        ("heading:\n  a: 323\n", "heading should hold numbers"),
        ("elsewhere: 323\n", "elsewhere should hold notes with numbers"),
        ('elsewhere:\n  "323.99": 323\n', "the reason of 323 names 323.99"),
        ('heading: 324\nelsewhere:\n  "324": 323\n', "the reason of 323 names 324"),
    ],
)
def test_reasons_that_do_not_hold_are_refused(text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "reasons.yaml"
    path.write_text(text)
    with pytest.raises(LedgerError, match=words):
        read_reasons(NUMBERS, path)


def test_the_list_of_what_is_to_do_is_read_and_written(tmp_path: Path) -> None:
    path = tmp_path / "open.txt"
    found = {"323.6", "323.6.a", "829.2"}
    path.write_text(open_text(NUMBERS, found))
    assert read_open(NUMBERS, path) == found
    path.write_text("323.6 323.6-323.7\n")
    with pytest.raises(LedgerError, match=r"323\.6 occurs twice"):
        read_open(NUMBERS, path)


def test_the_reasons_of_the_repository_are_of_the_kinds_that_ask_for_nothing_more() -> None:
    found = read_reasons(NUMBERS, REASONS_FILE)
    assert all(reason.note for reason in found.values() if reason.kind in ("elsewhere", "not-done"))
