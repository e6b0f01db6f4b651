"""A compiled module that is not of the source beside it stops with a sentence, before any compiled module runs."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Final

import pytest

from compilation.modules import riftcheck_group
from riftcheck.build import checked_build
from tests.compilation.small_project import SmallProject, need_compiler
from tests.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

REMEDY: Final = "Install riftcheck again; in a working copy, delete the extension modules"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    need_compiler()
    project = SmallProject(tmp_path_factory.mktemp("built"))
    made = project.setup("build_ext", "--inplace", mode="1")
    assert made.returncode == 0, made.stderr
    shutil.rmtree(project.folder / "build")
    return project.folder


@pytest.fixture
def project(built: Path, tmp_path: Path) -> SmallProject:
    copied = SmallProject(tmp_path)
    shutil.copytree(built / "small", tmp_path / "small", dirs_exist_ok=True)
    return copied


def extension(project: SmallProject, module: str) -> Path:
    """Return the extension of a module, such as `rules/adding`."""
    (found,) = (project.folder / "small").glob(f"{module}.*.so")
    return found


def stopped(project: SmallProject, *said: str) -> None:
    """Assert that nothing is played, and what is said."""
    ran = project.run()
    assert (ran.returncode, ran.stdout) == (1, "")
    last = ran.stderr.splitlines()[-1]
    assert last.startswith("small.build.StaleBuildError: ")
    for words in (*said, REMEDY):
        assert words in last


def test_a_build_of_the_sources_beside_it_runs_and_says_that_it_is_compiled(project: SmallProject) -> None:
    assert project.run().stdout == "compiled 4\n"
    names = "import small.rules.turns as t; print(t.__file__.endswith('.so'), t.__loader__.__class__.__name__)"
    assert project.run(names).stdout == "True ExtensionFileLoader\n"


@pytest.mark.parametrize("module", ["rules/adding", "rules/turns", "words"])
def test_an_edited_source_stops(project: SmallProject, module: str) -> None:
    path = project.folder / "small" / f"{module}.py"
    path.write_text(path.read_text("utf-8") + "# edited\n", "utf-8")
    stopped(project, f"small.{module.replace('/', '.')}: edited since the modules here were compiled.")


def test_a_source_that_is_gone_stops(project: SmallProject) -> None:
    (project.folder / "small/rules/adding.py").unlink()
    stopped(project, "small.rules.adding: edited since")


def test_an_extension_that_is_gone_stops(project: SmallProject) -> None:
    extension(project, "rules/adding").unlink()
    stopped(project, "small.rules.adding: interpreted, though the rest is compiled with it.")


def test_an_extension_of_another_build_stops(project: SmallProject) -> None:
    other = extension(project, "rules/adding")
    shutil.copy(other, other.with_name(other.name.replace("adding", "left")))
    stopped(project, "small.rules.left: compiled by another build than the rest.")


@pytest.mark.parametrize("gone", ["compiled__mypyc", "compiled_sources"])
def test_extensions_without_a_record_stop(project: SmallProject, gone: str) -> None:
    extension(project, gone).unlink()
    stopped(project, "small.rules.adding", "small.rules.turns", "compiled without a record of what from.")


def test_without_extensions_the_sources_run(project: SmallProject) -> None:
    for path in (project.folder / "small").rglob("*.so"):
        path.unlink()
    assert project.run().stdout == "interpreted 4\n"


def test_extensions_for_another_python_are_none(project: SmallProject) -> None:
    for path in (project.folder / "small").rglob("*.so"):
        path.rename(path.with_name(f"{path.name.partition('.')[0]}.cpython-399-other.so"))
    assert project.run().stdout == "interpreted 4\n"


def test_every_room_that_holds_compiled_modules_asks_before_they_are_loaded() -> None:
    rooms = {name.partition("/")[0] for name in riftcheck_group(ROOT).modules}
    assert "engine" in rooms
    for room in rooms:
        first = (ROOT / room / "__init__.py").read_text("utf-8").split('"""')[2].strip().splitlines()
        assert first[0] == "from riftcheck.build import checked_build", room
        assert "checked_build()" in first, room


def test_the_working_copy_is_interpreted_unless_it_was_compiled() -> None:
    assert checked_build() == ("compiled" if list((ROOT / "riftcheck").glob("compiled__mypyc*.so")) else "interpreted")
