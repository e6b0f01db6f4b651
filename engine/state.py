"""The state of a game: plain slotted objects with hand-written clones.

Only what is on the board is an object (CR 124: a card that changes zones is a new object); a card elsewhere is an int.
Fields below the line `derived` in a class can be rebuilt and are neither saved nor compared.

References are ints: players 0-3, locations 8-15, objects and chain items from 32 on (each id is used once and never
again, so a stale one is simply not found), cards off the board negative (see `engine.zones.card_ref`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import words as w

if TYPE_CHECKING:
    from engine.defs import Activated, CardDef, CostDef, Grant, Pool, Script, Trigger
    from engine.index import Index
    from engine.rules import RulesVersion

Option = tuple[int, int, int]


class Snap:
    """What an object was when it left or when a trigger noted it (CR 359.3.e.13, 808.1.d.3). Immutable."""

    __slots__ = ("buffs", "card", "controller", "d", "kw", "loc", "might", "owner", "ref", "role", "state", "tags")

    def __init__(
        self,
        ref: int,
        card: int,
        d: CardDef,
        owner: int,
        controller: int,
        loc: int,
        might: int,
        kw: int,
        tags: frozenset[str],
        buffs: int,
        role: int,
        state: int,
    ) -> None:
        self.ref = ref
        self.card = card
        self.d = d
        self.owner = owner
        self.controller = controller
        self.loc = loc
        self.might = might
        self.kw = kw
        self.tags = tags
        self.buffs = buffs
        self.role = role
        self.state = state


class Event:
    """One thing that happened. Immutable; shared by clones, kept in the turn's history and in the log.

    `player` is responsible (CR 411); `subject` is the object, card or chain item that does or undergoes it; `other`
    a second one (what is attached to, what chose it); `loc` and `origin` places; `amount` a number; `item` the chain
    item that caused it, -1 for none. `snap` is the subject as it was, when it has left.
    """

    __slots__ = ("amount", "item", "kind", "loc", "origin", "other", "player", "snap", "subject")

    def __init__(
        self,
        kind: int,
        player: int,
        subject: int,
        other: int,
        loc: int,
        origin: int,
        amount: int,
        item: int,
        snap: Snap | None,
    ) -> None:
        self.kind = kind
        self.player = player
        self.subject = subject
        self.other = other
        self.loc = loc
        self.origin = origin
        self.amount = amount
        self.item = item
        self.snap = snap


class Mod:
    """An effect on one object that lasts: a number (`might`), a set Might, a grant, a controller, a copy, tags.

    `kind` is one of the M_ constants of `engine.layers`; `until` one of U_; `ref` what the duration hangs on.
    """

    __slots__ = ("d", "grant", "kind", "ref", "stamp", "until", "value")

    def __init__(
        self, kind: int, value: int, grant: Grant | None, d: CardDef | None, until: int, ref: int, stamp: int
    ) -> None:
        self.kind = kind
        self.value = value
        self.grant = grant
        self.d = d
        self.until = until
        self.ref = ref
        self.stamp = stamp


class Obj:
    """An object on the board: unit, gear, rune, legend, battlefield, token or facedown card."""

    __slots__ = (
        "abilities",
        "assault",
        "attached_to",
        "attachments",
        "buffs",
        "card",
        "controller",
        "d",
        "damage",
        "deflect",
        "empowered",
        "exhausted",
        "facedown",
        "had_role",
        "home",
        "hunt",
        "hurt_bits",
        "hurt_by",
        "hurt_item",
        "id",
        "kw",
        "loc",
        "might",
        "mighty",
        "mods",
        "notes",
        "once",
        "origin_loc",
        "owner",
        "role",
        "seen",
        "shield",
        "stunned",
        "tags",
        "temp_might",
        "turn",
        "under",
    )

    def __init__(self, oid: int, card: int, d: CardDef, owner: int, controller: int, loc: int) -> None:
        self.id = oid
        self.card = card
        self.d = d
        self.owner = owner
        self.controller = controller
        # The controller without any effect that took control (layer 1).
        self.home = controller
        self.loc = loc
        self.exhausted = False
        self.damage = 0
        self.buffs = 0
        self.temp_might = 0
        self.stunned = False
        self.empowered = 0
        self.role = 0
        self.had_role = 0
        self.facedown = False
        self.attached_to = w.NOBODY
        self.attachments: tuple[int, ...] = ()
        self.mods: tuple[Mod, ...] = ()
        # Keys of once-a-turn abilities used this turn, and modes chosen this turn.
        self.once: tuple[str, ...] = ()
        # Names that live on the object (`this.NAME`): pairs of name and references.
        self.notes: tuple[tuple[str, tuple[int, ...]], ...] = ()
        # The turn on which it came, or was hidden.
        self.turn = 0
        # The definition that lies under this battlefield token, for swapping back (CR 438.7).
        self.under: tuple[int, ...] = ()
        # The battlefield whose facedown zone it was played from, -1 for none (CR 811.1.d.2).
        self.origin_loc = w.NOBODY
        # Who dealt the last damage, with which chain item, as what (CR 428.5.c).
        self.hurt_by = w.NOBODY
        self.hurt_item = w.NOBODY
        self.hurt_bits = 0
        # --- derived ---
        self.might = d.might
        self.kw = d.kw
        self.assault = d.assault
        self.shield = d.shield
        self.deflect = d.deflect
        self.hunt = d.hunt
        self.tags = d.tags
        self.abilities: tuple[tuple[object, int], ...] = ()
        self.mighty = False
        self.seen = -1

    def clone(self) -> Obj:
        """Return a copy that shares nothing which changes."""
        new = Obj.__new__(Obj)
        new.id = self.id
        new.card = self.card
        new.d = self.d
        new.owner = self.owner
        new.controller = self.controller
        new.home = self.home
        new.loc = self.loc
        new.exhausted = self.exhausted
        new.damage = self.damage
        new.buffs = self.buffs
        new.temp_might = self.temp_might
        new.stunned = self.stunned
        new.empowered = self.empowered
        new.role = self.role
        new.had_role = self.had_role
        new.facedown = self.facedown
        new.attached_to = self.attached_to
        new.attachments = self.attachments
        new.mods = self.mods
        new.once = self.once
        new.notes = self.notes
        new.turn = self.turn
        new.under = self.under
        new.origin_loc = self.origin_loc
        new.hurt_by = self.hurt_by
        new.hurt_item = self.hurt_item
        new.hurt_bits = self.hurt_bits
        new.might = self.might
        new.kw = self.kw
        new.assault = self.assault
        new.shield = self.shield
        new.deflect = self.deflect
        new.hunt = self.hunt
        new.tags = self.tags
        new.abilities = self.abilities
        new.mighty = self.mighty
        new.seen = self.seen
        return new


class Loc:
    """A location: a base (`base` is its player, `bf` -1) or a battlefield (`bf` its object).

    `contested` is the player who applied Contested, or -1 (CR 190.3); `combat` and `showdown` what is staged here.
    """

    __slots__ = ("base", "bf", "combat", "contested", "control", "facedown", "gear", "showdown", "units")

    def __init__(self, base: int, bf: int) -> None:
        self.base = base
        self.bf = bf
        self.units: list[int] = []
        self.gear: list[int] = []
        self.facedown: list[int] = []
        self.control = w.NOBODY
        self.contested = w.NOBODY
        self.showdown = False
        self.combat = False

    def clone(self) -> Loc:
        """Return a copy."""
        new = Loc.__new__(Loc)
        new.base = self.base
        new.bf = self.bf
        new.units = self.units[:]
        new.gear = self.gear[:]
        new.facedown = self.facedown[:]
        new.control = self.control
        new.contested = self.contested
        new.showdown = self.showdown
        new.combat = self.combat
        return new


class Player:
    """One player's zones and resources. `pool` holds three groups of eight: any use, spells only, showdowns only; in
    each: energy, the six domains' power, power of any domain (CR 163.2.b, 166).
    """

    __slots__ = (
        "banished",
        "battlefields",
        "champion",
        "champion_card",
        "deck",
        "finalized",
        "gone",
        "hand",
        "legend",
        "pool",
        "ready_runes",
        "rune_count",
        "rune_deck",
        "runes",
        "trash",
        "turns",
        "xp",
    )

    def __init__(self) -> None:
        self.hand: list[int] = []
        # The end of the list is the top of the deck.
        self.deck: list[int] = []
        self.rune_deck: list[int] = []
        self.trash: list[int] = []
        self.banished: list[int] = []
        self.champion: list[int] = []
        self.champion_card = -1
        self.battlefields: list[int] = []
        self.legend = -1
        self.runes: list[int] = []
        self.pool: list[int] = [0] * 24
        self.xp = 0
        # Cards finalized this turn (CR 812.1.c), in order.
        self.finalized: list[int] = []
        self.turns = 0
        self.gone = False
        # --- derived ---
        self.ready_runes = 0
        self.rune_count: list[int] = [0] * 6

    def clone(self) -> Player:
        """Return a copy."""
        new = Player.__new__(Player)
        new.hand = self.hand[:]
        new.deck = self.deck[:]
        new.rune_deck = self.rune_deck[:]
        new.trash = self.trash[:]
        new.banished = self.banished[:]
        new.champion = self.champion[:]
        new.champion_card = self.champion_card
        new.battlefields = self.battlefields
        new.legend = self.legend
        new.runes = self.runes[:]
        new.pool = self.pool[:]
        new.xp = self.xp
        new.finalized = self.finalized[:]
        new.turns = self.turns
        new.gone = self.gone
        new.ready_runes = self.ready_runes
        new.rune_count = self.rune_count[:]
        return new


class Env:
    """Who speaks: the surroundings in which a phrase of an ability is read.

    `you` controls it, `me` has it, `this` is the object with the text, `card` the card behind `me`; `it`, `there`,
    `origin`, `who` and `amount` come from the trigger's event, `item` is that event's chain item. `slots` hold what
    names hold; `snaps` what this item or its event moved away.
    """

    __slots__ = (
        "amount",
        "card",
        "d",
        "event_item",
        "it",
        "me",
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


class Bill:
    """What is still to be paid: energy, power as domain masks, and other parts in order."""

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
    the keys of the additional costs that are paid; `loc` where a permanent will enter; `zone` where the card came
    from. `price` is what an effect said about its price: see `engine.costs`.
    """

    __slots__ = (
        "ability",
        "activated",
        "also_to",
        "bill",
        "bonus",
        "chosen",
        "executions",
        "extras",
        "facedown_loc",
        "gives",
        "id",
        "kind",
        "leave_to",
        "limited",
        "loc",
        "only_to",
        "paid_energy",
        "pending",
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
        # Where the card goes when it leaves the chain: Z_TRASH unless an effect says otherwise (CR 390.3.a).
        self.leave_to = w.Z_TRASH
        self.only_to = w.NOBODY
        self.also_to = w.NOBODY
        # 1: entered ready, 2: exhausted, 0: as usual.
        self.ready = 0
        self.price: tuple[int, int, tuple[int, ...], int] = (0, 0, (), 0)
        self.paid_energy = 0
        # An effect makes the player do it (CR 419.3.a), so timing is not asked.
        self.limited = False
        self.targets_seen: tuple[int, ...] = ()

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
        new.paid_energy = self.paid_energy
        new.limited = self.limited
        new.targets_seen = self.targets_seen
        return new


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


class Frame:
    """A piece of unfinished work: what it is, how far it has come, and its numbers."""

    __slots__ = ("a", "b", "c", "data", "events", "item", "kind", "step")

    def __init__(self, kind: int, a: int = 0, b: int = 0, c: int = 0, item: Item | None = None) -> None:
        self.kind = kind
        self.step = 0
        self.a = a
        self.b = b
        self.c = c
        self.data: list[int] = []
        self.events: list[Event] = []
        self.item = item

    def clone(self, items: dict[int, Item]) -> Frame:
        """Return a copy; `items` maps ids of chain items to their copies and takes up any other item."""
        new = Frame.__new__(Frame)
        new.kind = self.kind
        new.step = self.step
        new.a = self.a
        new.b = self.b
        new.c = self.c
        new.data = self.data[:]
        new.events = self.events[:]
        item = self.item
        if item is not None:
            found = items.get(item.id)
            if found is None:
                found = items[item.id] = item.clone()
            item = found
        new.item = item
        return new


class Decision:
    """What one player is asked: choose `lo` to `hi` of `options`. Immutable, so clones share it.

    `about` is the object, card or item it is about; `text` a key of words for `describe`, never shown as it is.
    """

    __slots__ = ("about", "hi", "kind", "lo", "options", "player", "text")

    def __init__(self, player: int, kind: int, options: list[Option], lo: int, hi: int, about: int, text: str) -> None:
        self.player = player
        self.kind = kind
        self.options = options
        self.lo = lo
        self.hi = hi
        self.about = about
        self.text = text


class State:
    """The whole game at one moment."""

    __slots__ = (
        "answer",
        "ask_all",
        "attacker",
        "auto_pay",
        "board",
        "card_defs",
        "chain",
        "chain_kept",
        "combat",
        "decision",
        "defender",
        "delayed",
        "dirty",
        "entries",
        "excess",
        "focus",
        "focus_passes",
        "frames",
        "history",
        "index",
        "locs",
        "log",
        "mode",
        "next_id",
        "notes",
        "open_chain",
        "order",
        "owners",
        "passes",
        "phase",
        "players",
        "points",
        "pool",
        "prio",
        "queue",
        "resolving",
        "result",
        "rng",
        "rules",
        "scored",
        "seat",
        "showdown",
        "stamp",
        "team",
        "tp",
        "triggered",
        "turn",
        "victory",
        "waiting",
        "winner",
    )

    def __init__(self, pool: Pool, rules: RulesVersion, players: int) -> None:
        self.pool = pool
        self.rules = rules
        self.mode = 0
        self.card_defs: tuple[int, ...] = ()
        self.owners: tuple[int, ...] = ()
        # How often each card has changed zones (CR 124): part of a reference to a card off the board.
        self.entries: list[int] = []
        self.players = [Player() for _ in range(players)]
        self.team: tuple[int, ...] = tuple(range(players))
        self.board: dict[int, Obj] = {}
        self.locs: list[Loc] = []
        self.points: list[int] = [0] * players
        self.scored: list[int] = [0] * players
        self.victory = 8
        self.order: tuple[int, ...] = tuple(range(players))
        self.seat = 0
        self.queue: list[int] = []
        self.turn = 0
        self.tp = 0
        self.phase = w.SETUP
        self.frames: list[Frame] = []
        self.chain: list[Item] = []
        self.triggered: list[Item] = []
        self.delayed: list[Delayed] = []
        self.prio = w.NOBODY
        self.passes = 0
        # The chain was opened by a trigger or an Add ability, so focus stays (CR 340.2.a).
        self.chain_kept = False
        # A chain exists or has just emptied; closing it passes focus (CR 346).
        self.open_chain = False
        self.showdown = w.NOBODY
        self.combat = False
        self.focus = w.NOBODY
        self.focus_passes = 0
        self.attacker = w.NOBODY
        self.defender = w.NOBODY
        self.excess: list[int] = [0] * players
        self.resolving: Item | None = None
        self.result: list[int] = []
        self.waiting = False
        self.decision: Decision | None = None
        self.answer: list[int] | None = None
        self.winner = w.NOBODY
        self.dirty = 0
        self.next_id = w.FIRST_ID
        self.rng: list[int] = [0, 0, 0, 0]
        # Events of this turn that some ability counts.
        self.history: list[Event] = []
        # Things remembered for the whole game: keys of first-beginning-phase battlefields and the like.
        self.notes: tuple[str, ...] = ()
        self.log: list[Event] | None = None
        self.ask_all = False
        self.auto_pay = True
        # --- derived ---
        self.index: Index | None = None
        self.stamp = 0

    def clone(self) -> State:
        """Return an independent copy: whatever is done to one, the other does not change."""
        new = State.__new__(State)
        new.pool = self.pool
        new.rules = self.rules
        new.mode = self.mode
        new.card_defs = self.card_defs
        new.owners = self.owners
        new.entries = self.entries[:]
        new.players = [player.clone() for player in self.players]
        new.team = self.team
        new.board = {key: obj.clone() for key, obj in self.board.items()}
        new.locs = [loc.clone() for loc in self.locs]
        new.points = self.points[:]
        new.scored = self.scored[:]
        new.victory = self.victory
        new.order = self.order
        new.seat = self.seat
        new.queue = self.queue[:]
        new.turn = self.turn
        new.tp = self.tp
        new.phase = self.phase
        items = {item.id: item.clone() for item in self.chain}
        new.chain = [items[item.id] for item in self.chain]
        new.frames = [frame.clone(items) for frame in self.frames]
        new.triggered = [item.clone() for item in self.triggered]
        new.delayed = self.delayed[:]
        new.prio = self.prio
        new.passes = self.passes
        new.chain_kept = self.chain_kept
        new.open_chain = self.open_chain
        new.showdown = self.showdown
        new.combat = self.combat
        new.focus = self.focus
        new.focus_passes = self.focus_passes
        new.attacker = self.attacker
        new.defender = self.defender
        new.excess = self.excess[:]
        new.resolving = None if self.resolving is None else items.get(self.resolving.id)
        new.result = self.result[:]
        new.waiting = self.waiting
        new.decision = self.decision
        new.answer = self.answer
        new.winner = self.winner
        new.dirty = self.dirty
        new.next_id = self.next_id
        new.rng = self.rng[:]
        new.history = self.history[:]
        new.notes = self.notes
        new.log = None if self.log is None else self.log[:]
        new.ask_all = self.ask_all
        new.auto_pay = self.auto_pay
        new.index = self.index
        new.stamp = self.stamp
        return new


def ask(s: State, player: int, kind: int, options: list[Option], lo: int, hi: int, about: int, text: str) -> bool:
    """Put a question, or answer it at once where there is only one answer. Return whether the game must wait."""
    decision = Decision(player, kind, options, lo, hi, about, text)
    s.decision = decision
    count = len(options)
    if count <= lo:
        s.answer = list(range(count))
        return False
    if hi <= 0:
        s.answer = []
        return False
    s.waiting = True
    return True


def take(s: State) -> list[Option]:
    """Return the options that were chosen, and forget the question."""
    decision, answer = s.decision, s.answer
    s.decision = None
    s.answer = None
    if decision is None or answer is None:  # pragma: no cover - a fault of ours, never of a caller
        raise AssertionError("an answer was taken where nothing was asked")
    options = decision.options
    return [options[position] for position in answer]


def enemies(s: State, one: int, other: int) -> bool:
    """Whether two players are opponents (CR 740.1.b)."""
    return one >= 0 and other >= 0 and s.team[one] != s.team[other]


def next_player(s: State, player: int) -> int:
    """Return the next player in turn order who is still in the game (CR 115)."""
    order = s.order
    count = len(order)
    place = order.index(player)
    for step in range(1, count + 1):
        other = order[(place + step) % count]
        if not s.players[other].gone:
            return other
    return player


def players_from(s: State, first: int) -> list[int]:
    """Return the players still in the game in turn order, starting with `first`."""
    order = s.order
    place = order.index(first)
    count = len(order)
    turn = [order[(place + step) % count] for step in range(count)]
    return [player for player in turn if not s.players[player].gone]


def opponents(s: State, player: int) -> list[int]:
    """Return the opponents of a player still in the game, in turn order after that player."""
    team = s.team
    return [other for other in players_from(s, player) if team[other] != team[player]]
