"""Keywords in words: their names as a list, and what each one means."""

from __future__ import annotations

from typing import Final

from riftcheck.carddb.abilities.description.speech import Voice, joined, say
from riftcheck.carddb.abilities.description.tests import keyword_name
from riftcheck.carddb.abilities.heads import KEYWORDS, Keyword

# The meaning of each keyword in our own words; {value} is its value, {cost} its cost, {me} the object.
MEANINGS: Final[dict[str, str]] = {
    "accelerate": "for 1 more Energy and 1 more Power of its domain, {me} enters ready",
    "action": "usable in a showdown too, on any player's turn",
    "ambush": "{me} may be played to a battlefield where you have units, and then as fast as a Reaction",
    "assault": "{value:+d} Might while {me} is attacking",
    "backline": "in combat, damage must be assigned to the other units on its side before {me}",
    "deflect": "an opponent's spell or ability costs {value} more Power of any domain each time it targets {me}",
    "deploy": "{me} is played only to a battlefield, whoever controls it; it stays there, and is killed when an "
    "opponent holds there",
    "disarm": "when {me} attacks, an enemy unit here is targeted and gets -{value} Might until the end of the turn",
    "empower": "to empower {me}, {cost}; only while it is not Empowered, unless it can be so several times",
    "equip": "to attach {me} to a unit you control, {cost}",
    "flow": "{me} may be played from your trash; its base cost is then to {cost}, and it is banished afterwards",
    "ganking": "the standard move of {me} may go from battlefield to battlefield",
    "hidden": "for 1 Power of any domain {me} may be hidden face down at a battlefield you control, and played from "
    "there for no base cost from the next turn on, as fast as a Reaction",
    "hunt": "each time {me} conquers or holds, you gain {value} XP",
    "quick-draw": "{me} may be played as fast as a Reaction, and is attached to a unit you control when it is played",
    "reaction": "usable in a showdown and in answer to other spells and abilities, on any player's turn",
    "repeat": "once for each such cost paid as an extra ({cost}), the instructions are done one more time, with "
    "choices of their own",
    "shield": "{value:+d} Might while {me} is defending",
    "tank": "in combat, damage must be assigned to {me} before the other units on its side",
    "temporary": "{me} is killed when its controller's next Beginning Phase starts, before points are scored",
    "unique": "a deck may have only one card of this name",
    "vision": "when {me} is played, its controller looks at the top card of the deck and may recycle it",
    "weaponmaster": "when {me} is played, you may attach one Equipment of yours to it, for its Equip cost less 1 Power "
    "of any domain",
}


def keyword_words(keyword: Keyword, voice: Voice) -> str:
    """Return the name of a keyword with its value or cost: `Assault 2`, `Equip (pay 1 Energy)`."""
    name = keyword_name(keyword.name)
    if keyword.its_cost:
        return f"{name} (for its cost)"
    if keyword.cost is not None:
        return f"{name} ({say(keyword.cost, voice)})"
    if keyword.counted is not None:
        return f"{name} equal to {say(keyword.counted, voice)}"
    return f"{name} {keyword.value}" if KEYWORDS.get(keyword.name) == "value" else name


def keyword_list(keywords: tuple[Keyword, ...], voice: Voice) -> str:
    """Return several keywords as a list in a sentence."""
    return joined([keyword_words(keyword, voice) for keyword in keywords])


# CR 435.1.e: what is printed on an Equipment is inactive while it is attached.
_OF_EQUIPMENT: Final = {"temporary": f"{MEANINGS['temporary']}, if it is not attached then"}


def keyword_sentence(keyword: Keyword, voice: Voice, *, attachable: bool = False) -> str:
    """Return the name of a keyword and its meaning; `attachable` if an Equipment has it.

    :raises TypeError: if no meaning is known for the keyword.
    """
    if keyword.name not in MEANINGS:
        raise TypeError(f'the describer has no words for the keyword "{keyword.name}"')
    # The cost of Equip may hang on the unit that is chosen (CR 818.1.c.4).
    cost = "pay its cost" if keyword.cost is None else say(keyword.cost, voice.settled("that unit"))
    meaning = ({**MEANINGS, **_OF_EQUIPMENT} if attachable else MEANINGS)[keyword.name].format(
        value=keyword.value, cost=cost, me=voice.me
    )
    name = keyword_name(keyword.name)
    return f"{name} {keyword.value}: {meaning}." if KEYWORDS[keyword.name] == "value" else f"{name}: {meaning}."
