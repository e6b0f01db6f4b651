"""Words that the format takes for itself: what names of cards and names given with `as` must not be."""

from __future__ import annotations

import re
from typing import Final

from riftcheck.scenario.format.nodes import PLAYER

FIELD: Final = re.compile(r"battlefield ([1-9])")
BASE: Final = re.compile(r"(?:p([1-4]) )?base")
NUMBERED: Final = re.compile(r"(.+) \(([1-9][0-9]?)\)")
OF: Final = re.compile(r"p([1-4]) (.+)")
ABILITY_OF: Final = "ability of "
ABILITY: Final = re.compile(r"ability (?:([1-9]) )?of (.+)")
# A replacement by the card whose text makes it, with the thing that it is used for where that is told.
BY: Final = re.compile(r"(?:replace for (.+?),? )?by (.+)")
# Words that answer a question of their own; left over, they say nothing of what may be done.
ANSWER_WORDS: Final = frozenset({"yes", "no", "none"})
# Words for no player, no question or any thing, and the keys of `expect` that are the game's.
GAME_WORDS: Final = ANSWER_WORDS | {
    "nobody", "any", "pass", "end turn", "top",
    "chain", "turn", "turn-player", "phase", "priority", "focus", "action", "showdown", "combat", "attacker",
    "defender", "winner", "offered", "not-offered", "question", "asked", "not-asked", "events", "no-events",
}  # fmt: skip
# Keys of options, as failures list them.
COUNTED: Final = re.compile(r"(?:mode|number|plan) (?:0|[1-9][0-9]*)")
SEAT: Final = re.compile(r"(?:invite )?player ([1-4])")
CHOSEN: Final = re.compile(
    r"(?:mulligan|target|pick|move|damage|pay with|battlefield|replace for|by|next|choose|at) (?!to )(.+)"
)
BASE_KEY: Final = re.compile(r"base of player ([1-4])")
NAMING: Final = "name "
DONE: Final = re.compile(r"(?:play|use|hide|move to|invite) .+")


def ability_owner(word: str) -> str:
    """Return the name of the card in `ability of NAME` or `ability 2 of NAME`; every other word as it is."""
    found = ABILITY.fullmatch(word)
    return found[2] if found else word


def taken(word: str) -> str:
    """Return the meaning of a word to the format itself, by which it can be no name; empty if it has none."""
    chosen = CHOSEN.fullmatch(word)
    key = chosen is not None and (chosen[1][0].isupper() or taken(chosen[1]))
    if word in GAME_WORDS or COUNTED.fullmatch(word) or key or DONE.fullmatch(word):
        return "is a word of scenarios"
    if PLAYER.fullmatch(word) or SEAT.fullmatch(word):
        return "means a player"
    if BASE.fullmatch(word) or FIELD.fullmatch(word) or BASE_KEY.fullmatch(word):
        return "means a place"
    if OF.fullmatch(word) or NUMBERED.fullmatch(word) or ABILITY.fullmatch(word) or word.startswith(NAMING):
        return "means a thing of a player, of a number or an ability"
    return ""
