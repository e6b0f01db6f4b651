"""`riftcheck cards search`, `show`, `sync` and `lint`, and the folders of --cards."""

from __future__ import annotations

import json
import re
from datetime import date
from typing import TYPE_CHECKING, Any

import pytest

import riftcheck.cli.sync
from riftcheck.api import card_documents
from riftcheck.carddb.search import search
from riftcheck.carddb.sync import Diff, SyncError, SyncRefusedError, SyncResult
from tests.cli.command_runs import LEGAL_DAY, run, run_json

if TYPE_CHECKING:
    from pathlib import Path

    from riftcheck.carddb import CardDatabase

CARD = """\
cards:
  - name: Testing Poro
    type: Unit
    domains: [Fury]
    energy: 1
    power: 0
    might: 1
    rarity: Common
    printings:
      - {id: PR-901, variant: promo}
    abilities: []
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "cards.yaml").write_text(CARD, encoding="utf-8")
    return tmp_path / "own"


def test_search_prints_a_line_for_each_card() -> None:
    lines = run("cards", "search", "champ:jinx").stdout.splitlines()
    assert lines[0].split() == ["Name", "Type", "Domains", "E", "P", "M", "Set"]
    assert "Jinx, Loose Cannon        Legend  Fury/Chaos           OGN-251" in lines
    assert lines[-1] == "4 cards"
    assert len(lines) == 6


def test_search_in_json_gives_the_cards_of_the_api(db: CardDatabase) -> None:
    query = "d:fury t:unit e<=2 legal:constructed sort:-m"
    answer = run_json("cards", "search", query, "--date", LEGAL_DAY, "--json")
    found = search(db, query, day=date.fromisoformat(LEGAL_DAY))
    assert answer == {"data": [card_documents.card(card, db) for card in found]}
    assert len(found) > 10


def test_words_need_no_quotes_and_the_day_counts() -> None:
    banned = run_json("cards", "search", "is:banned", "name:scrapheap", "--date", "2026-03-31", "--json")
    assert [card["name"] for card in banned["data"]] == ["Scrapheap"]
    assert run_json("cards", "search", "is:banned", "--date", "2026-03-30", "--json") == {"data": []}
    assert run("cards", "search", "is:banned", "--date", "2026-03-30").stdout == "No card matches.\n"


def test_search_without_a_query_lists_all(db: CardDatabase) -> None:
    assert len(run_json("cards", "search", "--json")["data"]) == len(db.cards)


def test_a_negation_comes_after_two_dashes() -> None:
    assert run("cards", "search", "--", "-t:unit champ:jinx").stdout.splitlines()[-1] == "2 cards"


def test_a_bad_query_is_marked_where_reading_stopped() -> None:
    result = run("cards", "search", "d:fury", "qq:3")
    assert (result.exit_code, result.stdout) == (2, "")
    *_, query, mark = result.stderr.splitlines()
    assert query == "  d:fury qq:3"
    assert mark.index("^") == query.index("qq")


def test_show_prints_the_facts() -> None:
    result = run("cards", "show", "jinx", "rebel", "--date", LEGAL_DAY)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[:6] == ["Jinx, Rebel", "Champion Unit", "Domains: Chaos", "Energy: 5", "Power: 1", "Might: 5"]
    assert any(line.split()[:2] == ["OGN-202a", "Origins"] for line in lines)
    assert any(line.startswith(f"Legal on {LEGAL_DAY}: constructed, constructed-2v2, sealed") for line in lines)
    assert max(map(len, lines)) <= 80


def test_show_prints_the_printing_used_for_an_unknown_suffix() -> None:
    lines = run("cards", "show", "OGN-202c").stdout.splitlines()
    assert lines[:2] == ["Jinx, Rebel", "note: OGN-202c is not in our card data; read as OGN-202"]
    assert run_json("cards", "show", "OGN-202c", "--json")["unknown_printing"] == {
        "id": "OGN-202c",
        "read_as": "OGN-202",
    }
    assert "unknown_printing" not in run_json("cards", "show", "OGN-202", "--json")


def test_show_shows_the_only_card_that_part_of_a_name_fits_with_a_note() -> None:
    for spelling, name in (("fizz", "Fizz, Trickster"), ("lose cannon", "Jinx, Loose Cannon")):
        shown = " ".join(run("cards", "show", spelling).stdout.split())
        assert shown.startswith(
            f"{name} note: there is no card \u201c{spelling}\u201d; {name} is the only card with a similar name"
        )
    assert run_json("cards", "show", "fizz", "--json")["unknown_name"] == "fizz"
    for spelling in ("Fizz, Trickster", "fizz trickster", "loose cannon", "OGN-202c"):
        assert "there is no card" not in run("cards", "show", spelling).stdout
        assert "unknown_name" not in run_json("cards", "show", spelling, "--json")


def test_show_lists_several_cards_that_fit_and_shows_none() -> None:
    for spelling, fitting in (("pyke", "Pyke, Bloodharbor Ripper (UNL-185)"), ("kai s", "Kai'Sa, Survivor (OGN-039)")):
        result = run("cards", "show", spelling)
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"{spelling}\u201d fits several cards" in result.stderr
        assert fitting in result.stderr


def test_show_names_the_products_of_a_card() -> None:
    shown = " ".join(run("cards", "show", "Vi, Destructive").stdout.split())
    assert (
        "Sold in: Jinx (Origins Champion Deck), 1 copy; Vi (Unleashed Champion Deck), 1 copy; Arcane box set" in shown
    )
    shown = " ".join(run("cards", "show", "Gust").stdout.split())
    assert "Sold in: Annie (Proving Grounds), 3 copies; Jinx (Origins Champion Deck), 3 copies" in shown
    assert "Sold in" not in run("cards", "show", "Kai'Sa, Survivor").stdout


@pytest.mark.parametrize(
    ("name", "own", "given"),
    [
        ("Kraken Hunter", ["spent", "accelerate"], []),
        ("Curtain Call", ["repeat", "repeat (2)", "repeat (3)"], []),
        ("Starry-Eyed Songstress", [], ["cheaper"]),
        ("Rek'Sai, Breacher", ["accelerate"], ["accelerate"]),
    ],
)
def test_show_lists_the_names_of_optional_costs(name: str, own: list[str], given: list[str]) -> None:
    shown = " ".join(run("cards", "show", name).stdout.split())
    for title, names in (("Optional costs", own), ("Optional costs given", given)):
        assert (f"{title}: " in shown) == bool(names)
        assert not names or f"{title}: {', '.join(names)} (names for `extra` in a scenario)" in shown
    answer = run_json("cards", "show", name, "--json")
    assert (answer["optional_costs"], answer["given_optional_costs"]) == (own, given)


def test_show_in_json(db: CardDatabase) -> None:
    answer = run_json("cards", "show", "OGN-182", "--date", LEGAL_DAY, "--json")
    formats = answer.pop("formats")
    assert answer.pop("date") == LEGAL_DAY
    assert (answer.pop("optional_costs"), answer.pop("given_optional_costs")) == ([], [])
    assert answer == card_documents.card(db.by_name["Scrapheap"], db)
    assert formats.keys() == db.formats.keys()
    assert formats["constructed"] == {"legal": False, "reason": "banned since 2026-03-31"}
    assert formats["sealed"] == {"legal": True, "reason": None}


KINDS_OF_CARD = (
    ("Loose Cannon", "Legend"),
    ("Altar to Unity", "Battlefield"),
    ("Fury Rune", "Basic Rune"),
    ("Recruit", "Token Unit"),
    ("Zhonya's Hourglass", "Gear"),
    ("Long Sword", "Gear Equipment"),
    ("Shipyard Skulker", "Unit"),
    ("Jinx, Rebel", "Champion Unit"),
    ("Cleave", "Spell"),
    ("Icathian Rain", "Signature Spell"),
)


@pytest.mark.parametrize(("name", "kind"), KINDS_OF_CARD)
def test_show_tells_what_a_card_does_and_whether_it_can_be_played(db: CardDatabase, name: str, kind: str) -> None:
    lines = run("cards", "show", name, "--date", LEGAL_DAY).stdout.splitlines()
    assert kind in lines
    assert max(map(len, lines)) <= 80
    place = lines.index("What it does, in our words:")
    end = next(number for number, line in enumerate(lines) if line.startswith("Simulation: "))
    told = " ".join(line.strip() for line in lines[place + 1 : end])
    words = card_documents.description(db.by_name[name], db)
    assert words is not None
    assert told == " ".join(words or ["Nothing of its own, beyond what the rules say of its type."])
    assert lines[end] == "Simulation: all of it can be played"


def test_show_tells_why_a_card_cannot_be_played(db: CardDatabase) -> None:
    card = next((card for card in db.cards if not card.executable), None)
    if card is None:
        pytest.skip("every card can be executed")
    result = " ".join(run("cards", "show", card.full_name).stdout.split())
    assert f"Simulation: cannot be played: {card.unsupported}" in result
    assert "What it does" not in result


def test_a_reason_of_several_formats_is_told_once() -> None:
    told = " ".join(run("cards", "show", "Recruit", "--date", LEGAL_DAY).stdout.split())
    assert told.count("a token is in no deck") == 1
    assert "not in constructed, constructed-2v2, sealed, draft," in told


BROKEN = """\
cards:
  - name: Broken Soldier
    type: Unit
    domains: [Fury]
    energy: 1
    power: 0
    might: 1
    rarity: Common
    printings: [{id: RAD-011, variant: base}]
    abilities: [{when: pigs fly, do: [{draw: 1}]}]
