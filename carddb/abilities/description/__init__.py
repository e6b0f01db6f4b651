"""A card's abilities read back in plain English, so that their author can hold them against the card.

The words are ours on purpose: what is targeted stands first, what is picked later is told apart from it, and names,
durations, prices and limits are said in full.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities.description import acts, blocks, cards, heads, templates
from riftcheck.carddb.abilities.description.clauses import paragraph, proclaim, tell
from riftcheck.carddb.abilities.description.keywords import keyword_sentence
from riftcheck.carddb.abilities.description.speech import Voice, say

if TYPE_CHECKING:
    from riftcheck.carddb.abilities.heads import CardAbilities

__all__ = ["ABILITY_WORDS", "INSTRUCTION_WORDS", "PHRASE_WORDS", "describe"]

# The classes that have words; the modules above fill these tables when they are imported.
PHRASE_WORDS: Final = say.registry
INSTRUCTION_WORDS: Final = tell.registry
ABILITY_WORDS: Final = proclaim.registry

_FILLED_BY: Final = (acts, blocks, cards, heads, templates)
_CARD: Final = Voice()
_EQUIPPED: Final = Voice(me="the equipped unit")


def describe(abilities: CardAbilities) -> list[str]:
    """Return the texts of a card: a sentence or paragraph for each keyword, for the instructions, and for each ability.

    :raises TypeError: if a node has a class, an event verb or a keyword without words.
    """
    texts = [keyword_sentence(keyword, _CARD) for keyword in abilities.keywords]
    if abilities.do:
        texts.append(paragraph(abilities.do, _CARD))
    texts += [proclaim(ability, _CARD) for ability in abilities.abilities]
    texts += [f"The equipped unit has {keyword_sentence(keyword, _EQUIPPED)}" for keyword in abilities.effect_keywords]
    texts += [proclaim(ability, _EQUIPPED) for ability in abilities.effect]
    return texts
