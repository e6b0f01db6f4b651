"""The words of the phrase grammar, as tables: a word that is not in them is an error."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from riftcheck.carddb.abilities.heads import KEYWORDS
from riftcheck.carddb.abilities.phrases import STATES

if TYPE_CHECKING:
    from riftcheck.carddb.abilities.phrases import EventVerb, Operator, Trait, Who, Zone

DOMAINS: Final = {word.lower(): word for word in ("Fury", "Calm", "Mind", "Body", "Chaos", "Order")}
SIDES: Final = ("friendly", "enemy", "your")
# `owned` is the test `you own`; it has no adjective.
ADJECTIVES: Final = frozenset(STATES) - {"owned"}
TRAITS: Final[dict[str, Trait]] = {"might": "might", "energy": "energy", "power": "power"}
KEYWORD_NAMES: Final = frozenset(KEYWORDS) | {"deathknell", "legion", "level", "show-off"}
LABELS: Final = frozenset({"conquer", "hold", "play", "attack", "defend", "deathknell", "temporary"})

NUMBERS: Final = {
    word: number
    for number, word in enumerate(("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), 1)
}
ORDINALS: Final = {
    word: number for number, word in enumerate(("first", "second", "third", "fourth", "fifth", "sixth"), 1)
}

_REGULAR: Final = (
    "unit",
    "rune",
    "legend",
    "permanent",
    "battlefield",
    "location",
    "spell",
    "card",
    "player",
    "opponent",
    "champion",
    "chosen champion",
    "other player",
    "buff",
)
# A noun as it is written -> the noun, and whether that is its plural (None: both forms are the same).
NOUN_FORMS: Final[dict[str, tuple[str, bool | None]]] = {
    **{noun: (noun, False) for noun in _REGULAR},
    **{f"{noun}s": (noun, True) for noun in _REGULAR},
    "ability": ("ability", False),
    "abilities": ("ability", True),
    "something": ("something", False),
    "gear": ("gear", None),
    "equipment": ("Equipment", None),
}

# Possessives -> whose.
WHOSE: Final[dict[str, Who]] = {
    "your": "you",
    "their": "they",
    "its owner's": "its owner",
    "their owner's": "its owner",
    "their owners'": "its owner",
    "its controller's": "its controller",
    "their controller's": "its controller",
    "their controllers'": "its controller",
    "that player's": "that player",
    "an opponent's": "opponent",
    "each opponent's": "opponent",
    "opponents'": "opponent",
    "a player's": "player",
    "each player's": "player",
    "players'": "player",
    "any player's": "player",
    "your team's": "team",
    "the attacker's": "attacker",
    "the defender's": "defender",
}
# Players as the subject of a sentence.
PLAYERS: Final[dict[str, Who]] = {
    "you": "you",
    "they": "they",
    "that player": "that player",
    "an opponent": "opponent",
    "opponents": "opponent",
    "each opponent": "opponent",
    "a player": "player",
    "players": "player",
    "each player": "player",
    "any player": "player",
    "its controller": "its controller",
    "its owner": "its owner",
    "your team": "team",
    "the attacker": "attacker",
    "the defender": "defender",
}
ZONES: Final[dict[str, Zone]] = {
    "hand": "hand",
    "hands": "hand",
    "trash": "trash",
    "trashes": "trash",
    "deck": "deck",
    "decks": "deck",
    "main deck": "deck",
    "rune deck": "rune deck",
    "champion zone": "champion zone",
    "banishment": "banishment",
    "facedown zone": "facedown zone",
    "extra legends": "extra legends",
}
PHASES: Final = ("awaken", "beginning", "channel", "draw", "main", "ending")
STEPS: Final = ("beginning", "scoring", "ending", "expiration")
OPERATORS: Final[dict[str, Operator]] = {"<": "<", "<=": "<=", "=": "=", ">=": ">=", ">": ">"}
# Comparisons that stand before their amount: `at most killed.might + 1`.
LEADING: Final[dict[str, Operator]] = {
    **OPERATORS,
    "at most": "<=",
    "at least": ">=",
    "less than": "<",
    "more than": ">",
    "exactly": "=",
    "equal to": "=",
}
# Comparisons that stand after their number: `3 or less`.
FOLLOWING: Final[dict[str, Operator]] = {
    "or less": "<=",
    "or fewer": "<=",
    "or more": ">=",
    "or greater": ">=",
}
# The words for one thing already known -> its name.
PRONOUNS: Final = {
    "i": "me",
    "me": "me",
    "it": "it",
    "this": "this",
    "this card": "this",
    "this spell": "this",
    "them": "them",
    "they": "they",
    "you": "you",
    "that player": "that player",
    "here": "here",
    "there": "there",
}


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb with its forms. `role`: `self` is done by a subject alone, `act` by a player to a thing."""

    verb: EventVerb
    base: str
    third: str
    past: str
    participle: str
    role: Literal["self", "act"]