"""


def test_a_card_that_cannot_be_read_says_so(tmp_path: Path) -> None:
    (tmp_path / "cards.yaml").write_text(BROKEN, encoding="utf-8")
    told = run("cards", "show", "Broken Soldier", "--cards", str(tmp_path)).stdout
    assert "Simulation: cannot be played: what it does cannot be read; `riftcheck cards lint` says where" in " ".join(
        told.split()
    )
    answer = run_json("cards", "show", "Broken Soldier", "--cards", str(tmp_path), "--json")
    assert (answer["executable"], answer["description"]) == (False, None)
    assert answer["unsupported"] == card_documents.UNREADABLE


@pytest.mark.parametrize(
    ("name", "day", "reason"),
    [
        ("Scrapheap", "2026-03-31", "banned since 2026-03-31"),
        ("Scrapheap", "2025-10-30", "in no set that is legal on 2025-10-30"),
        ("Recruit", LEGAL_DAY, "a token is in no deck"),
        ("Cleave", "2026-01-29", "the format has rules from 2026-01-30 on"),
    ],
)
def test_show_says_why_a_format_does_not_allow_a_card(name: str, day: str, reason: str) -> None:
    told = " ".join(run("cards", "show", name, "--date", day).stdout.split())
    fmt = "draft" if "from 2026-01-30" in reason else "constructed"
    assert re.search(rf"not in {fmt}[^:]*: {reason}", told)


REFUSED = """\
cards:
  - name: Deep Digger
    type: Unit
    domains: [Fury]
    energy: 1
    power: 0
    might: 1
    rarity: Common
    printings: [{id: PR-902, variant: promo}]
    abilities:
      - when: you play me
        do:
          - draw: 1
          - stun: choose a unit at each location
