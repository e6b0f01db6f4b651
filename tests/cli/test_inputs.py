"""What LIST can be, and how it is refused."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from riftcheck.cli.inputs import ListRead, Unreadable, read_all
from tests.cli.command_runs import CODE, ILLEGAL, LEGAL, LEGAL_DAY, run, run_json
from tests.examples import examples

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase


def _verdict(*args: str, stdin: str | bytes = "") -> tuple[str, str]:
    answer = run_json("validate", *args, "--date", LEGAL_DAY, "--json", stdin=stdin)
    return answer["verdict"], answer["list_hash"]


def _detail(*args: str, stdin: str | bytes = "") -> str:
    answer = run_json("validate", *args, "--date", LEGAL_DAY, "--json", stdin=stdin, code=2)
    detail: str = answer["problem"]["detail"]
    assert detail.endswith((".", "?", "!"))
    return detail


@pytest.fixture(scope="module")
def expected() -> tuple[str, str]:
    return _verdict("-", stdin=LEGAL)


def test_every_form_is_the_same_list(tmp_path: Path, expected: tuple[str, str]) -> None:
    deck = json.loads(run("convert", "-", "--to", "json", stdin=LEGAL).stdout)
    forms: dict[str, bytes] = {
        "text.txt": LEGAL.encode(),
        "bom.txt": LEGAL.encode("utf-8-sig"),
        "little.txt": b"\xff\xfe" + LEGAL.encode("utf-16-le"),
        "big.txt": b"\xfe\xff" + LEGAL.encode("utf-16-be"),
        "windows.txt": LEGAL.replace("\n", "\r\n").encode(),
        "code.txt": f"\n{CODE}\n".encode(),
        "lower.txt": CODE.lower().encode(),
        "deck.json": json.dumps(deck).encode(),
        "indented.json": b"\n  " + json.dumps(deck, indent=2).encode(),
        "as-text.json": json.dumps({"text": LEGAL}).encode(),
        "as-code.json": json.dumps({"code": CODE}).encode(),
        "named.json": json.dumps({"code": CODE, "champion": "Renekton, Rage Fueled"}).encode(),
    }
    assert expected[0] == "legal"
    for name, data in forms.items():
        (tmp_path / name).write_bytes(data)
        assert _verdict(str(tmp_path / name)) == expected, name
        assert _verdict("-", stdin=data) == expected, name
    assert _verdict(CODE) == expected
    assert _verdict(CODE.lower()) == expected


def test_json_of_a_site_goes_through_the_reader_of_sites(expected: tuple[str, str]) -> None:
    deck = json.loads(run("convert", "-", "--to", "json", stdin=LEGAL).stdout)
    site = {
        "author": "somebody",
        "legend": deck["legend"][0]["id"],
        "champion": deck["champion"],
        "mainDeck": [{"name": entry["name"], "quantity": entry["count"]} for entry in deck["main"]],
        "runes": {"Fury": 5, "Body": 7},
        "battlefields": [entry["name"] for entry in deck["battlefields"]],
    }
    assert _verdict("-", stdin=json.dumps(site)) == expected


def test_the_own_form_is_read_strictly() -> None:
    deck = {"legend": "Butcher of the Sands", "main": [{"name": "Cleave", "count": 0}]}
    assert _detail("-", stdin=json.dumps(deck)) == "main/0/count: must be a whole number from 1 to 200."


def test_a_key_given_twice_is_refused() -> None:
    assert 'the key "main" twice' in _detail("-", stdin='{"legend": "Loose Cannon", "main": [], "main": ["Cleave"]}')


def test_an_existing_file_wins_over_a_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expected: tuple[str, str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert _verdict(CODE) == expected
    Path(CODE).write_text(ILLEGAL, encoding="utf-8")
    assert run_json("validate", CODE, "--date", LEGAL_DAY, "--json", code=1)["verdict"] == "illegal"


def test_an_existing_file_that_is_no_list_is_not_read_as_a_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(CODE).write_text("nothing\n", encoding="utf-8")
    assert "no card" in _detail(CODE)


def test_a_code_too_long_for_a_file_name_is_still_a_code() -> None:
    assert _detail("C" * 4001).startswith("There is no such file or folder, and as a deck code: The deck code has 4001")


def test_a_name_too_long_for_a_file_is_refused() -> None:
    assert _detail("no-code-" * 100).startswith("The file cannot be read: ")


def test_a_name_with_a_zero_byte_is_refused() -> None:
    assert _detail("a\0b").startswith("The file cannot be read: ")


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "The text has no card in it."),
        (b" \n\n", "The text has no card in it."),
        (b"3 Charm\xff\n", "It is not in UTF-8: byte 8 cannot be read."),
        (b"\xff\xfe3", "It is not in UTF-8"),
        (LEGAL.encode("utf-16-le"), "It holds NUL bytes"),
        (b"3 Charm\n" * 9000, "It is over 64 KB"),
        (b"x" * (64 * 1024 + 1), "It is over 64 KB"),
        (b"{", "The text begins like JSON, but is not"),
        (b'{"main": ' + b"[" * 50_000, "The text begins like JSON, but is not"),
        (b'{"main": [' + b"1" * 5000 + b"]}", "The text begins like JSON, but is not"),
        (b"CMAAAAAAAAAQCAAAPYAACAIAAADQ", "The deck code ends too early"),
        (b"{}", "no card"),
    ],
)
def test_a_file_that_is_no_list_is_refused_with_a_sentence(tmp_path: Path, data: bytes, told: str) -> None:
    (tmp_path / "list.txt").write_bytes(data)
    assert told in _detail(str(tmp_path / "list.txt"))
    assert told in _detail("-", stdin=data)


def test_a_file_of_the_most_bytes_is_read(tmp_path: Path, expected: tuple[str, str]) -> None:
    (tmp_path / "list.txt").write_bytes(LEGAL.encode().ljust(64 * 1024))
    assert _verdict(str(tmp_path / "list.txt")) == expected


def test_a_folder_is_read_in_the_order_of_names(tmp_path: Path) -> None:
    names = ["b.txt", "A.JSON", "c/a.txt", "c/d/e.TXT", "z.txt"]
    others = [
        ".hidden.txt",
        ".DS_Store",
        "._b.txt",
        ".b.txt.swp",
        ".git/a.txt",
        "c/.d/a.txt",
        "register.csv",
        "notes.md",
        "plain",
    ]
    for name in (*names, *others):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(json.dumps({"text": LEGAL}) if "JSON" in name else LEGAL, encoding="utf-8")
    (tmp_path / "folder.txt").mkdir()
    os.mkfifo(tmp_path / "pipe.txt")
    answer = run_json("validate", str(tmp_path), "--date", LEGAL_DAY, "--json", code=2)
    found = [Path(report["source"]).relative_to(tmp_path).as_posix() for report in answer["reports"]]
    assert found[:5] == ["A.JSON", "b.txt", "c/a.txt", "c/d/e.TXT", "z.txt"]
    assert found[5:] == [".hidden.txt", "notes.md", "pipe.txt", "plain", "register.csv"]
    assert {report.get("verdict") for report in answer["reports"][:5]} == {"legal"}
    skipped = "This file was not read: in a folder, a list is a file that ends in .txt or .json and is not hidden."
    assert all(report["problem"]["detail"].startswith(skipped) for report in answer["reports"][5:])


def test_a_link_to_nothing_in_a_folder_is_a_list_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(LEGAL, "utf-8")
    (tmp_path / "b.txt").symlink_to(tmp_path / "gone.txt")
    answer = run_json("validate", str(tmp_path), "--date", LEGAL_DAY, "--json", code=2)
    assert [Path(one["source"]).name for one in answer["reports"]] == ["a.txt", "b.txt"]
    assert "no such file" in answer["reports"][1]["problem"]["detail"]


def test_a_folder_without_lists_cannot_be_read(tmp_path: Path) -> None:
    result = run("validate", str(tmp_path))
    assert result.exit_code == 2
    assert "There is no list in this folder: no file that ends in .txt or .json." in result.stdout
    assert run_json("validate", str(tmp_path), "--json", code=2)["reports"][0]["source"] == str(tmp_path)


def test_standard_input_is_read_once() -> None:
    answer = run_json("validate", "-", "-", "--date", LEGAL_DAY, "--json", stdin=LEGAL, code=2)
    assert answer["reports"][0]["verdict"] == "legal"
    assert answer["reports"][1]["problem"]["detail"] == "Standard input was read already; give - once."


@pytest.mark.parametrize("name", ["convert", "stats", "runes", "hand"])
def test_other_commands_take_one_list(tmp_path: Path, name: str) -> None:
    more = ("--to", "text") if name == "convert" else ()
    result = run(name, str(tmp_path), *more)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"{tmp_path} is a folder; this command takes one list." in result.stderr
    result = run(name, "no-such-list.txt", *more)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "no-such-list.txt cannot be read: There is no such file or folder" in result.stderr


def test_lines_that_cannot_be_read_are_told_on_standard_error() -> None:
    result = run("hand", "-", "--seed", "1", stdin=f"{LEGAL}0 Cleave\n")
    assert result.exit_code == 0
    assert "Warning: line 36: A count is a whole number from 1 to 200" in result.stderr


@given(data=st.one_of(st.binary(max_size=300), st.text(max_size=300).map(lambda text: text.encode("utf-8", "replace"))))
@settings(max_examples=examples(300), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes_are_a_list_or_refused(tmp_path: Path, db: CardDatabase, data: bytes) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(data)
    (found,) = read_all([str(path)], db)
    assert isinstance(found, ListRead | Unreadable)
    if isinstance(found, Unreadable):
        assert found.detail.endswith((".", "?", "!"))


@given(argument=st.text(max_size=40))
@settings(max_examples=examples(200), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_argument_is_a_list_or_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, db: CardDatabase, argument: str
) -> None:
    monkeypatch.chdir(tmp_path)
    if argument not in ("-", ".", "..", "/"):
        (found,) = read_all([argument], db)
        assert isinstance(found, ListRead | Unreadable)


def test_a_link_or_label_with_a_code_is_read_as_the_code(tmp_path: Path, expected: tuple[str, str]) -> None:
    link = f"https://example.org/deck-builder?deck={CODE}&lang=en"
    assert _verdict(link) == _verdict(f"Deck code: {CODE}") == _verdict("-", stdin=link) == expected
    assert _verdict(f"{link}&{'x' * 400}") == expected  # too long for the name of a file
    path = tmp_path / "link.txt"
    path.write_text(f"My deck\n{link}\n", encoding="utf-8")
    assert _verdict(str(path)) == expected


def test_a_broken_code_in_a_link_is_reported() -> None:
    detail = _detail(f"https://example.org/?deck={CODE[:-9]}")
    assert detail.startswith(
        "There is no such file or folder, and as a deck code: The text has a deck code that cannot be"
    )
    assert "several deck codes" in _detail(f"{CODE} {CODE[:-9]}")
    assert _detail("https://example.org/deck/12") == "There is no such file or folder, and it is no deck code."


def test_a_code_of_another_game_is_rejected_with_exit_code_2(tmp_path: Path) -> None:
    code = "CEAAECABAQJRWHBIFU2DOOYIAEBAMCIMCINCILJZAICACBANE4VCYBABAILR2HRL"
    looks = "This looks like a Legends of Runeterra deck code; riftcheck checks Riftbound decks."
    path = tmp_path / "list.txt"
    path.write_text(f"Deck code: {code}\n", encoding="utf-8")
    for argument in (code, str(path)):
        assert _detail(argument) == looks
        assert looks in " ".join(run("validate", argument).stdout.split())
        converted = run("convert", argument, "--to", "text")
        assert (converted.exit_code, looks in " ".join(converted.stderr.split())) == (2, True)
    keyforge = tmp_path / "deck.json"
    keyforge.write_text('{"deck": {"housesAndCards": [{"house": "Dis", "cards": []}]}}', encoding="utf-8")
    assert _detail(str(keyforge)) == "This looks like a KeyForge deck; riftcheck checks Riftbound decks."
