"""`riftcheck.load`: the card database."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from riftcheck import carddb
from riftcheck.facade.arguments import database, folders_of
from riftcheck.facade.errors import data_as_sentence

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

    from riftcheck.carddb import CardDatabase


def load(folders: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] = ()) -> CardDatabase:
    """Return the card database: the shipped cards, what `riftcheck cards sync` fetched, and overlays.

    Laid over the shipped cards are the folders of RIFTCHECK_CARDS, then `folders`, in their order: the same cards as at
    the command line with `--cards`. A path by itself is one folder. Each call reads them anew.

    :raises RiftcheckError: if `folders` are none, or the data of one cannot be used; the message lists every fault.
    """
    chosen = folders_of(folders)
    with data_as_sentence():
        return carddb.load_default(chosen)


@lru_cache(maxsize=1)
def default_cards() -> CardDatabase:
    """Return the cards that are used where none are given, loaded once in a process.

    :raises RiftcheckError: if the card data cannot be used.
    """
    return load()


def cards_or_default(cards: CardDatabase | None) -> CardDatabase:
    """Return the cards that were given, or those that are used where none are.

    :raises RiftcheckError: if they are no cards, or the card data cannot be used.
    """
    if cards is None:
        return default_cards()
    database(cards)
    return cards
