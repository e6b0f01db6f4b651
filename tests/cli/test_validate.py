"""`riftcheck validate`: what it prints for people and programs, and its exit codes."""

from __future__ import annotations

import itertools
import re
from datetime import date
from typing import TYPE_CHECKING

import pytest

from riftcheck.cli.terminal import Page
from riftcheck.cli.validation.verdict import _changes, show_lines
from riftcheck.decks.model import Line, LineCard
from riftcheck.decks.resolve import resolve
from riftcheck.decks.text import parse
from riftcheck.validator.check import check
from riftcheck.validator.report import CardCount, Issue, Options, RuleCitation
from riftcheck.validator.text import cited
from riftcheck.validator.timeline import Stretch, timeline
from tests.cli.command_runs import BEHIND_DAY, CODE, ILLEGAL, LEGAL, LEGAL_DAY, UNKNOWN, run, run_json

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from riftcheck.carddb import CardDatabase

TEXTS = {"legal": LEGAL, "illegal": ILLEGAL, "undetermined": UNKNOWN, "unreadable": "nothing here\n"}


@pytest.fixture
def put(tmp_path: Path) -> Callable[[str, str], str]:
    def write(name: str, text: str) -> str:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def test_a_legal_list(put: Callable[[str, str], str]) -> None:
    path = put("a.txt", LEGAL)
    result = run("validate", path, "--date", LEGAL_DAY)
    assert result.exit_code == 0
    assert result.stdout.startswith(f"\N{CHECK MARK} legal: {path}\n")
    assert "Standard Constructed on 2026-10-01, level high, Core Rules 1.4" in result.stdout
    assert "illegal" not in result.stdout
    assert result.stderr == ""


def test_a_fault_stands_with_its_rule_and_its_line(put: Callable[[str, str], str]) -> None:
    result = run("validate", put("a.txt", ILLEGAL), "--date", LEGAL_DAY)
    assert result.exit_code == 1
    assert "illegal" in result.stdout
    flowing = " ".join(result.stdout.split())
    assert re.search(
        r"error: 4 copies of Noxus Hopeful[^(]*\(CR 1\.4 103\.2\.b[^)]*\) line 9: 4 Noxus Hopeful", flowing
    )


def test_an_undetermined_list_says_why(put: Callable[[str, str], str]) -> None:
    result = run("validate", put("a.txt", UNKNOWN), "--date", BEHIND_DAY)
    assert result.exit_code == 3
    shown = " ".join(result.stdout.split())
    assert "Undetermined: RAD is released, but some of its cards are not in our card data." in shown
    assert "error, in doubt: " in result.stdout
    sure = run("validate", put("a.txt", UNKNOWN), "--date", LEGAL_DAY)
    assert "error: " in sure.stdout
    assert "in doubt" not in sure.stdout
    assert run("validate", put("a.txt", UNKNOWN), "--date", LEGAL_DAY).exit_code == 1


def test_data_age_is_always_in_json_and_shown_after_60_days(
    put: Callable[[str, str], str],
) -> None:
    path = put("a.txt", LEGAL)
    sentence = "info: Rules, bans and cards are covered up to 2026-10-22."
    for day, shown in (("2026-10-23", False), ("2026-12-21", False), ("2026-12-22", True)):
        issues = run_json("validate", path, "--date", day, "--json")["issues"]
        assert [issue["severity"] for issue in issues if issue["code"] == "data-age"] == ["info"]
        flowing = " ".join(run("validate", path, "--date", day).stdout.split())
        assert (sentence in flowing) == shown


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_exit_codes_over_several_lists(put: Callable[[str, str], str], size: int) -> None:
    order = ["unreadable", "illegal", "undetermined", "legal"]
    codes = {"unreadable": 2, "illegal": 1, "undetermined": 3, "legal": 0}
    paths = {name: put(f"{name}.txt", text) for name, text in TEXTS.items()}
    for chosen in itertools.combinations(order, size):
        # The worst one stands last, so that the others are still reported.
        result = run("validate", *(paths[name] for name in reversed(chosen)), "--date", BEHIND_DAY)
        assert result.exit_code == codes[chosen[0]], chosen
        assert all(f"{name}: {paths[name]}\n" in result.stdout for name in chosen)


