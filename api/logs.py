"""Log each request as one line of JSON or text, without bodies, keys, tokens or queries."""

from __future__ import annotations

import io
import logging
import os
import random
import re
import sys
import threading
import time
from itertools import groupby
from typing import IO, TYPE_CHECKING, Any, Final, TextIO

from flask import g, request
from pythonjsonlogger.json import JsonFormatter

from riftcheck.api.excerpt import clipped
from riftcheck.api.settings import JSON, TEXT

if TYPE_CHECKING:
    from flask import Response

    from riftcheck.api.settings import Settings

REQUEST: Final = "request"  # the message of a request's log record
LOGGER: Final = logging.getLogger("riftcheck")
FORMAT: Final = "%(asctime)s %(levelname)s %(name)s %(message)s"
_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}", re.ASCII)
_LONGEST: Final = 200
_CHUNK: Final = 64 * 1024  # bytes, the size of a pipe
_TOGETHER: Final = 0.05  # seconds to wait, so that all lines of a traceback are read at once
# The id of a job or game is the right to it. In a path whatever is as long is cut; elsewhere only what looks like one.
_LONG: Final = re.compile(r"([A-Za-z0-9_-]{6})[A-Za-z0-9_-]{14,}")
_ID: Final = re.compile(
    r"(?<![A-Za-z0-9_-])(?=[a-z0-9_-]*[A-Z])(?=[A-Z0-9_-]*[a-z])([A-Za-z0-9_-]{6})[A-Za-z0-9_-]{18}(?![A-Za-z0-9_-])"
)
_SHORTENED: Final = {"path": _LONG, "message": _ID, "exc_info": _ID}


class _Formatter(JsonFormatter):
    """Writes a line as JSON, with six characters of each id."""

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:
        """Shorten the ids in what is logged; a caller's id of the request stays as it is."""
        for name, pattern in _SHORTENED.items():
            if name in log_data:
                log_data[name] = pattern.sub(r"\1...", str(log_data[name]))
        found: dict[str, Any] = super().process_log_record(log_data)
        return found


class _TextFormatter(logging.Formatter):
    """Writes a line for people: the time, the level above `info`, and the message or request.

    Ids have six characters. Control characters are escaped, so that a path cannot forge a line or steer a terminal.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, and a line for each line of a traceback."""
        level = "" if record.levelno <= logging.INFO else f"{record.levelname.lower()}: "
        asked = vars(record)
        if record.name == LOGGER.name and record.msg == REQUEST:
            path = _LONG.sub(r"\1...", str(asked["path"]))
            lines = [f"{asked['method']} {path} {asked['status']} ({asked['milliseconds']} ms)"]
        else:
            lines = [record.getMessage()]
            lines += self.formatException(record.exc_info).splitlines() if record.exc_info else []
            lines = [_ID.sub(r"\1...", line) for line in lines]
        first, *rest = map(_printable, lines)
        return "\n".join([f"{self.formatTime(record, '%H:%M:%S')}  {level}{first}", *rest])


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text)


def formatter(form: str = JSON) -> logging.Formatter:
    """Return the formatter of all log lines: JSON with UTC times, or text with local times."""
    if form == TEXT:
        return _TextFormatter()
    made = _Formatter(FORMAT, rename_fields={"asctime": "time", "levelname": "level"}, datefmt="%Y-%m-%dT%H:%M:%SZ")
    made.converter = time.gmtime
    return made


class _Stderr(logging.StreamHandler[Any]):
    """Writes to standard error as it is at the time, also where it was replaced since."""

    @property
    def stream(self) -> Any:
        return sys.stderr

    @stream.setter
    def stream(self, value: Any) -> None:
        """Keep nothing: the stream is looked up."""


def configure(settings: Settings) -> None:
    """Write the log to standard error, in the format and at the level of the settings."""
    LOGGER.setLevel(settings.log_level.upper())
    LOGGER.propagate = False
    if not LOGGER.handlers:
        handler = _Stderr()
        handler.setFormatter(formatter(settings.log_format))
        LOGGER.addHandler(handler)


def catch_all(settings: Settings) -> None:
    """Log everything that this process would print to standard error: warnings, uncaught exceptions, other lines."""
    configure(settings)
    logging.captureWarnings(capture=True)
    warned = logging.getLogger("py.warnings")
    warned.propagate = False
    warned.handlers = LOGGER.handlers
    sys.excepthook = lambda *error: LOGGER.critical("an uncaught exception ended the process", exc_info=error)
    threading.excepthook = _log_end_of_thread
    sys.unraisablehook = _log_unraisable
    if settings.log_format == JSON:
        sys.stderr = JsonLines(sys.stderr)


def _log_end_of_thread(args: threading.ExceptHookArgs) -> None:
    if not issubclass(args.exc_type, SystemExit):
        error = args.exc_value or args.exc_type()
        name = "" if args.thread is None else args.thread.name
        LOGGER.critical("an uncaught exception ended the thread %s", name, exc_info=error)


def _log_unraisable(args: sys.UnraisableHookArgs) -> None:
    LOGGER.error("%s: %r", args.err_msg or "an exception was ignored", args.object, exc_info=args.exc_value)


class JsonLines(io.TextIOBase):
    """A text stream that writes lines of JSON as they are, and logs other lines: those of one write as one message."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._lock = threading.RLock()
        self._rest = ""

    def write(self, text: str) -> int:
        """Write or log the whole lines of a text, and keep an incomplete last line for the next call."""
        with self._lock:
            if text.endswith("\n") and text.count("\n") == 1 and _is_json(text[:-1]):  # also amid another line
                self._stream.write(text)
                return len(text)
            *lines, self._rest = (self._rest + text).split("\n")
            for is_json, group in groupby(lines, _is_json):
                if is_json:
                    self._stream.write("".join(f"{line}\n" for line in group))
                elif plain := "\n".join(group).strip():
                    LOGGER.warning("standard error: %s", plain)
        return len(text)

    def flush(self) -> None:
        """Flush the wrapped stream."""
        self._stream.flush()

    def fileno(self) -> int:
        """Return the file descriptor of the wrapped stream."""
        return self._stream.fileno()

    def isatty(self) -> bool:
        """Return True if the wrapped stream is a terminal."""
        return self._stream.isatty()


def _is_json(line: str) -> bool:
    return line.startswith('{"') and line.endswith("}")


def relay(source: IO[bytes]) -> None:
    """Copy what another process prints to `source` to standard error, until `source` ends."""
    rest = b""
    while chunk := os.read(source.fileno(), _CHUNK):
        *lines, rest = (rest + chunk).split(b"\n")
        if lines:
            sys.stderr.write("".join(line.decode("utf-8", "backslashreplace") + "\n" for line in lines))
            sys.stderr.flush()
        time.sleep(_TOGETHER)
    source.close()


def begin() -> None:
    """Note when the request began, and its id: the caller's own if it is a plain word, else a new one."""
    g.begun = time.perf_counter()
    given = request.environ.get("HTTP_X_REQUEST_ID", "")
    # No secret, so it costs no call to the system; each worker draws from a seed of its own.
    g.request_id = given if _REQUEST_ID.fullmatch(given) else f"{random.getrandbits(64):016x}"


def end(response: Response) -> None:
    """Log the request."""
    if LOGGER.isEnabledFor(logging.INFO):
        LOGGER.info(
            REQUEST,
            extra={
                "request_id": g.request_id,
                "method": clipped(request.method, 20),
                "path": clipped(request.path, _LONGEST),
                "status": response.status_code,
                "milliseconds": round((time.perf_counter() - g.begun) * 1000, 2),
            },
        )
