"""The image has every room, for `riftcheck/` only links to them; and its two descriptions are the same."""

from __future__ import annotations

import re
import tomllib
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


def test_what_compiles_is_what_builds_elsewhere() -> None:
    asked = (ROOT / "requirements" / "compiler.in").read_text("utf-8").split()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert sorted(project["build-system"]["requires"]) == asked
    locked, of_developers = (
        dict(re.findall(r"^([\w-]+)==(\S+)", (ROOT / "requirements" / lock).read_text("utf-8"), re.MULTILINE))
        for lock in ("compiler.txt", "dev.txt")
    )
    assert {f"{name}=={version}" for name, version in locked.items()} >= set(asked)
    assert locked.items() <= of_developers.items()


def test_the_image_compiles_or_fails_and_the_steps_without_an_engine_do_the_same() -> None:
    for page in ("Dockerfile", "docs/docker-steps.sh"):
        text = (ROOT / page).read_text("utf-8")
        assert len(re.findall(r'RIFTCHECK_COMPILE=1 \S+/bin/pip"? wheel ', text)) == 1
        assert re.search(r'/bin/pip"? install .*--no-deps \S+/wheel/\*\.whl$', text, re.MULTILINE)


def test_the_steps_without_a_docker_engine_copy_the_same() -> None:
    assert words_of("docs/docker-steps.sh", r"^cp -R -P \"\$here\"/\{(.+)\} \.$") == BUILT_FROM
