"""The instructions that hold other instructions or abilities, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities.description.clauses import Sentence, block, lasting, objects, proclaim, tell
from riftcheck.carddb.abilities.description.heads import gate_words, tells_uses
from riftcheck.carddb.abilities.description.speech import SUBJECTS, Voice, joined, say, times, with_article
from riftcheck.carddb.abilities.instructions import (
    ChooseOne,
    DoThis,
    Each,
    Either,
    ForEach,
    Gated,
    If,
    Instruction,
    MayDo,
    Pay,
    Proceed,
    SetUp,
    Unless,
)

if TYPE_CHECKING:
    from riftcheck.carddb.abilities.phrases import Who

_STARTING: Final = {"you": "you", "next player": "the player after the turn player", "turn player": "the turn player"}
_SPANS: Final = {"this turn": "this turn", "this play": "in this play"}


def _ways(ways: tuple[tuple[Instruction, ...], ...], labels: tuple[str, ...], voice: Voice) -> str:
    """Return alternatives, each in brackets."""
    texts = [block(way, voice.apart()) for way in ways]
    if len(labels) == len(texts):
        texts = [f"{label}: {text}" for label, text in zip(labels, texts, strict=True)]
    return " or ".join(f"({text})" for text in texts)


@tell.register(ChooseOne)
def _choose_one(line: ChooseOne, voice: Voice) -> Sentence:
    fresh = "" if line.not_chosen is None else f" that has not been chosen yet {_SPANS[line.not_chosen]}"
    return Sentence(f"choose one of these beforehand{fresh}: {_ways(line.modes, (), voice)}")


@tell.register(Either)
def _either(line: Either, voice: Voice) -> Sentence:
    return Sentence(f"decide now on one of these: {_ways(line.ways, line.labels, voice)}")


def _who(who: Who | None) -> str:
    return "you" if who is None else SUBJECTS[who]


@tell.register(MayDo)
def _may_do(line: MayDo, voice: Voice) -> Sentence:
    return Sentence(f"{_who(line.by)} may do this: {block(line.do, voice)}", block=True)


@tell.register(If)
def _if(line: If, voice: Voice) -> Sentence:
    after = (f"otherwise: {block(line.otherwise, voice)}",) if line.otherwise else ()
    return Sentence(f"if {say(line.test, voice)}: {block(line.do, voice)}", after=after, block=True)


@tell.register(Gated)
def _gated(line: Gated, voice: Voice) -> Sentence:
    active = joined([gate_words(gate, voice) for gate in line.gates])
    return Sentence(f"only while {active}: {block(line.do, voice)}", block=True)


@tell.register(Unless)
def _unless(line: Unless, voice: Voice) -> Sentence:
    who = _who(line.by)
    refused = f"if this is not done: {block(line.do, voice)}"
    return Sentence(
        f"{who} may do this to prevent what follows: {block(line.offer, voice)}", after=(refused,), block=True
    )


@tell.register(Pay)
def _pay(line: Pay, voice: Voice) -> Sentence:
    return Sentence(f"{_who(line.by)} may {say(line.cost, voice)}", block=True)


@tell.register(Each)
def _each(line: Each, voice: Voice) -> Sentence:
    if line.together:
        how = f"each {line.who} does this, all at once"
    else:
        how = f"each {line.who} does this in turn order, starting with {_STARTING[line.starting]}"
    return Sentence(f"{how}: {block(line.do, voice.in_rounds())}", block=True)


@tell.register(ForEach)
def _for_each(line: ForEach, voice: Voice) -> Sentence:
    told = objects(voice, line.what)
    order = ", in an order that you choose," if line.ordered else ""
    return Sentence(
        f"go through {told.words[0]} one by one{order} and do this for each: {block(line.do, voice.in_rounds())}",
        told.targets,
        told.picks,
    )


@tell.register(DoThis)
def _do_this(line: DoThis, voice: Voice) -> Sentence:
    """Tell a reflexive trigger; its own text stands apart, as it has targets of its own."""
    often = "each time" if line.each_time else "when"
    lead = "" if line.when is None else f"{often} {say(line.when, voice)}, "
    condition = "" if line.test is None else f"if {say(line.test, voice)}, "
    paid = "" if line.cost is None else f" you may {say(line.cost, voice)}, and if that is paid"
    offer = " you may do this:" if line.offered and line.cost is None else paid
    act = "you may have this trigger then" if line.may else "this then triggers"
    return Sentence(f"{lead}{condition}{act}, with targets of its own:{offer} {block(line.do, voice)}", block=True)


@tell.register(SetUp)
def _set_up(line: SetUp, voice: Voice) -> Sentence:
    ability = proclaim(line.ability, voice.apart(line.uses))
    since = lasting(line.until, voice) or " from now on"
    often = "" if line.uses is None or tells_uses(line.ability) else f", {times(line.uses)}"
    return Sentence(f"this is so{since}{often}: [{ability}]", block=True)


@tell.register(Proceed)
def _proceed(line: Proceed, voice: Voice) -> Sentence:
    changes: list[str] = []
    if line.amount is not None:
        changes.append(f"with {say(line.amount, voice)} as its amount")
    if line.copies:
        changes.append("with a further copy" if line.copies == 1 else f"with {line.copies} further copies")
    if line.token is not None:
        changes.append(f"with {with_article(line.token)} token in place of that one")
    how = f", {' and '.join(changes)}" if changes else ""
    return Sentence(f"let the event happen after all{how}")
