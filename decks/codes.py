"""Deck codes in the form of Piltover Archive: base32 text to printing ids and counts, and back.

A code is bytes in base32 (RFC 4648) without padding. The first byte holds the format (1) and the version (1 to 6). The
main deck follows, from version 2 the sideboard, from version 3 the chosen champion, and in version 6 the extra legends.
The main deck is one flat list of legend, battlefields, runes and cards; only a card database can tell them apart.
docs/deck-codes.md describes the layout.
"""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from riftcheck.decks import other_games
from riftcheck.decks.model import MAX_COUNT, Deck, DeckReadError, Entry, OtherGameError, Parsed, Section

if TYPE_CHECKING:
    from collections.abc import Iterable

    from riftcheck.carddb import CardDatabase

MAX_CODE: Final = 4000  # characters; a tournament list has about 150

SETS: Final[dict[str, int]] = {"OGN": 0, "OGS": 1, "ARC": 2, "SFD": 3, "UNL": 4, "VEN": 5, "RAD": 6}
VARIANTS: Final[dict[str, int]] = {"": 0, "a": 1, "*": 2, "b": 3}
PREFIXES: Final = ("", "R", "SP")  # by the flag byte of a number

_ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_ACCEPTED: Final = frozenset(_ALPHABET + _ALPHABET.lower())
_FORMAT: Final = 1
_VERSIONS: Final = range(1, 7)
_SIDEBOARD_SINCE: Final = 2
_CHAMPION_SINCE: Final = 3
_FLAGGED: Final = 4  # in this version every number carries a flag
_SPARSE: Final = 5  # from this version on, any count can be written
_EXTRA_LEGENDS: Final = 6  # only this version has extra legends
_MAIN_COUNTS: Final = 12  # up to version 4, the highest count of the main deck
_SIDE_COUNTS: Final = 3  # and of the sideboard
_MAX_NUMBER: Final = 9999
_MAX_VARINT: Final = 5  # bytes, which hold any number of 32 bits
_LEAST_GROUP: Final = 3  # bytes: a number of cards or of one card, a set and a variant
_EXTRA: Final = "extra legends"

_SET_CODES: Final = {number: code for code, number in SETS.items()}
_VARIANT_MARKS: Final = {number: mark for mark, number in VARIANTS.items()}
_WIDTHS: Final = {"": 3, "R": 2, "SP": 0}
# A code has at least 13 bytes up to version 4. From version 5 on, a code with a card has at least 9 bytes, and its flag
# makes the third character an A.
_CODE: Final = re.compile(r"\s*C(?:[EIMQUY][A-Z2-7]{19,}|[UY]A[A-Z2-7]{12,})\s*", re.ASCII | re.IGNORECASE)
_ID: Final = re.compile(r"([A-Z]{3})-(R|SP)?([0-9]{1,4})([A-Z*]?)", re.ASCII | re.IGNORECASE)

Counts = list[tuple[str, int]]


class DeckWriteError(ValueError):
    """A list that a deck code cannot hold; the message says why."""


@dataclass(frozen=True, slots=True)
class DecodedCode:
    """The contents of a deck code: printing ids with counts, each id once a section, in the order of the code.

    `main` is the deck without the sideboard and the extra legends. `champion` is the id of the chosen champion, None if
    the code names none. `extra_legends` has one id for each copy.
    """

    version: int
    main: Counts
    sideboard: Counts
    champion: str | None
    extra_legends: list[str] = field(default_factory=list)


class _Key(NamedTuple):
    """A printing id in numbers; the natural order of these is the order in a code."""

    set: int
    variant: int
    flag: int
    number: int

    def __str__(self) -> str:
        prefix = PREFIXES[self.flag]
        return f"{_SET_CODES[self.set]}-{prefix}{self.number:0{_WIDTHS[prefix]}d}{_VARIANT_MARKS[self.variant]}"


def decode(code: str) -> DecodedCode:
    """Return the contents of a deck code of any version. Case and space around the code do not matter.

    An id that stands twice in a section is added up.

    :raises DeckReadError: where the code is not one, with a sentence that tells where it fails.
    """
    reader = _Reader(_bytes(code.strip()))
    decoded = _contents(reader)
    reader.end()
    return decoded


