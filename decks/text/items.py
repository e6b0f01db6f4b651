"""The rows of items that the readers of a text hand on, and the assembly of a deck from them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from riftcheck.carddb.names import MAX_NAME
from riftcheck.decks.document import MAX_ENTRIES
from riftcheck.decks.model import MAX_COUNT, SECTIONS, Deck, DeckReadError, Entry, Line, LineCard, LineProblem, Parsed

if TYPE_CHECKING:
    from riftcheck.decks.model import LineKind, Origin, Zone

MAX_UNKNOWN_LINES: Final = 120  # a pool of six boosters of an unknown set has 84
EXAMPLE: Final = "A card line is a count and a name, such as 3 Charm."
_SHOWN: Final = 80


@dataclass(slots=True)
class ListItem(LineCard):
    """So many copies of one card as written. `zone` is None until the place of a card without a header is found.

    `id` is a printing given beside the name. `problem` says in a sentence why this is no card; the item then stands for
    one copy of something unreadable, which `may_be_card` that the database lacks. `sure`: the database lacks it, or it
    is unclear which it is, but it is no title. `said`: the section that the line itself names in brackets, which counts
    where no header does.
    """

    id: str | None = None
    sure: bool = False
    said: Zone | None = None
    may_be_card: bool = False

    @property
    def known(self) -> bool:
        """True where this is a card beyond doubt."""
        return self.card is not None or self.sure


@dataclass(slots=True)
class Row:
    """One non-blank line of the text: its 1-based number, the line as it came, and its reading.

    `title`: no count, and no card of its own: a title, if it stands before the first card. `counted`: a count is
    written.
    """

    number: int
    text: str
    kind: LineKind
    items: list[ListItem] = field(default_factory=list)
    zone: Zone | None = None
    title: bool = False
    counted: bool = False


def is_doubtful(card: LineCard) -> bool:
    """Return True if a line in doubt certainly means a card, so that the text is a decklist."""
    return isinstance(card, ListItem) and card.problem is not None and card.sure


def shown(text: str) -> str:
    """Return a piece of the user's text for a message: on one line and not too long."""
    text = " ".join(text[: _SHOWN * 4].split())
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}\u2026"


def added_up(items: list[ListItem], seen: dict[tuple[str, Zone | None], ListItem] | None = None) -> list[ListItem]:
    """Return one item for equal ones of a zone, as far as a count goes; items already in `seen` are added to."""
    seen = {} if seen is None else seen
    kept = []
    for item in items:
        same = seen.get((item.written, item.zone))
        if same is None or same.count + item.count > MAX_COUNT:
            seen[item.written, item.zone] = item
            kept.append(item)
        else:
            same.count += item.count
    return kept


def guard(entries: int) -> None:
    """Refuse a text with more cards than any deck has entries.

    :raises DeckReadError: if it has.
    """
    if entries > MAX_ENTRIES:
        message = f"The text has over {MAX_ENTRIES} entries in all; give equal cards as one, with a count."
        raise DeckReadError(message)


def guard_unknown(lines: int) -> None:
    """Refuse a text of more lines without a known card than any deck or pool has, before more of them are looked at.

    :raises DeckReadError: if it has.
    """
    if lines > MAX_UNKNOWN_LINES:
        message = f"Over {MAX_UNKNOWN_LINES} lines of the text name no known card. Is it a deck list?"
        raise DeckReadError(f"{message} {EXAMPLE}")


def assemble(rows: list[Row], origin: Origin) -> Parsed:
    """Return the deck and the account of its lines.

    :raises DeckReadError: if there are more cards than any deck has entries.
    """
    guard(sum(len(row.items) for row in rows))  # before more work is done for them
    parsed = Parsed(Deck(origin))
    for row in rows:
        zone = row.zone
        if row.items and (len(row.items) > 1 or row.items[0].zone == "champion"):
            _split_champions(row, parsed.deck)
        if row.items and row.kind != "set-aside":
            zone = row.items[0].zone
            for item in row.items:
                if item.zone != zone:
                    zone = None  # the cards of this line went to several zones
                _put(parsed, item, row)
        parsed.lines.append(Line(row.number, row.text, row.kind, zone, row.items))
    # Further copies of a champion make one entry more.
    guard(len(parsed.deck.champion) + sum(len(parsed.deck.section(section)) for section in SECTIONS))
    return parsed


def _split_champions(row: Row, deck: Deck) -> None:
    """Leave one copy of a champion in its section; the further ones are main deck cards."""
    items = row.items
    row.items = []
    for item in items:
        row.items.append(item)
        if item.zone == "champion" and item.count > 1 and item.problem is None:
            row.items.append(replace(item, count=item.count - 1, zone="main"))
            item.count = 1
            deck.champion_apart = True  # who has all copies there repeats none of them in the main deck


def _put(parsed: Parsed, item: ListItem, row: Row) -> None:
    deck, zone = parsed.deck, item.zone or "main"
    entries: list[Entry] = getattr(deck, zone)
    if item.problem is not None:
        entry = Entry(
            item.written[:MAX_NAME],
            1,
            row.number,
            unreadable=True,
            reason=item.problem,
            may_be_card=item.may_be_card,
        )
        entries.append(entry)
        parsed.problems.append(LineProblem(row.number, row.text, item.problem))
    else:
        entries.append(Entry(item.written, item.count, row.number, id=item.id))
