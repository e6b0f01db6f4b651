"""The fields of marshmallow with one wording of faults, wherever a document comes from, and values left out.

A message goes on where the path to the field ends: `deck/main/0/count: must be a whole number from 1 to 1000`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from marshmallow import ValidationError, fields, missing

from riftcheck.schema import checks

if TYPE_CHECKING:
    from collections.abc import Callable

    from marshmallow import Schema
    from marshmallow.types import ErrorMessages

    from riftcheck.schema.vocabulary import Vocabulary

_Value = TypeVar("_Value")


def _says(**messages: str) -> ErrorMessages:
    return dict(messages)


class Field(fields.Field[_Value]):
    """The base of all fields. A value equal to `left_out` is not written out."""

    default_error_messages: ErrorMessages = _says(
        required="is required", null="must not be null", validator_failed="must be another value"
    )

    def __init__(self, *args: Any, left_out: Any = missing, **more: Any) -> None:
        self.left_out = left_out
        super().__init__(*args, **more)

    def get_value(
        self,
        obj: Any,
        attr: str,
        accessor: Callable[[Any, str, Any], Any] | None = None,
        default: Any = missing,
    ) -> Any:
        """Return the value of an object's attribute, or marshmallow's `missing` where it is left out."""
        value = super().get_value(obj, attr, accessor, default)
        return missing if self.left_out is not missing and value == self.left_out else value


class Raw(Field[Any], fields.Raw):
    """Any value."""


class String(Field[str], fields.String):
    """A text."""

    default_error_messages: ErrorMessages = _says(invalid="must be a text")


class Word(String):
    """A text that is one of the words of a vocabulary."""

    def __init__(self, of: Vocabulary, **more: Any) -> None:
        self.of = of
        super().__init__(validate=checks.one_of(of.words), **more)


class Formed(Raw):
    """A value that is JSON already and has one of some forms.

    A form is a schema, or the name of a component of the OpenAPI document.
    """

    def __init__(self, *forms: type[Schema] | str, **more: Any) -> None:
        self.forms = forms
        super().__init__(**more)


class IsoDay(String):
    """A day, written as `2026-11-21`."""

    def _serialize(self, value: Any, *_args: Any, **_more: Any) -> str | None:
        return None if value is None else str(value.isoformat())


class Boolean(Field[bool], fields.Boolean):
    """True or false, and nothing that is taken for one."""

    default_error_messages: ErrorMessages = _says(invalid="must be true or false")

    def _deserialize(self, value: Any, *_args: Any, **_more: Any) -> bool:
        if type(value) is not bool:
            raise self.make_error("invalid")
        return value


class Integer(Field[int], fields.Integer):
    """A whole number of any size."""

    default_error_messages: ErrorMessages = _says(invalid="must be a whole number")


class Float(Field[float], fields.Float):
    """A number."""

    default_error_messages: ErrorMessages = _says(invalid="must be a number")


class Whole(Field[int]):
    """A whole number from `least` to `most`. True and 1.0 are none."""

    def __init__(self, least: int, most: int, **more: Any) -> None:
        self.least, self.most = least, most
        super().__init__(**more)

    def _deserialize(self, value: Any, *_args: Any, **_more: Any) -> int:
        if type(value) is not int or not self.least <= value <= self.most:
            raise ValidationError(f"must be a whole number from {self.least} to {self.most}")
        return value


class List(Field[list[Any]], fields.List[Any]):
    """A list of values of one kind."""

    default_error_messages: ErrorMessages = _says(invalid="must be a list")


class Dict(Field[dict[Any, Any]], fields.Dict):
    """An object whose keys are no fields."""

    default_error_messages: ErrorMessages = _says(invalid="must be an object")


class Nested(Field[Any], fields.Nested):
    """An object with a schema of its own."""

    default_error_messages: ErrorMessages = _says(type="must be an object")


class Written(Nested):
    """An object that its schema has written out before."""

    def _serialize(self, nested_obj: Any, attr: Any, obj: Any, **kwargs: Any) -> Any:  # type: ignore[override]  # noqa: ARG002
        return nested_obj


def text(description: str, **more: Any) -> String:
    """Return a text of an answer, always there unless `left_out` says when it is not."""
    return String(**_described(description, more))


def word(of: Vocabulary, description: str, **more: Any) -> Word:
    """Return a word of a vocabulary in an answer, always there unless `left_out` says when it is not."""
    return Word(of, **_described(description, more))


def words(of: Vocabulary, description: str, **more: Any) -> List:
    """Return a list of words of a vocabulary in an answer, always there unless `left_out` says when it is not."""
    return List(Word(of), **_described(description, more))


def formed(*forms: type[Schema] | str, description: str, **more: Any) -> Formed:
    """Return a value of one of some forms in an answer, always there unless `left_out` says when it is not."""
    return Formed(*forms, **_described(description, more))


def number(description: str, **more: Any) -> Integer:
    """Return a whole number of an answer, always there unless `left_out` says when it is not."""
    return Integer(**_described(description, more))


def flag(description: str, **more: Any) -> Boolean:
    """Return a true or false of an answer, always there unless `left_out` says when it is not."""
    return Boolean(**_described(description, more))


def texts(description: str, **more: Any) -> List:
    """Return a list of texts of an answer, always there unless `left_out` says when it is not."""
    return List(String(), **_described(description, more))


def numbers(description: str, **more: Any) -> List:
    """Return a list of whole numbers of an answer, always there unless `left_out` says when it is not."""
    return List(Integer(), **_described(description, more))


def objects(schema: type[Schema], description: str, **more: Any) -> List:
    """Return a list of objects of an answer, always there unless `left_out` says when it is not."""
    return List(Nested(schema), **_described(description, more))


def decimal(description: str, **more: Any) -> Float:
    """Return a number of an answer that need not be whole, always there unless `left_out` says when it is not."""
    return Float(**_described(description, more))


def mapping(values: fields.Field[Any], description: str, **more: Any) -> Dict:
    """Return an object of an answer whose keys are names or numbers, not fields; numbers as keys become texts."""
    return Dict(String(), values, **_described(description, more))


def day(description: str, **more: Any) -> IsoDay:
    """Return a day of an answer, always there unless `left_out` says when it is not."""
    return IsoDay(**_described(description, more))


def _described(description: str, more: dict[str, Any]) -> dict[str, Any]:
    return {"required": "left_out" not in more, "metadata": {"description": description}, **more}
