"""What a deck site does with the client that openapi-python-client makes of the document.

It is run by itself, with the generated package beside it: `deck_site.py ADDRESS LIST`.
"""

from __future__ import annotations

import datetime as dt
import json
import sys
import time
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import parse_qs, urlsplit

from riftcheck_client import Client
from riftcheck_client.api.cards import get_cards
from riftcheck_client.api.decks import post_decks_validate
from riftcheck_client.api.goldfish import get_goldfish_job_id, post_goldfish
from riftcheck_client.models import (
    CardPage,
    DeckSections,
    DeckText,
    GoldfishList,
    GoldfishResult,
    IssueCode,
    JobAnswer,
    JobState,
    Report,
    Severity,
    ValidateBody,
    Verdict,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck_client.types import Response

T = TypeVar("T")

DAY = dt.date(2026, 1, 28)


def told(api: Client, deck: DeckText | DeckSections) -> tuple[Verdict, list[IssueCode]]:
    """Return the verdict on a list and the codes of its errors."""
    report = post_decks_validate.sync(client=api, body=ValidateBody(deck=deck, date=DAY))
    if not isinstance(report, Report):
        raise SystemExit(f"no report: {report}")
    return report.verdict, [issue.code for issue in report.issues if issue.severity is Severity.ERROR]


def names(api: Client) -> list[str]:
    """Return the names of all cards, page by page."""
    found: list[str] = []
    page = get_cards.sync(client=api, limit=250)
    while isinstance(page, CardPage):
        found += [card.name for card in page.data]
        if page.next_ is None:
            return found
        page = get_cards.sync(client=api, limit=250, cursor=parse_qs(urlsplit(page.next_).query)["cursor"][0])
    raise SystemExit(f"no page: {page}")


def goldfished(api: Client, deck: DeckText) -> JobAnswer:
    """Return a job at its end."""
    asked = GoldfishList(deck=deck, games=4, seed=7, date=DAY)
    answer = patient(partial(post_goldfish.sync_detailed, client=api, body=asked))
    while isinstance(job := answer.parsed, JobAnswer) and job.ended is None:
        wait(answer)
        answer = patient(partial(get_goldfish_job_id.sync_detailed, job.id, client=api))
    if isinstance(job, JobAnswer):
        return job
    raise SystemExit(f"no job: {job}")


def patient(ask: Callable[[], Response[T]]) -> Response[T]:
    """Return the answer of a server that is ready: one that is busy says when to come again."""
    while (answer := ask()).status_code is HTTPStatus.SERVICE_UNAVAILABLE:
        wait(answer)
    return answer


def wait(answer: Response[T]) -> None:
    """Wait for as long as an answer says."""
    time.sleep(int(answer.headers.get("Retry-After", "1")))


def main(address: str, path: str) -> None:
    """Print what the server says, as one line of JSON."""
    with Client(base_url=address) as api:
        deck = DeckText(text=Path(path).read_text("utf-8"))
        verdict, codes = told(api, deck)
        bad, errors = told(api, DeckSections(main=["Cleave"], champion=None))
        job = goldfished(api, deck)
        result = job.result
        if job.state is not JobState.DONE or not isinstance(result, GoldfishResult):
            raise SystemExit(f"no result: {job.problem}")
        won: float | None = result.all_.score.won.value
        shown = {
            "legal": {"verdict": verdict.value, "codes": [code.value for code in codes]},
            "illegal": {"verdict": bad.value, "codes": [code.value for code in errors]},
            "names": names(api),
            "state": job.state.value,
            "games": result.games,
            "won": won,
        }
    print(json.dumps(shown))  # noqa: T201 - what the test reads


if __name__ == "__main__":
    main(*sys.argv[1:])
