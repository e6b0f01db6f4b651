"""The places of cards that stand under no header: by the kind of the card, and by the blocks that blank lines make.

The order that sites write is legend, chosen champion, main deck, battlefields, runes, with a blank line between.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from riftcheck.carddb.names import id_key
from riftcheck.decks.model import NORMAL_MAIN
from riftcheck.decks.text.names import is_blank

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.carddb import Card
    from riftcheck.carddb.model import DeckKind
    from riftcheck.decks.model import Zone
    from riftcheck.decks.text.items import ListItem

_ZONE: Final[dict[DeckKind, Zone]] = {
    "main": "main",
    "legend": "legend",
    "rune": "runes",
    "battlefield": "battlefields",
}
_LONGEST_CHAMPION: Final = 3  # words of a champion's name
_LONGEST_TITLE: Final = 6  # and of what stands after it


def zone_of(card: Card) -> Zone:
    """Return the zone where a card belongs by its type; a token battlefield is among battlefields, others in main."""
    zone = _ZONE.get(card.kind)
    if zone is None:
        return "battlefields" if "Battlefield" in card.types else "main"
    return zone


def place(blocks: list[list[ListItem]], others: Sequence[ListItem] = ()) -> None:
    """Give every item without a header its zone. A block is the lines between two blank lines.

    `others` are the items that headers place.
    """
    blocks = [block for block in blocks if block]
    for block in blocks:
        _by_kind(block)
    # A list without blank lines, or with one after each card, has no blocks that could tell anything.
    structured = len(blocks) > 1 and any(len(block) > 1 for block in blocks)
    if blocks and (len(blocks[0]) == 1 or not structured):
        _name_legend(blocks, others)
    if not _settle_champions(blocks, others) and structured:
        _name_champion(blocks)
    if structured:
        _find_sideboard(blocks, others)


def legend_among(titles: list[ListItem], blocks: list[list[ListItem]], others: Sequence[ListItem]) -> ListItem | None:
    """Return the words above a list that are the legend it lacks, or None.

    They are written as legends are, `Ekko, Boy Who Shattered Time`. Where the list begins with an unknown single copy
    of another champion, that one is the legend.
    """
    items = [item for block in blocks for item in block]
    if any(item.zone == "legend" for item in others) or any(_is_legend(item) for item in items):
        return None
    for title in titles:
        champion = _champion_in(title.written)
        if champion is None:
            continue
        if items and _may_be_legend(items[0]) and _champion_in(items[0].written) not in {None, champion}:
            return None
        return title
    return None


def settle_legends(items: Sequence[ListItem], others: Sequence[ListItem]) -> None:
    """Take the legends among `items` for extra ones, where the deck may have some and names the one it starts with.

    `others` are the items that headers place. A header for the legend over one copy says with which the deck starts;
    of several legends that no header tells apart, none is taken for it.
    """
    started = sum(item.count for item in others if item.zone == "legend")
    if started != 1 or not any(item.card is not None and item.card.extra_legends for item in (*items, *others)):
        return
    for item in items:
        if item.zone == "legend":
            item.zone = "extra_legends"


def _champion_in(written: str) -> str | None:
    """Return the champion in a name written as a legend's: a name, a comma or dash, and a title, without digits."""
    if any(letter.isdigit() or letter == ":" for letter in written):
        return None
    champion, _, title = written.replace(" \u2013 ", ", ").replace(" - ", ", ").partition(", ")
    if not (champion[:1].isupper() and title[:1].isupper()) or ", " in title:
        return None
    words = len(champion.split()), len(title.split())
    return champion if words[0] <= _LONGEST_CHAMPION and words[1] <= _LONGEST_TITLE else None


def _is_legend(item: ListItem) -> bool:
    if item.said is not None:
        return item.said == "legend"
    return item.card is not None and item.card.kind == "legend"


def _by_kind(block: list[ListItem]) -> None:
    unknown = []
    votes: Counter[Zone] = Counter()
    for item in block:
        if item.said is not None:
            item.zone = item.said
        elif item.card is None:
            unknown.append(item)
        else:
            item.zone = zone_of(item.card)
            votes[item.zone] += 1
    if unknown:
        del votes["legend"]  # a block holds one of those, and more cards after it
        usual: Zone = max(votes, key=lambda zone: (votes[zone], zone == "main"), default="main")
        for item in unknown:
            item.zone = _told_by_writing(item) or usual


def _told_by_writing(item: ListItem) -> Zone | None:
    if is_blank(item.written):
        return "battlefields"
    return "runes" if is_rune_id(item.id or item.written) else None


def is_rune_id(written: str) -> bool:
    """Tell whether an id is numbered as a rune is, such as `RAD-R01`."""
    key = id_key(written) if len(written) < 20 else None  # noqa: PLR2004 - no id is longer
    return key is not None and "-R" in key[0]


def _name_legend(blocks: list[list[ListItem]], others: Sequence[ListItem]) -> None:
    """Take an unknown card that begins a list of several for the legend, where no other card is one.

    Every site writes the legend first; the legend of a set that the database lacks is unknown.
    """
    items = [*(item for block in blocks for item in block), *others]
    if len(items) > 1 and _may_be_legend(items[0]) and all(item.zone != "legend" for item in items):
        items[0].zone = "legend"


def _may_be_legend(item: ListItem) -> bool:
    return _unknown(item) and item.said is None and _told_by_writing(item) is None


def _settle_champions(blocks: list[list[ListItem]], others: Sequence[ListItem]) -> bool:
    """Tell whether the champion is named by a header or in brackets.

    Where brackets name several, or one beside the header's, they tell the kind of each card.
    """
    said = [item for block in blocks for item in block if item.zone == "champion"]
    headed = any(item.zone == "champion" for item in others)
    if headed or len(said) > 1:
        for item in said:
            item.zone = "main"
    return headed or bool(said)


def _name_champion(blocks: list[list[ListItem]]) -> None:
    """Take a single copy alone in the block after the legend, or beside it in a block of two, for the champion."""
    for position, block in enumerate(blocks):
        if block[0].zone != "legend":
            continue
        if len(block) == 2:  # noqa: PLR2004 - legend and champion
            candidate = block[1]
        elif len(block) == 1 and position + 1 < len(blocks) and len(blocks[position + 1]) == 1:
            candidate = blocks[position + 1][0]
        else:
            return
        if may_be_champion(candidate):
            candidate.zone = "champion"
        return


def may_be_champion(item: ListItem) -> bool:
    """Tell whether an item can be the line that names the champion: one copy of a champion unit or of an unknown."""
    if item.count != 1 or item.zone != "main":
        return False
    return _unknown(item) if item.card is None else item.card.is_champion


def _unknown(item: ListItem) -> bool:
    return item.card is None and item.count == 1 and item.problem is None


def _find_sideboard(blocks: list[list[ListItem]], others: Sequence[ListItem]) -> None:
    """Take a block after the runes for the sideboard, where the main deck before it is whole."""
    runes = [position for position, block in enumerate(blocks, 1) if any(item.zone == "runes" for item in block)]
    if runes:
        before = [item for block in (*blocks[: runes[-1]], others) for item in block]
        move_sideboard(before, [item for block in blocks[runes[-1] :] for item in block])


def move_sideboard(before: list[ListItem], after: list[ListItem]) -> None:
    """Put the main deck cards of `after` into the sideboard, where those of `before` already make a main deck."""
    if sum(item.count for item in before if item.zone in {"main", "champion"}) < NORMAL_MAIN:
        return
    for item in after:
        if item.zone == "main":
            item.zone = "sideboard"
