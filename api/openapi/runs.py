"""The components of a run of goldfishing: what is asked for, what decided it, and the story of one of its games."""

from __future__ import annotations

from dataclasses import fields
from typing import Final

from riftcheck.api.openapi.forms import (
    Form,
    array,
    closed,
    either,
    flag,
    mapping,
    maybe,
    number,
    ref,
    said,
    text,
    whole,
)
from riftcheck.api.schemas.goldfish import MOST_FIELD, MOST_FIGURES, MOST_TURNS, PRESETS
from riftcheck.carddb.names import MAX_NAME
from riftcheck.goldfish.plan.run import OPPONENTS
from riftcheck.goldfish.simulation.facts import GameFacts, TurnFacts

_NAMES: Final = array(text())
_MOST_COST: Final = 99
_COST: Final[Form] = {"minimum": 0, "maximum": _MOST_COST}
_TURN: Final[Form] = {"minimum": 1, "maximum": MOST_TURNS - 1}
_MIGHT: Final = whole("The Might of the unit.", minimum=1, maximum=_MOST_COST)
_EVERY: Final = {
    "every": whole("After how many turns again.", **_TURN),
    "from": whole("The first turn; `every` if not given.", **_TURN),
}


def components() -> dict[str, Form]:
    """Return the components by their names."""
    return {**_asked(), **_decided(), **_told()}


def _asked() -> dict[str, Form]:
    rule = {"keep": flag("Whether cards that fit are kept.")}
    fits = {
        "name": maybe(text("Cards of this name.")),
        "role": maybe(ref("MulliganRole"), "Cards of this type."),
    }
    return {
        "PolicyOptions": mapping(whole(), "Options of a policy by name; which there are depends on the policy."),
        "MulliganRole": {"type": "string", "enum": ["unit", "spell", "gear"], "description": "A type of cards."},
        "MulliganRule": closed(
            "Keep, or set aside, the cards that fit.",
            rule,
            {
                **fits,
                "cost": {
                    "anyOf": [
                        whole(**_COST),
                        array(whole(**_COST), minItems=2, maxItems=2),
                        {"type": "null"},
                    ],
                    "description": "The energy of the cards: a number, or the least and the most.",
                },
                "copies": whole("Of a card at most so many.", minimum=1, maximum=_MOST_COST),
            },
        ),
        "Mulligan": closed(
            "What to keep of an opening hand: the first rule that fits a card decides, and what none fits is kept.",
            {"rules": array(ref("MulliganRule"))},
            {"most": whole("At most so many are set aside.", minimum=0, maximum=2, default=2)},
        ),
        "Widths": mapping(
            number(exclusiveMinimum=0),
            "The half width of the interval that is wanted, by the path of a figure such as `all/score/won`.",
            minProperties=1,
            maxProperties=MOST_FIGURES,
        ),
        **_opponents(),
    }


def _opponents() -> dict[str, Form]:
    return {
        "Opponent": either(
            {"type": "string", "enum": list(PRESETS)},
            ref("ScriptedOpponent"),
            ref("ListOpponent"),
            ref("FieldOpponent"),
            says="Who sits opposite: a preset by name, a script, a list that a policy plays, or a field of lists.",
        ),
        "ScriptedOpponent": closed("An opponent who does what a script says.", {"script": ref("OpponentScript")}),
        "ListOpponent": closed(
            "An opponent with a list.",
            {"deck": ref("DeckList")},
            {"policy": ref("Policy"), "options": ref("PolicyOptions"), "mulligan": ref("Mulligan")},
        ),
        "FieldOpponent": closed(
            "An opponent that is a field: lists that are met by their weights, and that the planner plays.",
            {"field": array(ref("FieldDeck"), "The lists.", minItems=1, maxItems=MOST_FIELD)},
        ),
        "FieldDeck": closed(
            "A list of a field.",
            {"deck": ref("DeckList")},
            {
                "name": text("By which it is told; `list 1` and so on if not given.", minLength=1, maxLength=MAX_NAME),
                "weight": number("Its share of the field, beside those of the others.", exclusiveMinimum=0, default=1),
            },
        ),
        **_script(),
    }


