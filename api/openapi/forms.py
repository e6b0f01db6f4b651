"""JSON Schema in few words, for what no schema of marshmallow reads or writes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from riftcheck.schema import Vocabulary

Form = dict[str, Any]


def ref(name: str) -> Form:
    """Return the reference to a component."""
    return {"$ref": f"#/components/schemas/{name}"}


def text(says: str = "", **more: Any) -> Form:
    """Return a text."""
    return _said({"type": "string", **more}, says)


def whole(says: str = "", **more: Any) -> Form:
    """Return a whole number."""
    return _said({"type": "integer", **more}, says)


def number(says: str = "", **more: Any) -> Form:
    """Return a number that need not be whole."""
    return _said({"type": "number", **more}, says)


def flag(says: str = "", **more: Any) -> Form:
    """Return true or false."""
    return _said({"type": "boolean", **more}, says)


def words(of: Vocabulary) -> Form:
    """Return the component of a vocabulary."""
    return {"type": "string", "enum": list(of.words), "description": of.meaning}


def array(of: Form, says: str = "", **more: Any) -> Form:
    """Return a list of things of one form."""
    return _said({"type": "array", "items": of, **more}, says)


def mapping(of: Form, says: str = "", **more: Any) -> Form:
    """Return an object whose keys are no fields, with values of one form."""
    return _said({"type": "object", "additionalProperties": of, **more}, says)


def maybe(form: Form, says: str = "") -> Form:
    """Return a form, or null."""
    if "type" in form:
        return _said({**form, "type": [form["type"], "null"]}, says)
    return _said({"anyOf": [*form.get("anyOf", [form]), {"type": "null"}]}, says)


def either(*forms: Form, says: str = "") -> Form:
    """Return whatever fits one of some forms."""
    return _said({"anyOf": list(forms)}, says)


def said(form: Form, says: str) -> Form:
    """Return a form with a description of what it is here."""
    return _said(dict(form), says)


def closed(says: str, always: Mapping[str, Form], sometimes: Mapping[str, Form] | None = None, **more: Any) -> Form:
    """Return an object with required fields, optional fields and no additional properties.

    `riftcheck.api.openapi.document` allows additional properties in responses.
    """
    properties = {**always, **(sometimes or {})}
    required = {"required": list(always)} if always else {}
    return {
        "type": "object",
        "description": says,
        **required,
        "properties": properties,
        "additionalProperties": False,
        **more,
    }


def with_default(says: str, default: Any) -> str:
    """Return a description that ends with the default value of the field.

    The schema itself has no `default`, because generators for TypeScript make a field with a `default` required.
    """
    value = default if isinstance(default, str) else json.dumps(default)
    return f"{says} Default: `{value}`." if value else says


def _said(form: Form, says: str) -> Form:
    says = with_default(says, form.pop("default")) if "default" in form else says
    if says:
        form["description"] = says
    return form
