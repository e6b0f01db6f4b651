"""The components of a game as a player may see it: the view, what is asked, and what can be chosen."""

from __future__ import annotations

from typing import Final

from riftcheck.api.openapi.forms import Form, array, closed, either, flag, mapping, maybe, ref, said, text, whole

_PHASES: Final = ("setup", "awaken", "beginning", "channel", "draw", "main", "ending")
_TYPES: Final = ("unit", "gear", "spell", "rune", "legend", "battlefield")
_OPTIONS: Final = (
    "pass",
    "end",
    "play",
    "hide",
    "activate",
    "move",
    "choose",
    "location",
    "mode",
    "number",
    "yes",
    "no",
    "plan",
    "player",
    "item",
    "invite",
)
_USES: Final = ("any", "spells", "showdowns", "gear", "units", "playing_units_or_gear")
_SEAT: Final = whole("A player, from 0.")
_NO_SEAT: Final = maybe(whole("A player, from 0; null for nobody."))
_PLACE: Final = maybe(whole("A location: the bases by player, then the battlefields; null for none."))
_IDS: Final = array(whole(), "Objects.")
_CARDS: Final = array(ref("CardView"))
_CARD: Final = {
    "card": whole("The number by which this view tells it from others."),
    "name": text("The name."),
    "type": ref("ObjectType"),
    "owner": whole("Whose it is."),
}
_FULL_NAME: Final = text("The full name of a legend, if it is different from the name.")
_AT: Final = {
    "units": said(_IDS, "The units there."),
    "gear": said(_IDS, "The gear there."),
    "facedown": said(_IDS, "The facedown cards there."),
}
_REFERENCES: Final = {
    "ObjectReference": ("An object on the board.", {"object": whole("Its number in `board`.")}),
    "ItemReference": ("An item of the chain.", {"item": whole("Its number in `chain`.")}),
    "GoneReference": ("What is there no more.", {"gone": whole("The number that it had.")}),
    "LocationReference": ("A location.", {"location": whole("The bases by player, then the battlefields.")}),
    "PlayerReference": ("A player.", {"player": _SEAT}),
    "UnseenCard": ("A card that the viewer may not look at.", {"card": {"type": "null", "description": "Unseen."}}),
}


def components() -> dict[str, Form]:
    """Return the components by their names."""
    return {**_words(), **_things(), **_players(), **_board(), **_asked()}


def _enum(says: str, words: tuple[str, ...]) -> Form:
    return {"type": "string", "enum": list(words), "description": says}


def _words() -> dict[str, Form]:
    return {
        "Phase": _enum("A phase of a turn, `setup` before the first.", _PHASES),
        "ObjectType": _enum("A type of cards.", _TYPES),
        "OptionKind": _enum("What choosing an option does.", _OPTIONS),
        "ItemKind": _enum("A kind of things on the chain.", ("card", "trigger", "activated")),
        "Role": _enum("A part in a combat.", ("attacker", "defender")),
        "Staged": _enum("What is about to begin at a battlefield.", ("combat", "showdown")),
    }


def _things() -> dict[str, Form]:
    return {
        "CardView": closed("A card away from the board.", _CARD, {"full_name": _FULL_NAME}),
        **{name: closed(says, fields) for name, (says, fields) in _REFERENCES.items()},
        "ChosenNumber": closed("A number that was chosen, such as that of a mode.", {"number": whole("The number.")}),
        "Reference": either(
            *map(ref, [name for name in _REFERENCES if name != "UnseenCard"]),
            ref("CardView"),
            ref("UnseenCard"),
            says="A card, object, item, place or player.",
        ),
        "Chosen": either(
            ref("ChosenNumber"),
            *map(ref, [name for name in _REFERENCES if name != "UnseenCard"]),
            ref("CardView"),
            ref("UnseenCard"),
            says="What was chosen for an item.",
        ),
    }


def _players() -> dict[str, Form]:
    return {
        "PoolPart": closed(
            "Energy and power that may be spent on one thing.",
            {"energy": whole("The energy."), "power": mapping(whole(), "The power by domain, `any` for whichever.")},
        ),
        "RunePool": closed("A rune pool, by what may be paid with it.", dict.fromkeys(_USES, ref("PoolPart"))),
        "Place": closed("What is at a base.", _AT),
        "PlayerView": closed(
            "A player.",
            {
                "player": _SEAT,
                "team": whole("The team."),
                "gone": flag("Whether the player has left the game."),
                "points": whole("The points of the team."),
                "xp": whole("The XP."),
                "hand_size": whole("The cards in hand."),
                "hand": maybe(said(_CARDS, "The own hand; null for that of others.")),
                "deck_size": whole("The cards of the main deck."),
                "rune_deck_size": whole("The cards of the rune deck."),
                "trash": said(_CARDS, "The trash."),
                "banished": said(_CARDS, "What is banished."),
                "champion_zone": said(_CARDS, "The champion zone."),
                "legend": maybe(whole("The object of the legend.")),
                "runes": said(_IDS, "The runes on the board."),
                "pool": ref("RunePool"),
                "base": ref("Place"),
            },
            {
                "extra_legends": said(_CARDS, "Legends that wait; left out where there are none."),
                "added_legends": said(_IDS, "Legends that were added; left out where there are none."),
            },
        ),
    }


