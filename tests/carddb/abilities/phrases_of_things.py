"""Phrases for things and places, each with the node that it is."""

from __future__ import annotations

from dataclasses import replace

from riftcheck.carddb.abilities.phrases import (
    AbilityLabel,
    AbilityOf,
    AmongNames,
    Both,
    Choosing,
    ChosenBy,
    Controlled,
    Exists,
    HasTag,
    InCombatWith,
    IsKind,
    Measure,
    NamedCard,
    NotChosen,
    Number,
    OfDomain,
    Owned,
    Place,
    PlayedBy,
    Plus,
    Points,
    Ref,
    RestOf,
    State,
    Top,
    TraitOf,
    Whole,
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
    YOURS,
    bare,
    chosen,
    every,
    zone,
)

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
    "top 1 of that deck": Top(ONE, "its owner", "that deck"),
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
    "choose an enemy unit at the same battlefield": chosen("unit", tests=(ENEMY,), place=Place("same battlefield")),
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
    "choose a spell choosing me": chosen("spell", tests=(Choosing(Ref("me")),)),
    "choose an enemy spell choosing mark and no other friendly unit": chosen(
        "spell", tests=(State("enemy"), Choosing(Ref("mark"), no_other=bare("unit", tests=(FRIENDLY,))))
    ),
    "choose an ability of a gear": chosen("ability", tests=(AbilityOf(bare("gear")),)),
    "choose up to 9 enemy units with the same controller and total might at most 8": chosen(
        "unit",
        tests=(State("enemy"),),
        low=0,
        high=9,
        same_controller=True,
        total=Measure("might", "<=", Number(8)),
    ),
    "choose a unit in combat with an enemy unit or a unit chosen by an enemy spell": replace(
        chosen("unit", tests=(InCombatWith(bare("unit", tests=(State("enemy"),))),)),
        or_else=chosen("unit", tests=(ChosenBy(bare("spell", tests=(State("enemy"),))),)),
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
    "moved.destination": Place("destination of", ref=Ref("moved")),
    "mark's battlefield": Place("battlefield of", ref=Ref("mark")),
    "into their owners' trash": zone("its owner", "trash"),
    "a battlefield you control": Place("controlled battlefield", whose="you"),
    "a battlefield you conquered this turn": Place("conquered battlefield"),
    "a battlefield you are attacking": Place("attacked battlefield"),
    "an uncontrolled battlefield": Place("battlefield", tests=(State("uncontrolled"),)),
    "an occupied battlefield where an enemy unit is alone": Place(
        "battlefield",
        tests=(State("occupied"),),
        where=Exists(bare("unit", tests=(ENEMY, ALONE), place=Place("there"))),
    ),
    "a battlefield where a unit is not exhausted there": Place(
        "battlefield", where=Exists(bare("unit", tests=(State("exhausted", negated=True),), place=Place("there")))
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
