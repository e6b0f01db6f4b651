"""Abilities: one table that says for each head its node and how its values are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.abilities import heads as nodes
from riftcheck.carddb.abilities.canonical import words
from riftcheck.carddb.abilities.phrases import Cost, Event, Ref, Selector
from riftcheck.carddb.abilities.problems import near
from riftcheck.carddb.abilities.reader import values
from riftcheck.carddb.abilities.reader.costs import cost, gates, keywords, resources
from riftcheck.carddb.abilities.reader.fields import (
    FAILED,
    Arg,
    FieldValues,
    NodeSyntax,
    UnreadableError,
    amount,
    condition,
    count,
    event,
    events,
    flag,
    made,
    mapping,
    one_of,
    place,
    selection,
    shown,
    text,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from riftcheck.carddb.abilities.reader.fields import Reading

_CONDITION: Final = Arg("condition", condition)
_DEATHKNELL: Final = Event(verb="die", thing=Ref("me"))


# --- readers ---------------------------------------------------------------------------------------------------------


def _when(reading: Reading, raw: Any, path: str) -> FieldValues:
    """Read the events of a trigger; `deathknell` stands for the keyword's event and labels the ability (CR 808)."""
    if raw == "deathknell":
        return FieldValues({"events": (_DEATHKNELL,), "label": "deathknell"})
    if not isinstance(raw, list):
        return FieldValues({"events": events(reading, raw, path)})
    if "deathknell" in raw:
        raise UnreadableError("deathknell stands alone: write a second ability for the other event")
    found = [reading.read(events, item, f"{path}/{index}") for index, item in enumerate(raw)]
    return FieldValues({"events": tuple(each for several in found if several is not FAILED for each in several)})


def _once(_reading: Reading, raw: Any, _path: str) -> bool:
    if raw != "each turn":
        raise UnreadableError(f"must be each turn, not {shown(raw)}")
    return True


def _done(reading: Reading, raw: Any, path: str) -> Any:
    """Read the lines in the place of an event; an empty list is nothing at all."""
    return () if raw == [] else values.block(reading, raw, path)


def _priced(reading: Reading, raw: Any, path: str) -> FieldValues:
    """Read whose price changes, or which part of whose price (`repeat costs of spells you play`)."""
    if raw == "this":
        return FieldValues({"what": None})
    if isinstance(raw, str):
        for named, (component, whose) in _COMPONENTS.items():
            if raw == named:
                return FieldValues({"component": component, "what": selection(reading, whose, path)})
            if raw.startswith(f"{named} of "):
                owner = raw.removeprefix(f"{named} of ")
                what = None if owner == "this" else selection(reading, owner, path)
                return FieldValues({"component": component, "what": what})
    return FieldValues({"what": selection(reading, raw, path)})


# The parts of a price that can change by themselves, and what they belong to where nothing is said.
_COMPONENTS: Final[dict[str, tuple[str, str]]] = {
    "optional additional costs you pay": ("optional", "cards you play"),
    "optional additional costs": ("optional", "cards you play"),
    "repeat costs": ("repeat", "spells you play"),
    "equip costs": ("equip", "Equipment you control"),
    "empower costs": ("empower", "something you control"),
    "activated ability costs": ("activated", "something you control"),
    "flow costs": ("flow", "cards you play"),
    "accelerate costs": ("accelerate", "units you play"),
    "deflect costs": ("deflect", "spells and abilities you control"),
    "hide costs": ("hide", "cards you hide"),
}


def _shown_off(reading: Reading, raw: Any, path: str) -> Cost:
    """Read what is shown off: things that the player has in hand, or has on the board as friendly ones (CR 832.1.c.3).

    :raises UnreadableError: if it is not a fixed number of things, or it says where.
    """
    found = selection(reading, raw, path)
    fixed = isinstance(found, Selector) and found.mode == "bare" and found.low == found.high
    if not isinstance(found, Selector) or not fixed or found.place is not None or found.or_else is not None:
        raise UnreadableError(
            f"must be a fixed number of cards in hand or on the board, such as a unit or 2 gear, not {shown(raw)}"
        )
    return Cost(show=found)


