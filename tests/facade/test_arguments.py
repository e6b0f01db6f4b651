"""The public functions with arguments of the wrong type: each is refused with a sentence, never with a TypeError."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import riftcheck
from tests.paths import ROOT

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

TEXT = (ROOT / "tests" / "fixtures" / "lists" / "list-072.txt").read_text("utf-8")
DAY = "2026-01-10"


HUGE = 10**5000
TOO_LONG = "has a number of more than 4300 digits, which cannot be written out."


def refused(call: Any, *given: Any, **options: Any) -> str:
    """Return what a call says that is refused."""
    with pytest.raises(riftcheck.RiftcheckError) as error:
        call(*given, **options)
    assert str(error.value).endswith(".")
    return str(error.value)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"date": 5}, "date is 5; it should be a date, or a text such as '2026-07-16'."),
        ({"date": b"2026-01-10"}, "date is b'2026-01-10'; it should be a date,"),
        ({"format": []}, "format is []; it should be a text such as 'constructed'."),
        ({"format": None}, "format is None;"),
        ({"level": ["low"]}, "level is ['low']; it should be 'low' or 'high'."),
        ({"rules": []}, "rules is []; it should be a version of the Core Rules, such as '1.2'."),
        ({"cards": 5}, "cards is 5; it should be what riftcheck.load returns."),
        ({"cards": "x"}, "cards is 'x';"),
        ({"cards": ["my-cards"]}, "cards is ['my-cards'];"),
        ({"date": HUGE}, "date is a number of very many digits; it should be a date,"),
        ({"rules": [HUGE]}, "rules is [a number of very many digits];"),
    ],
)
def test_a_check_refuses(db: CardDatabase, options: Any, says: str) -> None:
    assert refused(riftcheck.check, TEXT, **{"cards": db} | options).startswith(says)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"turns": "x"}, "turns is 'x'; it should be a whole number."),
        ({"turns": None}, "turns is None;"),
        ({"turns": 1.5}, "turns is 1.5;"),
        ({"battlefield": 5}, "battlefield is 5; it should be the name of a battlefield."),
        ({"opponent_battlefield": 5}, "opponent_battlefield is 5;"),
        ({"policy": []}, "policy is []; it should be a text such as 'greedy'."),
        ({"policy_options": 5}, 'policy_options is 5; it should be a mapping such as {"budget": 100}.'),
        ({"policy_options": []}, "policy_options is [];"),
        ({"policy_options": {5: 1, "depth": 1}}, "policy_options is {"),
        ({"stop_when": 5}, 'stop_when is 5; it should be a mapping such as {"all/score/won": 0.02}.'),
        ({"stop_when": []}, "stop_when is [];"),
        ({"stop_when": {5: 0.1}}, "stop_when is {5: 0.1};"),
        ({"stop_when": {"all/score/won": "x"}}, "The half width wanted of all/score/won is 'x'; it should be a number"),
        ({"stop_when": {"all/score/won": True}}, "The half width wanted of all/score/won is True;"),
        ({"progress": 5}, "progress is 5; it should be a function of one number."),
        ({"cards": 5}, "cards is 5; it should be what riftcheck.load returns."),
        ({"date": 5}, "date is 5;"),
        ({"first": []}, "First is []; it should be one of"),
        ({"unsupported": []}, "Unsupported is []; it should be one of"),
        ({"opponent": []}, "A deck is a text, a deck code or a document, not list;"),
        ({"mulligan": 5}, "A mulligan policy is an object with"),
        ({"allow_illegal": "no"}, "allow_illegal is 'no'; it should be True or False."),
        ({"allow_illegal": 1}, "allow_illegal is 1;"),
        ({"games": HUGE}, f"games {TOO_LONG}"),
        ({"games": -HUGE}, "games is a number of very many digits; it should be a whole number from 1 on."),
        ({"seed": HUGE}, f"seed {TOO_LONG}"),
        ({"jobs": HUGE}, f"jobs {TOO_LONG}"),
        ({"turns": -HUGE}, f"turns {TOO_LONG}"),
        ({"first": HUGE}, f"first {TOO_LONG}"),
        ({"unsupported": HUGE}, f"unsupported {TOO_LONG}"),
        ({"policy_options": {"budget": HUGE}}, f"policy_options {TOO_LONG}"),
        ({"stop_when": {"all/score/won": -HUGE}}, f"stop_when {TOO_LONG}"),
        ({"stop_when": HUGE}, "stop_when is a number of very many digits;"),
        ({"mulligan": {"keep": [{HUGE: 1}]}}, f"mulligan {TOO_LONG}"),
        ({"opponent": {"turns": [HUGE]}}, f"opponent {TOO_LONG}"),
    ],
)
def test_a_simulation_refuses(db: CardDatabase, options: Any, says: str) -> None:
    assert refused(riftcheck.simulate, TEXT, **{"games": 2, "date": DAY, "cards": db} | options).startswith(says)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"decks": None}, "decks is None; it should be a list with one deck for each player."),
        ({"decks": 5}, "decks is 5;"),
        ({"decks": "3 Charm"}, "decks is '3 Charm';"),
        ({"decks": {"text": "3 Charm"}}, "decks is {'text': '3 Charm'};"),
        ({"mode": []}, "mode is []; it should be a text such as 'duel'."),
        ({"seed": "x"}, "seed is 'x'; it should be a whole number from 0 on."),
        ({"seed": 1.5}, "seed is 1.5;"),
        ({"seed": -1}, "seed is -1;"),
        ({"rules": []}, "rules is []; it should be a version of the Core Rules, such as '1.2'."),
        ({"first": 1.0}, "first is 1.0; it should be a whole number."),
        ({"first": "x"}, "first is 'x';"),
        ({"unsupported": []}, "There is no way [] to take cards;"),
        ({"cards": 3}, "cards is 3; it should be what riftcheck.load returns."),
        ({"log": "no"}, "log is 'no'; it should be True or False."),
        ({"ask_all": 1}, "ask_all is 1;"),
        ({"auto_pay": None}, "auto_pay is None;"),
        ({"seed": HUGE}, f"seed {TOO_LONG}"),
        ({"first": -HUGE}, f"first {TOO_LONG}"),
        ({"unsupported": HUGE}, f"unsupported {TOO_LONG}"),
        ({"decks": HUGE}, "decks is a number of very many digits;"),
    ],
)
def test_a_new_game_refuses(db: CardDatabase, options: Any, says: str) -> None:
    assert refused(riftcheck.new_game, **{"decks": [TEXT, TEXT], "cards": db} | options).startswith(says)


@pytest.mark.parametrize(
    ("deck", "says"),
    [
        ({HUGE: 1}, "A key of the deck is a number of very many digits; it should be a text."),
        ({"main": [{"name": "Charm", HUGE: 1}]}, "A key of the deck is a number of very many digits;"),
        ({"main": [{"name": "Charm", "x": 1, 5: 1}]}, "A key of the deck is 5;"),
        ({"main": ["Charm"], "choices": {None: ["x"]}}, "A key of the deck is None;"),
        ({"main": [{"name": "Charm", "count": HUGE}]}, "The deck cannot be read: main/0/count: must be a whole number"),
    ],
)
def test_a_deck_is_refused(db: CardDatabase, deck: Any, says: str) -> None:
    assert refused(riftcheck.check, deck, cards=db).startswith(says)
    assert refused(riftcheck.simulate, deck, cards=db).startswith(says)
    assert refused(riftcheck.new_game, [deck, deck], cards=db).startswith(says)


def test_a_document_that_holds_itself_is_refused(db: CardDatabase) -> None:
    deck: dict[str, Any] = {}
    deck["main"] = [deck]
    assert refused(riftcheck.check, deck, cards=db).startswith("The deck cannot be read: main/0")


def test_a_number_that_can_be_written_is_a_seed(db: CardDatabase) -> None:
    assert riftcheck.new_game([TEXT, TEXT], seed=10**4299, cards=db).decision is not None


@pytest.mark.parametrize(
    ("folders", "says"),
    [
        (None, "folders is None; it should be a folder or a list of folders,"),
        (5, "folders is 5;"),
        (b"x", "folders is b'x';"),
        ([5], "Entry 1 of folders is 5; it should be the path of a folder, as a text or a Path."),
        (["/", None], "Entry 2 of folders is None;"),
        ([None], "Entry 1 of folders is None;"),
        ([b"x"], "Entry 1 of folders is b'x';"),
        ([""], "Entry 1 of folders is '';"),
        ("", "folders is '';"),
        ([HUGE], "Entry 1 of folders is a number of very many digits;"),
        ("a\0b", "folders is 'a\\x00b';"),
    ],
)
def test_a_load_refuses(folders: Any, says: str) -> None:
    assert refused(riftcheck.load, folders).startswith(says)


@pytest.mark.parametrize("kind", [str, Path])
def test_a_path_by_itself_is_one_folder(tmp_path: Path, kind: Any) -> None:
    (tmp_path / "card.yaml").write_text("cards: []\n", "utf-8")
    assert riftcheck.load(kind(tmp_path)).version == riftcheck.load([tmp_path]).version
    says = refused(riftcheck.load, kind(tmp_path / "nope"))
    assert says.startswith("The card data cannot be used.\n")
    assert "nope" in says


def test_own_cards_that_cannot_be_read_are_told_with_their_place(tmp_path: Path) -> None:
    card = "{name: Brew, type: Unit, domains: [Fury], energy: 2, might: 2, rarity: Common"
    printing = "printings: [{id: PR-990, variant: base, rarity: Common}]"
    (tmp_path / "own.yaml").write_text(f"cards:\n  - {card}, {printing}, abilities: [{{for: me, might: many}}]}}\n")
    cards = riftcheck.load(tmp_path)
    for told in (
        refused(riftcheck.simulate, TEXT, games=1, allow_illegal=True, cards=cards),
        refused(riftcheck.new_game, [TEXT, TEXT], cards=cards),
    ):
        assert told.startswith("The card data cannot be used.\n")
        assert "own.yaml:2: Brew: abilities/0/might: " in told


@pytest.mark.parametrize("path", [None, 5, []])
def test_a_figure_refuses(db: CardDatabase, path: Any) -> None:
    result = riftcheck.simulate(TEXT, games=1, turns=1, date=DAY, cards=db)
    assert refused(result.figure, path) == f"path is {path!r}; it should be a text such as 'all/score/won'."


def test_what_was_given_is_shortened(db: CardDatabase) -> None:
    assert len(refused(riftcheck.check, TEXT, date=b"x" * 5000, cards=db)) < 200
