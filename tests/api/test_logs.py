"""What the log holds of a request: six characters of an id, whatever becomes of it."""

from __future__ import annotations

import io
import json
import logging
import os
import re
import sys
import threading
import warnings
from contextlib import contextmanager
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.api import logs
from riftcheck.api.app import create_app
from riftcheck.api.settings import TEXT, Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from flask.testing import FlaskClient

    from riftcheck.carddb import CardDatabase

ID = "c4Xn0aTq-hWb2mEo_dLrYk1S"
SHORT = "c4Xn0a..."


@pytest.fixture
def telling(db: CardDatabase, tmp_path: Path) -> FlaskClient:
    settings = Settings(log_level="info", games=str(tmp_path / "games"), jobs=str(tmp_path / "jobs"))
    return create_app(db, settings).test_client()


@pytest.mark.parametrize(
    ("method", "path", "shown"),
    [
        ("GET", f"/v1/goldfish/{ID}", f"/v1/goldfish/{SHORT}"),
        ("DELETE", f"/v1/goldfish/{ID}", f"/v1/goldfish/{SHORT}"),
        ("GET", f"/v1/goldfish/{ID}/games/0", f"/v1/goldfish/{SHORT}/games/0"),
        ("GET", f"/v1/games/{ID}/log", f"/v1/games/{SHORT}/log"),
        ("POST", f"/v1/games/{ID}/answers", f"/v1/games/{SHORT}/answers"),
        ("PUT", f"/v1/games/{ID}", f"/v1/games/{SHORT}"),
        ("GET", f"/nope/{ID}.json", f"/nope/{SHORT}.json"),
        ("GET", f"/v1/games/{ID}{ID}", f"/v1/games/{SHORT}"),
        ("GET", "/v1/formats/constructed-2v2", "/v1/formats/constructed-2v2"),
    ],
)
def test_a_path_is_logged_with_six_characters_of_an_id(
    telling: FlaskClient, capfd: pytest.CaptureFixture[str], method: str, path: str, shown: str
) -> None:
    telling.open(path, method=method, headers={"X-Request-ID": ID})
    (line,) = map(json.loads, capfd.readouterr().err.splitlines())
    assert line["path"] == shown
    assert line["request_id"] == ID, "the caller's own, by which they find the line"


def test_so_is_every_other_line() -> None:
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(logs.formatter())
    logger = logging.Logger("of another library")  # noqa: LOG001 - one of its own, which nobody else has
    logger.addHandler(handler)
    try:
        dict[str, str]()[ID]
    except KeyError:
        logger.exception("the job %s of %s is away", ID, "a_name_that_is_as_long_1")
    line = json.loads(written.getvalue())
    assert line["message"] == f"the job {SHORT} of a_name_that_is_as_long_1 is away"
    assert f"KeyError: '{SHORT}'" in line["exc_info"]
    assert "test_so_is_every_other_line" in line["exc_info"]


@contextmanager
def caught() -> Iterator[Callable[[], list[dict[str, Any]]]]:
    """Log everything that is printed, as a server does. Yield a function that returns the lines as data."""
    written = io.StringIO()
    with pytest.MonkeyPatch.context() as patched:
        for module, name in ((sys, "excepthook"), (sys, "unraisablehook"), (threading, "excepthook")):
            patched.setattr(module, name, getattr(module, name))
        patched.setattr(sys, "stderr", written)
        warned = logging.getLogger("py.warnings")
        patched.setattr(warned, "handlers", warned.handlers)
        patched.setattr(warned, "propagate", warned.propagate)
        patched.setattr(logs.LOGGER, "handlers", [])
        logs.catch_all(Settings(log_level="warning"))
        yield lambda: [json.loads(line) for line in written.getvalue().splitlines()]
        logging.captureWarnings(capture=False)


def test_printed_lines_become_json_and_json_lines_stay_unchanged() -> None:
    with caught() as lines:
        sys.stderr.write("a line\n  and its rest\n")
        sys.stderr.write("begun")
        logs.LOGGER.error("logged")
        sys.stderr.write(" and ended\n\n")
        sys.stderr.write('{"time": 1}\nplain {"a": 1}\n')
        sys.stderr.flush()
    assert [one.get("message", one) for one in lines()] == [
        "standard error: a line\n  and its rest",
        "logged",
        "standard error: begun and ended",
        {"time": 1},
        'standard error: plain {"a": 1}',
    ]


