"""The wheels of this machine: `python -m compilation.wheels` builds a compiled one for each CPython here, and tries it.

A wheel is built in an environment of its own, with what pyproject.toml names for that, and tried in another: it has to
say that it is compiled, and to count the same games as the interpreted program that calls this.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).resolve().parent.parent
DIST: Final = ROOT / "dist"
OLDEST: Final = (3, 11)
_ASKED: Final = "import json, sys; print(json.dumps([sys.implementation.name, sys.version_info[:2], sys.executable]))"
_GAMES: Final = ("tests/fixtures/lists/list-072.txt", "--games", "200", "--seed", "7", "--jobs", "1", "--json")
_PLAYED: Final = ("goldfish", *_GAMES, "--date", "2026-09-25", "--allow-illegal")


class WheelError(Exception):
    """A wheel that cannot be built, or is not what it should be; the message says what is wrong."""


def pythons() -> dict[tuple[int, int], Path]:
    """Return each CPython here from the oldest that riftcheck runs on: the first of a version on PATH, or of pyenv."""
    found: dict[tuple[int, int], Path] = {}
    for path in _candidates():
        ran = subprocess.run([path, "-c", _ASKED], capture_output=True, text=True, check=False)  # noqa: S603 - ours
        if ran.returncode:
            continue  # a shim of pyenv, for a version that is not chosen here
        name, version, executable = json.loads(ran.stdout)
        if name == "cpython" and tuple(version) >= OLDEST:
            found.setdefault(tuple(version), Path(executable))
    return dict(sorted(found.items()))


def _candidates() -> Iterator[Path]:
    folders = [Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep)]
    folders += sorted(Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions").glob("*/bin"))
    for folder in folders:
        # Not `python3`, which in an environment is the Python that runs this.
        yield from sorted(path for path in folder.glob("python3.*") if path.name.removeprefix("python3.").isdigit())


def build_wheel(python: Path, folder: Path) -> Path:
    """Build the wheel of a Python into `dist/`, by way of an empty folder, and return it.

    :raises WheelError: if it cannot be built.
    """
    words = ("-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT))
    _run(python, *words, what="cannot build a wheel", RIFTCHECK_COMPILE="1")
    (wheel,) = folder.glob("riftcheck-*.whl")
    DIST.mkdir(exist_ok=True)
    return Path(shutil.move(wheel, DIST / wheel.name))


def try_wheel(python: Path, wheel: Path, folder: Path, expected: dict[str, Any]) -> None:
    """Install a wheel into a new environment in an empty folder, and let it count.

    :raises WheelError: if it cannot be installed, is not compiled or counts otherwise.
    """
    _run(python, "-m", "venv", str(folder), what="cannot make an environment")
    there = folder / "bin" / "python"
    lock = ROOT / "requirements" / "runtime.txt"
    install = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    _run(there, *install, "--require-hashes", "-r", str(lock), what="cannot install the dependencies of riftcheck")
    _run(there, *install, "--no-deps", str(wheel), what=f"cannot install {wheel.name}")
    told = _run(there, "-m", "riftcheck", "--version", what="cannot run riftcheck")
    if not told.rstrip().endswith("(compiled)"):
        raise WheelError(f"{wheel.name} says {told.strip()!r}; it should be compiled.")
    if counted(there) != expected:
        raise WheelError(f"{wheel.name} counts other games than the interpreted program here.")


def counted(python: Path) -> dict[str, Any]:
    """Return the result of some games that a Python's riftcheck counts, without what tells its build.

    :raises WheelError: if it fails.
    """
    result: dict[str, Any] = json.loads(_run(python, "-m", "riftcheck", *_PLAYED, what="cannot play"))
    return {name: part for name, part in result.items() if name != "build"}


def _run(python: Path, *words: str, what: str, **variables: str) -> str:
    """Return what a command of a Python prints.

    :raises WheelError: if it fails; the message begins with `what` it cannot do.
    """
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | variables
    ran = subprocess.run(  # noqa: S603 - the words are ours
        [str(python), "-P", *words], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    if ran.returncode:
        last = "\n".join((ran.stdout + ran.stderr).strip().splitlines()[-12:])
        raise WheelError(f"{python} {what}:\n{last}")
    return ran.stdout


def main() -> int:
    """Build and try all wheels; return the exit code: 1 if any of them fails."""
    shutil.rmtree(DIST, ignore_errors=True)
    expected = counted(Path(sys.executable))
    failed = False
    for version, python in pythons().items():
        name = ".".join(map(str, version))
        with tempfile.TemporaryDirectory() as folder:
            try:
                wheel = build_wheel(python, Path(folder))
                try_wheel(python, wheel, Path(folder, "installed"), expected)
            except WheelError as error:
                failed = True
                sys.stderr.write(f"Python {name}: no wheel. {error}\n")
            else:
                sys.stdout.write(f"Python {name}: {wheel.relative_to(ROOT)} is compiled and counts the same games.\n")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
