"""Goldfishing: jobs that are asked for, looked at and waited for."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, Unpack, cast
from uuid import uuid4

from riftcheck.client.errors import ApiProblemError, JobFailedError
from riftcheck.client.lists import document_of, given
from riftcheck.client.retries import seconds_of
from riftcheck.client.transport import Call, segment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import requests

    from riftcheck.client.documents.play import JobDocument, JobOptions, JobState, StoryDocument
    from riftcheck.client.lists import DeckGiven
    from riftcheck.client.transport import Transport

_CANCELS: Final = 5  # tries: between a look and a DELETE a job seldom goes on
_PAUSE: Final = 1.0  # seconds between two looks where the server names none


class GoldfishJob:
    """A job of a server. `document` is the last that was seen of it; iterating gives each state until the last.

    All methods raise as `Client` says.
    """

    def __init__(self, transport: Transport, response: requests.Response) -> None:
        self._transport = transport
        self._see(response)

    @property
    def id(self) -> str:
        """The id: whoever has it may look, and may cancel."""
        return self.document["id"]

    @property
    def state(self) -> JobState:
        """The state, as last seen."""
        return self.document["state"]

    @property
    def ended(self) -> bool:
        """Whether the job has ended, as last seen: it is done, failed or cancelled."""
        return self.document["ended"] is not None

    @property
    def result(self) -> dict[str, Any]:
        """The result, as last seen; docs/goldfish.md says what its figures say.

        :raises JobFailedError: if there is none.
        """
        if self.document["result"] is None:
            raise JobFailedError(self.document)
        return self.document["result"]

    def refresh(self) -> JobDocument:
        """Look at the job and return what it is now."""
        headers = {} if self._tag is None else {"If-None-Match": self._tag}
        response = self._transport.send(Call("GET", self._path, headers=headers))
        if response.status_code == HTTPStatus.NOT_MODIFIED:
            self._pause = _pause(response)
        else:
            self._see(response)
        return self.document

    def __iter__(self) -> Iterator[JobDocument]:
        """Return the job as last seen, and as it is at every look until it has ended."""
        yield self.document
        while not self.ended:
            self._transport.retries.sleep(self._pause)
            yield self.refresh()

    def wait(
        self, progress: Callable[[JobDocument], object] | None = None, *, timeout: float | None = None
    ) -> dict[str, Any]:
        """Wait until the job has ended and return its result.

        `progress` is called with the job at the beginning and after every look. `timeout` is in seconds; the job
        itself goes on when it has passed.

        :raises JobFailedError: if it failed or was cancelled.
        :raises TimeoutError: if it has not ended in time.
        """
        clock = self._transport.retries.clock
        end = None if timeout is None else clock() + timeout
        for document in self:
            if progress is not None:
                progress(document)
            if end is not None and document["ended"] is None and clock() + self._pause > end:
                games = document["games"]
                raise TimeoutError(f"job {self.id} is at game {games['done']} of {games['asked']} after {timeout:g} s")
        return self.result

    def cancel(self) -> JobDocument:
        """Cancel the job and return what became of it; one that has ended is left as it is.

        It is not sent again where the connection breaks: the server would remove a job that it has cancelled.
        """
        for left in reversed(range(_CANCELS)):
            if self.refresh()["ended"] is not None or self._cancelled(last=not left):
                break
        return self.document

    def _cancelled(self, *, last: bool) -> bool:
        """Cancel the job as it was seen; return False if it went on, or ended, meanwhile.

        :raises ApiProblemError: if that was so the `last` time.
        """
        # A proxy that packs answers makes a tag weak, and a weak one never matches.
        strong = self._tag is not None and not self._tag.startswith("W/")
        headers = {"If-Match": self._tag} if self._tag is not None and strong else {}
        try:
            response = self._transport.send(Call("DELETE", self._path, headers=headers, repeatable=False))
        except ApiProblemError as problem:
            if problem.status != HTTPStatus.PRECONDITION_FAILED or last:
                raise
            return False
        if response.status_code != HTTPStatus.NO_CONTENT:  # then others have removed it
            self._see(response)
        return True

    def remove(self) -> None:
        """Remove the job from the server, its result too, open or not. What was seen of it stays in `document`."""
        self.cancel()
        try:
            self._transport.send(Call("DELETE", self._path, repeatable=False))
        except ApiProblemError as problem:
            if problem.code != "not-found":  # others have removed it
                raise

    def game(self, number: int, *, list: int = 0) -> StoryDocument:  # noqa: A002 - the API's word
        """Return a game of the job, told as it was played; `list` is 1 for the second list of a comparison."""
        return cast("StoryDocument", self._transport.get(f"{self._path}/games/{number}", list=list))

    @property
    def _path(self) -> str:
        return f"/v1/goldfish/{segment(self.id)}"

    def _see(self, response: requests.Response) -> None:
        self.document: JobDocument = self._transport.read(response)
        self._tag = response.headers.get("ETag")
        self._pause = _pause(response)


class JobRoutes:
    """Jobs: asked for, and found again by their ids. All methods raise as `Client` says."""

    _transport: Transport

    def goldfish(self, deck: DeckGiven, **options: Unpack[JobOptions]) -> GoldfishJob:
        """Ask for many games of a list."""
        return self._begin({"deck": document_of(deck)}, options)

    def goldfish_until(
        self, deck: DeckGiven, stop_when: dict[str, float], **options: Unpack[JobOptions]
    ) -> GoldfishJob:
        """Ask for games of a list until figures are known within half widths, such as `{"all/score/won": 0.02}`."""
        return self._begin({"deck": document_of(deck), "stop_when": stop_when}, options)

    def compare(self, before: DeckGiven, after: DeckGiven, **options: Unpack[JobOptions]) -> GoldfishJob:
        """Ask for two lists to be compared that meet the same chances; the answer is about the second."""
        return self._begin({"compare": [document_of(before), document_of(after)]}, options)

    def sweep(
        self, deck: DeckGiven, *, pool: Sequence[str] | None = None, **options: Unpack[JobOptions]
    ) -> GoldfishJob:
        """Ask for small changes of a list to be tried: exchanges for the cards of a pool, or one copy more and less."""
        named = None if pool is None else [*pool]
        return self._begin({"sweep": document_of(deck), **given(pool=named)}, options)

    def job(self, job_id: str) -> GoldfishJob:
        """Return a job by its id."""
        return GoldfishJob(self._transport, self._transport.send(Call("GET", f"/v1/goldfish/{segment(job_id)}")))

    def _begin(self, lists: dict[str, Any], options: JobOptions) -> GoldfishJob:
        # The key makes it one job, however often the request arrives.
        call = Call("POST", "/v1/goldfish", body={**lists, **given(**options)}, headers=new_key())
        return GoldfishJob(self._transport, self._transport.send(call))


def new_key() -> dict[str, str]:
    """Return the header by which a server knows that a request is the same one, sent again."""
    return {"Idempotency-Key": uuid4().hex}


def _pause(response: requests.Response) -> float:
    found = seconds_of(response.headers.get("Retry-After"))
    return _PAUSE if found is None else found
