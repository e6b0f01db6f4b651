"""The lines of a `do` list: the syntax of each verb, from the fields of its node and its declaration.

A verb whose fields have types of the language needs nothing here. What is read in another way stands in the tables.
"""

from __future__ import annotations

import difflib
from dataclasses import MISSING, fields
from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.abilities import heads, phrases
from riftcheck.carddb.abilities import instructions as nodes
from riftcheck.carddb.abilities.canonical import choices, hints, words
from riftcheck.carddb.abilities.phrases import Number
from riftcheck.carddb.abilities.reader import values
from riftcheck.carddb.abilities.reader.costs import cost, gates, keywords, spent_buffs
from riftcheck.carddb.abilities.reader.fields import (
    FAILED,
    Arg,
    NodeSyntax,
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

    from riftcheck.carddb.abilities.instructions import Instruction
    from riftcheck.carddb.abilities.reader.fields import Reader, Reading

# The keys of every line.
COMMON: Final[dict[str, Arg]] = {
    "as": Arg("into", values.name),
    "if": Arg("condition", condition),
    "by": Arg("by", values.by),
    "may": Arg("may", flag),
}

# The reader of a field by the types that its declaration allows, None left out.
_READERS: Final[dict[frozenset[Any], Reader]] = {
    frozenset(choices(kind)): reader
    for kind, reader in (
        (phrases.Selection, selection),
        (phrases.Amount, amount),
        (phrases.Place, place),
        (phrases.Cost, cost),
        (phrases.Condition, condition),
        (phrases.Event, event),
        (phrases.Who, values.who),
        (heads.Ability, values.ability),
        (bool, flag),
        (int, count),
        (str, text),
        (tuple[heads.Keyword, ...], keywords),
        (tuple[heads.Ability, ...], values.abilities),
        (tuple[heads.Gate, ...], gates),
        (tuple[nodes.Instruction, ...], values.block),
    )
}
# Fields that are read in a way of their own.
_FIELDS: Final[dict[tuple[type[Instruction], str], Reader]] = {
    (nodes.Give, "keywords_of"): values.one_thing,
    (nodes.NameA, "of"): values.tags,
    (nodes.Deal, "source"): values.dealer,
    (nodes.Split, "source"): values.dealer,
    (nodes.SpendBuffs, "what"): spent_buffs,
    (nodes.Put, "zone"): values.into_zone,
    (nodes.Reveal, "until"): values.revealed_last,
    (nodes.Counter, "to_hand"): values.to_hand,
    (nodes.Prevent, "amount"): values.prevented,
    (nodes.Prevent, "source"): one_of(("spells and abilities",)),
    (nodes.EnterAt, "place"): values.entrance,
}
# Verbs whose own value gives several fields together.
_SPREADS: Final[dict[type[Instruction], tuple[Reader, tuple[str, ...]]]] = {
    nodes.Draw: (values.drawn, ("amount", "what")),
    nodes.Discard: (values.discarded_now, ("amount", "what")),
    nodes.Add: (values.added, ("energy", "power", "times")),
    nodes.ChooseOne: (values.ways(), ("modes",)),
    nodes.Either: (values.ways("label"), ("ways", "labels")),
    nodes.DoThis: (values.done_this, ("do", "test", "offered")),
    nodes.Proceed: (values.proceeding, ("amount", "copies", "token")),
    nodes.TriggerAgain: (values.fired_again, ("label", "of")),
}
# Verbs of one node that read their own value differently.
_OF_WORD: Final[dict[str, Reader]] = {"choose": values.chosen("choose"), "pick": values.chosen("pick")}
# Values of fields that a card may leave out though the node has no default for them.
_DEFAULTS: Final[dict[type[Instruction], dict[str, Any]]] = {nodes.PlayToken: {"count": Number(1)}}


def _kind(word: str, node: type[Instruction]) -> NodeSyntax:
    """Return the syntax of a verb: its first field by its own key, the others by theirs."""
    declared = nodes.VERBS[node]
    reader, spread = _SPREADS.get(node, (None, ()))
    common = {field.name for field in fields(nodes.Instruction)}
    own = [field for field in fields(node) if field.name not in common and field.name not in spread]
    defaults = _DEFAULTS.get(node, {})
    if reader is None:
        first = own.pop(0)
        main = Arg(first.name, _OF_WORD.get(word) or _reader(node, first.name))
    else:
        main = Arg("", reader)
    keys = {field.name: declared.keys.get(field.name, field.name.replace("_", "-")) for field in own}
    needs = [keys[field.name] for field in own if field.default is MISSING and field.name not in defaults]
    args = {keys[field.name]: Arg(field.name, _reader(node, field.name)) for field in own}
    return NodeSyntax(node, main, args, (*needs, *declared.needs), defaults)


def _reader(node: type[Instruction], name: str) -> Reader:
    """Return the reader of a field: one of its own, one for its type, or one of the words that it may hold.

    :raises TypeError: if no reader is known for its type.
    """
    if (node, name) in _FIELDS:
        return _FIELDS[node, name]
    allowed = frozenset(choices(hints(node)[name])) - {type(None)}
    if allowed in _READERS:
        return _READERS[allowed]
    if not words(node, name):
        raise TypeError(f"no reader is known for {node.__name__}.{name}: give its type one in {__name__}")
    return values.fixed(node, name)


VERBS: Final[dict[str, NodeSyntax]] = {word: _kind(word, node) for word, node in nodes.language().items()}


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
        hint = f"({' or '.join(close)}?)" if close else f"; there are {', '.join(sorted(VERBS))}"
        reading.tell(path, f'"{first}" is no verb{" " if close else ""}{hint}')
        return FAILED
    verb = VERBS[key]
    if "as" in parts and not nodes.VERBS[verb.node].named:
        reading.tell(f"{path}/as", f"{key} leaves nothing that a name could hold: leave as out")
        return FAILED
    return made(reading, path, verb, parts, key, args={**COMMON, **verb.args, key: verb.main})


def _verb(parts: Mapping[str, Any]) -> str | None:
    """Return the first key that is a verb: `may: true` and `if` only modify where another verb stands."""
    for key, value in parts.items():
        if key in VERBS and key != "if" and not (key == "may" and value is True):
            return key
    return "if" if "if" in parts and "do" in parts else None
