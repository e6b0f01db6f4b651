"""Instructions about cards, players and locations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from riftcheck.carddb.abilities.instructions.lines import ActOn, Line

if TYPE_CHECKING:
    from riftcheck.carddb.abilities.heads import Keyword
    from riftcheck.carddb.abilities.phrases import Amount, Cost, Place, Ref, Selection, Test, Who


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw(Line):
    """Draw so many cards, or the very cards selected."""

    amount: Amount | None = None
    what: Selection | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayToken(Line):
    """Play tokens; each waits as a pending item until this item is done (CR 354.3)."""

    token: str
    count: Amount
    to: Place | None = None
    ready: bool = False
    exhausted: bool = False
    keywords: tuple[Keyword, ...] = ()
    might: Amount | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Play(ActOn):
    """Play a card; it waits as a pending item until this item is done (CR 354.3, 356.1, 419.3).

    `ignoring` sets a base cost to zero, `everything` the total; `paying` replaces the base cost, `less` reduces it.
    `to` forces the place, `also_to` allows it besides the usual ones; `then_recycle` and `then_banish` are the delayed
    replacement of CR 390.3.a. `again` replays this spell itself.
    """

    ignoring: Literal["cost", "energy", "power", "everything"] | None = None
    paying: Cost | None = None
    less: Cost | None = None
    to: Place | None = None
    also_to: Place | None = None
    then: Literal["recycle", "banish"] | None = None
    again: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Discard(Line):
    """Discard from hand: so many of the player's choice, a selection, or the whole hand (CR 422)."""

    amount: Amount | None = None
    what: Selection | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Recycle(ActOn):
    """Recycle (CR 416)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Burn(Line):
    """Put cards from the top of a main deck into its trash (CR 440)."""

    amount: Amount


@dataclass(frozen=True, slots=True, kw_only=True)
class Put(ActOn):
    """Put cards into a zone."""

    zone: Literal["trash", "hand", "top of deck", "bottom of deck", "top or bottom of deck", "champion zone"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LookAt(ActOn):
    """Look at cards (CR 431.1.c: never burns out)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal(ActOn):
    """Reveal cards (CR 424); `until` a card that passes the tests is revealed."""

    until: tuple[Test, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Predict(Line):
    """Predict (CR 436)."""

    amount: Amount


@dataclass(frozen=True, slots=True, kw_only=True)
class Channel(Line):
    """Channel runes (CR 430)."""

    amount: Amount
    exhausted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Add(Line):
    """Add energy and power to the rune pool (CR 429); `only_for` restricts what it may pay."""

    energy: Amount | None = None
    power: tuple[str, ...] = ()
    only_for: Literal["spells", "showdowns"] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Score(Line):
    """Gain points (CR 194); a negative amount loses them."""

    amount: Amount


@dataclass(frozen=True, slots=True, kw_only=True)
class GainXp(Line):
    """Gain XP (CR 730)."""

    amount: Amount


@dataclass(frozen=True, slots=True, kw_only=True)
class Win(Line):
    """A player wins the game."""

    who: Who


@dataclass(frozen=True, slots=True, kw_only=True)
class NameA(Line):
    """Name a tag or a card (CR 759-763)."""

    what: Literal["tag", "spell", "card", "unit"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AddBattlefield(Line):
    """Add a battlefield token (CR 439)."""

    token: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplaceBattlefield(ActOn):
    """Replace a battlefield by a token (CR 438)."""

    token: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapBack(ActOn):
    """Swap a replaced battlefield back (CR 438.7)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtraTurn(Line):
    """Take a turn after this one (CR 734-738)."""

    who: Who = "you"


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterAt(Line):
    """In `as-played`: the permanent enters there instead."""

    place: Place | Ref
