"""The judgement of a scenario's expectations: the first line that does not hold is told with the value found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities.problems import near
from riftcheck.engine.display.names import DOMAINS, PHASES
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.references import card_def
from riftcheck.scenario.expectations.cards import NOBODY, same, seat_words, shown
from riftcheck.scenario.expectations.events import Happenings
from riftcheck.scenario.expectations.offers import OfferJudge
from riftcheck.scenario.format.failures import Failure
from riftcheck.scenario.format.reserved_words import ability_owner
from riftcheck.scenario.setup.arrangement import POOL
from riftcheck.scenario.setup.references import CARD, Thing

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.engine.model.objects import Loc, Obj
    from riftcheck.scenario.format.nodes import Node


class Judge(OfferJudge):
    """Holds expectations against the state of one run."""

    def check(self, node: Node, since: int, asked: list[tuple[int, str]]) -> None:
        """Check a mapping of expectations against the state; events and questions count from `since` on.

        :raises Failure: for the first that does not hold.
        :raises ScenarioFault: if one says what is not known.
        """
        self.since, self.asked = since, asked
        for key, value in node.pairs():
            if key in GAME:
                GAME[key](self, value)
            elif self.cast.player(key) >= 0:
                self.player(value, self.cast.player(key))
            elif (loc := self.cast.place(value, key, 0)) >= len(self.s.players):
                self.field(value, loc)
            elif loc >= 0:
                raise value.fault(f"what lies at a base is expected of its player: {{p{loc + 1}: {{base: ...}}}}")
            else:
                self._is_name(value, key)
                self.thing(value, key)

    def _is_name(self, node: Node, word: str) -> None:
        """Refuse a word in small letters that is neither a key of the game nor a name.

        :raises ScenarioFault: if it is such a word.
        """
        name = self.cast.plain(node, word)
        if word.islower() and name not in self.cast.aliases and name not in self.s.pool.by_name:
            likely = " (chain?)" if word == "stack" else near(word, GAME)
            raise node.fault(f'no key and no card "{word}"{likely}; keys of the game are {", ".join(GAME)}')

    since = 0

    # --- players ------------------------------------------------------------------------------------------------------

    def player(self, node: Node, player: int) -> None:
        """Check the expectations about a player."""
        for key in node.some({*NUMBERS, *PILES, *OF_PLAYER}):
            value = node.at(key)
            who = f"p{player + 1}"
            if key in NUMBERS:
                same(value, NUMBERS[key](self, player), value.number(), f"{key} of {who}")
            elif key in PILES:
                self._zone(value, getattr(self.s.players[player], PILES[key]), f"{key} of {who}")
            else:
                OF_PLAYER[key](self, value, player, who)

    def _zone(self, node: Node, cards: list[int], what: str) -> None:
        if isinstance(node.value, int):
            same(node, len(cards), node.number(), f"the number of cards in {what}")
            return
        self.names(node, [card_def(self.s, card).name for card in cards], what, [Thing(CARD, card) for card in cards])

    def runes(self, node: Node, player: int, who: str) -> None:
        """Check the runes on the board: a number, ready and exhausted, or domains."""
        runes = [self.s.board[oid] for oid in self.s.players[player].runes]
        if isinstance(node.value, int):
            same(node, len(runes), node.number(), f"the number of runes of {who}")
            return
        for key in node.some({"ready", "exhausted", *DOMAINS}):
            value = node.at(key)
            if key in DOMAINS:
                found = sum(o.d.domains == 1 << DOMAINS.index(key) for o in runes)
            else:
                found = sum(o.exhausted == (key == "exhausted") for o in runes)
            same(value, found, value.number(), f"the number of {key} runes of {who}")

    def pool(self, node: Node, player: int, who: str) -> None:
        """Check the whole pool; a resource that is not named is 0.

        :raises Failure: if the pool holds anything else.
        """
        pool = self.s.players[player].pool
        have = {name: sum(pool[n] for n in range(place, len(pool), len(POOL))) for place, name in enumerate(POOL)}
        wanted = {key: node.at(key).number() for key in node.keys(POOL)}
        if {key: count for key, count in have.items() if count} != {key: n for key, n in wanted.items() if n}:
            raise Failure(node, f"the pool of {who} is { {key: n for key, n in have.items() if n} or 'empty' }")

    def base(self, node: Node, player: int, who: str) -> None:
        """Check the units and gear at a base."""
        at = self.s.locs[player]
        self._objects_at(node, [self.s.board[i] for i in (*at.units, *at.gear)], f"the base of {who}")

    def legends(self, node: Node, player: int, who: str) -> None:
        """Check the legends in the Legend Zone, the Champion Legend among them."""
        p = self.s.players[player]
        found = [self.s.board[oid] for oid in (p.legend, *p.legends) if oid in self.s.board]
        self._objects_at(node, found, f"the Legend Zone of {who}")

    def _objects_at(self, node: Node, objects: list[Obj], what: str) -> None:
        alone = [o for o in objects if o.attached_to < 0]
        if isinstance(node.value, int):
            same(node, len(alone), node.number(), f"the number of cards at {what}")
            return
        self.names(node, [o.d.name for o in alone], f"what is at {what}", [self.cast.thing_of(o) for o in alone])

    def deck_top(self, node: Node, player: int, who: str) -> None:
        """Check the top cards of the deck in order.

        :raises Failure: at the first card that is another.
        """
        cards = self.s.players[player].deck[::-1]
        wanted = node.entries()
        names = [card_def(self.s, card).name for card in cards[: len(wanted)]]
        for place, entry in enumerate(wanted):
            if place >= len(cards) or Thing(CARD, cards[place]) not in self.cast.things(entry):
                raise Failure(entry, f"the top of the deck of {who} is {shown(names)}")

    def out(self, node: Node, player: int, who: str) -> None:
        """Check whether a player has left the game."""
        same(node, self.s.players[player].gone, node.truth(), f"whether {who} is out of the game")

    def scored(self, node: Node, player: int, who: str) -> None:
        """Check the battlefields that a player's team has scored this turn.

        :raises Failure: if they are others.
        """
        bits = self.s.scored[self.s.team[player]]
        have = [loc for loc in range(len(self.s.players), len(self.s.locs)) if bits >> loc & 1]
        wanted = sorted(self._place(entry) for entry in node.listed())
        if have != wanted:
            raise Failure(node, f"{who} has scored {shown([self.cast.place_name(loc) for loc in have])}")

    def _place(self, node: Node) -> int:
        loc = self.cast.location(node, 0)
        if loc < len(self.s.players):
            raise node.fault(f"{node.shown()} is no battlefield; write battlefield 1, or its name")
        return loc

    # --- battlefields -------------------------------------------------------------------------------------------------

    def field(self, node: Node, loc: int) -> None:
        """Check the expectations about a battlefield."""
        at = self.s.locs[loc]
        what = self.cast.place_name(loc)
        for key in node.some({"control", "contested", "units", "gear", "facedown", "named"}):
            value = node.at(key)
            if key == "control":
                same(value, seat_words(at.control), self.who(value), f"who controls {what}")
            elif key == "contested":
                same(value, seat_words(at.contested), self.who(value), f"who contests {what}")
            elif key == "named":
                self.card_name(value)
                same(value, self.s.board[at.bf].d.name, self.cast.canonical(value.text()), f"the name of {what}")
            else:
                self._sides(value, self._listed(at, key), f"{what} ({key})")

    def _listed(self, at: Loc, key: str) -> list[int]:
        return {"units": at.units, "gear": at.gear, "facedown": at.facedown}[key]

    def _sides(self, node: Node, ids: list[int], what: str) -> None:
        objects = [self.s.board[oid] for oid in ids]
        if not isinstance(node.value, dict):
            self._objects_at(node, objects, what)
            return
        sides = node.some(f"p{player + 1}" for player in range(len(self.s.players)))
        for side in sides:
            there = [o for o in objects if o.controller == self.cast.player(side)]
            self._objects_at(node.at(side), there, f"{what} of {side}")
        others = [o for o in objects if seat_words(o.controller) not in sides]
        if others:
            told = [f"{o.d.name} of {seat_words(o.controller)}" for o in others]
            raise Failure(node, f"{what} has {shown(told)} too; say what the others have, or 0")

    # --- the game -----------------------------------------------------------------------------------------------------

    def chain(self, node: Node) -> None:
        """Check the chain from its oldest item to its newest.

        :raises Failure: if the chain has other items, or the same in another order.
        """
        items = self.s.chain
        names = [self.cast.called(self.cast.meant(item.id)) for item in items]
        wanted = node.listed()
        for entry in wanted:
            self.cast.known(entry, ability_owner(entry.text()))
        fits = len(wanted) == len(items) and all(
            self.cast.matches(entry, entry.text(), self.cast.meant(item.id), item.you)
            for entry, item in zip(wanted, items, strict=True)
        )
        if not fits:
            raise Failure(node, f"the chain is {shown(names)}")

    def asked_player(self, node: Node, kind: int, what: str) -> None:
        """Check the player with priority or focus: the one who is asked in such a window."""
        decision = self.actor.decision
        have = NOBODY if decision is None or decision.kind != kind else f"p{decision.player + 1}"
        same(node, have, self.who(node), f"who {what}")

    def showdown(self, node: Node) -> None:
        """Check the location of the showdown."""
        loc = self.s.showdown
        wanted = -1 if node.value == "none" else self._place(node)
        same(
            node,
            "none" if loc < 0 else self.cast.place_name(loc),
            "none" if wanted < 0 else self.cast.place_name(wanted),
            "the showdown",
        )

    def winner(self, node: Node) -> None:
        """Check the winner; in a team game either player stands for the team.

        :raises Failure: if somebody else has won, or nobody.
        """
        if node.value == NOBODY:
            have = NOBODY if self.s.winner < 0 else f"the team of {self._team()}"
            same(node, have, NOBODY, "the winner")
            return
        if self.s.winner != self.s.team[self.cast.seat(node)]:
            raise Failure(node, f"the winner is {NOBODY if self.s.winner < 0 else self._team()}")

    def _team(self) -> str:
        return " and ".join(f"p{n + 1}" for n, team in enumerate(self.s.team) if team == self.s.winner)

    def events(self, node: Node) -> None:
        """Check events that happened since, in order; others may stand between.

        :raises Failure: at the first event that did not happen in this order.
        """
        log = (self.s.log or [])[self.since :]
        self.cast.learn(log)
        seen = Happenings(self.cast)
        place = 0
        for entry in node.entries():
            seen.check(entry)
            while place < len(log) and not seen.fits(entry, log[place]):
                place += 1
            if place == len(log):
                raise Failure(entry, f"the events were: {seen.words(log)}")
            place += 1

    def no_events(self, node: Node) -> None:
        """Check events that did not happen since.

        :raises Failure: at the first event that did happen.
        """
        log = (self.s.log or [])[self.since :]
        self.cast.learn(log)
        seen = Happenings(self.cast)
        for entry in node.entries():
            seen.check(entry)
            if any(seen.fits(entry, event) for event in log):
                raise Failure(entry, f"the events were: {seen.words(log)}")


NUMBERS: Final[dict[str, Callable[[Judge, int], int]]] = {
    "points": lambda judge, player: judge.s.points[judge.s.team[player]],
    "xp": lambda judge, player: judge.s.players[player].xp,
}
PILES: Final = {
    "hand": "hand",
    "deck": "deck",
    "trash": "trash",
    "banished": "banished",
    "rune-deck": "rune_deck",
    "champion": "champion",
    "extra-legends": "extra_legends",
}
OF_PLAYER: Final[dict[str, Callable[[Judge, Node, int, str], None]]] = {
    "runes": Judge.runes,
    "pool": Judge.pool,
    "base": Judge.base,
    "legends": Judge.legends,
    "deck-top": Judge.deck_top,
    "out": Judge.out,
    "scored": Judge.scored,
}
GAME: Final[dict[str, Callable[[Judge, Node], None]]] = {
    "chain": Judge.chain,
    "turn": lambda judge, node: same(node, judge.s.turn, node.number(), "the turn"),
    "turn-player": lambda judge, node: same(node, seat_words(judge.s.tp), judge.who(node), "the turn player"),
    "phase": lambda judge, node: same(node, PHASES[judge.s.phase], node.one_of(PHASES), "the phase"),
    "priority": lambda judge, node: judge.asked_player(node, w.D_PRIORITY, "has priority"),
    "focus": lambda judge, node: judge.asked_player(node, w.D_FOCUS, "has focus"),
    "action": lambda judge, node: judge.asked_player(node, w.D_MAIN, "is asked in the main phase"),
    "showdown": Judge.showdown,
    "combat": lambda judge, node: same(node, judge.s.combat, node.truth(), "whether there is a combat"),
    "attacker": lambda judge, node: same(node, seat_words(judge.s.attacker), judge.who(node), "the attacker"),
    "defender": lambda judge, node: same(node, seat_words(judge.s.defender), judge.who(node), "the defender"),
    "winner": Judge.winner,
    "offered": Judge.offered,
    "not-offered": Judge.not_offered,
    "question": Judge.question,
    "asked": Judge.questions,
    "not-asked": Judge.no_questions,
    "events": Judge.events,
    "no-events": Judge.no_events,
}
