"""Objects on the board, their snapshots and lasting effects, events, locations and players.

Only what is on the board is an object (CR 124: a card that changes zones is a new object); a card elsewhere is an int.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.model import constants as w

if TYPE_CHECKING:
    from riftcheck.engine.model.abilities import Grant
    from riftcheck.engine.model.definitions import CardDef


# The start of the key of a note that holds what was played: those references follow it onto the board.
PLAYED: Final = "played."
# The start of the names that live on the object.
OWN_NAME: Final = "this."
# The Might last noticed of an object that has only just come: coming is no change of it.
NOT_NOTICED: Final = -(10**6)


class Snap:
    """An object as it was when it left or when a trigger noted it (CR 359.3.e.13, 808.1.d.3). Immutable.

    `ref` is the reference to it: its own, or of a spell that has resolved and of what has died that to its card.
    """

    __slots__ = (
        "buffs",
        "card",
        "controller",
        "d",
        "kw",
        "loc",
        "might",
        "notes",
        "owner",
        "ref",
        "role",
        "state",
        "tags",
    )

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
        notes: tuple[tuple[str, tuple[int, ...]], ...] = (),
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
        self.notes = notes


class Event:
    """One thing that happened. Immutable; shared by clones, kept in the turn's history and in the log.

    `player` is responsible (CR 412); `subject` is the object, card or chain item that does or undergoes it; `other`
    a second one (what is attached to, what chose it); `loc` its location. The meanings of `origin` and `amount` stand
    by kind in `event_fields`. `item` is the chain item that caused it, -1 for none. `snap` is the subject as it was,
    when it has left. `units` are those that took part in a conquer, a hold or the result of a combat; they are noted
    as it is published.
    """

    __slots__ = ("amount", "item", "kind", "loc", "origin", "other", "player", "snap", "subject", "units")

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
        self.units: tuple[int, ...] = ()


class Mod:
    """An effect on one object that lasts: a number (`might`), a set Might, a grant, a controller, a copy, tags.

    `kind` is one of the M_ constants of `engine.model.constants`; `until` one of U_; `ref` what the duration hangs on.
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
        "disarm",
        "empowered",
        "exhausted",
        "facedown",
        "had_role",
        "home",
        "hunt",
        "hurt_bits",
        "hurt_by",
        "hurt_item",
        "hurters",
        "id",
        "kw",
        "loc",
        "might",
        "mods",
        "notes",
        "noticed",
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

    def __init__(
        self, oid: int, card: int, d: CardDef, owner: int, controller: int, loc: int, copied: Obj | None = None
    ) -> None:
        self.id = oid
        self.card = card
        self.d = d
        self.owner = owner
        self.controller = controller
        self.loc = loc
        if copied is None:
            # The controller without any effect that took control (CR 479.2.a).
            self.home = controller
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
            # Names that live on the object (`this.NAME`): pairs of name, after PLAYED if it was played, and references.
            self.notes: tuple[tuple[str, tuple[int, ...]], ...] = ()
            # The turn on which it came, or was hidden.
            self.turn = 0
            # The definition that lies under this battlefield token, for swapping back (CR 439.7).
            self.under: tuple[int, ...] = ()
            # The battlefield whose facedown zone it was played from, -1 for none (CR 811.1.d.3.a).
            self.origin_loc = w.NOBODY
            # The player and the chain item of the last damage, and its causes as bits (CR 429.5.c).
            self.hurt_by = w.NOBODY
            self.hurt_item = w.NOBODY
            self.hurt_bits = 0
            # Whose damage is marked on it: a bit for each player (CR 142.4.c).
            self.hurters = 0
            # Its Might when a cleanup last looked, to see what it becomes (CR 709).
            self.noticed = NOT_NOTICED
            # --- derived ---
            self.might = d.might
            self.kw = d.kw
            self.assault = d.assault
            self.shield = d.shield
            self.deflect = d.deflect
            self.hunt = d.hunt
            self.disarm = d.disarm
            self.tags = d.tags
            self.abilities: tuple[tuple[object, int], ...] = ()
            self.seen = -1
            return
        self.home = copied.home
        self.exhausted = copied.exhausted
        self.damage = copied.damage
        self.buffs = copied.buffs
        self.temp_might = copied.temp_might
        self.stunned = copied.stunned
        self.empowered = copied.empowered
        self.role = copied.role
        self.had_role = copied.had_role
        self.facedown = copied.facedown
        self.attached_to = copied.attached_to
        self.attachments = copied.attachments
        self.mods = copied.mods
        self.once = copied.once
        self.notes = copied.notes
        self.turn = copied.turn
        self.under = copied.under
        self.origin_loc = copied.origin_loc
        self.hurt_by = copied.hurt_by
        self.hurt_item = copied.hurt_item
        self.hurt_bits = copied.hurt_bits
        self.hurters = copied.hurters
        self.noticed = copied.noticed
        self.might = copied.might
        self.kw = copied.kw
        self.assault = copied.assault
        self.shield = copied.shield
        self.deflect = copied.deflect
        self.hunt = copied.hunt
        self.disarm = copied.disarm
        self.tags = copied.tags
        self.abilities = copied.abilities
        self.seen = copied.seen

    def clone(self) -> Obj:
        """Return a copy that shares nothing which changes."""
        return Obj(self.id, self.card, self.d, self.owner, self.controller, self.loc, self)


