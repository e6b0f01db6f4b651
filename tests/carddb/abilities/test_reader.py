"""From YAML to nodes: every verb and head at least once, the fixture cards, and canonical mappings."""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from riftcheck.carddb import schemas, strict_yaml
from riftcheck.carddb.abilities import canonical, heads, phrases
from riftcheck.carddb.abilities import instructions as do
from riftcheck.carddb.abilities.description import describe
from riftcheck.carddb.abilities.heads import CardAbilities, Gate, Keyword
from riftcheck.carddb.abilities.loader import load_abilities, read_many
from riftcheck.carddb.abilities.phrases import (
    AllOf,
    AnyOf,
    Controlled,
    Cost,
    Count,
    Did,
    Event,
    IsKind,
    Moment,
    Number,
    Paid,
    PaidAmount,
    Place,
    Ref,
    Selector,
    State,
    Top,
    TraitOf,
    Whole,
)
from riftcheck.carddb.abilities.reader.card import KEYS, read_abilities
from riftcheck.carddb.abilities.reader.heads import HEADS
from riftcheck.carddb.abilities.reader.verbs import VERBS, _reader
from tests.paths import ROOT

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

FIXTURE = ROOT / "tests" / "fixtures" / "abilities" / "awaiting.yaml"
ONE = Number(1)
ME = Ref("me")
IT = Ref("it")
UNIT = Selector("choose", ("unit",), ONE, ONE)
ENEMY = Selector("choose", ("unit",), ONE, ONE, tests=(State("enemy"),))
GEAR = Selector("choose", ("gear",), ONE, ONE)
SPELL = Selector("choose", ("spell",), ONE, ONE)
FIELD = Selector("choose", ("battlefield",), ONE, ONE)
HAND = Place("zone", "you", "hand")
CARD = Selector("bare", ("card",), ONE, ONE, place=HAND)
DRAW = "do: [{draw: 1}]"


def read(text: str) -> CardAbilities:
    return read_abilities("Test", yaml.safe_load(text))


def drawn(at: str) -> tuple[do.Draw]:
    return (do.Draw(at=at, amount=ONE),)


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
        "{play: me, ignoring: energy, paying: {power: any}, less: {energy: 1}, also-to: here, then: banish}",
        do.Play(
            at="do/0",
            what=ME,
            ignoring="energy",
            paying=Cost(power=("any",)),
            less=Cost(energy=ONE),
            also_to=Place("here"),
            then="banish",
        ),
    ),
    ("{play: this, again: true, to: here}", do.Play(at="do/0", what=Ref("this"), again=True, to=Place("here"))),
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
    ("{empower: me, until: end of turn}", do.Empower(at="do/0", what=ME, until="end of turn")),
    ("{disempower: me}", do.Disempower(at="do/0", what=ME)),
    ("{attach: choose a gear, to: me}", do.Attach(at="do/0", what=GEAR, to=ME)),
    ("{detach: this}", do.Detach(at="do/0", what=Ref("this"))),
    ("{counter: choose a spell, to: its owner's hand}", do.Counter(at="do/0", what=SPELL, to_hand=True)),
    ("{new-choices: choose a spell}", do.NewChoices(at="do/0", what=SPELL)),
    (
        "{take-control: choose a unit, until: I leave the board}",
        do.TakeControl(at="do/0", what=UNIT, until="I leave the board"),
    ),
    ("{become-copy: me, of: choose a unit}", do.BecomeCopy(at="do/0", what=ME, of=UNIT)),
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
        "{unless: [{draw: 1}], by: an opponent, do: [{heal: me}]}",
        do.Unless(at="do/0", by="opponent", offer=drawn("do/0/unless/0"), do=(do.Heal(at="do/0/do/0", what=ME),)),
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
    ("{proceed: {amount: 2, copies: 1}}", do.Proceed(at="do/0", amount=Number(2), copies=1)),
    (
        "{trigger-again: conquer abilities of units here}",
        do.TriggerAgain(
            at="do/0", label="conquer", of=Selector("all", ("unit",), Number(0), None, place=Place("here"))
        ),
    ),
    ("{add-battlefield: Baron Pit}", do.AddBattlefield(at="do/0", token="Baron Pit")),  # noqa: S106 (a card)
    (
        "{replace-battlefield: choose a battlefield, with: Brush}",
        do.ReplaceBattlefield(at="do/0", what=FIELD, token="Brush"),  # noqa: S106 (a card)
    ),
    ("{swap-back: choose a battlefield}", do.SwapBack(at="do/0", what=FIELD)),
    ("{extra-turn: you}", do.ExtraTurn(at="do/0", who="you")),
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


