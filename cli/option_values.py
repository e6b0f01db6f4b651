"""The values of the options of a run: a mulligan policy, a script, a page to write, a policy with options."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import yaml

from riftcheck.cli.options import Refused
from riftcheck.goldfish.opponents.scripted import KEYS
from riftcheck.goldfish.policies import POLICIES
from riftcheck.goldfish.policies.mulligan import MulliganError, mulligan_from

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.goldfish.policies.mulligan import Mulligan

_LARGEST: Final = 64 * 1024  # bytes of a file of data
_PAGE_BEGINS: Final = b"<!DOCTYPE html>\n"  # as the pages that we write


def write_page(path: Path | None, text: Callable[[], str]) -> None:
    """Write a page of HTML, if one was asked for.

    :raises Refused: if the file cannot be written.
    """
    if path is None:
        return
    try:
        path.write_text(text(), encoding="utf-8", errors="backslashreplace", newline="")
    except OSError as error:
        raise Refused(f"--html {path} cannot be written: {error.strerror}.") from None


def check_page(path: Path) -> None:
    """Refuse to write over a file that is no page: `--html deck.txt` would lose a list.

    :raises Refused: if the file is there and something else, or its folder is not there.
    """
    if not path.parent.is_dir():
        raise Refused(f"--html {path}: there is no folder {path.parent}.")
    try:
        if not path.is_file() or not path.stat().st_size:
            return
        with path.open("rb") as stream:
            begins = stream.read(len(_PAGE_BEGINS))
    except OSError as error:
        raise Refused(f"--html {path}: {error.strerror}.") from None
    if begins.lower() != _PAGE_BEGINS.lower():
        raise Refused(f"--html {path}: this file is there and holds something else; choose another name.")


def policy(text: str) -> tuple[str, dict[str, int]]:
    """Return a policy and its options, as in lookahead:budget=50,samples=2.

    :raises Refused: if there is no such policy, or an option has no number.
    """
    name, _, rest = text.partition(":")
    values: dict[str, int] = {}
    for part in filter(None, rest.split(",")):
        option, _, value = part.partition("=")
        if not value.isdecimal():
            raise Refused(f"--policy {text}: {part!r} should be an option and a whole number, as in budget=50.")
        values[option] = int(value)
    if name not in POLICIES:
        raise Refused(f"--policy: there is no policy {name!r}; there are {', '.join(POLICIES)}.")
    return name, values


def mulligan(path: Path) -> Mulligan:
    """Return the mulligan policy of a file.

    :raises Refused: if it is none.
    """
    try:
        return mulligan_from(_data(path))
    except MulliganError as error:
        raise Refused(f"--mulligan {path}: {error}") from None


def script(source: str) -> dict[str, Any] | None:
    """Return the script of an opponent in a file; None for what is a list.

    :raises Refused: if a file of YAML holds no script.
    """
    path = Path(source)
    try:
        if not path.is_file() or path.stat().st_size > _LARGEST:
            return None
    except (OSError, ValueError):  # a deck code that is too long for the name of a file
        return None
    named = path.suffix.lower() in (".yaml", ".yml")
    wrong = ""
    try:
        data = yaml.safe_load(path.read_bytes())
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}.") from None
    except (yaml.YAMLError, RecursionError, ValueError) as error:  # no text, or a day that is none
        data, wrong = None, " ".join(str(error).split())
    if isinstance(data, dict) and (named or (data and data.keys() <= set(KEYS))):
        return data
    if named and wrong:
        raise Refused(f"--opponent {source} cannot be read as YAML: {wrong}")
    if named:
        raise Refused(f"--opponent {source}: a script is an object that may have {', '.join(KEYS)}.")
    return None


def _data(path: Path) -> Any:
    """Return the data of a file of YAML or JSON.

    :raises Refused: if it cannot be read.
    """
    try:
        if path.stat().st_size > _LARGEST:
            raise Refused(f"{path} is over {_LARGEST // 1024} KB.")
        return yaml.safe_load(path.read_bytes())
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}.") from None
    except (yaml.YAMLError, RecursionError, ValueError) as error:  # no text, or a day that is none
        raise Refused(f"{path} cannot be read as YAML or JSON: {' '.join(str(error).split())}") from None
