"""Typed answers to a decision: numbers, the beginning of an option's key, or nothing for the default."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

_NUMBERS: Final = re.compile(r"[0-9]{1,4}(?:[\s,]+[0-9]{1,4})*")
_SHOWN: Final = 4
# The kinds of option that an empty line takes, where the question has one.
DEFAULTS: Final = frozenset({"pass"})
NONE: Final = "none"
ALL: Final = "all"


class AnswerError(ValueError):
    """A typed text that is no answer; the message is a sentence that says what would be."""


def default_of(decision: dict[str, Any]) -> list[int] | None:
    """Return the answer of an empty line: no options where none are required, or to pass; None if it is no answer."""
    if decision["least"] == 0:
        return []
    passing = [option["index"] for option in decision["options"] if option["kind"] in DEFAULTS]
    return passing if len(passing) == 1 and decision["least"] == 1 else None


def read_answer(typed: str, decision: dict[str, Any]) -> list[int]:
    """Return the positions of the options that were meant.

    :raises AnswerError: if it is no answer to this question.
    """
    typed = " ".join(typed.split())
    if not typed:
        default = default_of(decision)
        if default is None:
            raise AnswerError("This question has no default; type the number of an option, or ? for help.")
        return default
    chosen = _meant(typed, decision["options"])
    least, most = decision["least"], decision["most"]
    if len(set(chosen)) != len(chosen):
        raise AnswerError("One option was chosen twice.")
    if not least <= len(chosen) <= most:
        wanted = f"{least}" if least == most else f"{least} to {most}"
        raise AnswerError(f"Choose {wanted} of the options; {len(chosen)} were chosen.")
    return sorted(chosen)


def _meant(typed: str, options: Sequence[dict[str, Any]]) -> list[int]:
    if typed.casefold() == NONE:
        return []
    if typed.casefold() == ALL:
        return [option["index"] for option in options]
    if _NUMBERS.fullmatch(typed):
        return [_numbered(int(number), options) for number in re.split(r"[\s,]+", typed)]
    return [_named(part.strip(), options) for part in typed.split(";") if part.strip()]


def _numbered(number: int, options: Sequence[dict[str, Any]]) -> int:
    if not 1 <= number <= len(options):
        raise AnswerError(f"The options are numbered 1 to {len(options)}; there is no {number}.")
    return number - 1


def _named(text: str, options: Sequence[dict[str, Any]]) -> int:
    wanted = text.casefold()
    exact = [option["index"] for option in options if option["key"].casefold() == wanted]
    if exact:
        return int(exact[0])
    fitting = [option for option in options if option["key"].casefold().startswith(wanted)]
    if len(fitting) == 1:
        return int(fitting[0]["index"])
    if not fitting:
        raise AnswerError(f'No option begins with "{text}"; type its number, or ? for help.')
    shown = "; ".join(option["key"] for option in fitting[:_SHOWN])
    more = f" and {len(fitting) - _SHOWN} more" if len(fitting) > _SHOWN else ""
    raise AnswerError(f'"{text}" fits several options: {shown}{more}.')
