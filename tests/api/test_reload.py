"""SIGHUP: the server reads cards and settings again, and keeps the old ones if the new ones cannot be used."""

from __future__ import annotations

import json
import logging
import os
import signal
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
from gunicorn.arbiter import Arbiter  # type: ignore[import-untyped]

from bench.processes import children
from riftcheck.api import serve
from riftcheck.api.logs import LOGGER
from riftcheck.api.settings import SettingError, Settings
from riftcheck.carddb import CardDataError
from riftcheck.carddb.errors import DataProblem
from tests.api.test_broken_cards import UNKNOWN_TYPE, UNKNOWN_VERB
from tests.api.test_running import ask
from tests.processes import wait_until
from tests.servers import Started, connect

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CARD = UNKNOWN_TYPE.replace("energy: many", "energy: 1").replace("XXX-001", "OGN-999")
BAN = """
bans:
  - {card: Cleave, list: constructed, from: 2026-01-01, source: announcement 2026-01-01 https://example.org}
"""
# A request for the sets waits in the worker until the test releases it.
HELD = """
import time
from pathlib import Path
from riftcheck.api.server.channel import RequestTask
execute = RequestTask.execute
def held(self):
    if self.request.path == "/v1/sets":
        Path({begun!r}).touch()
        while not Path({go!r}).exists():
            time.sleep(0.01)
    execute(self)
RequestTask.execute = held
"""
REFUSED = "the new cards or settings cannot be used, so the server keeps the old ones"


@pytest.fixture
def settings_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    for name in ("RIFTCHECK_RATE_LIGHT", "RIFTCHECK_PROXIES"):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    monkeypatch.setenv("RIFTCHECK_SETTINGS", str(tmp_path / "settings"))
    yield tmp_path / "settings"
    for name in ("RIFTCHECK_RATE_LIGHT", "RIFTCHECK_PROXIES"):
        os.environ.pop(name, None)


def test_settings_file_adds_to_the_environment(settings_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings_file.write_text("# limits\n\n RIFTCHECK_RATE_LIGHT = 77 \nRIFTCHECK_PROXIES=2\n")
    monkeypatch.setenv("RIFTCHECK_PROXIES", "1")
    found = Settings.from_env()
    assert (found.rate_light, found.proxies) == (77, 1)
    assert os.environ["RIFTCHECK_RATE_LIGHT"] == "77"  # so that processes of jobs have it, too
    assert Settings.from_env({"RIFTCHECK_SETTINGS": str(settings_file)}).rate_light == 600


def test_a_settings_file_may_begin_with_a_byte_order_mark(settings_file: Path) -> None:
    settings_file.write_bytes(b"\xef\xbb\xbfRIFTCHECK_RATE_LIGHT=77\r\n")
    assert Settings.from_env().rate_light == 77


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("RIFTCHECK_RATE_LIGHT=77\nRIFTCHECK_RATE_LIHGT=5", ":2: 'RIFTCHECK_RATE_LIHGT' is not a setting."),
        ("PATH=/", ":1: 'PATH' is not a setting."),
        ("RIFTCHECK_SETTINGS=other", ":1: 'RIFTCHECK_SETTINGS' is not a setting."),
        ("a secret of thirty-two characters", ":1: a line must be NAME=VALUE."),
        (None, " cannot be read: No such file or directory."),
    ],
)
def test_unusable_settings_file_is_reported_with_its_line(settings_file: Path, text: str | None, words: str) -> None:
    if text is not None:
        settings_file.write_text(text)
    with pytest.raises(SettingError) as caught:
        Settings.from_env()
    assert str(caught.value) == f"RIFTCHECK_SETTINGS: {settings_file}{words}"
    assert "RIFTCHECK_RATE_LIGHT" not in os.environ


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (SettingError("RIFTCHECK_PROXIES is wrong."), "RIFTCHECK_PROXIES is wrong."),
        (CardDataError([DataProblem("mine.yaml", 1, "", "broken")]), "mine.yaml:1: broken"),
        (RuntimeError("unforeseen"), "unforeseen"),
        (None, None),
    ],
    ids=["setting", "cards", "bug", "usable"],
)
def test_workers_are_replaced_only_if_cards_and_settings_can_be_used(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception | None, words: str | None
) -> None:
    reloads: list[object] = []

    def renew() -> None:
        if error is not None:
            raise error

    def reload(self: Arbiter) -> None:
        reloads.append(self)

    monkeypatch.setattr(Arbiter, "reload", reload)
    logger = logging.Logger(LOGGER.name)  # noqa: LOG001 - its lines are those of this test alone
    logger.addHandler(caplog.handler)
    monkeypatch.setattr("riftcheck.api.serve.LOGGER", logger)
    master = serve._Master.__new__(serve._Master)
    master.app = SimpleNamespace(renew=renew)
    master.reload()
    lines = [record for record in caplog.records if record.levelname == "ERROR"]
    if words is None:
        assert (reloads, lines) == ([master], [])
    else:
        assert reloads == []
        (line,) = lines
        assert line.getMessage().startswith(REFUSED)
        assert words in caplog.text


