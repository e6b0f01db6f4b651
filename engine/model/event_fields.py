"""The meanings of `Event.origin` and `Event.amount`, by kind of event.

Every event has both, so that whatever reads events of many kinds (triggers, replacements, conditions, the log) reads
one class. A kind that is not in a table leaves the field as it is by default: `origin` NOBODY, `amount` 0.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from riftcheck.engine.model import constants as w


class Meaning(Enum):
    """A meaning of a number of an event, in words."""

    LOCATION = "the location where the object was before"
    ZONE = "the zone (Z_) in which the card was before; Z_NOWHERE for a token, NOBODY where that does not matter"
    CAUSE = "what did it (CR 412.5, 429.5): bits BY_SPELL, BY_ABILITY and BY_COMBAT of `actions.damage`"
    CONTROLLER = "who controlled the battlefield until then, NOBODY if nobody did"
    SCORING = "E_CONQUER or E_HOLD, if it is a point or an act of scoring (CR 471); of points else NOBODY"
    ROLE = "PLAYERS_FIRST, if its player gets the combat role with this unit (CR 466.2.c.3); else NOBODY"
    MIGHT = "the unit's Might as it is now"
    LESS = "how much less Might"
    FLOOR = "the least Might that is left, NOBODY where there is none"
    MIGHT_BEFORE = "the unit's Might as a cleanup last found it"
    DAMAGE = "how much damage was dealt"
    ENERGY = "how much energy was paid, or of an ability that is used its base cost"
    POWER = "how much power was paid"
    RESOURCES = "how much energy and power was added, together"
    POINTS = "how many points, of a win those of the team"
    EXPERIENCE = "how much XP"
    COUNT = "how many cards, runes or units the act is about, of which this event may tell one"
    RECYCLED = "how many cards were recycled together; of what is told alone -1 for a rune, 0 for a token"
    ITEM_KIND = "the kind (I_CARD, I_TRIGGER or I_ACTIVATED) of the chain item that chooses"
    TYPES = "the bits of the types of the card behind the chain item that chooses"
    PHASE = "the phase, or the step that can be skipped"
    TURN = "the number of the turn in the game"


ORIGIN: Final[dict[int, Meaning]] = {
    w.E_PLAY: Meaning.ZONE,
    w.E_CONQUER: Meaning.CONTROLLER,
    w.E_HOLD: Meaning.CONTROLLER,
    w.E_ATTACK: Meaning.ROLE,
    w.E_DEFEND: Meaning.ROLE,
    w.E_MOVE: Meaning.LOCATION,
    w.E_CHOOSE: Meaning.TYPES,
    w.E_DAMAGE: Meaning.CAUSE,
    w.E_MIGHT: Meaning.MIGHT_BEFORE,
    w.E_LOOK: Meaning.ZONE,
    w.E_REVEAL: Meaning.ZONE,
    w.E_GAIN: Meaning.SCORING,
    w.E_PUT_TRASH: Meaning.ZONE,
    w.E_RECALL: Meaning.LOCATION,
    w.E_SPEND: Meaning.POWER,
    w.E_WEAKEN: Meaning.FLOOR,
}
AMOUNT: Final[dict[int, Meaning]] = {
    w.E_PLAY: Meaning.ENERGY,
    w.E_FINALIZE: Meaning.ENERGY,
    w.E_ATTACK: Meaning.COUNT,
    w.E_DEFEND: Meaning.COUNT,
    w.E_MOVE: Meaning.COUNT,
    w.E_DIE: Meaning.CAUSE,
    w.E_PHASE: Meaning.PHASE,
    w.E_CHOOSE: Meaning.ITEM_KIND,
    w.E_DAMAGE: Meaning.DAMAGE,
    w.E_BECOMES: Meaning.MIGHT,
    w.E_MIGHT: Meaning.MIGHT,
    w.E_DISCARD: Meaning.COUNT,
    w.E_RECYCLE: Meaning.RECYCLED,
    w.E_STUN: Meaning.COUNT,
    w.E_USE: Meaning.ENERGY,
    w.E_DRAW: Meaning.COUNT,
    w.E_BURN: Meaning.COUNT,
    w.E_GAIN: Meaning.POINTS,
    w.E_LOSE: Meaning.POINTS,
    w.E_CHANNEL: Meaning.COUNT,
    w.E_XP: Meaning.EXPERIENCE,
    w.E_SPEND: Meaning.ENERGY,
    w.E_ADD: Meaning.RESOURCES,
    # Of the death with which the card came to the trash; 0 if it came otherwise.
    w.E_PUT_TRASH: Meaning.CAUSE,
    w.E_TURN_STARTS: Meaning.TURN,
    w.E_SHUFFLE: Meaning.COUNT,
    w.E_PREDICT: Meaning.COUNT,
    w.E_WIN: Meaning.POINTS,
    w.E_SCORE: Meaning.SCORING,
    w.E_WEAKEN: Meaning.LESS,
    w.E_ACTIVATE: Meaning.ENERGY,
}
