"""Building the state that a scenario describes, as the engine itself would have left it."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities.problems import near
from riftcheck.engine.board.ability_index import get_index
from riftcheck.engine.board.as_abilities import start_as
from riftcheck.engine.board.zones import new_object, set_exhausted
from riftcheck.engine.display.names import DOMAINS, PHASES
from riftcheck.engine.flow import turn as t
from riftcheck.engine.flow.loop import advance
from riftcheck.engine.flow.setup import STEP_DRAW
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.frames import SetupFrame, TurnFrame
from riftcheck.engine.model.objects import Loc
from riftcheck.engine.model.state import note_cards
from riftcheck.engine.playing.resolution import step_resolve
from riftcheck.scenario.format.nodes import PLAYER, Node, ScenarioFault
from riftcheck.scenario.format.reader import FIELD_KEYS
from riftcheck.scenario.setup.cards import BARE_FIELD, BASIC, FILLER
from riftcheck.scenario.setup.legality import StatedBoard, check_buffs, check_room
from riftcheck.scenario.setup.stage import Stage, refuse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from riftcheck.carddb.database import CardDatabase
    from riftcheck.engine.model.definitions import CardDef, Pool
    from riftcheck.engine.model.rules_version import RulesVersion
    from riftcheck.engine.model.state import State
    from riftcheck.scenario.format.reader import Scenario

DECK: Final = 20
RUNES: Final = 12
MOST_TRIALS: Final = 64
ZONES: Final = {
    "hand": w.Z_HAND,
    "trash": w.Z_TRASH,
    "banished": w.Z_BANISHED,
    "champion": w.Z_CHAMPION,
    "deck": w.Z_DECK,
    "rune-deck": w.Z_RUNE_DECK,
    "extra-legends": w.Z_LEGENDS,
}
STARTS: Final = {
    "awaken": t.STEP_AWAKEN,
    "beginning": t.STEP_BEGINNING,
    "channel": t.STEP_CHANNEL,
    "draw": t.STEP_DRAW,
    "main": t.STEP_MAIN,
    "ending": t.STEP_ENDING,
    "setup": STEP_DRAW,
}
# For a player of whom no runes are told: enough to pay for anything, two of each domain.
FILLED: Final = tuple(f"{name.capitalize()} Rune" for name in DOMAINS for _ in range(2))
POOL: Final = ("energy", *DOMAINS, "any")


def arrange(
    scenario: Scenario, pool: Pool, rules: RulesVersion, db: CardDatabase, blank: frozenset[str] = frozenset()
) -> Stage:
    """Return the state of a scenario's setup, run on to its first open decision.

    `blank` names the cards that are without their abilities; the setup is then not held against the rules again.

    :raises ScenarioFault: if the setup cannot be arranged.
    """
    stage = Stage(scenario, pool, rules, db, blank)
    s = stage.s
    setup = scenario.setup
    given = {} if setup is None else dict(setup.pairs())
    _turn(stage, given)
    s.locs = [Loc(player, w.NOBODY) for player in range(len(s.players))]
    for key in given:
        found = PLAYER.fullmatch(key)
        if found and int(found[1]) > len(s.players):
            raise given[key].fault(f"{scenario.mode} has {len(s.players)} players")
    fields = given["battlefields"].each() if "battlefields" in given else []
    _fields(stage, fields)
    for player in range(len(s.players)):
        _side(stage, player, given.get(f"p{player + 1}"))
    for number, field in enumerate(fields):
        if isinstance(field.value, dict):
            _occupy(stage, field, number + len(s.players))
    _settle(stage, None if blank else setup)
    return stage


def _turn(stage: Stage, given: dict[str, Node]) -> None:
    s = stage.s
    count = len(s.players)
    s.tp = stage.cast.seat(given["turn-player"]) if "turn-player" in given else 0
    phase = given["phase"].one_of(STARTS) if "phase" in given else "main"
    begins = phase == "setup"
    if begins and "turn" in given:
        raise given["turn"].fault("setup comes before the first turn; leave `turn` out")
    s.turn = 0 if begins else (given["turn"].number(1) if "turn" in given else count + 1)
    s.victory = given["victory"].number(1) if "victory" in given else s.victory
    first = s.tp if begins else (s.tp - (s.turn - 1)) % count
    s.order = tuple((first + step) % count for step in range(count))
    s.seat = s.order.index(s.tp)
    for back in range(count):
        if s.turn > back:
            s.players[(s.tp - back) % count].turns = (s.turn - back - 1) // count + 1
    s.phase = PHASES.index(phase)
    frame = SetupFrame() if begins else TurnFrame()
    frame.step = STARTS[phase]
    s.frames = [frame]


def _fields(stage: Stage, fields: list[Node]) -> None:
    s = stage.s
    bringing = [player for player in s.order if stage.mode.first_brings or player != s.order[0]]
    for number in range(max(len(bringing), len(fields))):
        owner = bringing[number % len(bringing)]
        d, more = stage.plain(BARE_FIELD), {}
        if number < len(fields):
            node = fields[number]
            if isinstance(node.value, str):
                d = stage.known(node, node.value)
            else:
                list(node.keys(FIELD_KEYS))
                more = {key: node.at(key) for key in node.value}
                d = stage.known(more["card"], more["card"].text()) if "card" in more else d
            if not d.types & w.BATTLEFIELD:
                raise node.fault(f"{d.name} is no battlefield")
        loc = len(s.locs)
        if number < len(fields):
            stage.fields[loc] = fields[number]
        s.locs.append(Loc(w.NOBODY, w.NOBODY))
        owner = stage.cast.seat(more["owner"]) if "owner" in more else owner
        card = w.NOBODY if d.types & w.TOKEN else stage.new(d, owner)
        o = new_object(s, card, d, owner, owner, loc)
        o.turn = 0
        s.locs[loc].bf = o.id
        stage.name({"as": more["as"]} if "as" in more else {}, o)


def _occupy(stage: Stage, field: Node, loc: int) -> None:
    s = stage.s
    at = s.locs[loc]
    for key, put in (("units", stage.put_unit), ("gear", stage.put_gear), ("facedown", stage.hide)):
        if not field.has(key):
            continue
        sides = field.at(key)
        for side in sides.keys(f"p{number + 1}" for number in range(len(s.players))):
            for entry in sides.at(side).each():
                put(entry, int(side[1]) - 1, loc)
    holders = {s.board[oid].controller for oid in at.units}
    if field.has("control"):
        told = field.at("control")
        at.control = w.NOBODY if told.value == "nobody" else stage.cast.seat(told)
    elif len(holders) == 1:
        at.control = holders.pop()
    elif holders:
        raise field.fault("units of several players stand here: say who has control (a player, or nobody)")
    if field.has("contested"):
        at.contested = stage.cast.seat(field.at("contested"))
    for node in field.at("scored").each() if field.has("scored") else ():
        s.scored[s.team[stage.cast.seat(node)]] |= 1 << loc


# --- one player -------------------------------------------------------------------------------------------------------


def _side(stage: Stage, player: int, node: Node | None) -> None:
    s = stage.s
    p = s.players[player]
    given = {} if node is None else dict(node.pairs())
    for name, zone in ZONES.items():
        if name in given:
            cards = stage.zone(player, given[name], name)
            if zone in (w.Z_DECK, w.Z_RUNE_DECK):
                cards.reverse()  # the end of the list is the top
            setattr(p, name.replace("-", "_"), cards)
    if len(p.champion) > 1:
        raise given["champion"].fault("one card lies in a champion zone, the chosen champion")
    if "legend" in given:
        d, more = stage.facts(given["legend"], w.LEGEND, "a legend")
        refuse(more, frozenset({"card", "as", "exhausted", "empowered"}), "of a legend")
        o = stage.enter(d, more, player, w.NOBODY)
        p.legend = o.id
        stage.marks(o, more)
        stage.name(more, o)
    _runes(stage, player, given.get("runes"))
    for entry in given["base"].each() if "base" in given else ():
        stage.put(entry, player, player)
    p.xp = given["xp"].number() if "xp" in given else 0
    if "points" in given:
        _points(stage, player, given["points"])
    if "pool" in given:
        for key in given["pool"].keys(POOL):
            p.pool[POOL.index(key)] = given["pool"].at(key).number()
    _fill(stage, player, set(given))


def _points(stage: Stage, player: int, node: Node) -> None:
    s = stage.s
    team = s.team[player]
    if team in stage.points_told and node.value != s.points[team]:
        raise node.fault("the points of a team are given twice, and differ")
    stage.points_told[team] = node
    s.points[team] = node.number()


def _runes(stage: Stage, player: int, node: Node | None) -> None:
    if node is None:
        stage.filled.add(player)
        for name in FILLED:
            _rune(stage, player, stage.plain(name), exhausted=False)
        return
    if isinstance(node.value, dict):
        list(node.keys({"ready", "exhausted", "domain"}))
        name = f"{node.at('domain').text() if node.has('domain') else 'Fury'} Rune"
        d = stage.known(node.at("domain") if node.has("domain") else node, name)
        for key in ("ready", "exhausted"):
            for _ in range(node.at(key).number() if node.has(key) else 0):
                _rune(stage, player, d, exhausted=key == "exhausted")
        return
    for entry in node.each():
        if isinstance(entry.value, int):
            for _ in range(entry.number()):
                _rune(stage, player, stage.plain(BASIC), exhausted=False)
            continue
        text = entry.text()
        domain = text.removesuffix(" exhausted")
        if domain.removesuffix(" Rune").lower() not in DOMAINS:
            every = [name.capitalize() for name in DOMAINS]
            raise entry.fault(f"no domain {domain!r}{near(domain, every)}; they are {', '.join(every)}")
        _rune(stage, player, stage.known(entry, f"{domain.removesuffix(' Rune')} Rune"), exhausted=text != domain)


def _rune(stage: Stage, player: int, d: CardDef, *, exhausted: bool) -> None:
    o = new_object(stage.s, stage.new(d, player), d, player, player, w.NOBODY)
    o.turn = stage.s.turn - 1
    if exhausted:
        set_exhausted(stage.s, o, exhausted=True)


def _fill(stage: Stage, player: int, given: set[str]) -> None:
    """Give a player a deck to draw from and runes to channel, where nothing is told of them."""
    p = stage.s.players[player]
    if "deck" not in given:
        p.deck = [stage.new(stage.plain(FILLER), player) for _ in range(DECK)]
    if "rune-deck" not in given:
        stage.any_runes.add(player)
        p.rune_deck = [stage.new(stage.plain(BASIC), player) for _ in range(max(0, RUNES - len(p.runes)))]


# --- and go -----------------------------------------------------------------------------------------------------------


def _settle(stage: Stage, setup: Node | None) -> None:
    """Make the caches right, so that nothing triggers that was so before, and run on to the first decision.

    :raises ScenarioFault: if the rules would change what is told at once.
    """
    s = stage.s
    note_cards(s)
    later = len(s.frames)
    _attach(stage)
    s.index = None
    s.stamp += 1
    get_index(s)
    for o in s.board.values():
        o.seen = -1
    s.dirty = w.DIRTY_ALL
    told = StatedBoard(stage)
    if setup is not None:
        check_buffs(stage)
        check_room(stage)
    if setup is not None and s.phase != PHASES.index("setup"):
        trial = s.clone()
        trial.frames = trial.frames[later:]
        _hold(told, islice(_attached(trial), MOST_TRIALS), setup)
    s.log = []
    s.on_question = stage.asked.append
    stage.cast.look()
    advance(s)
    stage.cast.look()


def _attach(stage: Stage) -> None:
    """Do what attached Equipment does as it is attached (CR 369): text is copied, a choice is the first question."""
    s = stage.s
    get_index(s)
    frames, s.frames = s.frames, []
    s.on_question = stage.asked.append
    for gear in reversed([gear for o in s.board.values() for gear in o.attachments]):
        o = s.board[gear]
        start_as(s, "attached", o.d, o.controller, gear, o.card, o.attached_to)
    _go_on(s)
    s.on_question = None
    s.frames = [*frames, *s.frames]


def _go_on(s: State) -> bool:
    """Go on with what attached Equipment does; return True if a player is asked."""
    while s.frames:
        if s.waiting and s.decision is not None and s.decision.options:
            return True
        s.answer, s.waiting = [] if s.waiting else None, False
        step_resolve(s, s.frames[-1])  # type: ignore[arg-type]  # the only frames there are
    return False


def _attached(s: State) -> Iterator[State]:
    """Yield the game after each way to answer what attached Equipment asks."""
    if not _go_on(s):
        yield s
        return
    assert s.decision is not None
    for place in range(len(s.decision.options)):
        after = s.clone()
        after.answer, after.waiting = [place], False
        step_resolve(after, after.frames[-1])  # type: ignore[arg-type]
        yield from _attached(after)


def _hold(told: StatedBoard, trials: Iterator[State], setup: Node) -> None:
    """Hold the stated board against the first cleanup, after one of several ways to go on.

    :raises ScenarioFault: if the rules change the board in each of them.
    """
    first: ScenarioFault | None = None
    for trial in trials:
        trial.waiting = False
        trial.phase = PHASES.index("main")
        trial.frames = [TurnFrame()]
        trial.frames[0].step = t.STEP_MAIN
        trial.index = None
        trial.dirty = w.DIRTY_ALL
        trial.log = []
        advance(trial)
        try:
            told.hold(trial, setup)
        except ScenarioFault as fault:
            first = first or fault
        else:
            return
    if first is not None:
        raise first
