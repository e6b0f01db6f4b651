"""`--opponent field:FOLDER`: the lists of a folder, and the weights that its `field.yaml` gives them."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Final

import yaml

from riftcheck.cli.inputs import SUFFIXES
from riftcheck.cli.option_values import data_of
from riftcheck.cli.options import Refused
from riftcheck.goldfish.plan.run import is_weight

FIELD: Final = "field"
WEIGHTS: Final = "field.yaml"
_LIKE: Final = 0.8  # how much alike a name is that was meant for that of the file of weights
# No digit before the first one that counts: 010 is 8 to some who read YAML, and 10 to others.
_DECIMAL: Final = re.compile(r"(?:(?:0|[1-9][0-9]*)(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
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
        called = {one.name.lower(): one.name for one in top.iterdir() if one.name not in names}
        near = get_close_matches(WEIGHTS, called, 1, _LIKE)
        if near:
            raise Refused(f"{top} has a file {called[near[0]]}, which is not read; weights stand in {WEIGHTS}.")
        return dict.fromkeys(names, _USUAL)
    written = _written(path)
    if written is None:
        raise Refused(f"{path} should give each list of the folder its weight, a line each, as in {names[0]}: 12.")
    found: dict[str, float] = {}
    for key, value in written:
        name = str(key.value)
        _check_name(path, name, names)
        if name in found:
            raise Refused(f"{path} gives {name} a weight twice; which of them is right?")
        found[name] = _weight(path, name, value)
    missing = [name for name in names if name not in found]
    if missing:
        raise Refused(
            f"{path} gives no weight to {', '.join(missing)}; each list of the folder has one. What is no part of the "
            "field belongs elsewhere."
        )
    return found


def _written(path: Path) -> list[tuple[yaml.Node, yaml.Node]] | None:
    """Return the entries of a file of YAML in their order, as they are written; None if it is no mapping.

    What a mapping of Python would have of them is not enough: of a key that stands there twice it keeps the last.
    """
    data_of(path)  # refuses what is no YAML
    node = yaml.compose(path.read_bytes(), yaml.SafeLoader)
    return list(node.value) if isinstance(node, yaml.MappingNode) else None


def _check_name(path: Path, name: str, names: list[str]) -> None:
    if name not in names:
        near = get_close_matches(name, names, 1)
        hint = f" Did you mean {near[0]}?" if near else f" The lists there are {', '.join(names)}."
        raise Refused(f"{path} gives a weight to {name}, and there is no such list in the folder.{hint}")


def _weight(path: Path, name: str, value: yaml.Node) -> float:
    """Return a weight by its decimals as they are written, for YAML has 010 as 8 and 1:30 as 90."""
    text = str(value.value) if isinstance(value, yaml.ScalarNode) and not value.style else ""
    if _DECIMAL.fullmatch(text):
        weight = int(text) if text.isdecimal() else float(text)
        if is_weight(weight):
            return weight
    shown = f"the weight {text}" if text else "no weight" if _is_empty(value) else "what is no number as a weight"
    raise Refused(
        f"{path}, line {value.start_mark.line + 1}: {name} has {shown}; it should be a decimal number above 0, such as "
        "12 or 7.5: how many play it."
    )


def _is_empty(value: yaml.Node) -> bool:
    return isinstance(value, yaml.ScalarNode) and not value.value