def test_a_warning_is_one_line() -> None:
    with caught() as lines:
        warnings.showwarning("take care", UserWarning, "file.py", 1)
    (line,) = lines()
    assert (line["name"], line["level"]) == ("py.warnings", "WARNING")
    assert "UserWarning: take care" in line["message"]


def test_uncaught_exceptions_are_one_line_each() -> None:
    def fail() -> None:
        raise ValueError("away\nwith it")

    with caught() as lines:
        for work in (fail, sys.exit):
            thread = threading.Thread(target=work, name="jobs")
            thread.start()
            thread.join()
        try:
            fail()
        except ValueError as error:
            sys.excepthook(type(error), error, error.__traceback__)
            sys.unraisablehook(SimpleNamespace(exc_value=error, err_msg=None, object=fail))
    found = lines()
    assert [one["level"] for one in found] == ["CRITICAL", "CRITICAL", "ERROR"]
    assert found[0]["message"] == "an uncaught exception ended the thread jobs"
    assert all("ValueError: away" in one["exc_info"] for one in found)


def test_what_another_process_prints_is_relayed() -> None:
    source, target = os.pipe()
    os.write(target, b'{"message": "of the other"}\nTraceback:\n  \xff line\n{"message": "last"}\n')
    os.close(target)
    with caught() as lines:
        logs.relay(os.fdopen(source, "rb"))
    assert [one["message"] for one in lines()] == ["of the other", "standard error: Traceback:\n  \\xff line", "last"]


def text_logger() -> tuple[logging.Logger, io.StringIO]:
    """Return a logger of the server's name that writes text, and what it has written."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(logs.formatter(TEXT))
    logger = logging.Logger(logs.LOGGER.name)  # noqa: LOG001 - as above
    logger.addHandler(handler)
    return logger, written


def test_a_text_line_has_time_request_and_six_characters_of_an_id() -> None:
    logger, written = text_logger()
    asked = {"request_id": ID, "method": "GET", "path": f"/v1/games/{ID}", "status": 404, "milliseconds": 7.25}
    logger.info(logs.REQUEST, extra=asked)
    logger.warning("the job %s is missing", ID)
    first, second = written.getvalue().splitlines()
    assert re.fullmatch(rf"\d\d:\d\d:\d\d  GET /v1/games/{re.escape(SHORT)} 404 \(7\.25 ms\)", first)
    assert re.fullmatch(rf"\d\d:\d\d:\d\d  warning: the job {re.escape(SHORT)} is missing", second)


def test_a_text_line_escapes_what_could_forge_a_line_or_steer_a_terminal() -> None:
    logger, written = text_logger()
    hostile = "/x\n12:00:00  error: forged\r\x1b[2J\x9b\u202e"
    logger.info(logs.REQUEST, extra={"method": "GET", "path": hostile, "status": 404, "milliseconds": 1})
    try:
        int(hostile)
    except ValueError:
        logger.exception("failed at %s", hostile)
    request, message, *traceback = written.getvalue().split("\n")[:-1]
    assert request.endswith(r"GET /x\n12:00:00  error: forged\r\x1b[2J\x9b\u202e 404 (1 ms)")
    assert message.endswith(r"error: failed at /x\n12:00:00  error: forged\r\x1b[2J\x9b\u202e")
    assert traceback[0] == "Traceback (most recent call last):"
    assert not any(letter in line for line in traceback for letter in "\r\x1b\x9b\u202e")


def test_numbers_for_prometheus_have_routes_instead_of_ids_and_every_method(telling: FlaskClient) -> None:
    assert telling.delete(f"/v1/goldfish/{ID}").status_code == 404
    assert telling.open("/v1/sets", method="BREW").status_code == 405
    page = telling.get("/metrics").text
    assert 'riftcheck_requests_total{method="DELETE",route="/v1/goldfish/<job_id>",status="404"} 1.0' in page
    assert 'riftcheck_requests_total{method="other",route="none",status="405"} 1.0' in page
    assert ID[:6] not in page
