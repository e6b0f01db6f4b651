"""A client that holds every answer against the OpenAPI document: what any test of the API asks is a test of it, too."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any, Final

import brotli
import jsonschema_rs
from flask.testing import FlaskClient
from flask_compress.compat import compression
from jsonschema import Draft202012Validator
from werkzeug.exceptions import HTTPException

from riftcheck.api.openapi.document import document
from riftcheck.api.openapi.operations import path_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask
    from werkzeug.test import TestResponse

PROBLEM = "application/problem+json"
DECODERS: Final[dict[str | None, Callable[[bytes], bytes]]] = {
    None: bytes,
    "br": brotli.decompress,
    "gzip": gzip.decompress,
    "zstd": compression.zstd.decompress,
}


def closed(document: dict[str, Any]) -> dict[str, Any]:
    """Return the document with schemas that allow no additional properties.

    The document allows them in responses, because clients have to expect new fields. The tests do not: they fail if a
    response has a field that is not documented.
    """
    schemas = {name: _closed(form) for name, form in document["components"]["schemas"].items()}
    return {**document, "components": {**document["components"], "schemas": schemas}}


def _closed(part: Any) -> Any:
    if isinstance(part, list):
        return [_closed(one) for one in part]
    if not isinstance(part, dict):
        return part
    inner = {name: _closed(one) for name, one in part.items()}
    return {"additionalProperties": False, **inner} if isinstance(part.get("properties"), dict) else inner


class Contract:
    """The document, asked for one answer at a time."""

    def __init__(self, app: Flask) -> None:
        self.document = closed(document(app))
        self.checks: dict[tuple[str, ...], Any] = {}
        self.routes = {
            (route.method, route.rule): path_of(route)
            for blueprint in app.blueprints.values()
            for route in getattr(blueprint, "routes", ())
        }

    def fault(self, method: str, rule: str, response: TestResponse) -> str | None:
        """Return what the document does not say of an answer, None where it says all."""
        path = self.routes[method, rule]
        status, kind = str(response.status_code), response.mimetype or ""
        answers = self.document["paths"][path][method.lower()]["responses"]
        if status not in answers:
            return f"{method} {path} answers {status}, of which the document says nothing: {response.text[:300]}"
        told = self.answer(answers[status])
        silent = [name for name in self.document["components"]["headers"] if name in response.headers]
        silent = [name for name in silent if name not in told.get("headers", {})]
        if silent:
            return f"{method} {path} {status} has {', '.join(silent)}, of which the document says nothing"
        contents = told.get("content", {})
        if not contents:
            return None if not response.data else f"{method} {path} {status} has a body, which the document denies"
        if kind not in contents:
            return f"{method} {path} {status} is {kind}, and should be one of {', '.join(contents)}"
        if not kind.endswith("json"):
            return None
        schema, shown = contents[kind]["schema"], json.loads(plain(response))
        if self.check(method, path, status, schema).is_valid(shown):
            return None
        # The quick one tells too little of what is wrong where there are several forms.
        first = next(Draft202012Validator(self.whole(schema)).iter_errors(shown))
        while first.context:  # of several forms the one that was gone along farthest is the one that was meant
            first = max(first.context, key=lambda one: len(one.absolute_path))
        return f"{method} {path} {status}: {first.json_path}: {first.message[:500]}"

    def answer(self, found: dict[str, Any]) -> dict[str, Any]:
        """Return an answer of an operation, from the components where it stands there."""
        if "$ref" not in found:
            return found
        named: dict[str, Any] = self.document["components"]["responses"][found["$ref"].rpartition("/")[2]]
        return named

    def check(self, method: str, path: str, status: str, schema: Any) -> Any:
        """Return the check of an answer, made once."""
        key = (method, path, status)
        if key not in self.checks:
            self.checks[key] = jsonschema_rs.Draft202012Validator(self.whole(schema))
        return self.checks[key]

    def whole(self, schema: Any) -> dict[str, Any]:
        """Return a schema with the components that it refers to."""
        return {**schema, "components": self.document["components"]}


_CONTRACTS: list[Contract] = []  # one for all: every application has the same routes


class DocumentedClient(FlaskClient):
    """Flask's client for tests; it fails where an answer is not as the document says."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        """Return the answer to a request."""
        response = super().open(*args, **kwargs)
        if "riftcheck" in self.application.extensions:
            self._hold(response)
        return response

    def _hold(self, response: TestResponse) -> None:
        asked = response.request
        if asked.method not in {"GET", "POST", "DELETE"}:
            return
        try:
            rule, _ = self.application.url_map.bind("").match(asked.path, asked.method, return_rule=True)
        except HTTPException:
            assert response.mimetype == PROBLEM, response.text[:300]
            return
        if not _CONTRACTS:
            _CONTRACTS.append(Contract(self.application))
        contract = _CONTRACTS[0]
        if (asked.method, rule.rule) in contract.routes:
            fault = contract.fault(asked.method, rule.rule, response)
            assert fault is None, fault


def plain(response: TestResponse) -> bytes:
    """Return the body of an answer as it was before it was compressed."""
    return DECODERS[response.content_encoding](response.data)
