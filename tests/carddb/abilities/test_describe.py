"""The abilities of a card read back in plain English: exact sentences, and words for every class of node."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, get_args

import pytest

from riftcheck.carddb.abilities import heads as h
from riftcheck.carddb.abilities import instructions as i
from riftcheck.carddb.abilities import phrases as p
from riftcheck.carddb.abilities.description import ABILITY_WORDS, INSTRUCTION_WORDS, PHRASE_WORDS, describe
from riftcheck.carddb.abilities.description.clauses import UNTIL, proclaim, tell
from riftcheck.carddb.abilities.description.events import EVENT_VERBS, event_words
from riftcheck.carddb.abilities.description.keywords import MEANINGS
from riftcheck.carddb.abilities.description.speech import Voice, say, third_person, with_article

if TYPE_CHECKING:
    from collections.abc import Iterable

_AT = "do/0"
_ONE = p.Number(1)
_VOICE = Voice()
_ME = p.Ref("me")
_IT = p.Ref("it@do/0")
_FIELD = p.Place("battlefield")
_SEEN = p.Place("in", ref=p.Ref("seen"))


def _some(mode: p.Mode, *nouns: str, low: int = 1, high: int | None = 1, **more: object) -> p.Selector:
    return p.Selector(mode, nouns, p.Number(low), None if high is None else p.Number(high), **more)  # type: ignore[arg-type]


def _every(*nouns: str, **more: object) -> p.Selector:
    return _some("all", *nouns, low=0, high=None, **more)


_TARGET = _some("choose", "unit")
_FRIEND = _some("bare", "unit", tests=(p.State("friendly"),))
_FRIENDS = _every("unit", tests=(p.State("friendly"),))
_DRAW = i.Draw(at=_AT, amount=_ONE)


def _do(*lines: i.Instruction) -> str:
    (text,) = describe(h.CardAbilities("Example", do=lines))
    return text


def _is(ability: h.Ability) -> str:
    (text,) = describe(h.CardAbilities("Example", abilities=(ability,)))
    return text


_LINES: list[tuple[i.Instruction, str]] = [
    (i.Draw(at=_AT, amount=p.Number(2)), "Draw 2 cards."),
    (i.Draw(at=_AT, amount=p.Count(_FRIENDS)), "Draw cards equal in number to the number of friendly units."),
    (i.Draw(at=_AT, what=_some("pick", "card", place=_SEEN)), 'Pick a card among "seen". Draw it.'),
    (
        i.Give(at=_AT, to=_TARGET, might=p.Number(2), keywords=(h.Keyword("tank"),), until="end of turn"),
        "Target a unit. Give it +2 Might and Tank until the end of the turn.",
    ),
    (
        i.Give(at=_AT, to=_ME, might=p.Number(-3), minimum=_ONE, until="end of turn"),
        "Give this card -3 Might (not below 1 Might) until the end of the turn.",
    ),
    (
        i.Give(at=_AT, to=_ME, abilities=(h.Triggered(at=_AT, events=(p.Event("die", thing=_ME),), do=(_DRAW,)),)),
        "Give this card the ability [When it dies, this happens: Draw 1 card.]",
    ),
    (
        i.Deal(at=_AT, amount=p.Number(4), to=_some("choose", "unit", place=_FIELD)),
        "Target a unit at a battlefield. Deal 4 damage to it.",
    ),
    (
        i.Deal(at=_AT, amount=p.TraitOf(_ME, "might"), to=_IT, source=_ME),
        "Have this card deal damage equal to this card's Might to it.",
    ),
    (
        i.Split(at=_AT, amount=p.Number(5), among=_some("choose", "unit", low=0, high=None)),
        "Target any number of units. Split 5 damage among them, at least 1 to each.",
    ),
    (
        i.Fight(at=_AT, first=_TARGET, second=_some("choose", "unit", other=True)),
        (
            "Target a unit (the first). Target another unit (the second). Have the first and the second deal damage to "
            "each other at once, each as much as its Might."
        ),
    ),
    (
        i.Kill(at=_AT, what=_TARGET, into="killed"),
        'Target a unit. Kill it (call this "killed").',
    ),
    (
        i.Kill(at=_AT, what=_TARGET, may=True),
        "Target a unit. You may kill it.",
    ),
    (
        i.Kill(at=_AT, what=_some("pick", "unit"), by="opponent"),
        "An opponent picks a unit. An opponent kills it.",
    ),
    (
        i.Banish(at=_AT, what=_some("pick", "card", place=_SEEN), may=True),
        'You may do this: pick a card among "seen"; banish it.',
    ),
    (i.Recall(at=_AT, what=_IT), "Recall it to its controller's base."),
    (i.Recall(at=_AT, what=_FRIENDS), "Recall all friendly units to their controllers' bases."),
    (i.Ready(at=_AT, what=_TARGET, into="it@do/0"), "Target a unit. Ready it."),
    (i.Heal(at=_AT, what=_ME), "Heal all damage of this card."),
    (
        i.Return(at=_AT, what=_some("choose", "unit", low=2, high=2)),
        "Target 2 units. Return them to their owners' hands.",
    ),
    (
        i.Move(at=_AT, what=_TARGET),
        "Target a unit. Move it wherever it may legally move, decided with the targets.",
    ),
    (i.Move(at=_AT, what=_ME, to=p.Place("base", whose="you")), "Move this card to your base."),
    (
        i.Move(at=_AT, what=_some("choose", "unit", high=2), to=p.Place("base", whose="its controller")),
        "Target 1 to 2 units. Move them to their controllers' bases.",
    ),
    (i.Move(at=_AT, what=_ME, to=p.Place("location of", ref=_IT)), "Move this card to its location."),
    (
        i.Move(at=_AT, what=_TARGET, to=p.Place("another battlefield")),
        "Target a unit. Move it to a battlefield other than this card's.",
    ),
    (
        i.Deal(at=_AT, amount=p.Number(6), to=_some("choose", "unit", low=0, high=2)),
        "Target up to 2 units. Deal 6 damage to each of them.",
    ),
    (
        i.Give(at=_AT, to=_some("choose", "unit", low=2, high=2), might=p.Number(2), until="end of turn"),
        "Target 2 units. Give each of them +2 Might until the end of the turn.",
    ),
    (i.Buff(at=_AT, what=_some("choose", "unit", low=2, high=2)), "Target 2 units. Put a buff on each of them."),
    (
        i.Put(at=_AT, what=p.RestOf(p.Ref("seen")), zone="top of deck"),
        'Put the rest of "seen" on top of their owners\' decks, in any order.',
    ),
    (i.Stun(at=_AT, what=_TARGET, condition=p.Did(p.Ref("killed"))), 'Target a unit. If "killed" happened, stun it.'),
    (
        i.SpendBuffs(at=_AT, what=_some("bare", "buff", place=p.Place("attached to", ref=_ME))),
        "Spend a buff of this card.",
    ),
    (
        i.PlayToken(at=_AT, token="Recruit", count=p.Number(2), to=p.Place("here"), ready=True),  # noqa: S106
        "Play 2 Recruit tokens here, ready.",
    ),
    (
        i.Play(at=_AT, what=p.Ref("found"), ignoring="cost", to=p.Place("here"), into="out"),
        'Play "found" here without paying its base cost (call this "out").',
    ),
    (
        i.Play(at=_AT, what=_ME, paying=p.Cost(power=("any",)), then="banish"),
        (
            "Play this card (instead of its base cost, pay 1 Power of any domain), and banish it when it would "
            "leave the "
            "chain."
        ),
    ),
    (i.Discard(at=_AT, amount=_ONE, by="that player"), "That player discards 1 card of choice from hand."),
    (i.Recycle(at=_AT, what=p.RestOf(p.Ref("seen"))), 'Recycle the rest of "seen".'),
    (i.Burn(at=_AT, amount=p.Number(3)), "Burn 3 cards (from the top of the deck into the trash)."),
    (i.Put(at=_AT, what=_IT, zone="top of deck"), "Put it on top of its owner's deck."),
    (
        i.LookAt(at=_AT, what=p.Top(p.Number(5), "you"), into="seen"),
        'Look at the top 5 cards of your deck (call this "seen").',
    ),
    (
        i.Reveal(at=_AT, what=p.Top(_ONE, "you"), until=(p.IsKind("unit"),)),
        "Reveal cards from the top of your deck one by one, until a revealed card is a unit.",
    ),
    (i.Channel(at=_AT, amount=_ONE, exhausted=True), "Channel 1 rune, exhausted."),
    (
        i.Add(at=_AT, energy=_ONE, power=("Fury", "any", "any"), only_for="spells"),
        "Add 1 Energy, 1 Fury Power and 2 Power of any domain to the rune pool, to be spent on spells only.",
    ),
    (i.Score(at=_AT, amount=p.Number(-1)), "Lose 1 point."),
    (i.GainXp(at=_AT, amount=p.Number(2)), "Gain 2 XP."),
    (i.Win(at=_AT, who="that player"), "That player wins the game."),
    (
        i.Counter(at=_AT, what=_some("choose", "spell"), to_hand=True),
        "Target a spell. Counter it, and return it to its owner's hand.",
    ),
    (
        i.TakeControl(at=_AT, what=_IT, until="I leave the board"),
        "Take control of it until this card leaves the board.",
    ),
    (
        i.SetMight(at=_AT, what=_IT, value=p.Number(5), until="end of turn"),
        "Set the Might of it to 5 until the end of the turn.",
    ),
    (i.Prevent(at=_AT, to=_ME, until="end of turn"), "Prevent all damage to this card until the end of the turn."),
    (i.Choose(at=_AT, what=_TARGET, into="this.mark"), 'Target a unit (call this "mark" and keep that on this card).'),
    (
        i.ChooseOne(at=_AT, modes=((_DRAW,), (i.Stun(at=_AT, what=_TARGET), _DRAW)), not_chosen="this play"),
        (
            "Choose one of these beforehand that has not been chosen yet in this play: (draw 1 card) or (target "
            "a unit; "
            "stun it; draw 1 card)."
        ),
    ),
    (
        i.Either(at=_AT, ways=((_DRAW,), (i.Channel(at=_AT, amount=_ONE),)), labels=("cards", "runes")),
        "Decide now on one of these: (cards: draw 1 card) or (runes: channel 1 rune).",
    ),
    (
        i.MayDo(at=_AT, do=(i.Discard(at=_AT, amount=_ONE), _DRAW), by="its controller", into="done"),
        'Its controller may do this: discard 1 card of choice from hand; draw 1 card (call this "done").',
    ),
    (
        i.If(at=_AT, test=p.Paid("levy"), do=(_DRAW,), otherwise=(i.Score(at=_AT, amount=_ONE),)),
        'If "levy" was paid: draw 1 card. Otherwise: gain 1 point.',
    ),
    (
        i.MayDo(at=_AT, do=(i.If(at=_AT, test=p.Paid("levy"), do=(_DRAW, _DRAW)), _DRAW)),
        'You may do this: if "levy" was paid: (draw 1 card; draw 1 card); draw 1 card.',
    ),
    (
        i.Unless(at=_AT, offer=(_DRAW,), do=(i.Kill(at=_AT, what=_IT),), by="opponent"),
        "An opponent may do this to prevent what follows: draw 1 card. If this is not done: kill it.",
    ),
    (
        i.Pay(at=_AT, cost=p.Cost(energy=p.Number(2), either=(p.Cost(xp=_ONE), p.Cost(power=("own",)))), into="bought"),
        'You may pay 2 Energy and either pay 1 XP or pay 1 Power of a domain of its own (call this "bought").',
    ),
    (
        i.Each(at=_AT, who="player", do=(i.Discard(at=_AT, what=p.Whole("they", "hand")),), together=True),
        "Each player does this, all at once: discard their whole hand.",
    ),
    (
        i.ForEach(at=_AT, what=_FRIENDS, do=(i.Buff(at=_AT, what=_IT),)),
        "Go through all friendly units one by one and do this for each: put a buff on it.",
    ),
    (
        i.DoThis(at=_AT, do=(_DRAW,), when=p.Event("kill", thing=_IT, by="this")),
        "When this card kills it, this then triggers, with targets of its own: draw 1 card.",
    ),
    (
        i.SetUp(at=_AT, ability=h.Cannot(at=_AT, event=p.Event("die", thing=_ME)), until="end of turn", uses=1),
        "Set up this ability until the end of the turn, to be used once: [This card cannot die.]",
    ),
    (i.Proceed(at=_AT, copies=1), "Let the event happen after all, once more than it would."),
    (i.TriggerAgain(at=_AT, label="conquer", of=_ME), 'Set off the "conquer" abilities of this card once more.'),
]


@pytest.mark.parametrize(("line", "text"), _LINES, ids=[text for _, text in _LINES])
def test_a_line(line: i.Instruction, text: str) -> None:
    assert _do(line) == text


_ABILITIES: list[tuple[h.Ability, str]] = [
    (
        h.Triggered(
            at=_AT,
            events=(p.Event("die", thing=_some("bare", "unit", other=True, tests=(p.State("friendly"),)), nth=1),),
            do=(_DRAW,),
        ),
        "The first time in a turn that another friendly unit dies, this happens: Draw 1 card.",
    ),
    (
        h.Triggered(
            at=_AT,
            events=(p.Event("conquer", who="you"), p.Event("hold", who="you")),
            condition=p.Moment("your turn"),
            cost=p.Cost(exhaust=_ME),
            may=True,
            once=True,
            works_in="trash",
            do=(_DRAW,),
        ),
        (
            "When you conquer or you hold, if it is your turn, you may exhaust this card; if that is paid, this "
            "happens: "
            "Draw 1 card. This can be used once each turn. This works while this card is in your trash."
        ),
    ),
    (
        h.Triggered(
            at=_AT, events=(p.Event("die", thing=_ME),), do=(_DRAW,), gates=(h.Gate("empowered"),), label="deathknell"
        ),
        "Deathknell. While this card is Empowered, when this card dies, this happens: Draw 1 card.",
    ),
    (
        h.Activated(at=_AT, cost=p.Cost(energy=_ONE, kill=_FRIEND), do=(_DRAW,), speed="action", once=True),
        (
            "You may pay 1 Energy and kill a friendly unit, with the timing of an Action, to do this: Draw 1 "
            "card. This can "
            "be used once each turn."
        ),
    ),
    (
        h.Static(at=_AT, to=_FRIENDS, might=_ONE, keywords=(h.Keyword("assault", 2),), gates=(h.Gate("level", 6),)),
        "While you have 6 or more XP (Level 6), all friendly units have +1 Might and have Assault 2.",
    ),
    (
        h.Static(at=_AT, to=_ME, might=p.Scaled(p.Count(_FRIENDS), 2), enters="ready"),
        "This card has +2 Might for each friendly unit and enters ready.",
    ),
    (
        h.Instead(at=_AT, event=p.Event("die", thing=_FRIEND), do=(i.Recall(at=_AT, what=_IT),), may=True),
        "If a friendly unit would die, you may do this instead: Recall it to its controller's base.",
    ),
    (
        h.Instead(at=_AT, event=p.Event("phase starts", who="you", word="draw"), do=()),
        "Skip your Draw Phase.",
    ),
    (
        h.Instead(at=_AT, event=p.Event("phase starts", who="they", word="scoring step"), do=(), may=True),
        "You may skip their Scoring Step.",
    ),
    (
        h.Cannot(
            at=_AT,
            event=p.Event("choose", thing=_ME, by="enemy spell or ability"),
            condition=p.IsSo(_ME, place=_FIELD),
        ),
        "While this card is at a battlefield, enemy spells and abilities cannot target this card.",
    ),
    (
        h.Can(at=_AT, act="play", what=_ME, origin=p.Place("zone", "you", "trash"), paying=p.Cost(energy=_ONE)),
        "You may play this card from your trash and pay 1 Energy instead of the base cost.",
    ),
    (
        h.CostOf(
            at=_AT,
            what=_every("spell", tests=(p.PlayedBy("you"),)),
            less=p.Cost(energy=_ONE),
            minimum=p.Cost(energy=_ONE),
        ),
        "All spells that you play cost 1 Energy less (this never lowers it below 1 Energy).",
    ),
    (
        h.CostOf(at=_AT, what=None, less=p.Cost(power=("Order",)), per=p.Count(p.Ref("fed"))),
        'This card costs 1 Order Power less for each object in "fed".',
    ),
    (
        h.AdditionalCost(at=_AT, cost=p.Cost(kill=_some("bare", "unit", low=0, high=None)), optional=True, into="fed"),
        'As you play this card, you may also kill any number of units (call this "fed").',
    ),
    (
        h.As(at=_AT, kind="played", do=(i.NameA(at=_AT, what="tag", into="this.tag"),)),
        'As this card is played, this happens at once: Name a tag (call this "tag" and keep that on this card).',
    ),
    (h.Rule(at=_AT, name="victory score", change=_ONE), "The Victory Score is changed by +1."),
    (
        h.Toll(at=_AT, event=p.Event("move", who="opponent"), pay=p.Cost(power=("any",)), per="unit beyond the first"),
        (
            "Opponents cannot move a unit unless they pay the toll: pay 1 Power of any domain for each unit beyond "
            "the first."
        ),
    ),
    (
        h.Triggered(at=_AT, events=(p.Event("play", who="player", nth=1),), do=(_DRAW,)),
        "When a player plays a card for that player's first time in a turn, this happens: Draw 1 card.",
    ),
    (
        # What a trigger costs may always be declined.
        h.Triggered(at=_AT, events=(p.Event("die", thing=_ME),), cost=p.Cost(recycle=_ME), do=(_DRAW,)),
        "When this card dies, you may recycle this card; if that is paid, this happens: Draw 1 card.",
    ),
    (
        h.Instead(at=_AT, event=p.Event("die", thing=_ME), cost=p.Cost(energy=_ONE), do=(_DRAW,)),
        "If this card would die, you must pay 1 Energy; if that is paid, this happens instead: Draw 1 card.",
    ),
    (
        h.Triggered(
            at=_AT,
            events=(p.Event("move", who="opponent", place=p.Place("another battlefield")),),
            do=(_DRAW,),
        ),
        "When an opponent moves a unit to a battlefield other than this card's, this happens: Draw 1 card.",
    ),
    (
        h.Triggered(at=_AT, events=(p.Event("turn ends", who="any"),), do=(_DRAW,)),
        "When the turn ends, this happens: Draw 1 card.",
    ),
    (
        h.Triggered(at=_AT, events=(p.Event("turn ends", who="you"),), do=(_DRAW,)),
        "When your turn ends, this happens: Draw 1 card.",
    ),
    (
        h.As(at=_AT, kind="seen", do=(_DRAW,), may=True),
        "As you look at or reveal this card from the top of your deck, you may do this at once: Draw 1 card.",
    ),
    (h.Cannot(at=_AT, event=p.Event("play", who="opponent")), "Opponents cannot play a card."),
    (
        h.Can(at=_AT, act="play", what=_FRIENDS, place=p.Place("open battlefield"), anyone=True),
        "Friendly units may be played to an open battlefield.",
    ),
    (
        h.Can(at=_AT, act="play", what=_FRIENDS, place=p.Place("open battlefield")),
        "You may play friendly units to an open battlefield.",
    ),
    (h.Can(at=_AT, act="move with", what=_FRIENDS), "Friendly units may move along with this card."),
    (
        h.Static(at=_AT, to=_FRIENDS, might=p.BuffsOn(p.Ref("it"))),
        "Each friendly unit has extra Might equal to the number of buffs on it.",
    ),
    (
        h.Static(at=_AT, to=p.Ref("you"), ignores="tank"),
        "You ignore Tank when damage is assigned.",
    ),
    (
        h.Static(at=_AT, to=_ME, abilities_of=_FRIENDS, which="exhaust"),
        "This card has the abilities that have exhausting their source as a cost, of all friendly units.",
    ),
    (
        h.CostOf(at=_AT, what=None, less=p.Cost(energy=p.Number(2)), condition=p.Paid("shed")),
        'If "shed" was paid, this card costs 2 Energy less.',
    ),
    (
        h.Rule(at=_AT, name="lethal damage", becomes="any"),
        "The damage of yours that counts as lethal to enemy units is any amount.",
    ),
    (h.DeckRule(at=_AT, text="any number of copies"), "When a deck is built: any number of copies."),
    (h.Python(at=_AT, function="a:b", reason="it is odd"), "This card has a program of its own: it is odd."),
]


@pytest.mark.parametrize(("ability", "text"), _ABILITIES, ids=[text for _, text in _ABILITIES])
def test_an_ability(ability: h.Ability, text: str) -> None:
    assert _is(ability) == text


_PHRASES: list[tuple[p.Phrase, str]] = [
    (
        _some("choose", "unit", "gear", low=0, high=2, place=p.Place("one battlefield")),
        "up to 2 units or gear at one and the same battlefield",
    ),
    (
        _some("choose", "unit", low=0, high=None, total=p.Measure("might", "<=", p.Number(4))),
        "any number of units with total Might 4 or less",
    ),
    (
        _some("pick", "unit", tests=(p.State("token", negated=True), p.State("alone"), p.OfDomain("Order"))),
        "a non-token Order unit that is alone",
    ),
    (
        _some("bare", "unit", tests=(p.Measure("might", "<", p.TraitOf(_ME, "might")),)),
        "a unit with less Might than this card",
    ),
    (
        _every("unit", other=True, tests=(p.Controlled("opponent"), p.WithKeyword("quick-draw", negated=True))),
        "all other units that an opponent controls without Quick-Draw",
    ),
    (
        _some("bare", "spell", tests=(p.Choosing(_FRIEND), p.NotChosen("this turn"))),
        "a spell that targets a friendly unit and has not been chosen before this turn",
    ),
    (
        _every("legend", "unit", "gear", place=_FIELD, tests=(p.Controlled("you"),)),
        "all legends, units and gear that you control at battlefields",
    ),
    (
        _some("bare", "something", tests=(p.State("empowered"), p.Controlled("you"))),
        "an Empowered thing that you control",
    ),
    (
        p.Compare(p.Times(p.Event("choose", who="you", thing=_FRIEND, by="spell")), ">=", p.Number(2)),
        "you have targeted a friendly unit with a spell at least twice this turn",
    ),
    (p.Both((p.Whole("they", "hand"), _FRIENDS)), "their whole hand and all friendly units"),
    (
        _every("unit", tests=(p.State("enemy"), p.State("damaged"), p.HasTag("Poro"))),
        "all damaged enemy Poro units",
    ),
    (_some("bare", "something", tests=(p.HasTag("Poro"), p.Controlled("you"))), "a Poro that you control"),
    (_every("something", tests=(p.HasTag("Dragon"), p.State("your"))), "all Dragons of yours"),
    (_some("bare", "something", tests=(p.HasTag("Noxus"),)), "a Noxus thing"),
    (
        _some(
            "bare",
            "spell",
            tests=(p.Measure("energy", "<=", p.Number(4)), p.Measure("power", "<=", _ONE)),
        ),
        "a spell with Energy cost 4 or less and Power cost 1 or less",
    ),
    (
        _some("bare", "card", place=p.Place("zone", "you", "hand"), tests=(p.WithKeyword("hidden"),)),
        "a card with Hidden in your hand",
    ),
    (
        _some("pick", "unit", tests=(p.Controlled("you", negated=True), p.NotChosen("this play"))),
        "a unit that is not controlled by you and has not been chosen before in this play",
    ),
    (
        _some("pick", "unit", tests=(p.Controlled("you"), p.State("alone"))),
        "a unit that you control and that is alone",
    ),
    (
        _every("unit", tests=(p.HasTag("Cat"),), or_else=_every("unit", or_else=_every("gear"))),
        "all Cat units, all units and all gear",
    ),
    (p.Exists(_every("card", place=p.Place("zone", "you", "hand")), 0, 1), "there is at most 1 card in your hand"),
    (p.Exists(_every("card", place=p.Place("zone", "you", "hand")), 0, 2), "there are at most 2 cards in your hand"),
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
                    _some(
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
        '"guard" is the only unit that you control where it is',
    ),
    (
        p.AllOf(
            (
                p.IsSo(_ME, (p.IsKind("unit"), p.Controlled("you")), _FIELD),
                p.Exists(_some("bare", "unit", place=_FIELD, tests=(p.Controlled("you"),)), 2, 2),
            ),
        ),
        (
            "this card is a unit, is controlled by you and is at a battlefield and you control exactly 2 units at "
            "battlefields"
        ),
    ),
    (p.Place("battlefield", tests=(p.State("occupied"),)), "at a battlefield that is occupied"),
    (p.Plus(p.TraitOf(p.Ref("thrown"), "energy"), p.Number(-1)), '"thrown"\'s Energy cost minus 1'),
    (p.Times(p.Event("discard", who="you")), "how often you discard a card this turn"),
    (p.Exists(_every("rune", tests=(p.Controlled("you"),)), 7), "you control 7 or more runes"),
    (p.Exists(_every("card", place=p.Place("zone", "you", "hand")), 0, 0), "there are no cards in your hand"),
    (p.Happened(p.Event("die", thing=_FRIEND), times=2), "a friendly unit has died at least twice this turn"),
    (
        p.AllOf((p.Moment("a combat"), p.AnyOf((p.Paid("a"), p.Not(p.Paid("b")))))),
        'a combat is in progress and ("a" was paid or "b" was not paid)',
    ),
    (
        p.Event("put into trash", thing=_some("bare", "card"), place=p.Place("zone", "you", "trash")),
        "a card is put into your trash",
    ),
    (p.Event("dealt damage", thing=_ME, by="spell", word="combat"), "a spell deals combat damage to this card"),
    (
        p.Event("spend", who="you", thing=_some("bare", "spell"), word="4 energy"),
        "you spend 4 or more Energy on a spell",
    ),
    (p.Event("might becomes", thing=_ME, word="10"), "this card's Might becomes 10 or more"),
    (
        p.Event("recycle", who="you", thing=_some("bare", "card", high=None), one_or_more=True),
        "you recycle one or more cards",
    ),
    (p.Cost(discard=_some("bare", "card", low=2, high=2), xp=_ONE), "discard 2 cards from your hand and pay 1 XP"),
]


@pytest.mark.parametrize(("phrase", "text"), _PHRASES, ids=[text for _, text in _PHRASES])
def test_a_phrase(phrase: p.Phrase, text: str) -> None:
    assert say(phrase, _VOICE) == text


def test_the_text_of_an_equipment_speaks_of_the_unit_that_has_it() -> None:
    conquers = h.Triggered(at=_AT, events=(p.Event("conquer", thing=_ME),), do=(i.Detach(at=_AT, what=p.Ref("this")),))
    card = h.CardAbilities(
        "Example",
        keywords=(h.Keyword("equip", cost=p.Cost(energy=_ONE)),),
        effect=(conquers,),
        effect_keywords=(h.Keyword("assault", 2),),
    )
    assert describe(card) == [
        "Equip: to attach this card to a unit you control, pay 1 Energy.",
        "The equipped unit has Assault 2: +2 Might while the equipped unit is attacking.",
        "When the equipped unit conquers, this happens: Detach this card.",
    ]


@pytest.mark.parametrize(
    ("mood", "text"),
    [
        ("present", "a friendly unit moves to a battlefield"),
        ("perfect", "a friendly unit has moved to a battlefield"),
        ("cannot", "a friendly unit cannot move to a battlefield"),
        ("would", "a friendly unit would move to a battlefield"),
    ],
)
def test_an_event_in_each_mood(mood: str, text: str) -> None:
    event = p.Event("move", thing=_FRIEND, place=_FIELD)
    assert event_words(event, _VOICE, mood) == text  # type: ignore[arg-type]


@pytest.mark.parametrize("verb", get_args(p.EventVerb))
def test_every_event_verb_has_words_in_every_mood(verb: p.EventVerb) -> None:
    about: dict[str, p.Event] = {
        "phase starts": p.Event("phase starts", who="you", word="beginning"),
        "turn starts": p.Event("turn starts", who="they"),
        "turn ends": p.Event("turn ends", who="you"),
        "might becomes": p.Event("might becomes", thing=_FRIEND, word="10"),
        "becomes": p.Event("becomes", thing=_FRIEND, word="mighty"),
    }
    event = about.get(verb, p.Event(verb, thing=_FRIEND))
    texts = {event_words(event, _VOICE, mood) for mood in ("present", "perfect", "cannot", "would")}
    assert len(texts) == 4
    assert all("  " not in text and "None" not in text for text in texts)


@pytest.mark.parametrize(
    ("table", "known"),
    [
        (PHRASE_WORDS, get_args(p.Phrase)),
        (INSTRUCTION_WORDS, i.language().values()),
        (ABILITY_WORDS, get_args(h.Ability)),
    ],
    ids=["phrases", "instructions", "abilities"],
)
def test_every_class_has_words_and_no_other(table: dict[type, object], known: Iterable[type]) -> None:
    assert set(table) - {object} == set(known)


@pytest.mark.parametrize("union", [p.Selection, p.Amount, p.Condition, p.Test])
def test_the_kinds_of_phrases_have_words(union: object) -> None:
    assert set(get_args(union)) <= set(PHRASE_WORDS)


def test_keywords_durations_and_verbs_have_words() -> None:
    assert set(MEANINGS) == set(h.KEYWORDS)
    assert set(UNTIL) == set(get_args(i.Until))
    assert set(get_args(p.EventVerb)) == EVENT_VERBS


@dataclass(frozen=True)
class _Stranger:
    at: str = _AT


@pytest.mark.parametrize("table", [say, tell, proclaim])
def test_a_class_without_words_is_an_error(table: object) -> None:
    with pytest.raises(TypeError, match="no words for a _Stranger"):
        table(_Stranger(), _VOICE)  # type: ignore[operator]


def test_a_keyword_without_words_is_an_error() -> None:
    with pytest.raises(TypeError, match='keyword "flying"'):
        describe(h.CardAbilities("Example", keywords=(h.Keyword("flying"),)))


def test_no_text_shows_python() -> None:
    texts = [_do(line) for line, _ in _LINES] + [_is(ability) for ability, _ in _ABILITIES]
    names = [kind.__name__ + "(" for kind in (*PHRASE_WORDS, *INSTRUCTION_WORDS, *ABILITY_WORDS)]
    for text in texts:
        assert not [word for word in ("None", "@", "..", "{", "}", "  ", *names) if word in text], text


@pytest.mark.parametrize(
    ("verb", "text"),
    [("deal 1", "deals 1"), ("have", "has"), ("banish it", "banishes it"), ("ready", "readies"), ("play", "plays")],
)
def test_verbs_agree_with_a_single_subject(verb: str, text: str) -> None:
    assert third_person(verb) == text


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("unit", "a unit"),
        ("enemy unit", "an enemy unit"),
        ("other unit", "another unit"),
        ("uncontrolled battlefield", "an uncontrolled battlefield"),
        ("something", "something"),
    ],
)
def test_articles(words: str, text: str) -> None:
    assert with_article(words) == text
