"""What a line of a `do` list says: one frozen node for each verb of the ability language.

Every instruction may carry `condition` (skip unless), `by` (who does it), `may` (asked when the line runs) and `into`
(the name given by `as`). A verb's own arguments follow. The order of a card's lines is the order of execution
(CR 359.3.d).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from carddb.abilities.heads import Ability, Keyword
    from carddb.abilities.phrases import Amount, Condition, Cost, Event, Place, Ref, Selection, Selector, Test, Who

Until = Literal[
    "end of turn",
    "end of combat",
    "your next beginning phase",
    "I leave the board",
    "this is detached",
    "it leaves the board",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """What every instruction may carry. `at` is the line's path in the card (`do/0`), for errors and for saves."""

    at: str
    condition: Condition | None = None
    by: Who | None = None
    may: bool = False
    into: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw(Line):
    """Draw so many cards, or the very cards selected."""

    amount: Amount | None = None
    what: Selection | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Give(Line):
    """Give might (`minimum` a floor fixed now), keywords, abilities or a control duration; `raise_to` raises Might."""

    to: Selection
    might: Amount | None = None
    minimum: Amount | None = None
    raise_to: Amount | None = None
    keywords: tuple[Keyword, ...] = ()
    abilities: tuple[Ability, ...] = ()
    until: Until | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal(Line):
    """Deal damage; `source` is another object that deals it instead of the item."""

    amount: Amount
    to: Selection
    source: Selection | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Split(Line):
    """Deal an amount split among targets, each at least 1 (CR 355.14)."""

    amount: Amount
    among: Selection
    source: Selection | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Fight(Line):
    """Two units deal damage equal to their Mights to each other, at once."""

    first: Selection
    second: Selection


@dataclass(frozen=True, slots=True, kw_only=True)
class Kill(Line):
    """Kill (CR 428)."""

    what: Selection


@dataclass(frozen=True, slots=True, kw_only=True)
class Banish(Line):
    """Banish (CR 427)."""

    what: Selection


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall(Line):
    """Recall to its controller's base (CR 454)."""

    what: Selection


@dataclass(frozen=True, slots=True, kw_only=True)
class Heal(Line):
    """Clear all damage (CR 418)."""

    what: Selection


@dataclass(frozen=True, slots=True, kw_only=True)
class Return(Line):
    """Return to its owner's hand, or to the champion zone."""

    what: Selection
    to: Literal["hand", "champion zone"] = "hand"


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(Line):
    """Move; without `to` any legal destination is chosen at finalization (CR 355.4)."""

    what: Selection
    to: Place | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapPlaces(Line):
    """Two units move to each other's location at once."""

    first: Selection
    second: Selection


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready(Line):
    """Ready (CR 415)."""

    what: Selection


@dataclass(frozen=True, slots=True, kw_only=True)
class Exhaust(Line):
    """Exhaust (CR 414)."""

    what: Selection


@dataclass(frozen=True, slots=True, kw_only=True)
class Stun(Line):
    """Stun (CR 423)."""

    what: Selection


@dataclass(frozen=True, slots=True, kw_only=True)
class Buff(Line):
    """Place a buff (CR 426)."""

    what: Selection


@dataclass(frozen=True, slots=True, kw_only=True)
class SpendBuffs(Line):
    """Spend buffs on resolution: so many, or any number, from units you control."""

    what: Selection


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
class Play(Line):
    """Play a card; it waits as a pending item until this item is done (CR 354.3, 356.1, 419.3).

    `ignoring` sets a base cost to zero, `everything` the total; `paying` replaces the base cost, `less` reduces it.
    `to` forces the place, `also_to` allows it besides the usual ones; `then_recycle` and `then_banish` are the delayed
    replacement of CR 390.3.a. `again` replays this spell itself.
    """

    what: Selection
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
class Recycle(Line):
    """Recycle (CR 416)."""

    what: Selection


@dataclass(frozen=True, slots=True, kw_only=True)
class Burn(Line):
    """Put cards from the top of a main deck into its trash (CR 440)."""

    amount: Amount


