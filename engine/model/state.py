"""The state of a game: plain slotted objects with hand-written clones.

Only what is on the board is an object (CR 124: a card that changes zones is a new object); a card elsewhere is an int.
Fields below the line `derived` in a class can be rebuilt and are neither saved nor compared.

References are ints: players 0-3, locations 8-15, objects and chain items from 32 on (each id is used once and never
again, so a stale one is simply not found), cards off the board negative (see `references`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from riftcheck.engine.model import constants as w
from riftcheck.engine.model.objects import Event, Loc, Obj, Player

if TYPE_CHECKING:
    from riftcheck.engine.model.chain_items import Delayed, Item
    from riftcheck.engine.model.decisions import Decision
    from riftcheck.engine.model.definitions import Pool
    from riftcheck.engine.model.frames import Frame
    from riftcheck.engine.model.index import Index
    from riftcheck.engine.model.rules_version import RulesVersion


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
        "open_chain",
        "order",
        "owners",
        "passes",
        "phase",
        "players",
        "points",
        "pool",
        "prio",
        "questions",
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

    def __init__(self, pool: Pool, rules: RulesVersion, players: int) -> None:
        self.pool = pool
        self.rules = rules
        self.mode = 0
        self.card_defs: tuple[int, ...] = ()
        self.owners: tuple[int, ...] = ()
        # The number of zone changes of each card (CR 124), part of a reference to a card off the board, and above it
        # the counts of `references`.
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
        # until that is dealt (CR 465.2.c.5). Clones share it: it is replaced, never changed.
        self.replacement_orders: dict[int, tuple[int, ...]] = {}
        # The attackers of this combat are recalled, so that nobody wins it (CR 466.1.a.2); until its result is known.
        self.tied = False
        self.log: list[Event] | None = None
        self.ask_all = False
        self.auto_pay = True
        # --- derived ---
        # The needs of the cards of this game: the kinds of event that some of them count, whether any works away
        # from the board, whether a passive of any looks beyond it, whether any can be played from the trash by its
        # own text, whether any waits for what a Might becomes, and whether any asks if what died was alone:
        # everything until `note_cards` knows better.
        self.asked: frozenset[int] = frozenset(w.EVENTS)
        self.offboard = True
        self.wide = True
        self.flows = True
        self.crossings = True
        self.company = True
        # The kinds of event that the log takes up; who counts a few of many thousand games sets fewer.
        self.watched: frozenset[int] = frozenset(w.EVENTS)
        self.index: Index | None = None
        self.stamp = 0
        # The stamp at which a cleanup last found nothing more to do about Might and damage, -1 for none since.
        self.cleanup_stamp = w.NOBODY
        # Every question, those that answer themselves too; kept only for who sets a list here. Clones keep none.
        self.questions: list[Decision] | None = None

    def clone(self) -> State:
        """Return an independent copy: a change of one leaves the other as it is."""
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
        new.replacement_orders = self.replacement_orders
        new.tied = self.tied
        new.log = None if self.log is None else self.log[:]
        new.ask_all = self.ask_all
        new.auto_pay = self.auto_pay
        new.asked = self.asked
        new.offboard = self.offboard
        new.wide = self.wide
        new.flows = self.flows
        new.crossings = self.crossings
        new.company = self.company
        new.watched = self.watched
        new.index = self.index
        new.stamp = self.stamp
        new.cleanup_stamp = self.cleanup_stamp
        new.questions = None
        return new


def note_cards(s: State) -> None:
    """Note the kinds of event and the flags of a game's cards and tokens; to be called when these are known."""
    needs = _needs_of_cards(s.pool, len(s.pool.defs), s.card_defs)
    s.asked, s.offboard, s.wide, s.flows, s.crossings, s.company = needs


@lru_cache(maxsize=16)
def _needs_of_cards(
    pool: Pool, _size: int, card_defs: tuple[int, ...]
) -> tuple[frozenset[int], bool, bool, bool, bool, bool]:
    """Return the kinds of event to keep, and the flags from `offboard` to `company`, by the cards of a game.

    Games of the same decks with a pool of one size are alike.
    """
    kinds = {*card_defs, *(pool.by_name[name] for name in pool.tokens if name in pool.by_name)}
    found = [pool.defs[kind] for kind in kinds]
    return (
        frozenset(pool.asked).union(*(d.asked for d in found)),
        any(d.offboard for d in found),
        any(d.wide for d in found),
        any(d.flows for d in found),
        any(d.crossings for d in found),
        any(d.company for d in found),
    )
