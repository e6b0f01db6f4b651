"""The script as a shell runs it: exit codes, pipes, signals, encodings, and what a start costs."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from importlib.metadata import entry_points, version
from typing import TYPE_CHECKING

import pytest

import riftcheck.cli.serve
from riftcheck.api.settings import SettingError
from riftcheck.build import StaleBuildError, checked_build
from riftcheck.cli.main import main
from tests.cli.command_runs import ILLEGAL, LEGAL, LEGAL_DAY, UNKNOWN, command, environment, run, script
from tests.processes import PATIENCE

if TYPE_CHECKING:
    from pathlib import Path

DAY = ("--date", LEGAL_DAY)


def test_the_script_is_installed() -> None:
    (entry,) = entry_points(group="console_scripts", name="riftcheck")
    assert entry.load() is main


@pytest.mark.parametrize(
    ("text", "day", "code"),
    [(LEGAL, LEGAL_DAY, 0), (ILLEGAL, LEGAL_DAY, 1), ("", LEGAL_DAY, 2), (UNKNOWN, "2026-11-01", 3)],
)
def test_exit_codes(tmp_path: Path, text: str, day: str, code: int) -> None:
    (tmp_path / "list.txt").write_text(text, encoding="utf-8")
    done = script("validate", str(tmp_path / "list.txt"), "--date", day)
    assert done.returncode == code
    assert done.stderr == b""


@pytest.mark.parametrize("args", [("goldfishes", "x"), ("--nonsense",), ("validate",), ("cards", "bogus"), ()])
def test_usage_errors_end_with_2(args: tuple[str, ...]) -> None:
    done = script(*args)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"Usage: riftcheck" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("goldfsh", "x"), b"No such command 'goldfsh'. Did you mean goldfish?"),
        (("cards", "serch"), b"No such command 'serch'. Did you mean search?"),
        (("zzz",), b"No such command 'zzz'.\n"),
    ],
)
def test_a_command_that_is_none_is_told_what_is_like_it(args: tuple[str, ...], said: bytes) -> None:
    done = script(*args)
    assert done.returncode == 2
    assert said in done.stderr


def test_standard_input() -> None:
    done = subprocess.run(
        command("validate", "-", *DAY, "--json"),
        input=LEGAL.encode(),
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0
    assert json.loads(done.stdout)["verdict"] == "legal"


def test_version_loads_neither_cards_nor_their_libraries() -> None:
    program = (
        "import sys\nfrom riftcheck.cli.main import app\napp(standalone_mode=False)\nprint(*sys.modules, sep='\\n')"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "--version"], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    first, *modules = done.stdout.splitlines()
    assert first == f"riftcheck {version('riftcheck')} ({checked_build()})"
    assert "click" in modules
    heavy = {"carddb", "decks", "validator", "api", "rich", "flask", "requests", "yaml", "rapidfuzz", "marshmallow"}
    assert not heavy & set(modules)


def test_help_imports_no_command() -> None:
    program = (
        "import sys\nfrom riftcheck.cli.main import app\napp(standalone_mode=False)\nprint(*sys.modules, sep='\\n')"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "--help"], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    shown, _, modules = done.stdout.partition("\nsys\n")
    assert "Check deck lists against the rules of a format." in shown
    assert "carddb" not in modules.splitlines()


@pytest.mark.parametrize("args", [("cards", "search"), ("--version",), ("--help",), ("cards", "search", "--json")])
def test_a_broken_pipe_is_quiet(args: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        command(*args), stdout=writer, stderr=subprocess.PIPE, env=environment(), timeout=PATIENCE, check=False
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


def test_a_stale_build_is_said_in_a_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stale() -> str:
        raise StaleBuildError("riftcheck.engine.game: edited.")

    monkeypatch.setattr("riftcheck.cli.main.checked_build", stale)
    monkeypatch.setattr(sys, "argv", ["riftcheck", "--version"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert (ended.value.code, capsys.readouterr()) == (2, ("", "Error: riftcheck.engine.game: edited.\n"))


def test_a_reader_that_stops_in_the_middle() -> None:
    with subprocess.Popen(
        command("cards", "search", "--json"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        assert run.stdout.readline() == b"{\n"
        run.stdout.close()
        assert run.stderr.read() == b""
        assert run.wait(60) == 141


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no disk that is always full")  # noqa: PTH110
def test_output_that_cannot_be_written_is_told() -> None:
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        done = subprocess.run(
            command("cards", "search"), stdout=full, stderr=subprocess.PIPE, timeout=PATIENCE, check=False
        )
    assert done.returncode == 2
    assert done.stderr.startswith(b"Error: ")
    assert len(done.stderr.splitlines()) == 1


def test_interrupted(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with (
        subprocess.Popen(command("validate", str(pipe)), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run,
        pipe.open("wb"),  # opens once the other side reads
    ):
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=PATIENCE)
    assert (run.returncode, out, err) == (130, b"", b"")


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_closed_streams_show_no_traceback(closed: str) -> None:
    shell = f'"$@" {closed}'
    done = subprocess.run(
        ["sh", "-c", shell, "sh", *command("validate", "-", "--json")],
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


def test_an_ascii_terminal(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text(f"{LEGAL}1 Éclair “née” 金克丝\n", encoding="utf-8")
    ascii_only = {"PYTHONIOENCODING": "ascii"}
    done = script("validate", str(path), *DAY, **ascii_only)
    assert (done.returncode, done.stderr) == (1, b"")
    assert b"x illegal: " in done.stdout
    assert rb"1 \xc9clair \u201cn\xe9e\u201d" in done.stdout
    done = script("validate", str(path), *DAY, "--json", **ascii_only)
    names = [card["name"] for issue in json.loads(done.stdout)["issues"] for card in issue["cards"]]
    assert any("Éclair" in name for name in names)
    assert script("cards", "show", "“Éclair”", **ascii_only).returncode == 2
    assert script("convert", str(path), "--to", "text", **ascii_only).returncode == 0


def test_colour_only_where_it_is_wanted(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text(LEGAL, encoding="utf-8")
    assert b"\x1b[" in script("validate", str(path), FORCE_COLOR="1", TERM="xterm").stdout
    assert b"\x1b[" not in script("validate", str(path)).stdout


def test_names_that_are_no_unicode(tmp_path: Path) -> None:
    (tmp_path / "lists").mkdir()
    (tmp_path / "lists" / os.fsdecode(b"d\xe9ck.txt")).write_text(LEGAL, encoding="utf-8")
    done = script("validate", str(tmp_path / "lists"), *DAY, "--csv", str(tmp_path / "table.csv"))
    assert (done.returncode, done.stderr) == (0, b"")
    done = script("validate", str(tmp_path / "lists"), *DAY, "--json")
    assert json.loads(done.stdout)["reports"][0]["verdict"] == "legal"


def test_completion_offers_the_commands() -> None:
    done = script(_RIFTCHECK_COMPLETE="bash_complete", COMP_WORDS="riftcheck ", COMP_CWORD="1")
    assert b"plain,validate" in done.stdout.splitlines()


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int, str]]:
    found: list[tuple[str, int, str]] = []

    def serve(host: str, port: int) -> None:
        found.append((host, port, os.environ.get("RIFTCHECK_CARDS", "")))

    monkeypatch.setattr(riftcheck.cli.serve, "serve", serve)
    monkeypatch.setenv("RIFTCHECK_CARDS", "")  # so that what the command sets is put back
    return found


def test_serve_listens_where_it_is_told(served: list[tuple[str, int, str]]) -> None:
    assert run("serve").exit_code == 0
    assert run("serve", "--host", "::1", "--port", "80").exit_code == 0
    assert served == [("127.0.0.1", 8000, ""), ("::1", 80, "")]
    assert run("serve", "--port", "65536").exit_code == 2


def test_serve_hands_on_the_folders(
    served: list[tuple[str, int, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.mkdir()
    two.mkdir()
    monkeypatch.setenv("RIFTCHECK_CARDS", str(one))
    assert run("--cards", str(two), "serve").exit_code == 0
    assert served[0][2] == f"{one}{os.pathsep}{two}"


def test_serve_leaves_bad_cards_to_the_server_which_answers_with_the_reason(
    served: list[tuple[str, int, str]], tmp_path: Path
) -> None:
    (tmp_path / "bad.yaml").write_text("nonsense", encoding="utf-8")
    assert run("--cards", str(tmp_path), "serve").exit_code == 0
    assert served == [("127.0.0.1", 8000, str(tmp_path))]


def test_serve_refuses_bad_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    def serve(_host: str, _port: int) -> None:
        raise SettingError("RIFTCHECK_WORKERS is 'x'")

    monkeypatch.setattr(riftcheck.cli.serve, "serve", serve)
    result = run("serve")
    assert result.exit_code == 2
    assert "RIFTCHECK_WORKERS is 'x'" in result.stderr
