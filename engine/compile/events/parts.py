"""The parts of an event's sentence that the engine holds against what happened; a sentence with another is refused.

What an event tells stands in `riftcheck.engine.model.event_fields` and where it is emitted. A sentence that asks for
more would be true, or false, whatever happens.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities import phrases as p
from riftcheck.engine.compile.core.subjects import Unsupported
from riftcheck.engine.compile.events.kinds import IN_PARTS, is_grouped
from riftcheck.engine.model import constants as w

if TYPE_CHECKING:
    from collections.abc import Iterator

# The events that tell a location: of the others a place in the sentence would never be the place of the event.
PLACED: Final = frozenset(
    {w.E_PLAY, w.E_CONQUER, w.E_HOLD, w.E_SCORE, w.E_ATTACK, w.E_DEFEND, w.E_MOVE, w.E_DIE, w.E_WIN_COMBAT}
    | {w.E_LOSE_COMBAT, w.E_COMBAT_ENDS, w.E_COMBAT_STARTS, w.E_SHOWDOWN_STARTS, w.E_TIE_RECALL, w.E_DAMAGE}
    | {w.E_BECOMES, w.E_MIGHT, w.E_CHOOSE, w.E_STUN, w.E_BUFF, w.E_SPEND_BUFF, w.E_READY, w.E_EXHAUST, w.E_EMPOWER}
    | {w.E_RECALL, w.E_ENTER, w.E_LEAVE, w.E_ATTACH, w.E_DETACH, w.E_HIDE, w.E_WEAKEN}
)
# The events that tell where a thing was before.
COMING: Final = frozenset({w.E_MOVE, w.E_RECALL})
# The events about a player, or about a battlefield and the units there: no thing of a sentence is their subject.
WITHOUT_THING: Final = frozenset({w.E_CHANNEL, w.E_GAIN, w.E_LOSE, w.E_XP, w.E_SCORE})
# One event for all the cards of an act.
AS_ONE: Final = frozenset({w.E_RECYCLE, w.E_CHANNEL})
# What a sentence may say of the zone in which a thing is, for it is there still as the event is told.
IN_ZONES: Final = frozenset({w.E_CHOOSE, w.E_LOOK, w.E_REVEAL})
_ZONED: Final = frozenset({"zone", "in", "anywhere but"})


def check(event: p.Event, kind: int, *, counted: bool) -> None:
    """Refuse a sentence with a part that nothing is held against.

    `counted`: whoever asks counts the events of a turn and groups those of one act, as triggers do.

    :raises Unsupported: with the first such part.
    """
    for part in _passed_over(event, kind, counted=counted):
        message = f"{part}, of the event {event.verb}"
        raise Unsupported(message)


def _passed_over(event: p.Event, kind: int, *, counted: bool) -> Iterator[str]:
    thing = event.thing
    if event.nth and not counted:
        yield "which time of the turn it is"
    if event.place is not None and not _has_place(event, kind):
        yield f"a place ({event.place.kind})"
    if event.origin is not None and kind not in COMING and kind != w.E_REVEAL and not _is_zone_played_from(event, kind):
        yield f"where from ({event.origin.kind})"
    if kind in WITHOUT_THING and thing is not None and not _is_field(event):
        yield "a certain thing"
    if isinstance(thing, p.Selector):
        yield from _of_thing(event, thing, kind)
    yield from _number(event, kind, counted=counted)


def _is_zone_played_from(event: p.Event, kind: int) -> bool:
    """Tell whether a zone of the player who plays is named, or any but that: a play tells where it came from."""
    place = event.origin
    return (
        kind == w.E_PLAY and place is not None and place.kind in ("zone", "anywhere but") and place.whose == event.who
    )


def _is_field(event: p.Event) -> bool:
    """Tell whether a battlefield speaks of itself: what scores there is told with it."""
    return event.verb == "score" and isinstance(event.thing, p.Ref)


def _has_place(event: p.Event, kind: int) -> bool:
    """Tell whether a place restricts an event, or says of it what is so for every such event."""
    place = event.place
    assert place is not None
    if kind == w.E_RECYCLE:
        # CR 417.1: every card is recycled to its owner's deck; the event is that owner's.
        return place == p.Place("zone", whose=event.who, zone="deck")
    if kind == w.E_RETURN:
        return place == p.Place("zone", whose="its owner", zone="hand")
    if kind == w.E_PUT_TRASH:
        # Told to the card alone that is put there, by its owner's side.
        mine = isinstance(event.thing, p.Ref) and event.thing.name in ("me", "this")
        return mine and place.zone == "trash" and place.whose in ("you", "its owner")
    if place.kind == "attached to":
        return kind in (w.E_ATTACH, w.E_DETACH)
    return kind in PLACED and place.kind not in _ZONED


def _of_thing(event: p.Event, thing: p.Selector, kind: int) -> Iterator[str]:
    if thing.place is not None and thing.place.kind in _ZONED and kind not in IN_ZONES:
        yield f"a place ({thing.place.kind})"
    if kind == w.E_RECYCLE and (thing.tests or thing.other or set(thing.nouns) - {"card", "rune"}):
        yield "cards of a certain kind, which are told with others"
    if kind == w.E_EXHAUST and "rune" in thing.nouns:
        yield "runes, whose exhausting to pay is not told"
    several = is_grouped(event) or (kind in AS_ONE and event.one_or_more)
    if thing.mode != "all" and not several and (thing.low, thing.high) != (p.Number(1), p.Number(1)):
        yield "a number of things"
    if several and thing.mode != "all" and (thing.low != p.Number(1) or thing.high not in (None, p.Number(1))):
        yield "a number of things"


def _number(event: p.Event, kind: int, *, counted: bool) -> Iterator[str]:
    if event.one_or_more and not (counted and kind in IN_PARTS) and kind not in AS_ONE:
        yield "several things as one act"
    if kind in (w.E_CHANNEL, w.E_RECYCLE) and event.who is not None and not _as_one(event):
        yield "each of several things, which are told as one act: say one or more"


def _as_one(event: p.Event) -> bool:
    thing = event.thing
    runes = isinstance(thing, p.Selector) and thing.nouns == ("rune",)
    return event.one_or_more or isinstance(thing, p.Ref) or (event.verb == "recycle" and runes)
