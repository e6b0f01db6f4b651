"""The state of a game: plain slotted objects with hand-written clones.

Only what is on the board is an object (CR 124: a card that changes zones is a new object); a card elsewhere is an int.
Fields below the line `derived` in a class can be rebuilt and are neither saved nor compared.

References are ints: players 0-3, locations 8-15, objects and chain items from 32 on (each id is used once and never
again, so a stale one is simply not found), cards off the board negative (see `references`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.model import constants as w
from riftcheck.engine.model.objects import Event, Loc, Obj, Player

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from riftcheck.engine.model.chain_items import Delayed, Item
    from riftcheck.engine.model.decisions import Decision
    from riftcheck.engine.model.definitions import Needs, Pool
    from riftcheck.engine.model.frames import Frame
    from riftcheck.engine.model.index import Index
    from riftcheck.engine.model.rules_version import RulesVersion


def kind_flags(kinds: Collection[int]) -> tuple[bool, ...]:
    """Return for each kind of event whether it is among some."""
    return tuple([kind in kinds for kind in w.EVENTS])


EVERY_KIND: Final = kind_flags(w.EVENTS)

NEEDS_KEPT: Final = 16  # combinations of cards for which a pool remembers what games keep


class State:
    """The whole game at one moment: the table, the players' turns to act, and the work under way."""

    __slots__ = (
        "answer",
        "ask_all",
        "asked",
        "attacker",
        "auto_pay",
        "board",
        "card_defs",
        "chain",
        "chain_kept",
        "cleanup_stamp",
        "combat",
        "company",
        "crossings",
        "decision",
        "defender",
        "delayed",
        "dirty",
        "entries",
        "excess",
        "flows",
        "focus",
        "focus_passes",
        "frames",
        "history",
        "index",
        "locs",
        "log",
        "mode",
        "next_id",
        "offboard",
        "on_question",
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
        "replacement_orders",
        "resolving",
        "result",
        "rng",
        "rules",
        "scored",
        "seat",
        "showdown",
        "stamp",
        "team",
        "tied",
        "tp",
        "triggered",
        "turn",
        "victory",
        "waiting",
        "watched",
        "wide",
        "winner",
    )

    def __init__(self, pool: Pool, rules: RulesVersion, players: int, copied: State | None = None) -> None:
        self.pool = pool
        self.rules = rules
        if copied is None:
            self.mode = 0
            self.card_defs: tuple[int, ...] = ()
            self.owners: tuple[int, ...] = ()
            # The number of zone changes of each card (CR 124), part of a reference to a card off the board, and above
            # it the counts of `references`.
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
            # For each unit of a combat the numbers of replacements in the order in which they will apply to its damage,
            # until that is dealt (CR 467.2.c.5). Clones share it: it is replaced, never changed.
            self.replacement_orders: dict[int, tuple[int, ...]] = {}
            # The attackers of this combat are recalled, so that nobody wins it (CR 468.1.a.2); until its result is
            # known.
            self.tied = False
            self.log: list[Event] | None = None
            self.ask_all = False
            self.auto_pay = True
            # --- derived ---
            # The needs of the cards of this game: the kinds of event that some of them count, whether any works away
            # from the board, whether a passive of any looks beyond it, whether any can be played from the trash by its
            # own text, whether any waits for what a Might becomes, and whether any asks if what died was alone:
            # everything until `note_cards` knows better.
            self.asked: tuple[bool, ...] = EVERY_KIND
            self.offboard = True
            self.wide = True
            self.flows = True
            self.crossings = True
            self.company = True
            # The kinds of event that the log takes up; who counts a few of many thousand games sets fewer.
            self.watched: tuple[bool, ...] = EVERY_KIND
            self.index: Index | None = None
            self.stamp = 0
            # The stamp at which a cleanup last found nothing more to do about Might and damage, -1 for none since.
            self.cleanup_stamp = w.NOBODY
            # Called with every question, those that answer themselves too, by who observes the game. Clones have none.
            self.on_question: Callable[[Decision], None] | None = None
            return
        self.mode = copied.mode
        self.card_defs = copied.card_defs
        self.owners = copied.owners
        self.entries = copied.entries[:]
        self.players = [player.clone() for player in copied.players]
        self.team = copied.team
        self.board = {key: obj.clone() for key, obj in copied.board.items()}
        self.locs = [loc.clone() for loc in copied.locs]
        self.points = copied.points[:]
        self.scored = copied.scored[:]
        self.victory = copied.victory
        self.order = copied.order
        self.seat = copied.seat
        self.queue = copied.queue[:]
        self.turn = copied.turn
        self.tp = copied.tp
        self.phase = copied.phase
        # An item of the chain that a frame or `resolving` holds as well is one item in the copy, too.
        items = {item.id: item.clone() for item in copied.chain}
        self.chain = [items[item.id] for item in copied.chain]
        self.frames = [frame.clone(items) for frame in copied.frames]
        self.triggered = [item.clone() for item in copied.triggered]
        self.delayed = copied.delayed[:]
        self.prio = copied.prio
        self.passes = copied.passes
        self.chain_kept = copied.chain_kept
        self.open_chain = copied.open_chain
        self.showdown = copied.showdown
        self.combat = copied.combat
        self.focus = copied.focus
        self.focus_passes = copied.focus_passes
        self.attacker = copied.attacker
        self.defender = copied.defender
        self.excess = copied.excess[:]
        self.resolving = None if copied.resolving is None else items.get(copied.resolving.id)
        self.result = copied.result[:]
        self.waiting = copied.waiting
        self.decision = copied.decision
        self.answer = copied.answer
        self.winner = copied.winner
        self.dirty = copied.dirty
        self.next_id = copied.next_id
        self.rng = copied.rng[:]
        self.history = copied.history[:]
        self.replacement_orders = copied.replacement_orders
        self.tied = copied.tied
        self.log = None if copied.log is None else copied.log[:]
        self.ask_all = copied.ask_all
        self.auto_pay = copied.auto_pay
        self.asked = copied.asked
        self.offboard = copied.offboard
        self.wide = copied.wide
        self.flows = copied.flows
        self.crossings = copied.crossings
        self.company = copied.company
        self.watched = copied.watched
        self.index = copied.index
        self.stamp = copied.stamp
        self.cleanup_stamp = copied.cleanup_stamp
        self.on_question = None

    def clone(self) -> State:
        """Return an independent copy: a change of one leaves the other as it is."""
        return State(self.pool, self.rules, 0, self)


