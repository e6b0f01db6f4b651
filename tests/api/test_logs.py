"""What the log holds of a request: six characters of an id, whatever becomes of it."""

from __future__ import annotations

import io
import json
import logging
import re
from typing import TYPE_CHECKING

import pytest

from riftcheck.api import logs
from riftcheck.api.app import create_app
from riftcheck.api.settings import TEXT, Settings

if TYPE_CHECKING:
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
