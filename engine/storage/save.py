"""Saving a game at any decision, loading it, and its checksum.

The document is plain JSON: numbers, texts and lists. What is stored stands in the tables of `storage.schema`; derived
fields are rebuilt. What comes from `engine.model.definitions` is saved by name or key, chain items once in a
table, so that whoever held the same item holds the same one after loading.
"""

from __future__ import annotations

import json
import zlib
from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.errors import RiftcheckError
from riftcheck.engine.board.zones import DOMAIN_PLACE
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.rules_version import VERSIONS
from riftcheck.engine.model.state import State, note_cards
from riftcheck.engine.storage.card_checksums import mark
from riftcheck.engine.storage.codec import MOST, Many
from riftcheck.engine.storage.combat_notes import notes_of, take_notes
from riftcheck.engine.storage.schema import CHAIN_ITEM, MOST_PLAYERS, STATE
from riftcheck.engine.storage.tables import Reader, Writer
from riftcheck.engine.storage.validation import fault_of
from riftcheck.engine.storage.values import BrokenError, shown, text

if TYPE_CHECKING:
    from riftcheck.engine.model.definitions import CardDef, Pool
    from riftcheck.engine.model.objects import Obj

FORMAT: Final = 1
MOST_ITEMS: Final = 4096

HEADER: Final = ("saved", "format", "rules", "names", "items")
SAVED: Final = "riftcheck game"
# The lists to whose places other parts refer: the key, the least and the greatest number of entries.
LISTS: Final = (("players", 1, MOST_PLAYERS), ("card_defs", 0, MOST), ("locs", 0, w.FIRST_ID - w.REF_LOCATION))


class SaveError(RiftcheckError):
    """A document that is not a saved game, or a state that cannot be saved. The message is a sentence for people."""


def dump(s: State) -> dict[str, Any]:
    """Return the whole game as a JSON-able document, the same for the same game.

    :raises SaveError: if the state holds a script or ability that its pool does not know, or rules without a name.
    """
    return _dump(s, log=True)


def checksum(s: State) -> int:
    """Return a 32-bit number of the game as it stands: that of its document without the log."""
    document = _dump(s, log=False)
    return zlib.crc32(json.dumps(document, separators=(",", ":")).encode())


def load(pool: Pool, data: Any) -> State:
    """Return the game that a document of `dump` holds, to be played on with a pool of the same card data.

    :raises SaveError: if the document is no saved game, is damaged, or was written with other card data.
    :raises CardDataError: if the abilities of one of its cards cannot be read.
    """
    try:
        return _load(pool, data)
    except BrokenError as fault:
        where = ", ".join(fault.path)
        raise SaveError(f"this saved game cannot be read: {where}: {fault.message}.") from None


def _dump(s: State, *, log: bool) -> dict[str, Any]:
    if VERSIONS.get(s.rules.name) != s.rules:
        raise SaveError(
            f"a game by rules called {s.rules.name!r} cannot be saved: they are none of the known versions."
        )
    out = Writer(s.pool)
    header: dict[str, Any] = {"saved": SAVED, "format": FORMAT, "rules": s.rules.name}
    body = _body(s, out, log=log)
    header["names"] = [[d.name, mark(d)] for d in out.definitions]
    header["items"] = body.pop("items")
    return header | body


def _body(s: State, out: Writer, *, log: bool) -> dict[str, Any]:
    body: dict[str, Any] = {}
    try:
        for name, codec in STATE.items():
            if name == "board":
                body[name] = codec.write(s.board.values(), out)
            elif name == "notes":
                body[name] = notes_of(s)
            elif name != "log" or log:
                body[name] = codec.write(getattr(s, name), out)
        body["items"] = _dump_items(out)
    except BrokenError as fault:
        raise SaveError(f"this game cannot be saved: {fault.message}.") from None
    return body


