"""From a line of YAML to its node: every verb at least once."""

from __future__ import annotations

from typing import Any

import pytest

from riftcheck.carddb.abilities import heads, phrases
from riftcheck.carddb.abilities import instructions as do
from riftcheck.carddb.abilities.heads import Gate, Keyword
from riftcheck.carddb.abilities.phrases import (
    AllOf,
    AnyOf,
    Cost,
    Event,
    IsKind,
    Moment,
    Number,
    Place,
    Ref,
    Selector,
    State,
    Top,
    TraitOf,
    Whole,
)
from tests.carddb.abilities.read_nodes import CARD, ENEMY, FIELD, GEAR, IT, ME, ONE, SPELL, UNIT, drawn, read

# A line -> its node at do/0. Names that a line needs are me, this, or made by a line after which it stands.
LINES: list[tuple[str, Any]] = [
    ("{draw: 2}", do.Draw(at="do/0", amount=Number(2))),
    ("{draw: top 1 of your deck}", do.Draw(at="do/0", what=Top(ONE, "you"))),
    (
        "{give: me, might: -2, minimum: 1, until: end of turn}",
        do.Give(at="do/0", to=ME, might=Number(-2), minimum=ONE, until="end of turn"),
    ),
    (
        "{give: me, raise-to: 5, keywords: [tank, assault 2], until: end of combat}",
        do.Give(
            at="do/0",
            to=ME,
            raise_to=Number(5),
            keywords=(Keyword("tank"), Keyword("assault", 2)),
            until="end of combat",
        ),
    ),
    ("{deal: 3, to: choose a unit}", do.Deal(at="do/0", amount=Number(3), to=UNIT)),
    (
        "{deal: me.might, to: choose a unit, by: me}",
        do.Deal(at="do/0", amount=TraitOf(ME, "might"), to=UNIT, source=ME),
    ),
    (
        "{split: 4, among: choose any number of units}",
        do.Split(at="do/0", amount=Number(4), among=Selector("choose", ("unit",), Number(0), None)),
    ),
    ("{fight: me, with: choose an enemy unit}", do.Fight(at="do/0", first=ME, second=ENEMY)),
    ("{kill: choose a unit}", do.Kill(at="do/0", what=UNIT)),
    ("{banish: choose a unit}", do.Banish(at="do/0", what=UNIT)),
    ("{recall: choose a unit}", do.Recall(at="do/0", what=UNIT)),
    ("{heal: me}", do.Heal(at="do/0", what=ME)),
    ("{return: me, to: champion zone}", do.Return(at="do/0", what=ME, to="champion zone")),
    ("{move: choose a unit}", do.Move(at="do/0", what=UNIT)),
    ("{move: me, to: here}", do.Move(at="do/0", what=ME, to=Place("here"))),
    ("{swap-places: me, with: choose a unit}", do.SwapPlaces(at="do/0", first=ME, second=UNIT)),
    ("{ready: me}", do.Ready(at="do/0", what=ME)),
    ("{exhaust: me}", do.Exhaust(at="do/0", what=ME)),
    ("{stun: choose an enemy unit}", do.Stun(at="do/0", what=ENEMY)),
    ("{buff: pick a unit}", do.Buff(at="do/0", what=Selector("pick", ("unit",), ONE, ONE))),
    (
        "{spend-buffs: any number}",
        do.SpendBuffs(at="do/0", what=Selector("bare", ("buff",), Number(0), None)),
    ),
    (
        "{play-token: Sprite, count: 2, to: here, ready: true, with: [tank], might: 3}",
        do.PlayToken(
            at="do/0",
            token="Sprite",  # noqa: S106 (a card)
            count=Number(2),
            to=Place("here"),
            ready=True,
            keywords=(Keyword("tank"),),
            might=Number(3),
        ),
    ),
    (
        "{play: me, ignoring: energy, less: {energy: 1}, also-to: here, then: banish}",
        do.Play(
            at="do/0",
            what=ME,
            ignoring="energy",
            less=Cost(energy=ONE),
            also_to=Place("here"),
            then="banish",
        ),
    ),
    ("{play: me, paying: {power: any}}", do.Play(at="do/0", what=ME, paying=Cost(power=("any",)))),
    ("{play: this, again: true}", do.Play(at="do/0", what=Ref("this"), again=True)),
    ("{play: me, to: here}", do.Play(at="do/0", what=ME, to=Place("here"))),
    ("{discard: 1}", do.Discard(at="do/0", amount=ONE)),
    ("{discard: a card}", do.Discard(at="do/0", what=CARD)),
    ("{discard: your hand}", do.Discard(at="do/0", what=Whole("you", "hand"))),
    ("{recycle: me}", do.Recycle(at="do/0", what=ME)),
    ("{burn: 3}", do.Burn(at="do/0", amount=Number(3))),
    ("{put: me, into: top of your deck}", do.Put(at="do/0", what=ME, zone="top of deck")),
    ("{look-at: top 3 of your deck}", do.LookAt(at="do/0", what=Top(Number(3), "you"))),
    ("{reveal: your deck, until: a unit}", do.Reveal(at="do/0", what=Whole("you", "deck"), until=(IsKind("unit"),))),
    ("{predict: 2}", do.Predict(at="do/0", amount=Number(2))),
    ("{channel: 1, exhausted: true}", do.Channel(at="do/0", amount=ONE, exhausted=True)),
    (
        "{add: {energy: 1, power: fury any}, only-for: spells}",
        do.Add(at="do/0", energy=ONE, power=("Fury", "any"), only_for="spells"),
    ),
    ("{score: 1}", do.Score(at="do/0", amount=ONE)),
    ("{xp: 2}", do.GainXp(at="do/0", amount=Number(2))),
    ("{win: you}", do.Win(at="do/0", who="you")),
    ("{empower: me}", do.Empower(at="do/0", what=ME)),
    ("{disempower: me}", do.Disempower(at="do/0", what=ME)),
    ("{attach: choose a gear, to: me}", do.Attach(at="do/0", what=GEAR, to=ME)),
    ("{detach: this}", do.Detach(at="do/0", what=Ref("this"))),
    ("{counter: choose a spell, to: its owner's hand}", do.Counter(at="do/0", what=SPELL, to_hand=True)),
    ("{new-choices: choose a spell}", do.NewChoices(at="do/0", what=SPELL)),
    (
        "{take-control: choose a unit, until: I leave the board}",
        do.TakeControl(at="do/0", what=UNIT, until="I leave the board"),
    ),
    ("{lose-control: me}", do.LoseControl(at="do/0", what=ME)),
    ("{become-copy: me, of: choose a unit}", do.BecomeCopy(at="do/0", what=ME, of=UNIT)),
    ("{copy-text: choose a unit, to: me}", do.CopyText(at="do/0", of=UNIT, to=ME)),
    ("{double: me, until: end of turn}", do.Double(at="do/0", what=ME, until="end of turn")),
    (
        "{set-might: me, is: 5, until: end of turn}",
        do.SetMight(at="do/0", what=ME, value=Number(5), until="end of turn"),
    ),
    (
        "{swap-might: me, with: choose a unit, until: end of turn}",
        do.SwapMight(at="do/0", first=ME, second=UNIT, until="end of turn"),
    ),
    ("{prevent: all}", do.Prevent(at="do/0")),
    (
        "{prevent: 3, to: me, from: spells and abilities, until: end of turn}",
        do.Prevent(at="do/0", amount=Number(3), to=ME, source="spells and abilities", until="end of turn"),
    ),
    ("{choose: a unit}", do.Choose(at="do/0", what=UNIT)),
    ("{pick: a unit}", do.Choose(at="do/0", what=Selector("pick", ("unit",), ONE, ONE))),
    (
        "{choose-one: [{do: [{draw: 1}]}, {do: [{heal: me}]}], not-chosen: this turn}",
        do.ChooseOne(
            at="do/0",
            modes=(drawn("do/0/choose-one/0/do/0"), (do.Heal(at="do/0/choose-one/1/do/0", what=ME),)),
            not_chosen="this turn",
        ),
    ),
    (
        "{either: [{do: [{draw: 1}], label: a card}, {do: [{heal: me}], label: healing}]}",
        do.Either(
            at="do/0",
            ways=(drawn("do/0/either/0/do/0"), (do.Heal(at="do/0/either/1/do/0", what=ME),)),
            labels=("a card", "healing"),
        ),
    ),
    ("{may: [{draw: 1}]}", do.MayDo(at="do/0", do=drawn("do/0/may/0"))),
    (
        "{if: it is your turn, do: [{draw: 1}], else: [{heal: me}]}",
        do.If(
            at="do/0",
            test=Moment("your turn"),
            do=drawn("do/0/do/0"),
            otherwise=(do.Heal(at="do/0/else/0", what=ME),),
        ),
    ),
    (
        "{gate: [legion, level 3], do: [{draw: 1}]}",
        do.Gated(at="do/0", gates=(Gate("legion"), Gate("level", 3)), do=drawn("do/0/do/0")),
    ),
    (
        "{unless: [{draw: 1}], do: [{heal: me}]}",
        do.Unless(at="do/0", offer=drawn("do/0/unless/0"), do=(do.Heal(at="do/0/do/0", what=ME),)),
    ),
    ("{pay: {energy: 1}}", do.Pay(at="do/0", cost=Cost(energy=ONE))),
    (
        "{each: player, starting: you, together: true, do: [{draw: 1, by: they}]}",
        do.Each(
            at="do/0",
            who="player",
            starting="you",
            together=True,
            do=(do.Draw(at="do/0/do/0", amount=ONE, by="they"),),
        ),
    ),
    (
        "{for-each: all units, do: [{heal: it}]}",
        do.ForEach(at="do/0", what=Selector("all", ("unit",), Number(0), None), do=(do.Heal(at="do/0/do/0", what=IT),)),
    ),
    ("{do-this: [{draw: 1}]}", do.DoThis(at="do/0", do=drawn("do/0/do-this/0"))),
    (
        "{do-this: {may: true, do: [{draw: 1}]}}",
        do.DoThis(at="do/0", do=drawn("do/0/do-this/do/0"), offered=True),
    ),
    (
        "{do-this: {when: this kills a unit, each-time: true, if: it is your turn, do: [{draw: 1}]}}",
        do.DoThis(
            at="do/0",
            do=drawn("do/0/do-this/do/0"),
            when=Event("kill", thing=Selector("bare", ("unit",), ONE, ONE), by="this"),
            each_time=True,
            test=Moment("your turn"),
        ),
    ),
    (
        "{set-up: {instead-of: I die, do: [{heal: me}]}, until: end of turn, uses: 1}",
        do.SetUp(
            at="do/0",
            ability=heads.Instead(
                at="do/0/set-up",
                event=Event("die", thing=ME),
                do=(do.Heal(at="do/0/set-up/do/0", what=ME),),
            ),
            until="end of turn",
            uses=1,
        ),
    ),
    ("{proceed: true}", do.Proceed(at="do/0")),
    ("{proceed: {token: Mech}}", do.Proceed(at="do/0", token="Mech")),  # noqa: S106 (a card)
    ("{proceed: {amount: 2, copies: 1}}", do.Proceed(at="do/0", amount=Number(2), copies=1)),
    (
        "{trigger-again: conquer abilities of units here}",
        do.TriggerAgain(
            at="do/0", label="conquer", of=Selector("all", ("unit",), Number(0), None, place=Place("here"))
        ),
    ),
    (
        "{add-legend: pick a legend in your extra legends, until: I leave the board}",
        do.AddLegend(
            at="do/0",
            what=Selector("pick", ("legend",), ONE, ONE, place=Place("zone", whose="you", zone="extra legends")),
            until="I leave the board",
        ),
    ),
    ("{add-battlefield: Baron Pit}", do.AddBattlefield(at="do/0", token="Baron Pit")),  # noqa: S106 (a card)
    (
        "{replace-battlefield: choose a battlefield, with: Brush}",
        do.ReplaceBattlefield(at="do/0", what=FIELD, token="Brush"),  # noqa: S106 (a card)
    ),
    ("{swap-back: choose a battlefield}", do.SwapBack(at="do/0", what=FIELD)),
    ("{extra-turn: you}", do.ExtraTurn(at="do/0", who="you")),
    (
        "{become-unit: choose a gear, until: you choose another}",
        do.BecomeUnit(at="do/0", what=Selector("choose", ("gear",), ONE, ONE), until="you choose another"),
    ),
    ("{enter: ready}", do.Enter(at="do/0", state="ready")),
    ("{enter-at: here}", do.EnterAt(at="do/0", place=Place("here"))),
    (
        "{draw: 1, may: true, if: it is your turn}",
        do.Draw(at="do/0", amount=ONE, may=True, condition=Moment("your turn")),
    ),
    (
        "{draw: 1, if: [it is your turn, I am ready]}",
        do.Draw(at="do/0", amount=ONE, condition=AllOf((Moment("your turn"), phrases.IsSo(ME, (State("ready"),))))),
    ),
    (
        "{draw: 1, if: {any: [it is your turn, I am ready]}}",
        do.Draw(at="do/0", amount=ONE, condition=AnyOf((Moment("your turn"), phrases.IsSo(ME, (State("ready"),))))),
    ),
    (
        "{if: it is your turn, may: [{draw: 1}]}",
        do.MayDo(at="do/0", condition=Moment("your turn"), do=drawn("do/0/may/0")),
    ),
]


@pytest.mark.parametrize(("line", "node"), LINES)
def test_a_line_is_its_node(line: str, node: Any) -> None:
    assert read(f"do: [{line}]").do == (node,)
