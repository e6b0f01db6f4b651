"""Names of things, and the players who may know them (CR 128): objects, cards, players, places, chain items.

A viewer is a player, SPECTATOR (only what everybody may know), or EVERYTHING (the log of a game that is over, tests).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.engine.board.ability_index import get_index
from riftcheck.engine.board.zones import find_card
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.chain_items import I_CARD
from riftcheck.engine.model.references import any_card, card_def
from riftcheck.engine.model.scripts import DESTINATION, MODES, TARGETS
from riftcheck.engine.playing.permissions import holds

if TYPE_CHECKING:
    from riftcheck.engine.model.chain_items import Item
    from riftcheck.engine.model.objects import Obj, Snap
    from riftcheck.engine.model.state import State

SPECTATOR: Final = -1
EVERYTHING: Final = -2

PUBLIC_ZONES: Final = frozenset({w.Z_TRASH, w.Z_BANISHED, w.Z_CHAMPION, w.Z_LEGENDS})
SNAP_FACEDOWN: Final = 32
FACEDOWN: Final = "facedown card"
UNKNOWN: Final = "a card"

PHASES: Final = ("setup", "awaken", "beginning", "channel", "draw", "main", "ending")
DOMAINS: Final = ("fury", "calm", "mind", "body", "chaos", "order")


def may_see(s: State, o: Obj, viewer: int) -> bool:
    """Tell whether a viewer may look at the face of an object on the board: CR 128.4, or an ability permits it."""
    if not o.facedown or viewer in (o.controller, EVERYTHING):
        return True
    return viewer >= 0 and any(
        can.act == "look at" and env.you == viewer and holds(s, env, can) and can.covers(s, env, o.id)
        for env, can, _ in get_index(s).cans
    )


def may_know(s: State, card: int, viewer: int) -> bool:
    """Tell whether a viewer may look at the face of a card in its present zone."""
    if viewer == EVERYTHING:
        return True
    zone = find_card(s, card)
    if zone >= 0:
        return zone in PUBLIC_ZONES or (zone == w.Z_HAND and s.owners[card] == viewer)
    for o in s.board.values():
        if o.card == card:
            return may_see(s, o, viewer)
    return any(item.kind == I_CARD and item.card == card for item in s.chain)


def item_of(s: State, ref: int) -> Item | None:
    """Return the chain item, resolving item, noted trigger or replacement at work with an id."""
    at_work = [frame.item for frame in s.frames if frame.item is not None]
    for item in (*s.chain, *s.triggered, *at_work):
        if item.id == ref:
            return item
    return s.resolving if s.resolving is not None and s.resolving.id == ref else None


def player_words(player: int) -> str:
    """Return the words for a player: `player 1` for seat 0, `nobody` for -1."""
    return f"player {player + 1}" if player >= 0 else "nobody"


def location_key(s: State, loc: int, player: int) -> str:
    """Return the short name of a location, as seen by a player: `base`, `base of player 2`, `battlefield 1`."""
    count = len(s.players)
    if loc >= count:
        return f"battlefield {loc - count + 1}"
    return "base" if loc == player else f"base of {player_words(loc)}"


def location_words(s: State, loc: int, player: int = SPECTATOR) -> str:
    """Return the name of a location for people: a battlefield with the name of its card."""
    if not 0 <= loc < len(s.locs):
        return "nowhere"
    if loc < len(s.players):
        return "your base" if loc == player else f"the base of {player_words(loc)}"
    o = s.board.get(s.locs[loc].bf)
    key = location_key(s, loc, player)
    return key if o is None else f"{o.d.name} ({key})"


def capital(words: str) -> str:
    """Return words with a capital first letter."""
    return words[:1].upper() + words[1:]


def item_name(item: Item) -> str:
    """Return the name of a chain item: its card's name, or `ability of` that."""
    return item.d.name if item.kind == I_CARD else f"ability of {item.d.name}"


def choices_of(item: Item) -> list[tuple[int, tuple[int, ...]]]:
    """Return the choices for a chain item in order: the kind of each and the chosen references or numbers."""
    openings = () if item.script is None else item.script.openings
    kinds = [opening.kind for opening in openings] or [TARGETS]
    return [(kinds[number % len(kinds)], chosen) for number, chosen in enumerate(item.chosen)]


def choice_words(s: State, kind: int, chosen: int, viewer: int) -> str:
    """Return a choice for a chain item in words: a mode by its number from 1, a place, or a target."""
    if kind == MODES:
        return f"mode {chosen + 1}"
    return location_words(s, chosen, viewer) if kind == DESTINATION else ref_name(s, chosen, viewer)


def object_name(s: State, o: Obj, viewer: int) -> str:
    """Return the name of an object on the board."""
    return o.d.name if may_see(s, o, viewer) else FACEDOWN


def snap_name(snap: Snap, viewer: int) -> str:
    """Return the name of a thing that has left the board."""
    hidden = snap.state & SNAP_FACEDOWN and viewer not in (snap.controller, EVERYTHING)
    return FACEDOWN if hidden else snap.d.name


def ref_name(s: State, ref: int, viewer: int, *, shown: bool = False) -> str:
    """Return the name of a reference. `shown`: the viewer has been shown the card, whatever its zone."""
    if ref >= w.FIRST_ID:
        o = s.board.get(ref)
        if o is not None:
            return object_name(s, o, viewer)
        item = item_of(s, ref)
        return "something that has left" if item is None else item_name(item)
    if ref >= w.REF_LOCATION:
        return location_words(s, ref - w.REF_LOCATION, viewer)
    if ref >= w.NOBODY:
        return player_words(ref)
    card = any_card(s, ref)
    return card_def(s, card).name if shown or may_know(s, card, viewer) else UNKNOWN
