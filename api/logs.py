"""Log each request as one line of JSON or text, without bodies, keys, tokens or queries."""

from __future__ import annotations

import logging
import random
import re
import sys
import time
from typing import TYPE_CHECKING, Any, Final

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