_RULE_ALSO: Final = {"lethal damage to enemy units": "lethal damage"}


def _becomes(reading: Reading, raw: Any, path: str) -> Any:
    return "any" if raw in ("any", "any amount of your damage") else amount(reading, raw, path)


_ACTS: Final = {"play": "play", "hide": "hide", "move": "move", "look at": "look at"}


def _permission(reading: Reading, raw: Any, path: str) -> FieldValues:
    """Read a permission: an event of the player or the unit, whose verb is the act."""
    found_event = event(reading, raw, path)
    act = _ACTS.get(found_event.verb)
    if act == "move" and found_event.by == "me":
        act = "move with"
    players = ("you",) if act == "look at" else (None, "you")
    if act is None or found_event.thing is None or found_event.who not in players:
        raise UnreadableError(
            f"must be what you may play, hide, move or look at, such as you play me, not {shown(raw)}"
        )
    return FieldValues(
        {
            "act": act,
            "what": found_event.thing,
            "place": found_event.place,
            "origin": found_event.origin,
            "anyone": found_event.who is None and act in ("play", "hide"),
        },
    )


def _as(*allowed: str) -> Any:
    """Return a reader of the value of an `as-...` head, which only completes the sentence."""

    def read(_reading: Reading, raw: Any, _path: str) -> FieldValues:
        if raw is not True and raw not in allowed:
            wanted = " or ".join(["true", *allowed])
            raise UnreadableError(f"must be {wanted}, not {shown(raw)}")
        return FieldValues({})

    return read


# --- the table -------------------------------------------------------------------------------------------------------

_DO: Final = Arg("do", values.block)
_ONCE: Final = Arg("once", _once)
_AS_ARGS: Final = {"do": _DO, "may": Arg("may", flag)}

