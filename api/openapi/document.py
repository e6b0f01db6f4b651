"""The document put together: components, operations, and what there is once."""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Final

from apispec import APISpec

from riftcheck.api.blueprint import Blueprint
from riftcheck.api.openapi import lists, results, runs, views
from riftcheck.api.openapi.converter import SchemaPlugin
from riftcheck.api.openapi.operations import KEY, KEY_SAYS, PLAYER, WHO, headers, operation, path_of, problem_responses
from riftcheck.api.schemas.decks import Problem

if TYPE_CHECKING:
    from flask import Flask

    from riftcheck.api.openapi.forms import Form

_ABOUT: Final = (
    "Card database, legality checker and games for the Riftbound trading card game. Every refusal is a problem "
    "document after RFC 9457 (`application/problem+json`), also where a route is unknown (404), a method is not "
    "allowed (405) or the caller is over the rate limit (429)."
)
_LICENSE: Final = {"name": "Apache License 2.0", "identifier": "Apache-2.0"}
_CONTACT: Final = {"name": "The maintainers of riftcheck"}  # without an address; SECURITY.md says how to reach them
_SERVERS: Final = (
    {"url": "/", "description": "The server that this document was read from."},
    {"url": "http://127.0.0.1:8000", "description": "`riftcheck serve` on this machine."},
)
_ITSELF: Final = {
    "type": "object",
    "description": "An OpenAPI 3.1 document. Its fields are those of the specification, which are not repeated here.",
    "required": ["openapi", "info", "paths"],
    "properties": {
        "openapi": {"type": "string"},
        "info": {"type": "object", "description": "By the specification.", "additionalProperties": True},
        "paths": {"type": "object", "description": "By the specification.", "additionalProperties": True},
    },
    "additionalProperties": True,
}


def document(app: Flask) -> dict[str, Any]:
    """Return the OpenAPI document of an application."""
    about = {"description": _ABOUT, "license": _LICENSE, "contact": _CONTACT}
    spec = APISpec(
        "riftcheck",
        version("riftcheck"),
        "3.1.0",
        [SchemaPlugin()],
        info=about,
        servers=list(_SERVERS),
        security=[{}, {KEY: []}],
    )
    for name, form in _components().items():
        spec.components.schema(name, form)
    spec.components.schema("Problem", schema=Problem)
    for name, form in headers().items():
        spec.components.header(name, form)
    for name, form in problem_responses().items():
        spec.components.response(name, form)
    for blueprint in (one for one in app.blueprints.values() if isinstance(one, Blueprint)):
        spec.tag({"name": blueprint.name, "description": blueprint.description})
        for route in blueprint.routes:
            made = {"tags": [blueprint.name], **operation(route)}
            spec.path(
                path_of(route), operations={route.method.lower(): made}, parameters=[*map(dict, route.parameters)]
            )
    spec.components.security_scheme(PLAYER, {"type": "http", "scheme": "bearer", "description": WHO})
    key = {"type": "apiKey", "in": "header", "name": "X-API-Key", "description": KEY_SAYS}
    spec.components.security_scheme(KEY, key)
    return _open_responses(spec.to_dict())


def _open_responses(made: dict[str, Any]) -> dict[str, Any]:
    """Return the document with response schemas that allow additional properties, which a newer server may send."""
    schemas = made["components"]["schemas"]
    operations = [one for path in made["paths"].values() for one in path.values() if "responses" in one]
    requested = _names_in([(one.get("requestBody"), one.get("parameters")) for one in operations], schemas)
    made["components"]["schemas"] = {
        name: form if name in requested else _opened(form) for name, form in schemas.items()
    }
    return made


def _names_in(part: Any, schemas: dict[str, Form]) -> set[str]:
    """Return the names of the schemas that a part of the document refers to, directly or through other schemas."""
    found: set[str] = set()
    parts = [part]
    while parts:
        one = parts.pop()
        name = str(one.get("$ref", "")).rpartition("/")[2] if isinstance(one, dict) else ""
        if name in schemas and name not in found:
            found.add(name)
            parts.append(schemas[name])
        if isinstance(one, dict | list | tuple):
            parts.extend(one.values() if isinstance(one, dict) else one)
    return found


def _opened(part: Any) -> Any:
    """Return a schema whose objects allow additional properties."""
    if isinstance(part, dict):
        open_parts = {name: one for name, one in part.items() if name != "additionalProperties" or one is not False}
        return {name: _opened(one) for name, one in open_parts.items()}
    return [_opened(one) for one in part] if isinstance(part, list) else part


def _components() -> dict[str, Form]:
    """Return the components that no schema gives."""
    return {
        **lists.components(),
        **runs.components(),
        **results.components(),
        **views.components(),
        "OpenApiDocument": _ITSELF,
    }
