"""The arguments of the library by their types: one that no function could follow is refused with a sentence.

Which words, names and numbers there are is for the rooms to say; here it is only seen that they can be asked.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from reprlib import Repr
from typing import Any, Final

from riftcheck.carddb import CardDatabase
from riftcheck.carddb.errors import RiftcheckError


class _Shortened(Repr):
    """Values as they stand in a message; Python writes no whole number of more digits than its limit."""

    def repr_int(self, x: int, level: int) -> str:
        return super().repr_int(x, level) if _can_be_written(x) else "a number of very many digits"


_SHORT: Final = _Shortened()
_SHORT.maxstring = _SHORT.maxother = 60


def refusal(name: str, value: object, right: str) -> RiftcheckError:
    """Return the exception that says what was given for an argument, shortened, and what would be right."""
    return RiftcheckError(f"{name} is {_SHORT.repr(value)}; it should be {right}.")


def whole(name: str, value: object, least: int | None = None) -> None:
    """Ask for a whole number, from `least` on if there is one.

    :raises RiftcheckError: if it is none.
    """
    if not isinstance(value, int) or isinstance(value, bool) or (least is not None and value < least):
        raise refusal(name, value, "a whole number" if least is None else f"a whole number from {least} on")
    numbers_in(name, value)


def numbers_in(name: str, value: object) -> None:
    """Ask that each whole number in a value, in its lists and in its mappings can be written in decimal digits.

    A result, a save and the sentence of a refusal write it so.

    :raises RiftcheckError: if one has more digits than Python writes: 4,300, unless the program has set another limit.
    """
    for one in _inside(value):
        if isinstance(one, int) and not _can_be_written(one):
            raise RiftcheckError(
                f"{name} has a number of more than {sys.get_int_max_str_digits()} digits, which cannot be written out."
            )


def text_keys(name: str, value: object) -> None:
    """Ask that each key of a mapping, and of the mappings in it, is a text.

    :raises RiftcheckError: if one is none.
    """
    for one in _inside(value):
        if isinstance(one, Mapping):
            for key in one:
                if not isinstance(key, str):
                    raise refusal(f"A key of {name}", key, "a text")


def _inside(value: object) -> Iterator[object]:
    """Yield a value, and the keys and values in it, each list and mapping once."""
    todo: list[object] = [value]
    seen: set[int] = set()
    while todo:
        one = todo.pop()
        yield one
        if isinstance(one, list | tuple | Mapping) and id(one) not in seen:
            seen.add(id(one))
            todo += [*one.keys(), *one.values()] if isinstance(one, Mapping) else one


def _can_be_written(number: int) -> bool:
    try:
        str(number)
    except ValueError:
        return False
    return True


def flag(name: str, value: object) -> None:
    """Ask for True or False.

    :raises RiftcheckError: if it is neither.
    """
    if not isinstance(value, bool):
        raise refusal(name, value, "True or False")


def text(name: str, value: object, right: str) -> None:
    """Ask for a text; `right` says which.

    :raises RiftcheckError: if it is none.
    """
    if not isinstance(value, str):
        raise refusal(name, value, right)


def mapping(name: str, value: object, right: str) -> None:
    """Ask for a mapping whose keys are texts; `right` says which.

    :raises RiftcheckError: if it is none.
    """
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise refusal(name, value, right)


def half_widths(name: str, value: object) -> None:
    """Ask for half widths of intervals by the paths of figures.

    :raises RiftcheckError: if it is no mapping of texts to numbers.
    """
    mapping(name, value, 'a mapping such as {"all/score/won": 0.02}')
    numbers_in(name, value)
    if isinstance(value, Mapping):
        for path, half in value.items():
            if not isinstance(half, int | float) or isinstance(half, bool):
                raise refusal(f"The half width wanted of {path}", half, "a number above 0")


def function(name: str, value: object) -> None:
    """Ask for something that can be called.

    :raises RiftcheckError: if it cannot be called.
    """
    if not callable(value):
        raise refusal(name, value, "a function of one number")


def database(value: object) -> None:
    """Ask for a card database.

    :raises RiftcheckError: if it is none.
    """
    if not isinstance(value, CardDatabase):
        raise refusal("cards", value, "what riftcheck.load returns")


def each(name: str, value: object, right: str) -> list[Any]:
    """Return the entries of a list; a text or a mapping is none, though it can be walked.

    :raises RiftcheckError: if it is no list.
    """
    if isinstance(value, str | bytes | bytearray | Mapping) or not isinstance(value, Iterable):
        raise refusal(name, value, right)
    return list(value)


def folders_of(value: object) -> list[Path]:
    """Return folders; a text or a path by itself is one folder.

    :raises RiftcheckError: if one of them is no path, or is empty.
    """
    single = isinstance(value, str | os.PathLike)
    given = [value] if single else each("folders", value, 'a folder or a list of folders, such as ["my-cards/"]')
    return [_folder("folders" if single else f"Entry {number} of folders", one) for number, one in enumerate(given, 1)]


def _folder(name: str, value: object) -> Path:
    path = os.fspath(value) if isinstance(value, str | os.PathLike) else None
    if not isinstance(path, str) or not path.strip() or "\0" in path:
        raise refusal(name, value, "the path of a folder, as a text or a Path")
    return Path(path)
