"""The cards of the sets, and the parts of each that can happen in a game: abilities, instructions, keywords."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from ledger.numbers import LedgerError
from riftcheck.carddb.abilities.description import ability_texts
from riftcheck.carddb.abilities.loader import abilities_of
from riftcheck.engine.model import abilities as t
from riftcheck.engine.model.scripts import Prohibition, RuleChange, Script, Toll

if TYPE_CHECKING:
    from riftcheck.carddb import Card, CardDatabase
    from riftcheck.carddb.abilities.heads import CardAbilities
    from riftcheck.engine.model.definitions import Pool

# The sets whose cards are all to be played.
SETS: Final = ("OGN", "OGS", "SFD", "UNL", "VEN", "RAD")

# Of each kind of ability: the word for its happening, and whether it stands: such a one is counted in games.
VERBS: Final[dict[type, tuple[str, bool]]] = {
    t.Trigger: ("triggered", False),
    t.Activated: ("activated", False),
    t.Replacement: ("replaced", False),
    t.Extra: ("paid", False),
    t.AsEvent: ("done", False),
    Script: ("carried out", False),
    t.Static: ("in force", True),
    Prohibition: ("forbade", True),
    t.Permission: ("permitted", True),
    t.PriceChange: ("changed a price", True),
    RuleChange: ("in force", True),
    Toll: ("asked", True),
}
# What it is for a keyword to have happened; keywords that bear on deck building alone are not here.
KEYWORDS: Final = {
    "accelerate": "paid",
    "action": "played in a showdown",
    "ambush": "played in answer or in a showdown",
    "assault": "attacked",
    "backline": "in combat",
    "deflect": "chosen by an opponent",
    "deploy": "triggered",
    "disarm": "triggered",
    "empower": "activated",
    "equip": "activated",
    "flow": "played from the trash",
    "ganking": "moved between battlefields",
    "hidden": "hidden",
    "hunt": "triggered",
    "quick-draw": "triggered",
    "reaction": "played in answer",
    "repeat": "paid",
    "shield": "defended",
    "tank": "in combat",
    "temporary": "triggered",
    "vision": "triggered",
    "weaponmaster": "triggered",
}
# Of the abilities that a keyword is short for: where they stand, and the keyword that tells of them.
SHORT: Final = {"costs": "empower", "equip": "equip"}
# Where the abilities stand that an Equipment has while it is attached.
EFFECT: Final = "effect"
# The words by which an ability is told: enough to tell it from the others of its card.
MOST_WORDS: Final = 5


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a card that can happen: its key within the card, our words for it, the word for its happening.

    `standing`: it is in force rather than done, so it is counted in games. `doing`: it has instructions of its own, so
    that it can trigger and come to nothing.
    """

    key: str
    words: str
    verb: str
    standing: bool = False
    doing: bool = False


def cards_of(db: CardDatabase) -> list[Card]:
    """Return every card that has a printing in one of the sets, by name."""
    found = [card for card in db.cards if any(printing.set in SETS for printing in card.printings)]
    return sorted(found, key=lambda card: card.name)


def parts_of(db: CardDatabase, pool: Pool, card: Card) -> list[Part]:
    """Return everything of a card that can happen, keywords first; none for a card that cannot be executed.

    :raises LedgerError: if the card has a keyword of which nothing here says what it is for it to happen.
    """
    abilities = abilities_of(db, card)
    if abilities is None or pool.definition(card.name).unsupported:
        return []
    parts = [_keyword(card, keyword.name) for keyword in abilities.keywords if keyword.name != "unique"]
    parts += [
        _part(card.name, key, made, abilities)
        for key, made in pool.found.items()
        if key.startswith(f"{card.name}/") and counts(card.name, key, made) and own_key(card.name, key) not in KEYWORDS
    ]
    return list({part.key: part for part in parts}.values())


def counts(name: str, key: str, made: object) -> bool:
    """Return True if a compiled object is an ability of a card, or the instructions of a spell.

    What a text that is copied has of an ability used once a turn is that ability again, and is not counted twice. A
    permission to look changes what is shown and nothing in a game.
    """
    if key.endswith(t.AGAIN) or (isinstance(made, t.Permission) and made.act == "look at"):
        return False
    if isinstance(made, Script):
        return key == f"{name}/do" and bool(made.ops)
    return type(made) in VERBS


def own_key(name: str, key: str) -> str:
    """Return the key of a part within its card: of an ability that a keyword is short for, the keyword."""
    own = key.removeprefix(f"{name}/")
    return SHORT.get(own.partition("/")[0], own)


def reflexive(made: object) -> bool:
    """Return True if a trigger waits for nothing: it happens as the line before it is carried out (CR 387)."""
    return isinstance(made, t.Trigger) and not made.kinds


def scripted(made: object) -> Script | None:
    """Return the instructions of something compiled; None where it has none."""
    script = getattr(made, "script", None)
    return script if isinstance(script, Script) and script.ops else None


def _keyword(card: Card, name: str) -> Part:
    if name not in KEYWORDS:
        raise LedgerError(f"{card.name} has {name}; ledger/cards/parts.py should say when that has happened.")
    return Part(name, name.capitalize(), KEYWORDS[name])


def _part(name: str, key: str, made: object, abilities: CardAbilities) -> Part:
    verb, standing = VERBS[type(made)]
    own = key.removeprefix(f"{name}/")
    if isinstance(made, t.Replacement) and scripted(made) is None:
        standing = True
    doing = isinstance(made, t.Trigger) and scripted(made) is not None and not reflexive(made)
    return Part(own, _words(own, abilities), verb, standing, doing)


def _words(key: str, abilities: CardAbilities) -> str:
    """Return the beginning of our description of an ability; of one inside another, where it stands."""
    if key == "do":
        return "Instructions"
    first, _, inner = key.partition("/")
    if first == EFFECT:
        return _words(inner, replace(abilities, abilities=abilities.effect))
    if inner:
        return "Set up by its instructions" if first == "do" else f"Within: {_words(first, abilities)}"
    number = int(first.partition("#")[0])
    text = ability_texts(abilities)[number]
    words = text.split()
    return text if len(words) <= MOST_WORDS else f"{' '.join(words[:MOST_WORDS]).rstrip(',.;:')} …"
