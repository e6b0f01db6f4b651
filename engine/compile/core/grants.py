"""Keywords as the engine counts them, and what an effect grants."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.compile.core.subjects import Unsupported
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.abilities import NOTHING, AbilitySet, Grant

if TYPE_CHECKING:
    from riftcheck.carddb.abilities.heads import Keyword
    from riftcheck.engine.model.definitions import Pool


def keyword_bits(keywords: tuple[Keyword, ...]) -> int:
    """Return keywords as bits."""
    bits = 0
    for keyword in keywords:
        bits |= w.KEYWORD_BITS[keyword.name]
    return bits


def value_of(keywords: tuple[Keyword, ...], name: str) -> int:
    """Return the summed value of a keyword (CR 807.2)."""
    return sum(keyword.value for keyword in keywords if keyword.name == name)


# The keywords that say something of a permanent on the board, or that trigger as it is played.
OF_PERMANENTS: Final = frozenset(
    {"assault", "backline", "deflect", "deploy", "disarm", "ganking", "hunt", "quick-draw", "shield", "tank"}
    | {"temporary", "vision", "weaponmaster"}
)
# Those that a card says of itself while something is so: they are the timing of playing it.
OF_ITSELF: Final = OF_PERMANENTS | {"action", "reaction"}


def granted(keywords: tuple[Keyword, ...], *, itself: bool = False) -> tuple[Keyword, ...]:
    """Return keywords that permanents are given; `itself`: a card gives them to itself.

    :raises Unsupported: if one of them would do nothing there.
    """
    for keyword in keywords:
        if keyword.name not in (OF_ITSELF if itself else OF_PERMANENTS):
            message = f"the keyword {keyword.name}, given to what is on the board"
            raise Unsupported(message)
    return keywords


def grant_of(pool: Pool, key: str, keywords: tuple[Keyword, ...], sets: tuple[AbilitySet, ...]) -> Grant:
    """Return a grant of keywords, with the abilities that they are short for, and of other abilities.

    :raises Unsupported: if the value of one is counted, as only `give` and a passive can.
    """
    if any(keyword.counted is not None for keyword in keywords):
        message = "a keyword whose value is counted, given by anything but give and a passive"
        raise Unsupported(message)
    texts = [pool.keywords[keyword.name].abilities for keyword in keywords if keyword.name in pool.keywords]
    merged = merge(key, (*texts, *sets))
    made = Grant(
        key,
        keyword_bits(keywords),
        value_of(keywords, "assault"),
        value_of(keywords, "shield"),
        value_of(keywords, "deflect"),
        value_of(keywords, "hunt"),
        merged,
        value_of(keywords, "disarm"),
    )
    pool.found[key] = made
    return made


def merge(key: str, sets: tuple[AbilitySet, ...]) -> AbilitySet:
    """Return one set with the abilities of several."""
    filled = [one for one in sets if not one.empty or one.extras]
    if not filled:
        return NOTHING
    if len(filled) == 1:
        return filled[0]
    return AbilitySet(
        key,
        tuple(trigger for one in filled for trigger in one.triggers),
        tuple(activated for one in filled for activated in one.activated),
        tuple(static for one in filled for static in one.statics),
        tuple(replacement for one in filled for replacement in one.replacements),
        tuple(cannot for one in filled for cannot in one.cannots),
        tuple(can for one in filled for can in one.cans),
        tuple(price for one in filled for price in one.prices),
        tuple(extra for one in filled for extra in one.extras),
        tuple(event for one in filled for event in one.as_events),
        tuple(rule for one in filled for rule in one.rules),
        tuple(toll for one in filled for toll in one.tolls),
    )
