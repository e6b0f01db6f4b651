"""What the document says of a route: what it takes, every answer that it may have, and their headers."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from riftcheck.api.errors import RequestFault, invalid
from riftcheck.api.errors import document as problem_document
from riftcheck.api.idempotency import PARAMETER as KEY_PARAMETER
from riftcheck.api.openapi.forms import Form, ref, text, whole
from riftcheck.decks.other_games import RUNETERRA

if TYPE_CHECKING:
    from riftcheck.api.blueprint import Route

PLAYER: Final = "player"
KEY: Final = "key"
KEY_SAYS: Final = "A key that the operator made, with limits of its own. Without one the address counts."
WHO: Final = "The token of a player, as `POST /v1/games` gave it. Without one a spectator looks, who may not answer."
PROBLEMS: Final = {
    400: ("BadRequest", "The request cannot be read, or its body is no JSON in UTF-8 with each field once."),
    401: ("WrongToken", "A player's token is missing or not right, or the `X-API-Key` was withdrawn."),
    403: ("Forbidden", "The `X-API-Key` is not for this; `detail` names the scope."),
    404: ("NotFound", "There is no such thing."),
    409: (
        "Conflict",
        "The game, job or `Idempotency-Key` is at another point; `detail` says at which.",
    ),
    412: ("PreconditionFailed", "`If-Match` or `If-Unmodified-Since` does not fit what is there."),
    413: ("TooLarge", "The body is too large."),
    415: ("WrongContentType", "The body's type is not JSON."),
    422: ("Invalid", "A wrong type, value or field; `errors` says which."),
    429: ("TooManyRequests", "Over the rate limit; `Retry-After` says how many seconds to wait."),
    500: ("Internal", "A fault of the server."),
    503: ("Unavailable", "The server is not ready; `Retry-After` says how many seconds to wait."),
}
_JSON: Final = "application/json"
_ANYWHERE: Final = (400, 401, 403, 422, 429, 500, 503)
_OF_A_BODY: Final = (413, 415)
_OF_A_CONDITION: Final = (412,)
_HEAVY: Final = (503,)
_WITH_WAIT: Final = (409, 429, 503)
_ALWAYS: Final = ("X-Request-ID", "Cache-Control", "RateLimit", "RateLimit-Policy", "X-API-Key-Status")
_PLACEHOLDER: Final = re.compile(r"<(?:\w+:)?(\w+)>")


def headers() -> dict[str, Form]:
    """Return the headers of answers by the names of their components."""
    return {
        "X-Request-ID": _header("Names this answer in the log of the server.", text()),
        "RateLimit": _header(
            "What is left of the limit that the request counted against: `r` requests in the next `t` seconds.", text()
        ),
        "RateLimit-Policy": _header(
            "That limit: `q` requests in `w` seconds. Neither is there without limits.", text()
        ),
        "X-API-Key-Status": _header(
            "What became of the `X-API-Key` that was sent, if one was.", text(enum=["known", "unknown", "withdrawn"])
        ),
        "Retry-After": _header("The seconds after which to ask again.", whole(minimum=0)),
        "ETag": _header("Names this answer; send it as `If-None-Match`.", text()),
        "Cache-Control": _header("For how long the answer may be kept, `no-store` for not at all.", text()),
        "Link": _header("Where other parts are: `first`, and `next` where there is more.", text()),
        "Location": _header("Where to look at what was made.", text()),
    }


def problem_responses() -> dict[str, Form]:
    """Return every refusal by the name of its component."""
    found = {}
    for status, (name, says) in PROBLEMS.items():
        waits = ("Retry-After",) if status in _WITH_WAIT else ()
        content: Form = {"schema": ref("Problem")}
        if name == "Invalid":
            fault = RequestFault(("deck", "code"), RUNETERRA, "other-game")
            content["example"] = problem_document(invalid([fault]), "/v1/decks/validate")
        found[name] = {
            "description": says,
            "headers": _headers(*_ALWAYS, *waits),
            "content": {"application/problem+json": content},
        }
    return found


@cache
def answers() -> dict[str, Any]:
    """Return a real answer of each operation by its id, as tests/api/answer_examples.py got it."""
    found: dict[str, Any] = json.loads(Path(__file__).with_name("examples.json").read_text("utf-8"))
    return found


def path_of(route: Route) -> str:
    """Return the path of a route as OpenAPI writes it."""
    return _PLACEHOLDER.sub(r"{\1}", route.rule)


def operation(route: Route) -> Form:
    """Return the operation of a route, with an `operationId` that stays as long as method and path do."""
    path = path_of(route)
    summary, _, description = route.text.partition("\n\n")
    made: Form = {"summary": summary, "operationId": operation_id(route.method, path), "responses": _responses(route)}
    if description:
        made["description"] = description
    if route.query is not None:
        made["parameters"] = [{"in": "query", "schema": route.query}]
    if route.repeatable:
        made["parameters"] = [*made.get("parameters", ()), dict(KEY_PARAMETER)]
    if route.body is not None:
        content = {"schema": route.body, "example": route.example}
        made["requestBody"] = {"required": not route.optional_body, "content": {_JSON: content}}
    if "{game_id}" in path:
        made["security"] = [{}, {PLAYER: []}, {KEY: []}, {PLAYER: [], KEY: []}]
    return made


def operation_id(method: str, path: str) -> str:
    """Return the name by which generated clients call an operation: `post_decks_validate`."""
    words = [word for word in re.split(r"[/{}]+", path.removeprefix("/v1/")) if word]
    made = re.sub(r"[-.]", "_", "_".join([method.lower(), *words]))
    return f"{made}_v1" if path == "/v1/openapi.json" else made


def _responses(route: Route) -> Form:
    """Return every answer that a route may have, by its status."""
    answer: Form = {
        "description": route.says,
        "headers": _headers(*_ALWAYS, *(("ETag",) if route.cached else ()), *route.headers),
    }
    if route.answer is not None:
        answer["content"] = {route.content_type: _content(route)}
    found: Form = {str(route.status): answer}
    if route.gone is not None:
        found["204"] = {"description": route.gone, "headers": _headers(*_ALWAYS)}
    if route.cached:
        found["304"] = {
            "description": "Not changed since `If-None-Match`.",
            "headers": _headers(*_ALWAYS, "ETag", *route.headers),
        }
    of_body = _OF_A_BODY if route.body is not None else ()
    heavy = _HEAVY if route.heavy else ()
    of_condition = _OF_A_CONDITION if route.cached else ()
    for status in sorted({*_ANYWHERE, *of_body, *heavy, *of_condition, *route.problems}):
        found[str(status)] = {"$ref": f"#/components/responses/{PROBLEMS[status][0]}"}
    return found


def _content(route: Route) -> Form:
    made: Form = {"schema": ref(route.answer) if isinstance(route.answer, str) else route.answer}
    example = answers().get(operation_id(route.method, path_of(route)))
    return made if example is None else {**made, "example": example}


def _headers(*names: str) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _header(says: str, schema: Form) -> Form:
    return {"description": says, "schema": schema}
