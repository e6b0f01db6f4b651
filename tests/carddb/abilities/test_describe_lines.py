"""Each line of what a card does, read back in plain English: exact sentences."""

from __future__ import annotations

import pytest

from riftcheck.carddb.abilities import heads as h
from riftcheck.carddb.abilities import instructions as i
from riftcheck.carddb.abilities import phrases as p
from tests.carddb.abilities.spoken_nodes import AT, DRAW, FIELD, FRIENDS, IT, ME, ONE, SEEN, TARGET, line_text, some

LINES: list[tuple[i.Instruction, str]] = [
    (i.Draw(at=AT, amount=p.Number(2)), "Draw 2 cards."),
    (i.Draw(at=AT, amount=p.Count(FRIENDS)), "Draw cards equal in number to the number of friendly units."),
    (i.Draw(at=AT, what=some("pick", "card", place=SEEN)), "Pick a card among those cards. Draw it."),
    (
        i.Give(at=AT, to=TARGET, might=p.Number(2), keywords=(h.Keyword("tank"),), until="end of turn"),
        "Target a unit. Give it +2 Might and Tank until the end of the turn.",
    ),
    (
        i.Give(at=AT, to=ME, might=p.Number(-3), minimum=ONE, until="end of turn"),
        "Give this card -3 Might (not below 1 Might) until the end of the turn.",
    ),
    (
        i.Give(at=AT, to=ME, abilities=(h.Triggered(at=AT, events=(p.Event("die", thing=ME),), do=(DRAW,)),)),
        "Give this card the ability [When it dies, this happens: Draw 1 card.]",
    ),
    (
        i.Deal(at=AT, amount=p.Number(4), to=some("choose", "unit", place=FIELD)),
        "Target a unit at a battlefield. Deal 4 damage to it.",
    ),
    (
        i.Deal(at=AT, amount=p.TraitOf(ME, "might"), to=IT, source=ME),
        "Have this card deal damage equal to this card's Might to it.",
    ),
    (
        i.Split(at=AT, amount=p.Number(5), among=some("choose", "unit", low=0, high=None)),
        "Target any number of units. Split 5 damage among them, at least 1 to each.",
    ),
    (
        i.Fight(at=AT, first=TARGET, second=some("choose", "unit", other=True)),
        (
            "Target a unit (the first). Target another unit (the second). Have the first and the second deal damage to "
            "each other at once, each as much as its Might."
        ),
    ),
    (
        i.Kill(at=AT, what=TARGET, into="killed"),
        "Target a unit. Kill it.",
    ),
    (
        i.Kill(at=AT, what=TARGET, may=True),
        "Target a unit. You may kill it.",
    ),
    (
        i.Kill(at=AT, what=some("pick", "unit"), by="opponent"),
        "An opponent picks a unit. An opponent kills it.",
    ),
    (
        i.Banish(at=AT, what=some("pick", "card", place=SEEN), may=True),
        "You may do this: pick a card among those cards; banish it.",
    ),
    (i.Recall(at=AT, what=IT), "Recall it to its controller's base."),
    (i.Recall(at=AT, what=FRIENDS), "Recall all friendly units to their controllers' bases."),
    (i.Ready(at=AT, what=TARGET, into="it@do/0"), "Target a unit. Ready it."),
    (i.Heal(at=AT, what=ME), "Heal all damage of this card."),
    (
        i.Return(at=AT, what=some("choose", "unit", low=2, high=2)),
        "Target 2 units. Return them to their owners' hands.",
    ),
    (
        i.Move(at=AT, what=TARGET),
        "Target a unit. Move it wherever it may legally move, decided with the targets.",
    ),
    (
        i.Move(at=AT, what=some("choose", "unit", low=0, high=2)),
        "Target up to 2 units. Move them to one place to which they may all legally move, decided with the targets.",
    ),
    (i.Move(at=AT, what=ME, to=p.Place("base", whose="you")), "Move this card to your base."),
    (
        i.Move(at=AT, what=some("choose", "unit", high=2), to=p.Place("base", whose="its controller")),
        "Target 1 to 2 units. Move them to their controllers' bases.",
    ),
    (i.Move(at=AT, what=ME, to=p.Place("location of", ref=IT)), "Move this card to its location."),
    (
        i.Move(at=AT, what=TARGET, to=p.Place("another battlefield")),
        "Target a unit. Move it to a battlefield other than this card's.",
    ),
    (
        i.Deal(at=AT, amount=p.Number(6), to=some("choose", "unit", low=0, high=2)),
        "Target up to 2 units. Deal 6 damage to each of them.",
    ),
    (
        i.Give(at=AT, to=some("choose", "unit", low=2, high=2), might=p.Number(2), until="end of turn"),
        "Target 2 units. Give each of them +2 Might until the end of the turn.",
    ),
    (i.Buff(at=AT, what=some("choose", "unit", low=2, high=2)), "Target 2 units. Put a buff on each of them."),
    (
        i.Put(at=AT, what=p.RestOf(p.Ref("seen")), zone="top of deck"),
        "Put the rest of those cards on top of their owners' decks, in any order.",
    ),
    (i.Stun(at=AT, what=TARGET, condition=p.Did(p.Ref("killed"))), "Target a unit. If there is such a card, stun it."),
    (
        i.SpendBuffs(at=AT, what=some("bare", "buff", place=p.Place("attached to", ref=ME))),
        "Spend a buff of this card.",
    ),
    (
        i.PlayToken(at=AT, token="Recruit", count=p.Number(2), to=p.Place("here"), ready=True),  # noqa: S106
        "Play 2 Recruit tokens here, ready.",
    ),
    (
        i.Play(at=AT, what=p.Ref("found"), ignoring="cost", to=p.Place("here"), into="out"),
        "Play that card here without paying its base cost.",
    ),
    (
        i.Play(at=AT, what=ME, paying=p.Cost(power=("any",)), then="banish"),
        (
            "Play this card (instead of its base cost, pay 1 Power of any domain), and banish it when it would "
            "leave the "
            "chain."
        ),
    ),
    (i.Discard(at=AT, amount=ONE, by="that player"), "That player discards 1 card of choice from hand."),
    (i.Recycle(at=AT, what=p.RestOf(p.Ref("seen"))), "Recycle the rest of those cards."),
    (i.Burn(at=AT, amount=p.Number(3)), "Burn 3 cards (from the top of the deck into the trash)."),
    (i.Put(at=AT, what=IT, zone="top of deck"), "Put it on top of its owner's deck."),
    (
        i.LookAt(at=AT, what=p.Top(p.Number(5), "you"), into="seen"),
        "Look at the top 5 cards of your deck.",
    ),
    (
        i.Reveal(at=AT, what=p.Top(ONE, "you"), until=(p.IsKind("unit"),)),
        "Reveal cards from the top of your deck one by one, until a revealed card is a unit.",
    ),
    (i.Channel(at=AT, amount=ONE, exhausted=True), "Channel 1 rune, exhausted."),
    (
        i.Add(at=AT, energy=ONE, power=("Fury", "any", "any"), only_for="spells"),
        "Add 1 Energy, 1 Fury Power and 2 Power of any domain to the rune pool, to be spent on spells only.",
    ),
    (i.Score(at=AT, amount=p.Number(-1)), "Lose 1 point."),
    (i.GainXp(at=AT, amount=p.Number(2)), "Gain 2 XP."),
    (i.Win(at=AT, who="that player"), "That player wins the game."),
    (
        i.Counter(at=AT, what=some("choose", "spell"), to_hand=True),
        "Target a spell. Counter it, and return it to its owner's hand.",
    ),
    (
        i.TakeControl(at=AT, what=IT, until="I leave the board"),
        "Take control of it until this card leaves the board.",
    ),
    (
        i.SetMight(at=AT, what=IT, value=p.Number(5), until="end of turn"),
        "Set the base Might of it to 5 until the end of the turn.",
    ),
    (i.Prevent(at=AT, to=ME, until="end of turn"), "Prevent all damage to this card until the end of the turn."),
    (i.Choose(at=AT, what=TARGET, into="this.mark"), "Target a unit."),
    (
        i.ChooseOne(at=AT, modes=((DRAW,), (i.Stun(at=AT, what=TARGET), DRAW)), not_chosen="this play"),
        (
            "Choose one of these beforehand that has not been chosen yet in this play: (draw 1 card) or (target "
            "a unit; "
            "stun it; draw 1 card)."
        ),
    ),
    (
        i.Either(at=AT, ways=((DRAW,), (i.Channel(at=AT, amount=ONE),)), labels=("cards", "runes")),
        "Decide now on one of these: (cards: draw 1 card) or (runes: channel 1 rune).",
    ),
    (
        i.MayDo(at=AT, do=(i.Discard(at=AT, amount=ONE), DRAW), by="its controller", into="done"),
        "Its controller may do this: discard 1 card of choice from hand; draw 1 card.",
    ),
    (
        i.If(at=AT, test=p.Paid("levy"), do=(DRAW,), otherwise=(i.Score(at=AT, amount=ONE),)),
        "If the extra cost was paid: draw 1 card. Otherwise: gain 1 point.",
    ),
    (
        i.MayDo(at=AT, do=(i.If(at=AT, test=p.Paid("levy"), do=(DRAW, DRAW)), DRAW)),
        "You may do this: if the extra cost was paid: (draw 1 card; draw 1 card); draw 1 card.",
    ),
    (
        i.Unless(at=AT, offer=(DRAW,), do=(i.Kill(at=AT, what=IT),), by="opponent"),
        "An opponent may do this to prevent what follows: draw 1 card. If this is not done: kill it.",
    ),
    (
        i.Pay(at=AT, cost=p.Cost(energy=p.Number(2), either=(p.Cost(xp=ONE), p.Cost(power=("own",)))), into="bought"),
        "You may pay 2 Energy and either pay 1 XP or pay 1 Power of a domain of its own.",
    ),
    (
        i.Each(at=AT, who="player", do=(i.Discard(at=AT, what=p.Whole("they", "hand")),), together=True),
        "Each player does this, all at once: discard their whole hand.",
    ),
    (
        i.ForEach(at=AT, what=FRIENDS, do=(i.Buff(at=AT, what=IT),)),
        "Go through all friendly units one by one and do this for each: put a buff on it.",
    ),
    (
        i.DoThis(at=AT, do=(DRAW,), when=p.Event("kill", thing=IT, by="this")),
        "When this card kills it, this then triggers, with targets of its own: draw 1 card.",
    ),
    (
        i.DoThis(at=AT, do=(DRAW,), offered=True),
        "This then triggers, with targets of its own: you may do this: draw 1 card.",
    ),
    (
        i.SetUp(at=AT, ability=h.Cannot(at=AT, event=p.Event("die", thing=ME)), until="end of turn", uses=1),
        "This is so until the end of the turn, once: [This card cannot die.]",
    ),
    (
        i.Proceed(at=AT, token="Mech"),  # noqa: S106 (a card)
        "Let the event happen after all, with a Mech token in place of that one.",
    ),
    (i.Proceed(at=AT, copies=1), "Let the event happen after all, with a further copy."),
    (i.TriggerAgain(at=AT, label="conquer", of=ME), "Set off the conquer abilities of this card once more."),
]


@pytest.mark.parametrize(("line", "text"), LINES, ids=[text for _, text in LINES])
def test_a_line(line: i.Instruction, text: str) -> None:
    assert line_text(line) == text
