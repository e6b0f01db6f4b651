"""Phrases for amounts, conditions and events, each with the node that it is."""

from __future__ import annotations

from riftcheck.carddb.abilities.phrases import (
    AllOf,
    AmongNames,
    AnyOf,
    BuffsOn,
    Chooses,
    Compare,
    Controlled,
    Count,
    DamageOn,
    Did,
    DiedAlone,
    DistinctTags,
    EmpoweredTimes,
    Event,
    EventAmount,
    ExcessDamage,
    Exists,
    Experience,
    Happened,
    HasTag,
    Highest,
    IsKind,
    IsSo,
    KeywordValue,
    Measure,
    Moment,
    NamedCard,
    Not,
    Number,
    OfDomain,
    Paid,
    PaidAmount,
    Place,
    Plus,
    Points,
    Ref,
    Scaled,
    State,
    Times,
    Total,
    TraitOf,
    VictoryScore,
    WithKeyword,
)
from tests.carddb.abilities.phrase_nodes import (
    ALONE,
    ENEMY,
    FIELD,
    FRIENDLY,
    HERE,
    IT,
    ME,
    MINE,
    ONE,
    THIS,
    TRASH,
    UNIT,
    YOURS,
    bare,
    every,
    zone,
)

AMOUNTS = {
    3: Number(3),
    "3": Number(3),
    "-2": Number(-2),
    "+1": ONE,
    "2 * 3": Number(6),
    "me.might": TraitOf(ME, "might"),
    "my might": TraitOf(ME, "might"),
    "mark's might": TraitOf(Ref("mark"), "might"),
    "thrown.energy": TraitOf(Ref("thrown"), "energy"),
    "+killed.might": TraitOf(Ref("killed"), "might"),
    "-killed.might": Scaled(TraitOf(Ref("killed"), "might"), -1),
    "killed.might + 1": Plus(TraitOf(Ref("killed"), "might"), ONE),
    "victory score - 3": Plus(VictoryScore(), Number(-3)),
    "x": PaidAmount("x"),
    "spent * 2": Scaled(PaidAmount("spent"), 2),
    "count of fed": Count(Ref("fed")),
    "cards in your trash": Count(every("card", place=TRASH)),
    "+1 per card in your trash": Count(every("card", place=TRASH)),
    "card in your trash": Count(every("card", place=TRASH)),
    "+1 per other unit you control here named Spiderling": Count(
        every("unit", other=True, tests=(YOURS, NamedCard("Spiderling")), place=HERE)
    ),
    "-1 per unit here": Scaled(Count(every("unit", place=HERE)), -1),
    "+1 per Mech you control": Count(every("something", tests=(HasTag("Mech"), YOURS))),
    "+2 per time I am empowered": Scaled(EmpoweredTimes(ME), 2),
    "+2 per buff on me": Scaled(BuffsOn(ME), 2),
    "highest might of units you control": Highest("might", every("unit", tests=(YOURS,))),
    "the highest might among units you control": Highest("might", every("unit", tests=(YOURS,))),
    "total might of friendly units": Total("might", every("unit", tests=(FRIENDLY,))),
    "different tags of units you control": DistinctTags(every("unit", tests=(YOURS,))),
    "tags Bird and Cat among units you control": DistinctTags(every("unit", tests=(YOURS,)), ("Bird", "Cat")),
    "your points": Points("you"),
    "an opponent's score": Points("opponent"),
    "your xp": Experience("you"),
    "damage on it": DamageOn(IT),
    "my assault": KeywordValue(ME, "assault"),
    "excess damage": ExcessDamage(),
    "that much": EventAmount(),
    "times this card dealt damage this turn": Times(Event("deal damage", thing=THIS)),
    "times you play a spell this game": Times(Event("play", who="you", thing=bare("spell")), "game"),
}
CONDITIONS = {
    "killed": Did(Ref("killed")),
    "not killed": Not(Did(Ref("killed"))),
    "I died alone": DiedAlone(ME),
    "it did not die alone": Not(DiedAlone(IT)),
    "levy is paid": Paid("levy"),
    "levy is not paid": Not(Paid("levy")),
    "it is your turn": Moment("your turn"),
    "it is an opponent's turn": Moment("an opponent's turn"),
    "during a showdown": Moment("a showdown"),
    "it is your first to third turn": Moment("first to third turn"),
    "it is their first to third turn": Moment("first to third turn", who="they"),
    "it is before your third turn": Moment("before third turn"),
    "it is before their third turn": Moment("before third turn", who="they"),
    "it is their first or second turn": Moment("first or second turn", who="they"),
    "it is stunned": IsSo(IT, (State("stunned"),)),
    "it is played from face down": IsSo(IT, (State("played from face down"),)),
    "it is not stunned": Not(IsSo(IT, (State("stunned"),))),
    "I am at a battlefield": IsSo(ME, place=FIELD),
    "you control this battlefield": IsSo(THIS, (IsKind("battlefield"), YOURS)),
    "you do not control this battlefield": Not(IsSo(THIS, (IsKind("battlefield"), YOURS))),
    "it chooses me": Chooses(IT, ME),
    "it is attached to me": IsSo(IT, place=Place("attached to", ref=ME)),
    "it is in kept": IsSo(IT, (AmongNames(Ref("kept")),)),
    "it is an Equipment": IsSo(IT, (IsKind("Equipment"),)),
    "it is a Mighty unit": IsSo(IT, (State("mighty"), IsKind("unit"))),
    "it is a Poro": IsSo(IT, (HasTag("Poro"),)),
    "omen is fury": IsSo(Ref("omen"), (OfDomain("Fury"),)),
    "you are the attacker": IsSo(Ref("you"), (State("attacking"),)),
    "it has hidden": IsSo(IT, (WithKeyword("hidden"),)),
    "it has less might than me": Compare(TraitOf(IT, "might"), "<", TraitOf(ME, "might")),
    "its might < me.might": Compare(TraitOf(IT, "might"), "<", TraitOf(ME, "might")),
    "I am attacking or defending alone": AnyOf(
        (IsSo(ME, (State("attacking"), ALONE)), IsSo(ME, (State("defending"), ALONE)))
    ),
    "I am empowered 3 times": Compare(EmpoweredTimes(ME), ">=", Number(3)),
    "you control 7 or more runes": Exists(bare("rune", tests=(YOURS,)), 7),
    "you have 4 or more units there": Exists(bare("unit", tests=(YOURS,), place=Place("there")), 4),
    "you have one or fewer cards in your hand": Exists(bare("card", place=zone("you", "hand")), 0, 1),
    "an opponent has exactly 2 cards in their hand": Exists(bare("card", place=zone("opponent", "hand")), 2, 2),
    "you control no units": Exists(bare("unit", tests=(YOURS,)), 0, 0),
    "you do not control a Poro": Not(Exists(bare("something", tests=(HasTag("Poro"), YOURS)))),
    "an opponent controls a battlefield": Exists(bare("battlefield", tests=(Controlled("opponent"),))),
    "there is a ready enemy unit here": Exists(bare("unit", tests=(ENEMY, State("ready")), place=HERE)),
    "a unit is alone": Exists(bare("unit", tests=(ALONE,))),
    "an enemy unit is alone here": Exists(bare("unit", tests=(ENEMY, ALONE), place=HERE)),
    "a unit you control is at a battlefield": Exists(bare("unit", tests=(YOURS,), place=FIELD)),
    "your champion zone is empty": Exists(bare("card", place=zone("you", "champion zone")), 0, 0),
    "Baron Pit is not on the board": Not(
        Exists(bare("something", tests=(NamedCard("Baron Pit"),), place=Place("board")))
    ),
    "it is the only unit you control there": AllOf(
        (
            IsSo(IT, (IsKind("unit"), YOURS), Place("there")),
            Exists(bare("unit", tests=(YOURS,), place=Place("there")), 1, 1),
        )
    ),
    "an opponent's score is within 3 of the victory score": Compare(
        Points("opponent"), ">=", Plus(VictoryScore(), Number(-3))
    ),
    "your points >= 5": Compare(Points("you"), ">=", Number(5)),
    "count of this.acts is 4": Compare(Count(Ref("this.acts")), "=", Number(4)),
    "you assigned 5 or more excess damage": Compare(ExcessDamage(), ">=", Number(5)),
    "times you choose enemy units or gear with spells or unit abilities this turn is 2 or more": Compare(
        Times(Event("choose", who="you", thing=every("unit", "gear", tests=(ENEMY,)), by="spell or unit ability")),
        ">=",
        Number(2),
    ),
    "you have discarded this turn": Happened(Event("discard", who="you")),
    "you have discarded a card this turn": Happened(Event("discard", who="you")),
    "you have played another card this turn": Happened(Event("play", who="you", thing=bare("card", other=True))),
    "an enemy unit died this turn": Happened(Event("die", thing=bare("unit", tests=(ENEMY,)))),
    "I have moved 2 or more times this turn": Happened(Event("move", thing=ME), times=2),
    "I have not conquered this turn": Not(Happened(Event("conquer", thing=ME))),
    "you have moved this turn": Happened(Event("move", who="you")),
    "you spent 4 or more energy on it": Happened(Event("spend", who="you", thing=IT, word="4 energy")),
    "it chooses a friendly unit": Chooses(IT, bare("unit", tests=(FRIENDLY,))),
}
EVENTS = {
    "I attack": Event("attack", thing=ME),
    "I conquer": Event("conquer", thing=ME),
    "you conquer here": Event("conquer", who="you", place=HERE),
    "you play me": Event("play", who="you", thing=ME),
    "you play me to an open battlefield": Event("play", who="you", thing=ME, place=Place("open battlefield")),
    "you play me to an occupied enemy battlefield": Event(
        "play", who="you", thing=ME, place=Place("enemy battlefield", tests=(State("occupied"),))
    ),
    "you play a card from face down": Event("play", who="you", thing=bare("card"), from_facedown=True),
    "you play your second card": Event("play", who="you", thing=bare("card"), nth=2),
    "the second time each turn you play a card": Event("play", who="you", thing=bare("card"), nth=2),
    "you play cards from your trash": Event("play", who="you", thing=every("card"), origin=TRASH),
    "you play a unit here": Event("play", who="you", thing=UNIT, place=HERE),
    "you play me except to a battlefield you conquered this turn": Event(
        "play", who="you", thing=ME, except_to=Place("conquered battlefield")
    ),
    "opponents play units except to their base": Event("play", who="opponent", thing=every("unit"), place=FIELD),
    "the first time each turn another friendly unit dies": Event(
        "die", thing=bare("unit", other=True, tests=(FRIENDLY,)), nth=1
    ),
    "another non-Recruit unit you control dies": Event(
        "die", thing=bare("unit", other=True, tests=(HasTag("Recruit", negated=True), YOURS))
    ),
    "you kill a unit with a spell": Event("kill", who="you", thing=UNIT, by="spell"),
    "this kills it": Event("kill", thing=IT, by="this"),
    "this is killed": Event("kill", thing=THIS),
    "this leaves the board": Event("leave", thing=THIS),
    "a friendly unit moves from my location": Event("move", thing=MINE, origin=HERE),
    "an opponent moves to a battlefield other than mine": Event(
        "move", who="opponent", place=Place("another battlefield")
    ),
    "opponents move units to my battlefield at the same time": Event(
        "move", who="opponent", thing=every("unit"), place=Place("battlefield of", ref=ME), one_or_more=True
    ),
    "opponents move units at the same time": Event("move", who="opponent", thing=every("unit"), one_or_more=True),
    "units move from here to base": Event("move", thing=every("unit"), place=Place("base"), origin=HERE),
    "an enemy unit attacks a battlefield you control": Event(
        "attack", thing=bare("unit", tests=(ENEMY,)), place=Place("controlled battlefield", whose="you")
    ),
    "a friendly unit attacks alone": Event("attack", thing=MINE, alone=True),
    "you recycle one or more cards to your deck": Event(
        "recycle", who="you", thing=bare("card", high=None), place=zone("you", "deck"), one_or_more=True
    ),
    "you stun one or more enemy units": Event(
        "stun", who="you", thing=bare("unit", high=None, tests=(ENEMY,)), one_or_more=True
    ),
    "you discard one or more cards": Event("discard", who="you", one_or_more=True),
    "you discard me": Event("discard", who="you", thing=ME),
    "you discard this": Event("discard", who="you", thing=THIS),
    "an opponent chooses a friendly unit here with a spell": Event(
        "choose", who="opponent", thing=bare("unit", tests=(FRIENDLY,), place=HERE), by="spell"
    ),
    "enemy spells and abilities choose me": Event("choose", thing=ME, by="enemy spell or ability"),
    "spells and abilities ready enemy units and gear": Event(
        "ready", thing=every("unit", "gear", tests=(ENEMY,)), by="spell or ability"
    ),
    "spells and abilities deal damage": Event("deal damage", by="spell or ability"),
    "enemy spells and abilities deal damage to me": Event("dealt damage", thing=ME, by="enemy spell or ability"),
    "I am dealt damage by a spell": Event("dealt damage", thing=ME, by="spell"),
    "I take damage": Event("dealt damage", thing=ME),
    "I am given less might by a spell or ability choosing me": Event(
        "given less might", thing=ME, by="spell or ability choosing it"
    ),
    "any unit is stunned by an enemy spell choosing it": Event("stun", thing=UNIT, by="enemy spell choosing it"),
    "any unit is dealt damage": Event("dealt damage", thing=UNIT),
    "enemy units here with less might than me deal combat damage": Event(
        "deal damage",
        thing=every("unit", tests=(ENEMY, Measure("might", "<", TraitOf(ME, "might"))), place=HERE),
        word="combat",
    ),
    "a player's first beginning phase starts": Event("phase starts", who="player", word="first beginning"),
    "your beginning phase starts": Event("phase starts", who="you", word="beginning"),
    "your draw phase": Event("phase starts", who="you", word="draw"),
    "your draw phase starts": Event("phase starts", who="you", word="draw"),
    "their scoring step": Event("phase starts", who="they", word="scoring step"),
    "your expiration step": Event("phase starts", who="you", word="expiration step"),
    "your turn": Event("turn starts", who="you"),
    "an opponent's turn starts": Event("turn starts", who="opponent"),
    "your turn ends": Event("turn ends", who="you"),
    "I become empowered": Event("becomes", thing=ME, word="empowered"),
    "my might becomes 10 or more": Event("might becomes", thing=ME, word="10"),
    "a showdown starts here": Event("showdown starts", place=HERE),
    "a combat I was in ends": Event("combat ends", thing=ME),
    "I win a combat": Event("win combat", thing=ME),
    "attackers are recalled after a tie": Event(
        "recalled after a tie", thing=every("unit", tests=(State("attacking"),))
    ),
    "opponents gain points": Event("gain points", who="opponent"),
    "a player gains a point from conquering or holding": Event("gain points", who="player", by="conquering or holding"),
    "you gain a point from conquering": Event("gain points", who="you", by="conquering"),
    "opponents gain points from holding": Event("gain points", who="opponent", by="holding"),
    "you lose points": Event("lose points", who="you"),
    "you gain xp": Event("gain xp", who="you"),
    "you spend a buff": Event("spend buff", who="you"),
    "players score here": Event("score", who="player", place=HERE),
    "opponents reveal facedown cards here": Event(
        "reveal", who="opponent", thing=every("card", tests=(State("facedown"),), place=HERE)
    ),
    "you attach an Equipment to me": Event(
        "attach", who="you", thing=bare("Equipment"), place=Place("attached to", ref=ME)
    ),
    "a card is put into your trash from anywhere but your deck": Event(
        "put into trash",
        thing=bare("card"),
        place=TRASH,
        origin=Place("anywhere but", whose="you", zone="deck"),
    ),
}
SEVERAL = {
    "I attack or defend": (Event("attack", thing=ME), Event("defend", thing=ME)),
    "you conquer or hold here": (
        Event("conquer", who="you", place=HERE),
        Event("hold", who="you", place=HERE),
    ),
    "a friendly unit attacks or defends alone": (
        Event("attack", thing=MINE, alone=True),
        Event("defend", thing=MINE, alone=True),
    ),
    "you play me or I conquer": (Event("play", who="you", thing=ME), Event("conquer", thing=ME)),
}
