"""`riftcheck.load`: the card database."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from riftcheck import carddb
from riftcheck.carddb.errors import CardDataError
from riftcheck.library.errors import as_sentences

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

    from riftcheck.carddb import CardDatabase


def load(folders: Iterable[str | os.PathLike[str]] = ()) -> CardDatabase:
    """Return the card database: the shipped cards, what `riftcheck cards sync` fetched, and overlays.

    Laid over the shipped cards are the folders of RIFTCHECK_CARDS, then `folders`, in their order: the same cards as at
    the command line with `--cards`. Each call reads them anew.

    :raises RiftcheckError: if the data of a folder cannot be used; the message lists every fault.
    """
    with as_sentences(CardDataError, before="The card data cannot be used.\n"):
        return carddb.load_default([Path(folder) for folder in folders])


@lru_cache(maxsize=1)
def default_cards() -> CardDatabase:
    """Return the cards that are used where none are given, loaded once in a process.

    :raises RiftcheckError: if the card data cannot be used.
    """
    return load()
