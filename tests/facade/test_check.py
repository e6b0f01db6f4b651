"""`riftcheck.check` and `riftcheck.load`: the answers of the checker, and one exception that is a sentence."""

from __future__ import annotations

import json
import pickle
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import riftcheck
from riftcheck.decks.export import export_parsed
from riftcheck.decks.model import OtherGameError
from riftcheck.decks.reader import read_list
from riftcheck.decks.resolve import resolve
from riftcheck.validator import Options
from riftcheck.validator import check as judge
from tests.cli.command_runs import BEHIND_DAY, CODE, ILLEGAL, LEGAL_DAY, UNKNOWN, run
from tests.paths import ROOT

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

LISTS = ROOT / "tests" / "fixtures" / "lists"
RUNETERRA_CODE = "CEAAECABAQJRWHBIFU2DOOYIAEBAMCIMCINCILJZAICACBANE4VCYBABAILR2HRL"
TEXT = (LISTS / "list-072.txt").read_text("utf-8")
RADIANCE = next((ROOT / "tests" / "fixtures" / "radiance").glob("*.txt")).read_text("utf-8")
DAY = date(2026, 1, 10)


def test_a_text_is_judged_as_the_checker_judges_it(db: CardDatabase) -> None:
    read = read_list({"text": TEXT}, db)
    expected = judge(resolve(read.deck, db), db, Options(DAY), read)
    assert riftcheck.check(TEXT, date=DAY, cards=db) == expected
    assert expected.legal
    assert expected.problems == ()


MANY_LINES = "Legend:\n1 Loose Cannon\nMain Deck:\n" + "1 Charm\n" * 15 + "2 Jaull-Fish\n???\n"


@pytest.mark.parametrize(
    ("text", "day"),
    [
        (TEXT, "2026-01-10"),
        (TEXT, "2026-11-21"),
        (ILLEGAL, LEGAL_DAY),
        (UNKNOWN, BEHIND_DAY),
        (MANY_LINES, "2026-11-21"),
        (RADIANCE, "2026-11-21"),
        (CODE, LEGAL_DAY),
    ],
)
def test_a_report_as_text_is_what_the_command_prints(text: str, day: str, db: CardDatabase, tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text(text, "utf-8")
    printed = run("validate", str(tmp_path / "deck.txt"), "--date", day).stdout.rstrip("\n")
    headline, _, below = printed.partition("\n")
    report = riftcheck.check(text, date=day, cards=db)
    assert str(report) == f"{headline.partition(':')[0]}\n{below}"
    assert report.format_name in below


def test_a_report_as_text_has_no_characters_that_control_a_terminal(db: CardDatabase) -> None:
    report = riftcheck.check("Main Deck:\n3 Cle\x1b[31mave\n2 No\u202ebody", date=DAY, cards=db)
    assert all(line.isprintable() for line in str(report).splitlines())
    assert str(report).count("\N{REPLACEMENT CHARACTER}[31m") >= 1


def test_a_report_quotes_only_the_beginning_of_a_long_line(db: CardDatabase) -> None:
    deck = json.dumps({"legend": "Loose Cannon", "main": ["Stacked Deck", *["Fight or Flight"] * 40]})
    printed = str(riftcheck.check(deck, date="2026-11-21", cards=db))
    assert 'line 1: {"legend": "Loose Cannon"' in printed
    assert printed.count("Flight") < 40


def test_a_report_has_the_account_of_the_lines_of_its_text(db: CardDatabase) -> None:
    report = riftcheck.check("Main Deck:\n3 Cleave\n# a note\n2 Nobody At All", date=DAY, cards=db)
    assert [(line.number, line.outcome) for line in report.lines] == [
        (1, "used"),
        (2, "used"),
        (3, "note"),
        (4, "used"),
    ]
    assert [[(card.name, card.count, card.zone) for card in line.cards] for line in report.lines] == [
        [],
        [("Cleave", 3, "main")],
        [],
        [("Nobody At All", 2, "main")],
    ]
    assert "lines" not in report.to_json()
    assert report.to_json(lines=True)["lines"][3] == {
        "line": 4,
        "text": "2 Nobody At All",
        "kind": "card",
        "zone": "main",
        "outcome": "used",
        "cards": [{"name": "Nobody At All", "count": 2, "zone": "main", "unknown": True}],
    }
    assert riftcheck.check(report.deck, date=DAY, cards=db).lines == ()


def test_the_same_deck_as_code_and_as_document_has_the_same_verdict(db: CardDatabase) -> None:
    document = riftcheck.check(TEXT, date=DAY, cards=db).deck
    shown = riftcheck.check(document, date=DAY, cards=db)
    assert shown.verdict == "legal"
    assert shown.problems is None
    code = str(export_parsed(read_list({"text": TEXT}, db), "code", db).content)
    for given in (code, {"code": code}):
        assert riftcheck.check(given, date=DAY, cards=db).list_hash == shown.list_hash


def test_day_format_level_and_rules_decide(db: CardDatabase) -> None:
    def codes(**options: Any) -> set[str]:
        return {issue.code for issue in riftcheck.check(TEXT, cards=db, **options).issues if issue.severity == "error"}

    assert codes(date="2026-01-10") == codes(date=datetime(2026, 1, 10, 12, tzinfo=UTC)) == set()
    assert codes(date="2025-10-30") == {"set-legality"}
    assert codes(date="2025-10-30", format="casual-match") == set()
    assert riftcheck.check(TEXT, date=DAY, level="low", rules="1.0", cards=db).to_json()["rules"] == "1.0"
    assert riftcheck.check(TEXT, cards=db).day == datetime.now(UTC).astimezone().date()


@pytest.mark.parametrize(
    ("deck", "says"),
    [
        ("", "The text has no card in it."),
        ({}, "The deck cannot be read: a deck needs text, code, or its sections"),
        ({"code": "AAA"}, "The deck cannot be read: The deck code begins with format 0"),
        ({"main": [{"name": "Charm", "count": 0}]}, "main/0/count"),
        (RUNETERRA_CODE, "This looks like a Legends of Runeterra deck code; riftcheck checks Riftbound decks."),
        (
            {"houses": ["Dis", "Logos"], "cards": []},
            "This looks like a KeyForge deck; riftcheck checks Riftbound decks.",
        ),
        (Path("deck.txt"), "not PosixPath; of a file, give its text."),
        (None, "not NoneType"),
        (["1 Charm"], "not list"),
    ],
)
def test_what_is_no_deck_is_refused_with_a_sentence(db: CardDatabase, deck: Any, says: str) -> None:
    with pytest.raises(riftcheck.RiftcheckError) as refused:
        riftcheck.check(deck, cards=db)
    assert says in str(refused.value)
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"date": "2026-13-01"}, "'2026-13-01' is no day; write it as 2026-07-16."),
        ({"date": date(2025, 6, 1)}, "2025-06-01 is before 2025-06-02, the day of the first Core Rules."),
        ({"format": "standard"}, "There is no format 'standard'; there are constructed,"),
        ({"level": "middle"}, "There is no level 'middle'; there are low, high."),
        ({"rules": "0.9"}, "There are no Core Rules '0.9'; there are 1.0,"),
    ],
)
def test_what_no_option_can_be_is_refused_with_a_sentence(db: CardDatabase, options: Any, says: str) -> None:
    with pytest.raises(riftcheck.RiftcheckError) as refused:
        riftcheck.check(TEXT, cards=db, **options)
    assert str(refused.value).startswith(says)
    assert str(refused.value).endswith(".")


