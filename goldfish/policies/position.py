"""The value of a position to a player: points, battlefields, the board, cards, runes, and energy left for later.

Everything is counted in sixths of Might. What an ability is worth comes from the verbs that it consists of, and from
how often it works while its card is on the board; what it has done already is in the position. The weights were chosen
by hand, as a player trades one thing for another; of these only that of facedown cards was tried against others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities.instructions import Effect
from riftcheck.engine.model import constants as w
from riftcheck.goldfish.policies.polarity import effect_of

if TYPE_CHECKING:
    from riftcheck.engine.model.abilities import Trigger
    from riftcheck.engine.model.definitions import CardDef
    from riftcheck.engine.model.objects import Obj
    from riftcheck.engine.model.scripts import Script
    from riftcheck.engine.model.state import State
    from riftcheck.goldfish.policies.polarity import PolarityTable
    from riftcheck.goldfish.policies.seat_view import SeatView

POINT: Final = 60
HELD: Final = 20
MIGHT: Final = 6
CARD: Final = 10
RUNE: Final = 6
# A card that lies facedown costs no energy when it is played from there.
FACEDOWN: Final = 2
# Energy that is left at the end of a turn can be spent on the opponent's; less than anything that it is put to.
UNSPENT: Final = 1
WON: Final = 100_000
# The parts of a value, in the order of `position_parts`.
PARTS: Final = ("points", "battlefields", "board", "cards", "runes", "energy kept")

# What the verb of an ability is worth each time it is done, by its effect; a text is worth no more than so much.
EFFECTS: Final = ((Effect.GAIN, 6), (Effect.HARM, 8), (Effect.HELP, 4), (Effect.BY_MIGHT, 4), (Effect.FIGHT, 2))
MOST: Final = 12
# What a passive, a replacement or a permission is worth beyond what it shows in Might.
PASSIVE: Final = 2
# What happens to a card as it comes: such a trigger has done its work once the card is on the board.
COMING: Final = frozenset({w.E_PLAY, w.E_FINALIZE, w.E_ENTER})


def position_parts(s: State, seat: SeatView, polarities: PolarityTable, unspent: int) -> list[int]:
    """Return what a position is worth to a player, by `PARTS`; `unspent` is the energy left at the end of the turn.

    A game that is over is worth so much more or less by `WON`, as points; the earlier it is won the more. What else is
    there still counts: others may not do as foreseen.
    """
    me = seat.player
    over = 0
    if s.winner >= 0:
        over = WON - POINT * s.turn if s.winner == s.team[me] else -WON
    held = 0
    for loc in seat.fields:
        control = s.locs[loc].control
        held += HELD if control in seat.friends else -HELD if control in seat.enemies else 0
    board = 0
    for o in s.board.values():
        if o.controller in seat.friends:
            board += object_worth(seat, polarities, o)
        elif o.controller in seat.enemies:
            board -= object_worth(seat, polarities, o)
    most = 0
    for enemy in seat.enemies:
        most = max(most, len(s.players[enemy].runes))
    return [
        over + POINT * (seat.points(me) - seat.enemy_points()),
        held,
        board,
        CARD * (seat.hand_size(me) - seat.enemy_hand_size()),
        RUNE * (len(s.players[me].runes) - most),
        UNSPENT * unspent,
    ]


def object_worth(seat: SeatView, polarities: PolarityTable, o: Obj) -> int:
    """Return the worth of an object on the board to its controller."""
    d = o.d
    if o.facedown:
        return CARD + FACEDOWN * d.energy if seat.comes_out(o.card, o.loc) else 0
    if not d.types & w.PERMANENT:
        return 0
    worth = 1 + lasting_worth(polarities, d)
    if d.types & w.UNIT:
        worth += MIGHT * max(0, seat.might(o)) + d.energy
    return worth


def lasting_worth(polarities: PolarityTable, d: CardDef) -> int:
    """Return what the abilities of a card are still worth once it is on the board, judged once for each card."""
    found = polarities.lasting.get(d.name)
    if found is None:
        found = polarities.lasting[d.name] = _judged(d)
    return found


def _judged(d: CardDef) -> int:
    main = d.main
    worth = PASSIVE * (len(main.statics) + len(main.replacements) + len(main.cans) + len(main.prices))
    for trigger in main.triggers:
        worth += script_worth(trigger.script) * _frequency(trigger) // 4
    for ability in main.activated:
        # What takes Power as well is used where there is Power to spare.
        worth += script_worth(ability.script) // (3 if ability.cost.power else 1)
    if d.effect.abilities is not None and not d.effect.abilities.empty:
        worth += PASSIVE
    return worth + (MIGHT * max(0, d.bonus) // 2)


def _frequency(trigger: Trigger) -> int:
    """Return how often a trigger of a card on the board works, in fourths of once a turn."""
    if trigger.own and COMING.issuperset(trigger.kinds):
        return 0
    if trigger.deathknell:
        return 2
    return 4 if w.E_PHASE in trigger.kinds or w.E_TURN_STARTS in trigger.kinds else 2


def script_worth(script: Script) -> int:
    """Return what doing a text once is worth, by the effects that its verbs declare."""
    worth = 0
    for act in script.acts:
        effect = effect_of(act)
        worth += max((value for flag, value in EFFECTS if flag in effect), default=0)
    return min(worth, MOST)
