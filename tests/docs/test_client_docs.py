"""docs/client.md against the code: its examples run against a server, and it names all that a client has."""

from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING

import riftcheck.client
from riftcheck.client import ApiProblemError, Client, GoldfishJob, RemoteGame, RemotePlayer, Retries
from tests.paths import ROOT

if TYPE_CHECKING:
    import pytest

PAGE = (ROOT / "docs" / "client.md").read_text("utf-8")
WORDS = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`\n]+)`", PAGE))))


def test_the_examples_run_one_after_another(live: str, capsys: pytest.CaptureFixture[str]) -> None:
    examples = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert len(examples) == 7
    names: dict[str, object] = {}
    for example in examples:
        assert "http://127.0.0.1:8000" in example
        here = example.replace("http://127.0.0.1:8000", live)
        exec(compile(here, "docs/client.md", "exec"), names)  # noqa: S102 (our own text)
    printed = capsys.readouterr().out
    assert printed.startswith("illegal\nerror ")
    assert re.search(r"^[A-Z]{3}-\d+ .+ \d$", printed, re.MULTILINE)
    assert "Fight or Flight" in printed
    assert re.search(r"^constructed banned .+$", printed, re.MULTILINE)
    assert "\n['Cleave', 'Blazing Scorcher'] [{'index': 3, 'name': 'Cleeve'}]\nKai'Sa is one of [" in printed
    assert "\nashe.txt illegal\nempty.txt " in printed
    assert "\n100 of 100 games\nwon " in printed
    assert re.search(r"^[01] Player [12]", printed.partition("\nwon ")[2], re.MULTILINE)
    assert "\ninvalid ['format']\n" in printed


def test_every_public_name_and_method_stands_on_the_page() -> None:
    assert [name for name in riftcheck.client.__all__ if name not in WORDS] == []
    for kind in (Client, GoldfishJob, RemoteGame, RemotePlayer, ApiProblemError):
        named = {name for name, _ in inspect.getmembers(kind) if not name.startswith("_")}
        assert named - WORDS - {"add_note", "args", "with_traceback"} == set(), kind


def test_the_bounds_of_the_page_are_those_that_hold() -> None:
    usual = Retries()
    told = re.findall(r"`Retries\(tries=(\d+), seconds=([\d.]+), first_pause=([\d.]+)\)`", PAGE)
    assert told == [(str(usual.tries), str(usual.seconds), str(usual.first_pause))]
    timeout = inspect.signature(Client).parameters["timeout"].default
    assert f"`Client(base_url, api_key=None, *, timeout={timeout}, retries=Retries())`" in PAGE
