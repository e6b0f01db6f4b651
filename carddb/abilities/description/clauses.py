"""The lines of a `do` list in words: targets and picks first, then the act, then the name it is given."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import singledispatch
from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities.description.selections import pronoun
from riftcheck.carddb.abilities.description.speech import SUBJECTS, Voice, does, say, sentence
from riftcheck.carddb.abilities.phrases import Both, Selector

if TYPE_CHECKING:
    from riftcheck.carddb.abilities.instructions import Instruction, Until
    from riftcheck.carddb.abilities.phrases import Selection

UNTIL: Final[dict[Until, str]] = {
    "end of turn": "until the end of the turn",
    "end of combat": "until the end of the combat",
    "your next beginning phase": "until your next Beginning Phase",
    "your next ending phase": "until your next Ending Phase",
    "I leave the board": "until {me} leaves the board",
    "this is detached": "until {this} is detached",
    "it leaves the board": "until it leaves the board",
    "you choose another": "until you choose another one with this ability",
}


@dataclass(frozen=True, slots=True)
class Sentence:
    """One line: its targets, its picks, the act as a bare verb phrase, and what follows as clauses of its own.

    `block` marks an act that already says in its own words who does it and whether it may be declined.
    """

    act: str
    targets: tuple[str, ...] = ()
    picks: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    block: bool = False


@singledispatch
def tell(line: object, _voice: Voice) -> Sentence:
    """Return one instruction in words.

    :raises TypeError: if no words are known for the class of the instruction.
    """
    raise TypeError(f"the describer has no words for a {type(line).__name__}")


@singledispatch
def proclaim(ability: object, _voice: Voice) -> str:
    """Return one ability in words, as sentences.

    :raises TypeError: if no words are known for the class of the ability.
    """
    raise TypeError(f"the describer has no words for a {type(ability).__name__}")


@dataclass(frozen=True, slots=True)
class Objects:
    """The things of a line in words: a target or pick said before is a pronoun."""

    words: tuple[str, ...]
    targets: tuple[str, ...]
    picks: tuple[str, ...]

    def told(self, act: str, *, after: tuple[str, ...] = ()) -> Sentence:
        """Return the line; `{0}` and `{1}` of the act stand for the things."""
        return Sentence(act.format(*self.words), self.targets, self.picks, after)

    def each(self) -> Objects:
        """Return the things for an act that is done to each of them in full: `each of them`, not `them`."""
        return replace(self, words=tuple("each of them" if word == "them" else word for word in self.words))


def _mode(selection: Selection) -> str:
    if isinstance(selection, Selector):
        return selection.mode
    if isinstance(selection, Both):
        modes = {_mode(part) for part in selection.parts}
        return "choose" if "choose" in modes else "pick" if "pick" in modes else "all"
    return "all"


def objects(voice: Voice, *selections: Selection) -> Objects:
    """Return the things of a line, with the chosen ones told apart as `the first` and `the second`."""
    chosen = [selection for selection in selections if _mode(selection) in {"choose", "pick"}]
    words: list[str] = []
    targets: list[str] = []
    picks: list[str] = []
    for selection in selections:
        if selection not in chosen:
            words.append(say(selection, voice))
            continue
        text = say(selection, voice)
        name = pronoun(selection)
        if len(chosen) > 1:
            name = "the first" if not targets and not picks else "the second"
            text = f"{text} ({name})"
        words.append(name)
        (targets if _mode(selection) == "choose" else picks).append(text)
    return Objects(tuple(words), tuple(targets), tuple(picks))


def lasting(until: Until | None, voice: Voice) -> str:
    """Return a duration, with a space before it, or nothing."""
    return "" if until is None else f" {UNTIL[until].format(me=voice.me, this=voice.this)}"


def named(into: str | None, voice: Voice) -> str:
    """Return the order in which a line's result is told of later, ` (the first unit)`; empty where it needs none."""
    if into is None or "@" in into or not voice.named(into).counted:  # with an @ the loader has named what `it` is
        return ""
    return f" ({voice.named(into).said(many=voice.many(into))})"


# --- from lines to clauses -------------------------------------------------------------------------------------------


def block(lines: tuple[Instruction, ...], voice: Voice) -> str:
    """Return several lines as one clause; a block within a block stands in brackets."""
    text = "; ".join(clause for line in lines for clause in clauses(line, voice.deeper()))
    return bracketed(text or "nothing happens", voice)


def bracketed(text: str, voice: Voice) -> str:
    """Return a block in brackets where it stands in another."""
    return f"({text})" if voice.depth else text


def clauses(line: Instruction, voice: Voice) -> list[str]:
    """Return one line as clauses without capitals and full stops, in the order in which they are done."""
    told = tell(line, voice)
    return [*(f"target {text}" for text in told.targets), *_done(line, told, voice), *told.after]


def _done(line: Instruction, told: Sentence, voice: Voice) -> list[str]:
    """Return the acts of a line with its player, its `may` and its condition; several only without a condition."""
    name = named(line.into, voice)
    acts = [f"{told.act}{name}"] if told.block else _acts(line, told, name, voice)
    if line.condition is None:
        return acts
    condition = f"if {say(line.condition, voice)}"
    if len(acts) == 1 and ": " not in acts[0]:
        return [f"{condition}, {acts[0]}"]
    return [f"{condition}: {bracketed('; '.join(acts), voice)}"]


def _acts(line: Instruction, told: Sentence, name: str, voice: Voice) -> list[str]:
    picks = [f"pick {text}" for text in told.picks]
    steps = [*picks, told.act]
    steps[-1] = f"{steps[-1]}{name}"
    who = SUBJECTS[line.by] if line.by is not None else "you"
    if line.may and len(steps) > 1:
        return [f"{who} may do this: {bracketed('; '.join(steps), voice)}"]
    if line.may:
        return [f"{who} may {steps[0]}"]
    if line.by is not None:
        return [does(who, step) for step in steps]
    return steps


def paragraph(lines: tuple[Instruction, ...], voice: Voice) -> str:
    """Return a `do` list as sentences."""
    return " ".join(sentence(clause) for line in lines for clause in clauses(line, voice))
