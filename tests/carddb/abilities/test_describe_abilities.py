"""Whole abilities and phrases read back in plain English: exact sentences."""

from __future__ import annotations

import pytest

from riftcheck.carddb.abilities import heads as h
from riftcheck.carddb.abilities import instructions as i
from riftcheck.carddb.abilities import phrases as p
from riftcheck.carddb.abilities.description.speech import say
from tests.carddb.abilities.spoken_nodes import (
    AT,
    DRAW,
    FIELD,
    FRIEND,
    FRIENDS,
    IT,
    ME,
    ONE,
    VOICE,
    ability_text,
    every,
    some,
)

ABILITIES: list[tuple[h.Ability, str]] = [
    (
        h.Triggered(
            at=AT,
            events=(p.Event("die", thing=some("bare", "unit", other=True, tests=(p.State("friendly"),)), nth=1),),
            do=(DRAW,),
        ),
        "The first time in a turn that another friendly unit dies, this happens: Draw 1 card.",
    ),
    (
        h.Triggered(
            at=AT,
            events=(p.Event("conquer", who="you"), p.Event("hold", who="you")),
            condition=p.Moment("your turn"),
            cost=p.Cost(exhaust=ME),
            may=True,
            once=True,
            works_in="trash",
            do=(DRAW,),
        ),
        (
            "When you conquer or you hold, if it is your turn, you may exhaust this card; if that is paid, this "
            "happens: "
            "Draw 1 card. This can be used once each turn. This works while this card is in your trash."
        ),
    ),
    (
        h.Triggered(
            at=AT, events=(p.Event("die", thing=ME),), do=(DRAW,), gates=(h.Gate("empowered"),), label="deathknell"
        ),
        "Deathknell. While this card is Empowered, when this card dies, this happens: Draw 1 card.",
    ),
    (
        h.Activated(at=AT, cost=p.Cost(energy=ONE, kill=FRIEND), do=(DRAW,), speed="action", once=True),
        (
            "You may pay 1 Energy and kill a friendly unit, with the timing of an Action, to do this: Draw 1 "
            "card. This can "
            "be used once each turn."
        ),
    ),
    (
        h.Static(at=AT, to=FRIENDS, might=ONE, keywords=(h.Keyword("assault", 2),), gates=(h.Gate("level", 6),)),
        "While you have 6 or more XP (Level 6), all friendly units have +1 Might and have Assault 2.",
    ),
    (
        h.Static(at=AT, to=ME, might=p.Scaled(p.Count(FRIENDS), 2), enters="ready"),
        "This card has +2 Might for each friendly unit and enters ready.",
    ),
    (
        h.Instead(at=AT, event=p.Event("die", thing=FRIEND), do=(i.Recall(at=AT, what=IT),), may=True),
        "If a friendly unit would die, you may do this instead: Recall it to its controller's base.",
    ),
    (
        h.Instead(at=AT, event=p.Event("phase starts", who="you", word="draw"), do=()),
        "Skip your Draw Phase.",
    ),
    (
        h.Instead(at=AT, event=p.Event("phase starts", who="they", word="scoring step"), do=(), may=True),
        "You may skip their Scoring Step.",
    ),
    (
        h.Cannot(
            at=AT,
            event=p.Event("choose", thing=ME, by="enemy spell or ability"),
            condition=p.IsSo(ME, place=FIELD),
        ),
        "While this card is at a battlefield, enemy spells and abilities cannot target this card.",
    ),
    (
        h.Can(at=AT, act="play", what=ME, origin=p.Place("zone", "you", "trash"), paying=p.Cost(energy=ONE)),
        "You may play this card from your trash and pay 1 Energy instead of the base cost.",
    ),
    (
        h.Can(at=AT, act="play", what=ME, origin=p.Place("zone", "you", "hand"), ignoring="energy"),
        "You may play this card from your hand without paying its Energy cost.",
    ),
    (
        h.CostOf(
            at=AT,
            what=every("spell", tests=(p.PlayedBy("you"),)),
            less=p.Cost(energy=ONE),
            minimum=p.Cost(energy=ONE),
        ),
        "All spells that you play cost 1 Energy less (this never lowers it below 1 Energy).",
    ),
    (
        h.CostOf(at=AT, what=None, less=p.Cost(power=("Order",)), per=p.Count(p.Ref("fed"))),
        "This card costs 1 Order Power less for each card.",
    ),
    (
        h.AdditionalCost(at=AT, cost=p.Cost(kill=some("bare", "unit", low=0, high=None)), optional=True, into="fed"),
        "As you play this card, you may also kill any number of units.",
    ),
    (
        h.As(at=AT, kind="played", do=(i.NameA(at=AT, what="tag", into="this.tag"),)),
        "As this card is played, this happens at once: Name a tag.",
    ),
    (h.Rule(at=AT, name="victory score", change=ONE), "The Victory Score is changed by +1."),
    (
        h.Toll(at=AT, event=p.Event("move", who="opponent"), pay=p.Cost(power=("any",)), per="unit beyond the first"),
        (
            "Opponents cannot move a unit unless they pay the toll: pay 1 Power of any domain for each unit beyond "
            "the first."
        ),
    ),
    (
        h.Triggered(at=AT, events=(p.Event("play", who="player", nth=1),), do=(DRAW,)),
        "When a player plays a card for that player's first time in a turn, this happens: Draw 1 card.",
    ),
    (
        # What a trigger costs may always be declined.
        h.Triggered(at=AT, events=(p.Event("die", thing=ME),), cost=p.Cost(recycle=ME), do=(DRAW,)),
        "When this card dies, you may recycle this card; if that is paid, this happens: Draw 1 card.",
    ),
    (
        h.Instead(at=AT, event=p.Event("die", thing=ME), cost=p.Cost(energy=ONE), do=(DRAW,)),
        "If this card would die, you must pay 1 Energy; if that is paid, this happens instead: Draw 1 card.",
    ),
    (
        h.Triggered(
            at=AT,
            events=(p.Event("move", who="opponent", place=p.Place("another battlefield")),),
            do=(DRAW,),
        ),
        "When a unit of an opponent moves to a battlefield other than this card's, this happens: Draw 1 card.",
    ),
    (
        h.Triggered(at=AT, events=(p.Event("turn ends", who="any"),), do=(DRAW,)),
        "When the turn ends, this happens: Draw 1 card.",
    ),
    (
        h.Triggered(at=AT, events=(p.Event("turn ends", who="you"),), do=(DRAW,)),
        "When your turn ends, this happens: Draw 1 card.",
    ),
    (
        h.As(at=AT, kind="seen", do=(DRAW,), may=True),
        "As you look at or reveal this card from the top of your deck, you may do this at once: Draw 1 card.",
    ),
    (h.Cannot(at=AT, event=p.Event("play", who="opponent")), "Opponents cannot play a card."),
    (
        h.Can(at=AT, act="play", what=FRIENDS, place=p.Place("open battlefield"), anyone=True),
        "Friendly units may be played to an open battlefield.",
    ),
    (
        h.Can(at=AT, act="play", what=FRIENDS, place=p.Place("open battlefield")),
        "You may play friendly units to an open battlefield.",
    ),
    (h.Can(at=AT, act="move with", what=FRIENDS), "Friendly units may move along with this card."),
    (
        h.Static(at=AT, to=FRIENDS, might=p.BuffsOn(p.Ref("it"))),
        "Each friendly unit has extra Might equal to the number of buffs on it.",
    ),
    (
        h.Static(at=AT, to=p.Ref("you"), ignores="tank"),
        "You ignore Tank when damage is assigned.",
    ),
    (
        h.Static(at=AT, to=FRIENDS, adds=p.Cost(energy=ONE, power=("any",))),
        "All friendly units add 1 Energy and 1 Power of any domain more each time.",
    ),
    (
        h.Static(at=AT, to=ME, adds=p.Cost(energy=ONE)),
        "This card adds 1 Energy more each time.",
    ),
    (
        h.Static(at=AT, to=ME, abilities_of=FRIENDS, which="exhaust"),
        "This card has the abilities that have exhausting their source as a cost, of all friendly units.",
    ),
    (
        h.CostOf(at=AT, what=None, less=p.Cost(energy=p.Number(2)), condition=p.Paid("shed")),
        "If the extra cost was paid, this card costs 2 Energy less.",
    ),
    (
        h.Rule(at=AT, name="lethal damage", becomes="any"),
        "The damage of yours that counts as lethal to enemy units is any amount.",
    ),
    (h.DeckRule(at=AT, text="any number of copies"), "When a deck is built: any number of copies."),
]


