"""`--opponent field:FOLDER`: the lists of a folder, and the weights that its `field.yaml` gives them."""

from __future__ import annotations

import os
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

import yaml

from riftcheck.cli.inputs import SUFFIXES
from riftcheck.cli.option_values import data_of
from riftcheck.cli.options import Refused
from riftcheck.goldfish.plan.run import is_weight

FIELD: Final = "field"
WEIGHTS: Final = "field.yaml"
_LIKE: Final = 0.8  # how much alike a name is that was meant for that of the file of weights
_USUAL: Final = 1  # the weight of each list of a folder without the file of weights


@dataclass(frozen=True, slots=True)
class FieldFile:
    """A list of a field: its file, the name of the file, and its weight."""

    path: Path
    name: str
    weight: float


def field_files(who: str) -> list[FieldFile]:
    """Return the lists of an opponent that is a field, in the order of their names; none for any other opponent.

    :raises Refused: if the folder is none or has no list, or its weights are not those of its lists.
    """
    kind, _, folder = who.partition(":")
    if kind != FIELD:
        return []
    is_file = os.path.isfile(who)  # noqa: PTH113 (Path fails for what is too long for a name)
    hint = f" (The file of this name is given as ./{who}.)" if is_file else ""
    if not folder:
        raise Refused(f"--opponent {who} names no folder; a field is a folder of lists, written {FIELD}:FOLDER.{hint}")
    top = Path(folder)
    try:
        names = sorted(path.name for path in top.iterdir() if _is_list(path))
    except (FileNotFoundError, NotADirectoryError):
        what = "is no folder" if top.exists() else "does not exist"
        raise Refused(f"--opponent {who}: {folder} {what}; a field is a folder of lists.{hint}") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise Refused(f"--opponent {who}: the folder {folder} cannot be read: {reason}.") from None
    if not names:
        raise Refused(f"--opponent {who}: there is no list in {folder}: no file that ends in {' or '.join(SUFFIXES)}.")
    weights = _weights(top, names)
    return [FieldFile(top / name, name, weights[name]) for name in names]


def _is_list(path: Path) -> bool:
    """Tell whether a path is a list: those that are hidden, and folders, are none; a link to nothing is told later."""
    return path.suffix.lower() in SUFFIXES and not path.name.startswith(".") and not path.is_dir()


def _weights(top: Path, names: list[str]) -> dict[str, float]:
    """Return the weight of each list of a folder, by the name of its file."""
    path = top / WEIGHTS
    if not path.exists() and not path.is_symlink():
        near = get_close_matches(WEIGHTS, [one.name.lower() for one in top.iterdir()], 1, _LIKE)
        if near and near[0] not in names:
            raise Refused(f"{top} has a file {near[0]}, which is not read; weights stand in {WEIGHTS}.")
        return dict.fromkeys(names, _USUAL)
    data = data_of(path)
    if not isinstance(data, dict):
        raise Refused(f"{path} should give each list of the folder its weight, a line each, as in {names[0]}: 12.")
    for name, weight in data.items():
        _check(path, name, weight, names)
    for name in _written_twice(path):
        raise Refused(f"{path} gives {name} a weight twice; which of them is right?")
    missing = [name for name in names if name not in data]
    if missing:
        raise Refused(
            f"{path} gives no weight to {', '.join(missing)}; each list of the folder has one. What is no part of the "
            "field belongs elsewhere."
        )
    return data


def _written_twice(path: Path) -> list[str]:
    """Return the keys of a file of YAML that stand in it again; a mapping keeps the last of them without a word."""
    node = yaml.compose(path.read_bytes(), yaml.SafeLoader)
    written = [key.value for key, _ in node.value] if isinstance(node, yaml.MappingNode) else []
    return [name for place, name in enumerate(written) if name in written[:place]]


def _check(path: Path, name: Any, weight: Any, names: list[str]) -> None:
    if name not in names:
        near = get_close_matches(str(name), names, 1)
        hint = f" Did you mean {near[0]}?" if near else f" The lists there are {', '.join(names)}."
        raise Refused(f"{path} gives a weight to {name}, and there is no such list in the folder.{hint}")
    if not is_weight(weight):
        raise Refused(
            f"{path} gives {name} the weight {weight!r}; it should be a number above 0, such as how many play it."
        )
