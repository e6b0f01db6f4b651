"""The plain English that every part of the describer uses, and the one table from phrase classes to functions."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import singledispatch
from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities.phrases import Number, Scaled, Span, Who

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from riftcheck.carddb.abilities.phrases import Cost

_PLURALS: Final = {
    "gear": "gear",
    "Equipment": "Equipment",
    "damage": "damage",
    "ability": "abilities",
    "something": "things",
    "XP": "XP",
    "Mech": "Mechs",
}
_VOWEL_SOUND_OF_YOU: Final = ("unit", "uniq", "use", "one", "once")
_ORDINALS: Final = ("zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_IRREGULAR: Final = {"have": "has", "do": "does", "are": "is", "may": "may", "cannot": "cannot", "can": "can"}

SUBJECTS: Final[dict[Who, str]] = {
    "you": "you",
    "that player": "that player",
    "opponent": "an opponent",
    "player": "a player",
    "they": "they",
    "its controller": "its controller",
    "its owner": "its owner",
    "any": "any player",
    "team": "your team",
    "attacker": "the attacker",
    "defender": "the defender",
}
SPANS: Final[dict[Span, str]] = {
    "this turn": "this turn",
    "this combat": "in this combat",
    "game": "in this game",
    "your beginning phase": "during your Beginning Phase this turn",
    "your channel phase": "during your Channel Phase this turn",
    "your draw phase": "during your Draw Phase this turn",
    "your main phase": "during your Main Phase this turn",
}


@dataclass(frozen=True, slots=True)
class Token:
    """What a reader has to know of a token: its Might if it is a unit, and what its keywords are called."""

    might: int | None
    keywords: tuple[str, ...]
    unit: bool


@dataclass(frozen=True, slots=True)
class Named:
    """What a name of the card's author stands for, in words of the game.

    `words` are all of it where nothing else is to be said; else the noun with an `adjective` in front or words `behind`
    it, and `that` where it is the only one. `done` is what has been done to it. `inside`: it is given in each round of
    several, so outside of them it is many. `counted`: the adjective is its place among others that are called alike.
    `cost` is the additional cost that it names, where the card has several.
    """

    noun: str
    many: bool = False
    adjective: str | None = None
    behind: str | None = None
    words: str | None = None
    done: str = "chosen"
    that: bool = False
    inside: bool = False
    counted: bool = False
    cost: Cost | None = None

    def nouns(self, *, many: bool) -> str:
        """Return the noun with its adjective and what follows it, without an article."""
        noun = plural_of(self.noun) if many else self.noun
        return " ".join(part for part in (self.adjective, noun, self.behind) if part)

    def said(self, *, many: bool) -> str:
        """Return the whole noun phrase."""
        if self.words is not None:
            return self.words
        article = ("those" if many else "that") if self.that else "the"
        return f"{article} {self.nouns(many=many)}"

    def came(self, *, denied: bool) -> str:
        """Return the clause that something came of it, or that nothing did."""
        if self.words is not None:
            return f"{self.words} was {'not ' if denied else ''}{self.done}"
        noun = f"{self.adjective} {self.noun}" if self.counted else self.noun
        if self.done in _FOUND:
            return f"there is {f'no such {noun}' if denied else f'such {with_article(noun)}'}"
        return f"{f'no {noun}' if denied else with_article(noun)} was {self.done}"


_FOUND: Final = frozenset({"chosen", "found"})


@dataclass(frozen=True, slots=True)
class Voice:
    """The words for the object that has a text (`me`) and for the card that the text is printed on (`this`).

    `depth` is the number of blocks around the present words: inner blocks are put in round brackets. `names` are what
    the names of the card's author stand for, `rounds` whether the words are said of each of several in turn, and
    `uses` how often the ability that is told next can be used, where that is limited. `it` is what an event is about,
    and `tokens` says what a token is.
    """

    me: str = "this card"
    this: str = "this card"
    depth: int = 0
    names: Mapping[str, Named] = field(default_factory=dict)
    rounds: bool = False
    uses: int | None = None
    it: str = "it"
    tokens: Callable[[str], Token | None] = lambda _: None

    def deeper(self) -> Voice:
        """Return the voice for a block inside the present one."""
        return replace(self, depth=self.depth + 1)

    def apart(self, uses: int | None = None) -> Voice:
        """Return the voice for an ability that is quoted whole, and can be used so often."""
        return replace(self, depth=0, uses=uses)

    def settled(self, it: str = "it") -> Voice:
        """Return the voice for what an ability does once it is settled that it is used, with what that is about."""
        return replace(self, uses=None, it=it)

    def in_rounds(self) -> Voice:
        """Return the voice for what each of several does in turn."""
        return replace(self, rounds=True, it="it")

    def named(self, name: str) -> Named:
        """Return what a name stands for."""
        return self.names.get(name, _UNNAMED)

    def many(self, name: str) -> bool:
        """Tell whether a name stands for several things here."""
        found = self.named(name)
        return found.many or (found.inside and not self.rounds)

    def granted(self, holder: str) -> Voice:
        """Return the voice for an ability that `holder` is given."""
        return replace(self, me=holder, depth=0)


# Where nothing is known of a name, as in a line that is told by itself.
_UNNAMED: Final = Named("card", that=True)


@singledispatch
def say(node: object, _voice: Voice) -> str:
    """Return a phrase in words: a noun phrase, an amount, a clause, or a cost.

    :raises TypeError: if no words are known for the class of the node.
    """
    raise TypeError(f"the describer has no words for a {type(node).__name__}")


def plural(noun: str) -> str:
    """Return the plural of a noun, or of the last word of a noun phrase."""
    if noun in _PLURALS:
        return _PLURALS[noun]
    if noun.endswith(("s", "x", "ch", "sh")):
        return f"{noun}es"
    return f"{noun}s"


def plural_of(nouns: str) -> str:
    """Return the plural of one noun or of several: `units or gear`."""
    return " or ".join(plural(noun) for noun in nouns.split(" or "))


def with_article(words: str) -> str:
    """Return a noun phrase with `a` or `an`; `another`, `other` and `something` carry their own."""
    if words.startswith("other something"):
        return f"something else{words.removeprefix('other something')}"
    if words.startswith("other "):
        return f"an{words}"
    if words == "something" or words.startswith("something "):
        return words
    first = words.lstrip('"').lower()
    vowel = first[:1] in tuple("aeiou") and not first.startswith(_VOWEL_SOUND_OF_YOU)
    return f"{'an' if vowel else 'a'} {words}"


def third_person(verb_phrase: str) -> str:
    """Return a verb phrase that starts with a bare verb as a single third person says it."""
    verb, space, rest = verb_phrase.partition(" ")
    if verb in _IRREGULAR:
        verb = _IRREGULAR[verb]
    elif verb.endswith("y") and verb[-2:-1] not in tuple("aeiou"):
        verb = f"{verb[:-1]}ies"
    elif verb.endswith(("s", "x", "ch", "sh", "z", "o")):
        verb = f"{verb}es"
    else:
        verb = f"{verb}s"
    return f"{verb}{space}{rest}"


def does(subject: str, verb_phrase: str, *, many: bool = False) -> str:
    """Return a clause: the subject, and the verb phrase in the form that goes with it."""
    if many or subject in {"you", "they", "I"}:
        return f"{subject} {verb_phrase}"
    return f"{subject} {third_person(verb_phrase)}"


def possessive(owner: str) -> str:
    """Return whose it is: `your`, `its`, `that player's`."""
    special = {"you": "your", "they": "their", "it": "its", "them": "their"}
    if owner in special:
        return special[owner]
    return f"{owner}'" if owner.endswith("s") and not owner.endswith("ss") else f"{owner}'s"


def whose(who: Who | None) -> str:
    """Return the possessive of a player."""
    return "any player's" if who is None else possessive(SUBJECTS[who])


def joined(parts: tuple[str, ...] | list[str], word: str = "and") -> str:
    """Return parts as a list in a sentence."""
    if len(parts) <= 2:  # noqa: PLR2004 - two parts need no comma
        return f" {word} ".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def ordinal(number: int) -> str:
    """Return `first`, `second`, ... and `12th` where no word is kept."""
    return _ORDINALS[number] if 0 < number < len(_ORDINALS) else f"{number}th"


def times(number: int) -> str:
    """Return a number of times in words: `once`, `twice`, `3 times`."""
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def sentence(clause: str) -> str:
    """Return a clause as a sentence."""
    text = clause[:1].upper() + clause[1:]
    return text if text.endswith((".", "!", ".]")) else f"{text}."


def whole(amount: object) -> int | None:
    """Return the number that an amount is, or None where it has to be counted in play."""
    if isinstance(amount, Number):
        return amount.value
    if isinstance(amount, Scaled) and isinstance(amount.amount, Number):
        return amount.amount.value * amount.by
    return None


def next_of(words: str, many: str, uses: int) -> str:
    """Return the next of some things, or the next so many."""
    return f"the next {words}" if uses == 1 else f"the next {uses} {many}"


def quantity(amount: object, noun: str, voice: Voice) -> str:
    """Return so many of a noun: `1 card`, `2 cards`, `as many cards as the number of runes you control`."""
    number = whole(amount)
    if number is None:
        return f"{plural(noun)} equal in number to {say(amount, voice)}"
    return f"{number} {noun if number == 1 else plural(noun)}"
