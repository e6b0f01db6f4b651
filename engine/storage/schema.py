"""The schema of a saved game: a table for each class of `engine.model.state`, a row for each field.

The rows of a class begin with the arguments of its constructor; a row with a last value may be left out at the end of
a record, where the field has that value. A field of `engine.model.state` stands either here or among the derived ones.
"""

from __future__ import annotations

from typing import Any, Final

from riftcheck.engine.model import abilities, scripts
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import Bill, Delayed, Item
from riftcheck.engine.model.decisions import Decision
from riftcheck.engine.model.frames import Frame, make_frame
from riftcheck.engine.model.objects import NOT_NOTICED, Event, Loc, Mod, Obj, Player, Snap
from riftcheck.engine.model.rng import MASK
from riftcheck.engine.model.state import State
from riftcheck.engine.storage.codec import (
    CardNumber,
    Counted,
    Definition,
    Field,
    Flag,
    Group,
    Keyed,
    Many,
    Mapping,
    Maybe,
    Record,
    Set,
    Shared,
    Text,
    Whole,
)

MOST_PLAYERS: Final = 4
MOST_EVENTS: Final = 1_000_000


def _last(prefix: str) -> int:
    """Return the largest of the numbers of one sort in `riftcheck.engine.model.constants`."""
    return max(int(value) for name, value in vars(w).items() if name.startswith(prefix))


INT: Final = Whole()
SIZE: Final = Whole(0)
BIT: Final = Flag()
TEXT: Final = Text()
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
IDS: Final = Many(Whole(w.FIRST_ID))
DEFINITION: Final = Definition()
COST: Final = Keyed(scripts.CostDef)
ITEM: Final = Shared()
ABILITY: Final = Keyed(
    abilities.Trigger,
    abilities.Activated,
    abilities.Static,
    abilities.Replacement,
    abilities.Prohibition,
    abilities.Permission,
    abilities.PriceChange,
    abilities.Extra,
    abilities.AsEvent,
    abilities.RuleChange,
    abilities.Toll,
)