def test_a_tag_is_named_for_the_whole_card() -> None:
    card = read(
        "abilities: [{as-played: true, do: [{name-a: tag, as: this.tag}]},"
        " {when: I conquer, do: [{kill: choose a unit with tag this.tag}]}]"
    )
    named, used = card.abilities
    assert named == heads.As(
        at="abilities/0", kind="played", do=(do.NameA(at="abilities/0/do/0", what="tag", into="this.tag"),)
    )
    assert isinstance(used, heads.Triggered)
    assert used.do[0] == do.Kill(
        at="abilities/1/do/0",
        what=Selector("choose", ("unit",), ONE, ONE, tests=(phrases.HasTag(Ref("this.tag")),)),
    )


AT = "abilities/0"
DO = drawn("abilities/0/do/0")
ABILITIES: list[tuple[str, Any]] = [
    (
        (
            "{when: I attack or defend, if: it is your turn, may: true, cost: {exhaust: me}, once: each turn,"
            f" works-in: trash, controller: that player, {DRAW}}}"
        ),
        heads.Triggered(
            at=AT,
            events=(Event("attack", thing=ME), Event("defend", thing=ME)),
            condition=Moment("your turn"),
            may=True,
            cost=Cost(exhaust=ME),
            once=True,
            works_in="trash",
            controller="that player",
            do=DO,
        ),
    ),
    (
        f"{{when: [I conquer, I hold], {DRAW}}}",
        heads.Triggered(at=AT, events=(Event("conquer", thing=ME), Event("hold", thing=ME)), do=DO),
    ),
    (
        f"{{when: deathknell, {DRAW}}}",
        heads.Triggered(at=AT, events=(Event("die", thing=ME),), label="deathknell", do=DO),
    ),
    (
        f"{{cost: {{energy: 1, power: own order}}, speed: reaction, only: it is your turn, once: each turn, {DRAW}}}",
        heads.Activated(
            at=AT,
            cost=Cost(energy=ONE, power=("own", "Order")),
            speed="reaction",
            only=Moment("your turn"),
            once=True,
            do=DO,
        ),
    ),
    (
        "{for: me, while: it is your turn, might: 1, keywords: [ganking], enters: ready, tags: [Poro]}",
        heads.Static(
            at=AT,
            to=ME,
            condition=Moment("your turn"),
            might=ONE,
            keywords=(Keyword("ganking"),),
            enters="ready",
            tags=("Poro",),
        ),
    ),
    (
        f"{{for: me, abilities: [{{when: I conquer, {DRAW}}}]}}",
        heads.Static(
            at=AT,
            to=ME,
            abilities=(
                heads.Triggered(
                    at=f"{AT}/abilities/0", events=(Event("conquer", thing=ME),), do=drawn(f"{AT}/abilities/0/do/0")
                ),
            ),
        ),
    ),
    (
        "{instead-of: I die, if: it is your turn, while: I am ready, do: []}",
        heads.Instead(
            at=AT,
            event=Event("die", thing=ME),
            condition=AllOf((Moment("your turn"), phrases.IsSo(ME, (State("ready"),)))),
            do=(),
        ),
    ),
    (
        "{cannot: opponents gain points, while: I am ready}",
        heads.Cannot(at=AT, event=Event("gain points", who="opponent"), condition=phrases.IsSo(ME, (State("ready"),))),
    ),
    (
        "{can: you play me from your trash, paying: {power: any}}",
        heads.Can(at=AT, act="play", what=ME, origin=Place("zone", "you", "trash"), paying=Cost(power=("any",))),
    ),
    (
        "{can: friendly units move with me}",
        heads.Can(
            at=AT,
            act="move with",
            what=Selector("all", ("unit",), Number(0), None, tests=(State("friendly"),)),
        ),
    ),
    (
        "{cost-of: this, less: {energy: 1}, per: count of units you control, minimum: {energy: 1}, slot: discount}",
        heads.CostOf(
            at=AT,
            what=None,
            less=Cost(energy=ONE),
            per=Count(Selector("all", ("unit",), Number(0), None, tests=(Controlled("you"),))),
            minimum=Cost(energy=ONE),
            slot="discount",
        ),
    ),
    (
        "{cost-of: optional additional costs you pay, less: {energy: 1, or: {power: any}}}",
        heads.CostOf(
            at=AT,
            what=Selector("all", ("card",), Number(0), None, tests=(phrases.PlayedBy("you"),)),
            component="optional",
            less=Cost(either=(Cost(energy=ONE), Cost(power=("any",)))),
        ),
    ),
    ("{additional-cost: {discard: 1}}", heads.AdditionalCost(at=AT, cost=Cost(discard=CARD))),
    (f"{{as-attached: to a unit, may: true, {DRAW}}}", heads.As(at=AT, kind="attached", may=True, do=DO)),
    (f"{{as-seen: on top of your deck, {DRAW}}}", heads.As(at=AT, kind="seen", do=DO)),
    ("{rule: victory score, change: +1}", heads.Rule(at=AT, name="victory score", change=ONE)),
    (
        "{rule: lethal damage to enemy units, becomes: any amount of your damage}",
        heads.Rule(at=AT, name="lethal damage", becomes="any"),
    ),
    (
        "{toll: opponents move units, pay: {power: any}, per: unit}",
        heads.Toll(
            at=AT,
            event=Event("move", who="opponent", thing=Selector("all", ("unit",), Number(0), None)),
            pay=Cost(power=("any",)),
            per="unit",
        ),
    ),
    ("{deck: any number of copies}", heads.DeckRule(at=AT, text="any number of copies")),
    (
        "{python: cards.odd:brush, reason: made up for a test}",
        heads.Python(at=AT, function="cards.odd:brush", reason="made up for a test"),
    ),
    (
        "{gate: [legion, level 6, empowered], for: me, might: 1}",
        heads.Static(at=AT, to=ME, might=ONE, gates=(Gate("legion"), Gate("level", 6), Gate("empowered"))),
    ),
]


