"""The phrase grammar of the ability language: short English text in, one typed node out.

The grammar is closed: what it does not know is a `PhraseError`, which says what is wrong and at which letter. Words of
the grammar may be written in any case; names given by `as` are in small letters; tags and card names have capitals.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from riftcheck.carddb.abilities.grammar import amounts, conditions, places, selectors
from riftcheck.carddb.abilities.grammar import events as sentences
from riftcheck.carddb.abilities.grammar.names import is_given
from riftcheck.carddb.abilities.grammar.scanner import PhraseError, Rules, whole
from riftcheck.carddb.abilities.grammar.words import RESERVED
from riftcheck.carddb.abilities.phrases import Number

if TYPE_CHECKING:
    from riftcheck.carddb.abilities.grammar.scanner import Cursor
    from riftcheck.carddb.abilities.phrases import Amount, Condition, Event, Place, Selection

__all__ = [
    "RESERVED",
    "PhraseError",
    "amount",
    "condition",
    "cost_object",
    "event",
    "events",
    "is_given",
    "place",
    "selection",
]

_RULES: Final = Rules(
    selection=selectors.selection,
    amount=amounts.amount,
    condition=conditions.condition,
    times=sentences.times,
)


def selection(text: str) -> Selection:
    """Return the things that a phrase points at: `choose a unit at a battlefield`, `rest of seen`, `your hand`.

    A count without `choose` or `pick` gives mode `bare`; a plural, `all` and `each` give mode `all`.

    :raises PhraseError: where the phrase is no selection.
    """
    return whole(text, _RULES, selectors.selection, "selection")


def amount(value: str | int) -> Amount:
    """Return an amount: `3`, `-2`, `+1 per unit here`, `killed.might + 1`; a name alone is the amount paid for it.

    :raises PhraseError: where the phrase is no amount.
    """
    if isinstance(value, int):
        if isinstance(value, bool):
            raise PhraseError("an amount is a number or a phrase, not true or false", 1)
        return Number(value)
    return whole(value, _RULES, amounts.amount, "amount")


def condition(value: str) -> Condition:
    """Return one condition: `it is stunned`, `you control 7 or more runes`; a name alone asks if it holds anything.

    :raises PhraseError: where the phrase is no condition.
    """
    return whole(value, _RULES, conditions.condition, "condition")


def events(text: str) -> tuple[Event, ...]:
    """Return the events of a sentence: one, or one for each verb or sentence that `or` joins.

    :raises PhraseError: where the phrase is no sentence about something that happens.
    """
    return whole(text, _RULES, sentences.events, "event")


def event(text: str) -> Event:
    """Return the one event of a sentence.

    :raises PhraseError: where the phrase is no such sentence, or tells of several events.
    """
    found = events(text)
    if len(found) != 1:
        raise PhraseError(f'one event must stand here, not {len(found)}: drop the "or"', 1)
    return found[0]


def place(text: str) -> Place:
    """Return a place, with or without its preposition: `here`, `at a battlefield`, `their owners' trash`.

    :raises PhraseError: where the phrase is no place.
    """

    def read(cursor: Cursor) -> Place:
        cursor.take("at", "in", "on", "to", "into")
        return places.place(cursor)

    return whole(text, _RULES, read, "place")


def cost_object(text: str | int, noun: Literal["card", "buff"] | None = None) -> Selection:
    """Return the objects of a cost as a selection: `a friendly unit`, `this`, `2 from your trash`, `1 on me`.

    `noun` is counted where the phrase names none; without it, cards, but buffs for `on` and `any number`.

    :raises PhraseError: where the phrase is no selection, or one with `choose` or `pick`: a cost has no targets.
    """

    def read(cursor: Cursor) -> Selection:
        if cursor.sees("choose") or cursor.sees("pick"):
            raise cursor.error(f'a cost chooses no targets: leave out "{cursor.peek().text}"')
        return selectors.supplied(cursor, noun) or selectors.selection(cursor)

    return whole(str(text), _RULES, read, "cost")