def _board() -> dict[str, Form]:
    return {
        "BattlefieldView": closed(
            "A battlefield.",
            {
                "location": whole("The location."),
                "object": maybe(whole("The object of its card.")),
                "name": maybe(text("The name of its card.")),
                "control": said(_NO_SEAT, "Who controls it."),
                "contested": said(_NO_SEAT, "Who contests it."),
                "staged": maybe(ref("Staged"), "What is about to begin there."),
                **_AT,
            },
        ),
        "ObjectView": closed(
            "An object on the board. Of a facedown card of another only the first fields are told.",
            {
                "object": whole("Its number."),
                "name": text("The name, or `facedown card`."),
                "owner": said(_NO_SEAT, "Whose it is, null for nobody's."),
                "controller": said(_NO_SEAT, "Who controls it, null for nobody."),
                "location": _PLACE,
                "facedown": flag("Whether it lies facedown."),
            },
            {
                "full_name": _FULL_NAME,
                "type": ref("ObjectType"),
                "token": flag("Whether it is a token."),
                "exhausted": flag("Whether it is exhausted."),
                "damage": whole("The damage on it."),
                "might": maybe(whole("The Might of a unit, null for others.")),
                "keywords": mapping(whole(), "Keywords with their values, 1 for those without one."),
                "tags": array(text(), "The tags."),
                "buffs": whole("The buffs on it."),
                "stunned": flag("Whether it is stunned."),
                "empowered": whole("How often it is empowered."),
                "role": maybe(ref("Role"), "Its part in the combat."),
                "attached_to": maybe(whole("The object that it is attached to.")),
                "attachments": said(_IDS, "The objects attached to it."),
            },
        ),
        "ItemView": closed(
            "An item of the chain.",
            {
                "item": whole("Its number."),
                "kind": ref("ItemKind"),
                "name": text("The name of the card."),
                "words": text("What it is, for people."),
                "player": said(_SEAT, "Whose it is."),
                "source": maybe(ref("Reference"), "What it comes from; null for a card."),
                "pending": flag("Whether it is still being put there."),
                "location": _PLACE,
                "chosen": array(array(maybe(ref("Chosen"))), "What was chosen for it."),
            },
            {"full_name": _FULL_NAME},
        ),
        "Combat": closed("A combat.", {"attacker": _NO_SEAT, "defender": _NO_SEAT}),
    }


def _asked() -> dict[str, Form]:
    return {
        "GameView": closed(
            "A game as one viewer may see it.",
            {
                "player": said(_NO_SEAT, "Who looks, null for a spectator."),
                "turn": whole("The turn."),
                "phase": ref("Phase"),
                "turn_player": said(_SEAT, "Whose turn it is."),
                "order": array(_SEAT, "The seats in turn order."),
                "points": array(whole(), "The points by player."),
                "victory_score": whole("How many points win."),
                "winners": array(_SEAT, "Who has won."),
                "priority": said(_NO_SEAT, "Who has priority."),
                "focus": said(_NO_SEAT, "Who has focus."),
                "showdown": said(_PLACE, "Where the showdown is, null where there is none."),
                "combat": maybe(ref("Combat"), "Null where there is none."),
                "players": array(ref("PlayerView"), "By seat."),
                "battlefields": array(ref("BattlefieldView"), "By location."),
                "board": array(ref("ObjectView"), "Every object on the board."),
                "chain": array(ref("ItemView"), "The oldest first."),
            },
        ),
        "Option": closed(
            "An option of a decision, and what it is about: a card, object, item, place, player or number.",
            {
                "index": whole("Its number for the answer."),
                "kind": ref("OptionKind"),
                "key": text("Stable, for programs, such as `play Cleave`."),
                "text": text("For people."),
            },
            {
                "card": maybe(whole("A card by its number in this view; null for one that is not to be seen.")),
                "name": text("The name of the card."),
                "type": ref("ObjectType"),
                "owner": whole("Whose card it is."),
                "way": whole("Which of the ways to play it."),
                "object": whole("An object on the board."),
                "ability": whole("Which of its abilities."),
                "item": whole("An item of the chain."),
                "gone": whole("What is there no more."),
                "location": whole("A location."),
                "player": whole("A player."),
                "number": whole("A number, or that of a mode, a plan or an item."),
            },
        ),
    }
