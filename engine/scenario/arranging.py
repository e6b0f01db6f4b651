"""Building the state that a scenario describes, as the engine itself would have left it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import turn as t
from engine import words as w
from engine.index import get_index
from engine.loop import advance
from engine.naming import DOMAINS, PHASES
from engine.objects import Loc
from engine.rng import stream
from engine.scenario.cards import BARE_FIELD, BASIC, FILLER, known_name
from engine.scenario.cast import CARD, Cast, Thing
from engine.scenario.reading import CARD_KEYS, FIELD_KEYS, PLAYER, Node
from engine.setup import MODES, STEP_DRAW
from engine.state import Frame, State
from engine.zones import displace, new_object, place, set_exhausted

if TYPE_CHECKING:
    from engine.defs import CardDef, Pool
    from engine.objects import Obj
    from engine.rules import RulesVersion
    from engine.scenario.reading import Scenario

DECK: Final = 20
RUNES: Final = 12
ZONES: Final = {
    "hand": w.Z_HAND,
    "trash": w.Z_TRASH,
    "banished": w.Z_BANISHED,
    "champion": w.Z_CHAMPION,
    "deck": w.Z_DECK,
    "rune-deck": w.Z_RUNE_DECK,
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


class Stage:
    """A state that is being arranged, and the names that things have there."""

    def __init__(self, scenario: Scenario, pool: Pool, rules: RulesVersion, suggest: object) -> None:
        mode = MODES[scenario.mode]
        self.mode = mode
        self.s = s = State(pool, rules, mode.players)
        s.mode = list(MODES).index(scenario.mode)
        s.team = mode.teams
        s.victory = mode.victory
        s.points = [0] * (max(mode.teams) + 1)
        s.scored = [0] * (max(mode.teams) + 1)
        s.rng = stream(1, "game")
        s.ask_all = True
        s.auto_pay = False
        self.cast = Cast(s, suggest)
        # Players of whom the scenario tells no runes: nothing hangs on how they pay.
        self.filled: set[int] = set()
        # Players of whom it tells no rune deck: nothing hangs on the order of their runes.
        self.any_runes: set[int] = set()
        self.points_told: dict[int, Node] = {}

    # --- cards --------------------------------------------------------------------------------------------------------

    def new(self, d: CardDef, owner: int) -> int:
        """Return the number of a new card."""
        s = self.s
        s.card_defs = (*s.card_defs, d.index)
        s.owners = (*s.owners, owner)
        s.entries.append(0)
        return len(s.owners) - 1

    def known(self, node: Node, name: str) -> CardDef:
        """Return the definition of a card named in the file."""
        return known_name(self.s.pool, node, name, self.cast.suggest)

    def plain(self, name: str) -> CardDef:
        """Return a definition that is always there."""
        return self.s.pool.defs[self.s.pool.by_name[name]]

    def facts(self, node: Node, types: int, what: str) -> tuple[CardDef, dict[str, Node]]:
        """Return the card that an entry names, and its attributes."""
        if isinstance(node.value, str):
            d = self.known(node, node.value)
            more: dict[str, Node] = {}
        else:
            list(node.keys(CARD_KEYS))
            if not node.has("card"):
                raise node.fault("names no card: write it as {card: NAME, ...}")
            d = self.known(node.at("card"), node.at("card").text())
            more = {key: node.at(key) for key in node.value}
        if types and not d.types & types:
            raise node.fault(f"{d.name} cannot stand here: only {what}")
        return d, more

    def name(self, more: dict[str, Node], o: Obj | None, card: int = -1) -> None:
        """Give a thing its `as` name."""
        if "as" not in more:
            return
        alias = more["as"].text()
        if alias in self.cast.aliases:
            raise more["as"].fault(f"the name {alias!r} is given twice")
        if alias in self.s.pool.by_name or PLAYER.fullmatch(alias):
            raise more["as"].fault(f"the name {alias!r} means something else already")
        self.cast.aliases[alias] = self.cast.thing_of(o) if o is not None else Thing(CARD, card)

    def copies(self, more: dict[str, Node]) -> int:
        """Return how many of an entry there are."""
        if "count" in more and "as" in more:
            raise more["count"].fault("several cards cannot have one name; write them out")
        return more["count"].number(1) if "count" in more else 1

    def zone(self, owner: int, node: Node, zone: str) -> list[int]:
        """Put the cards of a list into a zone off the board and return them in order."""
        types = w.RUNE if zone == "rune-deck" else w.MAIN_DECK
        cards: list[int] = []
        for entry in node.each():
            d, more = self.facts(entry, types, "runes" if zone == "rune-deck" else "units, gear and spells")
            refuse(more, frozenset({"card", "as", "count", "chosen-champion"}), f"in {zone}")
            for _ in range(self.copies(more)):
                card = self.new(d, owner)
                self.name(more, None, card)
                self.chosen(more, owner, card)
                cards.append(card)
        return cards

    def chosen(self, more: dict[str, Node], owner: int, card: int) -> None:
        """Note who the chosen champion is."""
        if "chosen-champion" in more and more["chosen-champion"].truth():
            self.s.players[owner].champion_card = card

    def put(self, node: Node, player: int, loc: int) -> None:
        """Put the permanent of an entry on the board, with what the entry says of it."""
        d, more = self.facts(node, w.PERMANENT, "units and gear")
        for _ in range(self.copies(more)):
            o = self.enter(d, more, player, loc)
            self.name(more, o)
            self.marks(o, more)
            for gear in more["equipped"].each() if "equipped" in more else ():
                self.attach(o, gear, player)

    def enter(self, d: CardDef, more: dict[str, Node], player: int, loc: int) -> Obj:
        """Put a card or token on the board under a player's control."""
        owner = more["owner"].player() if "owner" in more else player
        card = w.NOBODY if d.types & w.TOKEN else self.new(d, owner)
        o = new_object(self.s, card, d, owner, player, loc)
        o.turn = self.s.turn if "this-turn" in more and more["this-turn"].truth() else self.s.turn - 1
        self.chosen(more, owner, card)
        return o

    def marks(self, o: Obj, more: dict[str, Node]) -> None:
        """Set what an entry says of an object."""
        if "exhausted" in more and more["exhausted"].truth():
            set_exhausted(self.s, o, exhausted=True)
        unit_only = {"damage", "buffs", "stunned", "might-this-turn"} & more.keys()
        if unit_only and not o.d.types & w.UNIT:
            raise more[min(unit_only)].fault(f"only a unit has {min(unit_only)}; {o.d.name} is none")
        o.damage = more["damage"].number() if "damage" in more else 0
        o.buffs = more["buffs"].number() if "buffs" in more else 0
        o.stunned = more["stunned"].truth() if "stunned" in more else False
        o.empowered = more["empowered"].number() if "empowered" in more else 0
        o.temp_might = more["might-this-turn"].number(-99) if "might-this-turn" in more else 0

    def attach(self, top: Obj, node: Node, player: int) -> None:
        """Put an Equipment on the board, attached to a unit."""
        d, more = self.facts(node, w.GEAR, "gear")
        refuse(more, frozenset({"card", "as", "exhausted", "owner"}), "as an attached card")
        gear = self.enter(d, more, player, top.loc)
        self.marks(gear, more)
        self.name(more, gear)
        gear.attached_to = top.id
        top.attachments = (*top.attachments, gear.id)

    def hide(self, node: Node, player: int, loc: int) -> None:
        """Put a card facedown at a battlefield."""
        d, more = self.facts(node, w.MAIN_DECK, "units, gear and spells")
        refuse(more, frozenset({"card", "as", "this-turn", "owner"}), "facedown")
        o = self.enter(d, more, player, w.NOBODY)
        displace(self.s, o)
        o.facedown = True
        place(self.s, o, loc)
        self.name(more, o)