@pytest.mark.parametrize(("ability", "node"), ABILITIES)
def test_an_ability_is_its_node(ability: str, node: Any) -> None:
    assert read(f"abilities: [{ability}]").abilities == (node,)


def test_no_verb_and_no_head_is_left_out_above() -> None:
    lines = {next(iter(yaml.safe_load(line))) for line, _ in LINES}
    assert set(VERBS) - lines == {"name-a"}
    named = {key for text, _ in ABILITIES for key in yaml.safe_load(text)}
    assert set(HEADS) - named == {"as-played"}


def instruction_classes() -> set[type]:
    """Return the classes that the modules of instructions define, but for those that every instruction shares."""
    found: set[type] = set()
    for each in pkgutil.iter_modules(do.__path__):
        module = importlib.import_module(f"{do.__name__}.{each.name}")
        defined = (value for value in vars(module).values() if getattr(value, "__module__", "") == module.__name__)
        found |= {value for value in defined if isinstance(value, type) and issubclass(value, do.Instruction)}
    return found - {do.Instruction, do.ActOn}


def test_every_class_of_instructions_is_declared_and_has_its_verb() -> None:
    classes = instruction_classes()
    assert len(classes) > 60
    assert set(do.language().values()) == classes
    assert {verb.node for verb in VERBS.values()} == classes
    assert {getattr(do, node.__name__) for node in classes} == classes
    assert {node.__name__ for node in classes} <= set(canonical.NODES)


def test_every_head_has_its_row() -> None:
    assert {kind.node for kind in HEADS.values()} == set(heads.Ability.__args__)


def test_a_field_that_nobody_can_read_is_told_when_the_verb_is_declared() -> None:
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Odd(do.Instruction):
        weight: float

    with pytest.raises(TypeError, match=r"no reader is known for Odd\.weight"):
        _reader(Odd, "weight")


def test_what_was_paid_is_known_to_the_whole_card() -> None:
    card = read(
        "abilities: [{additional-cost: {discard: 1}, optional: true, as: shed},"
        " {cost-of: this, less: {energy: 1}, per: shed}]\n"
        "do: [{draw: 1, if: shed is paid}]"
    )
    assert card.abilities[0] == heads.AdditionalCost(at=AT, cost=Cost(discard=CARD), optional=True, into="shed")
    assert card.abilities[1] == heads.CostOf(at="abilities/1", what=None, less=Cost(energy=ONE), per=PaidAmount("shed"))
    assert card.do[0].condition == Paid("shed")


COSTS: list[tuple[str, Cost]] = [
    ("{energy: 2, power: fury fury any}", Cost(energy=Number(2), power=("Fury", "Fury", "any"))),
    ("{exhaust: this, kill: a unit}", Cost(exhaust=Ref("this"), kill=Selector("bare", ("unit",), ONE, ONE))),
    (
        "{recycle: 2 from your trash}",
        Cost(recycle=Selector("bare", ("card",), Number(2), Number(2), place=Place("zone", "you", "trash"))),
    ),
    ("{banish: me, return: me, disempower: this}", Cost(banish=ME, returned=ME, disempower=Ref("this"))),
    (
        "{spend-buffs: 1 on me}",
        Cost(spend_buffs=Selector("bare", ("buff",), ONE, ONE, place=Place("attached to", ref=ME))),
    ),
    ("{xp: 5, burn: 3}", Cost(xp=Number(5), burn=Number(3))),
    ("{x: energy}", Cost(x="energy")),
    (
        "{exhaust: me, or: [{energy: 1}, {power: own}]}",
        Cost(exhaust=ME, either=(Cost(energy=ONE), Cost(power=("own",)))),
    ),
]