def same(one: State, other: State) -> bool:
    """Tell whether two games of one pool stand alike in everything that is saved, but for their logs.

    :raises SaveError: if a state holds a script or ability that its pool does not know.
    """
    return _body(one, Writer(one.pool), log=False) == _body(other, Writer(other.pool), log=False)


def _dump_items(out: Writer) -> list[Any]:
    items = []
    # An item can bring up no other item, so the table is complete by now.
    for item in out.items:
        items.append(CHAIN_ITEM.write(item, out))  # noqa: PERF401 - writing enters definitions into `out`
    return items


def _load(pool: Pool, data: Any) -> State:
    if not isinstance(data, dict) or data.get("saved") != SAVED:
        raise SaveError(f"this is not a saved game: it does not say `saved`: {SAVED!r}.")
    if data.get("format") != FORMAT:
        raise SaveError(
            f"this game was saved in format {shown(data.get('format'))}, and this version reads format {FORMAT}."
        )
    rules = VERSIONS.get(text(data["rules"])) if isinstance(data.get("rules"), str) else None
    if rules is None:
        known = ", ".join(VERSIONS)
        raise SaveError(f"this game was saved with rules {shown(data.get('rules'))}; the known versions are {known}.")
    _check_names(data)
    reader = Reader(pool, _definitions(pool, data["names"]), *(_length(data, *row) for row in LISTS))
    reader.items = _read("items", Many(CHAIN_ITEM, most=MOST_ITEMS), data, reader)
    s = State(pool, rules, 0)
    for name, codec in STATE.items():
        value = _read(name, codec, data, reader)
        if name == "notes":
            take_notes(s, value)
        else:
            setattr(s, name, _by_id(value) if name == "board" else value)
    fault = fault_of(s)
    if fault:
        raise SaveError(f"this saved game contradicts itself: {fault}.")
    _count_runes(s)
    note_cards(s)
    return s


def _check_names(data: dict[str, Any]) -> None:
    expected = {*HEADER, *STATE}
    missing = sorted(expected - data.keys())
    if missing:
        raise SaveError(f"this saved game is not complete: it has no `{missing[0]}`.")
    if len(data) > len(expected):
        unknown = next(key for key in data if key not in expected)
        raise SaveError(f"this saved game has a part that no saved game has: {shown(unknown)}.")


def _definitions(pool: Pool, data: Any) -> list[CardDef]:
    if not isinstance(data, list) or len(data) > MOST:
        raise BrokenError(f"a list of at most {MOST} entries is expected, not {shown(data)}").inside("`names`")
    found = []
    for entry in data:
        if not isinstance(entry, list) or [type(part) for part in entry] != [str, int]:
            raise BrokenError(f"a name and a number are expected, not {shown(entry)}").inside("`names`")
        number = pool.by_name.get(entry[0])
        if number is None:
            raise SaveError(f"this game was saved with other card data: {shown(entry[0])} is not known here.")
        pool.need((number,))
        d = pool.defs[number]
        if mark(d) != entry[1]:
            raise SaveError(f"this game was saved with other card data: {d.name} has changed since.")
        found.append(d)
    return found


def _length(data: dict[str, Any], name: str, least: int, most: int) -> int:
    value = data[name]
    if not isinstance(value, list) or not least <= len(value) <= most:
        raise BrokenError(f"a list of {least} to {most} entries is expected, not {shown(value)}").inside(f"`{name}`")
    return len(value)


def _read(name: str, codec: Any, data: dict[str, Any], reader: Reader) -> Any:
    try:
        return codec.read(data[name], reader)
    except BrokenError as fault:
        raise fault.inside(f"`{name}`") from None


def _by_id(objects: list[Obj]) -> dict[int, Obj]:
    board = {o.id: o for o in objects}
    if len(board) != len(objects):
        raise BrokenError("two objects have the same id").inside("`board`")
    return board


def _count_runes(s: State) -> None:
    for p in s.players:
        for oid in p.runes:
            o = s.board[oid]
            p.rune_count[DOMAIN_PLACE[o.d.domains]] += 1
            p.ready_runes += 0 if o.exhausted else 1
