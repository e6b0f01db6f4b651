"""Routes with their documentation: one schema is the check of what comes in and the entry in the OpenAPI document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NoReturn

import flask_smorest  # type: ignore[import-untyped]
from webargs.flaskparser import FlaskParser

from riftcheck.api.errors import RequestFault, invalid
from riftcheck.api.request_body import MOST_BYTES, read_json
from riftcheck.api.schemas.inputs import Located
from riftcheck.schema import located

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from flask import Request
    from marshmallow import Schema, ValidationError

_BY_PROBLEM: Final = {
    400: "The body is not JSON in UTF-8, has a field twice, or is nested too deep.",
    401: "A player's token is missing or not right.",
    404: "There is no such thing.",
    409: "The game or job is at another point; `detail` says at which.",
    413: "The body is too large.",
    415: "The body's type is not JSON.",
    422: "A wrong type, value or field; `errors` says which.",
    429: "Over the rate limit; `Retry-After` says how many seconds to wait.",
    500: "A fault of the server.",
    503: "The server is not ready.",
}


class StrictParser(FlaskParser):
    """Reads bodies and query strings strictly and refuses with problem documents."""

    DEFAULT_UNKNOWN_BY_LOCATION = dict.fromkeys(("json", "query"), "raise")

    def load_json(self, req: Request, schema: Schema) -> Any:  # noqa: ARG002 - the interface of webargs
        """Return the JSON body."""
        return read_json(getattr(schema, "most_bytes", MOST_BYTES))

    def load_querystring(self, req: Request, schema: Schema) -> Any:  # noqa: ARG002
        """Return the query string; a parameter given twice is refused."""
        check_once(req)
        return req.args.to_dict()

    def handle_error(self, error: ValidationError, *_args: Any, **_more: Any) -> NoReturn:
        """Refuse with every fault that was found."""
        raise invalid(faults(next(iter(error.messages.values()), {}))) from None  # type: ignore[union-attr]


def check_once(req: Request) -> None:
    """Refuse a query string that gives a parameter twice.

    :raises ProblemError: naming the parameter.
    """
    twice = [RequestFault((name,), "stands twice in the query") for name, values in req.args.lists() if len(values) > 1]
    if twice:
        raise invalid(twice)


def faults(messages: Any) -> Iterator[RequestFault]:
    """Yield the faults in marshmallow's tree of messages."""
    for path, message in located(messages):
        if isinstance(message, Located):
            yield from (fault._replace(path=(*path, *fault.path)) for fault in message.faults)
        else:
            yield RequestFault(path, str(message))


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc]
    """A group of routes. `get` and `post` declare a route with all that its documentation says."""

    ARGUMENTS_PARSER = StrictParser()

    def get(self, rule: str, answer: Any, **options: Any) -> Callable[[Any], Any]:
        """Declare a GET route; `options` as in `_declare`."""
        return self._declare("GET", rule, answer, **options)

    def post(self, rule: str, body: Schema, answer: Any, *, example: Any, **options: Any) -> Callable[[Any], Any]:
        """Declare a POST route with a JSON body and an example of it; `options` as in `_declare`."""
        return self._declare("POST", rule, answer, body=body, body_example=example, **options)

    def delete(self, rule: str, answer: Any, **options: Any) -> Callable[[Any], Any]:
        """Declare a DELETE route; `options` as in `_declare`."""
        return self._declare("DELETE", rule, answer, **options)

    def _declare(
        self,
        method: str,
        rule: str,
        answer: Any,
        *,
        says: str = "The answer.",
        example: Any = None,
        query: Schema | None = None,
        body: Schema | None = None,
        body_example: Any = None,
        content_type: str = "application/json",
        headers: Mapping[str, Any] | None = None,
        problems: tuple[int, ...] = (),
        parameters: list[dict[str, Any]] | None = None,
        cached: bool = False,
        status: int = 200,
        gone: str | None = None,
    ) -> Callable[[Any], Any]:
        """Return the decorator of a route.

        `says` describes the answer of `status`, `problems` are further statuses that it may have, `cached` documents
        the ETag, `gone` when there is an answer of status 204, without a body.
        """

        def decorate(view: Any) -> Any:
            decorated = view
            for problem in sorted({*problems, *_problems(body)}, reverse=True):
                text = _BY_PROBLEM[problem]
                decorated = self.alt_response(problem, description=text, schema="Problem", content_type=_PROBLEM)(
                    decorated
                )
            if cached:
                decorated = self.alt_response(304, description="Not changed since `If-None-Match`.")(decorated)
            if gone is not None:
                decorated = self.alt_response(204, description=gone)(decorated)
            shown = {**(headers or {}), **(_CACHE_HEADERS if cached else {})} or None
            decorated = self.response(
                status, answer, description=says, example=example, content_type=content_type, headers=shown
            )(decorated)
            # What runs is the view behind its checks; the decorators above only write the documentation.
            handler = view
            if query is not None:
                decorated = self.arguments(query, location="query")(decorated)
                handler = self.ARGUMENTS_PARSER.use_args(query, location="query")(handler)
            if body is not None:
                decorated = self.arguments(body, example=body_example)(decorated)
                handler = self.ARGUMENTS_PARSER.use_args(body)(handler)
            handler._apidoc = decorated._apidoc  # noqa: SLF001 - where flask-smorest keeps it
            handler.takes_query = query is not None or content_type == "text/html"
            return self.route(rule, methods=[method], parameters=parameters)(handler)

        return decorate


_PROBLEM: Final = "application/problem+json"
_CACHE_HEADERS: Final = {
    "ETag": {"description": "Names this answer; send it as `If-None-Match`.", "schema": {"type": "string"}},
    "Cache-Control": {"description": "For how long the answer may be kept.", "schema": {"type": "string"}},
}


def _problems(body: Schema | None) -> set[int]:
    found = {422, 429, 500}
    if body is not None:
        found |= {400, 413, 415}
    return found