"""


def test_what_the_engine_refuses_is_told_with_file_line_and_path(folder: Path) -> None:
    place = folder / "digger.yaml"
    place.write_text(REFUSED, encoding="utf-8")
    reason = "a number that must be chosen at each location, other than up to so many"
    result = run("cards", "lint", str(folder))
    assert result.exit_code == 1
    told = [line for line in result.stdout.splitlines() if "Digger" in line]
    message = f"Deep Digger: the engine cannot execute this: {reason}; write `abilities: unsupported` with a reason"
    assert told == [f"{place}:14: cards/0/abilities/0/do/1: {message}"]
    shown = "".join(run("cards", "show", "Deep Digger", "--cards", str(folder)).stdout.split())
    wanted = f"cannot be played: {place}:14: Deep Digger: abilities/0/do/1: {reason}"
    assert "".join(wanted.split()) in shown
    answer = run_json("cards", "show", "Deep Digger", "--cards", str(folder), "--json")
    assert (answer["executable"], answer["unsupported"]) == (False, f"Deep Digger: abilities/0/do/1: {reason}")
    assert answer["description"]


def test_show_prints_the_official_text_where_there_is_one(folder: Path) -> None:
    (folder / "texts.yaml").write_text('texts:\n  - {card: Testing Poro, text: "One.\\nTwo."}\n', encoding="utf-8")
    assert "\n  One.\n  Two.\n" in run("cards", "show", "Testing Poro", "--cards", str(folder)).stdout


def test_show_lists_the_cards_that_a_name_fits() -> None:
    result = run("cards", "show", "Jinx")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "  Jinx, Rebel (OGN-202)\n  Jinx, Loose Cannon (OGN-251)\n" in result.stderr


def test_show_suggests_for_an_unknown_name() -> None:
    result = run("cards", "show", "Jinks")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "There is no card “Jinks”." in result.stderr
    assert "\n  Jinx, Rebel\n  Jinx, Loose Cannon\n" in result.stderr


@pytest.mark.parametrize("before", [True, False])
def test_folders_stand_before_the_command_or_after(folder: Path, *, before: bool) -> None:
    option = ("--cards", str(folder))
    args = ("cards", "show", "Testing Poro")
    assert run(*args).exit_code == 2
    assert run(*option, *args).exit_code == run(*args, *option).exit_code == 0
    assert run_json(*(option if before else ()), *args, *(() if before else option), "--json")["name"] == "Testing Poro"


def test_later_folders_lie_over_earlier_ones(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = {}
    for might in (2, 3):
        (tmp_path / str(might)).mkdir()
        text = CARD.replace("might: 1", f"might: {might}")
        (tmp_path / str(might) / "cards.yaml").write_text(text, encoding="utf-8")
        paths[might] = str(tmp_path / str(might))
    monkeypatch.setenv("RIFTCHECK_CARDS", str(folder))
    show = ("cards", "show", "Testing Poro", "--json")
    assert run_json(*show)["might"] == 1
    assert run_json("--cards", paths[2], *show)["might"] == 2
    assert run_json("--cards", paths[2], *show, "--cards", paths[3])["might"] == 3
    assert run_json(*show, "--cards", paths[3], "--cards", paths[2])["might"] == 2


def test_folders_that_cannot_be_used_are_refused(folder: Path) -> None:
    (folder / "cards.yaml").write_text(CARD.replace("might: 1", "might: many"), encoding="utf-8")
    result = run("cards", "show", "Cleave", "--cards", str(folder))
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"{folder / 'cards.yaml'}:7: cards/0/might: " in result.stderr
    assert run("--cards", str(folder / "none"), "cards", "show", "Cleave").exit_code == 2


def test_many_problems_are_counted(folder: Path) -> None:
    text = "cards:\n" + "".join(f"  - {{name: Card {number}}}\n" for number in range(9))
    (folder / "cards.yaml").write_text(text, encoding="utf-8")
    result = run("cards", "show", "Cleave", "--cards", str(folder))
    assert result.stderr.count("cards.yaml:") == 10
    assert "more; `riftcheck cards lint DIR` lists all of them" in result.stderr


def test_lint_of_the_shipped_cards() -> None:
    result = run("cards", "lint")
    assert result.exit_code == 0
    assert result.stdout.endswith(" cards, 0 problems, 1 warning\n")
    answer = run_json("cards", "lint", "--json")
    assert answer["problems"] == []
    assert [warning["path"] for warning in answer["warnings"]] == ["sets/5/size"]  # six cards of Radiance have no name


@pytest.mark.parametrize("option", [False, True])
def test_lint_prints_each_problem_with_its_place(folder: Path, *, option: bool) -> None:
    (folder / "cards.yaml").write_text(CARD.replace("    might: 1\n", "    might_bonus: 1\n"), encoding="utf-8")
    folders = ("--cards", str(folder)) if option else (str(folder),)
    result = run("cards", "lint", *folders)
    assert result.exit_code == 1
    place = folder / "cards.yaml"
    lines = [line for line in result.stdout.splitlines() if not line.endswith("(warning)")]
    assert lines[0] == f"{place}:2: cards/0/might: Testing Poro: is missing: a unit has might, if only 0"
    assert lines[1].startswith(f"{place}:7: cards/0/might_bonus: Testing Poro: belongs to Equipment only")
    assert lines[2].endswith(" cards, 2 problems, 1 warning")
    answer = run_json("cards", "lint", *folders, "--json", code=1)
    assert [problem["line"] for problem in answer["problems"]] == [2, 7]


def test_lint_warnings_alone_are_no_failure(folder: Path) -> None:
    text = "sets:\n  - {code: ZZZ, name: Test, size: 2, source: test 1 1}\n" + CARD.replace(
        "PR-901, variant: promo", "ZZZ-001, variant: base"
    )
    (folder / "cards.yaml").write_text(text, encoding="utf-8")
    result = run("cards", "lint", str(folder))
    assert result.exit_code == 0
    assert "sets/0/size: ZZZ: 1 of 2 numbers have no base printing: 002 (warning)\n" in result.stdout
    warnings = run_json("cards", "lint", str(folder), "--json")["warnings"]
    assert [warning["line"] for warning in warnings if warning["file"].startswith(str(folder))] == [2]


def test_lint_reports_every_problem_of_loading(folder: Path) -> None:
    text = "cards:\n" + "".join(f"  - {{name: Card {number}}}\n" for number in range(9))
    (folder / "cards.yaml").write_text(text, encoding="utf-8")
    result = run("cards", "lint", str(folder))
    assert result.exit_code == 1
    assert result.stdout.count("cards.yaml:") == 36  # each lacks type, rarity, printings and abilities
    assert result.stdout.endswith(" cards, 36 problems, 0 warnings\n")  # what is wrong hides no other fault


def test_lint_leaves_out_the_settings(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "cards.yaml").write_text("nonsense", encoding="utf-8")
    monkeypatch.setenv("RIFTCHECK_CARDS", str(folder))
    assert run("cards", "lint").exit_code == 0
    assert run("cards", "lint", str(folder / "none")).exit_code == 2


def _result(folder: Path, **changed: Any) -> SyncResult:
    facts: dict[str, Any] = {
        "region": "europe",
        "version": "7",
        "updated": "2026-10-01",
        "diff": Diff(900, (), ("New Card",), (), (), ()),
        "refusals": (),
        "forced": False,
        "left_out": (),
        "notes": (),
        "counts": {"cards": 1},
        "path": folder / "synced.yaml",
        "changed": True,
        "dry_run": True,
    }
    return SyncResult(**{**facts, **changed})


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, folder: Path) -> dict[str, Any]:
    """Answer for Riot, and keep what was asked; `raise` and `result` in it say what comes."""
    found: dict[str, Any] = {"result": _result(folder)}

    def sync(_db: CardDatabase, key: str, region: str, *, force: bool, dry_run: bool) -> SyncResult:
        found.update(key=key, region=region, force=force, dry_run=dry_run)
        if "raise" in found:
            raise found["raise"]
        result: SyncResult = found["result"]
        return result

    monkeypatch.setattr(riftcheck.cli.sync, "sync", sync)
    monkeypatch.setenv("RIOT_API_KEY", " RGAPI-secret \n")
    return found


def test_sync_passes_on_what_is_given(asked: dict[str, Any]) -> None:
    result = run("cards", "sync", "--region", "europe", "--dry-run", "--force")
    assert result.exit_code == 0
    told = {name: asked[name] for name in ("key", "region", "force", "dry_run")}
    assert told == {"key": "RGAPI-secret", "region": "europe", "force": True, "dry_run": True}
    assert " ".join(result.stdout.split()) == " ".join(" ".join(asked["result"].lines()).split())
    assert run("cards", "sync").exit_code == 0
    assert (asked["region"], asked["force"], asked["dry_run"]) == ("americas", False, False)


def test_sync_in_json(asked: dict[str, Any]) -> None:
    assert run_json("cards", "sync", "--json") == asked["result"].to_json()


@pytest.mark.parametrize("key", ["", "  "])
def test_sync_without_a_key_says_where_to_get_one(
    asked: dict[str, Any], monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    monkeypatch.setenv("RIOT_API_KEY", key)
    result = run("cards", "sync")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "https://developer.riotgames.com" in result.stderr
    assert "RIOT_API_KEY" in result.stderr
    assert "key" not in asked


def test_a_failed_sync_is_a_sentence(asked: dict[str, Any]) -> None:
    asked["raise"] = SyncError("the API answered 403: the key is not accepted")
    result = run("cards", "sync")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "Error: The cards cannot be fetched: the API answered 403: the key is not accepted.\n"


def test_an_answer_that_is_not_believed_is_shown_and_refused(asked: dict[str, Any], folder: Path) -> None:
    refused = _result(folder, refusals=("the answer lacks 500 of the 900 cards",), dry_run=False)
    asked["raise"] = SyncRefusedError(refused)
    result = run("cards", "sync")
    assert result.exit_code == 2
    assert "refused: the answer lacks 500 of the 900 cards" in result.stdout
    assert "The answer is not believed: the answer lacks 500 of the 900 cards. Nothing was written" in result.stderr
    assert json.loads(run("cards", "sync", "--json").stdout) == refused.to_json()


def test_an_unknown_region_is_refused(asked: dict[str, Any]) -> None:
    assert run("cards", "sync", "--region", "moon").exit_code == 2
    assert "key" not in asked


NEWCOMER: dict[str, Any] = {
    "set": {"code": "RAD"},
    "cards": [
        {
            "id": "RAD-011",
            "name": "Furnace Sprite",
            "types": ["Unit"],
            "domains": ["Fury"],
            "energy": 2,
            "power": 0,
            "might": 2,
            "rarity": "Uncommon",
            "text": "A paraphrase.",
        }
    ],
}


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the user's own folder, which is not there yet."""
    monkeypatch.setattr("platformdirs.user_data_dir", lambda *_args, **_options: str(tmp_path / "own"))
    return tmp_path / "own" / "cards"


