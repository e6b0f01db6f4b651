"""Chain items, the evaluation context of a text, bills and delayed abilities."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.model import constants as w

if TYPE_CHECKING:
    from riftcheck.engine.model.abilities import Activated, Trigger
    from riftcheck.engine.model.definitions import CardDef
    from riftcheck.engine.model.objects import Mod, Snap
    from riftcheck.engine.model.scripts import CostDef, Script


class Env:
    """An evaluation context: the surroundings in which a phrase of an ability is read.

    `you` controls it, `me` has it, `this` is the object with the text, `card` the card behind `me`; `it`, `there`,
    `origin`, `who` and `amount` come from the trigger's event, `event_item` is the chain item that caused it. `slots`
    hold the values of names; `snaps` the objects that this item or its event moved away.
    """

    __slots__ = (
        "amount",
        "card",
        "d",
        "event_item",
        "it",
        "me",
        "nobodys",
        "origin",
        "slots",
        "snaps",
        "there",
        "this",
        "who",
        "you",
    )

    def __init__(self, you: int, me: int, this: int, card: int, d: CardDef, copied: Env | None = None) -> None:
        self.you = you
        self.me = me
        self.this = this
        self.card = card
        self.d = d
        if copied is None:
            self.it = w.NOBODY
            self.there = w.NOBODY
            self.origin = w.NOBODY
            self.who = w.NOBODY
            self.amount = 0
            self.event_item = w.NOBODY
            self.slots: list[tuple[int, ...]] = []
            self.snaps: dict[int, Snap] = {}
            # CR 190.6.d: of a battlefield without a controller; `you` is then only who is responsible for it.
            self.nobodys = False
            return
        self.it = copied.it
        self.there = copied.there
        self.origin = copied.origin
        self.who = copied.who
        self.amount = copied.amount
        self.event_item = copied.event_item
        self.slots = copied.slots[:]
        self.snaps = copied.snaps.copy()
        self.nobodys = copied.nobodys


class Bill:
    """The part of a price that is still to be paid: energy, power as domain masks, and other parts in order."""

    __slots__ = ("energy", "parts", "power", "use")

    def __init__(self, energy: int, power: tuple[int, ...], parts: list[tuple[CostDef, int]], use: int) -> None:
        self.energy = energy
        self.power = power
        self.parts = parts
        self.use = use

    def clone(self) -> Bill:
        """Return a copy."""
        return Bill(self.energy, self.power, self.parts[:], self.use)


class Item(Env):
    """A chain item: a card being played, or an ability. It is also the Env of its own script.

    `kind` is I_CARD, I_TRIGGER or I_ACTIVATED. `chosen` holds one tuple for each opening of each execution; `extras`
    the keys of the additional costs that are paid; `loc` where a permanent will enter, or for an ability what "here"
    has been reassigned to; `zone` where the card came from. `price` is what an effect said about its price: see
    `riftcheck.engine.costs.total_cost`.
    """

    __slots__ = (
        "ability",
        "activated",
        "also_to",
        "bill",
        "bonus",
        "chosen",
        "either",
        "executions",
        "extras",
        "facedown_loc",
        "gives",
        "id",
        "instead",
        "kind",
        "leave_to",
        "limited",
        "loc",
        "named",
        "only_to",
        "paid_energy",
        "pending",
        "permit",
        "price",
        "ready",
        "script",
        "targets_seen",
        "trigger",
        "zone",
    )

    def __init__(
        self,
        item_id: int,
        kind: int,
        you: int,
        me: int,
        this: int,
        card: int,
        d: CardDef,
        script: Script | None,
        copied: Item | None = None,
    ) -> None:
        Env.__init__(self, you, me, this, card, d, copied)
        self.id = item_id
        self.kind = kind
        self.script = script
        if copied is None:
            self.trigger: Trigger | None = None
            self.activated: Activated | None = None
            # The key of the ability, for once-a-turn limits and saves.
            self.ability = ""
            self.pending = True
            self.chosen: list[tuple[int, ...]] = []
            self.executions = 1
            self.extras: tuple[str, ...] = ()
            self.loc = w.NOBODY
            self.zone = w.Z_HAND
            self.facedown_loc = w.NOBODY
            self.bill: Bill | None = None
            self.bonus = 0
            # Effects that the permanent has as it enters (CR 184.3).
            self.gives: tuple[Mod, ...] = ()
            # The zone of the card when it leaves the chain: Z_TRASH unless an effect says otherwise (CR 391.3.a).
            self.leave_to = w.Z_TRASH
            self.only_to = w.NOBODY
            self.also_to = w.NOBODY
            # 1: entered ready, 2: exhausted, 0: as usual.
            self.ready = 0
            self.price: tuple[int, int, tuple[int, ...], int] = (0, 0, (), 0)
            # The cost that replaces the base cost: its energy and power are in `price`, its other parts are paid as
            # well.
            self.instead: CostDef | None = None
            self.paid_energy = 0
            # An effect makes the player do it (CR 420.3.a), so timing is not asked.
            self.limited = False
            # A name of what plays it holds it, and follows it onto the board.
            self.named = False
            self.targets_seen: tuple[int, ...] = ()
            # The delayed ability that permits the play, of which this is a use; -1 for none.
            self.permit = w.NOBODY
            # Of noted triggers with one such number only one is kept (CR 383.1.b); 0 for all others.
            self.either = 0
            return
        self.trigger = copied.trigger
        self.activated = copied.activated
        self.ability = copied.ability
        self.pending = copied.pending
        self.chosen = copied.chosen[:]
        self.executions = copied.executions
        self.extras = copied.extras
        self.loc = copied.loc
        self.zone = copied.zone
        self.facedown_loc = copied.facedown_loc
        self.bill = None if copied.bill is None else copied.bill.clone()
        self.bonus = copied.bonus
        self.gives = copied.gives
        self.leave_to = copied.leave_to
        self.only_to = copied.only_to
        self.also_to = copied.also_to
        self.ready = copied.ready
        self.price = copied.price
        self.instead = copied.instead
        self.paid_energy = copied.paid_energy
        self.limited = copied.limited
        self.named = copied.named
        self.targets_seen = copied.targets_seen
        self.permit = copied.permit
        self.either = copied.either

    def clone(self) -> Item:
        """Return a copy."""
        return Item(self.id, self.kind, self.you, self.me, self.this, self.card, self.d, self.script, self)


def only_adds(item: Item) -> bool:
    """Tell whether an item is an ability that adds resources: it resolves at once, no priority passes (CR 430.2.a)."""
    return item.kind != I_CARD and item.script is not None and item.script.adds


def ability_cost(item: Item) -> CostDef | None:
    """Return the base cost of an ability's item."""
    if item.trigger is not None:
        return item.trigger.cost
    return item.activated.cost if item.activated is not None else None


def is_base(item: Item, cost: CostDef) -> bool:
    """Tell whether a cost is the base cost of an ability's item, or one of the ways to pay that."""
    base = ability_cost(item)
    return base is not None and (cost is base or any(cost is way for way in base.ways))


I_CARD: Final = 0
I_TRIGGER: Final = 1
I_ACTIVATED: Final = 2


class Delayed:
    """A delayed ability (CR 390-393): one ability, the surroundings that made it, its end and its uses left."""

    __slots__ = ("ability", "env", "id", "ref", "until", "uses")

    def __init__(self, delayed_id: int, ability: object, env: Item, until: int, ref: int, uses: int) -> None:
        self.id = delayed_id
        self.ability = ability
        self.env = env
        self.until = until
        self.ref = ref
        self.uses = uses