def _script(of: str = "") -> dict[str, Form]:
    """Return the schemas of a script. `of` is a prefix of their names: empty in requests, `Run` in responses."""
    return {
        f"{of}OpponentScript": closed(
            "What an opponent does on which of its turns.",
            {},
            {
                "units": array(ref(f"{of}ScriptedUnit")),
                "removal": maybe(ref(f"{of}ScriptedRemoval"), "Removes the best unit of the player."),
                "contest": maybe(ref(f"{of}ScriptedContest"), "Moves to a battlefield that the player holds."),
            },
        ),
        f"{of}ScriptedUnit": closed(
            "A unit that is played.",
            {"turn": whole("On which turn.", **_TURN), "might": _MIGHT},
            {
                "at": text(
                    "Where to; `open` is a battlefield that the player does not control, `held` one of the player's.",
                    enum=["base", "open", "held", "battlefield 1", "battlefield 2"],
                    default="base",
                )
            },
        ),
        f"{of}ScriptedRemoval": closed(
            "A spell that removes the best unit of the player.",
            {"every": _EVERY["every"]},
            {
                "act": text("What it does.", enum=["kill", "bounce"], default="kill"),
                "from": _EVERY["from"],
            },
        ),
        f"{of}ScriptedContest": closed(
            "A unit that goes where the player holds a battlefield.",
            {"might": _MIGHT, "every": _EVERY["every"]},
            {"from": _EVERY["from"]},
        ),
    }


def _decided() -> dict[str, Form]:
    plays = {"policy": ref("Policy"), "options": ref("PolicyOptions"), "mulligan": ref("RunMulligan")}
    return {
        "PlayedList": closed(
            "A list as it is played.",
            {
                "legend": maybe(text("The champion legend.")),
                "champion": maybe(text("The chosen champion, which is not among `main`.")),
                "main": said(_NAMES, "A name for each copy."),
                "runes": said(_NAMES, "A name for each copy."),
                "battlefields": said(_NAMES, "The battlefields."),
                "list_hash": text("The hash of the list, as reports have it; empty where it is not known."),
            },
            {
                "legend_full_name": text("The full name of the legend, if it is different."),
                "extra_legends": said(_NAMES, "Legends besides the one that it starts with."),
            },
        ),
        "RunMulliganRule": closed(
            "Keep, or set aside, the cards that fit.",
            {
                "keep": flag("Whether cards that fit are kept."),
                "name": maybe(text("Cards of this name, null for any.")),
                "role": maybe(ref("MulliganRole"), "Cards of this type, null for any."),
                "cost": array(whole(), "The least and the most energy.", minItems=2, maxItems=2),
                "copies": whole("Of a card at most so many."),
            },
        ),
        "RunMulligan": closed(
            "What is kept of an opening hand.",
            {"most": whole("At most so many are set aside."), "rules": array(ref("RunMulliganRule"))},
        ),
        "RunOpponent": closed(
            "Who sits opposite: of each kind what it is made of.",
            {"kind": {"type": "string", "enum": list(OPPONENTS), "description": "The kind."}},
            {
                "preset": {"type": "string", "description": "The name of the preset that the script is."},
                "script": ref("RunOpponentScript"),
                "list": ref("PlayedList"),
                "lists": array(ref("FieldList"), "The lists of a field."),
                **plays,
            },
        ),
        **_script("Run"),
        "FieldList": closed(
            "A list of a field.",
            {
                "name": text("By which it is told."),
                "weight": number("Its share of the field, beside those of the others."),
                "list": ref("PlayedList"),
            },
        ),
        "Run": closed(
            "All that decides a run: the same run plays the same games.",
            {
                "list": ref("PlayedList"),
                "opponent": ref("RunOpponent"),
                **plays,
                "seed": whole("The seed."),
                "first": ref("WhoFirst"),
                "turns": whole("The last turn of the player that is played."),
                "battlefield": maybe(text("The own battlefield, null where it is drawn.")),
                "opponent_battlefield": maybe(text("The opponent's, null where it is drawn.")),
                "mode": ref("Mode"),
                "rules": text("The version of the Core Rules."),
                "unsupported": ref("StandIn"),
                "data_version": text("The version of the card data."),
                "engine_version": text("The version of the engine."),
            },
        ),
        "PolicyTraits": closed(
            "What is known of a policy; results of version 0.1 do not tell it.",
            {
                "name": ref("Policy"),
                "version": whole("The version of its play: it goes up whenever it answers a question otherwise."),
                "never": said(array(text()), "What it never does though it could; `never` is to be read before each."),
            },
        ),
        "RunFlags": closed(
            "What figures have to be read with.",
            {
                "illegal": said(
                    _NAMES, "The codes of the errors of the list; before those of an opponent's: `opponent: `."
                ),
                "unsupported": text("`skip` or `vanilla` where there are cards that cannot be executed, else empty."),
                "cards": said(_NAMES, "These cards."),
                "stopped": whole("How many games were asked for, if it was stopped before; else 0."),
            },
            {
                "provisional": array(
                    ref("CardInDoubt"), "Cards that are not known for sure; results of version 0.1 have none."
                )
            },
        ),
        "CardInDoubt": closed(
            "A card that games are played with and that is not known for sure.",
            {"card": text("The name."), "facts": mapping(text(), "The facts, each with the reason.")},
        ),
    }