def test_several_lists_end_with_a_table(put: Callable[[str, str], str]) -> None:
    result = run("validate", *(put(f"{name}.txt", text) for name, text in TEXTS.items()), "--date", BEHIND_DAY)
    assert result.stdout.splitlines()[-1] == "4 lists: 1 legal, 1 illegal, 1 undetermined, 1 unreadable"
    assert "lists:" not in run("validate", put("a.txt", LEGAL)).stdout


def test_json_of_one_list_is_the_report(put: Callable[[str, str], str], db: CardDatabase) -> None:
    path = put("a.txt", ILLEGAL)
    answer = run_json("validate", path, "--date", LEGAL_DAY, "--json", code=1)
    assert answer.pop("source") == path
    parsed = parse(ILLEGAL, db)
    options = Options(date.fromisoformat(LEGAL_DAY))
    assert answer == check(resolve(parsed.deck, db), db, options, parsed).to_json()


NOTED = "# a note\nLegend:\n1 Loose Cannon\nMain Deck:\n3x Charm (OGN-043)\n2 Defy 3\n1 Nobody At All\n"


def test_lines_are_counted_first_and_then_shown_one_by_one(put: Callable[[str, str], str]) -> None:
    shown = run("validate", put("a.txt", NOTED), "--lines", "--date", LEGAL_DAY).stdout.splitlines()
    start = shown.index("  Lines: 5 used, 1 note, 0 set aside, 1 in doubt (line 6)")
    rows = [" ".join(row.split()) for row in shown[start + 1 :]]
    assert rows == [
        "Line Text Outcome Read as Section",
        "1 # a note note",
        "2 Legend: used a header legend",
        "3 1 Loose Cannon used 1 Loose Cannon legend",
        "4 Main Deck: used a header main",
        "5 3x Charm (OGN-043) used 3 Charm main",
        "6 2 Defy 3 in doubt main",
        "7 1 Nobody At All used 1 Nobody At All (unknown) main",
    ]
    assert all(len(row) <= 80 for row in shown[1:])


def test_lines_are_shown_only_if_they_are_requested(put: Callable[[str, str], str]) -> None:
    assert "Lines:" not in run("validate", put("a.txt", LEGAL), "--date", LEGAL_DAY).stdout


def test_a_deck_that_is_no_text_has_no_lines() -> None:
    shown = run("validate", "--product", "jinx", "--lines", "--date", LEGAL_DAY).stdout
    assert "  Lines: none, because this deck is no text.\n" in shown


def test_a_deck_code_in_a_file_is_one_line(put: Callable[[str, str], str]) -> None:
    shown = run("validate", put("a.txt", CODE), "--lines", "--date", LEGAL_DAY).stdout
    assert "  Lines: 1 used, 0 notes, 0 set aside, 0 in doubt\n" in shown
    assert "a deck code" in shown


def test_cards_set_aside_are_lines_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    aside = [LineCard("Charm", 3), LineCard("Defy", 1)]
    show_lines(Page(), [Line(4, "Maybeboard:", "header"), Line(5, "3 Charm, 1 Defy", "set-aside", None, aside)])
    shown = [" ".join(row.split()) for row in capsys.readouterr().out.splitlines()]
    assert shown[0] == "Lines: 1 used, 0 notes, 1 set aside, 0 in doubt"
    assert shown[-1] == "5 3 Charm, 1 Defy set aside 3 Charm (unknown); 1 Defy (unknown)"


def test_json_has_the_lines_if_they_are_requested(put: Callable[[str, str], str]) -> None:
    path = put("a.txt", NOTED)
    assert "lines" not in run_json("validate", path, "--json", "--date", LEGAL_DAY, code=1)
    lines = run_json("validate", path, "--json", "--lines", "--date", LEGAL_DAY, code=1)["lines"]
    assert [line["outcome"] for line in lines] == ["note", "used", "used", "used", "used", "doubt", "used"]
    assert lines[4]["cards"] == [{"name": "Charm", "count": 3, "zone": "main"}]
    team = run_json("validate", "--team", path, path, "--json", "--lines", "--date", LEGAL_DAY, code=1)
    assert [report["lines"] for report in team["reports"]] == [lines, lines]
    several = run_json("validate", path, path, "--json", "--lines", "--date", LEGAL_DAY, code=1)
    assert [report["lines"] for report in several["reports"]] == [lines, lines]