def _file(tmp_path: Path, contents: Any) -> str:
    (tmp_path / "new.json").write_text(json.dumps(contents), encoding="utf-8")
    return str(tmp_path / "new.json")


def test_an_import_is_read_by_every_command_and_again_changes_nothing(tmp_path: Path, own: Path) -> None:
    file = _file(tmp_path, NEWCOMER)
    result = run("cards", "import", file)
    assert result.exit_code == 0
    assert "not in the database: new cards (1):\n  Furnace Sprite\n" in result.stdout
    assert run("cards", "show", "furnace sprite").stdout.startswith("Furnace Sprite\nUnit\n")
    data = (own / "imported-new.yaml").read_bytes()
    again = run_json("cards", "import", file, "--json")
    assert (again["changed"], again["counts"]["cards"]) == (False, 1)
    assert again["diff"]["new_cards"] == ["Furnace Sprite"]  # compared anew, not with what was imported before
    assert (own / "imported-new.yaml").read_bytes() == data


def test_an_import_into_a_folder_is_read_with_that_folder_only(tmp_path: Path, own: Path) -> None:
    into = str(tmp_path / "mine")
    assert run("cards", "import", _file(tmp_path, NEWCOMER), "--into", into).exit_code == 0
    assert not own.exists()
    assert run("cards", "show", "Furnace Sprite").exit_code == 2
    assert run("cards", "show", "Furnace Sprite", "--cards", into).exit_code == 0


