"""Reports that were worked out before, so that a list that comes again costs no more than being looked up.

A report is the same for the same list, as it was given, with the same options on the same day by the same card data;
all of these make its key. Where a list has a name that no card has, its report also depends on how many such names the
request had before (`riftcheck.validator.suggestions`): it is worked out each time. Nothing that was refused is kept.

Each worker process has a cache of its own. It is bounded in entries and in bytes, for which neither
`functools.lru_cache` nor a library that is here has both, and both under one lock: the least recently asked for goes.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from typing import Any, Final, NamedTuple

from riftcheck.api import responses
from riftcheck.validator.report import NAMELESS

MOST_BYTES: Final = 32 * 1024 * 1024  # of all reports of a process: four times what its usual ones take
_OPTIONS: Final = ("format", "date", "level", "rules")
_USUAL: Final = {"format": "constructed", "level": "high"}
_DIGEST: Final = 20  # bytes; nobody finds two lists with one digest


class WrittenReport(NamedTuple):
    """A report as it is sent, in JSON, and its verdict, which is counted each time."""

    verdict: str
    body: bytes


class ReportCache:
    """The reports of one process, `most` of them at a time; with 0 nothing is kept."""

    def __init__(self, most: int, most_bytes: int = MOST_BYTES) -> None:
        self._most = most
        self._most_bytes = most_bytes
        self._bytes = 0
        self._kept: OrderedDict[bytes, WrittenReport] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def find(self, key: bytes | None) -> WrittenReport | None:
        """Return the report under a key; None where there is none, or no key."""
        if key is None:
            return None
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
        responses.state().metrics.looked_up(is_found=found is not None)
        return found

    def keep(self, key: bytes | None, report: dict[str, Any]) -> WrittenReport:
        """Return a report as it is sent, and keep it under a key if there is one and the report is always the same."""
        made = WrittenReport(report["verdict"], responses.encode(report).encode())
        if key is None or any(issue["code"] in NAMELESS for issue in report["issues"]):
            return made
        with self._lock:
            before = self._kept.pop(key, None)
            self._bytes += len(made.body) - (0 if before is None else len(before.body))
            self._kept[key] = made
            while len(self._kept) > self._most or self._bytes > self._most_bytes:
                self._bytes -= len(self._kept.popitem(last=False)[1].body)
        return made

    def key_of(self, body: Any) -> bytes | None:
        """Return the key of a body that holds a list and options, None where no report could be kept of such a one.

        It is of the body as it came, unchecked: what is wrong is never kept, so it is never found either.
        """
        if not self._most or type(body) is not dict:
            return None
        given = {"date": responses.today().isoformat(), **_USUAL, **body}
        deck, lines = given.pop("deck", None), given.pop("lines", False)
        chosen = {name: given.pop(name) for name in _OPTIONS if name in given}
        if given or type(deck) is not dict or type(lines) is not bool:
            return None
        if not all(type(value) is str for value in chosen.values()):
            return None
        told = responses.encode([responses.state().data_version, chosen, lines, deck])
        return hashlib.blake2b(told.encode(), digest_size=_DIGEST).digest()
