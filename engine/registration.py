"""The registration of a player for a match, the exchanges between its games (TR 403), and its form as JSON."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from riftcheck.engine.game import GameDeck, GameError
from riftcheck.engine.model import constants as w

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.engine.model.definitions import Pool


class MatchError(GameError):
    """A request to a match that cannot be granted now; the message says what could."""


@dataclass(frozen=True, slots=True)
class Registered:
    """The registration of a player: a deck, and the sideboard beside it (TR 401.2, 403)."""

    deck: GameDeck
    sideboard: tuple[str, ...] = ()


def exchanged(
    pool: Pool, before: Registered, out: Sequence[str], into: Sequence[str], champion: str | None = None
) -> Registered:
    """Return a deck and sideboard after an exchange of one for one (TR 403.4).

    `out` leave the main deck or the champion zone, `into` come from the sideboard; `champion` names the chosen champion
    of the next game, from among the cards of the deck after that.

    :raises MatchError: if the numbers differ, a card is not where it is taken from, or cannot be the champion.
    """
    if len(out) != len(into):
        raise MatchError(f"cards are exchanged one for one: {len(out)} go out and {len(into)} come in")
    deck = before.deck
    chosen = () if deck.champion is None else (deck.champion,)
    cards = _without([*chosen, *deck.main], out, "the main deck")
    rest = _without(list(before.sideboard), into, "the sideboard")
    cards += into
    wanted = deck.champion if champion is None else champion
    if wanted is None:
        return Registered(replace(deck, main=tuple(cards)), (*rest, *out))
    if wanted not in cards:
        raise MatchError(f"the chosen champion {wanted} is not in the deck after the exchange; name one that is")
    if wanted != deck.champion and not _may_lead(pool, wanted, deck.legend):
        raise MatchError(f"{wanted} cannot be the chosen champion of this legend (CR 103.3.a.2)")
    cards.remove(wanted)
    return Registered(replace(deck, main=tuple(cards), champion=wanted), (*rest, *out))


def _without(cards: list[str], names: Sequence[str], where: str) -> list[str]:
    for name in names:
        if name not in cards:
            raise MatchError(f"{name} is not in {where}, or not so often")
        cards.remove(name)
    return cards


def _may_lead(pool: Pool, name: str, legend: str | None) -> bool:
    """Tell whether a card can be the chosen champion of a legend: by the champion tag alone (CR 103.3.a.2, 133.8.b)."""
    d = pool.defs[pool.by_name[name]]
    if not d.types & w.UNIT or not d.types & w.CHAMPION or d.types & w.SIGNATURE:
        return False
    return legend is None or d.champion_tag == pool.defs[pool.by_name[legend]].champion_tag


# --- the saved form ---------------------------------------------------------------------------------------------------

ZONES: Final = ("main", "runes", "battlefields", "sideboard")
SINGLE: Final = ("legend", "champion")
EXTRA: Final = "extra_legends"


def registered_json(one: Registered) -> dict[str, Any]:
    """Return the registered deck and sideboard of a player as JSON data."""
    deck = one.deck
    return {
        "main": list(deck.main),
        "runes": list(deck.runes),
        "battlefields": list(deck.battlefields),
        "legend": deck.legend,
        "champion": deck.champion,
        "sideboard": list(one.sideboard),
        # Left out where there are none, as in matches that were saved before there could be any.
        **({EXTRA: list(deck.extra_legends)} if deck.extra_legends else {}),
    }


def registered_from(data: Any) -> Registered:
    """Return the registration from the data of `registered_json`.

    :raises MatchError: if the data is no such thing.
    """
    if not isinstance(data, dict) or set(data) - {EXTRA} != {*ZONES, *SINGLE}:
        raise MatchError("this saved match is damaged: a deck in it is none")
    data = {EXTRA: [], **data}
    for name in (*ZONES, EXTRA):
        if not isinstance(data[name], list) or any(not isinstance(card, str) for card in data[name]):
            raise MatchError(f"this saved match is damaged: `{name}` of a deck is no list of names")
    if any(not isinstance(data[name], str | None) for name in SINGLE):
        raise MatchError("this saved match is damaged: the legend or champion of a deck is no name")
    main, runes, battlefields, sideboard, extra = (tuple(data[name]) for name in (*ZONES, EXTRA))
    return Registered(GameDeck(main, runes, battlefields, data["legend"], data["champion"], extra), sideboard)
