"""What a scenario expects, held against the state: the first line that does not hold is told with what was found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import words as w
from engine.describe import option_keys
from engine.items import I_CARD
from engine.naming import DOMAINS, PHASES
from engine.scenario.answering import KINDS, Failure
from engine.scenario.arranging import POOL
from engine.scenario.cast import ABILITY_OF, CARD, Thing
from engine.scenario.expecting_cards import (
    NOBODY,
    CardJudge,
    same,
    seat_words,
    shown,
    who_words,
)
from engine.scenario.happenings import Happenings
from engine.zones import card_def

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.objects import Obj
    from engine.scenario.reading import Node


class Judge(CardJudge):
    """Holds expectations against the state of one run."""

    def check(self, node: Node, since: int, asked: list[tuple[int, str]]) -> None:
        """Hold a mapping of expectations against the state; events and questions count from `since` on.

        :raises Failure: for the first that does not hold.
        :raises ScenarioFault: if one says what is not known.
        """
        self.since, self.asked = since, asked
        for key, value in node.pairs():
            if key in GAME:
                GAME[key](self, value)
            elif self.cast.player(key) >= 0:
                self.player(value, self.cast.player(key))
            elif self.cast.place(key, -1) >= len(self.s.players):
                self.field(value, self.cast.place(key, -1))
            else:
                self.thing(value, key)

    since = 0
    asked: list[tuple[int, str]]

    # --- players ------------------------------------------------------------------------------------------------------

    def player(self, node: Node, player: int) -> None:
        """Hold what is expected of a player."""
        for key in node.keys({*NUMBERS, *PILES, "runes", "pool", "base", "deck-top", "out", "scored"}):
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
        """Hold the runes on the board: a number, ready and exhausted, or domains."""
        runes = [self.s.board[oid] for oid in self.s.players[player].runes]
        if isinstance(node.value, int):
            same(node, len(runes), node.number(), f"the number of runes of {who}")
            return
        for key in node.keys({"ready", "exhausted", *DOMAINS}):
            value = node.at(key)
            if key in DOMAINS:
                found = sum(o.d.domains == 1 << DOMAINS.index(key) for o in runes)
            else:
                found = sum(o.exhausted == (key == "exhausted") for o in runes)
            same(value, found, value.number(), f"the number of {key} runes of {who}")

    def pool(self, node: Node, player: int, who: str) -> None:
        """Hold the whole pool; what is not named is 0."""
        pool = self.s.players[player].pool
        have = {name: sum(pool[n] for n in range(place, len(pool), len(POOL))) for place, name in enumerate(POOL)}
        wanted = {key: node.at(key).number() for key in node.keys(POOL)}
        if {key: count for key, count in have.items() if count} != {key: n for key, n in wanted.items() if n}:
            raise Failure(node, f"the pool of {who} is { {key: n for key, n in have.items() if n} or 'empty' }")

    def base(self, node: Node, player: int, who: str) -> None:
        """Hold the units and gear at a base."""
        at = self.s.locs[player]
        self._there(node, [self.s.board[i] for i in (*at.units, *at.gear)], f"the base of {who}")

    def _there(self, node: Node, objects: list[Obj], what: str) -> None:
        if isinstance(node.value, int):
            same(node, len(objects), node.number(), f"the number of cards at {what}")
            return
        alone = [o for o in objects if o.attached_to < 0]
        self.names(node, [o.d.name for o in alone], f"what is at {what}", [self.cast.thing_of(o) for o in alone])

    def deck_top(self, node: Node, player: int, who: str) -> None:
        """Hold the top cards of the deck in order."""
        cards = self.s.players[player].deck[::-1]
        wanted = node.each()
        names = [card_def(self.s, card).name for card in cards[: len(wanted)]]
        for place, entry in enumerate(wanted):
            if place >= len(cards) or Thing(CARD, cards[place]) not in self.cast.things(entry):
                raise Failure(entry, f"the top of the deck of {who} is {shown(names)}")

    def out(self, node: Node, player: int, who: str) -> None:
        """Hold whether a player has left the game."""
        same(node, self.s.players[player].gone, node.truth(), f"whether {who} is out of the game")

    def scored(self, node: Node, player: int, who: str) -> None:
        """Hold which battlefields a player's team has scored this turn."""
        bits = self.s.scored[self.s.team[player]]
        have = [loc for loc in range(len(self.s.players), len(self.s.locs)) if bits >> loc & 1]
        wanted = sorted(self._place(entry) for entry in node.each())
        if have != wanted:
            raise Failure(node, f"{who} has scored {shown([self.cast.place_name(loc) for loc in have])}")

    def _place(self, node: Node) -> int:
        loc = self.cast.place(node.value, -1)
        if loc < len(self.s.players):
            raise node.fault(f"no battlefield {node.shown()}; write battlefield 1, or its name")
        return loc

    # --- battlefields -------------------------------------------------------------------------------------------------

    def field(self, node: Node, loc: int) -> None:
        """Hold what is expected of a battlefield."""
        at = self.s.locs[loc]
        what = self.cast.place_name(loc)
        for key in node.keys({"control", "contested", "units", "facedown", "named"}):
            value = node.at(key)
            if key == "control":
                same(value, seat_words(at.control), who_words(value), f"who controls {what}")
            elif key == "contested":
                same(value, seat_words(at.contested), who_words(value), f"who contests {what}")
            elif key == "named":
                same(value, self.s.board[at.bf].d.name, value.text(), f"the name of {what}")
            else:
                self._sides(value, at.units if key == "units" else at.facedown, f"{what} ({key})")

    def _sides(self, node: Node, ids: list[int], what: str) -> None:
        objects = [self.s.board[oid] for oid in ids]
        if not isinstance(node.value, dict):
            self._there(node, objects, what)
            return
        for side, value in node.pairs():
            player = self.cast.player(side)
            if player < 0:
                raise value.fault(f"must be a player; it is {side!r}")
            self._there(value, [o for o in objects if o.controller == player], f"{what} of {side}")

    # --- the game -----------------------------------------------------------------------------------------------------

    def chain(self, node: Node) -> None:
        """Hold the chain from its oldest item to its newest."""
        items = self.s.chain
        names = [(ABILITY_OF if item.kind != I_CARD else "") + item.d.name for item in items]
        wanted = node.each()
        fits = len(wanted) == len(items) and all(
            self.cast.matches(entry, entry.text(), self.cast.meant(item.id), item.you)
            for entry, item in zip(wanted, items, strict=True)
        )
        if not fits:
            raise Failure(node, f"the chain is {shown(names)}")

    def asked_player(self, node: Node, kind: int, what: str) -> None:
        """Hold who has priority or focus: who is asked in such a window."""
        decision = self.actor.decision
        have = NOBODY if decision is None or decision.kind != kind else f"p{decision.player + 1}"
        same(node, have, who_words(node), f"who {what}")

    def showdown(self, node: Node) -> None:
        """Hold where a showdown is."""
        loc = self.s.showdown
        wanted = -1 if node.value in (None, "none", False) else self._place(node)
        same(
            node,
            "none" if loc < 0 else self.cast.place_name(loc),
            "none" if wanted < 0 else self.cast.place_name(wanted),
            "the showdown",
        )

    def winner(self, node: Node) -> None:
        """Hold who has won; in a team game either of its players stands for the team."""
        if node.value == NOBODY:
            have = NOBODY if self.s.winner < 0 else f"the team of {self._team()}"
            same(node, have, NOBODY, "the winner")
            return
        player = node.player()
        if player >= len(self.s.players) or self.s.winner != self.s.team[player]:
            raise Failure(node, f"the winner is {NOBODY if self.s.winner < 0 else self._team()}")

    def _team(self) -> str:
        return " and ".join(f"p{n + 1}" for n, team in enumerate(self.s.team) if team == self.s.winner)

    def offered(self, node: Node, wanted: bool = True) -> None:
        """Hold what may, or may not, be done or answered now."""
        decision = self.actor.decision
        keys = option_keys(self.s) if decision is not None else []
        for entry in node.each():
            found = decision is not None and self._is_offered(entry, keys)
            if found != wanted:
                raise Failure(entry, f"offered are: {'; '.join(keys) or 'nothing'}")

    def _is_offered(self, entry: Node, keys: list[str]) -> bool:
        decision = self.actor.decision
        assert decision is not None
        word = entry.value
        if isinstance(word, str):
            if any(key == word or key.startswith((f"{word} at ", f"{word} from ")) for key in keys):
                return True
            verb, _, rest = word.partition(" ")
            if verb in ("play", "use", "hide", "move", "pass", "end", "mode", "number") or word in (
                "pass",
                "yes",
                "no",
            ):
                return any(self._verb_fits(entry, verb, rest, place) for place in range(len(keys)))
        return bool(self.actor.fitting(decision, entry, word))

    def _verb_fits(self, entry: Node, verb: str, rest: str, place: int) -> bool:
        """Whether an option is to play, use or hide a thing that goes by a name of the scenario."""
        decision = self.actor.decision
        assert decision is not None
        kind, subject, _ = decision.options[place]
        kinds = {"play": w.O_PLAY, "hide": w.O_HIDE, "use": w.O_ACTIVATE, "move": w.O_MOVE}
        if kinds.get(verb) != kind:
            return False
        if kind == w.O_MOVE:
            return self.cast.place(rest.removeprefix("to "), decision.player) == subject
        name, _, where = rest.partition(" at ")
        if where:
            same_place = self.cast.place(where, decision.player) == decision.options[place][2]
            return kind == w.O_HIDE and same_place and Thing(CARD, subject) in self.cast.things(entry, name)
        if kind == w.O_ACTIVATE:
            return self.cast.meant(subject) in self.cast.things(entry, name)
        return Thing(CARD, subject) in self.cast.things(entry, name)

    def not_offered(self, node: Node) -> None:
        """Hold what must not be offered."""
        self.offered(node, wanted=False)

    def question(self, node: Node) -> None:
        """Hold the open question: whom, what kind, which options, how many."""
        decision = self.actor.question
        if node.value == "none":
            same(node, "none" if decision is None else KINDS[decision.kind], "none", "the open question")
            return
        list(node.keys({"by", "kind", "options", "least", "most"}))
        if decision is None:
            raise Failure(node, self.actor.question_words())
        if node.has("by"):
            same(node.at("by"), seat_words(decision.player), who_words(node.at("by")), "who is asked")
        if node.has("kind"):
            same(
                node.at("kind"),
                KINDS[decision.kind],
                node.at("kind").one_of(KINDS.values()),
                "the kind of the question",
            )
        for key, have in (("least", decision.lo), ("most", min(decision.hi, len(decision.options)))):
            if node.has(key):
                same(node.at(key), have, node.at(key).number(), f"the {key} to choose")
        if node.has("options"):
            self._options(node.at("options"))

    def _options(self, node: Node) -> None:
        decision = self.actor.question
        assert decision is not None
        keys = option_keys(self.s)
        left = set(range(len(keys)))
        for entry in node.each():
            fits = [place for place in self.actor.fitting(decision, entry, entry.value) if place in left]
            if not fits:
                raise Failure(entry, f"the options are: {'; '.join(keys)}")
            left.discard(fits[0])
        if left:
            raise Failure(node, f"the options are: {'; '.join(keys)}")

    def questions(self, node: Node) -> None:
        """Hold questions that were asked since, in order; others may stand between."""
        left = list(self.asked)
        for entry in node.each():
            kind, by = self._question(entry)
            place = next((n for n, (who, what) in enumerate(left) if what == kind and by in (-1, who)), -1)
            if place < 0:
                raise Failure(entry, f"the questions were {shown([f'p{who + 1} {what}' for who, what in self.asked])}")
            del left[: place + 1]

    def no_questions(self, node: Node) -> None:
        """Hold kinds of question that were not asked since."""
        for entry in node.each():
            kind, by = self._question(entry)
            if any(what == kind and by in (-1, who) for who, what in self.asked):
                raise Failure(entry, f"the questions were {shown([f'p{who + 1} {what}' for who, what in self.asked])}")

    def _question(self, entry: Node) -> tuple[str, int]:
        if isinstance(entry.value, str):
            return entry.one_of(KINDS.values()), -1
        list(entry.keys({"kind", "by"}))
        by = entry.at("by").player() if entry.has("by") else -1
        return entry.at("kind").one_of(KINDS.values()) if entry.has("kind") else "target", by

    def events(self, node: Node) -> None:
        """Hold events that happened since, in order; others may stand between."""
        log = (self.s.log or [])[self.since :]
        seen = Happenings(self.cast)
        place = 0
        for entry in node.each():
            seen.check(entry)
            while place < len(log) and not seen.fits(entry, log[place]):
                place += 1
            if place == len(log):
                raise Failure(entry, f"the events were: {seen.words(log)}")
            place += 1

    def no_events(self, node: Node) -> None:
        """Hold events that did not happen since."""
        log = (self.s.log or [])[self.since :]
        seen = Happenings(self.cast)
        for entry in node.each():
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
}
OF_PLAYER: Final[dict[str, Callable[[Judge, Node, int, str], None]]] = {
    "runes": Judge.runes,
    "pool": Judge.pool,
    "base": Judge.base,
    "deck-top": Judge.deck_top,
    "out": Judge.out,
    "scored": Judge.scored,
}
GAME: Final[dict[str, Callable[[Judge, Node], None]]] = {
    "chain": Judge.chain,
    "turn": lambda judge, node: same(node, judge.s.turn, node.number(), "the turn"),
    "turn-player": lambda judge, node: same(node, seat_words(judge.s.tp), who_words(node), "the turn player"),
    "phase": lambda judge, node: same(node, PHASES[judge.s.phase], node.one_of(PHASES), "the phase"),
    "priority": lambda judge, node: judge.asked_player(node, w.D_PRIORITY, "has priority"),
    "focus": lambda judge, node: judge.asked_player(node, w.D_FOCUS, "has focus"),
    "action": lambda judge, node: judge.asked_player(node, w.D_MAIN, "is asked in the main phase"),
    "showdown": Judge.showdown,
    "combat": lambda judge, node: same(node, judge.s.combat, node.truth(), "whether there is a combat"),
    "attacker": lambda judge, node: same(node, seat_words(judge.s.attacker), who_words(node), "the attacker"),
    "defender": lambda judge, node: same(node, seat_words(judge.s.defender), who_words(node), "the defender"),
    "winner": Judge.winner,
    "offered": Judge.offered,
    "not-offered": Judge.not_offered,
    "question": Judge.question,
    "asked": Judge.questions,
    "not-asked": Judge.no_questions,
    "events": Judge.events,
    "no-events": Judge.no_events,
}
