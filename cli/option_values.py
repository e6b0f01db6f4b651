"""The values of the options of a run: a mulligan policy, a script, a policy with options."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import yaml

from riftcheck.cli.options import Refused
from riftcheck.goldfish.opponents.scripted import KEYS
from riftcheck.goldfish.plan.mulligan_names import with_card_names
from riftcheck.goldfish.policies import POLICIES
from riftcheck.goldfish.policies.mulligan import MulliganError, mulligan_from

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.goldfish.policies.mulligan import Mulligan

_LARGEST: Final = 64 * 1024  # bytes of a file of data


def policy(text: str) -> tuple[str, dict[str, int]]:
    """Return a policy and its options, as in planner:budget=64,samples=2.

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


def mulligan(path: Path, db: CardDatabase) -> Mulligan:
    """Return the mulligan policy of a file; its cards are named as in the database.

    :raises Refused: if it is none.
    """
    try:
        return with_card_names(mulligan_from(data_of(path)), db)
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
        data, wrong = None, _fault(error)
    if isinstance(data, dict) and (named or (data and data.keys() <= set(KEYS))):
        return data
    if named and wrong:
        raise Refused(f"--opponent {source} cannot be read as YAML: {wrong}.")
    if named:
        raise Refused(f"--opponent {source}: a script is an object that may have {', '.join(KEYS)}.")
    return None


def data_of(path: Path) -> Any:
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
        raise Refused(f"{path} cannot be read as YAML or JSON: {_fault(error)}.") from None


def _fault(error: Exception) -> str:
    """Return what is wrong with a file of data and where, as the end of a sentence."""
    mark = error.problem_mark or error.context_mark if isinstance(error, yaml.MarkedYAMLError) else None
    if isinstance(error, yaml.MarkedYAMLError) and mark is not None:
        return f"{error.problem or error.context} (line {mark.line + 1}, column {mark.column + 1})"
    return " ".join(str(error).split()).rstrip(".")
