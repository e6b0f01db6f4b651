"""The verbs whose words are a format string of their declaration (`Verb.says`).

A field of the node stands in braces. What is acted on is said as `objects` says it, `{what!e}` as each of it; an amount
by itself, or with the noun after the colon as so many of it: `{amount:card}`. A duration brings its own space before
it, and is nothing where there is none.
"""

from __future__ import annotations

from string import Formatter
from typing import TYPE_CHECKING, Any, Final, get_args

from riftcheck.carddb.abilities.canonical import hints
from riftcheck.carddb.abilities.description.clauses import Sentence, lasting, objects, tell
from riftcheck.carddb.abilities.description.speech import Voice, quantity, say
from riftcheck.carddb.abilities.instructions import VERBS
from riftcheck.carddb.abilities.phrases import Selection

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.carddb.abilities.instructions import Instruction

_SELECTIONS: Final = get_args(Selection)


def _describer(node: type[Instruction], says: str) -> Callable[[Instruction, Voice], Sentence]:
    """Return the function that describes a verb by a format string.

    :raises TypeError: if the string names a field that the node has not.
    """
    parts = list(Formatter().parse(says))
    names = [name for _, name, _, _ in parts if name]
    unknown = set(names) - set(hints(node))
    if unknown:
        raise TypeError(f"the words of {node.__name__} name {', '.join(sorted(unknown))}, which it has not")

    def told(line: Instruction, voice: Voice) -> Sentence:
        things = [name for name in names if isinstance(getattr(line, name), _SELECTIONS)]
        found = objects(voice, *(getattr(line, name) for name in things))
        plain, each = (dict(zip(things, one.words, strict=True)) for one in (found, found.each()))
        words: list[str] = []
        for text, name, noun, conversion in parts:
            words.append(text)
            if name in things:
                words.append((each if conversion == "e" else plain)[name])
            elif name:
                words.append(_words(line, name, noun or "", voice))
        return Sentence("".join(words), found.targets, found.picks)

    return told


def _words(line: Instruction, name: str, noun: str, voice: Voice) -> str:
    """Return a field that holds no objects in words."""
    value: Any = getattr(line, name)
    if name == "until":
        return lasting(value, voice)
    if isinstance(value, str):
        return value
    return quantity(value, noun, voice) if noun else say(value, voice)


for _node, _verb in VERBS.items():
    if _verb.says is not None:
        tell.register(_node)(_describer(_node, _verb.says))