@dataclass(frozen=True, slots=True, kw_only=True)
class Put(Line):
    """Put cards into a zone."""

    what: Selection
    zone: Literal["trash", "hand", "top of deck", "bottom of deck", "top or bottom of deck", "champion zone"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LookAt(Line):
    """Look at cards (CR 431.1.c: never burns out)."""

    what: Selection


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal(Line):
    """Reveal cards (CR 424); `until` a card that passes the tests is revealed."""

    what: Selection
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
class Empower(Line):
    """Empower (CR 441)."""

    what: Selection
    until: Until | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Disempower(Line):
    """Disempower (CR 442)."""

    what: Selection


@dataclass(frozen=True, slots=True, kw_only=True)
class Attach(Line):
    """Attach to a unit (CR 434)."""

    what: Selection
    to: Selection


@dataclass(frozen=True, slots=True, kw_only=True)
class Detach(Line):
    """Detach (CR 435)."""

    what: Selection


@dataclass(frozen=True, slots=True, kw_only=True)
class Counter(Line):
    """Counter a chain item (CR 425)."""

    what: Selection
    to_hand: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NewChoices(Line):
    """Make new choices for a chain item (CR 750-755)."""

    what: Selection


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeControl(Line):
    """Gain control (CR 188, layer 1)."""

    what: Selection
    until: Until | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BecomeCopy(Line):
    """Become a copy: copyable traits only (CR 477.1.b)."""

    what: Selection
    of: Selection
    until: Until | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Double(Line):
    """Double Might, fixed when it runs (CR 432)."""

    what: Selection
    until: Until | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetMight(Line):
    """Might becomes a number (CR 477.1.a.1)."""

    what: Selection
    value: Amount
    until: Until | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapMight(Line):
    """Swap the Mights of two units (CR 433)."""

    first: Selection
    second: Selection
    until: Until | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Prevent(Line):
    """Prevent damage (CR 437): `amount` None is all of it.

    In a replacement it changes the event at hand. On its own it sets up a prevention: `to` whom (None: anything) and
    `source` `spells and abilities` or None.
    """

    amount: Amount | None = None
    to: Selection | None = None
    source: str | None = None
    until: Until | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose(Line):
    """A choice alone: the selector's mode says target or pick."""

    what: Selector


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseOne(Line):
    """A bulleted list of modes, chosen at finalization (CR 355.3)."""

    modes: tuple[tuple[Instruction, ...], ...]
    not_chosen: Literal["this turn", "this play"] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Either(Line):
    """`X or Y` within a sentence: chosen on resolution (CR 355.17); `labels` are our words for the ways."""

    ways: tuple[tuple[Instruction, ...], ...]
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MayDo(Line):
    """A block that a player may decline when it is reached."""

    do: tuple[Instruction, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class If(Line):
    """A branch, judged when it is reached (its openings at finalization if it hangs on a declared cost)."""

    test: Condition
    do: tuple[Instruction, ...]
    otherwise: tuple[Instruction, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Unless(Line):
    """Another player may do the first to stop the second."""

    offer: tuple[Instruction, ...]
    do: tuple[Instruction, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pay(Line):
    """Pay on resolution; may be declined (CR 444.2)."""

    cost: Cost


@dataclass(frozen=True, slots=True, kw_only=True)
class Each(Line):
    """For each player, opponent or other player in turn order; `they` is the one whose round it is."""

    who: Literal["player", "opponent", "other player"]
    do: tuple[Instruction, ...]
    starting: Literal["you", "next player", "turn player"] = "turn player"
    together: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ForEach(Line):
    """Rounds over objects; `it` is the one whose round it is."""

    what: Selection
    do: tuple[Instruction, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DoThis(Line):
    """A reflexive trigger: a new chain item with choices of its own (CR 386-388)."""

    do: tuple[Instruction, ...]
    test: Condition | None = None
    when: Event | None = None
    each_time: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUp(Line):
    """A delayed ability of any head (CR 389-392)."""

    ability: Ability
    until: Until | None = None
    uses: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Proceed(Line):
    """In a replacement: let the event happen after all, changed."""

    amount: Amount | None = None
    copies: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class NameA(Line):
    """Name a tag or a card (CR 759-763)."""

    what: Literal["tag", "spell", "card", "unit"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TriggerAgain(Line):
    """Activate the named effects of objects (CR 383.4.g)."""

    label: Literal["conquer", "hold", "play", "attack", "defend", "deathknell"]
    of: Selection


@dataclass(frozen=True, slots=True, kw_only=True)
class AddBattlefield(Line):
    """Add a battlefield token (CR 439)."""

    token: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplaceBattlefield(Line):
    """Replace a battlefield by a token (CR 438)."""

    what: Selection
    token: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapBack(Line):
    """Swap a replaced battlefield back (CR 438.7)."""

    what: Selection


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtraTurn(Line):
    """Take a turn after this one (CR 734-738)."""

    who: Who = "you"


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterAt(Line):
    """In `as-played`: the permanent enters there instead."""

    place: Place | Ref


Instruction = (
    Draw
    | Give
    | Deal
    | Split
    | Fight
    | Kill
    | Banish
    | Recall
    | Heal
    | Return
    | Move
    | SwapPlaces
    | Ready
    | Exhaust
    | Stun
    | Buff
    | SpendBuffs
    | PlayToken
    | Play
    | Discard
    | Recycle
    | Burn
    | Put
    | LookAt
    | Reveal
    | Predict
    | Channel
    | Add
    | Score
    | GainXp
    | Win
    | Empower
    | Disempower
    | Attach
    | Detach
    | Counter
    | NewChoices
    | TakeControl
    | BecomeCopy
    | Double
    | SetMight
    | SwapMight
    | Prevent
    | Choose
    | ChooseOne
    | Either
    | MayDo
    | If
    | Unless
    | Pay
    | Each
    | ForEach
    | DoThis
    | SetUp
    | Proceed
    | NameA
    | TriggerAgain
    | AddBattlefield
    | ReplaceBattlefield
    | SwapBack
    | ExtraTurn
    | EnterAt
)
