"""The kinds of values that requests hold, each read strictly."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from flask import current_app
from marshmallow import ValidationError

from riftcheck.api.errors import RequestFault, deck_faults
from riftcheck.carddb.legality import FIRST_DAY
from riftcheck.decks.document import DeckFieldError
from riftcheck.decks.model import DeckReadError
from riftcheck.decks.reader import read_list
from riftcheck.schema import fields

if TYPE_CHECKING:
    from collections.abc import Mapping

    from marshmallow import Schema

    from riftcheck.decks.model import Parsed

_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
_WHOLE: Final = re.compile(r"-?[0-9]{1,6}", re.ASCII)


class Located:
    """Faults with paths of their own, as one of marshmallow's messages."""

    def __init__(self, faults: tuple[RequestFault, ...]) -> None:
        self.faults = faults


class Branch(NamedTuple):
    """One of the forms of a body, by the name that its component of the OpenAPI document has.

    It has the fields of the body's schema, but not those that it `lacks`, and must have those that it `needs`. `least`
    are least values of numbers where they are higher than in other forms. The schema's own check says the same to who
    sends something else.
    """

    name: str
    needs: tuple[str, ...]
    lacks: tuple[str, ...]
    least: Mapping[str, int] = {}


class Decks(fields.Field[list[Any]]):
    """Up to `most` lists that the route reads, because one that cannot be read is no fault of the others.

    Each is a list as it is, or a `row` with a list in it.
    """

    def __init__(self, most: int, row: type[Schema], **more: Any) -> None:
        self.most = most
        self.row = row
        super().__init__(**more)

    def _deserialize(self, value: Any, *_args: Any, **_more: Any) -> list[Any]:
        if type(value) is not list or not 1 <= len(value) <= self.most:
            raise ValidationError(f"must be a list of 1 to {self.most} decks")
        return value


class Deck(fields.Field[Any]):
    """A list in any of the contract's forms, read by the one door of `decks`, because a site posts thousands."""

    def _deserialize(self, value: Any, *_args: Any, **_more: Any) -> Parsed:
        read = read_deck(value)
        if isinstance(read, tuple):
            raise ValidationError([Located(read)])
        return read


class Day(fields.Field[date]):
    """A day as `2026-11-21`, from the first Core Rules on."""

    def _deserialize(self, value: Any, *_args: Any, **_more: Any) -> date:
        if not isinstance(value, str) or _DAY.fullmatch(value) is None:
            raise ValidationError("must be a day such as 2026-11-21")
        try:
            day = date.fromisoformat(value)
        except ValueError:
            raise ValidationError("there is no such day in the calendar") from None
        if day < FIRST_DAY:
            raise ValidationError(f"must not be before {FIRST_DAY}, the day of the first Core Rules")
        return day


class QueryWhole(fields.Whole):
    """A whole number in a query string, from `least` to `most`."""

    def _deserialize(self, value: Any, *args: Any, **more: Any) -> int:
        number = int(value) if isinstance(value, str) and _WHOLE.fullmatch(value) else None
        return super()._deserialize(number, *args, **more)


def read_deck(value: Any) -> Parsed | tuple[RequestFault, ...]:
    """Return a list as read, or what is wrong with it."""
    if type(value) is not dict:
        return (RequestFault((), "must be an object with text, with code, or with the sections of a deck"),)
    try:
        return read_list(value, current_app.extensions["riftcheck"].db)
    except (DeckFieldError, DeckReadError) as error:
        return deck_faults(error, value)
