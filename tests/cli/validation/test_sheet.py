"""The page that `validate --html` writes: one file to print, in which nothing of a list is markup."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from riftcheck.cli.output_files import SHEET
from riftcheck.cli.validation.sheet import sheet_page
from tests.cli.command_runs import BEHIND_DAY, CODE, ILLEGAL, LEGAL, LEGAL_DAY, UNKNOWN, run
from tests.cli.validation.runs_of_lists import run_of, team_run

if TYPE_CHECKING:
    from pathlib import Path

    from riftcheck.carddb import CardDatabase

FOUR = {"p/legal.txt": LEGAL, "p/illegal.txt": ILLEGAL, "p/undetermined.txt": UNKNOWN, "p/unreadable.txt": ""}
HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</td></table></main><h1>Owned",
    "</style><style>*{display:none}",
    "{{ 7 * 7 }}{% raw %}",
    "&lt;b&gt;&amp;",
    "javascript:alert(1)",
    "<!--",
    "]]>",
    "\u202eevil \x07\x1b[31m",
)
ELEMENTS = {
    *("html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "p", "section", "span", "small", "b", "br"),
    *("table", "thead", "tbody", "tr", "th", "td", "code"),
}


def page(text: str) -> ET.Element:
    assert text.startswith(SHEET.decode())
    return ET.fromstring(text.partition("\n")[2])  # noqa: S314 (our own page)


def words(element: ET.Element) -> str:
    return " ".join(" ".join(element.itertext()).split())


def section(text: str, title: str) -> str:
    (found,) = [one for one in page(text).iter("section") if words(one).startswith(title)]
    return words(found)


def sheets(text: str) -> list[ET.Element]:
    return [one for one in page(text).iter("section") if one.get("class") == "sheet"]


def test_it_says_by_what_the_lists_were_judged(db: CardDatabase) -> None:
    (facts,) = [one for one in page(sheet_page(run_of(FOUR, db))).iter("table") if one.get("class") == "facts"]
    assert [words(row) for row in facts.iter("tr")] == [
        "Format Standard Constructed ( constructed )",
        f"Day {LEGAL_DAY}",
        "Level high",
        "Core Rules 1.4.1, of 2026-08-14",
        "Tournament Rules of 2026-07-16",
        "Bans 12 cards, the list as it is since 2026-09-18 (announcement 2026-09-18 september-ban-list-updates)",
        f"Card data {db.version}",
    ]


@pytest.mark.parametrize(
    ("format_id", "day", "told"),
    [("sealed", LEGAL_DAY, "Bans none in this format"), ("constructed", "2026-03-01", "Bans none by this day")],
)
def test_it_says_where_nothing_is_banned(db: CardDatabase, format_id: str, day: str, told: str) -> None:
    assert told in words(page(sheet_page(run_of({"a.txt": LEGAL}, db, day, format_id))))


def test_the_summary_stands_first_and_counts_each_verdict(db: CardDatabase) -> None:
    text = sheet_page(run_of(FOUR, db, BEHIND_DAY))
    titles = [words(one) for one in page(text).iter("h2")]
    assert titles[:3] == ["Summary", "Lists to look at", "Legal lists"]
    summary = section(text, "Summary")
    assert summary == "Summary legal undetermined illegal unreadable together Lists 1 1 1 1 4"
    others = section(text, "Lists to look at")
    assert "✕ illegal illegal p/illegal.txt Renekton, Butcher of the Sands copy-limit (Noxus Hopeful)" in others
    assert "? undetermined undetermined p/undetermined.txt" in others
    assert "! unreadable unreadable p/unreadable.txt p/unreadable.txt has no card." in others
    assert "p/legal.txt" not in others


def test_the_page_starts_with_the_verdicts(db: CardDatabase) -> None:
    for lists, said in (
        ({"a": LEGAL}, "1 list: 1 legal."),
        ({"a": LEGAL, "b": "Main:\n3 Charm\n"}, "2 lists: 1 legal, 1 illegal."),
    ):
        assert words(page(sheet_page(run_of(lists, db)))).partition("Deck check ")[2].startswith(f"{said} Format")


def test_names_with_a_comma_are_told_apart_in_the_reason(db: CardDatabase) -> None:
    text = "Legend:\n1 Grand Duelist\nMain Deck:\n3 Fiora, Victorious\n1 Fiora, Worthy"
    others = section(sheet_page(run_of({"p/fiora.txt": text}, db)), "Lists to look at")
    assert "champion-ambiguous (Fiora, Victorious; Fiora, Worthy)" in others


def test_the_reason_has_the_full_names_of_legends(db: CardDatabase) -> None:
    text = "Legend:\n1 Grand Duelist\n1 Loose Cannon\nMain Deck:\n3 Cleave"
    others = section(sheet_page(run_of({"p/two.txt": text}, db)), "Lists to look at")
    assert "legend-count (Fiora, Grand Duelist; Jinx, Loose Cannon)" in others


def test_legal_lists_stand_in_one_table(db: CardDatabase) -> None:
    text = sheet_page(run_of(FOUR | {"p/second.txt": LEGAL}, db, BEHIND_DAY))
    legal = section(text, "Legal lists")
    assert "p/legal.txt Renekton, Butcher of the Sands Renekton, Rage Fueled 40 + 12 + 3 + 0" in legal
    assert "p/second.txt" in legal
    assert "illegal" not in legal


def test_an_illegal_list_has_a_sheet_with_card_line_rule_and_words(db: CardDatabase) -> None:
    text = sheet_page(run_of(FOUR, db, BEHIND_DAY))
    illegal, undetermined = map(words, sheets(text))
    assert illegal.startswith("✕ illegal : illegal p/illegal.txt Renekton, Butcher of the Sands, champion Renekton")
    assert "Main deck 40, runes 12, battlefields 3, sideboard 0" in illegal
    assert "4 copies of Noxus Hopeful" in illegal
    assert "4 Noxus Hopeful line 9: 4 Noxus Hopeful CR 1.5 103.3.b" in illegal
    assert f"on {BEHIND_DAY}, level high, Core Rules 1.5; bans: 12 cards" in illegal
    assert illegal.endswith("Player Judge Decision")
    assert "RAD is released" in undetermined
    assert "In doubt." in undetermined


def test_a_sheet_begins_a_page_of_its_own(db: CardDatabase) -> None:
    text = sheet_page(run_of(FOUR, db))
    printed = text.partition("@media print {")[2]
    assert re.search(r"\.sheet \{[^}]*break-before: page", printed)
    assert re.search(r"\btr, [^{]*\{[^}]*break-inside: avoid", printed)


def test_what_is_true_of_the_event_is_told_once_and_on_each_sheet(db: CardDatabase) -> None:
    lists = {f"{name}.txt": LEGAL for name in "abc"} | {"d.txt": ILLEGAL}
    assert sheet_page(run_of(lists, db, "2026-12-22")).count("are covered up to") == 2
    assert "are covered up to" not in sheet_page(run_of(lists, db, "2026-12-21"))


def test_a_sheet_stays_a_sheet_however_long_the_list(db: CardDatabase) -> None:
    text = sheet_page(run_of({"a.txt": LEGAL.replace("2 Cleave\n", "1 Cleave\n" * 80)}, db))
    assert "and 20 more lines" in text
    unknown = "".join(f"1 {'Nobody'[: 2 + number % 4]} {number}\n" for number in range(110))
    made = sheet_page(run_of({"a.txt": LEGAL.replace("2 Cleave\n", unknown)}, db))
    (sheet,) = sheets(made)
    assert len(list(sheet.iter("tr"))) < 70
    assert re.search(r"and \d+ more faults of this list", words(sheet))


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_of_a_list_is_markup(db: CardDatabase, text: str) -> None:
    deck = f"{LEGAL}\nSideboard:\n1 {text}\n"
    made = sheet_page(run_of({f"{text}.txt": deck, f"{text}/b": "", text: LEGAL}, db))
    assert not set(made) & set("\u202e\x07\x1b")
    whole = page(made)
    assert {one.tag for one in whole.iter()} <= ELEMENTS
    allowed = {"lang", "charset", "http-equiv", "content", "name", "class", "scope", "data-name"}
    assert {name for one in whole.iter() for name in one.attrib} <= allowed
    if text.isprintable():
        assert " ".join(text.split()) in words(whole)


def test_a_hostile_team_is_no_markup(db: CardDatabase) -> None:
    made = sheet_page(team_run({"<b>.txt": LEGAL, "<i>.txt": LEGAL}, db, "<u>Allies</u>"))
    assert {one.tag for one in page(made).iter()} <= ELEMENTS
    assert "team <u>Allies</u>" in words(page(made))


def test_it_needs_no_script_and_no_other_file(db: CardDatabase) -> None:
    text = sheet_page(run_of(FOUR, db))
    assert "default-src 'none'" in text
    assert not re.search(r"<script|\bsrc=|\bhref=|url\(|@import|https?:", text)


def test_it_reads_without_colour(db: CardDatabase) -> None:
    text = sheet_page(run_of(FOUR, db))
    colours = set(re.findall(r"#[0-9a-f]{3,6}\b", text.partition("<style>")[2].partition("</style>")[0]))
    assert colours
    assert all(len(set(re.findall("..", colour[1:]) if len(colour) == 7 else colour[1:])) == 1 for colour in colours)


def test_the_same_lists_give_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text(ILLEGAL, encoding="utf-8")
    for name in ("first", "second"):
        run("validate", "a.txt", CODE, "-", "--date", LEGAL_DAY, "--html", f"{name}.html", stdin=LEGAL)
    first, second = ((tmp_path / f"{name}.html").read_bytes() for name in ("first", "second"))
    assert first == second
    assert b"standard input" in first
    # A page that was written before is written anew.
    assert run("validate", CODE, "--date", LEGAL_DAY, "--html", "first.html").exit_code == 0
    assert (tmp_path / "first.html").read_bytes() != second


def test_a_team_has_a_table_and_a_sheet(db: CardDatabase) -> None:
    text = sheet_page(team_run({"a.txt": LEGAL, "b.txt": LEGAL}, db))
    assert "Teams ✕ illegal" not in section(text, "Summary")
    assert section(text, "Summary").endswith("Lists 2 0 0 0 2 Teams 0 0 1 0 1")
    assert "✕ illegal Allies a.txt: legal b.txt: legal" in section(text, "Teams")
    (sheet,) = sheets(text)
    assert "team Allies" in words(sheet)
    assert "1 Renekton, Butcher of the Sands CR 1.4 489.8.h" in words(sheet)
