"""The locks in `requirements/`: every pin, for all systems and Python versions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

_PIN: Final = re.compile(
    r"(?P<name>[A-Za-z0-9][A-Za-z0-9._-]*)(?:\[[^\]]*\])?==(?P<version>[^\s;]+)(?:\s*;.*?)?(?P<hashes>(?:\s+--hash=\S+)+)"
)
_SEPARATORS: Final = re.compile(r"[-_.]+")


class LockError(ValueError):
    """A lock contains something other than pins with hashes; the message contains the line."""


@dataclass(frozen=True, slots=True)
class Pin:
    """A distribution of one version; `requirement` is its line with hashes and without a condition."""

    name: str
    version: str
    requirement: str


def plain_name(name: str) -> str:
    """Return the normalized name of a distribution."""
    return _SEPARATORS.sub("-", name).lower()


def pins_of(locks: Iterable[Path]) -> list[Pin]:
    """Return the pins of some locks, each version once, sorted by name.

    Conditions such as `; sys_platform == 'win32'` are ignored, so that packages for other systems are audited, too.

    :raises LockError: for a line that is not a pin with hashes.
    """
    found = {(pin.name, pin.version): pin for lock in locks for pin in _read(lock)}
    return [found[key] for key in sorted(found)]


def _read(lock: Path) -> Iterator[Pin]:
    # A backslash continues an entry on the next line; comments have their own lines.
    text = re.sub(r"^\s*#.*\n", "", lock.read_text("utf-8"), flags=re.MULTILINE).replace("\\\n", " ")
    for line in filter(None, map(str.strip, text.splitlines())):
        match = _PIN.fullmatch(line)
        if match is None:
            raise LockError(f"{lock.name}: {line[:80]!r} is not a pin with hashes; run `make lock`")
        name = plain_name(match["name"])
        hashes = " ".join(match["hashes"].split())
        yield Pin(name, match["version"], f"{name}=={match['version']} {hashes}")


def rounds(pins: Iterable[Pin]) -> list[list[Pin]]:
    """Return the pins in groups without duplicate names, for programs that accept each name once."""
    found: list[dict[str, Pin]] = []
    for pin in pins:
        group = next((one for one in found if pin.name not in one), None)
        if group is None:
            found.append(group := {})
        group[pin.name] = pin
    return [list(group.values()) for group in found]
