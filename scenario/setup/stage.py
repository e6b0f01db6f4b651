"""The table of a scenario: putting cards into zones and on the board, and their names there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.board.zones import displace, new_object, place, set_exhausted
from riftcheck.engine.flow.setup import MODES
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.rng import stream
from riftcheck.engine.model.state import State
from riftcheck.scenario.format.reader import CARD_KEYS
from riftcheck.scenario.setup.legality import check_champion
from riftcheck.scenario.setup.references import CARD, Cast, Thing
from riftcheck.scenario.setup.vocabulary import read_alias

if TYPE_CHECKING:
    from riftcheck.carddb.database import CardDatabase
    from riftcheck.engine.model.decisions import Decision
    from riftcheck.engine.model.definitions import CardDef, Pool
    from riftcheck.engine.model.objects import Obj
    from riftcheck.engine.model.rules_version import RulesVersion
    from riftcheck.scenario.format.nodes import Node
    from riftcheck.scenario.format.reader import Scenario

# What lies in a zone other than main deck cards, and the words for it.
KINDS: Final = {"rune-deck": (w.RUNE, "runes"), "extra-legends": (w.LEGEND, "legends")}


class Stage:
    """A state that is being arranged, and the names that things have there."""

    def __init__(
        self, scenario: Scenario, pool: Pool, rules: RulesVersion, db: CardDatabase, blank: frozenset[str]
    ) -> None:
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
        self.cast = Cast(s, db, blank)
        # The questions that the engine puts before the first step.
        self.asked: list[Decision] = []
        # Players of whom the scenario tells no runes: nothing hangs on how they pay.
        self.filled: set[int] = set()
        # Players of whom it tells no rune deck: nothing hangs on the order of their runes.
        self.any_runes: set[int] = set()
        self.points_told: dict[int, Node] = {}
        # The nodes of things put on the board, with their object ids, and of the battlefields that are told, by place.
        self.placed: list[tuple[Node, int]] = []
        self.fields: dict[int, Node] = {}

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
        return self.cast.card(node, name)

    def plain(self, name: str) -> CardDef:
        """Return the definition of a card that every pool has."""
        return self.s.pool.definition(name)

    def facts(self, node: Node, types: int, what: str) -> tuple[CardDef, dict[str, Node]]:
        """Return the card that an entry names, and its attributes."""
        if isinstance(node.value, str):
            d = self.known(node, node.value)
            more: dict[str, Node] = {}
        else:
            if not node.has("card"):
                told = f"; it is {node.shown()}" if not isinstance(node.value, dict) else ""
                raise node.fault(f"names no card: write its name, or {{card: NAME, ...}} with more{told}")
            list(node.keys(CARD_KEYS))
            d = self.known(node.at("card"), node.at("card").text())
            more = {key: node.at(key) for key in node.value}
        if types and not d.types & types:
            raise node.fault(f"{d.name} cannot stand here: only {what}")
        return d, more

    def name(self, more: dict[str, Node], o: Obj | None, card: int = -1) -> None:
        """Give a thing its `as` name."""
        if "as" not in more:
            return
        self.cast.aliases[read_alias(self.cast, more["as"])] = (
            self.cast.thing_of(o) if o is not None else Thing(CARD, card)
        )

    def copies(self, more: dict[str, Node]) -> int:
        """Return the number of copies of an entry, 1 where it says none."""
        if "count" in more and "as" in more:
            raise more["count"].fault("several cards cannot have one name; write them out")
        return more["count"].number(1) if "count" in more else 1

    def zone(self, owner: int, node: Node, zone: str) -> list[int]:
        """Put the cards of a list into a zone off the board and return them in order."""
        types, what = KINDS.get(zone, (w.MAIN_DECK, "units, gear and spells"))
        cards: list[int] = []
        for entry in node.each():
            d, more = self.facts(entry, types, what)
            refuse(more, frozenset({"card", "as", "count", "chosen-champion"}), f"in {zone}")
            if d.types & w.TOKEN:
                raise entry.fault(f"{d.name} is a token, and a token is nothing but on the board")
            if zone == "champion":
                check_champion(entry, d)
            for _ in range(self.copies(more)):
                card = self.new(d, owner)
                self.name(more, None, card)
                self.chosen(more, owner, card, d)
                if zone == "champion":
                    self.choose(entry, owner, card, d)
                cards.append(card)
        return cards

    def chosen(self, more: dict[str, Node], owner: int, card: int, d: CardDef) -> None:
        """Note a card as the chosen champion, where its entry says so."""
        if "chosen-champion" in more and more["chosen-champion"].truth():
            check_champion(more["chosen-champion"], d)
            self.choose(more["chosen-champion"], owner, card, d)

    def choose(self, node: Node, owner: int, card: int, d: CardDef) -> None:
        """Make a card the chosen champion, and with it every other of its name (CR 103.3.a.3).

        :raises ScenarioFault: if another is already.
        """
        before = self.s.players[owner].champion_card
        if before >= 0 and self.s.card_defs[before] != d.index:
            name = self.s.pool.defs[self.s.card_defs[before]].name
            raise node.fault(f"the chosen champion of p{owner + 1} is {name} already")
        self.s.players[owner].champion_card = card

    def put_unit(self, node: Node, player: int, loc: int) -> None:
        """Put the unit of an entry at a battlefield."""
        self.put(node, player, loc, w.UNIT, "units; gear with Deploy stands under gear")

    def put_gear(self, node: Node, player: int, loc: int) -> None:
        """Put the gear of an entry at a battlefield."""
        self.put(node, player, loc, w.GEAR, "gear")

    def put(self, node: Node, player: int, loc: int, types: int = w.PERMANENT, what: str = "units and gear") -> None:
        """Put the permanent of an entry on the board, in the state of the entry."""
        d, more = self.facts(node, types, what)
        for _ in range(self.copies(more)):
            o = self.enter(d, more, player, loc)
            self.placed.append((node, o.id))
            self.name(more, o)
            self.marks(o, more)
            if "equipped" in more and not d.types & w.UNIT:
                raise more["equipped"].fault(f"only a unit can be equipped; {d.name} is none")
            for gear in more["equipped"].each() if "equipped" in more else ():
                self.attach(o, gear, player)

    def enter(self, d: CardDef, more: dict[str, Node], player: int, loc: int) -> Obj:
        """Put a card or token on the board under a player's control."""
        owner = self.cast.seat(more["owner"]) if "owner" in more else player
        card = w.NOBODY if d.types & w.TOKEN else self.new(d, owner)
        o = new_object(self.s, card, d, owner, player, loc)
        o.turn = self.s.turn if "this-turn" in more and more["this-turn"].truth() else self.s.turn - 1
        self.chosen(more, owner, card, d)
        return o

    def marks(self, o: Obj, more: dict[str, Node]) -> None:
        """Set the state of an object by its entry."""
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
        d, more = self.facts(node, w.EQUIPMENT, "Equipment")
        refuse(more, frozenset({"card", "as", "exhausted", "owner"}), "as an attached card")
        gear = self.enter(d, more, player, top.loc)
        self.placed.append((node, gear.id))
        self.marks(gear, more)
        self.name(more, gear)
        gear.attached_to = top.id
        top.attachments = (*top.attachments, gear.id)

    def hide(self, node: Node, player: int, loc: int) -> None:
        """Put a card facedown at a battlefield."""
        d, more = self.facts(node, w.MAIN_DECK, "units, gear and spells")
        refuse(more, frozenset({"card", "as", "this-turn", "owner"}), "facedown")
        if d.types & w.TOKEN:
            raise node.fault(f"{d.name} is a token, and a token is never facedown")
        o = self.enter(d, more, player, w.NOBODY)
        displace(self.s, o)
        o.facedown = True
        place(self.s, o, loc)
        self.placed.append((node, o.id))
        self.name(more, o)


def refuse(more: dict[str, Node], known: frozenset[str], where: str) -> None:
    """Refuse attributes that have no meaning where a card stands.

    :raises ScenarioFault: for the first of them.
    """
    for key in more.keys() - known:
        raise more[key].fault(f"{key} has no meaning {where}")
