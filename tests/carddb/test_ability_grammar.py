"""The phrase grammar: what each phrase means as a node, what is refused and where, and that nothing else escapes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carddb.abilities import grammar
from carddb.abilities.grammar import amounts, being, conditions, fixed, objects, places, scanner, trailing, words
from carddb.abilities.phrases import (
    AbilityLabel,
    AllOf,
    AmongNames,
    AnyOf,
    Both,
    BuffsOn,
    Chooses,
    Choosing,
    Compare,
    Controlled,
    Count,
    DamageOn,
    Did,
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
    NotChosen,
    Number,
    OfDomain,
    Owned,
    Paid,
    PaidAmount,
    Place,
    PlayedBy,
    Plus,
    Points,
    Ref,
    RestOf,
    Scaled,
    Selector,
    State,
    Times,
    Top,
    Total,
    TraitOf,
    VictoryScore,
    Whole,
    WithKeyword,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from carddb.abilities.phrases import Who, Zone

ONE = Number(1)
ME, IT, THIS = Ref("me"), Ref("it"), Ref("this")
FRIENDLY, ENEMY, ALONE = State("friendly"), State("enemy"), State("alone")
HERE, FIELD = Place("here"), Place("battlefield")
YOURS = Controlled("you")


def bare(*nouns: str, low: int = 1, high: int | None = 1, **more: Any) -> Selector:
    return Selector("bare", nouns, Number(low), None if high is None else Number(high), **more)


def every(*nouns: str, **more: Any) -> Selector:
    return Selector("all", nouns, Number(0), None, **more)


def chosen(*nouns: str, **more: Any) -> Selector:
    return replace(bare(*nouns, **more), mode="choose")


def zone(whose: Who, name: Zone) -> Place:
    return Place("zone", whose=whose, zone=name)


TRASH = zone("you", "trash")

SELECTIONS = {
    "me": ME,
    "this card": THIS,
    "kept": Ref("kept"),
    "this.acts": Ref("this.acts"),
    "kept and found": Both((Ref("kept"), Ref("found"))),
    "rest of seen": RestOf(Ref("seen")),
    "the rest of seen": RestOf(Ref("seen")),
    "top 5 of your deck": Top(Number(5), "you"),
    "the top 3 cards of their deck": Top(Number(3), "they"),
    "the top card of your deck": Top(ONE, "you"),
    "top 1 of your rune deck": Top(ONE, "you", "rune deck"),
    "top 1 of that deck": Top(ONE, "its owner"),
    "your hand": Whole("you", "hand"),
    "their trash": Whole("they", "trash"),
    "your hand and your trash": Both((Whole("you", "hand"), Whole("you", "trash"))),
    "choose a unit": chosen("unit"),
    "Choose A Unit": chosen("unit"),
    "a unit": bare("unit"),
    "another friendly unit": bare("unit", other=True, tests=(FRIENDLY,)),
    "pick 2 runes they control": replace(bare("rune", low=2, high=2, tests=(Controlled("they"),)), mode="pick"),
    "up to 4 friendly runes": bare("rune", low=0, high=4, tests=(FRIENDLY,)),
    "choose up to two other friendly units": chosen("unit", low=0, high=2, other=True, tests=(FRIENDLY,)),
    "choose up to 1 enemy unit at each location": chosen(
        "unit", low=0, high=1, tests=(ENEMY,), place=Place("each location")
    ),
    "choose any number of enemy units here": chosen("unit", low=0, high=None, tests=(ENEMY,), place=HERE),
    "one or more enemy units": bare("unit", high=None, tests=(ENEMY,)),
    "all gear": every("gear"),
    "each friendly unit": every("unit", tests=(FRIENDLY,)),
    "all other enemy units here": every("unit", other=True, tests=(ENEMY,), place=HERE),
    "all units at battlefields": every("unit", place=FIELD),
    "friendly buffed units": every("unit", tests=(FRIENDLY, State("buffed"))),
    "buffed friendly units": every("unit", tests=(FRIENDLY, State("buffed"))),
    "friendly units defending alone": every("unit", tests=(FRIENDLY, State("defending"), ALONE)),
    "enemy units in combat": every("unit", tests=(ENEMY,), place=Place("combat")),
    "friendly units in your base": every("unit", tests=(FRIENDLY,), place=Place("base", whose="you")),
    "choose a unit in a base": chosen("unit", place=Place("base")),
    "all units at my battlefield": every("unit", place=Place("battlefield of", ref=ME)),
    "choose an enemy unit at moved.location": chosen(
        "unit", tests=(ENEMY,), place=Place("location of", ref=Ref("moved"))
    ),
    "choose an enemy unit at the same battlefield": chosen("unit", tests=(ENEMY,), place=Place("same location")),
    "choose a unit at Baron Pit": chosen("unit", place=Place("named", name="Baron Pit")),
    "choose a unit at the battlefield I moved to or from": chosen("unit", place=Place("to or from", ref=ME)),
    "a card in seen": bare("card", place=Place("in", ref=Ref("seen"))),
    "a non-unit card in their hand": bare("card", tests=(IsKind("unit", negated=True),), place=zone("they", "hand")),
    "choose up to 4 cards in trashes": chosen("card", low=0, high=4, place=zone("any", "trash")),
    "choose up to 4 cards in any trash": chosen("card", low=0, high=4, place=zone("any", "trash")),
    "choose a unit from your trash": chosen("unit", place=TRASH),
    "choose your chosen champion in your trash": chosen("chosen champion", tests=(State("your"),), place=TRASH),
    "choose a Teemo unit you own": chosen("unit", tests=(HasTag("Teemo"), Owned("you"))),
    "choose a Teemo unit you own in your champion zone or on the board": chosen(
        "unit",
        tests=(HasTag("Teemo"), Owned("you")),
        place=zone("you", "champion zone"),
        or_else=chosen("unit", tests=(HasTag("Teemo"), Owned("you")), place=Place("board")),
    ),
    "your Dragons": every("something", tests=(State("your"), HasTag("Dragon"))),
    "your Noxus units": every("unit", tests=(State("your"), HasTag("Noxus"))),
    "a Poro": bare("something", tests=(HasTag("Poro"),)),
    "Poros": every("something", tests=(HasTag("Poro"),)),
    "a Sand Soldier": bare("something", tests=(HasTag("Sand Soldier"),)),
    "Sand Soldiers": every("something", tests=(HasTag("Sand Soldier"),)),
    "a Dr. Mundo unit": bare("unit", tests=(HasTag("Dr. Mundo"),)),
    "a The Void unit": bare("unit", tests=(HasTag("The Void"),)),
    "enemy Shadow Isles units": every("unit", tests=(ENEMY, HasTag("Shadow Isles"))),
    "non-Recruit units": every("unit", tests=(HasTag("Recruit", negated=True),)),
    "a non-token unit": bare("unit", tests=(State("token", negated=True),)),
    "a unit token": bare("unit", tests=(State("token"),)),
    "a Recruit token": bare("something", tests=(HasTag("Recruit"), State("token"))),
    "fury units": every("unit", tests=(OfDomain("Fury"),)),
    "non-fury units": every("unit", tests=(OfDomain("Fury", negated=True),)),
    "choose something else exhausted": chosen("something", other=True, tests=(State("exhausted"),)),
    "another unit named Sand Soldier here": bare("unit", other=True, tests=(NamedCard("Sand Soldier"),), place=HERE),
    "units named Blade of the Ruined King": every("unit", tests=(NamedCard("Blade of the Ruined King"),)),
    "a unit named Zed, Without a Sound here": bare("unit", tests=(NamedCard("Zed, Without a Sound"),), place=HERE),
    "choose a unit with might 3 or less": chosen("unit", tests=(Measure("might", "<=", Number(3)),)),
    "choose a spell with energy 4 or less and power 1 or less": chosen(
        "spell", tests=(Measure("energy", "<=", Number(4)), Measure("power", "<=", ONE))
    ),
    "a spell in your trash with energy less than your points": bare(
        "spell", tests=(Measure("energy", "<", Points("you")),), place=TRASH
    ),
    "a unit in seen with might at most killed.might + 1": bare(
        "unit",
        tests=(Measure("might", "<=", Plus(TraitOf(Ref("killed"), "might"), ONE)),),
        place=Place("in", ref=Ref("seen")),
    ),
    "an enemy unit here with less might than me": bare(
        "unit", tests=(ENEMY, Measure("might", "<", TraitOf(ME, "might"))), place=HERE
    ),
    "choose any number of units at one battlefield with total might 4 or less": chosen(
        "unit", low=0, high=None, place=Place("one battlefield"), total=Measure("might", "<=", Number(4))
    ),
    "choose 2 units with the same controller": chosen("unit", low=2, high=2, same_controller=True),
    "cards with hidden": every("card", tests=(WithKeyword("hidden"),)),
    "units without tank": every("unit", tests=(WithKeyword("tank", negated=True),)),
    "choose a unit with tag this.tag": chosen("unit", tests=(HasTag(Ref("this.tag")),)),
    "pick a unit you do not control not chosen for this play": replace(
        bare("unit", tests=(Controlled("you", negated=True), NotChosen("this play"))), mode="pick"
    ),
    "units other than mark": every("unit", tests=(AmongNames(Ref("mark"), negated=True),)),
    "choose a spell choosing only a friendly unit": chosen(
        "spell", tests=(Choosing(bare("unit", tests=(FRIENDLY,)), only=True),)
    ),
    "spells you play": every("spell", tests=(PlayedBy("you"),)),
    "your spells and abilities": every("spell", "ability", tests=(State("your"),)),
    "friendly legends and units and gear": every("legend", "unit", "gear", tests=(FRIENDLY,)),
    "a unit or gear here": bare("unit", "gear", place=HERE),
    "Equipment attached to me": every("Equipment", place=Place("attached to", ref=ME)),
    "choose a friendly gear or unit or facedown card": chosen(
        "gear", "unit", tests=(FRIENDLY,), or_else=chosen("card", tests=(FRIENDLY, State("facedown")))
    ),
    "choose a unit at a battlefield or a gear": chosen("unit", place=FIELD, or_else=chosen("gear")),
    "choose a friendly unit and choose an enemy unit": Both(
        (chosen("unit", tests=(FRIENDLY,)), chosen("unit", tests=(ENEMY,)))
    ),
    "units and gear and runes they control and cards in their hand not in kept": Both(
        (
            every("unit", "gear", "rune", tests=(Controlled("they"), AmongNames(Ref("kept"), negated=True))),
            every("card", tests=(AmongNames(Ref("kept"), negated=True),), place=zone("they", "hand")),
        )
    ),
    "your deathknell abilities": every("ability", tests=(State("your"), AbilityLabel("deathknell"))),
    "conquer abilities of units here": every("ability", tests=(AbilityLabel("conquer", every("unit", place=HERE)),)),
    "your conquer abilities for here": every("ability", tests=(State("your"), AbilityLabel("conquer")), place=HERE),
}
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
    "levy is paid": Paid("levy"),
    "levy is not paid": Not(Paid("levy")),
    "it is your turn": Moment("your turn"),
    "it is an opponent's turn": Moment("an opponent's turn"),
    "during a showdown": Moment("a showdown"),
    "it is before their third turn": Moment("before third turn"),
    "it is stunned": IsSo(IT, (State("stunned"),)),
    "it is not stunned": Not(IsSo(IT, (State("stunned"),))),
    "I am at a battlefield": IsSo(ME, place=FIELD),
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
UNIT, MINE = bare("unit"), bare("unit", tests=(FRIENDLY,))
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
    "any unit is dealt damage": Event("dealt damage", thing=UNIT),
    "enemy units here with less might than me deal combat damage": Event(
        "deal damage",
        thing=every("unit", tests=(ENEMY, Measure("might", "<", TraitOf(ME, "might"))), place=HERE),
        word="combat",
    ),
    "a player's first beginning phase starts": Event("phase starts", who="player", word="first beginning"),
    "your beginning phase starts": Event("phase starts", who="you", word="beginning"),
    "your draw phase": Event("phase starts", who="you", word="draw"),
    "your turn ends": Event("turn ends", who="you"),
    "I become empowered": Event("becomes", thing=ME, word="empowered"),
    "my might becomes 10 or more": Event("might becomes", thing=ME, word="10"),
    "a showdown starts here": Event("showdown starts", place=HERE),
    "a combat I am in ends": Event("combat ends", thing=ME),
    "I win a combat": Event("win combat", thing=ME),
    "attackers are recalled after a tie": Event(
        "recalled after a tie", thing=every("unit", tests=(State("attacking"),))
    ),
    "opponents gain points": Event("gain points", who="opponent"),
    "a player gains a point from conquering or holding": Event("gain points", who="player", by="conquering or holding"),
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
PLACES = {
    "here": HERE,
    "at a battlefield": FIELD,
    "battlefields": FIELD,
    "to your base": Place("base", whose="you"),
    "my base": Place("base", whose="you"),
    "its base": Place("base", whose="its controller"),
    "base": Place("base"),
    "another battlefield": Place("another battlefield"),
    "moved.location": Place("location of", ref=Ref("moved")),
    "its location": Place("location of", ref=IT),
    "field": Place("location of", ref=Ref("field")),
    "moved.origin": Place("origin of", ref=Ref("moved")),
    "mark's battlefield": Place("battlefield of", ref=Ref("mark")),
    "into their owners' trash": zone("its owner", "trash"),
    "a battlefield you control": Place("controlled battlefield", whose="you"),
    "an uncontrolled battlefield": Place("battlefield", tests=(State("uncontrolled"),)),
    "an occupied battlefield where an enemy unit is alone": Place(
        "battlefield", tests=(State("occupied"),), where=Exists(bare("unit", tests=(ENEMY, ALONE)))
    ),
    "Baron Pit": Place("named", name="Baron Pit"),
}
COSTS = {
    "this": THIS,
    "me": ME,
    "a friendly unit": MINE,
    "a spell": bare("spell"),
    "something you control": bare("something", tests=(YOURS,)),
    "any number of friendly units": bare("unit", low=0, high=None, tests=(FRIENDLY,)),
    "2 from your trash": bare("card", low=2, high=2, place=TRASH),
    "1 on me": bare("buff", place=Place("attached to", ref=ME)),
    "any number": bare("buff", low=0, high=None),
    "1": bare("card"),
    2: bare("card", low=2, high=2),
}


@pytest.mark.parametrize(("text", "node"), SELECTIONS.items(), ids=str)
def test_a_selection_is_one_node(text: str, node: object) -> None:
    assert grammar.selection(text) == node


@pytest.mark.parametrize(("text", "node"), AMOUNTS.items(), ids=str)
def test_an_amount_is_one_node(text: str | int, node: object) -> None:
    assert grammar.amount(text) == node


@pytest.mark.parametrize(("text", "node"), CONDITIONS.items(), ids=str)
def test_a_condition_is_one_node(text: str, node: object) -> None:
    assert grammar.condition(text) == node


@pytest.mark.parametrize(("text", "node"), EVENTS.items(), ids=str)
def test_an_event_is_one_node(text: str, node: object) -> None:
    assert grammar.event(text) == node
    assert grammar.events(text) == (node,)


@pytest.mark.parametrize(("text", "nodes"), SEVERAL.items(), ids=str)
def test_a_sentence_with_or_is_several_events(text: str, nodes: tuple[Event, ...]) -> None:
    assert grammar.events(text) == nodes
    with pytest.raises(grammar.PhraseError, match=f"one event must stand here, not {len(nodes)}"):
        grammar.event(text)


@pytest.mark.parametrize(("text", "node"), PLACES.items(), ids=str)
def test_a_place_is_one_node(text: str, node: object) -> None:
    assert grammar.place(text) == node


@pytest.mark.parametrize(("text", "node"), COSTS.items(), ids=str)
def test_what_a_cost_takes_is_one_node(text: str | int, node: object) -> None:
    assert grammar.cost_object(text) == node


def test_the_noun_that_a_cost_leaves_out_can_be_given() -> None:
    assert grammar.cost_object("1", "buff") == bare("buff")
    assert grammar.cost_object("any number", "card") == bare("card", low=0, high=None)


def test_curly_quotes_are_straight_ones() -> None:
    assert grammar.condition("an opponent\u2019s score is at least 5") == grammar.condition(
        "an opponent's score is at least 5"
    )


REFUSALS = [
    (grammar.selection, "choose a unti at a battlefield", 'no noun "unti" (unit?)', 10),
    (grammar.selection, "choose a fiendly unit", 'no word "fiendly" (friendly?)', 10),
    (grammar.selection, "choose unit", '"unit" needs a count, such as "a", "2" or "all"', 8),
    (grammar.selection, "a units", '"units" must be singular here', 3),
    (grammar.selection, "choose", "the phrase ends where a noun must stand", 7),
    (grammar.selection, "units or gear and runes", '"and" and "or" in one list: which comes first cannot be seen', 15),
    (grammar.selection, "choose 0 units", "a count of 0 selects nothing", 8),
    (grammar.selection, "a unit at a battlefeild", 'no place "battlefeild" (battlefield?)', 13),
    (grammar.selection, "a unit with might 3", 'say "or less", "or more" or, before the number, "exactly"', 20),
    (grammar.selection, "a unit with mihgt 3 or less", 'no trait or keyword "mihgt" (might?)', 13),
    (grammar.selection, "a unit with hiden", 'no trait or keyword "hiden" (hidden?)', 13),
    (grammar.selection, "a unit here there", "a selector has one place only", 13),
    (
        grammar.selection,
        "friendly units and enemy gear here",
        'it is open whether "here" is said of the first noun too: say it of each',
        31,
    ),
    (grammar.selection, "a unit and gear", 'say "or", or give each noun its own count', 12),
    (grammar.selection, "choose all units", '"choose" needs a count, such as "a", "2" or "any number of"', 8),
    (grammar.selection, "choose units", '"choose" needs a count, such as "a", "2" or "any number of"', 8),
    (grammar.selection, "pick me", 'no noun "me"', 6),
    (grammar.selection, "unti at here", 'no noun "unti" (unit?)', 1),
    (grammar.selection, "top of your hand", 'only a "deck" or a "rune deck" has a top', 13),
    (grammar.selection, "top five of deck", 'no owner of a deck "deck"', 13),
    (grammar.selection, "a unit $ here", 'the sign "$" is no part of a phrase', 8),
    (grammar.selection, "a unit,", '"," cannot stand here', 7),
    (grammar.selection, "friendly enemy units", 'nothing is "friendly" and "enemy" at once', 10),
    (grammar.selection, "friendly friendly unit", '"friendly" is said twice', 10),
    (grammar.selection, "non-foo unit", 'no word "non-foo"', 1),
    (grammar.selection, "choose 3 unit", '"unit" must be plural here', 10),
    (grammar.selection, "1 units", '"units" must be singular here', 3),
    (grammar.selection, "up to units", 'no number "units"', 7),
    (grammar.selection, "any number units", 'no noun "number"', 5),
    (grammar.selection, "each units", '"units" must be singular here', 6),
    (grammar.selection, "rest of", "the phrase ends where a thing known by name must stand", 8),
    (grammar.selection, "rest seen", 'no noun "rest" (runes?)', 1),
    (grammar.selection, "unit", '"unit" needs a count, such as "a", "2" or "all"', 1),
    (grammar.selection, "your unit", '"unit" needs a count, such as "a", "2" or "all"', 1),
    (grammar.selection, "", "the selection is empty", 1),
    (grammar.selection, "a unit named foo", 'a card\'s name begins with a capital, unlike "foo"', 14),
    (grammar.selection, "a unit named", "a card's name begins with a capital, unlike the end", 13),
    (grammar.selection, "a unit with tag", "a tag begins with a capital, unlike the end", 16),
    (grammar.selection, "killed.might", 'no noun "killed.might"', 1),
    (
        grammar.selection,
        "a unit or a gear here",
        'it is open whether "here" is said of the first noun too: say it of each',
        18,
    ),
    (grammar.selection, "the deck", 'no noun "deck"', 5),
    (grammar.selection, "a", "the phrase ends where a noun must stand", 2),
    (
        grammar.selection,
        "units with total might 4 or less with total might 3 or less",
        "a group has one total only",
        39,
    ),
    (grammar.selection, "it here", '"here" cannot stand here', 4),
    (grammar.selection, "kept here", 'no noun "kept"', 1),
    (grammar.amount, "3 or", '"or" cannot stand here', 3),
    (grammar.amount, "killd might", '"might" cannot stand here', 7),
    (grammar.amount, "99999", "99999 is too large: a number is at most 9999", 1),
    (grammar.amount, "+", "the phrase ends where an amount must stand", 2),
    (grammar.amount, "count of", "the phrase ends where a noun must stand", 9),
    (grammar.amount, "count unit", 'no amount "count" (unit?)', 1),
    (grammar.amount, "+1 per", "the phrase ends where a noun must stand", 7),
    (grammar.amount, "highest mihgt of units", 'no trait "mihgt" (might?)', 9),
    (grammar.amount, "me.migth", 'no amount "me.migth" (might?)', 1),
    (
        grammar.amount,
        "times this card deals damage",
        'say "this turn", "this combat" or "this game" before the end',
        29,
    ),
    (grammar.amount, "your pionts", 'no noun "pionts" (champions?)', 6),
    (grammar.amount, "a unit", 'no amount "a"', 1),
    (grammar.amount, "2 per", "the phrase ends where a noun must stand", 6),
    (grammar.amount, "killed.location", 'no amount "killed.location" (location?)', 1),
    (grammar.amount, "x *", "the phrase ends where a number must stand", 4),
    (grammar.amount, "x * y", 'no number "y"', 5),
    (grammar.amount, "+1 per units here", 'say "per" with a noun in the singular', 8),
    (grammar.amount, "--2", 'no amount "-"', 2),
    (grammar.amount, "3 units", '"units" cannot stand here', 3),
    (grammar.condition, "it is", "the phrase ends where a state, kind or place must stand", 6),
    (grammar.condition, "it are", "the phrase ends where a state, kind or place must stand", 7),
    (grammar.condition, "it is stuned", 'no state, kind or place "stuned" (stunned?)', 7),
    (grammar.condition, "you control 7 runes", 'say "or more", "or fewer" or, before the number, "exactly"', 15),
    (grammar.condition, "you control units", 'say how many: "2 or more", "exactly 2", "a"', 13),
    (grammar.condition, "you controll a unit", 'no verb "controll" (control?)', 5),
    (grammar.condition, "killed is", "the phrase ends where a state, kind or place must stand", 10),
    (grammar.condition, "levy is payed", 'no state, kind or place "payed" (player?)', 9),
    (grammar.condition, "your score is within of the victory score", 'no number "of"', 22),
    (grammar.condition, "you have discarded", 'say "this turn", "this combat" or "this game" before the end', 19),
    (grammar.condition, "there is unit here", '"unit" needs a count, such as "a", "2" or "all"', 10),
    (grammar.condition, "unit is alone", '"unit" needs a count, such as "a" or "another"', 1),
    (grammar.condition, "it has might", "the phrase ends where a number or comparison must stand", 13),
    (grammar.condition, "not", "the phrase ends where a player must stand", 4),
    (grammar.condition, "it is a foo", 'no noun "foo"', 9),
    (grammar.condition, "it is not", "the phrase ends where a state, kind or place must stand", 10),
    (grammar.condition, "you have dicarded this turn", 'no noun "dicarded" (card?)', 10),
    (grammar.condition, "a unit you control is not at a battlefield", 'no state "at"', 27),
    (grammar.condition, "you have 7+ units", 'say "or more", "or fewer" or, before the number, "exactly"', 11),
    (grammar.condition, "your turn", 'no zone "turn"', 6),
    (grammar.condition, "it is my turn", 'no state, kind or place "my"', 7),
    (grammar.condition, "times you play a card", 'say "this turn", "this combat" or "this game" before the end', 22),
    (grammar.condition, "a unit is alone this turn", '"this" cannot stand here', 17),
    (grammar.condition, "hand is empty", 'no player "hand"', 1),
    (grammar.condition, "it has 3 or more might", 'no trait "3"', 8),
    (grammar.condition, "each unit here is stunned", 'no verb "is"', 16),
    (grammar.condition, "all units here are stunned", 'no verb "are"', 16),
    (grammar.condition, "you control 1 unit", 'say "or more", "or fewer" or, before the number, "exactly"', 15),
    (grammar.events, "you pley a unit", 'no verb "pley" (play?)', 5),
    (grammar.events, "I die on", "the phrase ends where a place must stand", 9),
    (grammar.events, "unit dies", '"unit" needs a count, such as "a", "2" or "all"', 1),
    (grammar.events, "foo bar", 'no noun "foo"', 1),
    (grammar.events, "deathknell", 'no noun "deathknell"', 1),
    (grammar.events, "you kill", '"kill" needs an object before the end', 9),
    (grammar.events, "you", "the phrase ends where a verb must stand", 4),
    (grammar.events, "I kill", '"kill" needs an object before the end', 7),
    (grammar.events, "a unit kills a unit", "only a player, a spell, an ability or a thing known by name can kill", 14),
    (grammar.events, "the seventh time each turn I move", 'no ordinal "seventh"', 5),
    (grammar.events, "first time I move", '"each turn" is missing before "I"', 12),
    (
        grammar.events,
        "the first time each turn you conquer or hold",
        "which time it is can be said of one event only",
        1,
    ),
    (grammar.events, "you play me to", "the phrase ends where a place must stand", 15),
    (grammar.events, "you play a card in your hand", 'say "from" for where a card is played from', 25),
    (grammar.events, "you play a card from hand", "say whose hand it is", 22),
    (grammar.events, "your begining phase starts", 'no phase "begining" (beginning?)', 6),
    (grammar.events, "you die", "a player does not die: say what does", 8),
    (grammar.events, "spells conquer", "a spell or ability does not conquer", 15),
    (grammar.events, "you gain 3 points", '"points" must follow, not "3"', 10),
    (grammar.events, "you win", '"a combat" must follow, not the end', 8),
    (grammar.events, "I become might", 'no state "might" (mighty?)', 10),
    (grammar.events, "my might becomes 10", '"or more" is missing before the end', 20),
    (grammar.events, "you deal damage", "a player deals no damage: say what does", 5),
    (
        grammar.events,
        "a unit deals damage to a unit",
        "only a spell, an ability or a thing known by name can deal damage to something said here",
        24,
    ),
    (grammar.events, "units move alone", '"alone" is said of attacking and defending only', 12),
    (grammar.events, "you play a spell or hold", 'no noun "hold"', 21),
    (grammar.events, "a combat you are in ends", '"am in" is missing before "are"', 14),
    (grammar.events, "you play units to your base to here", "an event has one place only", 32),
    (grammar.events, "you kill a unit with a spell with me", "an event is done with one thing only", 30),
    (grammar.events, "you leave", "a player does not leave: say what does", 10),
    (grammar.events, "I gain points", "only players gain or lose points and XP", 3),
    (grammar.events, "you play a card for the first time each turn", '"for" cannot stand here', 17),
    (grammar.place, "a battlefeild", 'no place "battlefeild" (battlefield?)', 3),
    (grammar.place, "your hnad", 'no place "hnad" (hand?)', 6),
    (grammar.place, "in", "the phrase ends where a place must stand", 3),
    (grammar.place, "the moon", 'no place "moon"', 5),
    (
        grammar.place,
        "a battlefield where a unit is at a battlefield where a unit is alone",
        '"where" stands once in a phrase',
        48,
    ),
    (
        grammar.place,
        "an open battlefield you control",
        "a battlefield is either of one kind or controlled by someone: leave one out",
        25,
    ),
    (grammar.place, "top of your deck", 'no place "top" (to?)', 1),
    (grammar.place, "hand", "say whose hand it is", 1),
    (grammar.place, "moved.foo", 'no place "moved.foo" (moved?)', 1),
    (grammar.cost_object, "choose a unit", 'a cost chooses no targets: leave out "choose"', 1),
    (grammar.cost_object, "a friendly unti", 'no noun "unti" (unit?)', 12),
    (grammar.cost_object, "any number of", "the phrase ends where a noun must stand", 14),
    (grammar.cost_object, "1 from hand", "say whose hand it is", 8),
    (grammar.cost_object, "1 from your trsh", 'no zone "trsh" (trash?)', 13),
    (grammar.cost_object, "all", "the phrase ends where a noun must stand", 4),
    (grammar.selection, "a unit with total mihgt 4 or less", 'no trait "mihgt" (might?)', 19),
    (grammar.selection, "choose a unit at", "the phrase ends where a place must stand", 17),
    (grammar.selection, "choose a unit in", "the phrase ends where a place must stand", 17),
    (grammar.selection, "units in your hnad", 'no place "hnad" (hand?)', 15),
    (grammar.selection, "a unit with less might then me", '"than" is missing before "then"', 24),
    (grammar.selection, "a unit not chosen", '"not" cannot stand here', 8),
    (grammar.selection, "a non-token", "the phrase ends where a noun must stand", 12),
    (grammar.selection, "a unit choosing", "the phrase ends where a noun must stand", 16),
    (grammar.condition, "you assigned 3 excess damage", '"or more excess damage" is missing before "excess"', 16),
    (
        grammar.condition,
        "an opponent's score is within 3 of victory",
        '"of the victory score" is missing before "of"',
        33,
    ),
    (grammar.condition, "a unit and a gear is alone", 'no verb "is"', 19),
    (grammar.condition, "it is the only", "the phrase ends where a noun must stand", 15),
    (grammar.condition, "2 units are alone", 'no verb "are"', 9),
    (
        grammar.condition,
        "you have one or feweer cards in your hand",
        'say "or more", "or fewer" or, before the number, "exactly"',
        14,
    ),
    (grammar.condition, "levy is not", "the phrase ends where a state, kind or place must stand", 12),
    (grammar.condition, "Baron Pit is not", 'a place such as "on the board" must follow, not the end', 17),
    (grammar.events, "I become migthy", 'no state "migthy" (mighty?)', 10),
    (grammar.events, "attackers are recalled", '"are recalled after a tie" is missing before "are"', 11),
    (grammar.events, "you play the second card time", 'no word "second"', 14),
    (grammar.events, "a player's first begining phase starts", 'no phase "begining" (beginning?)', 18),
    (grammar.events, "you spend 4 energy on it", '"or more" is missing before "energy"', 13),
    (grammar.events, "I win", '"a combat" must follow, not the end', 6),
    (grammar.events, "opponents play units except to their hand", '"except" cannot stand here', 22),
    (grammar.events, "you play me from", "the phrase ends where a place must stand", 17),
    (grammar.events, "spells and abilites deal damage", 'no noun "abilites" (abilities?)', 12),
    (grammar.events, "you discard me from anywhere but", "the phrase ends where a zone must stand", 33),
    (grammar.amount, "2 per time I am", "the phrase ends where a participle must stand", 16),
    (grammar.amount, "total of units", 'no trait "of"', 7),
    (grammar.amount, "damage on", "the phrase ends where a thing known by name must stand", 10),
    (grammar.amount, "your might of units", 'no noun "might" (mighty?)', 6),
    (grammar.selection, "choose 2 units or facedown card", '"card" must be plural here', 28),
    (grammar.selection, "units and unit", '"unit" must be plural here', 11),
    (grammar.selection, "Poro friendly units", '"friendly" must stand before the tag', 6),
    (grammar.selection, "cards in xp", 'no place "xp"', 10),
    (grammar.events, "I play a unit", "only a player can play", 3),
    (grammar.events, "you conquer with a spell", '"with" cannot stand here', 13),
    (grammar.events, "any unit is dealt damage to here", '"to" cannot stand here', 26),
    (grammar.events, "opponents reveal cards except to their base", '"except" cannot stand here', 24),
    (grammar.events, "you kill units at the same time", '"at" cannot stand here', 16),
]


@pytest.mark.parametrize(
    ("read", "text", "message", "column"), REFUSALS, ids=lambda it: getattr(it, "__name__", str(it))[:60]
)
def test_a_refusal_says_what_and_where(read: Callable[[str], object], text: str, message: str, column: int) -> None:
    with pytest.raises(grammar.PhraseError) as caught:
        read(text)
    assert (caught.value.message, caught.value.column) == (message, column)
    assert str(caught.value) == f"column {column}: {message}"


def test_a_truth_value_is_no_amount() -> None:
    with pytest.raises(grammar.PhraseError, match="not true or false"):
        grammar.amount(True)  # noqa: FBT003 (what a YAML file may hold)


def test_a_phrase_has_an_end() -> None:
    with pytest.raises(grammar.PhraseError, match="at most 300 letters, not 301"):
        grammar.selection("a" * 301)


@pytest.mark.parametrize("name", ["killed", "moved", "spent", "mark", "this.acts", "x"])
def test_good_names_are_free(name: str) -> None:
    assert grammar.is_given(name)
    assert grammar.selection(name) == Ref(name)


@pytest.mark.parametrize("name", ["unit", "here", "stunned", "fury", "play", "hidden", "Killed", "might", "this", "my"])
def test_words_of_the_grammar_are_no_names(name: str) -> None:
    assert not grammar.is_given(name)


def test_no_key_of_a_table_is_longer_than_the_cursor_looks() -> None:
    modules = (amounts, being, conditions, fixed, objects, places, trailing, words)
    keys = [
        key
        for module in modules
        for table in vars(module).values()
        if isinstance(table, dict)
        for key in table
        if isinstance(key, str) and not key.startswith("__")
    ]
    assert len(keys) > 300
    assert max(key.count(" ") + 1 for key in keys) == scanner.LONGEST_KEY


READERS = (grammar.selection, grammar.amount, grammar.condition, grammar.events, grammar.place, grammar.cost_object)
PIECES = sorted(
    words.RESERVED
    | {"3", "+", "-", "*", "<", ",", "Poro", "The", "Baron Pit", "mark", "x", "killed.might", "non-unit", "named"}
    | set(words.WHOSE)
    | {form for forms in words.FORMS.values() for form in forms}
)


def refuses_or_reads(text: str) -> None:
    for read in READERS:
        error = None
        try:
            first = read(text)
        except grammar.PhraseError as caught:
            error = caught
        if error is None:
            assert read(text) == first
        else:
            assert error.message
            assert 1 <= error.column <= len(text) + 1


@given(st.text(max_size=40))
def test_random_letters_raise_nothing_but_the_error_of_the_grammar(text: str) -> None:
    refuses_or_reads(text)


@given(st.lists(st.sampled_from(PIECES), max_size=9).map(" ".join))
def test_random_words_raise_nothing_but_the_error_of_the_grammar(text: str) -> None:
    refuses_or_reads(text)


KNOWN = [str(text) for table in (SELECTIONS, AMOUNTS, CONDITIONS, EVENTS, PLACES, COSTS) for text in table]


@given(st.sampled_from(KNOWN), st.integers(0, 90), st.sampled_from(PIECES))
def test_a_good_phrase_with_a_word_put_in_raises_nothing_else(text: str, at: int, piece: str) -> None:
    refuses_or_reads(f"{text[:at]} {piece} {text[at:]}")


@pytest.mark.parametrize("text", ["not " * 74, "a unit choosing " * 18, "a unit or " * 30, "- " * 150, "top " * 75])
def test_deep_phrases_are_refused_and_not_too_deep(text: str) -> None:
    refuses_or_reads(text)
