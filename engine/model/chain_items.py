"""Chain items, the evaluation context of a text, bills and delayed abilities."""

from __future__ import annotations

from typing import TYPE_CHECKING

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

    def __init__(self, you: int, me: int, this: int, card: int, d: CardDef) -> None:
        self.you = you
        self.me = me
        self.this = this
        self.card = card
        self.d = d
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
        self, item_id: int, kind: int, you: int, me: int, this: int, card: int, d: CardDef, script: Script | None
    ) -> None:
        Env.__init__(self, you, me, this, card, d)
        self.id = item_id
        self.kind = kind
        self.script = script
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
        # The zone of the card when it leaves the chain: Z_TRASH unless an effect says otherwise (CR 390.3.a).
        self.leave_to = w.Z_TRASH
        self.only_to = w.NOBODY
        self.also_to = w.NOBODY
        # 1: entered ready, 2: exhausted, 0: as usual.
        self.ready = 0
        self.price: tuple[int, int, tuple[int, ...], int] = (0, 0, (), 0)
        # The cost that replaces the base cost: its energy and power are in `price`, its other parts are paid as well.
        self.instead: CostDef | None = None
        self.paid_energy = 0
        # An effect makes the player do it (CR 419.3.a), so timing is not asked.
        self.limited = False
        # A name of what plays it holds it, and follows it onto the board.
        self.named = False
        self.targets_seen: tuple[int, ...] = ()
        # The delayed ability that permits the play, of which this is a use; -1 for none.
        self.permit = w.NOBODY
        # Of noted triggers with one such number only one is kept (CR 383.1.b); 0 for all others.
        self.either = 0

    def clone(self) -> Item:
        """Return a copy."""
        new = Item.__new__(Item)
        new.you = self.you
        new.me = self.me
        new.this = self.this
        new.card = self.card
        new.d = self.d
        new.it = self.it
        new.there = self.there
        new.origin = self.origin
        new.who = self.who
        new.amount = self.amount
        new.event_item = self.event_item
        new.slots = self.slots[:]
        new.snaps = self.snaps.copy()
        new.nobodys = self.nobodys
        new.id = self.id
        new.kind = self.kind
        new.script = self.script
        new.trigger = self.trigger
        new.activated = self.activated
        new.ability = self.ability
        new.pending = self.pending
        new.chosen = self.chosen[:]
        new.executions = self.executions
        new.extras = self.extras
        new.loc = self.loc
        new.zone = self.zone
        new.facedown_loc = self.facedown_loc
        new.bill = None if self.bill is None else self.bill.clone()
        new.bonus = self.bonus
        new.gives = self.gives
        new.leave_to = self.leave_to
        new.only_to = self.only_to
        new.also_to = self.also_to
        new.ready = self.ready
        new.price = self.price
        new.instead = self.instead
        new.paid_energy = self.paid_energy
        new.limited = self.limited
        new.targets_seen = self.targets_seen
        new.either = self.either
        new.named = self.named
        new.permit = self.permit
        return new


def only_adds(item: Item) -> bool:
    """Tell whether an item is an ability that adds resources: it resolves at once, no priority passes (CR 429.2.a)."""
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


I_CARD = 0
I_TRIGGER = 1
I_ACTIVATED = 2


class Delayed:
    """A delayed ability (CR 389-392): one ability, the surroundings that made it, its end and its uses left."""

    __slots__ = ("ability", "env", "id", "ref", "until", "uses")

    def __init__(self, delayed_id: int, ability: object, env: Item, until: int, ref: int, uses: int) -> None:
        self.id = delayed_id
        self.ability = ability
        self.env = env
        self.until = until
        self.ref = ref
        self.uses = uses
