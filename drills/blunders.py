"""Blunders: what a good amateur would not do, counted in games of each policy against nobody, on the same seeds.

Each is counted beside the chances to make it:

- `enabler_alone`: a spell for the units that are played in this turn, and none was played after it;
- `conqueror_spent`: a ready unit at the base exhausted for a cost, no other was ready there, and a battlefield that
  nobody held stayed free in that turn; of the turns in which a unit at the base was exhausted for a cost;
- `no_effect`: a spell after which nothing was otherwise than before, or gear that does something to a friendly unit as
  it comes, without one; of the spells and gear played in the main phase;
- `costly_first`: the first battlefield conquered was one that takes something for it, and another was free that does
  not; of the first conquests with that choice;
- `free_hide_declined`: a turn ended without a hide that would have cost only what was left over: no Power, or a rune
  that is channeled again at once since no other is left; of these and of the cards hidden.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bench import lists
from bench.simulation.goldfish_runs import zones
from riftcheck import carddb
from riftcheck.carddb.abilities.instructions import Effect, SetUp
from riftcheck.carddb.abilities.loader import abilities_of
from riftcheck.carddb.abilities.traversal import lines_in
from riftcheck.engine.flow.loop import advance, submit
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.frames import MoveFrame
from riftcheck.engine.model.state import EVERY_KIND
from riftcheck.goldfish.plan.prepared_run import prepare
from riftcheck.goldfish.plan.run import Run
from riftcheck.goldfish.policies.polarity import HELP, effect_of
from riftcheck.goldfish.policies.seat_view import SeatView
from riftcheck.goldfish.simulation.game import PLAYER, game_seed, new_game

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.carddb import CardDatabase
    from riftcheck.carddb.abilities.instructions import Instruction
    from riftcheck.engine.model.abilities import Trigger
    from riftcheck.engine.model.decisions import Decision, Option
    from riftcheck.engine.model.definitions import CardDef
    from riftcheck.engine.model.objects import Event, Obj
    from riftcheck.engine.model.scripts import Step
    from riftcheck.engine.model.state import State
    from riftcheck.goldfish.plan.prepared_run import PreparedRun

OWN: Final = Path(__file__).with_name("blunder_lists")
LISTS: Final = (
    OWN / "yi.txt",
    OWN / "leona.txt",
    *(lists.FOLDER / f"list-{number}.txt" for number in ("068", "072", "042")),
)
POLICIES: Final = ("greedy", "planner")
SEED: Final = 7
GAMES: Final = 200
TURNS: Final = 30
# The planner makes so many times fewer.
FEWER: Final = 10
BLUNDERS: Final = ("enabler_alone", "conqueror_spent", "no_effect", "costly_first", "free_hide_declined")


def enablers(db: CardDatabase) -> frozenset[str]:
    """Return the spells that do something for the units played in this turn, by what they set up."""
    found = set()
    for card in db.cards:
        text = abilities_of(db, card)
        lines = () if text is None or "Spell" not in card.types else lines_in(text.do)
        if any(isinstance(line, SetUp) and getattr(line.ability, "enters", None) is not None for line in lines):
            found.add(card.name)
    return frozenset(found)


class BlunderCounter:
    """Counts the blunders and hides of player 1 in games that are shown to it answer by answer."""

    def __init__(self, prepared: PreparedRun, enabling: frozenset[str]) -> None:
        self.polarities = prepared.polarities
        self.enabling = enabling
        self.made: Counter[str] = Counter()
        self.chances: Counter[str] = Counter()
        self.hides = 0
        self.first = True
        self.clear()

    def clear(self) -> None:
        """Begin a turn."""
        self.alone = 0
        self.paid: list[bool] = []
        self.played: tuple[CardDef, object] | None = None

    def begin(self) -> None:
        """Begin a game."""
        self.first = True
        self.clear()

    def before(self, s: State, seat: SeatView, decision: Decision, chosen: Sequence[int]) -> None:
        """Look at an answer in the main phase before it is given."""
        if decision.kind != w.D_MAIN:
            return
        self._no_effect(s, seat)
        option = decision.options[chosen[0]]
        if option[0] == w.O_HIDE:
            self.hides += 1
        if option[0] == w.O_PLAY:
            d = seat.card(option)
            if d.types & (w.SPELL | w.GEAR) and not d.types & w.UNIT:
                self.chances["no_effect"] += 1
                self.played = d, situation(s, seat, d)
        if option[0] == w.O_END:
            self._end(seat, decision.options)

    def _no_effect(self, s: State, seat: SeatView) -> None:
        if self.played is None:
            return
        d, before = self.played
        self.played = None
        if d.types & w.SPELL:
            if d.name not in self.enabling and situation(s, seat, d) == before:
                self.made["no_effect"] += 1
        elif any(self._helps(d, trigger) for trigger in d.main.triggers) and not seat.army(seat.player):
            self.made["no_effect"] += 1

    def _helps(self, d: CardDef, trigger: Trigger) -> bool:
        polarity = self.polarities.of(trigger.script, d.name)
        return w.E_PLAY in trigger.kinds and polarity.whole == HELP and polarity.aimed

    def _end(self, seat: SeatView, options: Sequence[Option]) -> None:
        self.made["enabler_alone"] += self.alone
        free = any(not seat.enemy_units(loc) and seat.control(loc) == w.NOBODY for loc in seat.fields)
        if self.paid:
            self.chances["conqueror_spent"] += 1
            self.made["conqueror_spent"] += free and not self.paid[-1]
        if any(option[0] == w.O_HIDE and seat.hides_freely(option) for option in options):
            self.chances["free_hide_declined"] += 1
            self.made["free_hide_declined"] += 1
        self.clear()

    def after(self, s: State, seat: SeatView, events: Sequence[Event]) -> None:
        """Look at what an answer led to."""
        for place, event in enumerate(events):
            if event.player != PLAYER:
                continue
            if event.kind == w.E_FINALIZE and event.snap is not None:
                if event.snap.d.name in self.enabling:
                    self.chances["enabler_alone"] += 1
                    self.alone += 1
                elif event.snap.d.types & w.UNIT:
                    self.alone = 0
            elif event.kind == w.E_HIDE:
                self.chances["free_hide_declined"] += 1
            elif event.kind == w.E_EXHAUST:
                self._exhausted(s, seat, event, events[place:])
            elif event.kind == w.E_CONQUER and self.first:
                self.first = False
                self._conquered(s, seat, event.loc)

    def _exhausted(self, s: State, seat: SeatView, event: Event, later: Sequence[Event]) -> None:
        o = s.board.get(event.subject)
        moves = any(other.kind == w.E_MOVE and other.subject == event.subject for other in later)
        if o is None or moves or not o.d.types & w.UNIT or o.loc != PLAYER or o.controller != PLAYER:
            return
        if not any(isinstance(frame, MoveFrame) for frame in s.frames):
            self.paid.append(any(not other.exhausted for other in seat.units(PLAYER, PLAYER)))

    def _conquered(self, s: State, seat: SeatView, loc: int) -> None:
        others = [one for one in seat.fields if one != loc and not seat.enemy_units(one)]
        if not others:
            return
        costs = {one: costly(field_of(s, one)) for one in (loc, *others)}
        if len(set(costs.values())) > 1:
            self.chances["costly_first"] += 1
            self.made["costly_first"] += costs[loc]


def field_of(s: State, loc: int) -> CardDef:
    """Return the card of a battlefield."""
    return s.board[s.locs[loc].bf].d


def costly(d: CardDef) -> bool:
    """Return True if whoever conquers a battlefield must give something up for it, and gets nothing."""
    return any(w.E_CONQUER in one.kinds and not one.may and _only_takes(one.script.acts) for one in d.main.triggers)


def _only_takes(acts: Sequence[type[Instruction] | Step]) -> bool:
    effects = [effect_of(act) for act in acts]
    return any(Effect.TAKE in one for one in effects) and not any(Effect.GAIN in one for one in effects)


def situation(s: State, seat: SeatView, d: CardDef) -> object:
    """Return what a spell may change: cards, points and the board, but for the card itself and what is paid."""
    mine = sorted(one.index for one in seat.hand())
    if d.index in mine:
        mine.remove(d.index)
    board = sorted(_standing(seat, o) for o in s.board.values() if not o.d.types & w.RUNE)
    decks = [(len(p.deck), p.xp, len(p.hand) if number else 0) for number, p in enumerate(s.players)]
    return mine, board, list(s.points), decks


def _standing(seat: SeatView, o: Obj) -> tuple[int, ...]:
    """Return how an object stands, its keywords and their values too."""
    might = seat.might(o)  # brings the keywords up to date
    stands = (o.d.index, o.controller, o.loc, o.exhausted, o.damage, o.buffs, o.stunned, might)
    return (*stands, o.kw, o.assault, o.shield, o.deflect)


def counted(path: Path, policy: str, games: int, db: CardDatabase) -> BlunderCounter:
    """Return what a policy did in the first games of a list against nobody."""
    prepared = prepare(Run(zones(db, path), policy=policy, seed=SEED), db)
    counter = BlunderCounter(prepared, enablers(db))
    for index in range(games):
        _play(prepared, index, counter)
    return counter


def _play(prepared: PreparedRun, index: int, counter: BlunderCounter) -> None:
    s = new_game(prepared, index)
    s.log, s.watched = [], EVERY_KIND
    policies = prepared.policies(game_seed(SEED, index))
    seats = (SeatView(s, 0), SeatView(s, 1))
    counter.begin()
    advance(s)
    while s.winner < 0 and s.players[PLAYER].turns <= TURNS:
        decision = s.decision
        assert decision is not None
        player = decision.player
        chosen = policies[player].answer(seats[player])
        if player == PLAYER:
            counter.before(s, seats[PLAYER], decision, chosen)
        submit(s, chosen)
        counter.after(s, seats[PLAYER], s.log)
        s.log.clear()


def run(games: int = GAMES) -> dict[str, Any]:
    """Return by list and policy how often each blunder was made, of how many chances, and how many cards were hid.

    :raises SystemExit: if the planner makes a tenth of the blunders of the greedy player or more.
    """
    db = carddb.load()
    found: dict[str, Any] = {"games": games, "lists": {}}
    for path in LISTS:
        by_policy = {policy: counted(path, policy, games, db) for policy in POLICIES}
        found["lists"][path.stem] = {
            policy: {name: [one.made[name], one.chances[name]] for name in BLUNDERS} | {"hides": one.hides}
            for policy, one in by_policy.items()
        }
    found["made"] = {
        policy: sum(one[policy][name][0] for one in found["lists"].values() for name in BLUNDERS) for policy in POLICIES
    }
    if found["made"]["planner"] * FEWER >= found["made"]["greedy"]:
        raise SystemExit(f"the planner makes too many blunders: {found['made']}")
    return found
