"""A result names its interpreter, and figures are kept by the build that found them."""

from __future__ import annotations

import platform
import sysconfig

import pytest

from bench import interpreter

PLAIN = {"CONFIG_ARGS": "'--enable-shared'", "PY_CORE_CFLAGS": "-O3", "PGO_PROF_USE_FLAG": "-fprofile-use"}


def build_python(monkeypatch: pytest.MonkeyPatch, **told: str | None) -> None:
    """Let this Python say that it was built in another way."""
    monkeypatch.setattr(sysconfig, "get_config_var", {**PLAIN, **told}.get)


@pytest.mark.parametrize(
    ("told", "found"),
    [
        ({}, []),
        ({"CONFIG_ARGS": "'--enable-optimizations' '--with-lto'"}, ["pgo", "lto"]),
        ({"CONFIG_ARGS": "'--enable-optimizations'"}, ["pgo"]),
        ({"PY_CORE_CFLAGS": "-O3 -flto -fprofile-use"}, ["pgo", "lto"]),
        ({"PGO_PROF_USE_FLAG": ""}, ["pgo", "lto"]),
        ({"CONFIG_ARGS": None}, None),
    ],
)
def test_the_optimisations_of_the_python_are_told(
    told: dict[str, str | None], found: list[str] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_python(monkeypatch, **told)
    assert interpreter.optimisations() == found


def test_a_build_is_named_by_riftcheck_and_by_the_python(monkeypatch: pytest.MonkeyPatch) -> None:
    named = []
    for args in ("", "--enable-optimizations"):
        build_python(monkeypatch, CONFIG_ARGS=args)
        for riftcheck in ("interpreted", "compiled"):
            monkeypatch.setattr(interpreter, "checked_build", lambda found=riftcheck: found)
            named.append(interpreter.build())
    assert tuple(named) == interpreter.BUILDS


def test_the_interpreter_is_described(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreter, "checked_build", lambda: "compiled")
    build_python(monkeypatch)
    assert interpreter.described() == {
        "implementation": platform.python_implementation(),
        "version": platform.python_version(),
        "optimisations": [],
        "riftcheck": "compiled",
    }
