"""Games at random: a seed says all of one, its mode, its decks and how it is answered."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING, Final

from ledger.cards.decks import Drawer
from ledger.cards.figures import CardFigures, Figures, Happened
from ledger.cards.parts import cards_of, parts_of
from ledger.cards.recorder import AbilityRecorder
from riftcheck import carddb
from riftcheck.engine.compile.pool import pool_of
from riftcheck.engine.game import Game
from riftcheck.engine.invariants import against_log, broken
from riftcheck.engine.model import constants as w
from riftcheck.engine.playing.plays import WAY_FACEDOWN, WAY_FLOW, WAY_STEP

if TYPE_CHECKING:
    from riftcheck.engine.game import GameDeck
    from riftcheck.engine.model.decisions import Decision, Option
    from riftcheck.engine.model.objects import Event

SEATS: Final = {"duel": 2, "match": 2, "ffa3": 3, "ffa4": 4, "2v2": 4}
# Of ten games in a row.
MODES: Final = ("duel",) * 6 + ("match", "ffa3", "ffa4", "2v2")
LIMIT: Final = 6000
PATIENCE: Final = (0.0, 0.4, 1.0)
TRIES: Final = 4
# Every so many decisions the state is held against `broken`.
STRIDE: Final = 20
PAID: Final = "paid."


class GameRunner:
    """Plays random games: the cards, the drawer of decks and the recorder of abilities, made once for all games."""

    def __init__(self) -> None:
        db = carddb.load()
        self.drawer = Drawer(db)
        self.pool = pool_of(db)
        cards = cards_of(db)
        self.keys = {card.name: {part.key for part in parts_of(db, self.pool, card)} for card in cards}
        self.watch = AbilityRecorder(self.pool, self.keys)

    def play(self, seed: int) -> Figures:
        """Return the figures of the game of a seed; if it broke, as far as it went."""
        return _RandomGame(self, seed).play()


@cache
def game_runner() -> GameRunner:
    """Return the one runner of this process."""
    return GameRunner()


class _RandomGame:
    """One game being played and watched."""

    def __init__(self, at: GameRunner, seed: int) -> None:
        self.seed = seed
        self.watch = at.watch
        self.keys = at.keys
        self.watch.clear()
        rng = random.Random(seed)  # noqa: S311 - a game is no secret
        self.mode = MODES[seed % len(MODES)]
        self.decks = [at.drawer.deck(rng) for _ in range(SEATS[self.mode])]
        self.players = [random.Random(seed * 8 + seat) for seat in range(SEATS[self.mode])]  # noqa: S311
        self.auto_pay = bool(rng.getrandbits(1))
        # Who likes to pass sees other games than who acts whenever it is possible: how often an idle answer stands.
        self.patience = rng.choice(PATIENCE)
        self.rng = rng
        self.pool = at.pool
        self.known: dict[int, str] = {}
        self.cards: dict[str, CardFigures] = {}
        self.told = 0
        self.decisions = 0

    def play(self) -> Figures:
        figures = Figures(1, 0, {self.mode: 1})
        try:
            wrong = self._to_the_end()
        except Exception as fault:  # noqa: BLE001 - whatever broke it is told with the seed
            wrong = [repr(fault)]
        figures.faults = [f"seed {self.seed}, {self.mode}, decision {self.decisions}: {one}" for one in wrong[:1]]
        figures.decisions = self.decisions
        for name in self._seen():
            self._card(name).games += 1
        for name, key in {*self.watch.times, *self.watch.done}:
            if key in self.keys.get(name, ()):
                happened = Happened(1, self.watch.times[name, key], self.watch.done[name, key])
                self._card(name).parts[key] = happened
        figures.cards = self.cards
        return figures

    def _to_the_end(self) -> list[str]:
        game = Game.start(self.pool, self.decks, self.mode, self.seed, log=True, auto_pay=self.auto_pay)
        while game.decision is not None:
            decision = game.decision
            wrong = broken(game.state) if self.decisions % STRIDE == 0 else []
            if wrong or self.decisions == LIMIT:
                return wrong or [f"no end after {LIMIT} decisions"]
            self._offered(game, decision)
            answer = self._answer(decision)
            if len(answer) == 1:
                self._chosen(game, decision, decision.options[answer[0]])
            game.answer(answer)
            self.decisions += 1
            self._look(game)
        return against_log(game.state)

    def _answer(self, decision: Decision) -> list[int]:
        """Return an answer at random; where patience ends, an idle one is drawn again."""
        rng = self.players[decision.player]
        answer = drawn_answer(rng, decision)
        for _ in range(TRIES):
            idle = len(answer) == 1 and decision.options[answer[0]][0] in (w.O_PASS, w.O_END)
            if not idle or self.rng.random() < self.patience:
                break
            answer = drawn_answer(rng, decision)
        return answer

    def _card(self, name: str) -> CardFigures:
        return self.cards.setdefault(name, CardFigures())

    def _seen(self) -> set[str]:
        """Return the cards that were in this game: of the battlefields, those that were used."""
        return {name for deck in self.decks for name in _brought(deck)} | {*self.known.values()} & self.keys.keys()

    def _offered(self, game: Game, decision: Decision) -> None:
        s = game.state
        names = {_name(game, option[1]) for option in decision.options if option[0] == w.O_PLAY}
        for name in names & self.keys.keys():
            self._card(name).offered += 1
        for o in s.board.values():
            self.known[o.id] = o.d.name

    def _chosen(self, game: Game, decision: Decision, option: Option) -> None:
        kind, subject, detail = option
        if kind != w.O_PLAY or detail % WAY_STEP == WAY_FACEDOWN:
            return
        keys = ["flow"] if detail % WAY_STEP == WAY_FLOW else []
        if decision.kind in (w.D_FOCUS, w.D_PRIORITY):
            keys += ["ambush", "action" if decision.kind == w.D_FOCUS else "reaction"]
        for key in keys:
            self.watch.note(_name(game, subject), key)

    def _look(self, game: Game) -> None:
        """Take in what has happened since the last decision."""
        s = game.state
        for o in s.board.values():
            self.known[o.id] = o.d.name
        for event in game.log[self.told :]:
            if event.kind == w.E_FINALIZE and event.snap is not None:
                if event.snap.d.name in self.keys:
                    self._card(event.snap.d.name).played += 1
            elif event.kind == w.E_ENTER and event.subject in s.board:
                o = s.board[event.subject]
                paid = (key.removeprefix(PAID) for key, _ in o.notes if key.startswith(PAID))
                self.watch.note_extras(o.d.name, paid)
            elif event.subject in self.known:
                key = self._keyword(game, event)
                if key:
                    self.watch.note(self.known[event.subject], key)
        self.told = len(game.log)

    def _keyword(self, game: Game, event: Event) -> str:
        """Return the keyword whose use an event shows, "" for none; who lacks it is not asked for it later."""
        bases = len(game.state.players)
        if event.kind == w.E_HIDE:
            return "hidden"
        if event.kind == w.E_MOVE and event.item < 0 and event.origin >= bases and event.loc >= bases:
            return "ganking"
        if event.kind == w.E_CHOOSE and event.subject in game.state.board:
            owner = game.state.board[event.subject].controller
            other = owner >= 0 and game.state.team[owner] != game.state.team[event.player]
            return "deflect" if other else ""
        if event.kind in (w.E_ATTACK, w.E_DEFEND):
            self.watch.note(self.known[event.subject], "backline")
            self.watch.note(self.known[event.subject], "tank")
            return "assault" if event.kind == w.E_ATTACK else "shield"
        return ""


def drawn_answer(rng: random.Random, decision: Decision) -> list[int]:
    """Return an answer to a decision at random: first how many options, then which, each choice equally likely."""
    options = range(len(decision.options))
    count = rng.randint(decision.lo, min(decision.hi, len(options)))
    return sorted(rng.sample(options, count))


def _brought(deck: GameDeck) -> set[str]:
    """Return the names of a deck that are in each of its games: main deck, runes, legend and champion."""
    return {*deck.main, *deck.runes, *(name for name in (deck.legend, deck.champion) if name is not None)}


def _name(game: Game, card: int) -> str:
    return game.state.pool.defs[game.state.card_defs[card]].name
