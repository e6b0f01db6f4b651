"""Phrases that are read and that the engine could only pass over: each is refused with what it is."""

from __future__ import annotations

import pytest

from tests.engine.table_actions import refused


@pytest.mark.parametrize(
    ("card", "reason"),
    [
        (
            "abilities: [{when: you play me, do: [{kill: choose a unit at each location}]}]",
            "a number that must be chosen at each location, other than up to so many",
        ),
        (
            "abilities: [{when: you play me, do: [{stun: pick 2 units at each location}]}]",
            "a number that must be chosen at each location, other than up to so many",
        ),
        ("abilities: [{when: you spend 2 or more power on a spell, do: [{draw: 1}]}]", "spending 2 power"),
        ("abilities: [{can: you play cards from your deck}]", "playing from the deck"),
        (
            "abilities: [{additional-cost: {discard: 1}, optional: true, to: Dragon units, played-to: here}]",
            "an additional cost of other cards, but of energy and power that may be paid to play units here",
        ),
        (
            "abilities: [{additional-cost: {energy: 1}, to: Dragon units, played-to: here}]",
            "an additional cost of other cards, but of energy and power that may be paid to play units here",
        ),
        (
            "abilities: [{additional-cost: {energy: 1}, optional: true, to: spells, played-to: here}]",
            "an additional cost of other cards, but of energy and power that may be paid to play units here",
        ),
        (
            "abilities: [{instead-of: I am returned, do: [{draw: 1}]}]",
            "a replacement of a return but by a spell or ability that has chosen what it returns",
        ),
        (
            "abilities: [{instead-of: a unit is returned by an enemy spell or ability, do: [{draw: 1}]}]",
            "a replacement of a return but by a spell or ability that has chosen what it returns",
        ),
        (
            "type: Spell, do: [{give: choose a unit in your trash, keywords: [{flow: its cost}], until: end of turn}]",
            "Flow given to anything but spells in a trash",
        ),
        (
            "type: Spell, do: [{give: choose a spell, keywords: [{flow: its cost}], until: end of turn}]",
            "Flow given to anything but spells in a trash",
        ),
        (
            "type: Spell, do: [{give: choose a spell in your trash, keywords: [{flow: its cost}]}]",
            "Flow that is given together with something else, by another player or for longer than this turn",
        ),
        (
            "abilities: [{can: you play units to an open battlefield, ambush: true}]",
            "Ambush of other cards, from a zone, or for no place",
        ),
        (
            "abilities: [{can: you play me, ambush: true}]",
            "Ambush of other cards, from a zone, or for no place",
        ),
        (
            "abilities: [{can: you play me from your trash, ambush: true}]",
            "Ambush of other cards, from a zone, or for no place",
        ),
        (
            "abilities: [{can: you play me to an open battlefield, paying: {energy: 1}, ambush: true}]",
            "another price for other cards than this one where no zone is said, or for a place",
        ),
        (
            "abilities: [{can: you play spells, ignoring-costs: true}]",
            "another price for other cards than this one where no zone is said, or for a place",
        ),
        (
            "abilities: [{can: you play me, paying: {energy: 1}, ignoring: power}]",
            "two prices of one permission",
        ),
        (
            "abilities: [{can: you hide cards with hidden, ignoring: power}]",
            "a price, or where from, of what may hide",
        ),
        (
            "abilities: [{can: you play units from your trash to an open battlefield}]",
            "playing from a zone to a place",
        ),
        (
            "type: Spell, do: [{set-up: {can: you look at enemy facedown cards}, uses: 1}]",
            "a number of uses of a permission other than to play from a zone or to a place",
        ),
        (
            "abilities: [{additional-cost: {discard: 2}, as: x2}, {cost-of: this, less: {energy: 1}, per: x2.energy}]",
            "a price that hangs on what each of several things is",
        ),
        (
            "type: Spell, do: [{stun: choose a unit at another location}]",
            "another location of a spell that has chosen nothing before",
        ),
        (
            "type: Spell, do: [{stun: choose a unit with the same controller}]",
            "one thing with the same controller as what is chosen before it, where nothing is",
        ),
        (
            "abilities: [{for: your hold abilities of units, never-trigger: true}]",
            "extra triggers of other abilities than all of yours, or all friendly ones, with one label",
        ),
        (
            "abilities: [{when: you conquer, controller: opponent, do: [{draw: 1}]}]",
            "an ability that is of opponent",
        ),
        (
            "abilities: [{when: I conquer an open battlefield, do: [{draw: 1}]}]",
            "conquering a battlefield by what was there before, but for who controlled it",
        ),
        (
            "abilities: [{when: you play me, if: you have conquered an enemy battlefield this turn, do: [{draw: 1}]}]",
            "a count of conquests by who controlled the battlefield before",
        ),
        (
            "abilities: [{for: me, while: you control this battlefield, might: +1}]",
            "this battlefield, on what is none",
        ),
        (
            "abilities: [{when: you stun a unit with a spell, do: [{draw: 1}]}]",
            "the event stun with spell",
        ),
        (
            "abilities: [{when: you discard 2 cards, do: [{draw: 1}]}]",
            "a number of things, of the event discard",
        ),
        (
            "abilities: [{when: you buff one or more units, do: [{draw: 1}]}]",
            "a number of things, of the event buff",
        ),
        (
            "abilities: [{when: a rune becomes exhausted, do: [{draw: 1}]}]",
            "runes, whose exhausting to pay is not told, of the event becomes",
        ),
        (
            "abilities: [{when: a unit becomes damaged, do: [{draw: 1}]}]",
            "the event becomes damaged",
        ),
        (
            "abilities: [{when: I attack, if: you have played a card from your hand this turn, do: [{draw: 1}]}]",
            "a count of cards by how they were played",
        ),
        ("type: Spell, do: [{stun: choose an enemy unit here}]", "here, said of a spell, which is nowhere"),
        (
            "type: Spell, do: [{choose: an opponent}, {banish: top 2 of their deck}]",
            "the top of a deck banished by another player",
        ),
        (
            "type: Spell, do: [{draw: top 2 of your deck}]",
            "the top of a deck put elsewhere: say burn, draw or banish, or look at it first",
        ),
        (
            "type: Legend, abilities: [{when: you conquer, do: [{stun: choose an enemy unit here}]}]",
            "here, said of a legend, which is nowhere",
        ),
        (
            "type: Spell, do: [{set-up: {when: a unit here dies, do: [{draw: 1}]}, until: end of turn}]",
            "here, said of a spell, which is nowhere",
        ),
        (
            "type: Spell, do: [{play-token: Recruit, to: an opponent's base}]",
            "a base that is not of whoever plays (CR 355.2.a)",
        ),
        (
            "type: Spell, do: [{play: pick a unit in your hand, to: its controller's base}]",
            "a base that is not of whoever plays (CR 355.2.a)",
        ),
        (
            "type: Spell, do: [{put: top 3 of your deck, into: your trash}]",
            "the top of a deck put elsewhere: say burn, draw or banish, or look at it first",
        ),
        (
            "abilities: [{when: you play a facedown card, do: [{draw: 1}]}]",
            "a face-down card that is played: say from face down",
        ),
        (
            "abilities: [{for: friendly units, keywords: [{repeat: {energy: 1}}]}]",
            "the keyword repeat, given to what is on the board",
        ),
        (
            "abilities: [{when: I attack, do: [{give: choose a unit, keywords: [accelerate]}]}]",
            "the keyword accelerate, given to what is on the board",
        ),
        (
            "abilities: [{for: 2 units, might: +1}]",
            "a number of things where all that fit are meant",
        ),
        (
            "abilities: [{for: enemy deathknell abilities, extra-triggers: 1}]",
            "extra triggers of other abilities than all of yours, or all friendly ones, with one label",
        ),
        (
            "abilities: [{for: friendly units, ignores: tank}]",
            "keywords that others than you ignore",
        ),
        (
            "abilities: [{can: you play me from their trash}]",
            "playing from a place that is no zone of yours (zone)",
        ),
        (
            "abilities: [{when: I attack, do: [{draw: count of 2 units}]}]",
            "a number of things where all that fit are meant",
        ),
        (
            "abilities: [{when: I attack, do: [{kill: all units at the same location}]}]",
            "a group as a whole where all that fit are meant",
        ),
        (
            "abilities: [{when: I attack, do: [{kill: choose a unit at the same battlefield}]}]",
            "the same place as that of nothing chosen before",
        ),
        (
            "type: Spell, do: [{ready: choose a unit, as: u}, {double: u, until: end of turn, by: its owner}]",
            "by: its owner, of a line that is nobody's to do or to choose for",
        ),
        (
            "abilities: [{when: I attack, do: [{do-this: [{draw: 1}], each-time: true}]}]",
            "each time of nothing: each-time belongs to when",
        ),
        (
            "abilities: [{when: I attack, do: [{play: me, ignoring: energy, paying: {energy: 1}}]}]",
            "two prices for one card that is played",
        ),
        ("abilities: [{cost-of: flow costs, less: {energy: 1}}]", "a price change of the flow cost"),
        (
            "abilities: [{cost-of: repeat costs, more: {energy: 1}}]",
            "a price change of the repeat cost that is no discount",
        ),
        ("abilities: [{cost-of: equip costs of this, less: {energy: 1}}]", "a price change of its own equip cost"),
        (
            "abilities: [{cost-of: spells you play, more: {energy: 1, or: {power: any}}}]",
            "a price change by more than energy and power",
        ),
        (
            "abilities: [{cost-of: spells you play, less: {discard: 1}}]",
            "a price change by more than energy and power",
        ),
        (
            "abilities: [{cost-of: spells you play, less: {energy: 1}, slot: rank}]",
            "price changes of other cards of which only the last one counts",
        ),
        (
            "abilities: [{for: units you play, keywords: [{repeat: {energy: 1}}]}]",
            "repeat given to a unit",
        ),
        (
            "abilities: [{for: spells in your hand, keywords: [{repeat: {energy: 1}}]}]",
            "an additional cost given to cards in a zone: say of what is played",
        ),
        (
            "abilities: [{for: your runes, adds: {energy: 1}}]",
            "more that is added by others than me, this, or certain units, gear, legends or battlefields",
        ),
        (
            "domains: [Fury, Mind], abilities: [{for: friendly gear, adds: {power: own}}]",
            "power of no single domain that is added",
        ),
        (
            "type: Spell, do: [{set-up: {for: friendly gear, adds: {energy: 1}}, uses: 1, until: end of turn}]",
            "more that is added a number of times only",
        ),
        ("abilities: [{for: friendly units, ignores: deflect}]", "deflect ignored by what is no spell or ability"),
        (
            "abilities: [{cost-of: spells you play, less: {energy: 1}, minimum: {xp: 1}}]",
            "a floor of a price that is no number of energy and power",
        ),
        (
            "abilities: [{cannot: opponents stun units with spells and abilities}]",
            "a prohibition of the event stun by what does it (spell or ability)",
        ),
        (
            "abilities: [{instead-of: you draw a unit, do: []}]",
            "a replacement of drawing certain cards, which nobody knows before",
        ),
        (
            "abilities: [{instead-of: you play a token unit here, do: [{proceed: {copies: 1}}]}]",
            "a replacement of playing tokens by where or with what",
        ),
    ],
)
def test_a_phrase_that_would_restrict_nothing_is_refused(card: str, reason: str) -> None:
    assert refused(card) == reason