class Loc:
    """A location: a base (`base` is its player, `bf` -1) or a battlefield (`bf` its object).

    `contested` is the player who applied Contested, or -1 (CR 190.3); `combat` and `showdown` what is staged here;
    `was` who controlled it before whoever does now.
    """

    __slots__ = ("base", "bf", "combat", "contested", "control", "facedown", "gear", "showdown", "units", "was")

    def __init__(self, base: int, bf: int, copied: Loc | None = None) -> None:
        self.base = base
        self.bf = bf
        if copied is None:
            self.units: list[int] = []
            self.gear: list[int] = []
            self.facedown: list[int] = []
            self.control = w.NOBODY
            self.contested = w.NOBODY
            self.showdown = False
            self.combat = False
            self.was = w.NOBODY
            return
        self.units = copied.units[:]
        self.gear = copied.gear[:]
        self.facedown = copied.facedown[:]
        self.control = copied.control
        self.contested = copied.contested
        self.showdown = copied.showdown
        self.combat = copied.combat
        self.was = copied.was

    def clone(self) -> Loc:
        """Return a copy."""
        return Loc(self.base, self.bf, self)


class Player:
    """One player's zones and resources.

    `pool` holds six groups of eight, for any use, spells, showdowns, gear and units with their abilities, playing
    units or gear; in each: energy, the six domains' power, power of any domain (CR 163.2.b, 166).
    """

    __slots__ = (
        "banished",
        "battlefields",
        "champion",
        "champion_card",
        "deck",
        "extra_legends",
        "finalized",
        "gone",
        "hand",
        "legend",
        "legends",
        "pool",
        "ready_runes",
        "rune_count",
        "rune_deck",
        "runes",
        "trash",
        "turns",
        "xp",
    )

    def __init__(self, copied: Player | None = None) -> None:

        if copied is None:
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
            # Legends of the deck besides that one, which no effect has added yet, and the objects of those that one
            # has: each is in play once at most (CR 440.3.c).
            self.extra_legends: list[int] = []
            self.legends: tuple[int, ...] = ()
            self.runes: list[int] = []
            self.pool: list[int] = [0] * w.POOL_SIZE
            self.xp = 0
            # Cards finalized this turn (CR 812.1.c), in order.
            self.finalized: list[int] = []
            self.turns = 0
            self.gone = False
            # --- derived ---
            self.ready_runes = 0
            self.rune_count: list[int] = [0] * 6
            return
        self.hand = copied.hand[:]
        self.deck = copied.deck[:]
        self.rune_deck = copied.rune_deck[:]
        self.trash = copied.trash[:]
        self.banished = copied.banished[:]
        self.champion = copied.champion[:]
        self.champion_card = copied.champion_card
        self.battlefields = copied.battlefields
        self.legend = copied.legend
        self.extra_legends = copied.extra_legends[:]
        self.legends = copied.legends
        self.runes = copied.runes[:]
        self.pool = copied.pool[:]
        self.xp = copied.xp
        self.finalized = copied.finalized[:]
        self.turns = copied.turns
        self.gone = copied.gone
        self.ready_runes = copied.ready_runes
        self.rune_count = copied.rune_count[:]

    def clone(self) -> Player:
        """Return a copy."""
        return Player(copied=self)
