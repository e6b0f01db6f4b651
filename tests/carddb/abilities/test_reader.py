"""From YAML to nodes: every head at least once, the fixture cards, and canonical mappings."""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from riftcheck.carddb import schemas
from riftcheck.carddb.abilities import canonical, heads, phrases
from riftcheck.carddb.abilities import instructions as do
from riftcheck.carddb.abilities.description import describe
from riftcheck.carddb.abilities.heads import CardAbilities, Gate, Keyword
from riftcheck.carddb.abilities.loader import load_abilities
from riftcheck.carddb.abilities.node import keyword_node
from riftcheck.carddb.abilities.phrases import (
    AllOf,
    Controlled,
    Cost,
    Count,
    Did,
    Event,
    Moment,
    Number,
    Paid,
    PaidAmount,
    Place,
    Ref,
    Selector,
    State,
)
from riftcheck.carddb.abilities.problems import AbilityError
from riftcheck.carddb.abilities.reader.card import KEYS, read_abilities
from riftcheck.carddb.abilities.reader.heads import HEADS
from riftcheck.carddb.abilities.reader.verbs import VERBS, _reader
from tests.carddb.abilities.read_nodes import CARD, DRAW, ME, ONE, UNIT, drawn, read
from tests.carddb.abilities.test_reader_lines import LINES

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase


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
    (f"{{as-revealed: from your deck, {DRAW}}}", heads.As(at=AT, kind="revealed", do=DO)),
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
    assert set(HEADS) - named == {"as-played", "show-off"}


def test_what_is_shown_off_is_an_optional_choice_with_a_name() -> None:
    shown = Cost(show=Selector("bare", ("unit",), ONE, ONE))
    card = read("{abilities: [{show-off: a unit, as: star}], do: [{draw: 1, if: star is shown off}]}")
    assert card.abilities == (heads.AdditionalCost(at=AT, cost=shown, optional=True, into="star"),)
    assert card.do == (do.Draw(at="do/0", condition=phrases.Paid("star", shown=True), amount=ONE),)


@pytest.mark.parametrize(
    ("card", "words"),
    [
        (
            "{abilities: [{show-off: any number of units, as: star}], do: [{draw: 1, if: star is shown off}]}",
            "a fixed number",
        ),
        (
            "{abilities: [{show-off: a unit here, as: star}], do: [{draw: 1, if: star is shown off}]}",
            "a fixed number",
        ),
        ("{abilities: [{show-off: a unit, as: star}], do: [{draw: 1, if: star is paid}]}", "is shown off, not paid"),
        ("{abilities: [{show-off: a unit, as: star}], do: [{draw: 1}]}", "nothing asks whether it was shown off"),
    ],
)
def test_what_is_shown_off_is_a_fixed_number_and_asked_for(card: str, words: str) -> None:
    with pytest.raises(AbilityError, match=words):
        read(card)


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
    @keyword_node
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
    """Every card that is shipped with abilities."""
    return load_abilities(db)


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
