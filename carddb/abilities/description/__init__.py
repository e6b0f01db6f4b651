"""A card's abilities read back in plain English, so that their author can hold them against the card.

The words are ours on purpose: what is targeted stands first, what is picked later is told apart from it, and durations,
prices and limits are said in full. The names that an author gave are never said, but what they stand for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities.description import acts, blocks, cards, heads, prices, templates
from riftcheck.carddb.abilities.description.clauses import paragraph, proclaim, tell
from riftcheck.carddb.abilities.description.keywords import keyword_sentence
from riftcheck.carddb.abilities.description.names import names_in, names_of
from riftcheck.carddb.abilities.description.speech import Token, Voice, say
from riftcheck.carddb.abilities.heads import AdditionalCost

if TYPE_CHECKING:
    from riftcheck.carddb.abilities.heads import CardAbilities

__all__ = ["ABILITY_WORDS", "INSTRUCTION_WORDS", "PHRASE_WORDS", "ability_texts", "describe"]

# The classes that have words; the modules above fill these tables when they are imported.
PHRASE_WORDS: Final = say.registry
INSTRUCTION_WORDS: Final = tell.registry
ABILITY_WORDS: Final = proclaim.registry

_FILLED_BY: Final = (acts, blocks, cards, heads, prices, templates)
Tokens = Callable[[str], Token | None]
_EQUIPPED: Final = "the equipped unit"


def _unknown(_name: str) -> Token | None:
    return None


def describe(abilities: CardAbilities, tokens: Tokens = _unknown) -> list[str]:
    """Return the texts of a card: a sentence or paragraph for each keyword, for the instructions, and for each ability.

    What it costs besides stands before the instructions. The tokens that `tokens` knows are told with their Might
    and keywords, and where they may go.

    :raises TypeError: if a node has a class, an event verb or a keyword without words.
    """
    voice = _voice(abilities, tokens)
    attachable = any(keyword.name in {"equip", "quick-draw"} for keyword in abilities.keywords)
    texts = [keyword_sentence(keyword, voice, attachable=attachable) for keyword in abilities.keywords]
    told = ability_texts(abilities, tokens)
    extra = [isinstance(ability, AdditionalCost) for ability in abilities.abilities]
    texts += [text for text, first in zip(told, extra, strict=True) if first]
    if abilities.do:
        texts.append(paragraph(abilities.do, _knowing(voice, abilities.do)))
    texts += [text for text, first in zip(told, extra, strict=True) if not first]
    worn = replace(voice, me=_EQUIPPED)
    texts += [f"The equipped unit has {keyword_sentence(keyword, worn)}" for keyword in abilities.effect_keywords]
    texts += [_worn(proclaim(ability, _knowing(worn, ability))) for ability in abilities.effect]
    return texts


def ability_texts(abilities: CardAbilities, tokens: Tokens = _unknown) -> list[str]:
    """Return the texts of the abilities of a card in the order in which it has them; without those of keywords.

    :raises TypeError: as `describe` does.
    """
    voice = _voice(abilities, tokens)
    return [proclaim(ability, _knowing(voice, ability)) for ability in abilities.abilities]


def _worn(text: str) -> str:
    """Return a text of what an Equipment gives so that it tells of the attachment, without which it is not so."""
    return text if _EQUIPPED in text.lower() else f"While this card is attached: {text}"


def _voice(abilities: CardAbilities, tokens: Tokens) -> Voice:
    return Voice(names=names_of(abilities), tokens=tokens)


def _knowing(voice: Voice, text: object) -> Voice:
    """Return the voice for one text of a card, which knows the names that are given in it."""
    return replace(voice, names=names_in(text, voice.names))
