"""Cards that are not known for sure: a run names those that it leans on, and how often they came to hand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import pytest

from riftcheck import carddb
from riftcheck.goldfish.plan.provisional import provisional_cards
from riftcheck.goldfish.plan.run import Opponent
from riftcheck.goldfish.report.flag_words import warnings
from riftcheck.goldfish.report.sections import sections
from riftcheck.goldfish.report.text import result_lines
from riftcheck.goldfish.results.document import figure, result_document
from riftcheck.goldfish.results.run_info import run_info
from riftcheck.goldfish.simulation.game import play_game
from riftcheck.goldfish.stats.tally import Tally
from tests.goldfish.game_lists import PLAIN, plain, table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from riftcheck.carddb import CardDatabase
    from riftcheck.goldfish.simulation.facts import GameFacts

_UNIT: Final = """
  - name: {name}
    type: Unit
    domains: [Chaos]
    energy: 1
    power: 0
    might: 1
    rarity: Common
    {more}
    printings:
      - {{id: TSD-{number}, variant: base, rarity: Common}}
    abilities: {abilities}
"""
_REST: Final = """
  - name: Hearsay Token
    type: Gear
    supertypes: [Token]
    rarity: Common
    provisional: {text: known from the cards that make it, rarity: nobody tells it}
    printings:
      - {id: TSD-T01, variant: token, rarity: Common}
    abilities: []
sets:
  - {code: TSD, name: Test Set of Doubts, size: 3, legal_from: 2026-08-15, source: TR 2026-07-16 601.3.c}
"""
RUMOUR: Final = "provisional: {might: one source, text: one source, abilities: rules that are not at hand}"


@pytest.fixture(scope="module")
def doubts(tmp_path_factory: pytest.TempPathFactory) -> CardDatabase:
    """The shipped database with a unit that is not sure, one of unsure rarity, and one that makes an unsure token."""
    folder = tmp_path_factory.mktemp("doubts")
    units = (
        _UNIT.format(name="Rumour", number="001", more=RUMOUR, abilities="[]"),
        _UNIT.format(
            name="Rare Rumour",
            number="002",
            more="provisional: {rarity: one source, printings: one source}",
            abilities="[]",
        ),
        _UNIT.format(
            name="Spreader", number="003", more="", abilities="[{when: you play me, do: [{play-token: Hearsay Token}]}]"
        ),
    )
    (folder / "doubts.yaml").write_text("cards:" + "".join(units) + _REST, encoding="utf-8")
    return carddb.load([folder])


def tally_of(games: Iterable[GameFacts]) -> Tally:
    tally = Tally()
    for facts in games:
        tally.add(facts)
    return tally


def test_what_a_game_asks_for_is_told_with_its_reason(doubts: CardDatabase) -> None:
    (rumour,) = provisional_cards(doubts, ["Rumour", "Rare Rumour", "Cleave", "Rumour"])
    assert rumour.to_json() == {
        "card": "Rumour",
        "facts": {"might": "one source", "text": "one source", "abilities": "rules that are not at hand"},
    }


def test_a_token_is_told_with_the_card_that_makes_it(doubts: CardDatabase) -> None:
    (token,) = provisional_cards(doubts, ["Spreader"])
    assert token.to_json() == {"card": "Hearsay Token", "facts": {"text": "known from the cards that make it"}}


def test_a_result_names_them_and_how_often_they_came_to_hand(doubts: CardDatabase) -> None:
    ready = table(doubts, replace(plain(), main=("Rumour",) * 4 + ("Spreader",) * 4 + (PLAIN,) * 32))
    games = [play_game(ready, index) for index in range(30)]
    result = result_document(tally_of(games), run_info(ready, db=doubts))
    assert [card["card"] for card in result["flags"]["provisional"]] == ["Rumour", "Hearsay Token"]
    held = sum(facts.turns_with_provisional > 0 for facts in games)
    turns = sum(facts.turns_with_provisional for facts in games)
    assert 0 < turns < sum(len(facts.turns) for facts in games)
    assert figure(result, "all/provisional/games")["value"] == pytest.approx(held / 30, abs=1e-4)
    told = " ".join(" ".join(result_lines(result)).split())
    assert "Played as far as they are known, which is not for sure: Rumour, Hearsay Token." in told
    (each,) = [section for section in sections(result) if section.title == "What is not known for sure"]
    assert [row[0] for row in each.rows] == [
        "Rumour: might, text (one source); abilities (rules that are not at hand)",
        "Hearsay Token: text (known from the cards that make it)",
    ]
    assert each.rows[1][1] == "not drawn"
    assert not [one for one in (figure(result, "all/score/won"),) if "flags" in one]


def test_the_opponents_cards_are_named_and_not_counted(doubts: CardDatabase) -> None:
    ready = table(doubts, plain(), Opponent("list", list=plain(40, "Rumour")))
    games = [play_game(ready, index) for index in range(3)]
    result = result_document(tally_of(games), run_info(ready, db=doubts))
    assert [card["card"] for card in result["flags"]["provisional"]] == ["Rumour"]
    assert figure(result, "all/provisional/games")["value"] == 0


def test_a_list_of_sure_cards_has_none(doubts: CardDatabase) -> None:
    ready = table(doubts, plain())
    result = result_document(tally_of([play_game(ready, 0)]), run_info(ready, db=doubts))
    assert result["flags"]["provisional"] == []
    assert not [warning for warning in warnings(result["flags"]) if "sure" in warning]
    assert not [section for section in sections(result) if "sure" in section.title]
