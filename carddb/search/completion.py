"""Names from a part of them or from a misspelling."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rapidfuzz import fuzz, process

from riftcheck.carddb.database import NOT_FOUND, Lookup
from riftcheck.carddb.names import MAX_NAME, loose_key, strict_key
from riftcheck.carddb.search.keys import card_keys

if TYPE_CHECKING:
    from riftcheck.carddb.database import CardDatabase

_CLEAR_FLOOR: Final = 80  # below this similarity (0 to 100) no name is clearly meant
_CLEAR_LEAD: Final = 5  # the lead in similarity over every other card that makes a name clearly meant
_MOST_CANDIDATES: Final = 10
_LEAST_LETTERS: Final = 4  # from which on the spaces of a name may be missing: fewer begin words by chance
_PREFIX, _WORD_PREFIX, _SUBSTRING = range(3)


def autocomplete(db: CardDatabase, text: str, limit: int = 20) -> list[str]:
    """Return at most `limit` names of cards that a text may be part of.

    First come the names that begin with it, then those of which a word does, then those that hold it anywhere; each
    group by the alphabet. Case, accents and marks such as quotes and dashes do not matter, be they there or not. A
    legend is also found by its champion and a card by its aliases; what is returned is `Card.name`. Nothing typed gives
    no names.
    """
    typed = strict_key(text) if len(text) <= MAX_NAME else ""
    if not typed:
        return []
    letters = loose_key(typed).replace("!", "")
    best: dict[int, int] = {}
    for key, position in card_keys(db).spellings:
        rank = _rank(typed, letters, key)
        if rank is not None:
            best[position] = min(rank, best.get(position, rank))
    names = sorted(
        (rank, strict_key(db.cards[position].name), db.cards[position].name) for position, rank in best.items()
    )
    return [name for _, _, name in names[: max(limit, 0)]]


def _rank(typed: str, letters: str, key: str) -> int | None:
    if typed not in key:
        return _PREFIX if len(letters) >= _LEAST_LETTERS and key.replace(" ", "").startswith(letters) else None
    if key.startswith(typed):
        return _PREFIX
    return _WORD_PREFIX if f" {typed}" in key or f"-{typed}" in key else _SUBSTRING


def named_fuzzy(db: CardDatabase, text: str) -> Lookup:
    """Return the card that a text clearly means, else the cards that it may mean, else nothing.

    What `CardDatabase.find` finds is taken as it is, a printing id too. Else the cards of which a name has, for each
    word of the text, a word that begins with it, in any order: `daughter void`. Else the names that are spelt alike, by
    the share of their letters that are the same in the same order (rapidfuzz's ratio, 0 to 100): the one that scores at
    least 80 and at least 5 more than every other card. Where several cards are left, `candidates` holds them, at most
    ten, the likeliest first.
    """
    exact = db.find(text)
    key = strict_key(text) if len(text) <= MAX_NAME else ""
    if exact is not NOT_FOUND or not key:
        return exact
    positions = _abbreviated(db, key) or _misspelt(db, key)
    if not positions:
        return NOT_FOUND
    if len(positions) == 1:
        return Lookup(db.cards[positions[0]])
    return Lookup(candidates=tuple(db.cards[position] for position in positions[:_MOST_CANDIDATES]))


def _abbreviated(db: CardDatabase, key: str) -> list[int]:
    """Return the cards of which a name has, for each word of a text, a word that begins with it."""
    starts = [f" {word}" for word in key.replace("-", " ").split()]
    found: dict[int, None] = {}
    if not starts:
        return []
    for spelling, position in card_keys(db).spellings:
        padded = f" {spelling}".replace("-", " ")
        if all(start in padded for start in starts):
            found[position] = None
    return list(found)


def _misspelt(db: CardDatabase, key: str) -> list[int]:
    """Return the cards spelt most like a text, the likeliest first: all that come close to the best of them."""
    spellings = card_keys(db).spellings
    keys = [spelling for spelling, _ in spellings]
    scores: dict[int, float] = {}
    for _, score, at in process.extract(
        key, keys, scorer=fuzz.ratio, limit=None, score_cutoff=_CLEAR_FLOOR - _CLEAR_LEAD
    ):
        scores.setdefault(spellings[at][1], score)  # the best one comes first, so that a card keeps its best score
    best = max(scores.values(), default=0)
    if best < _CLEAR_FLOOR:
        return []
    return [position for position, score in scores.items() if best - score < _CLEAR_LEAD]
