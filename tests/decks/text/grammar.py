"""Generate lines of decklists from a grammar, each with its expected reading.

The expected reading comes only from the parts of the line, not from the reader.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from random import Random

    from riftcheck.carddb import Card, CardDatabase

_PLAIN_ID: Final = re.compile(r"([A-Z][A-Z0-9][A-Z])-(\d{3})([ab*]?)")
_SMALL: Final = 12  # a number up to this one after a name is the count
_HIGHEST: Final = 200
_MARKS: Final = ("(Foil)", "*F*", "(Launch Exclusive)", "(GG EZ)", "[Foil]", "Foil", "(Alternate Art)", "(Worlds 2026)")
_PRICES: Final = ("0.35 EUR", "$1.20", "12 %", "| 0,35 \u20ac | 12 %")
_NOTES: Final = ("# swap 1 in the mirror", "// good", "# was the best card", "// 2 of them are enough")
_BEFORE: Final = (
    "{n} ",
    "{n}x ",
    "{n} x ",
    "x{n} ",
    "{n}* ",
    "{n}.0 ",
    "{n} of ",
    "{n} \u00d7 ",
    "*{n} ",
    "{n}: ",
    "+{n} ",
    "{n}\u0445 ",
    "{n} copies of ",
    "{n} pcs ",
    "{n}\t",
    "0{n} ",
)
_SIGNED: Final = (" x{n}", " x {n}", " {n}x", " *{n}", " (x{n})", " \u00d7{n}")
_PREFIXES: Final = ("", "- ", "* ", "\u2022 ", "[ ] ", "[x] ", "\u2610 ", "- [ ] ")
_TAKEN_OUT: Final = (
    *("# {n} {c}", "// {n} {c}", "~~{n} {c}~~", "- ~~{n} {c}~~", "{n} ~~{c}~~", "<!-- {n} {c} -->", "/* {n} {c} */"),
    *("-- {n} {c}", "; {n} {c}", "% {n} {c}"),
)
_DELIMITERS: Final = (",", ";", "\t", "|", " | ", ", ")


@dataclass(frozen=True, slots=True)
class Made:
    """A line, the production that made it, and its cards with their counts; None if the line is doubtful."""

    production: str
    line: str
    cards: list[tuple[int, str]] | None
    zone: str = "main"


@dataclass(frozen=True, slots=True)
class _Chosen:
    """A card with one of its spellings, one of its ids, and the numbers that it has in its sets."""

    card: Card
    name: str
    code: str
    digits: str
    mark: str
    numbers: frozenset[int]

    @property
    def id(self) -> str:
        return f"{self.code}-{self.digits}{self.mark}"


class Grammar:
    """The productions of lines about the cards of a database: `read_` and `doubt_` are their classes."""

    def __init__(self, db: CardDatabase) -> None:
        self._cards: Final = [card for card in db.cards if any(_PLAIN_ID.fullmatch(one.id) for one in card.printings)]
        self._sets: Final = {card_set.code: card_set.name for card_set in db.sets.values()}
        self.productions: Final = sorted(name for name in dir(self) if name.startswith(("read_", "doubt_")))

    def make(self, random: Random) -> Made:
        """Return a line of any production."""
        production = random.choice(self.productions)
        made: Made = getattr(self, production)(random)
        return replace(made, production=production)

    @classmethod
    def of(cls, db: CardDatabase) -> Grammar:
        """Return the grammar of a database; it is made once."""
        return db.derived("grammar of lines", lambda: cls(db))

    def _card(self, random: Random, other: _Chosen | None = None) -> _Chosen:
        """Return a card, another one than `other`."""
        while True:
            card = random.choice(self._cards)
            if other is None or card is not other.card:
                break
        found = [match for one in card.printings if (match := _PLAIN_ID.fullmatch(one.id))]
        code, digits, mark = random.choice(found).groups()
        name = random.choice((card.name, card.full_name, card.full_name))
        name = random.choice((str, str, str.upper, str.lower, _dashed, _curly, _misread))(name)
        numbers = frozenset(
            int(re.sub(r"\D", "", one.id.partition("-")[2].partition("/")[0])) for one in card.printings
        )
        return _Chosen(card, name, code, digits, mark, numbers)

    def _id(self, chosen: _Chosen, random: Random) -> str:
        """Return an id in any spelling that needs no space around it."""
        end = f"{chosen.digits}{chosen.mark}"
        dash = random.choice(("-", "\u2013", "\u2014", "\u2212", "_", "\u2011"))
        if chosen.mark and dash == "_":
            dash = "-"
        glued = f"{chosen.code}{chosen.digits}" if not chosen.mark else f"{chosen.code}-{end}"
        return random.choice(
            (f"{chosen.code}{dash}{end}", glued, f"{chosen.code}-{end}", f"{chosen.code.lower()}-{end}")
        )

    def _beside(self, chosen: _Chosen, random: Random) -> str:
        """Return an id, a set or the number of a card as it is written beside a name."""
        code, end = chosen.code, f"{chosen.digits}{chosen.mark}"
        return random.choice(
            (
                "",
                f" ({self._id(chosen, random)})",
                f" [{self._id(chosen, random)}]",
                f" {self._id(chosen, random)}",
                f" ({code} #{end})",
                f" [{code}:{end}]",
                f" ({code})",
                f" [{code}]",
                f" ({self._sets[code]})",
                f" ({chosen.digits}/298)",
                f" ({chosen.digits})",
                f" #{chosen.digits}",
                f" ({code}) {chosen.digits}",
            )
        )

    def _tail(self, random: Random, *, note: bool = True) -> str:
        """Return marks, a price and a note."""
        mark = f" {random.choice(_MARKS)}" if random.random() < 0.3 else ""
        price = f" {random.choice(_PRICES)}" if random.random() < 0.2 else ""
        return mark + price + (f" {random.choice(_NOTES)}" if note and random.random() < 0.2 else "")

    def _columns(self, random: Random, values: list[str]) -> str:
        """Return values in columns in any order, with quotes where a value needs them."""
        delimiter = random.choice(_DELIMITERS)
        random.shuffle(values)
        return delimiter.join(f'"{value}"' if "," in value or random.random() < 0.2 else value for value in values)

    def read_count_before_name(self, random: Random) -> Made:
        card, count = self._card(random), _count(random)
        before = random.choice(_BEFORE[:-1] if count >= 10 else _BEFORE).format(n=count)
        line = random.choice(_PREFIXES) + before + card.name + self._beside(card, random) + self._tail(random)
        return Made("", line, [(count, card.card.name)])

    def read_signed_count_after_name(self, random: Random) -> Made:
        card, count = self._card(random), _count(random)
        line = card.name + self._beside(card, random) + random.choice(_SIGNED).format(n=count)
        return Made("", random.choice(_PREFIXES) + line + self._tail(random), [(count, card.card.name)])

    def read_count_after_name(self, random: Random) -> Made:
        card, count = self._card(random), random.randint(1, _SMALL)
        line = card.name + random.choice((" {n}", ": {n}", " ({n})", " [{n}]", ",{n}", ", {n}")).format(n=count)
        return Made("", line + self._tail(random), [(count, card.card.name)])

    def read_id_and_count(self, random: Random) -> Made:
        card, count = self._card(random), _count(random)
        if count in card.numbers:
            count = 1
        one = self._id(card, random)
        number = f" #{card.digits}" if random.random() < 0.2 else ""
        line = random.choice((
            f"{count} {one}", f"{count}x {one}", f"{one} {count}", f"{one} x{count}", f"{one},{count}",
            f"({one}) {count}", f"{one},0,{count}", f"{one}{number} x{count}", f"[{one}] x{count}", f"{count},{one}",
        ))  # fmt: skip
        return Made("", line + random.choice(("", " foil", " (Foil)")), [(count, card.card.name)])

    def read_name_or_id_alone(self, random: Random) -> Made:
        card = self._card(random)
        line = random.choice(
            (card.name, self._id(card, random), f"{card.name} ({card.id})", f"[{card.id}] {card.name}")
        )
        return Made("", line, [(1, card.card.name)])

    def read_id_before_name(self, random: Random) -> Made:
        card, count = self._card(random), _count(random)
        one = self._id(card, random)
        line = random.choice(
            (f"{count} {one} {card.name}", f"[{one}] {card.name} x{count}", f"{count}x [{one}] {card.name}")
        )
        return Made("", line + self._tail(random), [(count, card.card.name)])

    def read_columns(self, random: Random) -> Made:
        card, count = self._card(random), random.randint(1, _SMALL)
        values = [card.name, str(count)]
        more = {"id": card.id, "set": self._sets[card.code], "price": "0.35 EUR", "mark": "Foil", "language": "English"}
        values += [value for value in more.values() if random.random() < 0.4]
        if random.random() < 0.4 and count not in card.numbers:
            values.append(card.digits if int(card.digits) != count else str(count))
        return Made("", self._columns(random, values), [(count, card.card.name)])

    def read_chat_and_page(self, random: Random) -> Made:
        card, count = self._card(random), _count(random)
        line = random.choice(
            (
                f"{count}x [{card.name}](https://example.org/c/{card.digits})",
                f"{count}x <:calm:1234567890123> {card.name}",
                f"{count} :calm: {card.name}",
                f"{count} {card.name}<br>",
                f"<li>{count} {card.name}</li>",
                f"<p><b>{count}</b> {card.name}</p>",
                f"**{count}x {card.name}**",
                f"{count} {card.name} https://example.org/c/{card.digits}",
            )
        )
        return Made("", line, [(count, card.card.name)])

    def read_section_in_brackets(self, random: Random) -> Made:
        card, count = self._card(random), _count(random)
        part = random.choice(("Main", "Main Deck", "Spell", "Unit", "Gear"))
        line = random.choice(("{n} {c} ({p})", "[{p}] {n} {c}", "{n}x {c} [{p}]"))
        return Made("", line.format(n=count, c=card.name, p=part), [(count, card.card.name)])

    def read_sideboard_line(self, random: Random) -> Made:
        card, count = self._card(random), _count(random)
        line = random.choice(
            ("SB: {n} {c}", "SB:{n}x {c}", "Sideboard: {n} {c}", "R\u00e9serve : {n} {c}", "Side: {c} x{n}")
        )
        return Made("", line.format(n=count, c=card.name), [(count, card.card.name)], "sideboard")

    def read_two_cards(self, random: Random) -> Made:
        one = self._card(random)
        two, counts = self._card(random, one), (_count(random), _count(random))
        line = random.choice(("{n} {a} {m} {b}", "{n}x {a}, {m}x {b}", "{a} x{n}, {b} x{m}", "{n} {a} | {m} {b}"))
        made = line.format(n=counts[0], m=counts[1], a=one.name, b=two.name)
        return Made("", made, [(counts[0], one.card.name), (counts[1], two.card.name)])

    def read_commented_card(self, random: Random) -> Made:
        card = self._card(random)
        return Made("", random.choice(_TAKEN_OUT).format(n=3, c=card.name), [])

    def doubt_two_counts(self, random: Random) -> Made:
        count, other = random.sample(range(1, _SMALL + 1), 2)
        while {count, other} & (card := self._card(random)).numbers:
            pass  # one of them may be the number of the card
        line = random.choice((
            "{n} {c} x{m}", "{n}x {c} {m}", "{n} {c} {m}", "{c} x{n} x{m}", "{n} {c} ({m})", "x{n} {c} *{m}",
            "{n},{c},{m}", "{n} {m} {c}", "{c} {n} {m}", "{n} {i} {m}", "{i} {n} {m}", "{c},{i},{n},{m}",
            "{n} {c} ({i}) {m}",
        ))  # fmt: skip
        return Made("", line.format(n=count, m=other, c=card.name, i=card.id), None)

    def doubt_id_of_another_card(self, random: Random) -> Made:
        card, count = self._card(random), _count(random)
        other = self._card(random, card)
        one = self._id(other, random)
        line = random.choice((
            f"{count} {card.name} ({one})", f"{count} {card.name} {one}", f"[{one}] {card.name} x{count}",
            f"{one},{card.name},{count}", f"{count} {one} {card.name}",
            f"{count}x {other.code} {other.digits} {card.name}", f"{count} {card.name} ({other.code} #{other.digits})",
        ))  # fmt: skip
        return Made("", line, None)

    def doubt_note_with_a_card_or_a_count(self, random: Random) -> Made:
        card, count = self._card(random), random.randint(1, 3)
        other = self._card(random, card)
        note = random.choice((f"3 {other.name}", f"{other.name} x3", "x4", "4x", f"see {other.id}", "4"))
        return Made("", f"{count} {card.name} {random.choice(('#', '//'))} {note}", None)

    def doubt_section_in_brackets(self, random: Random) -> Made:
        card, count = self._card(random), _count(random)
        part = random.choice(("SB", "Sideboard", "sb?", "Side Deck", "Maybe", "Maybeboard{noDeck}", "cut", "in the SB"))
        line = random.choice(("({p}) {n} {c}", "[{p}] {n}x {c}", "{n} {c} ({p})", "{n} {c} ({i}) [{p}]"))
        return Made("", line.format(n=count, c=card.name, i=card.id, p=part), None)

    def doubt_signed_count_in_a_mark(self, random: Random) -> Made:
        card, (count, other) = self._card(random), random.sample(range(1, _SMALL + 1), 2)
        line = random.choice(("{n} {c} (foil, x{m})", "{n} {c} (x{m} foil)", "{c} x{n} [NM {m}x]"))
        return Made("", line.format(n=count, m=other, c=card.name), None)

    def doubt_partly_struck(self, random: Random) -> Made:
        card = self._card(random)
        line = random.choice(("~~3 {c}~~ 3 {o}", "3 ~~{c}~~ {o}", "3 {o} ~~3 {c}~~"))
        return Made("", line.format(c=card.name, o=self._card(random, card).name), None)

    def doubt_count_between_names(self, random: Random) -> Made:
        card, count = self._card(random), _count(random)
        return Made("", f"{card.name} {count} {self._card(random, card).name}", None)

    def doubt_number_of_the_card_as_count(self, random: Random) -> Made:
        card, numbers = self._card(random), list[int]()
        while not numbers:
            card = self._card(random)
            numbers = [number for number in card.numbers if _SMALL < number <= _HIGHEST]
        return Made("", f"{card.name} {random.choice(numbers)}", None)

    def doubt_id_with_columns_of_numbers(self, random: Random) -> Made:
        card, count = self._card(random), random.randint(1, 3)
        return Made("", random.choice((f"{card.id},{card.digits},{count}", f"{card.id},{count},{count + 1}")), None)

    def doubt_count_out_of_range(self, random: Random) -> Made:
        card = self._card(random)
        count = random.choice((0, 201, 999, 10**9))
        return Made(
            "", random.choice(("{n} {c}", "{c} x{n}", "{n}x {c}", "x{n} {c}")).format(n=count, c=card.name), None
        )

    def doubt_number_in_a_mark(self, random: Random) -> Made:
        card = self._card(random)
        return Made("", f"3 {card.name} ({random.choice(('5 of 8', 'plus 2', '4 total'))})", None)

    def doubt_decimal_alone(self, random: Random) -> Made:
        return Made("", f"{self._card(random).name} {random.choice(('2.50', '3.00', '0.35'))}", None)

    def doubt_two_cards_in_one_name(self, random: Random) -> Made:
        card = self._card(random)
        other = self._card(random, card)
        line = random.choice(("3 {c} ({o})", "3 {c} (or {o})", "3 {c} {o} ({i})"))
        return Made("", line.format(c=card.name, o=other.name, i=card.id), None)


def _count(random: Random) -> int:
    return random.choice((1, 2, 3, 3, 3, random.randint(4, _SMALL), random.randint(_SMALL + 1, _HIGHEST)))


def _dashed(name: str) -> str:
    return name.replace(", ", " - ")


def _curly(name: str) -> str:
    return name.replace("'", "\u2019")


def _misread(name: str) -> str:
    """Return a name whose UTF-8 was read as Windows-1252."""
    return name.replace("'", "\u00e2\u20ac\u2122")
