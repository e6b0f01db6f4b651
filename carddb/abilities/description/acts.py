"""The verbs that do one thing to the board, to cards or to a player, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities.description.amounts import change
from riftcheck.carddb.abilities.description.clauses import Sentence, lasting, objects, proclaim, tell
from riftcheck.carddb.abilities.description.keywords import keyword_list
from riftcheck.carddb.abilities.description.places import place_words
from riftcheck.carddb.abilities.description.selections import is_single
from riftcheck.carddb.abilities.description.speech import Voice, joined, say, whole
from riftcheck.carddb.abilities.description.values import buffs
from riftcheck.carddb.abilities.instructions import (
    Choose,
    Counter,
    Deal,
    Give,
    Move,
    Prevent,
    Recall,
    Return,
    SpendBuffs,
    Split,
)

if TYPE_CHECKING:
    from riftcheck.carddb.abilities.heads import Ability
    from riftcheck.carddb.abilities.phrases import Amount

# --- damage and Might ------------------------------------------------------------------------------------------------


def damage(amount: Amount, voice: Voice) -> str:
    """Return so much damage."""
    number = whole(amount)
    return f"{number} damage" if number is not None else f"damage equal to {say(amount, voice)}"


@tell.register(Deal)
def _deal(line: Deal, voice: Voice) -> Sentence:
    if line.source is None:
        return objects(voice, line.to).each().told(f"deal {damage(line.amount, voice)} to {{0}}")
    return objects(voice, line.source, line.to).each().told(f"have {{0}} deal {damage(line.amount, voice)} to {{1}}")


@tell.register(Split)
def _split(line: Split, voice: Voice) -> Sentence:
    act = f"split {damage(line.amount, voice)} among "
    if line.source is None:
        return objects(voice, line.among).told(f"{act}{{0}}, at least 1 to each")
    told = objects(voice, line.source, line.among)
    return told.told(f"have {{0}} {act}{{1}}, at least 1 to each")


@tell.register(Give)
def _give(line: Give, voice: Voice) -> Sentence:
    told = objects(voice, line.to).each()
    acts: list[str] = []
    gifts: list[str] = []
    if line.might is not None:
        floor = "" if line.minimum is None else f" (not below {say(line.minimum, voice)} Might)"
        gifts.append(f"{change(line.might, 'Might', voice)}{floor}")
    if line.keywords:
        gifts.append(keyword_list(line.keywords, voice.granted("it")))
    if line.keywords_of is not None:
        gifts.append(f"the keywords of {say(line.keywords_of, voice)}")
    gifts += [granted(ability, voice) for ability in line.abilities]
    if gifts:
        acts.append(f"give {{0}} {joined(gifts)}")
    if line.raise_to is not None:
        acts.append(f"raise the Might of {{0}} to {say(line.raise_to, voice)} if it is lower")
    if not acts:
        # Only a duration: the effect that the line before began lasts that long.
        acts.append("let what was done to {0} last")
    return told.told(f"{joined(acts)}{lasting(line.until, voice)}")


def granted(ability: Ability, voice: Voice) -> str:
    """Return an ability that something is given, in quotation marks of its own."""
    return f"the ability [{proclaim(ability, voice.granted('it'))}]"


@tell.register(Prevent)
def _prevent(line: Prevent, voice: Voice) -> Sentence:
    amount = "all damage" if line.amount is None else f"the next {damage(line.amount, voice)}"
    source = "" if line.source is None else f" from {line.source}"
    if line.to is None:
        return Sentence(f"prevent {amount}{source}{lasting(line.until, voice)}")
    return objects(voice, line.to).told(f"prevent {amount} to {{0}}{source}{lasting(line.until, voice)}")


# --- places and control ----------------------------------------------------------------------------------------------

# The plural, for several things that each have a place of their own.
_BASES: Final = {
    "to its controller's base": "to their controllers' bases",
    "to its owner's base": "to their owners' bases",
}


@tell.register(Move)
def _move(line: Move, voice: Voice) -> Sentence:
    single = is_single(line.what, voice)
    free = "wherever it may legally move" if single else "to one place to which they may all legally move"
    where = f"{free}, decided with the targets"
    if line.to is not None:
        where = place_words(line.to, voice, "to")
        if not single:
            where = _BASES.get(where, where)
    return objects(voice, line.what).told(f"move {{0}} {where}")


@tell.register(Return)
def _return(line: Return, voice: Voice) -> Sentence:
    single = is_single(line.what, voice)
    hand = "its owner's hand" if single else "their owners' hands"
    zone = "its owner's champion zone" if single else "their owners' champion zones"
    return objects(voice, line.what).told(f"return {{0}} to {hand if line.to == 'hand' else zone}")


@tell.register(Recall)
def _recall(line: Recall, voice: Voice) -> Sentence:
    base = "its controller's base" if is_single(line.what, voice) else "their controllers' bases"
    return objects(voice, line.what).told(f"recall {{0}} to {base}")


@tell.register(Counter)
def _counter(line: Counter, voice: Voice) -> Sentence:
    hand = ", and return it to its owner's hand" if line.to_hand else ""
    return objects(voice, line.what).told(f"counter {{0}}{hand}")


@tell.register(SpendBuffs)
def _spend_buffs(line: SpendBuffs, voice: Voice) -> Sentence:
    spent = buffs(line.what, voice)
    return Sentence(f"spend {spent}")


@tell.register(Choose)
def _choose(line: Choose, voice: Voice) -> Sentence:
    verb = "target" if line.what.mode == "choose" else "pick"
    return Sentence(f"{verb} {say(line.what, voice)}")