def test_json_of_several_lists(put: Callable[[str, str], str]) -> None:
    legal, unreadable = put("a.txt", LEGAL), put("b.txt", "nothing here\n")
    answer = run_json("validate", legal, unreadable, "--date", LEGAL_DAY, "--json", code=2)
    first, second = answer["reports"]
    assert (first["source"], first["verdict"]) == (legal, "legal")
    assert second.keys() == {"source", "problem"}
    assert second["source"] == unreadable
    assert "no card" in second["problem"]["detail"]


def test_json_of_a_folder_is_a_list_of_reports(put: Callable[[str, str], str], tmp_path: Path) -> None:
    put("a.txt", LEGAL)
    answer = run_json("validate", str(tmp_path), "--date", LEGAL_DAY, "--json")
    assert [report["source"] for report in answer["reports"]] == [str(tmp_path / "a.txt")]


def test_json_of_one_unreadable_list() -> None:
    answer = run_json("validate", "no-such-list.txt", "--json", code=2)
    assert answer == {
        "source": "no-such-list.txt",
        "problem": {"detail": "There is no such file or folder, and it is no deck code."},
    }


def test_options_reach_the_checker(put: Callable[[str, str], str]) -> None:
    path = put("a.txt", LEGAL)
    options = ("--format", "casual-ffa4", "--date", "2026-03-31", "--level", "low", "--rules", "1.4")
    answer = run_json("validate", path, *options, "--json")
    told = (answer["format"], answer["date"], answer["level"], answer["rules"])
    assert told == ("casual-ffa4", "2026-03-31", "low", "1.4")


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        ("--format", "standard", "there is no format 'standard'; there are constructed"),
        ("--rules", "9.9", "there are no Core Rules '9.9'"),
        ("--date", "2025-06-01", "2025-06-01 is before 2025-06-02"),
        ("--date", "2026-02-30", "'2026-02-30' is no day; write it as 2026-07-16."),
        ("--date", "20260716", "is no day"),
        ("--level", "middle", "--level: there is no level 'middle'; there are low, high."),
    ],
)
def test_an_unknown_option_value_is_refused(option: str, value: str, told: str) -> None:
    result = run("validate", "-", option, value, stdin=LEGAL)
    assert result.exit_code == 2
    assert told in result.stderr
    assert result.stdout == ""


def test_all_unknown_option_values_are_reported_at_once() -> None:
    wrong = ("--format", "standard", "--date", "tomorrow", "--level", "middle", "--rules", "9.9")
    result = run("validate", "-", *wrong, stdin=LEGAL)
    assert (result.exit_code, result.stdout) == (2, "")
    for told in ("--format: there is", "--date: 'tomorrow' is no day", "--level: there is no", "--rules: there are no"):
        assert told in result.stderr
    early = run("validate", "-", "--format", "draft", "--date", "2026-01-29", "--level", "middle", stdin=LEGAL)
    assert "--date: 2026-01-29 is before 2026-01-30" in early.stderr
    assert "--level" in early.stderr
    assert "--format" not in early.stderr


def test_timeline_in_json_is_the_checkers(put: Callable[[str, str], str], db: CardDatabase) -> None:
    answer = run_json("validate", put("a.txt", LEGAL), "--date", LEGAL_DAY, "--json", "--timeline")
    expected = timeline(resolve(parse(LEGAL, db).deck, db), db, Options(date.fromisoformat(LEGAL_DAY)))
    assert answer["timeline"] == [stretch.to_json() for stretch in expected]
    assert "timeline" not in run_json("validate", put("a.txt", LEGAL), "--date", LEGAL_DAY, "--json")


