"""What lint finds where a card's abilities disagree with its facts: each check on a card that breaks it alone."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING

import pytest
import yaml

from riftcheck.carddb import CardDatabase, CardDataError, lint_abilities, sources
from riftcheck.carddb.abilities.heads import KEYWORDS
from riftcheck.carddb.abilities.loader import load_abilities
from riftcheck.carddb.layers import merge
from riftcheck.carddb.lint import lint, unborne, wrong_abilities
from riftcheck.carddb.lint_abilities import CHECKS, ONLY, OTHER_KEYWORDS, OTHER_WORDS
from riftcheck.carddb.lint_fault import LintFault
from riftcheck.carddb.names import index

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

UNIT: dict[str, Any] = {
    "name": "Test Card",
    "type": "Unit",
    "domains": ["Fury"],
    "energy": 1,
    "power": 0,
    "might": 2,
    "rarity": "Common",
    "printings": [{"id": "ZZZ-001", "variant": "base"}],
    "abilities": [],
}
SPELL = {"type": "Spell", "might": None, "abilities": None, "do": [{"draw": 1}]}
GEAR = {"type": "Gear", "might": None}
EQUIPMENT = {
    **GEAR,
    "equipment": True,
    "tags": ["Equipment"],
    "might_bonus": 1,
    "printed_keywords": ["Equip"],
    "keywords": [{"equip": {"energy": 1}}],
}
FIELD = {"type": "Battlefield", "might": None, "energy": None, "power": None}
NEW_SET = {"code": "ZZZ", "name": "Test Set", "size": 1, "source": "test 1 1"}


def _write(folder: Path, *changes: dict[str, Any]) -> None:
    cards = []
    for number, facts in enumerate(changes, 1):
        printings = [{"id": f"ZZZ-00{number}", "variant": "base"}]
        card = deepcopy({**UNIT, "printings": printings, **facts})
        cards.append({key: value for key, value in card.items() if value is not None})
    sets = [{**NEW_SET, "size": len(cards)}]
    text = yaml.safe_dump({"sets": sets, "cards": cards}, sort_keys=False, allow_unicode=True)
    (folder / "overlay.yaml").write_text(text, encoding="utf-8")


def _alone(folder: Path, *changes: dict[str, Any]) -> CardDatabase:
    """Return a database of these cards and no others, which is made much quicker than the whole."""
    _write(folder, *changes)
    plain = merge(sources.files([folder]))
    return CardDatabase(plain, index(plain["cards"]), "test")


def _found(folder: Path, *changes: dict[str, Any]) -> list[str]:
    """Return what is found, each with its path in the card."""
    db = _alone(folder, *changes)
    load_abilities(db)  # whatever stands here can be read
    found = [*wrong_abilities(db), *unborne(db)]
    assert not [fault for fault in found if fault.warning]
    return [f"{fault.field}: {fault.key}: {fault.message}" for fault in found]


@pytest.mark.parametrize("facts", [{}, SPELL, GEAR, EQUIPMENT, FIELD], ids=["unit", "spell", "gear", "equip", "field"])
def test_right_cards_have_no_problems(tmp_path: Path, facts: dict[str, Any]) -> None:
    assert _found(tmp_path, facts) == []


# --- keys that nothing knows or reads --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "path", "words"),
    [
        ({"colour": "red"}, "cards/0/colour", "unknown field"),
        ({"deck_choice": {"count": 1, "type": "Unit", "apart": True}}, "cards/0/deck_choice/apart", "unknown field"),
        ({"abilities": [{"when": "you play me", "do": [{"draw": 1}], "unles": "x"}]}, "abilities/0", "unles"),
        ({"abilities": [{"wen": "you play me", "do": [{"draw": 1}]}]}, "abilities/0", "wen"),
        ({"abilities": [{"when": "you play me", "do": [{"drwa": 1}]}]}, "abilities/0/do/0", "drwa"),
        ({"abilities": [{"when": "you play me", "do": [{"draw": 1, "form": "x"}]}]}, "abilities/0/do/0", "form"),
        ({"keywords": ["tnak"]}, "keywords", "tnak"),
    ],
)
def test_unknown_keys_are_named_with_their_place(tmp_path: Path, facts: dict[str, Any], path: str, words: str) -> None:
    with pytest.raises(CardDataError) as caught:
        load_abilities(_alone(tmp_path, facts))
    problem = caught.value.problems[0]
    assert path in problem.path
    assert words in str(problem)


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({"do": [{"draw": 1}]}, "do: Test Card: is read of spells only"),
        ({**GEAR, "do": [{"draw": 1}]}, "do: Test Card: is read of spells only"),
        ({**SPELL, "do": None, "abilities": []}, "do: Test Card: is missing: a spell says here what it does"),
        ({"effect": [{"for": "me", "might": 1}]}, "effect: Test Card: is read of Equipment only"),
        (
            {"effect-keywords": ["tank"], "printed_keywords": ["Tank"]},
            "effect-keywords: Test Card: is read of Equipment only",
        ),
        (
            {**SPELL, "abilities": [{"cost": {"energy": 1}, "do": [{"draw": 1}]}]},
            "abilities/0: Test Card: is never read: it works on the board only",
        ),
        (
            {**SPELL, "abilities": [{"rule": "victory score", "change": 1}]},
            "abilities/0: Test Card: is never read: it works on the board only",
        ),
    ],
)
def test_what_nothing_reads_is_named(tmp_path: Path, facts: dict[str, Any], told: str) -> None:
    (problem,) = _found(tmp_path, facts)
    assert problem.startswith(told)


@pytest.mark.parametrize(
    ("facts", "keyword", "words"),
    [
        (SPELL, "tank", "Tank is read of a unit only"),
        (GEAR, "assault 2", "Assault is read of a unit only"),
        ({}, {"repeat": {"energy": 1}}, "Repeat is read of a spell only"),
        (GEAR, "quick-draw", "Quick-Draw is read of Equipment only"),
    ],
)
def test_a_keyword_is_of_a_card_that_can_use_it(
    tmp_path: Path, facts: dict[str, Any], keyword: Any, words: str
) -> None:
    name = words.partition(" ")[0]
    (problem,) = _found(tmp_path, {**facts, "keywords": [keyword], "printed_keywords": [name]})
    assert problem == f"keywords: Test Card: {words}"


# --- keywords ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "path", "name"),
    [
        ({"keywords": ["tank"]}, "keywords", "Tank"),
        ({"abilities": [{"for": "friendly units", "keywords": ["ganking"]}]}, "abilities/0", "Ganking"),
        (
            {"abilities": [{"when": "you play me", "do": [{"give": "me", "keywords": ["shield 2"]}]}]},
            "abilities/0/do/0",
            "Shield",
        ),
        ({"abilities": [{"gate": "level 3", "for": "me", "might": 1}]}, "abilities/0", "Level"),
        ({"abilities": [{"when": "deathknell", "do": [{"draw": 1}]}]}, "abilities/0", "Deathknell"),
        (
            {**EQUIPMENT, "effect": [{"gate": "legion", "for": "me", "might": 1}]},
            "effect/0",
            "Legion",
        ),
    ],
)
def test_a_keyword_that_is_used_is_printed(tmp_path: Path, facts: dict[str, Any], path: str, name: str) -> None:
    (problem,) = _found(tmp_path, facts)
    assert problem == f"{path}: Test Card: {name} is not among the card's printed_keywords"
    printed = [*facts.get("printed_keywords", []), name]
    assert _found(tmp_path, {**facts, "printed_keywords": printed}) == []


@pytest.mark.parametrize("name", ["Tank", "Deathknell", "Hidden", "Add", "Stun", "Quick-Draw"])
def test_a_printed_keyword_is_in_what_the_card_does(tmp_path: Path, name: str) -> None:
    (problem,) = _found(tmp_path, {"printed_keywords": [name]})
    message = f"{name} is printed, and nothing that the card does has to do with it"
    assert problem == f"printed_keywords: Test Card: {message}"


@pytest.mark.parametrize(
    ("name", "ability"),
    [
        ("Add", {"cost": {"exhaust": "me"}, "do": [{"add": {"energy": 1}}]}),
        ("Stun", {"when": "you play me", "do": [{"stun": "choose a unit"}]}),
        ("Hidden", {"when": "you play a card from face down", "do": [{"draw": 1}]}),
        ("Legion", {"when": "I attack", "if": "you have played another card this turn", "do": [{"draw": 1}]}),
        ("Temporary", {"when": "you play me", "do": [{"play-token": "Sprite"}]}),
    ],
)
def test_a_keyword_may_be_in_the_words_of_an_ability_or_in_a_token(
    tmp_path: Path, name: str, ability: dict[str, Any]
) -> None:
    sprite = {"name": "Sprite", "supertypes": ["Token"], "energy": None, "power": None}
    sprite |= {"keywords": ["temporary"], "printed_keywords": ["Temporary"]}
    assert _found(tmp_path, {"printed_keywords": [name], "abilities": [ability]}, sprite) == []


def test_what_a_given_keyword_means_counts(tmp_path: Path) -> None:
    facts = {"abilities": [{"for": "Equipment you control", "keywords": ["quick-draw"]}]}
    assert _found(tmp_path, {**facts, "printed_keywords": ["Quick-Draw", "Reaction"]}) == []
    assert len(_found(tmp_path, {**facts, "printed_keywords": ["Quick-Draw", "Deflect"]})) == 1


def test_a_part_of_a_word_is_not_the_keyword(tmp_path: Path) -> None:
    token = {"name": "Overflow", "supertypes": ["Token"], "energy": None, "power": None}
    maker = {"printed_keywords": ["Flow"], "abilities": [{"when": "you play me", "do": [{"play-token": "Overflow"}]}]}
    assert any("Flow is printed" in one for one in _found(tmp_path, maker, token))


def test_a_keyword_that_nobody_knows_is_a_warning(tmp_path: Path) -> None:
    db = _alone(tmp_path, {"printed_keywords": ["Assualt"], "abilities": "unsupported", "reason": "new"})
    (warning,) = wrong_abilities(db)
    assert (warning.key, warning.field, warning.warning) == ("Test Card", "printed_keywords", True)
    assert warning.message.startswith("'Assualt' is no keyword that is known here")


def test_keywords_are_known_by_their_names(db: CardDatabase) -> None:
    assert not OTHER_KEYWORDS & KEYWORDS.keys()
    assert {name.casefold() for card in db.cards for name in card.keywords} <= OTHER_KEYWORDS | KEYWORDS.keys()
    assert set(OTHER_WORDS) <= OTHER_KEYWORDS | KEYWORDS.keys()
    assert all(only <= KEYWORDS.keys() for _, only in ONLY.values())


# --- costs, copies, tokens --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "path"),
    [
        ({"abilities": [{"cost": {"power": "calm"}, "do": [{"draw": 1}]}]}, "abilities/0"),
        ({"abilities": [{"additional-cost": {"power": "calm"}}]}, "abilities/0"),
        ({"keywords": [{"empower": {"power": "calm"}}], "printed_keywords": ["Empower"]}, "keywords"),
        ({"abilities": [{"when": "I attack", "do": [{"pay": {"power": "calm"}}]}]}, "abilities/0/do/0"),
    ],
)
def test_a_cost_is_in_the_domains_of_the_card(tmp_path: Path, facts: dict[str, Any], path: str) -> None:
    found = [one for one in _found(tmp_path, facts) if "disagrees" in one]
    message = "a cost in Calm Power disagrees with the card's domains: it has Fury"
    assert found == [f"{path}: Test Card: {message}"]
    right = {**facts, "domains": ["Fury", "Calm"]}
    assert not [one for one in _found(tmp_path, right) if "disagrees" in one]


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({"unique": True}, "unique: Test Card: goes together with the keyword unique"),
        ({"keywords": ["unique"], "printed_keywords": ["Unique"]}, "unique: Test Card: goes together with the keyword"),
        ({"copies": "any"}, "copies: Test Card: goes together with the ability `deck: any number of copies`"),
        ({"abilities": [{"deck": "any number of copies"}]}, "copies: Test Card: goes together with the ability"),
        (
            {**EQUIPMENT, "keywords": None, "printed_keywords": None, "abilities": []},
            "equipment: Test Card: goes together with the keyword equip",
        ),
    ],
)
def test_facts_and_abilities_say_the_same(tmp_path: Path, facts: dict[str, Any], told: str) -> None:
    (problem,) = _found(tmp_path, facts)
    assert problem.startswith(told)


def test_facts_and_abilities_that_say_the_same_are_right(tmp_path: Path) -> None:
    unique = {"unique": True, "keywords": ["unique"], "printed_keywords": ["Unique"]}
    assert _found(tmp_path, unique) == []
    assert _found(tmp_path, {"copies": "any", "abilities": [{"deck": "any number of copies"}]}) == []


def test_a_card_makes_no_token_that_cannot_be_played(tmp_path: Path) -> None:
    maker = {"abilities": [{"when": "you play me", "do": [{"play-token": "Testling"}]}]}
    token = {
        "name": "Testling",
        "supertypes": ["Token"],
        "energy": None,
        "power": None,
        "abilities": "unsupported",
        "reason": "new",
    }
    (problem,) = _found(tmp_path, maker, token)
    told = "the token Testling cannot be played out, so this card cannot either"
    assert problem == f"abilities/0/do/0: Test Card: {told}"
    assert _found(tmp_path, maker, {**token, "abilities": [], "reason": None}) == []


def test_a_card_asks_for_no_tag_that_no_card_has(tmp_path: Path) -> None:
    asks = {"abilities": [{"for": "Sand Soldier units you control", "might": "+1"}]}
    (problem,) = _found(tmp_path, asks)
    told = "no card has the tag 'Sand Soldier'; a thing of that name is \"named Sand Soldier\""
    assert problem == f"abilities/0: Test Card: {told}"
    assert _found(tmp_path, {"abilities": [{"for": "units you control named Sand Soldier", "might": "+1"}]}) == []
    assert _found(tmp_path, asks, {"name": "Veteran", "tags": ["Sand Soldier"]}) == []
    given = [{"for": "friendly units", "tags": ["Sand Soldier"]}]
    assert _found(tmp_path, asks, {"name": "Drill", "abilities": given}) == []


@pytest.mark.parametrize("line", [{"draw": 1, "may": True}, {"may": [{"draw": 1}]}])
def test_a_leading_offer_stands_beside_when(tmp_path: Path, line: dict[str, Any]) -> None:
    (problem,) = _found(tmp_path, {"abilities": [{"when": "you play me", "do": [line]}]})
    told = "a leading `may` is settled first: it stands beside `when` (CR 383.3.a)"
    assert problem == f"abilities/0/do/0: Test Card: {told}"
    assert _found(tmp_path, {"abilities": [{"when": "you play me", "do": [{"channel": 1}, line]}]}) == []


# --- as `cards lint` runs it -----------------------------------------------------------------------------------------


def test_a_problem_stands_at_the_line_of_the_ability(tmp_path: Path) -> None:
    _write(
        tmp_path,
        {"abilities": [{"when": "I attack", "do": [{"draw": 1}]}, {"gate": "legion", "for": "me", "might": 1}]},
    )
    (problem,) = lint([tmp_path]).problems
    assert problem.path == "cards/0/abilities/1"
    lines = (tmp_path / "overlay.yaml").read_text("utf-8").splitlines()
    assert "gate: legion" in lines[problem.line - 1]


def test_what_cannot_be_read_keeps_no_other_card_from_its_checks(tmp_path: Path) -> None:
    def further(db: CardDatabase) -> list[LintFault]:
        load_abilities(db)  # what cannot be read is no longer in it
        return [
            LintFault("cards", "Test Card", "", "so says the caller"),
            LintFault("cards", "Other Card", "", "and so"),
        ]

    _write(tmp_path, {"keywords": ["tank"]}, {"name": "Other Card", "keywords": ["nonsense"]})
    one, called, beside, other = lint([tmp_path], [further]).problems
    assert [one.path, called.path, beside.path] == ["cards/0/keywords", "cards/0", "cards/1"]
    assert "Tank is not among" in one.message
    assert other.path == "Other Card: keywords/0"
    assert "nonsense" in other.message


def test_checks_of_others_are_run(tmp_path: Path) -> None:
    _write(tmp_path, {})
    (problem,) = lint(
        [tmp_path], [lambda db: [LintFault("cards", db.cards[-1].name, "", "is not to our taste")]]
    ).problems
    assert (problem.path, problem.message) == ("cards/0", "Test Card: is not to our taste")


def test_every_check_is_run() -> None:
    public = {
        value
        for name, value in vars(lint_abilities).items()
        if callable(value) and getattr(value, "__module__", "") == lint_abilities.__name__ and not name.startswith("_")
    }
    assert public - set(CHECKS) == {lint_abilities.unknown_keywords, lint_abilities.unborne_tags}
