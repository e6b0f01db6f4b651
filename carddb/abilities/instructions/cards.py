"""Instructions about cards, players and locations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from riftcheck.carddb.abilities.instructions.base import ActOn, Instruction
from riftcheck.carddb.abilities.instructions.declaration import Effect, verb
from riftcheck.carddb.abilities.node import keyword_node

if TYPE_CHECKING:
    from riftcheck.carddb.abilities.heads import Keyword
    from riftcheck.carddb.abilities.phrases import Amount, Cost, Place, Ref, Selection, Test, Who


@verb("draw", effect=Effect.GAIN, acts_on=("what",))
@keyword_node
class Draw(Instruction):
    """Draw so many cards, or the very cards selected."""

    amount: Amount | None = None
    what: Selection | None = None


@verb("play-token", effect=Effect.GAIN, makes=True, keys={"keywords": "with"})
@keyword_node
class PlayToken(Instruction):
    """Play tokens; each waits as a pending item until this item is done (CR 354.3)."""

    token: str
    count: Amount
    to: Place | None = None
    ready: bool = False
    exhausted: bool = False
    keywords: tuple[Keyword, ...] = ()
    might: Amount | None = None


@verb("play", effect=Effect.GAIN, makes=True)
@keyword_node
class Play(ActOn):
    """Play a card; it waits as a pending item until this item is done (CR 354.3, 356.1, 420.3).

    `ignoring` sets a base cost to zero, `everything` the total; `paying` replaces the base cost, `less` reduces it.
    `to` forces the place, `also_to` allows it besides that or the usual ones; `then_recycle` and `then_banish` are the
    delayed replacement of CR 391.3.a. `again` replays this spell itself, with so much `bonus_damage`.
    """

    ignoring: Literal["cost", "energy", "power", "everything"] | None = None
    paying: Cost | None = None
    less: Cost | None = None
    to: Place | None = None
    also_to: Place | None = None
    then: Literal["recycle", "banish"] | None = None
    again: bool = False
    bonus_damage: Amount | None = None


@verb("discard", effect=Effect.TAKE, acts_on=("what",), makes=True)
@keyword_node
class Discard(Instruction):
    """Discard from hand: so many of the player's choice, a selection, or the whole hand (CR 423)."""

    amount: Amount | None = None
    what: Selection | None = None


@verb("recycle", effect=Effect.TAKE, says="recycle {what}")
@keyword_node
class Recycle(ActOn):
    """Recycle (CR 417)."""


@verb("burn", effect=Effect.NONE, says="burn {amount:card} (from the top of the deck into the trash)")
@keyword_node
class Burn(Instruction):
    """Put cards from the top of a main deck into its trash (CR 441)."""

    amount: Amount


@verb("put", effect=Effect.TAKE, keys={"zone": "into"})
@keyword_node
class Put(ActOn):
    """Put cards into a zone."""

    zone: Literal["trash", "hand", "top of deck", "bottom of deck", "top or bottom of deck", "champion zone"]


@verb("look-at", effect=Effect.GAIN, makes=True, says="look at {what}")
@keyword_node
class LookAt(ActOn):
    """Look at cards (CR 432.1.c: never burns out)."""


@verb("reveal", effect=Effect.GAIN, makes=True)
@keyword_node
class Reveal(ActOn):
    """Reveal cards (CR 425); `until` a card that passes the tests is revealed."""

    until: tuple[Test, ...] = ()


@verb("predict", effect=Effect.NONE, named=False)
@keyword_node
class Predict(Instruction):
    """Predict (CR 437)."""

    amount: Amount


@verb("channel", effect=Effect.GAIN)
@keyword_node
class Channel(Instruction):
    """Channel runes (CR 431)."""

    amount: Amount
    exhausted: bool = False


@verb("add", effect=Effect.NONE, named=False)
@keyword_node
class Add(Instruction):
    """Add energy and power to the rune pool (CR 430), the power `times` often; `only_for` restricts their use."""

    energy: Amount | None = None
    power: tuple[str, ...] = ()
    times: Amount | None = None
    only_for: Literal["spells", "showdowns", "gear", "units", "playing units or gear"] | None = None


@verb("score", effect=Effect.GAIN)
@keyword_node
class Score(Instruction):
    """Gain points (CR 194); a negative amount loses them."""

    amount: Amount


@verb("xp", effect=Effect.GAIN, says="gain {amount:XP}", named=False)
@keyword_node
class GainXp(Instruction):
    """Gain XP (CR 730)."""

    amount: Amount


@verb("win", effect=Effect.GAIN, named=False)
@keyword_node
class Win(Instruction):
    """A player wins the game."""

    who: Who


@verb("name-a", effect=Effect.NONE, needs=("as",))
@keyword_node
class NameA(Instruction):
    """Name a tag or a card (CR 759-763); `of`: one of these tags."""

    what: Literal["tag", "spell", "card", "unit"]
    of: tuple[str, ...] = ()


@verb("add-battlefield", effect=Effect.NONE, makes=True, says='add the battlefield "{token}" to the board')
@keyword_node
class AddBattlefield(Instruction):
    """Add a battlefield token (CR 440)."""

    token: str


@verb(
    "replace-battlefield",
    effect=Effect.NONE,
    keys={"token": "with"},
    says='replace {what} by the battlefield "{token}"',
    named=False,
)
@keyword_node
class ReplaceBattlefield(ActOn):
    """Replace a battlefield by a token (CR 439)."""

    token: str


@verb("swap-back", effect=Effect.NONE, says="swap {what} back for the battlefield that it replaced", named=False)
@keyword_node
class SwapBack(ActOn):
    """Swap a replaced battlefield back (CR 439.7)."""


@verb("extra-turn", effect=Effect.GAIN, named=False)
@keyword_node
class ExtraTurn(Instruction):
    """Take a turn after this one (CR 734-738)."""

    who: Who = "you"


@verb("enter", effect=Effect.NONE, named=False)
@keyword_node
class Enter(Instruction):
    """In `as-played`: the permanent enters ready, or exhausted."""

    state: Literal["ready", "exhausted"]


@verb("enter-at", effect=Effect.NONE, named=False)
@keyword_node
class EnterAt(Instruction):
    """In `as-played`: the permanent enters there instead."""

    place: Place | Ref