def test_an_import_that_only_looks_writes_nothing(tmp_path: Path, own: Path) -> None:
    answer = run_json("cards", "import", _file(tmp_path, NEWCOMER), "--dry-run", "--json")
    assert (answer["dry_run"], answer["changed"]) == (True, True)
    assert not own.exists()


def test_a_file_that_is_not_believed_is_shown_and_refused_and_can_be_forced(tmp_path: Path, own: Path) -> None:
    file = _file(tmp_path, {**NEWCOMER, "cards": [{**NEWCOMER["cards"][0], "id": "OGN-001"}]})
    result = run("cards", "import", file)
    assert result.exit_code == 2
    assert "refused: the catalogue changes" not in result.stdout
    assert "refused: the file gives the ids of 1 known cards to others" in result.stdout
    assert "The file is not believed: the file gives the ids" in result.stderr
    assert not own.exists()
    assert run("cards", "import", file, "--force").exit_code == 0
    assert not own.exists()  # the known card stands, and nothing is left to add


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"cards: []", "The cards cannot be imported: the file is not JSON at line 1, column 1."),
        (b"[" * 100_000, "The cards cannot be imported: the file is JSON nested far too deep."),
        (b'{"set": NaN}', "it holds a number that is none, or is far too long."),
        (b"{}", "The cards cannot be imported: the catalogue has not the expected shape: cards: is required; set: is"),
        (None, "new.json cannot be read: No such file or directory."),
    ],
)
def test_a_file_that_cannot_be_imported_is_a_sentence(tmp_path: Path, own: Path, data: bytes | None, says: str) -> None:
    if data is not None:
        (tmp_path / "new.json").write_bytes(data)
    result = run("cards", "import", str(tmp_path / "new.json"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert says in result.stderr
    assert not own.exists()


def test_what_was_imported_is_known_to_a_sync(
    tmp_path: Path, own: Path, asked: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("cards", "import", _file(tmp_path, NEWCOMER)).exit_code == 0
    (own / "riot.yaml").write_text("texts:\n  - {card: Charm, text: Official.}\n", encoding="utf-8")
    seen: list[CardDatabase] = []

    def sync(db: CardDatabase, *_args: str, **_options: bool) -> SyncResult:
        seen.append(db)
        result: SyncResult = asked["result"]
        return result

    monkeypatch.setattr(riftcheck.cli.sync, "sync", sync)
    assert run("cards", "sync").exit_code == 0
    assert "Furnace Sprite" in seen[0].by_name
    assert seen[0].by_name["Charm"].official_text is None  # what was synced before is compared anew