def test_an_unreadable_date_hides_no_other_error(db: CardDatabase) -> None:
    options: dict[str, Any] = {"date": "nope", "format": "standard", "level": "middle", "rules": "0.9"}
    with pytest.raises(riftcheck.RiftcheckError) as refused:
        riftcheck.check(TEXT, cards=db, **options)
    for says in ("'nope' is no day", "There is no format", "There is no level", "There are no Core Rules"):
        assert says in str(refused.value)


BAN = """
bans:
  - {card: Seal of Rage, list: constructed, from: 2026-01-09, source: announcement 2026-01-08 made-up-for-a-test}
"""


def test_cards_of_a_folder_are_laid_over(tmp_path: Path) -> None:
    (tmp_path / "bans.yaml").write_text(BAN, "utf-8")
    cards = riftcheck.load([tmp_path])
    verdicts = [riftcheck.check(TEXT, date=day, cards=cards).verdict for day in ("2026-01-08", "2026-01-09")]
    assert verdicts == ["legal", "illegal"]
    assert riftcheck.check(TEXT, date="2026-01-09").legal


def test_a_folder_that_is_not_there_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(riftcheck.RiftcheckError, match=r"^The card data cannot be used.\n.*nowhere"):
        riftcheck.load([tmp_path / "nowhere"])


def test_cards_that_were_sent_to_another_process_find_the_same_cards(db: CardDatabase) -> None:
    db.find("Jinx, Demolitionist")
    there: CardDatabase = pickle.loads(pickle.dumps(db))  # noqa: S301 (our own)
    assert there.version == db.version
    assert [card.name for card in there.cards] == [card.name for card in db.cards]
    for spelling in ("jinx demolitionist", "OGN-030", "no such card"):
        here, found = db.find(spelling).card, there.find(spelling).card
        assert (here and here.name) == (found and found.name)
    assert there.suggest("Chrm") == db.suggest("Chrm")
    assert there.find("Charm").card is there.by_name["Charm"]


def test_a_deck_of_another_game_has_an_other_game_error_as_cause(db: CardDatabase) -> None:
    with pytest.raises(riftcheck.RiftcheckError, match=r"^This looks like a Legends of Runeterra deck code") as refused:
        riftcheck.check({"code": RUNETERRA_CODE}, cards=db)
    assert isinstance(refused.value.__cause__, OtherGameError)
    with pytest.raises(riftcheck.RiftcheckError) as refused:
        riftcheck.check({"code": RUNETERRA_CODE[:-6]}, cards=db)
    assert not isinstance(refused.value.__cause__, OtherGameError)
