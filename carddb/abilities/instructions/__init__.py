"""What a line of a `do` list says: one frozen node for each verb of the ability language.

Every instruction may carry `condition` (skip unless), `by` (who does it), `may` (asked when the line runs) and `into`
(the name given by `as`). A verb's own arguments follow. The order of a card's lines is the order of execution
(CR 359.3.d).
"""

from __future__ import annotations

from riftcheck.carddb.abilities.instructions.acts import (
    Attach,
    Banish,
    BecomeCopy,
    Buff,
    Counter,
    Deal,
    Detach,
    Disempower,
    Double,
    Empower,
    Exhaust,
    Fight,
    Give,
    Heal,
    Kill,
    Move,
    Prevent,
    Ready,
    Recall,
    Return,
    SetMight,
    SpendBuffs,
    Split,
    Stun,
    SwapMight,
    SwapPlaces,
    TakeControl,
)
from riftcheck.carddb.abilities.instructions.blocks import (
    Choose,
    ChooseOne,
    DoThis,
    Each,
    Either,
    ForEach,
    If,
    MayDo,
    NewChoices,
    Pay,
    Proceed,
    SetUp,
    TriggerAgain,
    Unless,
)
from riftcheck.carddb.abilities.instructions.cards import (
    Add,
    AddBattlefield,
    Burn,
    Channel,
    Discard,
    Draw,
    EnterAt,
    ExtraTurn,
    GainXp,
    LookAt,
    NameA,
    Play,
    PlayToken,
    Predict,
    Put,
    Recycle,
    ReplaceBattlefield,
    Reveal,
    Score,
    SwapBack,
    Win,
)
from riftcheck.carddb.abilities.instructions.lines import ActOn, Line, Until

__all__ = [
    "ActOn",
    "Add",
    "AddBattlefield",
    "Attach",
    "Banish",
    "BecomeCopy",
    "Buff",
    "Burn",
    "Channel",
    "Choose",
    "ChooseOne",
    "Counter",
    "Deal",
    "Detach",
    "Discard",
    "Disempower",
    "DoThis",
    "Double",
    "Draw",
    "Each",
    "Either",
    "Empower",
    "EnterAt",
    "Exhaust",
    "ExtraTurn",
    "Fight",
    "ForEach",
    "GainXp",
    "Give",
    "Heal",
    "If",
    "Instruction",
    "Kill",
    "Line",
    "LookAt",
    "MayDo",
    "Move",
    "NameA",
    "NewChoices",
    "Pay",
    "Play",
    "PlayToken",
    "Predict",
    "Prevent",
    "Proceed",
    "Put",
    "Ready",
    "Recall",
    "Recycle",
    "ReplaceBattlefield",
    "Return",
    "Reveal",
    "Score",
    "SetMight",
    "SetUp",
    "SpendBuffs",
    "Split",
    "Stun",
    "SwapBack",
    "SwapMight",
    "SwapPlaces",
    "TakeControl",
    "TriggerAgain",
    "Unless",
    "Until",
    "Win",
]

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
