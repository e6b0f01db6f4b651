"""The file of settings in RIFTCHECK_SETTINGS."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from riftcheck.api.settings import SettingError, Settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


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
