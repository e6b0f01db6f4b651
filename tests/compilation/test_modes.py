"""RIFTCHECK_COMPILE: what is compiled, what is left where that fails, and what is said of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from compilation.extensions import takes
from tests.compilation.small_project import FILES, SmallProject, need_compiler

if TYPE_CHECKING:
    from pathlib import Path

MODULES: Final = ["adding", "compiled__mypyc", "compiled_sources", "turns"]
WITHOUT: Final = "is built without compiled modules, and plays the same games, slower: "


@pytest.fixture
def project(tmp_path: Path) -> SmallProject:
    return SmallProject(tmp_path)


def refuse(project: SmallProject) -> None:
    """Let mypyc refuse a module."""
    (project.folder / "small/rules/adding.py").write_text("def add(value: int) -> int:\n    return 'two'\n", "utf-8")


def test_auto_compiles_a_wheel_for_this_python(project: SmallProject) -> None:
    need_compiler()
    built = project.setup("bdist_wheel", mode=None)
    assert (built.returncode, WITHOUT in built.stderr) == (0, False), built.stderr
    assert "-none-any" not in project.wheel().name
    assert sorted(name.rpartition("/")[2].partition(".")[0] for name in project.wheel_names() if "so" in name[-3:]) == (
        MODULES
    )
    assert {name for name in FILES if name.endswith(".py")} <= set(project.wheel_names()), "sources go with them"
    assert not (project.folder / "small/compiled_sources.py").exists()


@pytest.mark.parametrize("mode", ["0", ""])
def test_extensions_beside_the_sources_are_only_built_by_1(project: SmallProject, mode: str) -> None:
    assert project.setup("build_ext", "--inplace", mode=mode).returncode == 0
    assert project.extensions() == []
    assert project.run().stdout == "interpreted 4\n"


def test_0_builds_a_wheel_for_every_python(project: SmallProject) -> None:
    built = project.setup("bdist_wheel", mode="0")
    assert (built.returncode, WITHOUT in built.stderr) == (0, False), built.stderr
    assert project.wheel().name == "small-1-py3-none-any.whl"
    assert not any(name.endswith(".so") for name in project.wheel_names())


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ("module", "mypyc rejects a module"),
        ("no compiler", "there is no C compiler with the header files of C and of this Python"),
        ("linker", "the C compiler fails"),
    ],
)
@pytest.mark.parametrize("mode", ["auto", "1"])
def test_a_failure_leaves_no_extension_and_says_so(project: SmallProject, fault: str, reason: str, mode: str) -> None:
    variables = {"no compiler": {"CC": "/nowhere/cc"}, "linker": {"LDSHARED": "/nowhere/ld"}}.get(fault, {})
    if fault != "no compiler":
        need_compiler()
    if fault == "module":
        refuse(project)
    built = project.setup("bdist_wheel", mode=mode, **variables)
    assert reason in built.stderr
    assert "Traceback" not in built.stderr
    if mode == "1":
        assert built.returncode != 0
        assert "RIFTCHECK_COMPILE is 1, but riftcheck cannot be compiled" in built.stderr
        assert not (project.folder / "dist").exists()
    else:
        assert built.returncode == 0, built.stderr
        assert WITHOUT in built.stderr
        assert project.wheel().name == "small-1-py3-none-any.whl"
        assert not any(name.endswith(".so") for name in project.wheel_names())
    assert project.extensions() == []


@pytest.mark.parametrize("mode", ["2", "yes"])
def test_another_value_is_refused(project: SmallProject, mode: str) -> None:
    built = project.setup("bdist_wheel", mode=mode)
    assert built.returncode != 0
    assert f"RIFTCHECK_COMPILE is '{mode}'; it should be 1 to compile or fail, 0" in built.stderr


def test_an_editable_installation_is_not_compiled_and_1_is_refused(project: SmallProject) -> None:
    assert project.setup("editable_wheel", mode=None).returncode == 0
    assert project.extensions() == []
    refused = project.setup("editable_wheel", mode="1")
    assert refused.returncode != 0
    assert "an editable installation is never compiled" in refused.stderr


def test_flags_that_the_compiler_does_not_know_are_not_given() -> None:
    need_compiler()
    assert not takes(("-fno-such-flag-of-any-compiler",))
    assert takes(("-O2",))
