"""The image has every room, for `riftcheck/` only links to them; and its two descriptions are the same."""

from __future__ import annotations

import re
from typing import Final

from tests.installation.test_wheel import ROOMS
from tests.paths import ROOT

BUILT_FROM: Final = {"pyproject.toml", "setup.py", "README.md", "LICENSE", "compilation", "riftcheck", *ROOMS}


def words_of(page: str, pattern: str) -> set[str]:
    """Return the words that a pattern finds in a file."""
    found = re.findall(pattern, (ROOT / page).read_text("utf-8"), re.MULTILINE)
    return {word for words in found for word in re.split(r"[ ,]+", words)}


def test_the_dockerfile_copies_all_that_is_built_from() -> None:
    first_stage = words_of("Dockerfile", r"^COPY (?!--from|requirements)(.+) \S+$")
    assert first_stage == BUILT_FROM


def test_nothing_that_is_copied_is_kept_from_the_build() -> None:
    assert words_of(".dockerignore", r"^!(.+)$") == BUILT_FROM | {"requirements"}


def test_the_steps_without_a_docker_engine_copy_the_same() -> None:
    assert words_of("docs/docker-steps.sh", r"^cp -R -P \"\$here\"/\{(.+)\} \.$") == BUILT_FROM