def test_environment_is_as_before_if_reading_fails(settings_file: Path) -> None:
    settings_file.write_text("RIFTCHECK_RATE_LIGHT=77")
    given = {name: value for name, value in os.environ.items() if name.startswith("RIFTCHECK_")}
    server = serve._Server(Settings.from_env(), given, lambda _: {})
    before = dict(os.environ)
    settings_file.write_text("RIFTCHECK_RATE_LIGHT=76\nRIFTCHECK_PROXIES=many")
    with pytest.raises(SettingError, match="RIFTCHECK_PROXIES"):
        server.renew()
    assert dict(os.environ) == before
    assert (server._settings.rate_light, server.callable) == (77, None)


def test_sighup_serves_new_cards_and_settings_and_keeps_the_old_if_they_are_broken(tmp_path: Path) -> None:
    cards, settings = tmp_path / "cards", tmp_path / "settings"
    cards.mkdir()
    # Limits that repeated requests do not reach.
    settings.write_text("RIFTCHECK_RATE_LIGHT=500000\nRIFTCHECK_WORKERS=1\n")
    environment = {"RIFTCHECK_CARDS": str(cards), "RIFTCHECK_SETTINGS": str(settings)}
    begun, go = tmp_path / "begun", tmp_path / "go"
    environment["RIFTCHECK_RATE_LIGHT"] = ""  # the value of the tests would override the file
    started = Started(tmp_path, HELD.format(begun=str(begun), go=str(go)), **environment)
    lines = lambda: [line for line in started.log.read_text().splitlines() if REFUSED in line]  # noqa: E731

    def served() -> tuple[int, str, str]:
        """Return the response to our card, whether Cleave is legal in constructed, and the limit of light requests."""
        ours = ask(started.port, "GET", "/v1/cards/OGN-999")[0]
        _, headers, body = ask(started.port, "GET", "/v1/cards/named/legality?exact=Cleave&date=2026-02-01")
        cleave = next(one["status"] for one in json.loads(body)["formats"] if one["format"] == "constructed")
        return ours, cleave, headers["RateLimit-Policy"].partition(";w")[0]

    def is_refused(number: int, words: str) -> None:
        workers = children(started.process.pid)
        started.process.send_signal(signal.SIGHUP)
        wait_until(lambda: len(lines()) == number)
        assert words in lines()[-1]
        assert children(started.process.pid) == workers

    try:
        assert served() == (404, "legal", '"light";q=500000')
        with connect(started.port) as connection:
            connection.sendall(b"GET /v1/sets HTTP/1.1\r\nHost: x\r\n\r\n")
            wait_until(begun.exists)
            (cards / "mine.yaml").write_text(CARD + BAN)
            settings.write_text("RIFTCHECK_RATE_LIGHT=600000\n")
            started.process.send_signal(signal.SIGHUP)
            wait_until(lambda: served() == (200, "banned", '"light";q=600000'))
            go.touch()
            assert connection.recv(100).startswith(b"HTTP/1.1 200 ")
        wait_until(lambda: len(children(started.process.pid)) == 2)  # the default number
        settings.write_text("RIFTCHECK_RATE_LIGHT=many\n")
        is_refused(1, "RIFTCHECK_RATE_LIGHT: 'many'")
        settings.write_text("RIFTCHECK_RATE_LIGHT=700000\n")
        (cards / "mine.yaml").write_text(UNKNOWN_TYPE)
        is_refused(2, "mine.yaml:5")
        (cards / "mine.yaml").write_text(UNKNOWN_VERB)
        is_refused(3, "explode")
        assert served() == (200, "banned", '"light";q=600000')
        (cards / "mine.yaml").write_text(CARD)
        started.process.send_signal(signal.SIGHUP)
        wait_until(lambda: served() == (200, "legal", '"light";q=700000'))
        started.stop()
    finally:
        started.process.kill()
        started.process.wait()
    assert len(lines()) == 3
    assert "Traceback" not in started.log.read_text()
