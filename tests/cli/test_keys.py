"""`riftcheck keys`: made, listed, withdrawn, and used by a server."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.api.limits.scopes import SCOPES
from riftcheck.store.keys import PREFIX, digest_of
from tests.cli.command_runs import run, run_json, script

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of the keys, which is not there yet."""
    monkeypatch.setenv("RIFTCHECK_KEYS", str(tmp_path / "keys.sqlite3"))
    return tmp_path / "keys.sqlite3"


def create(*words: str) -> Any:
    return run_json("keys", "create", *words, "--json")


def test_a_key_is_told_once(file: Path) -> None:
    made = create("A deck site", "--light", "6000", "--heavy", "none", "--scope", "decks", "--scope", "read")
    key = made.pop("key")
    assert key.startswith(PREFIX)
    assert {**made, "id": "", "created": ""} == {
        "id": "",
        "label": "A deck site",
        "scopes": ["read", "decks"],
        "light": 6000,
        "heavy": "none",
        "jobs": None,
        "games": None,
        "created": "",
        "withdrawn": None,
    }
    assert run_json("keys", "list", "--json") == {"data": [made]}
    stored = b"".join(path.read_bytes() for path in file.parent.iterdir())
    assert key.encode() not in stored
    assert digest_of(key).encode() in stored


def test_a_key_is_for_everything_by_default() -> None:
    assert tuple(create("A deck site", "--jobs", "50", "--games", "400")["scopes"]) == SCOPES


def test_what_people_read() -> None:
    shown = run("keys", "create", "  A deck\tsite ", "--light", "6000", "--heavy", "none").stdout
    (key,) = [word for word in shown.split() if word.startswith(PREFIX)]
    assert f"\n  {key}\n" in shown
    assert [line.split() for line in shown.splitlines()[-7:]][1:] == [
        ["label", "A", "deck", "site"],
        ["scopes", *[f"{scope}," for scope in SCOPES[:-1]], SCOPES[-1]],
        ["light", "6000"],
        ["heavy", "none"],
        ["jobs", "the", "server's"],
        ["games", "the", "server's"],
    ]
    listed = run("keys", "list").stdout
    assert key not in listed
    run("keys", "create", "Another", "--scope", "read")
    lines = run("keys", "list").stdout.splitlines()
    assert [line.split()[1:] for line in (lines[0], lines[3])] == [["A", "deck", "site"], ["Another"]]
    assert lines[1].startswith(f"          for {', '.join(SCOPES)}; made 20")
    assert lines[2] == "          limits: light 6000, heavy none"
    assert (lines[4].split(";")[0].strip(), lines[5].strip()) == ("for read", "limits: those of the server")


def test_a_key_is_withdrawn_for_good() -> None:
    key_id = create("A deck site")["id"]
    shown = run("keys", "withdraw", key_id).stdout
    assert f"The key {key_id} (A deck site) is withdrawn: 20" in shown
    assert "Servers refuse it within some seconds." in shown
    assert f"The key {key_id} (A deck site) was withdrawn: 20" in run("keys", "withdraw", key_id).stdout
    assert ", withdrawn 20" in " ".join(run("keys", "list").stdout.split())
    withdrawn = run_json("keys", "withdraw", key_id, "--json")["withdrawn"]
    (kept,) = run_json("keys", "list", "--json")["data"]
    assert kept["withdrawn"] == withdrawn is not None
    refused = run("keys", "withdraw", "nobody")
    assert refused.exit_code == 2
    assert "There is no key with the id “nobody”" in refused.stderr


def test_where_there_are_no_keys_nothing_is_made(file: Path) -> None:
    assert "There are no keys." in run("keys", "list").stdout
    assert run_json("keys", "list", "--json") == {"data": []}
    assert run("keys", "withdraw", "nobody").exit_code == 2
    assert not file.exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["x" * 101], "A label has 1 to 100 characters; this one has 101."),
        ([" "], "A label has 1 to 100 characters; this one has 0."),
        (["x", "--light", "0"], "'0' is not a whole number from 1 to 1000000, or none."),
        (["x", "--heavy", "5/minute"], "'5/minute' is not a whole number"),
        (["x", "--jobs", "none"], "'none' is not a valid integer range"),
        (["x", "--games", "0"], "0 is not in the range"),
        (["x", "--scope", "all"], "'all' is not one of 'read', 'decks', 'goldfish', 'games'"),
    ],
)
def test_what_cannot_be_is_refused(words: list[str], told: str, file: Path) -> None:
    refused = run("keys", "create", *words)
    assert refused.exit_code == 2
    assert told in " ".join(refused.stderr.split())
    assert not file.exists()


def test_a_database_that_cannot_be_used_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "other.sqlite3").write_bytes(b"no database at all" * 100)
    monkeypatch.setenv("RIFTCHECK_KEYS", str(tmp_path / "other.sqlite3"))
    refused = run("keys", "list")
    assert refused.exit_code == 2
    assert "The keys cannot be read or written: " in refused.stderr
    monkeypatch.setenv("RIFTCHECK_KEYS", "mysql://host/keys")
    assert "RIFTCHECK_KEYS: " in run("keys", "create", "x").stderr


def test_the_script_makes_a_key_in_the_data_folder(tmp_path: Path) -> None:
    done = script("keys", "create", "A deck site", "--json", RIFTCHECK_KEYS="", XDG_DATA_HOME=str(tmp_path / "data"))
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["label"] == "A deck site"
    assert (tmp_path / "data" / "riftcheck" / "keys.sqlite3").is_file()
