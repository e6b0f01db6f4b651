"""Routes with their documentation: one schema is the check of what comes in and the entry in the OpenAPI document."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from functools import partial, wraps
from typing import TYPE_CHECKING, Any

import flask
from flask import request
from marshmallow import ValidationError

from riftcheck.api.errors import RequestFault, invalid
from riftcheck.api.idempotency import note_repeatable
from riftcheck.api.limits import caller
from riftcheck.api.request_body import MOST_BYTES, read_json
from riftcheck.api.schemas.inputs import Located
from riftcheck.schema import located

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from flask import Request
    from marshmallow import Schema


@dataclass(frozen=True, kw_only=True, slots=True)
class Route:
    """A route with all that the OpenAPI document says of it.

    `text` is the summary and, after an empty line, the description; `answer` is a schema, the name of a component of
    the document, or JSON Schema as it stands. `headers` are names of `api.openapi.operations.headers`.
    `says` describes the answer of `status`, `problems` are further statuses that it may have, `cached` documents the
    ETag, `gone` when there is an answer of status 204, without a body. `parameters` are those of the path, `example`
    is one of a body. A `heavy` route takes long for one request, so it has limits of its own. A `repeatable` one makes
    something and knows `Idempotency-Key`. Without its body, where that is optional, a request is like one with `{}`.
    Where `answer` is None, the answer has no body. `known` is asked first, with the JSON of a body as it came, for an
    answer that is known already.
    """

    method: str
    rule: str
    text: str
    answer: Any
    says: str = "The answer."
    query: Schema | None = None
    body: Schema | None = None
    example: Any = None
    content_type: str = "application/json"
    headers: tuple[str, ...] = ()
    problems: tuple[int, ...] = ()
    parameters: Sequence[Mapping[str, Any]] = ()
    cached: bool = False
    status: int = 200
    gone: str | None = None
    heavy: bool = False
    repeatable: bool = False
    optional_body: bool = False
    known: Callable[[Any], Any] | None = None


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


class Blueprint(flask.Blueprint):
    """A group of routes. `get`, `post` and `delete` declare a route with all that its documentation says."""

    def __init__(self, name: str, import_name: str, *, description: str, url_prefix: str = "") -> None:
        super().__init__(name, import_name, url_prefix=url_prefix)
        self.description = description
        self.routes: list[Route] = []

    # A route of Flask's has no answer that is declared.
    def get(self, rule: str, answer: Any, **options: Any) -> Callable[[Any], Any]:  # type: ignore[override]
        """Declare a GET route; `options` are fields of `Route`."""
        return self._declare("GET", rule, answer, **options)

    def post(  # type: ignore[override]
        self, rule: str, body: Schema, answer: Any, *, example: Any, **options: Any
    ) -> Callable[[Any], Any]:
        """Declare a POST route with a JSON body and an example of it; `options` are fields of `Route`."""
        return self._declare("POST", rule, answer, body=body, example=example, **options)

    def delete(self, rule: str, answer: Any, **options: Any) -> Callable[[Any], Any]:  # type: ignore[override]
        """Declare a DELETE route; `options` are fields of `Route`."""
        return self._declare("DELETE", rule, answer, **options)

    def _declare(self, method: str, rule: str, answer: Any, **options: Any) -> Callable[[Any], Any]:
        """Return the decorator of a route."""

        def decorate(view: Any) -> Any:
            path = f"{self.url_prefix}{rule}"
            route = Route(method=method, rule=path, text=inspect.getdoc(view) or "", answer=answer, **options)
            handler = view
            if route.query is not None:
                handler = _checked(handler, route.query, _read_query)
            if route.body is not None:
                most = getattr(route.body, "most_bytes", MOST_BYTES)
                read = _read_repeatable if route.repeatable else _read_optional if route.optional_body else read_json
                handler = _checked(handler, route.body, partial(read, most), route.known)
            handler.is_heavy = route.heavy
            handler.takes_query = route.query is not None or route.content_type == "text/html"
            self.add_url_rule(rule, view_func=handler, methods=[method])
            self.routes.append(route)
            return handler

        return decorate


def _checked(
    view: Callable[..., Any], schema: Schema, read: Callable[[], Any], known: Callable[[Any], Any] | None = None
) -> Any:
    """Return a view that reads and checks what comes in, and hands it on as the first argument."""

    @wraps(view)
    def checked(*given: Any, **path: Any) -> Any:
        came = read()
        answer = None if known is None else known(came)
        if answer is not None:
            return answer
        try:
            found = schema.load(came)
        except ValidationError as error:
            raise invalid(faults(error.messages)) from None
        return view(found, *given, **path)

    return checked


def _read_repeatable(most: int) -> Any:
    found = read_json(most)
    note_repeatable(caller(), found)
    return found


def _read_optional(most: int) -> Any:
    is_there = request.content_length or "Transfer-Encoding" in request.headers
    return read_json(most) if is_there else {}


def _read_query() -> dict[str, str]:
    check_once(request)
    return request.args.to_dict()
