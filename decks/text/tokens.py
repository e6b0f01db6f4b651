"""Split a line into tokens (count, id, name, set, number, mark, price, section) and find the one card that they mean.

A line means one card if every token is about this card. If a number has no meaning, or if two readings of the numbers
give different counts, the line is in doubt and a problem.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from riftcheck.carddb.names import header_key, id_key
from riftcheck.decks.model import MAX_COUNT
from riftcheck.decks.text.counts import TIMES, count_of, is_times, without_of
from riftcheck.decks.text.headers import HEADERS, LONGEST, part_of
from riftcheck.decks.text.items import ListItem, shown
from riftcheck.decks.text.names import both, by_id, is_blank, is_certain_id

if TYPE_CHECKING:
    from riftcheck.carddb import Card, CardDatabase
    from riftcheck.decks.model import Zone
    from riftcheck.decks.text.headers import Opened

_CURRENCY: Final = "EUR|USD|GBP|BRL|CHF|JPY|CNY|KRW"
_DASHES: Final = "\u2010-\u2015\u2212"
_TOKEN: Final = re.compile(
    r"(?P<price>(?:US|R|A|C)?[$\u20ac\u00a3\u00a5]\s?\d+(?:[.,]\d+)?(?!\w)"
    rf"|(?<![\w.,/-])\d+(?:[.,]\d+)?\s?(?:[$\u20ac\u00a3\u00a5%](?!\d)|(?:{_CURRENCY})\b)"
    r"|(?<![\w-])\d{4}-\d\d-\d\d(?![\w-]))"
    r"|\((?P<round>[^()\[\]]*)\)|\[(?P<square>[^()\[\]]*)\]"
    r"|(?P<separator>,)"
    r"|(?P<word>[^\s,()\[\]]+)"
)
_NUMBER: Final = re.compile(r"#(\d{1,3}[a-z*]?)|(\d{1,3}[a-z*]?)/\d{2,3}")
_PADDED: Final = re.compile(r"0(?!00)\d\d[a-z*]?")
_WHOLE: Final = re.compile(r"(\d{1,9})(?:\.0)?,?")
_DECIMAL: Final = re.compile(r"\d+\.\d+")
_LOOSE_NUMBER: Final = re.compile(r"(?<![\w-])\d{1,3}(?![\w-])")
_PRICED: Final = re.compile(
    r"(?:US|R|A|C)?[$\u20ac\u00a3\u00a5]\s?\d+(?:[.,]\d+)?|\d+(?:[.,]\d+)?\s?[$\u20ac\u00a3\u00a5]"
)
_VERSION: Final = re.compile(r"^\s*V\.?\s?\d(?!\d)", re.IGNORECASE)
# Words beside a name that tell the printing, its state, its language or the type of the card.
_MARKS: Final = frozenset(
    {"foil", "non-foil", "nonfoil", "normal", "holo", "regular", "alternate art", "alt art", "overnumbered", "promo"}
    | {"showcase", "common", "uncommon", "rare", "epic", "signature", "signed", "full art", "extended art", "metal"}
    | {"nm", "lp", "mp", "hp", "near mint", "mint", "lightly played", "en", "english", "fr", "de", "es", "it", "zh"}
    | {"*f*", "*e*", "unit", "spell", "gear", "equipment", "champion unit", "token"},
)
_ZONES: Final[dict[str, Zone]] = {
    words: zone for words, zone in HEADERS.items() if zone != "any" and (zone != "main" or words.startswith("main"))
}
_AROUND: Final = " \t,;:|-\u2013\u2014"
_WORDS: Final = 10  # of the longest name
_NAMES: Final = 2  # columns of a line about one card that can be card names: the two parts of a name with a comma
_CARD_DIGITS: Final = 3  # of the number of a card without a set
_SMALL: Final = 12  # a rune deck; a number up to this one after a name is the count


@dataclass(slots=True)
class OneCard:
    """The item that a line means.

    `columns`: several of its columns are numbers, and `empty`: one of these is 0, which tells nothing as long as other
    lines are not looked at. `zone` is the section that a column of the line names, `part` the one that brackets name.
    """

    item: ListItem
    counted: bool
    columns: bool = False
    empty: bool = False
    zone: Zone | None = None
    part: Opened | None = None


@dataclass(slots=True)
class _Tokens:
    names: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    codes: list[str] = field(default_factory=list)
    numbers: list[str] = field(default_factory=list)  # of cards, with a sign before or a total after them
    padded: list[str] = field(default_factory=list)  # of cards, with three digits and a leading zero
    counts: list[int] = field(default_factory=list)  # with a multiplication sign
    integers: list[int] = field(default_factory=list)
    leading: int = 0  # of the integers, those before the name
    separators: int = 0
    decimals: int = 0
    columns: bool = False
    after_set: int | None = None  # an integer directly after the code of a set
    bracketed: str | None = None  # a card in brackets
    said: Zone | None = None
    zone: Zone | None = None
    part: Opened | None = None
    beside: bool = False  # one of the counts is in brackets with other words
    left: str | None = None  # a number within brackets that has no part


def read_one(text: str, db: CardDatabase) -> OneCard | None:
    """Return the one card that a line means, or a problem if the line is in doubt; None if it is not one known card."""
    tokens = _tokens(text, db)
    if tokens is None:
        return None
    item = _card(tokens, text, db)
    if item is None:
        return None
    counted = bool(tokens.counts or tokens.integers)
    columns = tokens.separators > 1 and len(tokens.integers) + len(tokens.padded) > 1
    if item.problem is None:
        item.said = tokens.said
        _count(item, tokens, text)
    return OneCard(item, counted, columns, columns and 0 in tokens.integers, tokens.zone, tokens.part)


def _tokens(text: str, db: CardDatabase) -> _Tokens | None:
    """Return the tokens of a line; None if a count in it is out of range or has no space before a name."""
    tokens = _Tokens(columns="," in text)
    run: list[str] = []
    pieces = _pieces(text, db)
    position = 0
    while position < len(pieces):
        kind, piece = pieces[position]
        following = pieces[position + 1] if position + 1 < len(pieces) else ("", "")
        position += 1
        if kind == "word" and following[0] == "word" and is_times(piece) and following[1].isdecimal():
            piece, position = f"x{following[1]}", position + 1  # Charm x 3
        elif (
            kind == "word"
            and piece.isdecimal()
            and following[0] == "word"
            and is_times(following[1])
            and not (pieces[position + 1 : position + 2] and pieces[position + 1][1].isdecimal())
        ):
            piece, position = f"{piece}x", position + 1  # 3 x Charm
        if kind == "separator":
            tokens.separators += 1
            if run:
                run[-1] += ","
        elif kind == "word" and not _number(piece, tokens, named=bool(run)):
            run.append(piece)
        elif kind == "word" and pieces[position - 2][0] == "bracket" and tokens.codes and piece.isdecimal():
            tokens.after_set = int(piece)
        else:
            _end_run(run, tokens, db)
            if kind == "id":
                tokens.ids.append(piece)
            elif kind == "bracket":
                _bracket(piece, tokens, db)
    _end_run(run, tokens, db)
    alone = tokens.counts or (tokens.integers if len(tokens.integers) == 1 else [])
    return None if any(not 0 < count <= MAX_COUNT for count in alone) else tokens


def _pieces(text: str, db: CardDatabase) -> list[tuple[str, str]]:
    pieces: list[tuple[str, str]] = []
    start = 0
    for found in ids_pattern(db).finditer(text):
        code, rest = found["code"], found["rest"]
        if code is not None and found[0][len(code) :][:1] == " ":
            before = text[start : found.end("code")].rpartition(",")[2].split()[-_WORDS:]
            if any(db.find(" ".join(before[place:])).card is not None for place in range(len(before) - 1)):
                continue  # the last word of a name, and a count
        pieces += _scanned(text[start : found.start()])
        pieces.append(("id", found[0] if id_key(found[0]) is not None else f"{code or found['other']}-{rest or ''}"))
        start = found.end()
    return pieces + _scanned(text[start:])


def _scanned(text: str) -> list[tuple[str, str]]:
    return [
        ("bracket" if found.lastgroup in {"round", "square"} else str(found.lastgroup), found[found.lastgroup or 0])
        for found in _TOKEN.finditer(text)
    ]


def ids_pattern(db: CardDatabase) -> re.Pattern[str]:
    """Return the pattern of a printing id in a line: also with any dash or none, and as `OGN #077`."""

    def make() -> re.Pattern[str]:
        codes = "|".join(sorted(db.sets, key=len, reverse=True))
        mark = r"(?:[-_]?(?:STAR|star|[A-Za-z*])(?![A-Za-z0-9]))?(?:[-_]?[Pp]\d?)?"
        end = r"(?:/\d{2,3})?(?:-[1-9])?(?:[-_](?:foil|nexus|release))?(?![\w/])"
        number = rf"(?:R|r|SP|sp|T|t)?\d{{1,3}}{mark}{end}"
        between = rf"(?:\s?[-_{_DASHES}]\s?|\s?[#:]\s?#?|\s|(?=(?:R|SP|T)?\d\d))"
        other = rf"(?P<other>[A-Za-z][A-Za-z0-9]?[A-Za-z])[-_{_DASHES}]"
        return re.compile(
            rf"(?<![\w-])(?:(?P<code>{codes}|{codes.lower()}){between}(?P<rest>{number})|{other}(?P<rest2>{number}))"
        )

    return db.derived("patterns of ids in lines", make)


def _number(word: str, tokens: _Tokens, *, named: bool) -> bool:
    """Add a word to the numbers of a line, and return True, if it is a number."""
    found = _NUMBER.fullmatch(word)
    if found is not None:
        tokens.numbers.append(found[1] or found[2])
    elif _PADDED.fullmatch(word) and (named or tokens.names or tokens.ids or tokens.columns):
        tokens.padded.append(word)
    elif word[0] in TIMES or word[-1] in TIMES:
        count = count_of(word)
        if count is None:
            return False
        tokens.counts.append(count)
    elif (found := _WHOLE.fullmatch(word)) is not None:
        tokens.integers.append(int(found[1]))
        tokens.leading += not (named or tokens.names or tokens.ids)
    elif _DECIMAL.fullmatch(word):
        tokens.decimals += 1
    else:
        return False
    return True


def _bracket(inside: str, tokens: _Tokens, db: CardDatabase) -> None:
    """Read the words in brackets: a number, a set, a section, a card, or a mark such as `Foil`."""
    inside = _VERSION.sub("", _PRICED.sub("", inside)).strip()
    if inside.isdecimal() and len(inside) >= _CARD_DIGITS:
        tokens.numbers.append(inside)
    elif not inside or _number(inside, tokens, named=True) or _set(inside, tokens, db):
        return
    elif (part := part_of(inside, db)) is not None:
        tokens.part = part
    elif (zone := _ZONES.get(header_key(inside))) is not None or (zone := _main_by_type(inside)) is not None:
        tokens.said = zone
    elif db.find(inside).card is not None:
        tokens.bracketed = inside
    elif signed := [count for word in _words(inside) if (count := _signed(word)) is not None]:
        tokens.counts += signed
        tokens.beside = True
    elif (loose := _LOOSE_NUMBER.search(inside)) is not None:
        tokens.left = loose[0]
    elif " " in inside:
        tokens.bracketed = _card_within(inside, None, db)


def _words(inside: str) -> list[str]:
    return inside.replace(",", " ").replace("/", " ").split()


def _signed(word: str) -> int | None:
    return count_of(word) if word[0] in TIMES or word[-1] in TIMES else None


def _main_by_type(words: str) -> Zone | None:
    return "main" if len(words) <= LONGEST and HEADERS.get(header_key(words)) == "main" else None


def _set(words: str, tokens: _Tokens, db: CardDatabase) -> bool:
    def codes() -> dict[str, str]:
        names = {card_set.name.casefold(): code for code, card_set in db.sets.items()}
        return names | {code.casefold(): code for code in db.sets}

    code = db.derived("codes of sets by name", codes).get(words.casefold())
    if code is not None:
        tokens.codes.append(code)
    return code is not None


def _end_run(run: list[str], tokens: _Tokens, db: CardDatabase) -> None:
    """Add the words before a number, an id or the end to the names, without marks, sets and sections next to them."""
    name = " ".join(run).strip(_AROUND)
    run.clear()
    if name and db.find(name).card is None and db.find(without_of(name) or name).card is None:
        name = _without_marks(_without_set(_column(name, tokens, db), tokens, db), db)
    if any(letter.isalnum() for letter in name):
        tokens.names.append(name)


def _column(text: str, tokens: _Tokens, db: CardDatabase) -> str:
    """Return the name if all other columns are marks, sets and sections; otherwise the whole text."""
    fields = text.split(", ")[: 2 * _WORDS]
    if _are_beside(fields, tokens, db):
        return ""
    if sum(db.find(words).card is not None for words in fields) > _NAMES:
        return text  # several cards
    for size in (2, 1):  # a name has at most one comma
        for start in range(len(fields) - size + 1):
            name = ", ".join(fields[start : start + size]).strip(_AROUND)
            beside = fields[:start], fields[start + size :]
            if db.find(_without_marks(name, db)).card is not None and all(
                _are_beside(one, tokens, db) for one in beside
            ):
                return name
    return text


def _without_set(name: str, tokens: _Tokens, db: CardDatabase) -> str:
    """Return a known name without the name of a set after a dash, as in `Defy - Origins`."""
    base, _, last = name.rpartition(" - ")
    return base if base and db.find(base).card is not None and _set(last, tokens, db) else name


def _without_marks(name: str, db: CardDatabase) -> str:
    """Return a name without the marks of a printing after it, if it is no card with them."""
    words = name.split(" ")
    while len(words) > 1 and db.find(" ".join(words)).card is None:
        size = next((size for size in (2, 1) if " ".join(words[-size:]).casefold().strip(_AROUND) in _MARKS), 0)
        if not 0 < size < len(words):
            break
        del words[-size:]
    return " ".join(words).strip(_AROUND)


def _are_beside(fields: list[str], tokens: _Tokens, db: CardDatabase) -> bool:
    """Return True if all columns are marks, sets and sections; the name of a set may have a comma."""
    position = 0
    while position < len(fields):
        sizes = (size for size in (2, 1) if _is_beside(", ".join(fields[position : position + size]), tokens, db))
        size = next(sizes, 0)
        if not size:
            return False
        position += size
    return True


def _is_beside(words: str, tokens: _Tokens, db: CardDatabase) -> bool:
    """Return True if the words of a column are a mark, a set or a section."""
    words = words.strip(_AROUND)
    if not words or words.casefold() in _MARKS or _set(words, tokens, db):
        return True
    zone = _ZONES.get(header_key(words)) if tokens.separators and len(words) <= LONGEST else None
    tokens.zone = zone or tokens.zone
    return zone is not None


def _card(tokens: _Tokens, text: str, db: CardDatabase) -> ListItem | None:
    """Return one copy of the card that the names and ids of a line mean together; None if they are not one card."""
    if tokens.bracketed is not None and not tokens.names:
        tokens.names.append(tokens.bracketed)
    if len(tokens.names) > 1:
        return None
    name = tokens.names[0] if tokens.names else None
    if name is not None and (tokens.integers or tokens.counts) and db.find(name).card is None:
        name = without_of(name) or name
    named = None if name is None else db.find(name).card
    if tokens.bracketed is not None and db.find(tokens.bracketed).card is not named:
        return _two_cards(text, tokens.bracketed)
    if not tokens.ids:
        _make_id(tokens)
    if tokens.ids:
        return _card_by_id(tokens, name, text, db)
    sure = name is not None and is_blank(name)
    return None if name is None or (named is None and not sure) else ListItem(name, 1, named, sure=sure)


def _card_by_id(tokens: _Tokens, name: str | None, text: str, db: CardDatabase) -> ListItem | None:
    """Return one copy of the card of an id and of the name next to it; None if they are several cards."""
    meant, *more = (db.find_id(printing).card for printing in tokens.ids)
    several = len({id_key(printing) for printing in tokens.ids}) > 1
    if several and (meant is None or any(card is not meant for card in more)):
        return None
    if name is None:
        sure = not more and (meant is not None or is_certain_id(tokens.ids[0], db))
        return by_id(tokens.ids[0], 1, db) if sure else None
    named = db.find(name).card
    if named is not meant and len(tokens.counts) + len(tokens.integers) > 1:
        return None  # each with a count of its own
    other = None if named is not None or meant is None else _card_within(name, meant, db)
    if other is not None:
        return _two_cards(text, other)
    item = both(name, tokens.ids[0], 1, db)
    return item if item.known or item.problem is not None else None


def _two_cards(text: str, other: str) -> ListItem:
    message = f'"{shown(text)}" names {other} next to another card. Give each card its own line.'
    return ListItem(text, 1, problem=message, sure=True)


def _make_id(tokens: _Tokens) -> None:
    """Make an id from a set and the number of a card in it, if the line has both."""
    if len(tokens.codes) != 1:
        return
    for numbers in (tokens.numbers, tokens.padded):
        if len(numbers) == 1:
            tokens.ids.append(f"{tokens.codes[0]}-{numbers.pop()}")
            return
    number = tokens.after_set
    if number is not None and (len(tokens.integers) + len(tokens.counts) > 1 or len(str(number)) >= _CARD_DIGITS):
        tokens.integers.remove(number)
        tokens.ids.append(f"{tokens.codes[0]}-{number}")


def _card_within(name: str, meant: Card | None, db: CardDatabase) -> str | None:
    """Return the name of another known card among words that are no card as a whole."""
    words = name.split()[: 4 * _WORDS]
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + _WORDS) + 1):
            card = db.find(" ".join(words[start:end])).card
            if card is not None and card is not meant:
                return card.name
    return None


def _count(item: ListItem, tokens: _Tokens, text: str) -> None:
    """Give an item its count, or make it a problem if the numbers of the line can be read in two ways."""
    own = _own_numbers(item, tokens)
    integers = tokens.integers
    if not tokens.names and not tokens.counts:
        integers = [*integers, *map(int, (number[:3] for number in tokens.padded))]
        own = set()
    counts = [*tokens.counts, *integers]
    if tokens.counts:
        readings = tokens.counts + [number for number in integers if tokens.beside or number not in own]
    elif len(integers) == 1:
        after = not tokens.leading
        readings = integers
        if after and _SMALL < integers[0] <= MAX_COUNT and integers[0] in own:
            readings = [integers[0], 1]
    else:
        ways = [
            number
            for place, number in enumerate(integers)
            if all(other in own or other == 0 for other in integers[:place] + integers[place + 1 :])
        ]
        readings = list(dict.fromkeys(way for way in ways if 0 < way <= MAX_COUNT)) or integers
    if not counts and (tokens.decimals or any(len(number) < _CARD_DIGITS for number in tokens.numbers)):
        _in_doubt(item, text, f'"{shown(text)}" has a number that may be a count.')
    elif tokens.left is not None:
        _in_doubt(item, text, f'"{shown(text)}" has the number {tokens.left}, whose meaning is unclear.')
    elif len(readings) > 1:
        several = " or ".join(dict.fromkeys(map(str, readings)))
        _in_doubt(item, text, f'"{shown(text)}" has more than one number: it can be {several} copies.')
    elif readings:
        item.count = readings[0]


def _in_doubt(item: ListItem, text: str, message: str) -> None:
    name = item.written if item.card is None else item.card.name
    item.problem, item.sure, item.written = f"{message} Write the count once, before the name: 3 {name}.", True, text


def _own_numbers(item: ListItem, tokens: _Tokens) -> set[int]:
    """Return the numbers that a card has in its printings, or only that of the id on the line."""
    ids = tokens.ids or [] if item.card is None else [printing.id for printing in item.card.printings] + tokens.ids
    found = set()
    for printing in ids:
        digits = re.search(r"\d+", printing.partition("-")[2] or printing)
        if digits is not None:
            found.add(int(digits[0]))
    return found
