"""A table for cases about the rules: a few cards of our own in the ability language, put where a case needs them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import yaml

from riftcheck.carddb.abilities.loader import abilities_of
from riftcheck.carddb.abilities.reader.card import KEYS, read_abilities
from riftcheck.engine.compile.cards import Facts, build
from riftcheck.engine.compile.pool import facts_of
from riftcheck.engine.display.descriptions import option_keys
from riftcheck.engine.flow.loop import advance
from riftcheck.engine.flow.turn import STEP_MAIN
from riftcheck.engine.invariants import broken
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.frames import TurnFrame
from riftcheck.engine.model.references import card_ref
from riftcheck.engine.storage.save import checksum, dump, load
from tests.engine.hand_built import Builder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.carddb import CardDatabase
    from riftcheck.engine.model.decisions import Option
    from riftcheck.engine.model.definitions import Pool
    from riftcheck.engine.model.objects import Obj
    from riftcheck.engine.model.state import State

HOME, AWAY = 0, 1
MILL, NEW_MILL = 2, 3

COMMON = """
- {name: Old Mill, type: Battlefield}
- {name: New Mill, type: Battlefield}
- {name: Fury Rune, type: Rune, domains: [Fury]}
- {name: Calm Rune, type: Rune, domains: [Calm]}
- {name: Ox, type: Unit, might: 4, energy: 4}
- {name: Cat, type: Unit, might: 1, energy: 1}
- {name: Sled, type: Gear, energy: 2}
- {name: The Miller, type: Legend, abilities: [{cost: {exhaust: me}, do: [{xp: 1}]}]}
"""


def facts(entry: dict[str, Any]) -> Facts:
    said = {key: entry[key] for key in KEYS if entry.get(key)}
    return Facts(
        entry["name"],
        (entry["type"],),
        tuple(entry.get("supertypes", ())),
        tuple(entry.get("domains", ("Fury",) if entry["type"] != "Battlefield" else ())),
        entry.get("energy", 0),
        entry.get("power", 0),
        entry.get("might", 0),
        tags=tuple(entry.get("tags", ())),
        equipment=entry.get("equipment", False),
        abilities=read_abilities(entry["name"], said),
    )


def own_pool(cards: str, shipped: Sequence[Facts] = ()) -> Pool:
    """Return a pool of the common cards, those of a YAML list, which may stand in for one of them, and shipped ones."""
    entries = {entry["name"]: entry for text in (COMMON, cards) for entry in yaml.safe_load(text) or []}
    pool = build([*(facts(entry) for entry in entries.values()), *shipped])
    assert {d.name: d.unsupported for d in pool.defs if d.unsupported} == {}
    return pool


class Table(Builder):
    """A duel in the first player's main phase; both have resources enough, unless a case takes them away."""

    def __init__(self, cards: str = "", players: int = 2, shipped: Sequence[Facts] = ()) -> None:
        super().__init__(own_pool(cards, shipped), players)
        self.s.frames = [TurnFrame()]
        self.s.frames[0].step = STEP_MAIN
        self.s.log = []
        for p in self.s.players:
            p.pool[0] = p.pool[7] = 20
        # So that the turn player always has something to do, and the turn does not end by itself.
        self.s.players[HOME].legend = self.obj("The Miller", HOME, w.NOBODY).id

    def unit(self, name: str, owner: int, loc: int) -> Obj:
        """Put a unit somewhere; at a battlefield that nobody controls its player takes control."""
        o = self.obj(name, owner, loc)
        at = self.s.locs[loc]
        if loc >= len(self.s.players) and at.control < 0:
            at.control = owner
        return o

    def field(self, loc: int, name: str) -> Obj:
        """Let the battlefield of a location be another one."""
        o = self.s.board[self.s.locs[loc].bf]
        o.d = self.defined(name)
        return o

    def go(self) -> None:
        """Run to the next question."""
        self.s.dirty = 0
        advance(self.s)

    def offers(self) -> list[str]:
        """Return what may be answered now."""
        return option_keys(self.s)

    def refs(self) -> list[int]:
        """Return what the options of the open question speak of, but for passing."""
        assert self.s.decision is not None
        return [ref for kind, ref, _ in self.s.decision.options if kind == w.O_REF]

    def asked(self) -> tuple[int, int]:
        """Return who is asked, and what kind of question."""
        assert self.s.waiting
        assert self.s.decision is not None
        return self.s.decision.player, self.s.decision.kind

    def answer(self, *wanted: int | str) -> None:
        """Answer by references (numbers) and option keys or their first words (text)."""
        s = self.s
        decision = s.decision
        assert s.waiting
        assert decision is not None
        places = [self._place(decision.options, one) for one in wanted]
        assert decision.lo <= len(places) <= decision.hi
        assert broken(s) == []
        assert checksum(load(s.pool, dump(s))) == checksum(s)
        s.answer, s.waiting = sorted(places), False
        advance(s)

    def _place(self, options: list[Option], wanted: int | str) -> int:
        keys = self.offers()
        for place, (kind, subject, _) in enumerate(options):
            if isinstance(wanted, int):
                if kind in (w.O_REF, w.O_LOCATION, w.O_MODE, w.O_NUMBER) and subject == wanted:
                    return place
            elif keys[place] == wanted or keys[place].startswith(wanted):
                return place
        raise AssertionError(f"{wanted} is not among {keys}")

    def play(self, player: int, name: str, *targets: int | str) -> None:
        """Put a card into a hand, start to play it, and choose its targets one after the other."""
        self.zone(player, "hand", name)
        if self.s.waiting:
            self.s.waiting, self.s.decision = False, None
        self.s.index = None
        self.go()
        self.answer(f"play {name}")
        for target in targets:
            self.answer(target)

    def passes(self) -> None:
        """Let everybody pass until something else is asked."""
        while self.s.waiting and self.s.decision is not None and self.s.decision.kind in (w.D_PRIORITY, w.D_FOCUS):
            self.answer("pass")

    def hand(self, player: int) -> list[str]:
        return self.names(self.s.players[player].hand)

    def trash(self, player: int) -> list[str]:
        return self.names(self.s.players[player].trash)

    def names(self, cards: list[int]) -> list[str]:
        return [self.s.pool.defs[self.s.card_defs[card]].name for card in cards]

    def ref(self, card: int) -> int:
        return card_ref(self.s, card)


def shipped(db: CardDatabase, *names: str) -> list[Facts]:
    """Return cards as they are shipped, with what they do."""
    cards = [db.by_name[name] for name in names]
    return [facts_of(card, abilities_of(db, card)) for card in cards]


def alive(s: State, o: Obj) -> bool:
    return o.id in s.board
