"""What the client raises."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from riftcheck.client.documents.lists import CandidateDocument, ProblemFault
    from riftcheck.client.documents.play import JobDocument


class ClientError(Exception):
    """What everything that the client raises of its own accord is; the message is a sentence."""


class NoAnswerError(ClientError):
    """No answer came that can be used: no connection, one that broke off, or something that is no riftcheck server."""


class ApiProblemError(ClientError):
    """A refusal of the server.

    `code` is a code of the table in docs/api.md, empty where what refused is no riftcheck server, such as a proxy.
    `errors` has what is wrong with the request, each with its path. `suggestions` has the cards that may be meant if a
    card was not found, the likeliest first. `retry_after` is in seconds, None where the
    answer does not say. `request_id` is what the server's log calls the request.
    """

    def __init__(self, status: int, document: dict[str, Any], request_id: str, retry_after: float | None) -> None:
        self.status = status
        self.document = document
        self.code = str(document.get("code", ""))
        self.detail = str(document.get("detail", "")) or _phrase(status)
        self.request_id = request_id
        self.retry_after = retry_after
        found = document.get("errors")
        self.errors: list[ProblemFault] = found if isinstance(found, list) else []
        meant = document.get("suggestions")
        self.suggestions: list[CandidateDocument] = meant if isinstance(meant, list) else []
        super().__init__(f"{status} {self.code}: {self.detail}" if self.code else f"{status}: {self.detail}")


class JobFailedError(ClientError):
    """A job that ended without a result: it failed, or was cancelled. `job` is the last that was seen of it."""

    def __init__(self, job: JobDocument) -> None:
        self.job = job
        super().__init__(f"job {job['id']} is {job['state']}: {job['problem'] or 'it has no result'}")


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "the answer says no more"