def refuse(more: dict[str, Node], known: frozenset[str], where: str) -> None:
    """Refuse attributes that have no meaning where a card stands.

    :raises ScenarioFault: for the first of them.
    """
    for key in more.keys() - known:
        raise more[key].fault(f"{key} has no meaning {where}")


def arrange(scenario: Scenario, pool: Pool, rules: RulesVersion, suggest: object) -> Stage:
    """Return the state of a scenario's setup, run on to its first open decision.

    :raises ScenarioFault: if the setup cannot be arranged.
    """
    stage = Stage(scenario, pool, rules, suggest)
    s = stage.s
    setup = scenario.setup
    given = {} if setup is None else dict(setup.pairs())
    _turn(s, given)
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
    _settle(stage)
    return stage


def _turn(s: State, given: dict[str, Node]) -> None:
    count = len(s.players)
    s.tp = given["turn-player"].player() if "turn-player" in given else 0
    if s.tp >= count:
        raise given["turn-player"].fault(f"there are {count} players")
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
    frame = Frame(w.F_SETUP if begins else w.F_TURN)
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
        s.locs.append(Loc(w.NOBODY, w.NOBODY))
        owner = more["owner"].player() if "owner" in more else owner
        card = w.NOBODY if d.types & w.TOKEN else stage.new(d, owner)
        o = new_object(s, card, d, owner, owner, loc)
        o.turn = 0
        s.locs[loc].bf = o.id
        stage.name({"as": more["as"]} if "as" in more else {}, o)


def _occupy(stage: Stage, field: Node, loc: int) -> None:
    s = stage.s
    at = s.locs[loc]
    for key, put in (("units", stage.put), ("facedown", stage.hide)):
        if not field.has(key):
            continue
        sides = field.at(key)
        for side in sides.keys(f"p{number + 1}" for number in range(len(s.players))):
            for entry in sides.at(side).each():
                put(entry, int(side[1]) - 1, loc)
    holders = {s.board[oid].controller for oid in at.units}
    if field.has("control"):
        at.control = w.NOBODY if field.at("control").value in (None, "nobody") else field.at("control").player()
    elif len(holders) == 1:
        at.control = holders.pop()
    elif not holders and at.facedown:
        at.control = s.board[at.facedown[0]].controller
    elif holders:
        raise field.fault("units of several players stand here: say who has control (a player, or nobody)")
    if field.has("contested"):
        at.contested = field.at("contested").player()
    for node in field.at("scored").each() if field.has("scored") else ():
        s.scored[s.team[node.player()]] |= 1 << loc


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
            setattr(p, {"rune-deck": "rune_deck"}.get(name, name), cards)
    if "champion" in given:
        p.champion_card = p.champion[0] if p.champion else -1
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


def _settle(stage: Stage) -> None:
    """Make the caches right, so that nothing triggers that was so before, and run on to the first decision."""
    s = stage.s
    s.index = None
    s.stamp += 1
    get_index(s)
    for o in s.board.values():
        o.seen = -1
    s.dirty = w.DIRTY_ALL
    s.log = []
    s.questions = []
    stage.cast.look()
    advance(s)
    stage.cast.look()