HEADS: Final[dict[str, NodeSyntax]] = {
    "when": NodeSyntax(
        nodes.Triggered,
        Arg("events", _when),
        {
            "if": _CONDITION,
            "may": Arg("may", flag),
            "cost": Arg("cost", cost),
            "do": _DO,
            "once": _ONCE,
            "works-in": Arg("works_in", values.fixed(nodes.Triggered, "works_in")),
            "controller": Arg("controller", values.fixed(nodes.Triggered, "controller")),
        },
        needs=("do",),
    ),
    "cost": NodeSyntax(
        nodes.Activated,
        Arg("cost", cost),
        {
            "do": _DO,
            "speed": Arg("speed", values.fixed(nodes.Activated, "speed")),
            "only": Arg("only", condition),
            "once": _ONCE,
            "by": Arg("by", values.fixed(nodes.Activated, "by")),
        },
        needs=("do",),
    ),
    "for": NodeSyntax(
        nodes.Static,
        Arg("to", selection),
        {
            "while": _CONDITION,
            "might": Arg("might", amount),
            "minimum": Arg("minimum", amount),
            "raise-to": Arg("raise_to", amount),
            "keywords": Arg("keywords", keywords),
            "abilities": Arg("abilities", values.abilities),
            "tags": Arg("tags", values.tags_given),
            "enters": Arg("enters", values.fixed(nodes.Static, "enters")),
            "bonus-damage": Arg("bonus_damage", amount),
            "abilities-of": Arg("abilities_of", selection),
            "which": Arg("which", values.fixed(nodes.Static, "which")),
            "extra-triggers": Arg("extra_triggers", count),
            "never-trigger": Arg("never_trigger", flag),
            "also-counts-as": Arg("also_counts_as", values.fixed(nodes.Static, "also_counts_as")),
            "damage-order": Arg("damage_order", values.fixed(nodes.Static, "damage_order")),
            "ignores": Arg("ignores", values.fixed(nodes.Static, "ignores")),
            "might-bonus": Arg("might_bonus", values.fixed(nodes.Static, "might_bonus")),
            "adds": Arg("adds", resources),
        },
    ),
    "instead-of": NodeSyntax(
        nodes.Instead,
        Arg("event", event),
        {
            "if": _CONDITION,
            "while": _CONDITION,
            "may": Arg("may", flag),
            "cost": Arg("cost", cost),
            "once": _ONCE,
            "controller": Arg("controller", values.fixed(nodes.Instead, "controller")),
            "do": Arg("do", _done),
        },
        needs=("do",),
    ),
    "cannot": NodeSyntax(nodes.Cannot, Arg("event", event), {"while": _CONDITION}),
    "can": NodeSyntax(
        nodes.Can,
        Arg("", _permission),
        {
            "while": _CONDITION,
            "paying": Arg("paying", cost),
            "ignoring-costs": Arg("ignoring_costs", flag),
            "ignoring": Arg("ignoring", one_of(words(nodes.Can, "ignoring"))),
            "ambush": Arg("ambush", flag),
            "facedown": Arg("facedown", flag),
            "to": Arg("place", place),
            "from": Arg("origin", place),
        },
    ),
    "cost-of": NodeSyntax(
        nodes.CostOf,
        Arg("", _priced),
        {
            "less": Arg("less", cost),
            "more": Arg("more", cost),
            "per": Arg("per", amount),
            "minimum": Arg("minimum", cost),
            "while": _CONDITION,
            "slot": Arg("slot", text),
            "component": Arg("component", one_of([component for component, _ in _COMPONENTS.values()])),
            "ignore": Arg("ignore", flag),
            "may": Arg("may", flag),
            "once": _ONCE,
            "played-to": Arg("place", place),
        },
    ),
    "additional-cost": NodeSyntax(
        nodes.AdditionalCost,
        Arg("cost", cost),
        {
            "optional": Arg("optional", flag),
            "as": Arg("into", values.name),
            "to": Arg("to", selection),
            "played-to": Arg("place", place),
            "less": Arg("less", cost),
            "while": _CONDITION,
        },
    ),
    "show-off": NodeSyntax(
        nodes.AdditionalCost,
        Arg("cost", _shown_off),
        {"as": Arg("into", values.name)},
        needs=("as",),
        defaults={"optional": True},
    ),
    "as-played": NodeSyntax(nodes.As, Arg("", _as()), _AS_ARGS, ("do",), {"kind": "played"}),
    "as-attached": NodeSyntax(nodes.As, Arg("", _as("to a unit")), _AS_ARGS, ("do",), {"kind": "attached"}),
    "as-seen": NodeSyntax(nodes.As, Arg("", _as("on top of your deck")), _AS_ARGS, ("do",), {"kind": "seen"}),
    "as-revealed": NodeSyntax(nodes.As, Arg("", _as("from your deck")), _AS_ARGS, ("do",), {"kind": "revealed"}),
    "rule": NodeSyntax(
        nodes.Rule,
        Arg("name", one_of(words(nodes.Rule, "name"), _RULE_ALSO)),
        {"change": Arg("change", amount), "becomes": Arg("becomes", _becomes), "while": _CONDITION},
    ),
    "toll": NodeSyntax(nodes.Toll, Arg("event", event), {"pay": Arg("pay", cost), "per": Arg("per", text)}, ("pay",)),
    "deck": NodeSyntax(nodes.DeckRule, Arg("text", one_of(words(nodes.DeckRule, "text")))),
}
_GATE: Final = Arg("gates", gates)


# --- reading ---------------------------------------------------------------------------------------------------------


def ability(reading: Reading, raw: Any, path: str) -> Any:
    """Read one ability; FAILED once its problems are noted."""
    parts = mapping(raw, "an ability such as {when: I conquer, do: [...]}")
    key = _head(parts)
    kind = HEADS[key]
    return made(reading, path, kind, parts, key, args={**kind.args, "gate": _GATE, key: kind.main})


def _head(parts: Mapping[str, Any]) -> str:
    """Return the head key: `cost` is one only where no other stands."""
    found = [key for key in parts if key in HEADS]
    if len(found) > 1:
        found = [key for key in found if key != "cost"]
    if len(found) > 1:
        raise UnreadableError(f"has {len(found)} heads ({', '.join(found)}); an ability has one")
    if not found:
        first = next(iter(parts))
        guess = "".join(near(key, HEADS) for key in parts if near(key, HEADS))
        raise UnreadableError(f'"{first}" is no head{guess}; there are {", ".join(HEADS)}')
    return found[0]
