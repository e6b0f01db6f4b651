"""A small pool of made-up cards and states built by hand, for what reads a state without playing."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final

from riftcheck.engine.board.zones import new_object, place, set_exhausted, snapshot
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.abilities import NOTHING, AbilitySet, Activated, Grant, Trigger
from riftcheck.engine.model.chain_items import I_ACTIVATED, I_CARD, I_TRIGGER, Bill, Delayed, Item
from riftcheck.engine.model.constants import M_GRANT, M_MIGHT
from riftcheck.engine.model.decisions import Decision
from riftcheck.engine.model.definitions import CardDef, CardText, Pool
from riftcheck.engine.model.frames import EventFrame, ResolveFrame, TurnFrame
from riftcheck.engine.model.objects import Event, Loc, Mod, Obj
from riftcheck.engine.model.references import card_ref
from riftcheck.engine.model.rng import stream
from riftcheck.engine.model.rules_version import LATEST
from riftcheck.engine.model.scripts import CostDef, Script
from riftcheck.engine.model.state import State

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.engine.model.decisions import Option

UNITS = ("Pebble Golem", "Marsh Toad", "Tin Heron")
SPELLS = ("Quiet Knife", "Loud Bell")
TOAD_TRIGGER = "Marsh Toad/abilities/0"
BELL_COST = "Loud Bell/cost"


def script(key: str) -> Script:
    return Script(key, (), (), 2, adds=False, names=("a", "b"), acts=())


def trigger(key: str) -> Trigger:
    return Trigger(
        key=key,
        kinds=(w.E_DIE,),
        match=lambda _s, _env, _event: True,
        gate=None,
        condition=None,
        may=False,
        cost=None,
        script=script(f"{key}/do"),
        once=False,
        nth=0,
        works_in=w.Z_BOARD,
        controller="",
        label=0,
        deathknell=False,
        own=False,
    )


def activated(key: str, cost: CostDef) -> Activated:
    return Activated(
        key=key,
        cost=cost,
        script=script(f"{key}/do"),
        speed=0,
        gate=None,
        only=None,
        once=False,
        source=None,
        exhausts=True,
        repeats=(),
    )


TEXT: Final = frozenset(field.name for field in fields(CardText))


def card(pool: Pool, name: str, types: int, **facts: Any) -> CardDef:
    values: dict[str, Any] = {
        "energy": 2,
        "power": (),
        "domains": w.FURY,
        "own": w.FURY,
        "might": 0,
        "bonus": 0,
        "tags": frozenset(),
    }
    values |= facts
    text = {key: values.pop(key) for key in TEXT & values.keys()}
    d = CardDef(index=len(pool.defs), name=name, types=types, **values)
    d.complete(CardText(**text))
    pool.defs.append(d)
    pool.by_name[name] = d.index
    for found in (d.script, *d.flows, *d.main.triggers, *d.main.activated):
        if found is not None:
            pool.found[found.key] = found
    scripts = [one.script for one in d.main.triggers] + [one.script for one in d.main.activated]
    pool.found.update((one.key, one) for one in scripts)
    return d


def make_pool() -> Pool:
    pool = Pool()
    cost = CostDef(BELL_COST, None, (w.FURY,), (), (), -1)
    grant = Grant("Tin Heron/grant", w.K_TANK, 0, 0, 0, 0, NOTHING)
    pool.found[cost.key] = cost
    pool.found[grant.key] = grant
    toad = AbilitySet("Marsh Toad", triggers=(trigger(TOAD_TRIGGER),))
    heron = AbilitySet(
        "Tin Heron", activated=(activated("Tin Heron/abilities/0", cost), activated("Tin Heron/abilities/1", cost))
    )
    card(pool, "Pebble Golem", w.UNIT, might=4, kw=w.K_ASSAULT | w.K_TANK, assault=2, tags=frozenset({"Stone", "Big"}))
    card(pool, "Marsh Toad", w.UNIT, might=1, kw=w.K_HIDDEN, main=toad)
    card(pool, "Tin Heron", w.UNIT, might=3, main=heron)
    card(pool, "Quiet Knife", w.SPELL, kw=w.K_HIDDEN | w.K_ACTION, script=script("Quiet Knife/do"))
    card(pool, "Loud Bell", w.SPELL, script=script("Loud Bell/do"))
    card(pool, "Rope", w.GEAR | w.EQUIPMENT, bonus=1)
    card(pool, "Fury Rune", w.RUNE, energy=0)
    card(pool, "Calm Rune", w.RUNE, energy=0, domains=w.CALM)
    card(pool, "Old Mill", w.BATTLEFIELD, energy=0, domains=0)
    card(pool, "New Mill", w.BATTLEFIELD, energy=0, domains=0)
    card(pool, "The Miller", w.LEGEND, energy=0)
    card(pool, "Chick", w.UNIT | w.TOKEN, energy=0, might=1)
    return pool


def turn_of(s: State) -> TurnFrame:
    """Return the frame of the turn, which lies under all others."""
    frame = s.frames[0]
    assert isinstance(frame, TurnFrame)
    return frame


class Builder:
    """A duel in the main phase of the first player, filled card by card."""

    def __init__(self, pool: Pool | None = None, players: int = 2) -> None:
        self.s = s = State(make_pool() if pool is None else pool, LATEST, players)
        s.phase = w.MAIN
        s.turn = 3
        s.rng = stream(5, "game")
        s.locs = [Loc(player, w.NOBODY) for player in range(players)]
        for name in ("Old Mill", "New Mill"):
            s.locs.append(Loc(w.NOBODY, w.NOBODY))
            s.locs[-1].bf = self.obj(name, 0, len(s.locs) - 1, controller=w.NOBODY).id

    def defined(self, name: str) -> CardDef:
        return self.s.pool.defs[self.s.pool.by_name[name]]

    def new(self, name: str, owner: int) -> int:
        s = self.s
        s.card_defs = (*s.card_defs, s.pool.by_name[name])
        s.owners = (*s.owners, owner)
        s.entries.append(0)
        return len(s.owners) - 1

    def zone(self, owner: int, zone: str, *names: str) -> list[int]:
        cards = [self.new(name, owner) for name in names]
        getattr(self.s.players[owner], zone).extend(cards)
        return cards

    def obj(self, name: str, owner: int, loc: int, controller: int | None = None) -> Obj:
        d = self.defined(name)
        number = w.NOBODY if d.types & w.TOKEN else self.new(name, owner)
        return new_object(self.s, number, d, owner, owner if controller is None else controller, loc)

    def facedown(self, name: str, owner: int, loc: int) -> Obj:
        o = self.obj(name, owner, w.NOBODY)
        o.facedown = True
        place(self.s, o, loc)
        return o

    def item(self, kind: int, name: str, you: int, me: int = w.NOBODY) -> Item:
        s = self.s
        d = self.defined(name)
        made = Item(s.next_id, kind, you, me, me, w.NOBODY, d, d.script)
        s.next_id += 1
        if kind == I_CARD:
            made.card = self.new(name, you)
        return made

    def asks(self, player: int, kind: int, options: Sequence[Option], lo: int = 1, hi: int = 1, **more: Any) -> None:
        self.s.decision = Decision(
            player, kind, list(options), lo, hi, more.get("about", w.NOBODY), more.get("text", "")
        )
        self.s.waiting = True


def filled() -> Builder:
    """Return a state that has something of everything."""
    b = Builder()
    s = b.s
    for player in (0, 1):
        b.zone(player, "deck", *UNITS, *SPELLS, *UNITS)
        b.zone(player, "hand", "Tin Heron", "Quiet Knife", "Loud Bell")
        b.zone(player, "rune_deck", "Fury Rune", "Calm Rune", "Fury Rune")
        b.zone(player, "trash", "Loud Bell")
        b.zone(player, "champion", "Pebble Golem")
        b.obj("Fury Rune", player, player)
        set_exhausted(s, b.obj("Calm Rune", player, player), exhausted=True)
        s.players[player].legend = b.obj("The Miller", player, w.NOBODY).id
    golem = b.obj("Pebble Golem", 0, 0)
    toad = b.obj("Marsh Toad", 1, 2)
    b.obj("Chick", 1, 2)
    b.facedown("Quiet Knife", 0, 3)
    b.facedown("Marsh Toad", 1, 2)
    _fill_objects(b, golem, toad)
    _fill_work(b, golem, toad)
    s.points = [3, 5]
    s.players[0].pool[9] = 2
    s.players[1].xp = 4
    s.locs[2].control = 1
    s.locs[2].contested = 0
    s.locs[3].control = 0
    s.replacement_orders = {golem.id: (7, 5), toad.id: (65536,)}
    s.tied = True
    return b


def _fill_objects(b: Builder, golem: Obj, toad: Obj) -> None:
    s = b.s
    rope = b.obj("Rope", 0, 0)
    rope.attached_to = golem.id
    golem.attachments = (rope.id,)
    grant = s.pool.found["Tin Heron/grant"]
    assert isinstance(grant, Grant)
    golem.mods = (Mod(M_MIGHT, 1, None, None, w.U_TURN, w.NOBODY, 1),)
    toad.mods = (Mod(M_GRANT, 0, grant, b.defined("Tin Heron"), w.U_FOREVER, w.NOBODY, 2),)
    golem.buffs = 1
    golem.notes = (("omen", (0, golem.id)),)
    golem.once = ("Pebble Golem/abilities/0",)
    toad.damage = 1
    toad.stunned = True
    toad.role = w.DEFENDER
    toad.noticed = 5


def _fill_work(b: Builder, golem: Obj, toad: Obj) -> None:
    s = b.s
    ability = s.pool.found[TOAD_TRIGGER]
    cost = s.pool.found[BELL_COST]
    assert isinstance(ability, Trigger)
    assert isinstance(cost, CostDef)
    spell = b.item(I_CARD, "Quiet Knife", 0)
    spell.chosen = [(toad.id,), (1, 8 + 2)]
    spell.slots = [(toad.id,), ()]
    spell.snaps = {toad.id: snapshot(toad)}
    spell.bill = Bill(1, (w.FURY, w.ANY_DOMAIN), [(cost, 0)], 1)
    spell.price = (1, 2, (w.CALM,), 0)
    spell.pending = False
    waiting = b.item(I_TRIGGER, "Marsh Toad", 1, toad.id)
    waiting.trigger, waiting.ability, waiting.script = ability, ability.key, ability.script
    held = b.item(I_ACTIVATED, "Tin Heron", 0, golem.id)
    noted = b.item(I_TRIGGER, "Marsh Toad", 1, toad.id)
    noted.trigger = ability
    s.chain = [spell, waiting]
    s.triggered = [noted]
    s.delayed = [Delayed(90, ability, b.item(I_TRIGGER, "Marsh Toad", 1), w.U_TURN, w.NOBODY, 1)]
    dead = Event(w.E_DIE, 1, 40, w.NOBODY, 2, w.NOBODY, 0, spell.id, snapshot(golem))
    turn, held_up, replaced = TurnFrame(), ResolveFrame(held), EventFrame(w.E_DIE)
    turn.repeats = 4
    held_up.instruction = 1
    replaced.item, replaced.events, replaced.entries = held, [dead], [1, -2]
    s.frames = [turn, ResolveFrame(spell), held_up, replaced]
    s.resolving = held
    s.history = [dead]
    s.log = [dead, Event(w.E_DRAW, 1, card_ref(s, s.players[1].hand[0]), 0, -1, -1, 1, -1, None)]
    hand = s.players[0].hand
    options: list[Option] = [(w.O_PLAY, hand[0], 0), (w.O_HIDE, hand[1], 3), (w.O_MOVE, 2, 0), (w.O_END, 0, 0)]
    b.asks(0, w.D_MAIN, options)
