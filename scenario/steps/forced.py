"""Questions with only one answer: the engine gives it, and what a step tells of it is held against it all the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.costs.bill import RUNE_ORDER
from riftcheck.engine.display.descriptions import INSTANCE
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.decisions import Decision
from riftcheck.scenario.format.nodes import Node

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.engine.model.decisions import Option
    from riftcheck.engine.model.state import State
    from riftcheck.scenario.setup.references import Cast

    Fits = Callable[[Decision, Option, Node], bool]

# Stands in a list of answers behind the last target of a group.
GROUP_ENDS: Final = "(end of the group)"
# Questions that are put one after another, and may be answered by one list.
ONE_AFTER_ANOTHER: Final = frozenset({w.D_TARGET, w.D_ASSIGN, w.D_ORDER})
LAST_OF_ORDER: Final = 2
WORDS: Final = {w.O_YES: "yes", w.O_NO: "no", w.O_PASS: "none"}


def is_none(node: Node) -> bool:
    """Tell whether an answer chooses nothing."""
    return node.value is None or node.value in ("none", [])


def last_of_order(s: State, decision: Decision, chosen: list[int]) -> Decision | None:
    """Return what comes last in an order of which two are left, as the question that nobody puts; else None."""
    if decision.kind != w.D_ORDER or decision.text == INSTANCE or len(decision.options) != LAST_OF_ORDER:
        return None
    kind, subject, detail = decision.options[1 - chosen[0]]
    if kind == w.O_ITEM:
        # Afterwards it is on the chain, and its place among the noted ones means nothing.
        subject = [item for item in s.triggered if item.you == decision.player][subject].id
    last: Option = (w.O_REF, subject, detail)
    return Decision(decision.player, w.D_ORDER, [last], 1, 1, decision.about, decision.text)


def goes_on(last: Decision, asked: list[Decision]) -> bool:
    """Tell whether an order is asked on, so that what seemed to be its last is none."""
    return any(each.kind == w.D_ORDER and each.text == last.text for each in asked)


def is_free(decision: Decision, players: set[int]) -> bool:
    """Tell whether an order of runes is of no interest, as their player's rune deck is not told."""
    return decision.text == RUNE_ORDER and decision.player in players


def take_told(decision: Decision, queue: list[Node], fits: Fits) -> bool:
    """Take the answers that a queue tells of a question with only one; tell whether there were any."""
    if queue and queue[0].value == GROUP_ENDS:
        queue.pop(0)
    if not queue:
        return False
    entry = queue[0]
    if is_none(entry):
        if not _declines(decision):
            return False
        queue.pop(0)
        return True
    left = only_options(decision)
    if isinstance(entry.value, list):
        if _matched(decision, left, entry.each(), fits) == len(left) == len(entry.value):
            queue.pop(0)
            return True
        if decision.kind not in ONE_AFTER_ANOTHER or not _matched(decision, left, entry.each()[:1], fits):
            return False
        queue[:1] = [*entry.each(), Node(entry.doc, entry.path, GROUP_ENDS)]
    count = _matched(decision, left, queue, fits)
    del queue[:count]
    return count > 0


def only_options(decision: Decision) -> list[Option]:
    """Return the options that are all taken; none where a question was put that had several answers."""
    declining = len(decision.options) == 1 and decision.options[0][0] in WORDS
    return list(decision.options) if declining or len(decision.options) <= decision.lo else []


def _declines(decision: Decision) -> bool:
    return not decision.options or (len(decision.options) == 1 and decision.options[0][0] == w.O_PASS)


def _matched(decision: Decision, options: list[Option], words: list[Node], fits: Fits) -> int:
    """Return how many of the first words mean one of the options each."""
    left = list(options)
    for count, word in enumerate(words):
        place = -1
        if not isinstance(word.value, list | dict) and not is_none(word) and word.value != GROUP_ENDS:
            place = next((n for n, option in enumerate(left) if fits(decision, option, word)), -1)
        if place < 0:
            return count
        left.pop(place)
    return len(words)


def drop_told(untold: list[Decision], words: list[Node], fits: Fits) -> list[Node]:
    """Return the words that answer none of some questions with one answer, which they must answer in order."""
    left: list[Node] = []
    rest = list(words)
    while rest:
        place = next((n for n, each in enumerate(untold) if take_told(each, rest, fits)), -1)
        if place >= 0:
            del untold[: place + 1]
        elif rest:
            left.append(rest.pop(0))
    return [node for node in left if node.value != GROUP_ENDS]


def only_answers(untold: list[Decision], cast: Cast, kinds: dict[int, str]) -> str:
    """Return in words the questions with one answer of which no answer was told."""
    lines = []
    for decision in untold:
        options = only_options(decision)
        words = ", ".join(_words(option, cast) for option in options) or ("none" if _declines(decision) else "")
        if words:
            lines.append(f"p{decision.player + 1} was asked ({kinds[decision.kind]}) with only one answer, {words}")
    return "; ".join(lines)


def _words(option: Option, cast: Cast) -> str:
    kind, subject, _ = option
    if kind in WORDS:
        return WORDS[kind]
    if kind == w.O_REF:
        return cast.called(cast.meant(subject))
    if kind in (w.O_LOCATION, w.O_MOVE):
        return cast.place_name(subject)
    if kind in (w.O_PLAYER, w.O_INVITE):
        return cast.seat_words(subject)
    return str(subject + 1 if kind in (w.O_MODE, w.O_PLAN) else subject)
