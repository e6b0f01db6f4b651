"""Events and costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from riftcheck.carddb.abilities.node import node

if TYPE_CHECKING:
    from riftcheck.carddb.abilities.phrases.amounts import Amount
    from riftcheck.carddb.abilities.phrases.conditions import Condition
    from riftcheck.carddb.abilities.phrases.selections import Selection
    from riftcheck.carddb.abilities.phrases.things import Place
    from riftcheck.carddb.abilities.phrases.words import Who

EventVerb = Literal[
    "play",
    "conquer",
    "hold",
    "score",
    "attack",
    "defend",
    "move",
    "die",
    "kill",
    "phase starts",
    "turn starts",
    "turn ends",
    "choose",
    "win combat",
    "lose combat",
    "combat ends",
    "combat starts",
    "showdown starts",
    "dealt damage",
    "deal damage",
    "becomes",
    "might becomes",
    "discard",
    "recycle",
    "stun",
    "buff",
    "ready",
    "exhaust",
    "attach",
    "detach",
    "look at",
    "reveal",
    "use",
    "hide",
    "draw",
    "banish",
    "burn",
    "spend buff",
    "return",
    "leave",
    "gain points",
    "lose points",
    "channel",
    "counter",
    "empower",
    "gain xp",
    "heal",
    "enter",
    "put into trash",
    "recall",
    "recalled after a tie",
    "given less might",
    "spend",
]


@node
class Event:
    """A sentence about something that happens: `the first time each turn another friendly unit dies`.

    `subject` does it (or undergoes it, for `die`, `move`, `becomes`); `who` is the player where the sentence speaks of
    one (`you play a gear`: who `you`, thing a gear). `thing` is what it is done to. `place` and `origin` are where
    to and where from, `except_to` what is left out of where to; `by` what it is done with (`with a spell`, `by a spell
    choosing it`). `nth` counts within the turn (1 = the first time; 0 = every time), for `a player` that of each
    player. `word` is the state of `becomes`, the phase or step of `phase starts`, the number of `might becomes`.
    """

    verb: EventVerb
    who: Who | None = None
    thing: Selection | None = None
    place: Place | None = None
    origin: Place | None = None
    except_to: Place | None = None
    by: str | None = None
    nth: int = 0
    word: str | None = None
    alone: bool = False
    from_facedown: bool = False
    one_or_more: bool = False


# --- costs -----------------------------------------------------------------------------------------------------------


@node
class Cost:
    """A cost. Every part that is set must be paid; objects in it are bare, never targets (CR 355.10.c).

    `power` lists domains as in the facts, `any` ([A]) or `own` ([C]). `discard` counts cards of hand that pass
    `discard_tests`. `x` is `energy` or `any` for "any amount". `either` are alternatives of which one is paid. `less`
    is a discount that the ability itself says it has (CR 827.1.c.3): its base cost stays what it is (CR 206.1). `show`
    takes nothing: it is what a player shows off with the card, in hand or on the board.
    """

    energy: Amount | None = None
    power: tuple[str, ...] = ()
    exhaust: Selection | None = None
    kill: Selection | None = None
    discard: Selection | None = None
    recycle: Selection | None = None
    banish: Selection | None = None
    returned: Selection | None = None
    disempower: Selection | None = None
    spend_buffs: Selection | None = None
    xp: Amount | None = None
    burn: Amount | None = None
    x: Literal["energy", "any"] | None = None
    either: tuple[Cost, ...] = ()
    less: Discount | None = None
    show: Selection | None = None


@node
class Discount:
    """So much less Energy and Power, `per` one of an amount, and only while a condition holds."""

    cost: Cost
    per: Amount | None = None
    condition: Condition | None = None