SNAP: Final = Record(
    Snap,
    12,
    (
        Field("ref", INT),
        Field("card", CARD),
        Field("d", DEFINITION),
        Field("owner", PLAYER),
        Field("controller", PLAYER),
        Field("loc", LOC),
        Field("might", INT),
        Field("kw", SIZE),
        Field("tags", Set()),
        Field("buffs", INT, 0),
        Field("role", Whole(0, w.ATTACKER | w.DEFENDER), 0),
        Field("state", SIZE, 0),
    ),
)
EVENT: Final = Record(
    Event,
    9,
    (
        Field("kind", Whole(0, w.EVENT_KINDS - 1)),
        Field("player", PLAYER),
        Field("subject", INT, w.NOBODY),
        Field("other", INT, w.NOBODY),
        Field("loc", INT, w.NOBODY),
        Field("origin", INT, w.NOBODY),
        Field("amount", INT, 0),
        Field("item", INT, w.NOBODY),
        Field("snap", Maybe(SNAP), None),
        Field("units", TUPLE, []),
    ),
)
EVENTS: Final = Many(EVENT, most=MOST_EVENTS)
MOD: Final = Record(
    Mod,
    7,
    (
        Field("kind", SIZE),
        Field("value", INT),
        Field("grant", Maybe(Keyed(abilities.Grant))),
        Field("d", Maybe(DEFINITION)),
        Field("until", SIZE),
        Field("ref", INT, w.NOBODY),
        Field("stamp", INT, 0),
    ),
)
OBJ: Final = Record(
    Obj,
    6,
    (
        Field("id", Whole(w.FIRST_ID)),
        Field("card", CARD),
        Field("d", DEFINITION),
        Field("owner", PLAYER),
        Field("controller", PLAYER),
        Field("loc", LOC),
        Field("home", PLAYER),
        Field("turn", INT, 0),
        Field("exhausted", BIT, 0),
        Field("origin_loc", LOC, w.NOBODY),
        Field("damage", SIZE, 0),
        Field("role", Whole(0, w.ATTACKER | w.DEFENDER), 0),
        Field("had_role", INT, 0),
        Field("buffs", SIZE, 0),
        Field("temp_might", INT, 0),
        Field("stunned", BIT, 0),
        Field("facedown", BIT, 0),
        Field("empowered", INT, 0),
        Field("attached_to", INT, w.NOBODY),
        Field("attachments", Many(INT, tuple), []),
        Field("mods", Many(MOD, tuple), []),
        Field("once", TEXTS, []),
        Field("notes", Many(Group(TEXT, TUPLE), tuple), []),
        Field("under", TUPLE, []),
        # What it was when that was last looked at: whether it becomes Mighty cannot be told from now alone.
        Field("noticed", INT, NOT_NOTICED),
        Field("hurt_by", PLAYER, w.NOBODY),
        Field("hurt_item", INT, w.NOBODY),
        Field("hurt_bits", SIZE, 0),
        Field("hurters", SIZE, 0),
    ),
)
LOCATION: Final = Record(
    Loc,
    2,
    (
        Field("base", PLAYER),
        Field("bf", INT),
        Field("units", IDS, []),
        Field("gear", IDS, []),
        Field("facedown", IDS, []),
        Field("control", PLAYER, w.NOBODY),
        Field("contested", PLAYER, w.NOBODY),
        Field("showdown", BIT, 0),
        Field("combat", BIT, 0),
    ),
)
PLAYERS: Final = Record(
    Player,
    0,
    (
        Field("hand", CARDS),
        Field("deck", CARDS),
        Field("rune_deck", CARDS),
        Field("trash", CARDS),
        Field("banished", CARDS),
        Field("champion", CARDS),
        Field("champion_card", CARD),
        Field("battlefields", CARDS),
        Field("legend", INT),
        Field("runes", IDS),
        Field("pool", Many(Whole(0, MOST_FLOATING), exactly=w.POOL_SIZE)),
        Field("xp", SIZE, 0),
        Field("finalized", CARDS, []),
        Field("turns", SIZE, 0),
        Field("gone", BIT, 0),
    ),
)
BILL: Final = Record(
    Bill,
    4,
    (
        Field("energy", INT),
        Field("power", Many(Whole(0, w.ANY_DOMAIN), tuple)),
        Field("parts", Many(Group(COST, INT))),
        Field("use", INT),
    ),
)
CHAIN_ITEM: Final = Record(
    Item,
    8,
    (
        Field("id", INT),
        Field("kind", Whole(0, 2)),
        Field("you", PLAYER),
        Field("me", INT),
        Field("this", INT),
        Field("card", CARD),
        Field("d", DEFINITION),
        Field("script", Maybe(Keyed(scripts.Script))),
        Field("trigger", Maybe(Keyed(abilities.Trigger))),
        Field("ability", TEXT, ""),
        Field("pending", BIT, 1),
        Field("slots", Many(TUPLE), []),
        Field("chosen", Many(TUPLE), []),
        Field("loc", INT, w.NOBODY),
        Field("it", INT, w.NOBODY),
        Field("there", INT, w.NOBODY),
        Field("origin", INT, w.NOBODY),
        Field("who", INT, w.NOBODY),
        Field("amount", INT, 0),
        Field("event_item", INT, w.NOBODY),
        Field("paid_energy", INT, 0),
        Field("zone", Whole(0, w.Z_NOWHERE), w.Z_HAND),
        Field("executions", INT, 1),
        Field("extras", TEXTS, []),
        Field("bill", Maybe(BILL), None),
        Field("targets_seen", TUPLE, []),
        Field("snaps", Mapping(SNAP), []),
        Field("facedown_loc", INT, w.NOBODY),
        Field("bonus", INT, 0),
        Field("leave_to", INT, w.Z_TRASH),
        Field("only_to", INT, w.NOBODY),
        Field("also_to", INT, w.NOBODY),
        Field("ready", INT, 0),
        Field("price", Group(INT, INT, TUPLE, INT), [0, 0, [], 0]),
        Field("limited", BIT, 0),
        Field("activated", Maybe(Keyed(abilities.Activated)), None),
        Field("gives", Many(MOD, tuple), []),
        Field("nobodys", BIT, 0),
        Field("instead", Maybe(COST), None),
        Field("either", SIZE, 0),
    ),
)
DELAYED: Final = Record(
    Delayed,
    6,
    (
        Field("id", INT),
        Field("ability", ABILITY),
        Field("env", ITEM),
        Field("until", SIZE),
        Field("ref", INT),
        Field("uses", INT),
    ),
)
FRAME: Final = Record(
    make_frame,
    5,
    (
        Field("kind", Whole(0, _last("F_"))),
        Field("a", INT, 0),
        Field("b", INT, 0),
        Field("c", INT, 0),
        Field("item", Maybe(ITEM), None),
        Field("step", INT, 0),
        Field("data", INTS, []),
        Field("events", EVENTS, []),
    ),
)
DECISION: Final = Record(
    Decision,
    7,
    (
        Field("player", SEAT),
        Field("kind", Whole(0, _last("D_"))),
        Field("options", Many(Group(Whole(0, _last("O_")), INT, INT))),
        Field("lo", SIZE),
        Field("hi", SIZE),
        Field("about", INT),
        Field("text", TEXT),
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
    "team": Many(Whole(0, MOST_PLAYERS - 1), tuple, "players"),
    "board": Many(OBJ),
    "locs": Many(LOCATION),
    "points": Many(INT),
    "scored": Many(SIZE),
    "victory": INT,
    "order": Many(SEAT, tuple),
    "seat": INT,
    "queue": INTS,
    "turn": SIZE,
    "tp": SEAT,
    "phase": Whole(w.SETUP, w.ENDING),
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
    "dirty": Whole(0, w.DIRTY_ALL),
    "next_id": Whole(w.FIRST_ID),
    "rng": Many(Whole(0, MASK), exactly=4),
    "history": EVENTS,
    "notes": TEXTS,
    "ask_all": BIT,
    "auto_pay": BIT,
    "log": Maybe(EVENTS),
}
FIELDS: Final[dict[type, Record]] = {
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
    Obj: frozenset({"abilities", "assault", "deflect", "hunt", "kw", "might", "seen", "shield", "tags"}),
    Player: frozenset({"ready_runes", "rune_count"}),
    State: frozenset(
        {
            "asked",
            "cleanup_stamp",
            "flows",
            "index",
            "offboard",
            "pool",
            "questions",
            "rules",
            "stamp",
            "watched",
            "wide",
        }
    ),
}
