"""Goldfishing: a list played many times, two compared, one swept; asked for here and played beside the server."""

from __future__ import annotations

import time
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, cast

from flask import Response, request

from riftcheck.api import responses
from riftcheck.api.blueprint import Blueprint
from riftcheck.api.examples import BODIES
from riftcheck.api.idempotency import repeatable
from riftcheck.api.limits import caller
from riftcheck.api.schemas import goldfish as schemas

if TYPE_CHECKING:
    from riftcheck.api.jobs.service import JobService

blueprint = Blueprint(
    "goldfish",
    __name__,
    url_prefix="/v1/goldfish",
    description="Goldfishing: a list played many times. A job is asked for, and looked at until it is done.",
)
_JOB: Final[list[dict[str, Any]]] = [
    {
        "name": "job_id",
        "in": "path",
        "description": "The id of a job.",
        "schema": {"type": "string", "minLength": 1},
        "example": "c4Xn0aTq7hWb2mEo9dLrYk1S",
    }
]
_GAME: Final[list[dict[str, Any]]] = [
    *_JOB,
    {
        "name": "number",
        "in": "path",
        "description": "The number of a game, from 0.",
        "schema": {"type": "integer", "minimum": 0},
        "example": 12,
    },
]
_MOST_SECONDS: Final = 5  # after which to look again
_PATIENCE: Final = 10  # seconds of a job's age that make these one more


@blueprint.post(
    "",
    schemas.GoldfishBody(),
    schemas.JobAnswer(),
    example=BODIES["goldfish"],
    says="The job, which waits to be played.",
    status=202,
    headers=("Location", "Retry-After"),
    problems=(409, 503),
    heavy=True,
    repeatable=True,
)
def begin_goldfish(args: dict[str, Any]) -> Response:
    """Ask for a job: a list to goldfish, two to compare, or one to sweep.

    An illegal list is refused unless that is allowed, and so is a card that cannot be executed, unless `unsupported`
    says what is to become of it.
    """
    who = caller()
    job = job_service().create(args, who.name, who.allowance.jobs, repeatable())
    made = _timed(responses.answer(job, 202), job)
    made.headers["Location"] = f"/v1/goldfish/{job['id']}"
    return made


@blueprint.get(
    "/<job_id>",
    schemas.JobAnswer(),
    parameters=_JOB,
    headers=("Retry-After",),
    problems=(404, 503),
    cached=True,
)
def look_at_goldfish(job_id: str) -> Response:
    """Return a job: how far it is, what is known so far, and its result once it is done.

    With `If-None-Match` the answer is 304 for as long as the job is as it was.
    """
    job = job_service().read(job_id)
    return _timed(responses.polled(job), job)


@blueprint.delete(
    "/<job_id>",
    schemas.JobAnswer(),
    parameters=_JOB,
    says="The job, cancelled.",
    gone="The job had ended before and is removed.",
    problems=(404, 412, 503),
)
def end_goldfish(job_id: str) -> Response:
    """Cancel a job that is open; remove one that has ended. `If-Match` holds for the job as it was seen."""
    job = job_service().end(job_id, responses.is_matched if "If-Match" in request.headers else None)
    if job is not None:
        return _timed(responses.answer(job), job)
    made = Response(status=204)
    made.headers["Cache-Control"] = "no-store"
    return made


@blueprint.get(
    "/<job_id>/games/<int:number>",
    schemas.Story(),
    query=schemas.StoryQuery(),
    parameters=_GAME,
    problems=(404, 409, 503),
    heavy=True,
)
def goldfish_game(args: dict[str, Any], job_id: str, number: int) -> Response:
    """Return a game of a job, told as it was played: any number up to the games that were asked for."""
    return responses.answer(job_service().replay(job_id, number, args["list"]))


def _timed(made: Response, job: dict[str, Any]) -> Response:
    """Add to an answer when to look again at a job that is open: the older it is, the later."""
    if job["ended"] is None:
        age = time.time() - datetime.fromisoformat(job["created"]).timestamp()
        made.headers["Retry-After"] = str(min(1 + max(int(age / _PATIENCE), 0), _MOST_SECONDS))
    return made


def job_service() -> JobService:
    """Return the service of jobs.

    :raises CardDataError: if the card data cannot be used.
    :raises ProblemError: if another request makes it just now.
    """
    state = responses.state()

    def make() -> JobService:
        from riftcheck.api.jobs.service import JobService  # noqa: PLC0415 - the engine and the database are loaded with the first job

        return JobService(state.db, state.settings)

    return cast("JobService", state.once("jobs", make))