def note_cards(s: State) -> None:
    """Note the kinds of events and the flags of a game's cards and tokens; call this when the cards are known.

    It compiles the cards before anything else reads their abilities.

    :raises CardDataError: if the abilities of one of the cards cannot be read.
    """
    s.pool.need(s.card_defs)
    key = (len(s.pool.defs), s.card_defs)
    needs = s.pool.needs.get(key)
    if needs is None:
        needs = _needs_of_cards(s.pool, s.card_defs)
        if len(s.pool.needs) >= NEEDS_KEPT:
            s.pool.needs.clear()
        s.pool.needs[key] = needs
    s.asked, s.offboard, s.wide, s.flows, s.crossings, s.company = needs


def _needs_of_cards(pool: Pool, card_defs: tuple[int, ...]) -> Needs:
    """Return the kinds of event to keep, and the flags from `offboard` to `company`, by the cards of a game."""
    kinds = {*card_defs, *(pool.by_name[name] for name in pool.tokens if name in pool.by_name)}
    found = [pool.defs[kind] for kind in kinds]
    return (
        kind_flags(pool.asked.union(*(d.asked for d in found))),
        any(d.offboard for d in found),
        any(d.wide for d in found),
        any(d.flows for d in found),
        any(d.crossings for d in found),
        any(d.company for d in found),
    )
