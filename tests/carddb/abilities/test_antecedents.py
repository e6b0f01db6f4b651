"""What `it` and its like mean in a card, and where they mean nothing."""

from __future__ import annotations

from riftcheck.carddb.abilities import instructions as do
from riftcheck.carddb.abilities.heads import Triggered
from riftcheck.carddb.abilities.names import binder
from riftcheck.carddb.abilities.phrases import AmongNames, Did, Event, Number, Place, Ref, Selector, State, TraitOf
from tests.carddb.abilities.test_problems import read

ONE = Number(1)
IT = Ref("it")
UNIT = Selector("choose", ("unit",), ONE, ONE)


def test_it_is_the_name_that_was_given() -> None:
    card = read("do: [{choose: a unit, as: mark}, {stun: mark}, {kill: it}]")
    assert card.do[2] == do.Kill(at="do/2", what=Ref("mark"))


def test_it_is_what_a_line_chose_even_if_the_act_does_not_happen() -> None:
    card = read("do: [{kill: choose a unit, as: killed, if: it is your turn}, {heal: it, if: killed}]")
    choice, kill, heal = card.do
    assert isinstance(choice, do.Choose)
    assert (choice.at, choice.into, choice.what, choice.condition) == ("do/0@it", "it@do/0", UNIT, kill.condition)
    assert isinstance(kill, do.Kill)
    assert (kill.what, kill.into) == (Ref("it@do/0"), "killed")
    assert heal == do.Heal(at="do/1", what=Ref("it@do/0"), condition=Did(Ref("killed")))


def test_a_pick_that_may_be_declined_is_asked_before() -> None:
    picked = read("do: [{kill: pick a unit, may: true}, {heal: it}]").do
    assert [line.may for line in picked] == [True, False, False]
    chosen = read("do: [{kill: choose a unit, may: true}, {heal: it}]").do
    assert [line.may for line in chosen] == [False, True, False]


def test_another_goes_on_leaving_out_what_the_line_chose() -> None:
    card = read(
        "do: [{deal: 1, to: choose a unit, by: choose another unit}, {heal: it}]",
    )
    _, deal, _ = card.do
    assert isinstance(deal, do.Deal)
    assert isinstance(deal.source, Selector)
    assert deal.source.tests == (AmongNames(Ref("it@do/0"), negated=True),)


def test_it_is_what_a_line_made() -> None:
    token, ready = read("do: [{play-token: Gold}, {do-this: [{ready: it}]}]").do
    assert isinstance(ready, do.DoThis)
    assert (token.into, *ready.do) == ("it@do/0", do.Ready(at="do/1/do-this/0", what=Ref("it@do/0")))
    thrown, deal = read("do: [{discard: 1}, {deal: it.energy, to: choose a unit}]").do
    assert thrown.into == "it@do/0"
    assert isinstance(deal, do.Deal)
    assert deal.amount == TraitOf(Ref("it@do/0"), "energy")


def test_me_and_groups_are_no_antecedent() -> None:
    card = read("do: [{choose: a unit, as: mark}, {ready: me}, {stun: all enemy units}, {kill: it}]")
    assert card.do[3] == do.Kill(at="do/3", what=Ref("mark"))


def test_it_stays_where_the_event_binds_it() -> None:
    card = read("abilities: [{when: a unit you control dies, if: it is ready, do: [{return: it}, {draw: 1}]}]")
    (ability,) = card.abilities
    assert isinstance(ability, Triggered)
    assert ability.do[0] == do.Return(at="abilities/0/do/0", what=IT)


def test_it_within_the_event_of_a_reflexive_trigger_is_what_stands_above() -> None:
    card = read("do: [{deal: 3, to: choose a unit}, {do-this: {when: this kills it, do: [{draw: 1}]}}]")
    reflexive = card.do[2]
    assert isinstance(reflexive, do.DoThis)
    assert reflexive.when == Event("kill", thing=Ref("it@do/0"), by="this")


def test_both_branches_may_name_the_same_thing() -> None:
    card = read(
        "do: [{if: it is your turn, do: [{choose: a unit, as: mark}], else: [{choose: an enemy unit, as: mark}]},"
        " {kill: it}]"
    )
    assert card.do[1] == do.Kill(at="do/1", what=Ref("mark"))


def test_it_in_a_round_over_objects_is_the_object_of_the_round() -> None:
    card = read("do: [{choose: a unit, as: mark}, {for-each: all units, do: [{heal: it}]}, {kill: it}]")
    rounds = card.do[1]
    assert isinstance(rounds, do.ForEach)
    assert rounds.do == (do.Heal(at="do/1/do/0", what=IT),)
    assert card.do[2] == do.Kill(at="do/2", what=Ref("mark"))


def test_its_controller_speaks_of_what_was_chosen_above() -> None:
    card = read("do: [{kill: choose a unit}, {draw: 2, by: its controller}]")
    assert binder.its(card) == {"do/1": Ref("it@do/0")}
    assert binder.its(read("do: [{move: choose a unit, to: its base}]")) == {}
    event = read("abilities: [{when: a unit dies, do: [{draw: 1, by: its owner}]}]")
    assert binder.its(event) == {"abilities/0/do/0": IT}


def test_by_a_chosen_player_is_that_player() -> None:
    card = read("do: [{choose: an opponent, as: victim}, {draw: 1, by: victim}]")
    assert card.do[1] == do.Draw(at="do/1", amount=ONE, by="that player")


def test_a_bare_object_is_right_where_no_target_is_possible() -> None:
    card = read("do: [{recycle: a card in your hand}]")
    hand = Selector("bare", ("card",), ONE, ONE, place=Place("zone", "you", "hand"))
    assert card.do == (do.Recycle(at="do/0", what=hand),)
    ability = read("abilities: [{when: an enemy unit dies, cost: {kill: a unit}, do: [{draw: 1}]}]").abilities[0]
    assert isinstance(ability, Triggered)
    assert ability.events[0].thing == Selector("bare", ("unit",), ONE, ONE, tests=(State("enemy"),))
