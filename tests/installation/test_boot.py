"""An installation boots as the image is meant to: read-only, without rights, with its data in a folder of its own."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from bench.processes import free_port
from riftcheck.api.examples import BODIES
from tests.paths import ROOT
from tests.processes import PATIENCE, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

BOOT: Final = ROOT / "docs" / "docker-boot.sh"
STORES: Final = ("GAMES", "JOBS", "KEYS")


def can_boot() -> bool:
    """Tell whether this machine lets us make a mount namespace of our own."""
    if os.geteuid() != 0 or not all(map(shutil.which, ("unshare", "setpriv", "awk"))):
        return False
    return subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False).returncode == 0


class Booted:
    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.data = folder / "data"
        self.log = folder.parent / "log"
        words = [str(BOOT), sys.prefix, str(folder), str(self.port)]
        with self.log.open("wb") as stream:
            self.process = subprocess.Popen(
                words, env={"PATH": os.environ["PATH"], "RIFTCHECK_LOG": "warning"}, stdout=stream, stderr=stream
            )
        wait_until(self._listens)

    def _listens(self) -> bool:
        assert self.process.poll() is None, self.log.read_text()
        with socket.socket() as tried:
            return tried.connect_ex(("127.0.0.1", self.port)) == 0

    def ask(self, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", data, {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            return json.load(answer)


@pytest.fixture(scope="module")
def booted() -> Iterator[Booted]:
    if not can_boot():
        pytest.skip("booting read-only needs root, and leave to make a mount namespace: unshare, setpriv")
    # Not in pytest's own folders, which are root's alone.
    folder = Path(subprocess.run(["mktemp", "-d"], capture_output=True, text=True, check=True).stdout.strip())
    folder.chmod(0o755)
    server = Booted(folder / "run")
    yield server
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(PATIENCE) == 0, server.log.read_text()
    assert "Traceback" not in server.log.read_text()
    shutil.rmtree(folder)


def test_it_answers_judges_and_keeps_a_game_on_its_volume(booted: Booted) -> None:
    assert booted.ask("/healthz") == {"status": "ok"}
    assert booted.ask("/v1/decks/validate", BODIES["validate"])["verdict"] == "illegal"
    begun = booted.ask("/v1/games", BODIES["game"])
    assert booted.ask(f"/v1/games/{begun['id']}")["id"] == begun["id"]
    kept = booted.data / "games.sqlite3"
    assert (kept.stat().st_uid, kept.stat().st_mode & 0o777) == (10001, 0o600)


def test_it_has_no_rights_and_no_file_system_to_write_but_its_own(booted: Booted) -> None:
    process = Path("/proc") / str(booted.process.pid)
    status = dict(line.split(":", 1) for line in (process / "status").read_text().splitlines())
    assert status["Uid"].split() == ["10001"] * 4
    assert (status["CapEff"].strip("0\t"), status["CapBnd"].strip("0\t"), status["NoNewPrivs"].strip()) == ("", "", "1")
    mounts = [line.split() for line in (process / "mountinfo").read_text().splitlines()]
    # The last of a place is the one that is seen.
    found = {place: options.split(",")[0] for _, _, _, _, place, options, *_ in mounts}
    assert found["/"] == "ro"
    written = {place for place, how in found.items() if how == "rw" and not re.match(r"/(proc|sys|dev)(/|$)", place)}
    assert written == {str(booted.data), str(booted.data.with_name("tmp"))}


def test_the_dockerfile_keeps_all_that_is_written_on_the_volume() -> None:
    text = (ROOT / "Dockerfile").read_text("utf-8")
    (volume,) = re.findall(r"^VOLUME (\S+)$", text, re.MULTILINE)
    for store in STORES:
        assert f"RIFTCHECK_{store}={volume}/{store.lower()}.sqlite3" in text
        assert f'RIFTCHECK_{store}="$folder/data/{store.lower()}.sqlite3"' in BOOT.read_text("utf-8")
    assert f"--read-only --tmpfs /tmp -v riftcheck:{volume}" in text
    assert "--owner=riftcheck" in text
    assert text.index(f"VOLUME {volume}") > text.index("install --directory"), "else the volume is root's"
    assert text.index("USER riftcheck") < text.index("CMD")
    assert "useradd --system --uid 10001" in text
    assert "user=10001" in BOOT.read_text("utf-8")


def test_the_steps_without_an_engine_end_with_that_boot() -> None:
    assert 'exec "$here/docs/docker-boot.sh" "$image"' in (ROOT / "docs" / "docker-steps.sh").read_text("utf-8")
