"""Reading a JSON body strictly: UTF-8, one meaning, no surprise for what comes after."""

from __future__ import annotations

import json
import re
from typing import Any, Final, NoReturn

from flask import g, request
from werkzeug.exceptions import RequestEntityTooLarge

from riftcheck.api.errors import ProblemError
from riftcheck.api.excerpt import clipped

MOST_BYTES: Final = 64 * 1024
LARGEST_BODY: Final = 2 * 1024 * 1024  # bytes, of any route
MOST_LEVELS: Final = 20

_STRING: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"')
_NO_BRACKETS: Final = dict.fromkeys(range(128))
for _bracket in "[]{}":
    del _NO_BRACKETS[ord(_bracket)]
_SURROGATE: Final = re.compile(r"\\u[dD][89a-fA-F]")
_TOO_DEEP: Final = f"The JSON is nested deeper than {MOST_LEVELS} levels."


class _RefusedError(ValueError):
    """JSON that Python reads and we do not."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise _RefusedError(f"The field {clipped(twice, 60)!r} stands twice in one object.")
    return found


def _constant(name: str) -> NoReturn:
    raise _RefusedError(f"{name} is not a number of JSON.")


def _float(text: str) -> float:
    value = float(text)
    if value in {float("inf"), float("-inf")}:
        raise _RefusedError(f"The number {clipped(text, 20)} is too large.")
    return value


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant, parse_float=_float)


def read_json(most: int = MOST_BYTES) -> Any:
    """Return the JSON value of the request's body, which may have `most` bytes.

    :raises ProblemError: for another type, and for what is not JSON or is refused.
    :raises RequestEntityTooLarge: for a larger body, also one that does not tell its length.
    """
    _check_type()
    return loads(read_bytes(most))


def read_bytes(most: int) -> bytes:
    """Return the body of the request.

    :raises ProblemError: where it breaks off.
    :raises RequestEntityTooLarge: if it has more than `most` bytes.
    """
    # One more than allowed, because a body that does not tell its length is cut off there without a word.
    request.max_content_length = most + 1
    try:
        data = request.get_data(cache=False)
    except RequestEntityTooLarge:
        raise
    except Exception:  # noqa: BLE001 - werkzeug and every server have errors of their own for a body that breaks off
        raise ProblemError("bad-request", "The body breaks off before its end, or its chunks are wrong.") from None
    if len(data) > most:
        raise RequestEntityTooLarge
    if len(data) < (request.content_length or 0):  # a server gives what came, also where the caller hung up
        told = f"the Content-Length says {request.content_length} bytes, {len(data)} came"
        raise ProblemError("bad-request", f"The body breaks off before its end: {told}.")
    g.body_bytes = len(data)
    return data


def _check_type() -> None:
    told = request.environ
    if told.get("CONTENT_TYPE") == "application/json" and "HTTP_CONTENT_ENCODING" not in told:
        return  # nearly always
    kind = request.mimetype
    if kind != "application/json" and not (kind.startswith("application/") and kind.endswith("+json")):
        raise ProblemError("wrong-content-type", "The body must be JSON, with Content-Type: application/json.")
    charset = request.mimetype_params.get("charset", "utf-8").lower()
    if charset not in {"utf-8", "utf8", "us-ascii"}:
        raise ProblemError("wrong-content-type", f"JSON is UTF-8; the Content-Type says {clipped(charset, 40)!r}.")
    if request.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise ProblemError("wrong-content-type", "The body must not be compressed.")


def loads(data: bytes) -> Any:
    """Return the JSON value of some bytes.

    :raises ProblemError: for what is not JSON in UTF-8, a field twice, too many levels, and text that is none.
    """
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise _bad(f"The body is not UTF-8: byte {error.start + 1} begins no character.") from None
    if not text.strip():
        raise _bad("The body is empty; it must be JSON.")
    try:
        value = _DECODER.decode(text)
    except RecursionError:
        raise _bad(_TOO_DEEP) from None
    except json.JSONDecodeError as error:
        raise _bad(f"The body is not JSON: {error.msg} at line {error.lineno}, column {error.colno}.") from None
    except _RefusedError as error:
        raise _bad(str(error)) from None
    except ValueError:
        raise _bad("The body has a number with too many digits.") from None
    if _too_deep(text):
        raise _bad(_TOO_DEEP)
    if _SURROGATE.search(text):
        _check_surrogates(value)
    return value


def _bad(detail: str) -> ProblemError:
    return ProblemError("bad-json", detail)


def _too_deep(text: str) -> bool:
    """Tell whether valid JSON has too many levels: without its strings, each round takes the innermost pairs away."""
    if text.count("[") + text.count("{") <= MOST_LEVELS:
        return False
    brackets = _STRING.sub("", text).translate(_NO_BRACKETS)
    for _ in range(MOST_LEVELS):
        if not brackets:
            return False
        brackets = brackets.replace("[]", "()").replace("{}", "()").replace("()", "")
    return bool(brackets)


def _check_surrogates(value: Any) -> None:
    """Refuse half of a pair of surrogates, which is no character and which no encoder can write."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise _bad("The body has half a character (a lone surrogate, \\ud800 to \\udfff) in a text.") from None