@pytest.mark.parametrize(("text", "cost"), COSTS)
def test_a_cost(text: str, cost: Cost) -> None:
    (ability,) = read(f"abilities: [{{cost: {text}, {DRAW}}}]").abilities
    assert isinstance(ability, heads.Activated)
    assert ability.cost == cost


def test_keywords_with_a_value_a_cost_or_nothing() -> None:
    card = read("keywords: [tank, assault, shield 3, {equip: {energy: 1}}]\neffect-keywords: [ganking]")
    assert card.keywords == (
        Keyword("tank"),
        Keyword("assault"),
        Keyword("shield", 3),
        Keyword("equip", cost=Cost(energy=ONE)),
    )
    assert card.effect_keywords == (Keyword("ganking"),)


def test_effect_text_has_paths_of_its_own() -> None:
    (ability,) = read(f"effect: [{{when: I conquer, {DRAW}}}]").effect
    assert (ability.at, ability.do[0].at) == ("effect/0", "effect/0/do/0")  # type: ignore[union-attr]


def test_a_card_without_text() -> None:
    assert read("abilities: []") == CardAbilities("Test")


def test_a_name_alone_asks_whether_it_happened() -> None:
    card = read("do: [{kill: choose a unit, as: killed}, {draw: 1, if: killed}]")
    assert card.do[0] == do.Kill(at="do/0", what=UNIT, into="killed")
    assert card.do[1].condition == Did(Ref("killed"))


# --- all cards, and canonical mappings ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def cards(db: CardDatabase) -> dict[str, CardAbilities]:
    """Every card that is shipped with abilities, and those that the engine cannot play yet."""
    document = strict_yaml.read(FIXTURE.read_bytes(), FIXTURE.name)
    return load_abilities(db) | {name: card for name, card in read_many(document).items() if card is not None}


def test_the_cards_load(cards: dict[str, CardAbilities]) -> None:
    assert len(cards) >= 370
    assert cards["Void Seeker"] == CardAbilities(
        "Void Seeker",
        keywords=(Keyword("action"),),
        do=(
            do.Deal(
                at="do/0",
                amount=Number(4),
                to=Selector("choose", ("unit",), ONE, ONE, place=Place("battlefield")),
            ),
            do.Draw(at="do/1", amount=ONE),
        ),
    )


def test_every_card_survives_its_canonical_mapping(cards: dict[str, CardAbilities]) -> None:
    for card in cards.values():
        plain = yaml.safe_load(yaml.safe_dump(canonical.to_mapping(card)))
        assert canonical.from_mapping(plain) == card


def test_every_card_can_be_told(cards: dict[str, CardAbilities]) -> None:
    for card in cards.values():
        said = describe(card)
        assert all(text.strip() for text in said)
        assert bool(said) == (card != CardAbilities(card.card))


def test_a_canonical_mapping_stands_for_a_phrase() -> None:
    node = canonical.to_mapping(UNIT)
    assert node == {"Selector": {"mode": "choose", "nouns": ["unit"], "low": 1, "high": 1}}
    assert read_abilities("Test", {"do": [{"kill": node}]}).do == (do.Kill(at="do/0", what=UNIT),)
    cost = {"Cost": {"energy": 1}}
    assert read_abilities("Test", {"do": [{"pay": cost}]}).do == (do.Pay(at="do/0", cost=Cost(energy=ONE)),)
    event = canonical.to_mapping(Event("conquer", thing=ME))
    ability = {"when": event, "do": [{"draw": 1}]}
    (read_back,) = read_abilities("Test", {"abilities": [ability]}).abilities
    assert read_back == heads.Triggered(at=AT, events=(Event("conquer", thing=ME),), do=DO)


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        ({"Selectr": {}}, "there is no node 'Selectr'"),
        ({"Ref": 3}, "Ref: must be another kind of value, not 3"),
        ({"Place": {"kind": "nowhere"}}, "Place/kind: must be one of here,"),
        ({"Place": {"kind": "here", "color": 1}}, "Place: has no field 'color'"),
        ({"Place": {}}, "Place: needs kind"),
        ({"Both": {"parts": 1}}, "Both/parts: must be a list, not 1"),
        ({"Both": {"parts": [{"Place": {"kind": "here"}}]}}, "Both/parts/0: cannot be Place here"),
        ({"Number": [1]}, "Number: must be a mapping of its fields"),
        ("me", "must be a mapping of one key that names a node"),
    ],
)
def test_a_wrong_canonical_mapping_says_where(raw: Any, told: str) -> None:
    with pytest.raises(canonical.CanonicalError) as caught:
        canonical.from_mapping(raw)
    assert str(caught.value).startswith(told)


def test_the_keys_of_the_loader_are_those_of_the_files() -> None:
    assert tuple(schemas.ABILITY_KEYS.values()) == KEYS
