"""The nodes of abilities: a frozen one for each head of the ability language, keywords, and all of a card together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from riftcheck.carddb.abilities.node import keyword_node, node

if TYPE_CHECKING:
    from riftcheck.carddb.abilities.instructions import Instruction
    from riftcheck.carddb.abilities.phrases import Amount, Condition, Cost, Event, Place, Ref, Selection, Who

# Keyword -> what follows it: nothing, a value (1 if left out), or a cost (CR 800-832).
KEYWORDS: Final[dict[str, Literal["plain", "value", "cost"]]] = {
    "accelerate": "plain",
    "action": "plain",
    "ambush": "plain",
    "assault": "value",
    "backline": "plain",
    "deflect": "value",
    "deploy": "plain",
    "disarm": "value",
    "empower": "cost",
    "equip": "cost",
    "flow": "cost",
    "ganking": "plain",
    "hidden": "plain",
    "hunt": "value",
    "quick-draw": "plain",
    "reaction": "plain",
    "repeat": "cost",
    "shield": "value",
    "tank": "plain",
    "temporary": "plain",
    "unique": "plain",
    "vision": "plain",
    "weaponmaster": "plain",
}


@node
class Keyword:
    """A keyword as a card has it or an effect grants it: `assault 2`, `{equip: {energy: 1}}`.

    `its_cost`: its cost is what the card that is given it costs. With `counted` its value is reckoned anew,
    and `value` says nothing.
    """

    name: str
    value: int = 1
    cost: Cost | None = None
    its_cost: bool = False
    counted: Amount | None = None


@node
class Gate:
    """A dependent keyword (CR 726): `legion`, `level` with its number, `empowered`."""

    kind: Literal["legion", "level", "empowered"]
    level: int = 0


@keyword_node
class Head:
    """The common part of every ability. `at` is its path in the card (`abilities/0`)."""

    at: str
    gates: tuple[Gate, ...] = ()


@keyword_node
class Triggered(Head):
    """`when E`: condition, may and cost belong to the trigger and are settled at finalization (CR 383.2-383.3).

    `label` is `deathknell` where the keyword Deathknell introduces it (CR 808).
    """

    events: tuple[Event, ...]
    do: tuple[Instruction, ...]
    condition: Condition | None = None
    may: bool = False
    cost: Cost | None = None
    once: bool = False
    works_in: Literal["board", "hand", "trash", "deck", "anywhere"] = "board"
    controller: Who | None = None
    label: Literal["deathknell"] | None = None


@keyword_node
class Activated(Head):
    """`cost: C, do: ...` (CR 376-381); `speed` grants Action or Reaction timing, `only` a condition of use.

    `by`: any player may use it, whoever controls what has it, and then controls the ability.
    """

    cost: Cost
    do: tuple[Instruction, ...]
    speed: Literal["action", "reaction"] | None = None
    only: Condition | None = None
    once: bool = False
    by: Literal["any player"] | None = None


@keyword_node
class Static(Head):
    """`for: SEL` with the parts that apply to the selected things (CR 363-366, 475-482).

    `adds` is the energy and power that their abilities Add on top of what they say.
    """

    to: Selection
    condition: Condition | None = None
    might: Amount | None = None
    minimum: Amount | None = None
    raise_to: Amount | None = None
    keywords: tuple[Keyword, ...] = ()
    abilities: tuple[Ability, ...] = ()
    tags: tuple[str | Ref, ...] = ()
    enters: Literal["ready", "exhausted"] | None = None
    bonus_damage: Amount | None = None
    abilities_of: Selection | None = None
    which: Literal["exhaust", "printed", "keywords"] | None = None
    extra_triggers: int = 0
    never_trigger: bool = False
    also_counts_as: Literal["conquer and hold"] | None = None
    damage_order: Literal["first", "last"] | None = None
    ignores: Literal["tank", "backline", "deflect"] | None = None
    might_bonus: Literal["double"] | None = None
    adds: Cost | None = None


@keyword_node
class Instead(Head):
    """`instead-of: E` (CR 367-375): `do` replaces the event; empty is skip."""

    event: Event
    do: tuple[Instruction, ...]
    condition: Condition | None = None
    may: bool = False
    cost: Cost | None = None
    once: bool = False
    controller: Who | None = None


@keyword_node
class Cannot(Head):
    """`cannot: E` (CR 054.1); it beats every permission."""

    event: Event
    condition: Condition | None = None


@keyword_node
class Can(Head):
    """`can: E`: permission to play, hide, move or look at what the rules do not allow (CR 355.2.b, 128.4).

    `what` says whose permission it is (`me`, `friendly units`, `cards with hidden`); `act` the act; `place` and
    `origin` where to and from; `ignoring_costs`, `ignoring` and `paying` change the price (CR 356.1). `anyone`: the
    sentence names no player (`friendly units are played to an open battlefield`), so that it is for whoever may play
    the things anyway. `ambush`: it adds places for the Ambush of the card itself alone (CR 822.1.d). `facedown`: they
    are added for what is played from face down as well.
    """

    act: Literal["play", "hide", "move", "move with", "look at"]
    what: Selection
    condition: Condition | None = None
    place: Place | None = None
    origin: Place | None = None
    paying: Cost | None = None
    ignoring_costs: bool = False
    ignoring: Literal["energy", "power"] | None = None
    anyone: bool = False
    ambush: bool = False
    facedown: bool = False


@keyword_node
class CostOf(Head):
    """`cost-of`: a price change (CR 356.2-356.4), `per` some amount, with a floor of its own.

    `what` is None for `this`. `component` names the part that it concerns (`repeat`, `equip`, `optional`, `hide`).
    `ignore` sets the base cost to zero. A discount that a player `may` take can be left; `once` is each turn. `place`
    is where permanents are played that it is for, by any player, who is `they`.
    """

    what: Selection | None
    less: Cost | None = None
    more: Cost | None = None
    per: Amount | None = None
    minimum: Cost | None = None
    condition: Condition | None = None
    slot: str | None = None
    component: str | None = None
    ignore: bool = False
    may: bool = False
    once: bool = False
    place: Place | None = None


@keyword_node
class AdditionalCost(Head):
    """`additional-cost: C` (CR 356.2): mandatory, or optional and then known by its name; there while it is so.

    `to` are other things that whoever plays them may pay it for, who then plays them to `place`, or for so much `less`.
    """

    cost: Cost
    optional: bool = False
    into: str | None = None
    to: Selection | None = None
    place: Place | None = None
    less: Cost | None = None
    condition: Condition | None = None


@keyword_node
class As(Head):
    """`as-played`, `as-attached`, `as-seen`, `as-revealed`: done within the action, no chain (CR 355.1, 369.3)."""

    kind: Literal["played", "attached", "seen", "revealed"]
    do: tuple[Instruction, ...]
    may: bool = False


@keyword_node
class Rule(Head):
    """`rule: NAME`: a number of the rules, changed or set while this is so."""

    name: Literal[
        "victory score",
        "buffs on me",
        "facedown cards here",
        "times I can be empowered",
        "lethal damage",
        "buff might",
        "runes in the channel phase",
    ]
    change: Amount | None = None
    becomes: Amount | Literal["any"] | None = None
    condition: Condition | None = None


@keyword_node
class Toll(Head):
    """`toll: E`: an applied cost (CR 204.4)."""

    event: Event
    pay: Cost
    per: str | None = None


@keyword_node
class DeckRule(Head):
    """`deck: PHRASE`: deck building only; the engine has nothing to do with it."""

    text: Literal["any number of copies"]


Ability = (
    Triggered | Activated | Static | Instead | Cannot | Can | CostOf | AdditionalCost | As | Rule | Toll | DeckRule
)


@node
class CardAbilities:
    """Everything a card's text says. `do` are a spell's instructions, `effect` an Equipment's effect text."""

    card: str
    keywords: tuple[Keyword, ...] = ()
    do: tuple[Instruction, ...] = ()
    abilities: tuple[Ability, ...] = ()
    effect: tuple[Ability, ...] = ()
    effect_keywords: tuple[Keyword, ...] = ()
