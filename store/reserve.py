"""The reserve of a database file: disk space that is released for deletions on a full disk.

SQLite writes to its log before it frees space. Without a reserve, nothing could be deleted on a full disk.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

BYTES: Final = 4 * 1024 * 1024
_LEAST: Final = 128 * 1024
_SHARE: Final = 4  # on a small disk, a reserve takes a quarter of the space
_LOGS: Final = 4  # a reserve has the size of four full logs: SQLite copies one into the main file and writes the next
_PAGE: Final = 4096  # bytes, of SQLite


class Reserve:
    """The reserve of a file. `log_pages`: the pages of SQLite's log after which it is copied into the main file."""

    def __init__(self, file: Path) -> None:
        self.file = file.with_name(f"{file.name}-reserve")
        self._log = file.with_name(f"{file.name}-wal")
        self.log_pages = BYTES // _LOGS // _PAGE

    def make(self) -> None:
        """Make the reserve if the disk has space for it. On a small disk it is smaller."""
        size = _size(self.file)
        wanted = min(BYTES, (self._free() + size) // _SHARE)
        if wanted > size:
            self._resize(wanted)
        self.log_pages = (_size(self.file) or BYTES) // _LOGS // _PAGE

    def make_again(self) -> None:
        """Make the reserve again from the free space of the disk, except for the space that the log may still take."""
        log = max(0, self.log_pages * _PAGE - _size(self._log))
        size, free = _size(self.file), self._free()
        if free < log or size < BYTES:
            self._resize(min(BYTES, max(free + size - log, _LEAST)))

    def log_fits(self) -> bool:
        """Return True if the disk has space to copy SQLite's log into the main file."""
        return self._free() >= _size(self._log)

    def release(self) -> None:
        """Remove the reserve, which frees its space."""
        with suppress(OSError):
            self.file.unlink()

    def _free(self) -> int:
        try:
            return shutil.disk_usage(self.file.parent).free
        except OSError:
            return 0

    def _resize(self, size: int) -> None:
        try:
            opened = os.open(self.file, os.O_CREAT | os.O_RDWR, 0o600)
        except OSError:
            return
        with os.fdopen(opened, "r+b") as file:
            while size >= _LEAST:
                try:
                    file.truncate(min(size, _size(self.file)))
                    _allocate(file.fileno(), size)
                except OSError:  # the file system needs some space itself, or another program has taken it
                    size //= 2
                else:
                    return
        self.release()


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0


def _allocate(opened: int, size: int) -> None:
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(opened, 0, size)
        return
    for start in range(0, size, _LEAST):  # macOS
        os.pwrite(opened, bytes(min(_LEAST, size - start)), start)