def _regular(verb: EventVerb, role: Literal["self", "act"], base: str | None = None) -> Verb:
    base = base or verb
    third = f"{base}{'es' if base.endswith(('h', 's')) else 's'}"
    past = f"{base}{'d' if base.endswith('e') else 'ed'}"
    return Verb(verb, base, third, past, past, role)


VERBS: Final = (
    _regular("conquer", "self"),
    Verb("hold", "hold", "holds", "held", "held", "self"),
    _regular("score", "self"),
    _regular("attack", "self"),
    _regular("defend", "self"),
    _regular("die", "self"),
    Verb("leave", "leave", "leaves", "left", "left", "self"),
    _regular("enter", "self"),
    _regular("move", "self"),
    _regular("play", "act"),
    _regular("kill", "act"),
    Verb("choose", "choose", "chooses", "chose", "chosen", "act"),
    _regular("discard", "act"),
    _regular("recycle", "act"),
    Verb("stun", "stun", "stuns", "stunned", "stunned", "act"),
    _regular("buff", "act"),
    Verb("ready", "ready", "readies", "readied", "readied", "act"),
    _regular("exhaust", "act"),
    _regular("attach", "act"),
    _regular("detach", "act"),
    Verb("look at", "look at", "looks at", "looked at", "looked at", "act"),
    _regular("reveal", "act"),
    _regular("use", "act"),
    Verb("hide", "hide", "hides", "hid", "hidden", "act"),
    Verb("draw", "draw", "draws", "drew", "drawn", "act"),
    Verb("banish", "banish", "banishes", "banished", "banished", "act"),
    _regular("burn", "act"),
    _regular("return", "act"),
    _regular("channel", "act"),
    _regular("counter", "act"),
    _regular("empower", "act"),
    _regular("heal", "act"),
    _regular("recall", "act"),
)
Tense = Literal["present", "past", "perfect"]
FORMS: Final[dict[Tense, dict[str, Verb]]] = {
    "present": {form: verb for verb in VERBS for form in (verb.base, verb.third)},
    "past": {verb.past: verb for verb in VERBS},
    "perfect": {verb.participle: verb for verb in VERBS},
}
# Sentences with an object of their own: its verb -> how the verb is written in each tense.
SPECIAL: Final[dict[str, dict[Tense, tuple[str, ...]]]] = {
    "win": {"present": ("win", "wins"), "past": ("won",), "perfect": ("won",)},
    "lose": {"present": ("lose", "loses"), "past": ("lost",), "perfect": ("lost",)},
    "deal": {"present": ("deal", "deals"), "past": ("dealt",), "perfect": ("dealt",)},
    "take": {"present": ("take", "takes"), "past": ("took",), "perfect": ("taken",)},
    "become": {"present": ("become", "becomes"), "past": ("became",), "perfect": ("become",)},
    "gain": {"present": ("gain", "gains"), "past": ("gained",), "perfect": ("gained",)},
    "spend": {"present": ("spend", "spends"), "past": ("spent",), "perfect": ("spent",)},
    "be": {"present": ("is", "are", "am"), "past": ("was", "were"), "perfect": ("been",)},
}
PRESENT_VERBS: Final = frozenset(FORMS["present"]) | {form for row in SPECIAL.values() for form in row["present"]}
_LITTLE: Final = (
    "a an the mine xp any another other all each every up to number of no not only choose pick rest top count with "
    "without named choosing in at on from there here control controls own owns has have had and or same one "
    "first alone points per total highest different tags times turn turns excess damage face down token tokens "
    "zone combat base bases board chain trashes trash hand hands deck decks banishment controller owner its "
    "your their my that during before within victory score phase starts ends else must can cannot if when "
    "instead until less more than most least exactly beyond conquering holding "
)
# A name given by `as` may not be one of these. Past forms are free: `killed`, `moved`, `spent` are good names.
RESERVED: Final = (
    frozenset(_LITTLE.split())
    | {word for form in (*NOUN_FORMS, *PRONOUNS, *ZONES) for word in form.split()}
    | ADJECTIVES
    | frozenset(DOMAINS)
    | frozenset(TRAITS)
    | PRESENT_VERBS
    | frozenset(NUMBERS)
    | KEYWORD_NAMES
)
