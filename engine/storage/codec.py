"""The codecs of a saved game: one for each sort of value, and one for the fields of each class.

Reading trusts nothing: each codec checks the type, the range and the size of what it reads, to a depth that the tables
fix and the document cannot change. Writing follows the same tables, so the same game always gives the same document.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from riftcheck.engine.model import abilities, scripts
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.definitions import as_unit
from riftcheck.engine.storage.values import LARGEST, BrokenError, shown, text, whole

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.engine.model.chain_items import Item
    from riftcheck.engine.model.definitions import CardDef
    from riftcheck.engine.storage.tables import Reader, Writer

MOST: Final = 4096
REQUIRED: Final[Any] = object()

KEYED: Final = (
    scripts.Script,
    scripts.CostDef,
    abilities.Trigger,
    abilities.Activated,
    abilities.Grant,
    abilities.Static,
    abilities.Replacement,
    scripts.Prohibition,
    abilities.Permission,
    abilities.PriceChange,
    abilities.Extra,
    abilities.AsEvent,
    scripts.RuleChange,
    scripts.Toll,
)


class Codec:
    """The writer and reader of one sort of value. A `plain` value is written as it is."""

    plain = False

    def write(self, value: Any, out: Writer) -> Any:
        """Return the value as JSON can hold it."""
        raise NotImplementedError

    def read(self, data: Any, reader: Reader) -> Any:
        """Return the value that was written.

        :raises BrokenError: if `data` cannot be one.
        """
        raise NotImplementedError


class WholeCodec(Codec):
    """A whole number from `low` to `high`."""

    plain = True

    def __init__(self, low: int = -LARGEST, high: int = LARGEST) -> None:
        self.low = low
        self.high = high

    def write(self, value: Any, _out: Writer) -> Any:
        """Return the number."""
        return value

    def read(self, data: Any, reader: Reader) -> int:
        """Return the number, if it is one and in range."""
        return whole(data, self.low, self.high_of(reader))

    def high_of(self, _reader: Reader) -> int:
        """Return the largest number that may stand here."""
        return self.high


class Counted(WholeCodec):
    """The number of a player, card or location of this game; -1 for none, if `low` is -1."""

    def __init__(self, what: str, low: int = -1) -> None:
        WholeCodec.__init__(self, low)
        self.count: Callable[[Reader], int] = attrgetter(what)

    def high_of(self, reader: Reader) -> int:
        """Return the last of them."""
        return self.count(reader) - 1


class Flag(Codec):
    """Yes or no, written as 1 or 0."""

    def write(self, value: Any, _out: Writer) -> int:
        """Return 1 or 0."""
        return 1 if value else 0

    def read(self, data: Any, _reader: Reader) -> bool:
        """Return True for 1, False for 0."""
        return whole(data, 0, 1) == 1


class TextCodec(Codec):
    """A short text."""

    plain = True

    def write(self, value: Any, _out: Writer) -> Any:
        """Return the text."""
        return value

    def read(self, data: Any, _reader: Reader) -> str:
        """Return the text, if it is one and not too long."""
        return text(data)


class Many(Codec):
    """Values of one sort in order, `exactly` so many if it is given; `made` builds the container of the state."""

    def __init__(
        self,
        codec: Codec,
        made: Callable[[list[Any]], Any] = list,
        exactly: int | str = "",
        most: int = MOST,
    ) -> None:
        self.codec = codec
        self.made = made
        self.exactly = exactly
        self.most = most

    def write(self, value: Any, out: Writer) -> list[Any]:
        """Return the values as a list."""
        if not value or self.codec.plain:
            return list(value)
        write = self.codec.write
        return [write(one, out) for one in value]

    def read(self, data: Any, reader: Reader) -> Any:
        """Return the values, if there are not too many.

        :raises BrokenError: if it is no list, or not as long as it must be, or an entry cannot be read.
        """
        if type(data) is not list:
            raise BrokenError(f"a list is expected, not {shown(data)}")
        exactly = self.exactly
        if exactly != "":
            count = exactly if isinstance(exactly, int) else getattr(reader, exactly)
            if len(data) != count:
                raise BrokenError(f"{count} entries are expected, not {len(data)}")
        if len(data) > self.most:
            raise BrokenError(f"{len(data)} entries are more than the {self.most} that a game can have")
        read = self.codec.read
        values = []
        for one in data:
            try:
                values.append(read(one, reader))
            except BrokenError as fault:
                raise fault.inside(f"entry {len(values) + 1}") from None
        return self.made(values)


class Set(Many):
    """Texts without an order, written sorted."""

    def __init__(self) -> None:
        Many.__init__(self, TextCodec(), frozenset)

    def write(self, value: Any, _out: Writer) -> list[Any]:
        """Return the texts, sorted."""
        return sorted(value)


class Mapping(Many):
    """A mapping from numbers, written as pairs in its own order."""

    def __init__(self, codec: Codec) -> None:
        Many.__init__(self, Group(WholeCodec(), codec), dict)

    def write(self, value: Any, out: Writer) -> list[Any]:
        """Return the pairs."""
        return Many.write(self, list(value.items()), out)


class Group(Codec):
    """A fixed number of values, each with a codec of its own: a tuple."""

    def __init__(self, *codecs: Codec) -> None:
        self.codecs = codecs

    def write(self, value: Any, out: Writer) -> list[Any]:
        """Return the values as a list."""
        return [codec.write(one, out) for codec, one in zip(self.codecs, value, strict=True)]

    def read(self, data: Any, reader: Reader) -> tuple[Any, ...]:
        """Return the values.

        :raises BrokenError: if it is no list of so many entries, or one of them cannot be read.
        """
        if type(data) is not list or len(data) != len(self.codecs):
            raise BrokenError(f"a list of {len(self.codecs)} is expected, not {shown(data)}")
        values = []
        for codec, one in zip(self.codecs, data, strict=True):
            try:
                values.append(codec.read(one, reader))
            except BrokenError as fault:
                raise fault.inside(f"entry {len(values) + 1}") from None
        return tuple(values)


class Maybe(Codec):
    """A value, or none."""

    def __init__(self, codec: Codec) -> None:
        self.codec = codec

    def write(self, value: Any, out: Writer) -> Any:
        """Return the value, or None."""
        return None if value is None else self.codec.write(value, out)

    def read(self, data: Any, reader: Reader) -> Any:
        """Return the value, or None."""
        return None if data is None else self.codec.read(data, reader)


class Definition(Codec):
    """A card definition, as its place in the table of names; gear that is a unit as well counts from -1 down."""

    def write(self, value: Any, out: Writer) -> int:
        """Return the place."""
        found = out.definition(value)
        return found if out.pool.defs[value.index] is value else -1 - found

    def read(self, data: Any, reader: Reader) -> CardDef:
        """Return the definition.

        :raises BrokenError: if the table has none there, or one that cannot be a unit as well.
        """
        count = len(reader.definitions)
        found = whole(data, -count, count - 1)
        if found >= 0:
            return reader.definitions[found]
        d = reader.definitions[-1 - found]
        if not d.types & (w.GEAR | w.UNIT):
            raise BrokenError(f"{d.name} is no gear that becomes a unit as well")
        return as_unit(reader.pool, d)


class CardNumber(Codec):
    """The number of a definition in the pool, written as its place in the table of names."""

    def write(self, value: Any, out: Writer) -> int:
        """Return the place."""
        return out.definition(out.pool.defs[value])

    def read(self, data: Any, reader: Reader) -> int:
        """Return the number in the pool at hand."""
        d = reader.definitions[whole(data, 0, len(reader.definitions) - 1)]
        return reader.pool.by_name[d.name]


class Keyed(Codec):
    """Something of `riftcheck.engine.model.definitions`, written as its key."""

    def __init__(self, *types: type) -> None:
        self.types = types

    def write(self, value: Any, out: Writer) -> str:
        """Return the key.

        :raises BrokenError: if the pool does not have the value under its key.
        """
        if not isinstance(value, KEYED) or not out.pool.knows(value, value.key):
            raise BrokenError(f"{type(value).__name__} {getattr(value, 'key', '')!r} is not in the pool under its key")
        return value.key

    def read(self, data: Any, reader: Reader) -> Any:
        """Return the script or ability of the pool under the key.

        :raises BrokenError: if the pool has nothing under the key, or something of another type.
        """
        key = text(data)
        found = reader.pool.keyed(key)
        if found is None:
            raise BrokenError(f"the card data has nothing under {shown(key)}; the game was saved with other data")
        if not isinstance(found, self.types):
            expected = " or ".join(one.__name__.lower() for one in self.types)
            raise BrokenError(f"{shown(key)} is a {type(found).__name__.lower()}, but a {expected} is expected")
        return found


class Shared(Codec):
    """A chain item, written as its place in the table of items: who held the same one holds the same one again."""

    def write(self, value: Any, out: Writer) -> int:
        """Return the place."""
        return out.item(value)

    def read(self, data: Any, reader: Reader) -> Item:
        """Return the item."""
        return reader.items[whole(data, 0, len(reader.items) - 1)]


class RecordField:
    """One stored field: its name, its codec, and the written form that may be left out at the end of a record."""

    __slots__ = ("codec", "default", "name")

    def __init__(self, name: str, codec: Codec, default: Any = REQUIRED) -> None:
        self.name = name
        self.codec = codec
        self.default = default


class RecordCodec(Codec):
    """An object as the list of its fields. The first `given` fields are the arguments of its constructor.

    The last value of any other field must be what the constructor sets.
    """

    def __init__(self, made: Callable[..., Any], given: int, fields: tuple[RecordField, ...]) -> None:
        self.made = made
        self.given = given
        self.fields = fields
        self.least = sum(1 for field in fields if field.default is REQUIRED)
        self.values: Callable[[Any], tuple[Any, ...]] = attrgetter(*[field.name for field in fields])
        self.coded = [(place, field.codec) for place, field in enumerate(fields) if not field.codec.plain]
        self.defaults = [field.default for field in fields]

    def write(self, value: Any, out: Writer) -> list[Any]:
        """Return the fields, without those at the end that are as usual."""
        data = list(self.values(value))
        for place, codec in self.coded:
            data[place] = codec.write(data[place], out)
        defaults = self.defaults
        last = len(data)
        while last and data[last - 1] == defaults[last - 1]:
            last -= 1
        del data[last:]
        return data

    def read(self, data: Any, reader: Reader) -> Any:
        """Return the object.

        :raises BrokenError: if it is no list, has too few or too many entries, or one of them cannot be read.
        """
        if type(data) is not list:
            raise BrokenError(f"a list is expected, not {shown(data)}")
        if not self.least <= len(data) <= len(self.fields):
            raise BrokenError(f"{self.least} to {len(self.fields)} entries are expected, not {len(data)}")
        # An entry left out is as the constructor makes it, but for its own arguments.
        fields = self.fields[: max(len(data), self.given)]
        values = []
        for place, field in enumerate(fields):
            try:
                values.append(field.codec.read(data[place] if place < len(data) else field.default, reader))
            except BrokenError as fault:
                raise fault.inside(f"`{field.name}`") from None
        made = self.made(*values[: self.given])
        for field, value in zip(fields[self.given :], values[self.given :], strict=True):
            setattr(made, field.name, value)
        return made