@pytest.mark.parametrize(("ability", "text"), ABILITIES, ids=[text for _, text in ABILITIES])
def test_an_ability(ability: h.Ability, text: str) -> None:
    assert ability_text(ability) == text


PHRASES: list[tuple[p.Phrase, str]] = [
    (
        some("choose", "unit", "gear", low=0, high=2, place=p.Place("one battlefield")),
        "up to 2 units or gear at one and the same battlefield",
    ),
    (
        some("choose", "unit", low=0, high=None, total=p.Measure("might", "<=", p.Number(4))),
        "any number of units with total Might 4 or less",
    ),
    (
        some("pick", "unit", tests=(p.State("token", negated=True), p.State("alone"), p.OfDomain("Order"))),
        "a non-token Order unit that is alone",
    ),
    (
        some("bare", "unit", tests=(p.Measure("might", "<", p.TraitOf(ME, "might")),)),
        "a unit with less Might than this card",
    ),
    (
        every("unit", other=True, tests=(p.Controlled("opponent"), p.WithKeyword("quick-draw", negated=True))),
        "all other units that an opponent controls without Quick-Draw",
    ),
    (
        some("bare", "spell", tests=(p.Choosing(FRIEND), p.NotChosen("this turn"))),
        "a spell that targets a friendly unit and has not been chosen before this turn",
    ),
    (
        every("legend", "unit", "gear", place=FIELD, tests=(p.Controlled("you"),)),
        "all legends, units and gear that you control at battlefields",
    ),
    (every("unit", place=p.Place("base")), "all units in bases"),
    (some("choose", "unit", place=p.Place("base")), "a unit in a base"),
    (
        some("bare", "something", tests=(p.State("empowered"), p.Controlled("you"))),
        "an Empowered thing that you control",
    ),
    (
        p.Compare(p.Times(p.Event("choose", who="you", thing=FRIEND, by="spell")), ">=", p.Number(2)),
        "you have targeted a friendly unit with a spell at least twice this turn",
    ),
    (p.Both((p.Whole("they", "hand"), FRIENDS)), "their whole hand and all friendly units"),
    (
        every("unit", tests=(p.State("enemy"), p.State("damaged"), p.HasTag("Poro"))),
        "all damaged enemy Poro units",
    ),
    (some("bare", "something", tests=(p.HasTag("Poro"), p.Controlled("you"))), "a Poro that you control"),
    (every("something", tests=(p.HasTag("Dragon"), p.State("your"))), "all Dragons of yours"),
    (some("bare", "something", tests=(p.HasTag("Noxus"),)), "a Noxus thing"),
    (
        some(
            "bare",
            "spell",
            tests=(p.Measure("energy", "<=", p.Number(4)), p.Measure("power", "<=", ONE)),
        ),
        "a spell with Energy cost 4 or less and Power cost 1 or less",
    ),
    (
        some("bare", "card", place=p.Place("zone", "you", "hand"), tests=(p.WithKeyword("hidden"),)),
        "a card with Hidden in your hand",
    ),
    (
        some("pick", "unit", tests=(p.Controlled("you", negated=True), p.NotChosen("this play"))),
        "a unit that is not controlled by you and has not been chosen before in this play",
    ),
    (
        some("pick", "unit", tests=(p.Controlled("you"), p.State("alone"))),
        "a unit that you control and that is alone",
    ),
    (
        every("unit", tests=(p.HasTag("Cat"),), or_else=every("unit", or_else=every("gear"))),
        "all Cat units, all units and all gear",
    ),
    (p.Exists(every("card", place=p.Place("zone", "you", "hand")), 0, 1), "there is at most 1 card in your hand"),
    (p.Exists(every("card", place=p.Place("zone", "you", "hand")), 0, 2), "there are at most 2 cards in your hand"),
    (
        p.Compare(p.Points("opponent"), ">=", p.Plus(p.VictoryScore(), p.Number(-3))),
        "an opponent is within 3 points of the Victory Score",
    ),
    (
        p.Compare(p.Points("you"), ">=", p.Plus(p.VictoryScore(), p.Number(-1))),
        "you are within 1 point of the Victory Score",
    ),
    (
        p.Compare(p.Points("you"), "<=", p.Plus(p.VictoryScore(), p.Number(-3))),
        "your points are at most the Victory Score minus 3",
    ),
    (
        p.AllOf(
            (
                p.IsSo(
                    p.Ref("guard"), (p.IsKind("unit"), p.Controlled("you")), p.Place("location of", ref=p.Ref("guard"))
                ),
                p.Exists(
                    some(
                        "bare",
                        "unit",
                        place=p.Place("location of", ref=p.Ref("guard")),
                        tests=(p.Controlled("you"),),
                    ),
                    1,
                    1,
                ),
            ),
        ),
        "that card is the only unit that you control where it is",
    ),
    (
        p.AllOf(
            (
                p.IsSo(ME, (p.IsKind("unit"), p.Controlled("you")), FIELD),
                p.Exists(some("bare", "unit", place=FIELD, tests=(p.Controlled("you"),)), 2, 2),
            ),
        ),
        (
            "this card is a unit, is controlled by you and is at a battlefield and you control exactly 2 units at "
            "battlefields"
        ),
    ),
    (p.Place("battlefield", tests=(p.State("occupied"),)), "at a battlefield that is occupied"),
    (p.Plus(p.TraitOf(p.Ref("thrown"), "energy"), p.Number(-1)), "that card's Energy cost minus 1"),
    (p.Times(p.Event("discard", who="you")), "how often you discard a card this turn"),
    (p.Exists(every("rune", tests=(p.Controlled("you"),)), 7), "you control 7 or more runes"),
    (p.Exists(every("card", place=p.Place("zone", "you", "hand")), 0, 0), "there are no cards in your hand"),
    (p.Happened(p.Event("die", thing=FRIEND), times=2), "a friendly unit has died at least twice this turn"),
    (
        p.AllOf((p.Moment("a combat"), p.AnyOf((p.Paid("a"), p.Not(p.Paid("b")))))),
        "a combat is in progress and (the extra cost was paid or the extra cost was not paid)",
    ),
    (
        p.Event("put into trash", thing=some("bare", "card"), place=p.Place("zone", "you", "trash")),
        "a card is put into your trash",
    ),
    (p.Event("dealt damage", thing=ME, by="spell", word="combat"), "a spell deals combat damage to this card"),
    (
        p.Event("given less might", thing=ME, by="spell or ability choosing it"),
        "this card is given less Might with a spell or ability that targets it",
    ),
    (
        p.Event("spend", who="you", thing=some("bare", "spell"), word="4 energy"),
        "you spend 4 or more Energy on a spell",
    ),
    (p.Event("might becomes", thing=ME, word="10"), "this card's Might becomes 10 or more"),
    (
        p.Event("recycle", who="you", thing=some("bare", "card", high=None), one_or_more=True),
        "you recycle one or more cards",
    ),
    (p.Cost(discard=some("bare", "card", low=2, high=2), xp=ONE), "discard 2 cards from your hand and pay 1 XP"),
]


@pytest.mark.parametrize(("phrase", "text"), PHRASES, ids=[text for _, text in PHRASES])
def test_a_phrase(phrase: p.Phrase, text: str) -> None:
    assert say(phrase, VOICE) == text