def test_timeline_for_people_tells_the_days_and_why(put: Callable[[str, str], str]) -> None:
    result = run("validate", put("a.txt", LEGAL), "--date", LEGAL_DAY, "--timeline")
    assert result.exit_code == 0  # of the day asked for, whatever was before
    shown = result.stdout.partition("Timeline:")[2]
    assert [line.strip() for line in shown.splitlines() if line.startswith("    from")] == [
        "from 2025-06-02: illegal (Core Rules 1.0)",
        "from 2025-10-31: illegal (Core Rules 1.1)",
        "from 2026-02-13: illegal (Core Rules 1.2)",
        "from 2026-05-08: illegal (Core Rules 1.3)",
        "from 2026-07-31: legal (Core Rules 1.4)",
    ]
    flowing = " ".join(shown.split())
    assert "over for Ferrous Forerunner; Punch First; Ruin Runner (set-legality)" in flowing
    assert (
        "new: Not legal on 2025-06-02 in the legend zone: Renekton, Butcher of the Sands (from 2026-07-31)." in flowing
    )


def test_a_ban_in_the_timeline_is_new(put: Callable[[str, str], str]) -> None:
    text = LEGAL.replace("2 Rampage", "2 Scrapheap")
    shown = run("validate", put("a.txt", text), "--timeline").stdout
    since = shown.partition("from 2026-03-31")[2].partition("\n    from ")[0]
    assert "new: Scrapheap in the main deck has been banned" in " ".join(since.split())


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("", "AB", ["new: AB"]),
        ("AB", "", ["over: AB"]),
        ("AB", "B", ["over for A (banned)"]),
        ("AB", "BC", ["over for A (banned)", "now: BC"]),
        ("A", "AB", ["now: AB"]),
        ("A", "B", ["new: B", "over: A"]),
    ],
)
def test_a_fault_that_changes_is_told_by_its_cards(before: str, after: str, told: list[str]) -> None:
    def issues(cards: str) -> tuple[Issue, ...]:
        return (Issue("banned", "error", cards, "main", tuple(CardCount(name, 1) for name in cards)),) if cards else ()

    assert _changes(Stretch(date(2026, 1, 1), "illegal", "1.4", issues(after), issues(before))) == told


def test_every_card_whose_ban_ends_is_shown() -> None:
    ended = tuple(Issue("banned", "error", name, "main", (CardCount(name, 1),)) for name in "AB")
    assert _changes(Stretch(date(2026, 1, 1), "legal", "1.4", (), ended)) == ["over: A", "over: B"]


def test_the_lines_fit_the_page_and_carry_no_colour(put: Callable[[str, str], str]) -> None:
    paths = [put(f"{name}.txt", text) for name, text in TEXTS.items()]
    result = run("validate", *paths, CODE, "--date", "2025-06-02", "--timeline")
    # Headlines stay whole: they hold a path or a code.
    assert all(len(line) <= 80 or ": " + CODE in line or "/" in line for line in result.stdout.splitlines())
    assert f" illegal: {CODE}\n" in result.stdout
    assert "\x1b" not in result.stdout
    assert all(line == line.rstrip() for line in result.stdout.splitlines())


def test_nothing_of_a_list_steers_the_terminal(put: Callable[[str, str], str]) -> None:
    path = put("a.txt", LEGAL + "1 \x1b[31mRed\x07 \u202eevil\x9b1m\n!!\x1b]0;title\x07\n")
    result = run("validate", path)
    assert result.exit_code == 1
    assert not set(result.stdout) & set("\x1b\x07\x9b\u202e")


def test_what_a_simulation_cannot_play_is_told_and_changes_no_verdict(
    put: Callable[[str, str], str], db: CardDatabase
) -> None:
    card = next(card for card in db.cards if not card.executable and card.kind == "main")
    text = "Legend:\n1 Loose Cannon\n\nMain Deck:\n3 Cleave\n"
    shown = " ".join(run("validate", put("a.txt", f"{text}2 {card.name}\n")).stdout.split())
    assert "simulation: this list cannot be played; this is no matter of legality" in shown
    assert re.search(rf"{card.unsupported}: .*{card.name}", shown)
    assert "simulation: " not in run("validate", put("b.txt", text)).stdout
    aside = run("validate", put("c.txt", f"{text}\nSideboard:\n2 {card.name}\n")).stdout
    assert "simulation: the deck can be played, but not its sideboard" in aside


