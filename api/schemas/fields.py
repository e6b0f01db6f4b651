"""The kinds of values that requests hold, each read strictly."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from flask import current_app
from marshmallow import RAISE, Schema, ValidationError, fields

from riftcheck.api.errors import Fault, deck_faults
from riftcheck.carddb.legality import FIRST_DAY
from riftcheck.decks.document import DeckFieldError
from riftcheck.decks.model import DeckReadError
from riftcheck.decks.reader import read_list

if TYPE_CHECKING:
    from riftcheck.decks.model import Parsed

_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
_WHOLE: Final = re.compile(r"-?[0-9]{1,6}", re.ASCII)


class Strict(Schema):
    """An object that has no fields but those listed."""

    class Meta:
        """Unknown fields are refused, and fields keep their order."""

        unknown = RAISE


class Located:
    """Faults with paths of their own, as one of marshmallow's messages."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        self.faults = faults


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


class Whole(fields.Field[int]):
    """A whole number in JSON, or in a query string, from `least` to `most`. True and 1.0 are none."""

    def __init__(self, least: int, most: int, **more: Any) -> None:
        self.least, self.most = least, most
        super().__init__(**more)

    def _deserialize(self, value: Any, *_args: Any, **_more: Any) -> int:
        if type(value) is not int or not self.least <= value <= self.most:
            raise ValidationError(f"must be a whole number from {self.least} to {self.most}")
        return value


class QueryWhole(Whole):
    """The same in a query string."""

    def _deserialize(self, value: Any, *args: Any, **more: Any) -> int:
        number = int(value) if isinstance(value, str) and _WHOLE.fullmatch(value) else None
        return super()._deserialize(number, *args, **more)


def read_deck(value: Any) -> Parsed | tuple[Fault, ...]:
    """Return a list as read, or what is wrong with it."""
    if type(value) is not dict:
        return (Fault((), "must be an object with text, with code, or with the sections of a deck"),)
    try:
        return read_list(value, current_app.extensions["riftcheck"].db)
    except (DeckFieldError, DeckReadError) as error:
        return deck_faults(error, value)