def length_of(letters: str) -> int | None:
    """Return the number of characters of the deck code that a text begins with, None if it begins with none."""
    letters = letters[:MAX_CODE].upper()
    try:
        data = _bytes(letters)
        reader = _Reader(data)
        _contents(reader)
    except DeckReadError:
        return None
    used = len(data) - reader.left
    length = -(-used * 8 // 5)
    rest = _ALPHABET.index(letters[length - 1]) & ((1 << length * 5 - used * 8) - 1)
    return None if rest else length


def _contents(reader: _Reader) -> DecodedCode:
    version = reader.version()
    if version >= _SPARSE:
        reader.part = "second byte"
        reader.flagged = reader.switch("the mark for rune numbers")
    else:
        reader.flagged = version == _FLAGGED
    main = _section(reader, version, _MAIN_COUNTS, "main deck")
    sideboard = _section(reader, version, _SIDE_COUNTS, "sideboard") if version >= _SIDEBOARD_SINCE else []
    champion = _champion(reader) if version >= _CHAMPION_SINCE else None
    extra_legends = _extra_legends(reader) if version >= _EXTRA_LEGENDS else []
    return DecodedCode(version, main, sideboard, champion, extra_legends)


def is_code(text: str) -> bool:
    """Tell whether a text is one word that has the look of a deck code: no card has such a name."""
    return _CODE.fullmatch(text) is not None


def is_runeterra(code: str) -> bool:
    """Return True if a text decodes as a deck code of Legends of Runeterra; a Riftbound code may do so, too."""
    try:
        return other_games.is_runeterra(_bytes(code.strip()))
    except DeckReadError:
        return False


def from_code(code: str, db: CardDatabase) -> Parsed:
    """Return the deck of a code, its main list split into sections by the cards' types.

    An id that the database does not know stays in `main`. Extra legends are not checked: they may be cards of any type.

    :raises OtherGameError: if the code is no Riftbound code and decodes as one of Legends of Runeterra.
    :raises DeckReadError: where the code is not one.
    """
    try:
        decoded = decode(code)
    except DeckReadError as error:
        if is_runeterra(code):
            raise OtherGameError(other_games.RUNETERRA) from error
        raise
    deck = Deck(origin="code")
    for printing_id, count in decoded.main:
        deck.section(_section_of(printing_id, db)).append(Entry(printing_id, count))
    deck.sideboard = [Entry(printing_id, count) for printing_id, count in decoded.sideboard]
    if decoded.champion is not None:
        deck.champion = [Entry(decoded.champion, 1)]
    deck.extra_legends = [Entry(printing_id, 1) for printing_id in decoded.extra_legends]
    return Parsed(deck, code=code.strip())


def encode(
    main: Iterable[tuple[str, int]],
    sideboard: Iterable[tuple[str, int]],
    champion: str | None,
    extra_legends: Iterable[str] = (),
) -> str:
    """Return the code of a deck in the lowest version from 3 to 6 that can represent it.

    Cards are sorted as the format requires. The counts of an id that occurs twice in a section are added up.
    `extra_legends` keep their order, one id for each copy; only a deck with extra legends is written as version 6.

    :raises DeckWriteError: for an id that a code cannot hold, a count outside 1 to 200, or a list that is too long.
    """
    counted, aside = _counted(main, "main deck"), _counted(sideboard, "sideboard")
    label = None if champion is None else _known_key(champion)
    extra = list(extra_legends)
    _counted([(printing_id, 1) for printing_id in extra], _EXTRA)
    legends = [_known_key(printing_id) for printing_id in extra]
    flags = {key.flag for key in (*counted, *aside, *([] if label is None else [label]), *legends)}
    version = _EXTRA_LEGENDS if legends else _version(counted, aside, flags)
    flagged = any(flags)  # never in version 3, always in version 4
    out = bytearray([_FORMAT << 4 | version])
    if version >= _SPARSE:
        out.append(int(flagged))
    _put_section(out, counted, version, _MAIN_COUNTS, flagged=flagged)
    _put_section(out, aside, version, _SIDE_COUNTS, flagged=flagged)
    out.append(int(label is not None))
    if label is not None:
        _put_card(out, label, flagged=flagged)
    if legends:
        _put_varint(out, len(legends))
        for key in legends:
            _put_card(out, key, flagged=flagged)
    code = base64.b32encode(out).decode("ascii").rstrip("=")
    if len(code) > MAX_CODE:
        raise DeckWriteError(
            f"the list is too long for a deck code: {len(code)} characters, and {MAX_CODE} is the most"
        )
    return code


def canonical(code: str) -> bool:
    """Tell whether a code is written as `encode` writes its list, so that it comes back the same.

    :raises DeckReadError: where the code is not one.
    """
    decoded = decode(code)
    try:
        return encode(decoded.main, decoded.sideboard, decoded.champion, decoded.extra_legends) == code.strip()
    except DeckWriteError:
        return False


def carried_id(text: str) -> str | None:
    """Return a printing id in the spelling of a code (`OGN-007a`, `VEN-R01`, `VEN-SP1`), None if codes lack it."""
    key = _key(text)
    return None if key is None else str(key)


def _bytes(code: str) -> bytes:
    """Return the bytes of a code; fewer than eight bits left over at its end say nothing."""
    if not code:
        raise DeckReadError("The deck code is empty.")
    if len(code) > MAX_CODE:
        raise DeckReadError(f"The deck code has {len(code)} characters; {MAX_CODE} is the most.")
    for position, letter in enumerate(code, 1):
        if letter not in _ACCEPTED:
            raise DeckReadError(
                f"Character {position} of the deck code is {letter!a}; a code has letters A to Z and digits 2 to 7."
            )
    whole = len(code) * 5 // 8
    return base64.b32decode(code.upper() + "A" * (-len(code) % 8))[:whole]


class _Reader:
    """The bytes of a code, read from the front. `part` and `flagged` are of the section that is being read."""

    __slots__ = ("_at", "_data", "flagged", "part")

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0
        self.part = "first byte"
        self.flagged = False

    @property
    def left(self) -> int:
        return len(self._data) - self._at

    def byte(self) -> int:
        if not self.left:
            raise DeckReadError(f"The deck code ends too early, in the {self.part}; its end seems to be missing.")
        self._at += 1
        return self._data[self._at - 1]

    def varint(self) -> int:
        """Read a number: seven bits a byte, lowest first; the highest bit of a byte means that another byte follows."""
        value = 0
        for position in range(_MAX_VARINT):
            byte = self.byte()
            value |= (byte & 0x7F) << (7 * position)
            if byte < 0x80:  # noqa: PLR2004 - the bit for "another byte follows"
                if position and not byte:
                    raise DeckReadError(
                        f"The deck code writes the number {value} in the {self.part} with more bytes than it needs."
                    )
                return value
        raise DeckReadError(f"The deck code has a number of more than {_MAX_VARINT} bytes in the {self.part}.")

    def amount(self, what: str, least_bytes: int) -> int:
        """Read a number of entries, and refuse more than the rest of the code can hold."""
        amount = self.varint()
        if amount * least_bytes > self.left:
            raise DeckReadError(
                f"The deck code announces {amount} {what} in the {self.part}, but only {self.left} bytes follow."
            )
        return amount

    def switch(self, what: str) -> bool:
        value = self.byte()
        if value > 1:
            raise DeckReadError(f"The deck code has {value} as {what}; it must be 0 or 1.")
        return bool(value)

    def version(self) -> int:
        first = self.byte()
        form, version = first >> 4, first & 0x0F
        if form != _FORMAT or version not in _VERSIONS:
            raise DeckReadError(
                f"The deck code begins with format {form}, version {version}; readable are format 1, versions 1 to 6."
            )
        return version

    def art(self) -> tuple[int, int]:
        """Read a set and a variant."""
        card_set, variant = self.byte(), self.byte()
        if card_set not in _SET_CODES:
            raise DeckReadError(f"The deck code names set {card_set} in the {self.part}; {_listed(_SET_CODES)}.")
        if variant not in _VARIANT_MARKS:
            raise DeckReadError(f"The deck code names variant {variant} in the {self.part}; {_listed(_VARIANT_MARKS)}.")
        return card_set, variant

    def number(self) -> tuple[int, int]:
        """Read a collector number with its flag."""
        flag = self.byte() if self.flagged else 0
        if flag >= len(PREFIXES):
            raise DeckReadError(
                f"The deck code has {flag} as a kind of number in the {self.part}; it must be 0, 1 or 2."
            )
        number = self.varint()
        if number > _MAX_NUMBER:
            raise DeckReadError(
                f"The deck code has card number {number} in the {self.part}; {_MAX_NUMBER} is the most."
            )
        return flag, number

    def end(self) -> None:
        if self.left:
            raise DeckReadError(
                f"The deck code goes on after its end (bytes left: {self.left}); is it two codes in one?"
            )


def _listed(known: dict[int, str]) -> str:
    return "known are " + ", ".join(f"{number} ({name or 'plain'})" for number, name in known.items())


def _section(reader: _Reader, version: int, highest: int, part: str) -> Counts:
    reader.part = part
    found: dict[_Key, int] = {}
    if version >= _SPARSE:
        for _ in range(reader.amount("counts", 2)):
            count = reader.varint()
            if not 1 <= count <= MAX_COUNT:
                raise DeckReadError(f"The deck code has a count of {count} in the {part}; counts are 1 to {MAX_COUNT}.")
            _groups(reader, count, found)
    else:
        for count in range(highest, 0, -1):
            _groups(reader, count, found)
    return [(str(key), count) for key, count in found.items()]


def _groups(reader: _Reader, count: int, found: dict[_Key, int]) -> None:
    for _ in range(reader.amount("groups", _LEAST_GROUP)):
        cards = reader.amount("cards", 2 if reader.flagged else 1)
        art = reader.art()
        for _ in range(cards):
            _add(reader, found, _Key(*art, *reader.number()), count)


def _add(reader: _Reader, found: dict[_Key, int], key: _Key, count: int) -> None:
    found[key] = found.get(key, 0) + count
    if found[key] > MAX_COUNT:
        raise DeckReadError(f"The deck code has more than {MAX_COUNT} of {key} in the {reader.part}.")


def _champion(reader: _Reader) -> str | None:
    reader.part = "chosen champion"
    if not reader.switch("the mark for a chosen champion"):
        return None
    return str(_Key(*reader.art(), *reader.number()))


def _extra_legends(reader: _Reader) -> list[str]:
    reader.part = _EXTRA
    found: dict[_Key, int] = {}
    legends = []
    for _ in range(reader.amount("legends", _LEAST_GROUP + reader.flagged)):
        key = _Key(*reader.art(), *reader.number())
        _add(reader, found, key, 1)
        legends.append(str(key))
    return legends


def _section_of(printing_id: str, db: CardDatabase) -> Section:
    card = db.find_id(printing_id).card
    if card is None:
        return "main"
    if "Battlefield" in card.types:
        return "battlefields"
    if card.kind == "legend":
        return "legend"
    return "runes" if card.kind == "rune" else "main"


def _key(text: str) -> _Key | None:
    found = _ID.fullmatch(text.strip())
    if found is None:
        return None
    code, prefix, number, mark = found.groups()
    card_set = SETS.get(code.upper())
    variant = VARIANTS.get("*" if mark in {"s", "S"} else mark.lower())
    if card_set is None or variant is None:
        return None
    return _Key(card_set, variant, PREFIXES.index((prefix or "").upper()), int(number))


def _known_key(text: str) -> _Key:
    key = _key(text)
    if key is None:
        raise DeckWriteError(f"a deck code cannot hold {text!a}; it holds cards of {', '.join(SETS)} by their numbers")
    return key


def _counted(entries: Iterable[tuple[str, int]], part: str) -> dict[_Key, int]:
    counted: dict[_Key, int] = {}
    for text, count in entries:
        key = _known_key(text)
        counted[key] = counted.get(key, 0) + count
        if count < 1 or counted[key] > MAX_COUNT:
            raise DeckWriteError(
                f"a deck code holds 1 to {MAX_COUNT} of a card, not {counted[key]} of {key} in the {part}"
            )
    return counted


def _version(main: dict[_Key, int], sideboard: dict[_Key, int], flags: set[int]) -> int:
    """Return the version to write. Version 4 has a flag for special numbers too, but its readers know only runes."""
    over = max(main.values(), default=0) > _MAIN_COUNTS or max(sideboard.values(), default=0) > _SIDE_COUNTS
    if over or PREFIXES.index("SP") in flags:
        return _SPARSE
    return _FLAGGED if PREFIXES.index("R") in flags else _CHAMPION_SINCE


def _put_section(out: bytearray, counted: dict[_Key, int], version: int, highest: int, *, flagged: bool) -> None:
    if version >= _SPARSE:
        counts = sorted(set(counted.values()), reverse=True)
        _put_varint(out, len(counts))
        for count in counts:
            _put_varint(out, count)
            _put_groups(out, counted, count, flagged=flagged)
        return
    for count in range(highest, 0, -1):
        _put_groups(out, counted, count, flagged=flagged)


def _put_groups(out: bytearray, counted: dict[_Key, int], count: int, *, flagged: bool) -> None:
    groups: dict[tuple[int, int], list[_Key]] = {}
    for key in sorted(key for key, copies in counted.items() if copies == count):
        groups.setdefault((key.set, key.variant), []).append(key)
    _put_varint(out, len(groups))
    for (card_set, variant), keys in groups.items():
        _put_varint(out, len(keys))
        out += bytes([card_set, variant])
        for key in keys:
            _put_number(out, key, flagged=flagged)


def _put_card(out: bytearray, key: _Key, *, flagged: bool) -> None:
    out += bytes([key.set, key.variant])
    _put_number(out, key, flagged=flagged)


def _put_number(out: bytearray, key: _Key, *, flagged: bool) -> None:
    if flagged:
        out.append(key.flag)
    _put_varint(out, key.number)


def _put_varint(out: bytearray, value: int) -> None:
    while value >= 0x80:  # noqa: PLR2004 - seven bits a byte
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
