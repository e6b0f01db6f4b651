"""The schemas of requests and answers as components: what apispec makes of them, and what it cannot know."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from marshmallow import missing

from riftcheck.api.openapi.forms import Form, array, either, maybe, ref, said, with_default, words
from riftcheck.api.schemas import games, inputs
from riftcheck.schema import fields

if TYPE_CHECKING:
    from collections.abc import Iterator

    from marshmallow import Schema
    from marshmallow.fields import Field

    from riftcheck.api.schemas.inputs import Branch
    from riftcheck.schema import Vocabulary

_DECK = "DeckList"
_JSON_TYPES = frozenset({"string", "integer", "number", "boolean"})


class Converter(OpenAPIConverter):
    """apispec's converter, with the fields of `riftcheck.schema` and of the API, and bodies that have several forms."""

    def field2property(self, field: Field[Any]) -> Form:
        """Return the JSON Schema of a field."""
        known = self._known(field)
        if known is None:
            known = self._plain(field)
        else:
            description = field.metadata.get("description", "")
            known = maybe(known, description) if field.allow_none else said(known, description)
        if field.load_default is missing or callable(field.load_default):
            return known
        return said(known, with_default(known.get("description", ""), field.load_default))

    def field2default(self, field: Field[Any], **_more: Any) -> Form:  # noqa: ARG002
        """Return no `default`, because the description of a field contains it."""
        return {}

    def schema2jsonschema(self, schema: Schema | type[Schema]) -> Form:
        """Return the JSON Schema of a schema: an object, or one of several where it has branches."""
        kind = schema if isinstance(schema, type) else type(schema)
        made: Form = super().schema2jsonschema(schema)  # type: ignore[no-untyped-call]
        made["description"] = (inspect.getdoc(kind) or "").partition("\n\n")[0].replace("\n", " ")
        branches = getattr(kind, "branches", ())
        if not branches:
            return made
        for branch in branches:
            self.spec.components.schema(branch.name, _branch(made, branch))
        return either(*(ref(branch.name) for branch in branches), says=made["description"])

    def _known(self, field: Field[Any]) -> Form | None:
        """Return the form of a field that apispec does not know, None for others."""
        if isinstance(field, fields.Word):
            return self._word(field.of)
        if isinstance(field, inputs.Deck):
            return ref(_DECK)
        if isinstance(field, inputs.Decks):
            row, *_ = self._forms((field.row,))  # before a list: generated clients take the first that fits
            return array(either(row, ref(_DECK)), minItems=1, maxItems=field.most)
        if isinstance(field, inputs.Day):
            return {"type": "string", "format": "date"}
        if isinstance(field, games.Yes):
            return {"type": "boolean", "const": True}
        if isinstance(field, fields.Whole):
            return {"type": "integer", "minimum": field.least, "maximum": field.most}
        forms = getattr(field, "forms", ())
        made = list(self._forms(forms))
        return None if not made else made[0] if len(made) == 1 else either(*made)

    def _forms(self, forms: tuple[type[Schema] | str, ...]) -> Iterator[Form]:
        for form in forms:
            if not isinstance(form, str):
                yield dict(self.resolve_nested_schema(form))  # type: ignore[no-untyped-call]
            else:
                yield {"type": form} if form in _JSON_TYPES else ref(form)

    def _word(self, of: Vocabulary) -> Form:
        if of.name not in self.spec.components.schemas:
            self.spec.components.schema(of.name, words(of))
        return ref(of.name)

    def _plain(self, field: Field[Any]) -> Form:
        made: Form = super().field2property(field)
        if isinstance(field, fields.IsoDay):
            made["format"] = "date"
        return made


class SchemaPlugin(MarshmallowPlugin):
    """apispec's plugin for marshmallow with our converter."""

    Converter = Converter


def _branch(whole: Form, branch: Branch) -> Form:
    """Return one of the forms of an object."""
    properties = {name: one for name, one in whole["properties"].items() if name not in branch.lacks}
    for name, least in branch.least.items():
        properties[name] = {**properties[name], "minimum": least}
    required = sorted({*whole.get("required", ()), *branch.needs})
    return {**whole, "properties": properties, "required": required}