def _told() -> dict[str, Form]:
    numbers = array(whole())
    counted = {**_counts(GameFacts), **_of_game(numbers)}
    del counted["met"]  # the story names the list
    return {
        "StoryLine": closed(
            "A thing that happened.",
            {
                "turn": whole("The player's own turn, 0 for the opening hand."),
                "seat": whole("In whose turn: 0 is the list, 1 the opponent."),
                "text": text("What happened."),
            },
        ),
        "KindFacts": closed(
            "What was counted of the copies of one card.",
            {
                "drawn": said(numbers, "The turn of each copy that was drawn, 0 for the opening hand."),
                "played": said(numbers, "The turn on which each copy was played."),
                "delays": said(numbers, "How many turns after it could first be played."),
                "curve_chances": whole("1 where it was in hand on the first turn with the runes for it."),
                "curve_hits": whole("1 where it could be played then."),
                "in_hand": whole("Copies in hand at the end."),
                "dead": whole("Those of them that could never be played."),
                "abilities": mapping(whole(), "How often each ability happened, by its key."),
            },
        ),
        "TurnFacts": closed("What was counted of one turn of the player.", _counts(TurnFacts)),
        "GameFacts": closed("What was counted of a game.", counted),
    }


def _of_game(numbers: Form) -> dict[str, Form]:
    """Return the fields of a game that are more than a count."""
    return {
        "index": whole("The number of the game."),
        "first": flag("Whether the player went first."),
        "finished": flag("Whether it ended by the rules; else the last turn was over."),
        "won": flag("Whether the player won."),
        "turns": array(ref("TurnFacts"), "By turn, from 1."),
        "point_turns": said(numbers, "The turn of each point of the player."),
        "mulligan": whole("Cards set aside."),
        "opening": said(numbers, "The opening hand: places of cards among the names of the list."),
        "kinds": mapping(ref("KindFacts"), "By the place of the card among the names of the list."),
    }


def _counts(facts: type[GameFacts | TurnFacts]) -> dict[str, Form]:
    """Return the fields of facts as whole numbers, which all of them are of which no more is said."""
    return {field.name: whole() for field in fields(facts)}
