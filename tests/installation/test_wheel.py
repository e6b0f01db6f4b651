"""The wheel and the source distribution: one name is installed, all of it, and nothing of what was built before."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

import riftcheck
from tests.paths import ROOT

ROOMS: Final = tuple(sorted(link.name for link in (ROOT / "riftcheck").iterdir() if link.is_symlink()))
BUILT_FROM: Final = ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "CHANGELOG.md", "LICENSE")
BUILD: Final = "from setuptools import build_meta; print(build_meta.build_{kind}({folder!r}))"
# What somebody's own program may have beside itself: modules with the names of the rooms.
OWN: Final = ("engine.py", "api/__init__.py", "carddb/__init__.py", "decks.py", "validator.py")


def built(kind: str, source: Path, folder: Path) -> Path:
    """Return the file of a kind, `wheel` or `sdist`, that the backend of pyproject.toml makes of a source folder."""
    environment = {**os.environ, "RIFTCHECK_COMPILE": "0"}
    ran = subprocess.run(
        [sys.executable, "-c", BUILD.format(kind=kind, folder=str(folder))],
        cwd=source,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return folder / ran.stdout.splitlines()[-1]


def copy_of_the_source(folder: Path) -> Path:
    """Return a copy of what is built from, its links kept as links, with leavings of an older build in it."""
    left = shutil.ignore_patterns("__pycache__", "*.so")
    for name in ("compilation", "riftcheck", *ROOMS):
        shutil.copytree(ROOT / name, folder / name, symlinks=True, ignore=left)
    for name in BUILT_FROM:
        shutil.copy(ROOT / name, folder)
    for stale in ("engine/game.py", "riftcheck/engine/old.py", "riftcheck/engine/old.so", "rift__mypyc.so"):
        path = folder / "build" / "lib" / stale
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("raise SystemExit('stale')\n", "utf-8")
    return folder


def contents(wheel: Path) -> dict[str, bytes]:
    """Return the files of a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_of_the_source(tmp_path_factory.mktemp("source"))


@pytest.fixture(scope="module")
def wheel(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built("wheel", source, tmp_path_factory.mktemp("wheel"))


@dataclass(frozen=True)
class Installation:
    """A fresh environment in which the wheel is installed, with a folder that holds modules of the user's own."""

    packages: Path
    scripts: Path
    own: Path

    def run(self, *words: str) -> str:
        """Return what a command of the environment prints, run in the user's folder."""
        names = {"PATH": os.environ["PATH"], "RIFTCHECK_CACHE": os.environ["RIFTCHECK_CACHE"]}
        command = [str(self.scripts / words[0]), *words[1:]]
        ran = subprocess.run(command, cwd=self.own, env=names, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout


@pytest.fixture(scope="module")
def installation(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    folder = tmp_path_factory.mktemp("installation")
    venv.create(folder / "venv", symlinks=True)
    (packages,) = (folder / "venv").glob("lib/python*/site-packages")
    scripts = folder / "venv" / "bin"
    install = ("-m", "pip", "--python", str(scripts / "python"), "install", "--quiet", "--no-index", "--no-deps")
    subprocess.run([sys.executable, *install, str(wheel)], check=True)
    # What it stands on is not fetched again: a plain line of a .pth file makes the packages of these tests importable,
    # but not the working copy, which is there by a finder of its own.
    (packages / "runtime.pth").write_text(f"{Path(pytest.__file__).parents[1]}\n", "utf-8")
    for name in OWN:
        path = folder / "own" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("WHOSE = 'mine'\n", "utf-8")
    return Installation(packages, scripts, folder / "own")


def test_one_name_is_installed(installation: Installation) -> None:
    there = {path.name for path in installation.packages.iterdir()} - {"runtime.pth"}
    assert there == {"riftcheck", f"riftcheck-{riftcheck.__version__}.dist-info"}


def test_the_python_of_the_readme_runs_beside_modules_with_the_names_of_the_rooms(installation: Installation) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    names = ("api", "carddb", "decks", "engine", "validator")
    whose = f"import importlib\nassert {{importlib.import_module(name).WHOSE for name in {names}}} == {{'mine'}}\n"
    where = "import riftcheck.engine.game\nprint(riftcheck.engine.game.__file__)\n"
    (installation.own / "program.py").write_text(whose + code + where, "utf-8")
    first, second, path = installation.run("python", "program.py").splitlines()
    assert first.startswith("illegal [")
    assert second.startswith("Won ")
    assert Path(path).is_relative_to(installation.packages)


def test_the_script_and_the_module_run(installation: Installation) -> None:
    expected = f"riftcheck {riftcheck.__version__} (interpreted)\n"
    assert installation.run("riftcheck", "--version") == expected
    assert installation.run("python", "-m", "riftcheck", "--version") == expected


def test_the_wheel_holds_every_file_of_the_rooms_and_nothing_else(source: Path, wheel: Path) -> None:
    files = {path.name: path for path in source.iterdir()}
    expected = {
        f"riftcheck/{path.relative_to(source)}": path.read_bytes()
        for room in ROOMS
        for path in files[room].rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    own = [path for path in (source / "riftcheck").rglob("*") if path.is_file() and not path.parent.is_symlink()]
    expected |= {str(path.relative_to(source)): path.read_bytes() for path in own if "__pycache__" not in path.parts}
    found = contents(wheel)
    assert {name for name in found if not name.startswith("riftcheck-")} == set(expected)
    assert {name: found[name] for name in expected} == expected
    assert found[f"riftcheck-{riftcheck.__version__}.dist-info/top_level.txt"] == b"riftcheck\n"


def test_the_source_distribution_holds_real_files_and_makes_the_same_wheel(
    source: Path, wheel: Path, tmp_path: Path
) -> None:
    with tarfile.open(built("sdist", source, tmp_path)) as archive:
        members = archive.getmembers()
        assert all(member.isfile() or member.isdir() for member in members)
        if hasattr(tarfile, "data_filter"):
            archive.extractall(tmp_path, filter="data")
        else:  # Python before 3.11.4
            archive.extractall(tmp_path)  # noqa: S202 - all members are files and folders of our own
    (unpacked,) = {Path(member.name).parts[0] for member in members}
    assert {path.name for path in (tmp_path / unpacked).iterdir() if path.is_dir()} == {
        "compilation",
        "riftcheck",
        "riftcheck.egg-info",
    }
    assert contents(built("wheel", tmp_path / unpacked, tmp_path)) == contents(wheel)
