"""A description speaks of the game: no name of its author shows, and tokens are told with what they are."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import pytest
import yaml

from riftcheck.carddb.abilities import phrases as p
from riftcheck.carddb.abilities.described import described
from riftcheck.carddb.abilities.description import describe
from riftcheck.carddb.abilities.heads import AdditionalCost, CostOf
from riftcheck.carddb.abilities.instructions import Instruction
from riftcheck.carddb.abilities.loader import load_abilities
from riftcheck.carddb.abilities.reader.card import read_abilities

if TYPE_CHECKING:
    from collections.abc import Iterator

    from riftcheck.carddb import CardDatabase


def _read(text: str) -> list[str]:
    return describe(read_abilities("Example", yaml.safe_load(text)))


# --- no name of an author's ------------------------------------------------------------------------------------------


def _nodes(node: Any) -> Iterator[Any]:
    if isinstance(node, tuple):
        for part in node:
            yield from _nodes(part)
    elif is_dataclass(node):
        yield node
        for field in fields(node):
            yield from _nodes(getattr(node, field.name))


def _given(text: Any) -> set[str]:
    """Return the names that the lines and costs of a card give, and its slots."""
    names = {node.into for node in _nodes(text) if isinstance(node, Instruction | AdditionalCost) and node.into}
    return names | {node.slot for node in _nodes(text) if isinstance(node, CostOf) and node.slot}


_NAMING: Final = (p.Ref, p.Paid, p.PaidAmount)


def _renamed(node: Any, new: dict[str, str]) -> Any:
    """Return a text with other names in the place of those that its author gave."""
    if isinstance(node, tuple):
        return tuple(_renamed(part, new) for part in node)
    if not is_dataclass(node) or isinstance(node, type):
        return node
    changes = {field.name: _renamed(getattr(node, field.name), new) for field in fields(node)}
    for field in ("into", "slot", *(("name",) if isinstance(node, _NAMING) else ())):
        if changes.get(field) in new:
            changes[field] = new[changes[field]]
    return replace(node, **changes)


def _other(name: str, number: int) -> str:
    kept = "this." if name.startswith("this.") else ""
    line = name.partition("@")[2]
    return f"it@{line}" if line else f"{kept}zyx{number}"


def test_no_description_shows_a_name_that_its_author_gave(db: CardDatabase) -> None:
    named = 0
    for card, text in load_abilities(db).items():
        new = {name: _other(name, number) for number, name in enumerate(sorted(_given(text)))}
        told = described(db, text)
        named += bool(new)
        assert described(db, _renamed(text, new)) == told, card
        assert not [words for words in told if "zyx" in words or "@" in words]
    assert named > 50


def test_what_a_description_quotes_is_the_name_of_a_card(db: CardDatabase) -> None:
    for card, text in load_abilities(db).items():
        quoted = [name for words in described(db, text) for name in re.findall(r'"([^"]*)"', words)]
        assert not [name for name in quoted if name not in db.by_name], card


# --- what names stand for --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (
            "{choose: a friendly unit, as: ours}, {choose: an enemy unit, as: foe}, {fight: ours, with: foe}",
            (
                "Target a friendly unit. Target an enemy unit. Have the friendly unit and the enemy unit deal damage "
                "to each other at once, each as much as its Might."
            ),
        ),
        (
            (
                "{choose: a friendly unit, as: ours}, {choose: another friendly unit, as: mate}, {kill: ours}, "
                "{buff: mate}"
            ),
            (
                "Target a friendly unit (the first unit). Target another friendly unit (the second unit). Kill the "
                "first unit. Put a buff on the second unit."
            ),
        ),
        (
            "{choose: a unit, as: mark}, {kill: choose a gear}, {stun: mark}",
            "Target a unit. Target a gear. Kill it. Stun that unit.",
        ),
        ("{choose: 2 units, as: mark}, {stun: mark}", "Target 2 units. Stun those units."),
        (
            "{choose: a battlefield, as: field}, {deal: 1, to: all units at field.location}",
            "Target a battlefield. Deal 1 damage to all units at that battlefield.",
        ),
        (
            "{kill: choose a unit, as: killed}, {draw: 1, if: killed}",
            "Target a unit. Kill it. If a unit was killed, draw 1 card.",
        ),
        (
            "{channel: 1, as: fresh}, {draw: 1, if: not fresh}",
            "Channel 1 rune. If no rune was channelled, draw 1 card.",
        ),
        (
            "{pay: {power: any}, as: bought}, {draw: 1, if: bought}",
            "You may pay 1 Power of any domain. If that was paid, draw 1 card.",
        ),
        (
            "{look-at: top 3 of your deck, as: seen}, {draw: pick a card in seen}, {recycle: rest of seen}",
            (
                "Look at the top 3 cards of your deck. Pick a card among the cards looked at. Draw it. Recycle the "
                "rest of the cards looked at."
            ),
        ),
        (
            "{each: player, do: [{pick: a unit they control, by: they, as: doomed}]}, {kill: doomed}",
            (
                "Each player does this in turn order, starting with the turn player: they pick a unit that they "
                "control. Kill those units."
            ),
        ),
        (
            "{each: player, do: [{pick: a unit they control, by: they, as: doomed}, {kill: doomed, by: they}]}",
            (
                "Each player does this in turn order, starting with the turn player: they pick a unit that they "
                "control; they kill that unit."
            ),
        ),
        (
            (
                "{if: it is your turn, do: [{choose: a unit, as: mark}], else: [{choose: an enemy unit, as: mark}]}, "
                "{kill: mark}"
            ),
            "If it is your turn: target a unit. Otherwise: target an enemy unit. Kill that unit.",
        ),
    ],
)
def test_a_name_is_told_as_what_it_stands_for(lines: str, told: str) -> None:
    assert _read(f"do: [{lines}]") == [told]


_SHED: Final = "{additional-cost: {discard: 1}, optional: true, as: shed}"
_LEVY: Final = "{additional-cost: {xp: 2}, optional: true, as: levy}"


def test_an_extra_cost_stands_before_the_instructions() -> None:
    assert _read(f"{{abilities: [{_SHED}], do: [{{if: shed is paid, do: [{{draw: 1}}]}}]}}") == [
        "As you play this card, you may also discard a card in your hand.",
        "If the extra cost was paid: draw 1 card.",
    ]


def test_several_extra_costs_are_told_apart() -> None:
    do = "[{if: shed is paid, do: [{draw: 1}]}, {if: levy is not paid, do: [{draw: 2}]}]"
    assert _read(f"{{abilities: [{_SHED}, {_LEVY}], do: {do}}}")[-1] == (
        "If the extra cost (discard a card in your hand) was paid: draw 1 card. "
        "If the extra cost (pay 2 XP) was not paid: draw 2 cards."
    )


# --- the next, and tokens --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ability", "told"),
    [
        ("{for: units you play, enters: ready}", "The next unit that you play enters ready."),
        ("{for: spells you play, bonus-damage: 1}", "The next spell that you play deals +1 damage."),
        ("{cost-of: spells you play, less: {energy: 5}}", "The next spell that you play costs 5 Energy less."),
        (
            "{instead-of: a friendly unit dies, do: [{recall: it}]}",
            "The next time a friendly unit would die, this happens instead: Recall that unit to its controller's base.",
        ),
        ("{when: you play a unit, do: [{draw: 1}]}", "The next time you play a unit, this happens: Draw 1 card."),
        ("{when: the turn ends, do: [{draw: 1}]}", "When the turn ends, this happens: Draw 1 card."),
    ],
)
def test_what_is_used_up_is_said_of_the_next(ability: str, told: str) -> None:
    text = f"do: [{{set-up: {ability}, until: end of turn, uses: 1}}]"
    assert _read(text) == [f"This is so until the end of the turn: [{told}]"]


def test_what_lasts_all_turn_is_said_of_all() -> None:
    text = "do: [{set-up: {for: units you play, enters: ready}, until: end of turn}]"
    assert _read(text) == ["This is so until the end of the turn: [All units that you play enter ready.]"]


@pytest.mark.parametrize(
    ("card", "told"),
    [
        (
            "Sprite Call",
            "Play a Sprite token with 3 Might and Temporary to your base or a battlefield that you control, ",
        ),
        (
            "Gutter Palace",
            "Play a Bird token with 1 Might and Deflect 1 to your base or a battlefield that you control.",
        ),
        ("Pickpocket", "play a Gold token to your base, exhausted."),
        (
            "Walking Roost",
            "a Bird token with 1 Might and Deflect 1 to their base or a battlefield that they control.",
        ),
        ("Noxian Drummer", "Play a Recruit token with 1 Might here."),
        (
            "Walking Roost",
            "plays a Bird token with 1 Might and Deflect 1 to their base or a battlefield that they control.",
        ),
        ("Card Sharp", "they may play a Gold token to their base, exhausted; if a Gold token was played, play a Gold"),
    ],
)
def test_a_token_is_told_with_might_keywords_and_place(db: CardDatabase, card: str, told: str) -> None:
    assert told in " ".join(described(db, load_abilities(db)[card]))


@pytest.mark.parametrize(
    ("card", "told"),
    [
        ("Back Off", "Target a unit. Stun it. If this card is played from your hand: draw 1 card."),
        (
            "Rengar, Trophy Hunter",
            "By its Ambush you may play this card to a battlefield where there is an enemy unit.",
        ),
        (
            "Arachnoid Horror",
            "You may play this card to a battlefield that is occupied and where there is an enemy unit that is alone.",
        ),
        (
            "LeBlanc, Everywhere at Once",
            "All temporary abilities of yours do not trigger for what is at the battlefield of this card.",
        ),
    ],
)
def test_a_place_is_told_once(db: CardDatabase, card: str, told: str) -> None:
    assert told in described(db, load_abilities(db)[card])


def test_temporary_of_an_equipment_is_for_what_is_not_attached(db: CardDatabase) -> None:
    texts = load_abilities(db)
    kept = "this card is killed when its controller's next Beginning Phase starts, before points are scored"
    assert f"Temporary: {kept}, if it is not attached then." in described(db, texts["Spinning Axe"])
    assert f"Temporary: {kept}." in described(db, texts["Sprite"])


@pytest.mark.parametrize(
    ("card", "told"),
    [
        (
            "Marai Spire",
            "While you control this battlefield, the Repeat cost of all friendly spells costs 1 Energy less.",
        ),
        ("Ornn's Forge", "and your team has not played a non-token gear this turn, all non-token friendly gear cost"),
        ("Matriarch of War", "When you empower something else, this happens: Empower this card."),
        ("Vex, Apathetic", "Stun that unit. This is so until the end of the turn: [They cannot move that unit.]"),
        ("Hextech Gauntlets", "pay 3 Energy and 1 Power of any domain (less Energy equal to that unit's Might)."),
        (
            "Zhonya's Hourglass",
            "this happens instead: Kill this card. Heal all damage of that unit. Exhaust that unit.",
        ),
        ("Elder Dragon", "Target up to 1 enemy unit at each location. Deal 1 damage to each of them."),
        (
            "Abandoned Hall",
            "When a player plays a spell, that player may do this: Target a unit that they control here.",
        ),
        (
            "Rumble, Hotheaded",
            "Target a Mech in your trash. Play it for Energy equal to the recycled unit's Might less.",
        ),
        (
            "Svellsongur",
            "this happens at once: Have the printed text of the equipped unit stand on the equipped unit once more",
        ),
    ],
)
def test_what_is_meant_is_told_apart_from_what_else_is_there(db: CardDatabase, card: str, told: str) -> None:
    assert told in " ".join(described(db, load_abilities(db)[card]))