def test_markup_of_the_terminal_library_is_shown_as_it_is(put: Callable[[str, str], str]) -> None:
    assert (
        "1 [bold]Nobody[/bold] :smile:"
        in run("validate", put("a.txt", LEGAL + "1 [bold]Nobody[/bold] :smile:\n")).stdout
    )


def test_many_lines_of_a_fault_are_counted(put: Callable[[str, str], str]) -> None:
    shown = run("validate", put("a.txt", LEGAL), "--date", "2025-06-02").stdout
    assert "    and 8 more lines\n" in shown


def test_citations_name_each_document_once() -> None:
    rules = (
        RuleCitation("CR", "1.5", "103.3.b"),
        RuleCitation("TR", "2026-07-16", "403.3"),
        RuleCitation("CR", "1.5", "103.4"),
        RuleCitation("card", "abc", "Some Card"),
    )
    assert cited(rules) == "CR 1.5 103.3.b, 103.4; TR 2026-07-16 403.3; the text of Some Card"


def test_a_product_is_validated_by_its_id() -> None:
    low = run("validate", "--product", "jinx", "--date", LEGAL_DAY, "--level", "low")
    assert low.exit_code == 0
    assert low.stdout.startswith("\N{CHECK MARK} legal: Jinx (Origins Champion Deck)\n")
    assert "info: This deck exactly matches Jinx (Origins Champion Deck)" in " ".join(low.stdout.split())
    high = run_json("validate", "--product", "jinx", "--date", LEGAL_DAY, "--json", code=1)
    assert high["source"] == "Jinx (Origins Champion Deck)"
    assert {issue["code"] for issue in high["issues"]} == {"banned"}


def test_products_are_validated_after_the_lists(put: Callable[[str, str], str]) -> None:
    path = put("a.txt", LEGAL)
    products = ("--product", "zed", "--product", " Shen")
    answer = run_json("validate", *products, path, "--date", LEGAL_DAY, "--json")
    assert [report["source"] for report in answer["reports"]] == [
        path,
        "Zed (Vendetta Showdown Deck)",
        "Shen (Vendetta Showdown Deck)",
    ]


def test_unknown_product_and_missing_list_are_rejected() -> None:
    for given in ("jinxx", "lee sinn", ""):
        result = run("validate", "--product", given, "--product", "jinx")
        assert result.exit_code == 2
        assert f"there is no product {given!r}; the products are annie, lux, garen, master-yi, jinx," in result.stderr
        assert result.stdout == ""
    result = run("validate")
    assert result.exit_code == 2
    assert result.stderr.endswith("Error: Give at least one LIST, --product ID or --table FILE.\n")


def test_products_may_be_allies(put: Callable[[str, str], str]) -> None:
    day = ("--date", LEGAL_DAY, "--level", "low", "--json")
    answer = run_json("validate", "--team", "--product", "jinx", "--product", "shen", *day)
    assert answer["team"] == "Jinx (Origins Champion Deck) + Shen (Vendetta Showdown Deck)"
    assert (answer["verdict"], len(answer["reports"])) == ("legal", 2)
    path = put("a.txt", LEGAL)
    mixed = run_json("validate", "--team", path, "--product", "Lee Sin", *day)
    assert [report["source"] for report in mixed["reports"]] == [path, "Lee Sin (Origins Champion Deck)"]
    three = run("validate", "--team", path, "--product", "jinx", "--product", "shen")
    assert three.exit_code == 2
    assert "here are 3 lists" in " ".join(three.stderr.split())
    assert "here is 1 list" in " ".join(run("validate", "--team", "--product", "jinx").stderr.split())


def test_the_timeline_of_a_product_at_low_shows_when_the_exemption_begins() -> None:
    found = run_json("validate", "--product", "jinx", "--level", "low", "--timeline", "--json", "--date", LEGAL_DAY)
    assert [(stretch["date"], stretch["verdict"]) for stretch in found["timeline"][:4]] == [
        ("2025-06-02", "illegal"),
        ("2025-10-31", "legal"),
        ("2026-03-31", "illegal"),
        ("2026-04-29", "legal"),
    ]
