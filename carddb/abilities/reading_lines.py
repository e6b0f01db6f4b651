"""The lines of a `do` list: one table that says for each verb its node and how its values are read."""

from __future__ import annotations

import difflib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from carddb.abilities import instructions as nodes
from carddb.abilities import reading_values as values
from carddb.abilities.canonical import words
from carddb.abilities.phrases import Number
from carddb.abilities.reading_core import (
    FAILED,
    Arg,
    amount,
    condition,
    count,
    event,
    fill,
    flag,
    mapping,
    merge,
    one_of,
    place,
    selection,
    text,
    unknown_key,
)
from carddb.abilities.reading_costs import cost, keywords, spent_buffs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from carddb.abilities.instructions import Instruction, Line
    from carddb.abilities.reading_core import Reading

_UNTIL: Final = Arg("until", one_of(words(nodes.Give, "until")))


@dataclass(frozen=True, slots=True)
class Verb:
    """What a verb makes: the node, what its own value fills, its other keys, and those that must be there."""

    node: type[Line]
    main: Arg
    args: Mapping[str, Arg] = field(default_factory=dict)
    needs: tuple[str, ...] = ()
    defaults: Mapping[str, Any] = field(default_factory=dict)


# What every line may carry.
COMMON: Final[dict[str, Arg]] = {
    "as": Arg("into", values.name),
    "if": Arg("condition", condition),
    "by": Arg("by", values.by),
    "may": Arg("may", flag),
}


def _on(node: type[Line], **more: Arg) -> Verb:
    """Return a verb whose own value is what it acts on."""
    return Verb(node, Arg("what", selection), {key.replace("_", "-"): arg for key, arg in more.items()})


VERBS: Final[dict[str, Verb]] = {
    "draw": Verb(nodes.Draw, Arg("", values.drawn)),
    "give": Verb(
        nodes.Give,
        Arg("to", selection),
        {
            "might": Arg("might", amount),
            "minimum": Arg("minimum", amount),
            "raise-to": Arg("raise_to", amount),
            "keywords": Arg("keywords", keywords),
            "abilities": Arg("abilities", values.abilities),
            "until": _UNTIL,
        },
    ),
    "deal": Verb(
        nodes.Deal,
        Arg("amount", amount),
        {"to": Arg("to", selection), "by": Arg("source", values.dealer)},
        needs=("to",),
    ),
    "split": Verb(
        nodes.Split,
        Arg("amount", amount),
        {"among": Arg("among", selection), "by": Arg("source", values.dealer)},
        needs=("among",),
    ),
    "fight": Verb(nodes.Fight, Arg("first", selection), {"with": Arg("second", selection)}, needs=("with",)),
    "kill": _on(nodes.Kill),
    "banish": _on(nodes.Banish),
    "recall": _on(nodes.Recall),
    "heal": _on(nodes.Heal),
    "return": _on(nodes.Return, to=Arg("to", values.fixed(nodes.Return, "to"))),
    "move": _on(nodes.Move, to=Arg("to", place)),
    "swap-places": Verb(nodes.SwapPlaces, Arg("first", selection), {"with": Arg("second", selection)}, needs=("with",)),
    "ready": _on(nodes.Ready),
    "exhaust": _on(nodes.Exhaust),
    "stun": _on(nodes.Stun),
    "buff": _on(nodes.Buff),
    "spend-buffs": Verb(nodes.SpendBuffs, Arg("what", spent_buffs)),
    "play-token": Verb(
        nodes.PlayToken,
        Arg("token", text),
        {
            "count": Arg("count", amount),
            "to": Arg("to", place),
            "ready": Arg("ready", flag),
            "exhausted": Arg("exhausted", flag),
            "with": Arg("keywords", keywords),
            "might": Arg("might", amount),
        },
        defaults={"count": Number(1)},
    ),
    "play": _on(
        nodes.Play,
        ignoring=Arg("ignoring", values.fixed(nodes.Play, "ignoring")),
        paying=Arg("paying", cost),
        less=Arg("less", cost),
        to=Arg("to", place),
        also_to=Arg("also_to", place),
        then=Arg("then", values.fixed(nodes.Play, "then")),
        again=Arg("again", flag),
    ),
    "discard": Verb(nodes.Discard, Arg("", values.discarded_now)),
    "recycle": _on(nodes.Recycle),
    "burn": Verb(nodes.Burn, Arg("amount", amount)),
    "put": Verb(nodes.Put, Arg("what", selection), {"into": Arg("zone", values.into_zone)}, needs=("into",)),
    "look-at": _on(nodes.LookAt),
    "reveal": _on(nodes.Reveal, until=Arg("until", values.revealed_last)),
    "predict": Verb(nodes.Predict, Arg("amount", amount)),
    "channel": Verb(nodes.Channel, Arg("amount", amount), {"exhausted": Arg("exhausted", flag)}),
    "add": Verb(nodes.Add, Arg("", values.added), {"only-for": Arg("only_for", values.fixed(nodes.Add, "only_for"))}),
    "score": Verb(nodes.Score, Arg("amount", amount)),
    "xp": Verb(nodes.GainXp, Arg("amount", amount)),
    "win": Verb(nodes.Win, Arg("who", values.who)),
    "empower": _on(nodes.Empower, until=_UNTIL),
    "disempower": _on(nodes.Disempower),
    "attach": Verb(nodes.Attach, Arg("what", selection), {"to": Arg("to", selection)}, needs=("to",)),
    "detach": _on(nodes.Detach),
    "counter": _on(nodes.Counter, to=Arg("to_hand", values.to_hand)),
    "new-choices": _on(nodes.NewChoices),
    "take-control": _on(nodes.TakeControl, until=_UNTIL),
    "become-copy": Verb(
        nodes.BecomeCopy, Arg("what", selection), {"of": Arg("of", selection), "until": _UNTIL}, needs=("of",)
    ),
    "double": _on(nodes.Double, until=_UNTIL),
    "set-might": Verb(
        nodes.SetMight, Arg("what", selection), {"is": Arg("value", amount), "until": _UNTIL}, needs=("is",)
    ),
    "swap-might": Verb(
        nodes.SwapMight, Arg("first", selection), {"with": Arg("second", selection), "until": _UNTIL}, needs=("with",)
    ),
    "prevent": Verb(
        nodes.Prevent,
        Arg("amount", values.prevented),
        {"to": Arg("to", selection), "from": Arg("source", one_of(("spells and abilities",))), "until": _UNTIL},
    ),
    "choose": Verb(nodes.Choose, Arg("what", values.chosen("choose"))),
    "pick": Verb(nodes.Choose, Arg("what", values.chosen("pick"))),
    "choose-one": Verb(
        nodes.ChooseOne,
        Arg("", values.ways()),
        {"not-chosen": Arg("not_chosen", values.fixed(nodes.ChooseOne, "not_chosen"))},
    ),
    "either": Verb(nodes.Either, Arg("", values.ways("label"))),
    "may": Verb(nodes.MayDo, Arg("do", values.block)),
    "if": Verb(
        nodes.If,
        Arg("test", condition),
        {"do": Arg("do", values.block), "else": Arg("otherwise", values.block)},
        ("do",),
    ),
    "unless": Verb(nodes.Unless, Arg("offer", values.block), {"do": Arg("do", values.block)}, needs=("do",)),
    "pay": Verb(nodes.Pay, Arg("cost", cost)),
    "each": Verb(
        nodes.Each,
        Arg("who", values.fixed(nodes.Each, "who")),
        {
            "do": Arg("do", values.block),
            "starting": Arg("starting", values.fixed(nodes.Each, "starting")),
            "together": Arg("together", flag),
        },
        needs=("do",),
    ),
    "for-each": Verb(nodes.ForEach, Arg("what", selection), {"do": Arg("do", values.block)}, needs=("do",)),
    "do-this": Verb(
        nodes.DoThis, Arg("", values.done_this), {"when": Arg("when", event), "each-time": Arg("each_time", flag)}
    ),
    "set-up": Verb(nodes.SetUp, Arg("ability", values.ability), {"until": _UNTIL, "uses": Arg("uses", count)}),
    "proceed": Verb(nodes.Proceed, Arg("", values.proceeding)),
    "name-a": Verb(nodes.NameA, Arg("what", values.fixed(nodes.NameA, "what")), needs=("as",)),
    "trigger-again": Verb(nodes.TriggerAgain, Arg("", values.fired_again)),
    "add-battlefield": Verb(nodes.AddBattlefield, Arg("token", text)),
    "replace-battlefield": Verb(
        nodes.ReplaceBattlefield, Arg("what", selection), {"with": Arg("token", text)}, needs=("with",)
    ),
    "swap-back": _on(nodes.SwapBack),
    "extra-turn": Verb(nodes.ExtraTurn, Arg("who", values.who)),
    "enter-at": Verb(nodes.EnterAt, Arg("place", values.entrance)),
}


