"""The lines of a `do` list: one table that says for each verb its node and how its values are read."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.abilities import instructions as nodes
from riftcheck.carddb.abilities.canonical import words
from riftcheck.carddb.abilities.phrases import Number
from riftcheck.carddb.abilities.reader import values
from riftcheck.carddb.abilities.reader.costs import cost, keywords, spent_buffs
from riftcheck.carddb.abilities.reader.fields import (
    FAILED,
    Arg,
    Kind,
    amount,
    condition,
    count,
    event,
    flag,
    made,
    mapping,
    one_of,
    place,
    selection,
    text,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from riftcheck.carddb.abilities.instructions import Instruction, Line
    from riftcheck.carddb.abilities.reader.fields import Reading

_UNTIL: Final = Arg("until", one_of(words(nodes.Give, "until")))


# What every line may carry.
COMMON: Final[dict[str, Arg]] = {
    "as": Arg("into", values.name),
    "if": Arg("condition", condition),
    "by": Arg("by", values.by),
    "may": Arg("may", flag),
}


def _on(node: type[Line], **more: Arg) -> Kind:
    """Return a verb whose own value is what it acts on."""
    return Kind(node, Arg("what", selection), {key.replace("_", "-"): arg for key, arg in more.items()})


VERBS: Final[dict[str, Kind]] = {
    "draw": Kind(nodes.Draw, Arg("", values.drawn)),
    "give": Kind(
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
    "deal": Kind(
        nodes.Deal,
        Arg("amount", amount),
        {"to": Arg("to", selection), "by": Arg("source", values.dealer)},
        needs=("to",),
    ),
    "split": Kind(
        nodes.Split,
        Arg("amount", amount),
        {"among": Arg("among", selection), "by": Arg("source", values.dealer)},
        needs=("among",),
    ),
    "fight": Kind(nodes.Fight, Arg("first", selection), {"with": Arg("second", selection)}, needs=("with",)),
    "kill": _on(nodes.Kill),
    "banish": _on(nodes.Banish),
    "recall": _on(nodes.Recall),
    "heal": _on(nodes.Heal),
    "return": _on(nodes.Return, to=Arg("to", values.fixed(nodes.Return, "to"))),
    "move": _on(nodes.Move, to=Arg("to", place)),
    "swap-places": Kind(nodes.SwapPlaces, Arg("first", selection), {"with": Arg("second", selection)}, needs=("with",)),
    "ready": _on(nodes.Ready),
    "exhaust": _on(nodes.Exhaust),
    "stun": _on(nodes.Stun),
    "buff": _on(nodes.Buff),
    "spend-buffs": Kind(nodes.SpendBuffs, Arg("what", spent_buffs)),
    "play-token": Kind(
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
    "discard": Kind(nodes.Discard, Arg("", values.discarded_now)),
    "recycle": _on(nodes.Recycle),
    "burn": Kind(nodes.Burn, Arg("amount", amount)),
    "put": Kind(nodes.Put, Arg("what", selection), {"into": Arg("zone", values.into_zone)}, needs=("into",)),
    "look-at": _on(nodes.LookAt),
    "reveal": _on(nodes.Reveal, until=Arg("until", values.revealed_last)),
    "predict": Kind(nodes.Predict, Arg("amount", amount)),
    "channel": Kind(nodes.Channel, Arg("amount", amount), {"exhausted": Arg("exhausted", flag)}),
    "add": Kind(nodes.Add, Arg("", values.added), {"only-for": Arg("only_for", values.fixed(nodes.Add, "only_for"))}),
    "score": Kind(nodes.Score, Arg("amount", amount)),
    "xp": Kind(nodes.GainXp, Arg("amount", amount)),
    "win": Kind(nodes.Win, Arg("who", values.who)),
    "empower": _on(nodes.Empower, until=_UNTIL),
    "disempower": _on(nodes.Disempower),
    "attach": Kind(nodes.Attach, Arg("what", selection), {"to": Arg("to", selection)}, needs=("to",)),
    "detach": _on(nodes.Detach),
    "counter": _on(nodes.Counter, to=Arg("to_hand", values.to_hand)),
    "new-choices": _on(nodes.NewChoices),
    "take-control": _on(nodes.TakeControl, until=_UNTIL),
    "become-copy": Kind(
        nodes.BecomeCopy, Arg("what", selection), {"of": Arg("of", selection), "until": _UNTIL}, needs=("of",)
    ),
    "double": _on(nodes.Double, until=_UNTIL),
    "set-might": Kind(
        nodes.SetMight, Arg("what", selection), {"is": Arg("value", amount), "until": _UNTIL}, needs=("is",)
    ),
    "swap-might": Kind(
        nodes.SwapMight, Arg("first", selection), {"with": Arg("second", selection), "until": _UNTIL}, needs=("with",)
    ),
    "prevent": Kind(
        nodes.Prevent,
        Arg("amount", values.prevented),
        {"to": Arg("to", selection), "from": Arg("source", one_of(("spells and abilities",))), "until": _UNTIL},
    ),
    "choose": Kind(nodes.Choose, Arg("what", values.chosen("choose"))),
    "pick": Kind(nodes.Choose, Arg("what", values.chosen("pick"))),
    "choose-one": Kind(
        nodes.ChooseOne,
        Arg("", values.ways()),
        {"not-chosen": Arg("not_chosen", values.fixed(nodes.ChooseOne, "not_chosen"))},
    ),
    "either": Kind(nodes.Either, Arg("", values.ways("label"))),
    "may": Kind(nodes.MayDo, Arg("do", values.block)),
    "if": Kind(
        nodes.If,
        Arg("test", condition),
        {"do": Arg("do", values.block), "else": Arg("otherwise", values.block)},
        ("do",),
    ),
    "unless": Kind(nodes.Unless, Arg("offer", values.block), {"do": Arg("do", values.block)}, needs=("do",)),
    "pay": Kind(nodes.Pay, Arg("cost", cost)),
    "each": Kind(
        nodes.Each,
        Arg("who", values.fixed(nodes.Each, "who")),
        {
            "do": Arg("do", values.block),
            "starting": Arg("starting", values.fixed(nodes.Each, "starting")),
            "together": Arg("together", flag),
        },
        needs=("do",),
    ),
    "for-each": Kind(nodes.ForEach, Arg("what", selection), {"do": Arg("do", values.block)}, needs=("do",)),
    "do-this": Kind(
        nodes.DoThis, Arg("", values.done_this), {"when": Arg("when", event), "each-time": Arg("each_time", flag)}
    ),
    "set-up": Kind(nodes.SetUp, Arg("ability", values.ability), {"until": _UNTIL, "uses": Arg("uses", count)}),
    "proceed": Kind(nodes.Proceed, Arg("", values.proceeding)),
    "name-a": Kind(nodes.NameA, Arg("what", values.fixed(nodes.NameA, "what")), needs=("as",)),
    "trigger-again": Kind(nodes.TriggerAgain, Arg("", values.fired_again)),
    "add-battlefield": Kind(nodes.AddBattlefield, Arg("token", text)),
    "replace-battlefield": Kind(
        nodes.ReplaceBattlefield, Arg("what", selection), {"with": Arg("token", text)}, needs=("with",)
    ),
    "swap-back": _on(nodes.SwapBack),
    "extra-turn": Kind(nodes.ExtraTurn, Arg("who", values.who)),
    "enter-at": Kind(nodes.EnterAt, Arg("place", values.entrance)),
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
    return made(reading, path, verb, parts, key, args={**COMMON, **verb.args, key: verb.main})


def _verb(parts: Mapping[str, Any]) -> str | None:
    """Return the first key that is a verb: `may: true` and `if` only modify where another verb stands."""
    for key, value in parts.items():
        if key in VERBS and key != "if" and not (key == "may" and value is True):
            return key
    return "if" if "if" in parts and "do" in parts else None
