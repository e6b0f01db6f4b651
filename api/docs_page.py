"""The documentation page's contents, taken from the OpenAPI document."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from markupsafe import Markup

from riftcheck.api.errors import KINDS
from riftcheck.api.settings import SETTINGS
from riftcheck.validator.codes import CODES

_TICKED: Final = re.compile(r"`([^`]+)`")


def ticked(text: str) -> Markup:
    """Return a text for a page, with what stands between backticks as code."""
    parts = _TICKED.split(text)  # every second part was between backticks
    return Markup().join(Markup("<code>{}</code>").format(part) if at % 2 else part for at, part in enumerate(parts))


def sections(document: dict[str, Any]) -> dict[str, Any]:
    """Return the values of the template of the page."""
    schemas = document["components"]["schemas"]
    groups: dict[str, list[dict[str, Any]]] = {tag["name"]: [] for tag in document["tags"]}
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            if method in {"get", "post", "delete"}:
                shared = operations.get("parameters", [])
                groups[operation["tags"][0]].append(_operation(path, method, operation, shared, document["components"]))
    return {
        "info": document["info"],
        "tags": document["tags"],
        "groups": groups,
        "schemas": {
            name: {"about": schema.get("description", ""), "fields": _schema(schema), "forms": _forms(schema)}
            for name, schema in sorted(schemas.items())
        },
        "problems": KINDS,
        "settings": SETTINGS,
        "codes": CODES,
    }


def _operation(
    path: str, method: str, operation: dict[str, Any], shared: list[Any], components: dict[str, Any]
) -> dict[str, Any]:
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    return {
        "id": operation["operationId"],
        "method": method.upper(),
        "path": path,
        "summary": operation.get("summary", ""),
        "description": operation.get("description", ""),
        "parameters": [_parameter(one) for one in [*shared, *operation.get("parameters", [])]],
        "body": _name(body.get("schema")),
        "example": json.dumps(body["example"], indent=2, ensure_ascii=False) if "example" in body else None,
        "responses": [
            _response(status, components["responses"][_name(one)] if "$ref" in one else one)
            for status, one in sorted(operation["responses"].items())
        ],
    }


def _parameter(parameter: dict[str, Any]) -> dict[str, Any]:
    schema = parameter.get("schema", {})
    return {
        "name": parameter["name"],
        "where": parameter["in"],
        "required": parameter.get("required", False),
        "kind": _kind(schema),
        "description": parameter.get("description") or schema.get("description", ""),
    }


def _response(status: str, response: dict[str, Any]) -> dict[str, Any]:
    contents: dict[str, Any] = response.get("content", {})
    kind = next(iter(contents), "")
    return {
        "status": status,
        "description": response.get("description", ""),
        "type": kind,
        "schema": _name(contents.get(kind, {}).get("schema")),
    }


def _schema(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the fields of a schema."""
    return [
        {
            "name": name,
            "kind": _kind(field),
            "of": _name(field) or _name(field.get("items")),
            "always": name in schema.get("required", ()),
            "description": field.get("description", ""),
        }
        for name, field in schema.get("properties", {}).items()
    ]


def _forms(schema: dict[str, Any]) -> dict[str, list[str]]:
    """Return what a schema without fields is: one of some schemas, one of some words, or a list of something."""
    parts = [_name(part) for part in schema.get("anyOf", schema.get("oneOf", ()))]
    inner = _name(schema.get("items")) or _name(schema.get("additionalProperties"))
    return {
        "of": [name for name in parts if name is not None] or ([inner] if inner else []),
        "words": schema.get("enum", []),
    }


def _kind(field: dict[str, Any]) -> str:
    kind = field.get("type", "object" if _name(field) else "any")
    words = " or ".join(kind) if isinstance(kind, list) else str(kind)
    if "minimum" in field and "maximum" in field:
        words += f", {field['minimum']} to {field['maximum']}"
    if "enum" in field:
        words += ": " + ", ".join(map(str, field["enum"]))
    return words


def _name(schema: Any) -> str | None:
    """Return the name of the schema that is referred to, if any."""
    if not isinstance(schema, dict):
        return None
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    for key in ("anyOf", "allOf", "oneOf"):
        for part in schema.get(key, ()):
            if "$ref" in part:
                return _name(part)
    return None