# --- reading ---------------------------------------------------------------------------------------------------------


def block(reading: Reading, raw: Any, path: str) -> tuple[Instruction, ...]:
    """Read the lines of a list; those that cannot be read are left out, and noted as problems."""
    found = [reading.read(line, item, f"{path}/{index}") for index, item in enumerate(raw)]
    return tuple(item for item in found if item is not FAILED)


def line(reading: Reading, raw: Any, path: str) -> Any:
    """Read one line; FAILED once its problems are noted."""
    parts = mapping(raw, "a line such as {draw: 1}")
    key = _verb(parts)
    if key is None:
        first = next((word for word in parts if word not in COMMON), next(iter(parts)))
        close = difflib.get_close_matches(first, VERBS, 3, 0.5)
        hint = f"({' or '.join(close)}?)" if close else f"; there are {', '.join(VERBS)}"
        reading.tell(path, f'"{first}" is no verb{" " if close else ""}{hint}')
        return FAILED
    verb = VERBS[key]
    args = {**COMMON, **verb.args, key: verb.main}
    before = len(reading.problems)
    given: dict[str, Any] = dict(verb.defaults)
    for word, value in parts.items():
        if word in args:
            merge(given, fill(reading, path, args[word], word, value) or {})
        else:
            reading.tell(f"{path}/{word}", unknown_key(word, args))
    for word in verb.needs if all(word in args for word in parts) else ():
        if word not in parts:
            reading.tell(path, f"{key} needs {word}")
    return verb.node(at=path, **given) if len(reading.problems) == before else FAILED


def _verb(parts: Mapping[str, Any]) -> str | None:
    """Return the first key that is a verb: `may: true` and `if` only modify where another verb stands."""
    for key, value in parts.items():
        if key in VERBS and key != "if" and not (key == "may" and value is True):
            return key
    return "if" if "if" in parts and "do" in parts else None
