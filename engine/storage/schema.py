"""The schema of a saved game: a table for each class of `engine.model.state`, a row for each field.

The rows of a class begin with the arguments of its constructor; a row with a last value may be left out at the end of
a record, where the field has that value. A field of `engine.model.state` stands either here or among the derived ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from riftcheck.engine.model import abilities, scripts
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import Bill, Delayed, Item
from riftcheck.engine.model.decisions import Decision
from riftcheck.engine.model.frames import Frame
from riftcheck.engine.model.objects import NOT_NOTICED, Event, Loc, Mod, Obj, Player, Snap
from riftcheck.engine.model.rng import MASK
from riftcheck.engine.model.state import State
from riftcheck.engine.storage.codec import (
    CardNumber,
    Counted,
    Definition,
    Flag,
    Group,
    Keyed,
    Many,
    Mapping,
    Maybe,
    RecordCodec,
    RecordField,
    Set,
    Shared,
    TextCodec,
    WholeCodec,
)
from riftcheck.engine.storage.frame_records import FrameCodec
from riftcheck.engine.storage.values import BrokenError

if TYPE_CHECKING:
    from riftcheck.engine.storage.tables import Reader, Writer

MOST_PLAYERS: Final = 4
MOST_EVENTS: Final = 1_000_000
POOL_OF_0_1: Final = 3 * w.POOL_GROUP


def _last(prefix: str) -> int:
    """Return the largest of the numbers of one sort in `riftcheck.engine.model.constants`."""
    return max(int(value) for name, value in vars(w).items() if name.startswith(prefix))


class _PoolCodec(Many):
    """A rune pool, written without the last groups where nothing floats in them: version 0.1 knew three."""

    def write(self, value: Any, out: Writer) -> list[Any]:
        """Return the groups that the first version had, and all of them where something floats in a later one."""
        return super().write(value if any(value[POOL_OF_0_1:]) else value[:POOL_OF_0_1], out)

    def read(self, data: Any, reader: Reader) -> list[int]:
        """Return the pool in full; raise BrokenError for anything but a list of the length of a version."""
        numbers: list[int] = super().read(data, reader)
        if len(numbers) % w.POOL_GROUP or not POOL_OF_0_1 <= len(numbers) <= w.POOL_SIZE:
            raise BrokenError(f"{w.POOL_SIZE} entries are expected, not {len(numbers)}")
        return numbers + [0] * (w.POOL_SIZE - len(numbers))


INT: Final = WholeCodec()
SIZE: Final = WholeCodec(0)
BIT: Final = Flag()
TEXT: Final = TextCodec()
INTS: Final = Many(INT)
TUPLE: Final = Many(INT, tuple)
TEXTS: Final = Many(TEXT, tuple)
# More of one resource is not looked for in a saved game: ways to pay are counted out.
MOST_FLOATING: Final = 9999
PLAYER: Final = Counted("players")
SEAT: Final = Counted("players", 0)
CARD: Final = Counted("cards")
CARDS: Final = Many(Counted("cards", 0))
LOC: Final = Counted("locs")
IDS: Final = Many(WholeCodec(w.FIRST_ID))
DEFINITION: Final = Definition()
COST: Final = Keyed(scripts.CostDef)
ITEM: Final = Shared()
ABILITY: Final = Keyed(
    *(abilities.Trigger, abilities.Activated, abilities.Static, abilities.Replacement, scripts.Prohibition),
    *(abilities.Permission, abilities.PriceChange, abilities.Extra, abilities.AsEvent, scripts.RuleChange),
    scripts.Toll,
)

SNAP: Final = RecordCodec(
    Snap,
    13,
    (
        RecordField("ref", INT),
        RecordField("card", CARD),
        RecordField("d", DEFINITION),
        RecordField("owner", PLAYER),
        RecordField("controller", PLAYER),
        RecordField("loc", LOC),
        RecordField("might", INT),
        RecordField("kw", SIZE),
        RecordField("tags", Set()),
        RecordField("buffs", INT, 0),
        RecordField("role", WholeCodec(0, w.ATTACKER | w.DEFENDER), 0),
        RecordField("state", SIZE, 0),
        RecordField("notes", Many(Group(TEXT, TUPLE), tuple), []),
    ),
)
EVENT: Final = RecordCodec(
    Event,
    9,
    (
        RecordField("kind", WholeCodec(0, w.EVENT_KINDS - 1)),
        RecordField("player", PLAYER),
        RecordField("subject", INT, w.NOBODY),
        RecordField("other", INT, w.NOBODY),
        RecordField("loc", INT, w.NOBODY),
        RecordField("origin", INT, w.NOBODY),
        RecordField("amount", INT, 0),
        RecordField("item", INT, w.NOBODY),
        RecordField("snap", Maybe(SNAP), None),
        RecordField("units", TUPLE, []),
    ),
)
EVENTS: Final = Many(EVENT, most=MOST_EVENTS)
MOD: Final = RecordCodec(
    Mod,
    7,
    (
        RecordField("kind", SIZE),
        RecordField("value", INT),
        RecordField("grant", Maybe(Keyed(abilities.Grant))),
        RecordField("d", Maybe(DEFINITION)),
        RecordField("until", SIZE),
        RecordField("ref", INT, w.NOBODY),
        RecordField("stamp", INT, 0),
    ),
)
OBJ: Final = RecordCodec(
    Obj,
    6,
    (
        RecordField("id", WholeCodec(w.FIRST_ID)),
        RecordField("card", CARD),
        RecordField("d", DEFINITION),
        RecordField("owner", PLAYER),
        RecordField("controller", PLAYER),
        RecordField("loc", LOC),
        RecordField("home", PLAYER),
        RecordField("turn", INT, 0),
        RecordField("exhausted", BIT, 0),
        RecordField("origin_loc", LOC, w.NOBODY),
        RecordField("damage", SIZE, 0),
        RecordField("role", WholeCodec(0, w.ATTACKER | w.DEFENDER), 0),
        RecordField("had_role", INT, 0),
        RecordField("buffs", SIZE, 0),
        RecordField("temp_might", INT, 0),
        RecordField("stunned", BIT, 0),
        RecordField("facedown", BIT, 0),
        RecordField("empowered", INT, 0),
        RecordField("attached_to", INT, w.NOBODY),
        RecordField("attachments", Many(INT, tuple), []),
        RecordField("mods", Many(MOD, tuple), []),
        RecordField("once", TEXTS, []),
        RecordField("notes", Many(Group(TEXT, TUPLE), tuple), []),
        RecordField("under", TUPLE, []),
        RecordField("noticed", INT, NOT_NOTICED),
        RecordField("hurt_by", PLAYER, w.NOBODY),
        RecordField("hurt_item", INT, w.NOBODY),
        RecordField("hurt_bits", SIZE, 0),
        RecordField("hurters", SIZE, 0),
    ),
)
LOCATION: Final = RecordCodec(
    Loc,
    2,
    (
        RecordField("base", PLAYER),
        RecordField("bf", INT),
        RecordField("units", IDS, []),
        RecordField("gear", IDS, []),
        RecordField("facedown", IDS, []),
        RecordField("control", PLAYER, w.NOBODY),
        RecordField("contested", PLAYER, w.NOBODY),
        RecordField("showdown", BIT, 0),
        RecordField("combat", BIT, 0),
        RecordField("was", PLAYER, w.NOBODY),
    ),
)
PLAYERS: Final = RecordCodec(
    Player,
    0,
    (
        RecordField("hand", CARDS),
        RecordField("deck", CARDS),
        RecordField("rune_deck", CARDS),
        RecordField("trash", CARDS),
        RecordField("banished", CARDS),
        RecordField("champion", CARDS),
        RecordField("champion_card", CARD),
        RecordField("battlefields", CARDS),
        RecordField("legend", INT),
        RecordField("runes", IDS),
        RecordField("pool", _PoolCodec(WholeCodec(0, MOST_FLOATING))),
        RecordField("xp", SIZE, 0),
        RecordField("finalized", CARDS, []),
        RecordField("turns", SIZE, 0),
        RecordField("gone", BIT, 0),
        RecordField("extra_legends", CARDS, []),
        RecordField("legends", TUPLE, []),
    ),
)
BILL: Final = RecordCodec(
    Bill,
    4,
    (
        RecordField("energy", INT),
        RecordField("power", Many(WholeCodec(0, w.ANY_DOMAIN), tuple)),
        RecordField("parts", Many(Group(COST, INT))),
        RecordField("use", INT),
    ),
)
CHAIN_ITEM: Final = RecordCodec(
    Item,
    8,
    (
        RecordField("id", INT),
        RecordField("kind", WholeCodec(0, 2)),
        RecordField("you", PLAYER),
        RecordField("me", INT),
        RecordField("this", INT),
        RecordField("card", CARD),
        RecordField("d", DEFINITION),
        RecordField("script", Maybe(Keyed(scripts.Script))),
        RecordField("trigger", Maybe(Keyed(abilities.Trigger))),
        RecordField("ability", TEXT, ""),
        RecordField("pending", BIT, 1),
        RecordField("slots", Many(TUPLE), []),
        RecordField("chosen", Many(TUPLE), []),
        RecordField("loc", INT, w.NOBODY),
        RecordField("it", INT, w.NOBODY),
        RecordField("there", INT, w.NOBODY),
        RecordField("origin", INT, w.NOBODY),
        RecordField("who", INT, w.NOBODY),
        RecordField("amount", INT, 0),
        RecordField("event_item", INT, w.NOBODY),
        RecordField("paid_energy", INT, 0),
        RecordField("zone", WholeCodec(0, w.Z_NOWHERE), w.Z_HAND),
        RecordField("executions", INT, 1),
        RecordField("extras", TEXTS, []),
        RecordField("bill", Maybe(BILL), None),
        RecordField("targets_seen", TUPLE, []),
        RecordField("snaps", Mapping(SNAP), []),
        RecordField("facedown_loc", INT, w.NOBODY),
        RecordField("bonus", INT, 0),
        RecordField("leave_to", INT, w.Z_TRASH),
        RecordField("only_to", INT, w.NOBODY),
        RecordField("also_to", INT, w.NOBODY),
        RecordField("ready", INT, 0),
        RecordField("price", Group(INT, INT, TUPLE, INT), [0, 0, [], 0]),
        RecordField("limited", BIT, 0),
        RecordField("activated", Maybe(Keyed(abilities.Activated)), None),
        RecordField("gives", Many(MOD, tuple), []),
        RecordField("nobodys", BIT, 0),
        RecordField("instead", Maybe(COST), None),
        RecordField("either", SIZE, 0),
        RecordField("named", BIT, 0),
        RecordField("permit", INT, w.NOBODY),
    ),
)
DELAYED: Final = RecordCodec(
    Delayed,
    6,
    (
        RecordField("id", INT),
        RecordField("ability", ABILITY),
        RecordField("env", ITEM),
        RecordField("until", SIZE),
        RecordField("ref", INT),
        RecordField("uses", INT),
    ),
)
FRAME: Final = FrameCodec(
    (
        RecordField("kind", WholeCodec(0, _last("F_"))),
        RecordField("a", INT, 0),
        RecordField("b", INT, 0),
        RecordField("c", INT, 0),
        RecordField("item", Maybe(ITEM), None),
        RecordField("step", INT, 0),
        RecordField("data", INTS, []),
        RecordField("events", EVENTS, []),
    ),
)
DECISION: Final = RecordCodec(
    Decision,
    7,
    (
        RecordField("player", SEAT),
        RecordField("kind", WholeCodec(0, _last("D_"))),
        RecordField("options", Many(Group(WholeCodec(0, _last("O_")), INT, INT))),
        RecordField("lo", SIZE),
        RecordField("hi", SIZE),
        RecordField("about", INT),
        RecordField("text", TEXT),
    ),
)
# Every stored field of the state but the pool and the rules, which the document names; `notes` are the fields of
# `storage.combat_notes`.
STATE: Final[dict[str, Any]] = {
    "mode": INT,
    "card_defs": Many(CardNumber(), tuple),
    "owners": Many(SEAT, tuple, "cards"),
    "entries": Many(SIZE, exactly="cards"),
    "players": Many(PLAYERS),
    "team": Many(WholeCodec(0, MOST_PLAYERS - 1), tuple, "players"),
    "board": Many(OBJ),
    "locs": Many(LOCATION),
    "points": Many(INT),
    "scored": Many(SIZE),
    "victory": INT,
    "order": Many(SEAT, tuple),
    "seat": SEAT,
    "queue": Many(SEAT),
    "turn": SIZE,
    "tp": SEAT,
    "phase": WholeCodec(w.SETUP, w.ENDING),
    "chain": Many(ITEM),
    "frames": Many(FRAME),
    "resolving": Maybe(ITEM),
    "triggered": Many(ITEM),
    "delayed": Many(DELAYED),
    "prio": PLAYER,
    "passes": SIZE,
    "chain_kept": BIT,
    "open_chain": BIT,
    "showdown": LOC,
    "combat": BIT,
    "focus": PLAYER,
    "focus_passes": SIZE,
    "attacker": PLAYER,
    "defender": PLAYER,
    "excess": Many(INT, exactly="players"),
    "result": INTS,
    "waiting": BIT,
    "decision": Maybe(DECISION),
    "answer": Maybe(INTS),
    "winner": INT,
    "dirty": WholeCodec(0, w.DIRTY_ALL),
    "next_id": WholeCodec(w.FIRST_ID),
    "rng": Many(WholeCodec(0, MASK), exactly=4),
    "history": EVENTS,
    "notes": TEXTS,
    "ask_all": BIT,
    "auto_pay": BIT,
    "log": Maybe(EVENTS),
}
FIELDS: Final[dict[type, RecordCodec]] = {
    Snap: SNAP,
    Event: EVENT,
    Mod: MOD,
    Obj: OBJ,
    Loc: LOCATION,
    Player: PLAYERS,
    Bill: BILL,
    Item: CHAIN_ITEM,
    Delayed: DELAYED,
    Frame: FRAME,
    Decision: DECISION,
}
# Rebuilt after loading, or found again by name; neither saved nor compared.
DERIVED: Final[dict[type, frozenset[str]]] = {
    Obj: frozenset({"abilities", "assault", "deflect", "disarm", "hunt", "kw", "might", "seen", "shield", "tags"}),
    Player: frozenset({"ready_runes", "rune_count"}),
    State: frozenset(
        {
            "asked",
            "cleanup_stamp",
            "company",
            "crossings",
            "flows",
            "index",
            "offboard",
            "on_question",
            "pool",
            "rules",
            "stamp",
            "watched",
            "wide",
        }
    ),
}
