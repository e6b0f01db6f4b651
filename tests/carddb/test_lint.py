"""What lint finds: each check on data that breaks it alone, and nothing in the shipped data."""

from __future__ import annotations

import datetime as dt
import re
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml

from riftcheck import carddb
from riftcheck.carddb import lint as linting
from riftcheck.carddb.lint import CHECKS, lint

if TYPE_CHECKING:
    from typing import Any

UNIT: dict[str, Any] = {
    "name": "Test Unit",
    "type": "Unit",
    "domains": ["Fury"],
    "energy": 1,
    "power": 0,
    "might": 2,
    "rarity": "Common",
    "printings": [{"id": "RAD-011", "variant": "base", "rarity": "Common"}],
    "abilities": [],
}
NEW_SET = {"code": "ZZZ", "name": "Test Set", "size": 1, "source": "test 1 1"}


def _unit(**facts: Any) -> dict[str, Any]:
    """Return a card in a set of one number, which it fills, so that no number is missing."""
    changed = {**UNIT, "printings": [{"id": "ZZZ-001", "variant": "base"}], **facts}
    return deepcopy({key: value for key, value in changed.items() if value is not None})


class _Dumper(yaml.SafeDumper):
    """Writes equal values out, for card data has no aliases."""

    def ignore_aliases(self, _data: Any) -> bool:
        return True


def _overlay(folder: Path, **kinds: Any) -> Path:
    text = yaml.dump({"sets": [NEW_SET], **kinds}, Dumper=_Dumper, sort_keys=False, allow_unicode=True)
    (folder / "overlay.yaml").write_text(text, encoding="utf-8")
    return folder


def _found(folder: Path, *cards: dict[str, Any], **kinds: Any) -> list[str]:
    result = lint([_overlay(folder, cards=list(cards), **kinds)])
    assert result.cards
    return [f"{problem.path.rpartition('/')[2]}: {problem.message}" for problem in result.problems]


# The numbers of Radiance whose cards have no name in any source.
NAMELESS = "RAD: 6 of 167 numbers have no base printing: 011, 022, 032, 044, 094, 104"


def test_the_shipped_data_has_no_problems_and_lacks_six_cards_of_radiance() -> None:
    result = lint()
    assert [str(problem) for problem in result.problems] == []
    assert [warning.message for warning in result.warnings] == [NAMELESS]
    assert result.cards > 900


def test_a_right_overlay_has_no_problems(tmp_path: Path) -> None:
    assert _found(tmp_path, _unit()) == []


def test_a_problem_stands_at_its_line(tmp_path: Path) -> None:
    _overlay(tmp_path, cards=[_unit(might_bonus=1)])
    text = (tmp_path / "overlay.yaml").read_text("utf-8").splitlines()
    line = next(number for number, written in enumerate(text, 1) if "might_bonus" in written)
    (problem,) = lint([tmp_path]).problems
    assert (problem.line, problem.path) == (line, "cards/0/might_bonus")
    assert str(problem).startswith(f"{tmp_path / 'overlay.yaml'}:{line}: cards/0/might_bonus: Test Unit: ")


def test_a_later_folder_is_where_the_problem_stands(tmp_path: Path) -> None:
    for name, might in (("one", 2), ("two", None)):
        (tmp_path / name).mkdir()
        _overlay(tmp_path / name, cards=[_unit(might=might)])
    (problem,) = lint([tmp_path / "one", tmp_path / "two"]).problems
    assert problem.file == str(tmp_path / "two" / "overlay.yaml")


def test_what_cannot_be_loaded_hides_no_other_fault(tmp_path: Path) -> None:
    result = lint([_overlay(tmp_path, cards=[_unit(colour="red", might=None)])])
    assert [problem.path for problem in result.problems] == ["cards/0/colour", "cards/0/might"]
    assert [warning.message for warning in result.warnings] == [NAMELESS]
    assert result.cards == lint().cards + 1


BAN = {"card": "Blood Rush", "list": "constructed", "from": dt.date(2026, 1, 1), "source": "test 1 1"}


def _told(folder: Path, **kinds: Any) -> list[str]:
    result = lint([_overlay(folder, **kinds)])
    return [problem.path for problem in result.problems]


def test_every_stage_tells_its_faults_at_once(tmp_path: Path) -> None:
    """A key that is no key, a reference to nothing, a disagreement of facts, an ability, an unused list of bans."""
    cards = [
        _unit(colour="red"),
        _unit(name="Two", printings=[{"id": "XXX-001", "variant": "base"}]),
        _unit(name="Three", printings=[{"id": "ZZZ-003", "variant": "alt_art"}], power=None),
        _unit(name="Four", printings=[{"id": "ZZZ-004", "variant": "alt_art"}], keywords=["nonsense"], abilities=None),
    ]
    bans = [{**BAN, "card": "Blod Rush", "list": "constructd"}, {**BAN, "until": dt.date(2025, 1, 1)}]
    (tmp_path / "broken.yaml").write_text("cards: [", encoding="utf-8")
    result = lint([_overlay(tmp_path, cards=cards, bans=bans)])
    assert [(problem.file.rpartition("/")[2], problem.path.rpartition(": ")[2]) for problem in result.problems] == [
        ("broken.yaml", ""),
        ("overlay.yaml", "cards/0/colour"),
        ("overlay.yaml", "bans/1/until"),
        ("overlay.yaml", "cards/2/power"),
        ("overlay.yaml", "keywords/0"),
    ]
    # What is not there may be in the file that is no YAML; with that one mended, it is told as well.
    (tmp_path / "broken.yaml").write_text("cards: []", encoding="utf-8")
    missing = {(problem.path, problem.message) for problem in lint([tmp_path]).problems}
    assert ("bans/0/card", "there is no card named 'Blod Rush'") in missing
    assert ("cards/1/printings/0/id", "there is no set XXX") in missing
    assert "bans/0/list" in {path for path, _ in missing}


def test_a_wrong_card_name_does_not_hide_a_wrong_list_name(tmp_path: Path) -> None:
    assert _told(tmp_path, bans=[{**BAN, "card": "Blod Rush", "list": "constructd"}]) == ["bans/0/card", "bans/0/list"]


def test_an_entry_that_cannot_be_kept_is_no_missing_one(tmp_path: Path) -> None:
    untyped = _unit(**LEGEND, printings=[{"id": "ZZZ-001", "variant": "base"}])
    del untyped["type"]
    champion = {"name": "Testa, Tester", "supertypes": ["Champion"], "champion_tag": "Testa", "tags": ["Testa"]}
    follower = _unit(**champion, printings=[{"id": "ZZZ-002", "variant": "alt_art"}], energy=None)
    bans = [{**BAN, "card": "Queen of Tests"}, {**BAN, "card": "King of Tests"}]
    printings = [{"card": "Queen of Tests", "id": "OGN-999", "variant": "overnumbered"}]
    found = _told(tmp_path, cards=[untyped, follower], bans=bans, printings=printings)
    assert found == ["cards/0/type", "bans/1/card", "cards/1/energy"]


def test_a_key_is_told_once(tmp_path: Path) -> None:
    """Neither as wrong and as missing, nor by two checks."""
    assert _told(tmp_path, cards=[_unit(might=-1)]) == ["cards/0/might"]
    printings = [{"id": "ZZZ-001", "variant": "base"}, {"id": "ZZZ-002", "variant": "bse"}]
    assert _told(tmp_path, cards=[_unit(printings=printings)]) == ["cards/0/printings/1/variant"]
    assert _told(tmp_path, cards=[_unit(abilities="unsupported", printed_keywords=["Tank"])]) == ["cards/0/reason"]


def test_what_a_schema_says_of_whole_cards_is_told_beside_what_it_says_of_one_key(tmp_path: Path) -> None:
    found = _told(tmp_path, cards=[_unit(rarity="Rarest", champion_tag="Testa", domains=["Fury", "Fury"])])
    assert found == ["cards/0/rarity", "cards/0/champion_tag", "cards/0/domains"]


def test_a_key_that_stands_twice_and_a_day_that_is_none_hide_nothing(tmp_path: Path) -> None:
    text = "bans:\n  - {card: Blod Rush, list: constructed, list: constructd, from: 2026-02-30, source: test 1 1}\n"
    (tmp_path / "bans.yaml").write_text(text + "sets:\n  - {code: ZZZ, name: Zed, size: -1, source: test 1 1}\n")
    assert [problem.path for problem in lint([tmp_path]).problems] == ["bans/0/list", "bans/0/from", "sets/0/size"]


def test_every_folder_that_is_missing_is_told(tmp_path: Path) -> None:
    assert [problem.file for problem in lint([tmp_path / "one", tmp_path / "two"]).problems] == [
        str(tmp_path / "one"),
        str(tmp_path / "two"),
    ]


@pytest.mark.parametrize("until", [dt.date(2025, 12, 31), dt.date(2026, 1, 1)])
def test_a_ban_ends_after_it_begins(tmp_path: Path, until: dt.date) -> None:
    """One that ends on its first day holds on no day."""
    lines = ["bans:", "  - card: Blood Rush", "    list: constructed", "    from: 2026-01-01", f"    until: {until}"]
    (tmp_path / "bans.yaml").write_text("\n".join([*lines, "    source: test 1 1"]), encoding="utf-8")
    (problem,) = lint([tmp_path]).problems
    message = "must be after the day of `from`, 2026-01-01: a ban holds up to the day before `until`"
    assert str(problem) == f"{tmp_path / 'bans.yaml'}:5: bans/0/until: {message}"
    with pytest.raises(carddb.CardDataError, match="must be after the day of `from`, 2026-01-01"):
        carddb.load([tmp_path])


def test_a_ban_of_one_day_is_right(tmp_path: Path) -> None:
    assert _told(tmp_path, bans=[{**BAN, "until": dt.date(2026, 1, 2)}]) == []


def test_a_missing_folder_is_a_problem(tmp_path: Path) -> None:
    (problem,) = lint([tmp_path / "nowhere"]).problems
    assert problem.message == "there is no such folder"


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({"energy": None}, "energy: Test Unit: is missing"),
        ({"power": None}, "power: Test Unit: is missing"),
        ({"might": None}, "might: Test Unit: is missing"),
        ({"type": "Spell", "abilities": None, "do": [{"draw": 1}]}, "might: Test Unit: does not go with a spell"),
        ({"type": "Gear"}, "might: Test Unit: does not go with a gear"),
        ({"type": "Battlefield", "might": None, "power": None}, "energy: Test Unit: does not go with a battlefield"),
        ({"type": "Rune", "might": None, "energy": None}, "power: Test Unit: does not go with a rune"),
        ({"supertypes": ["Token"], "power": None}, "energy: Test Unit: does not go with a token unit"),
        ({"might_bonus": 1}, "might_bonus: Test Unit: belongs to Equipment only"),
    ],
)
def test_numbers_go_with_the_type(tmp_path: Path, facts: dict[str, Any], field: str) -> None:
    (problem,) = _found(tmp_path, _unit(**facts))
    assert problem.startswith(field)


def test_a_card_of_two_types_has_the_numbers_of_both(tmp_path: Path) -> None:
    assert _found(tmp_path, _unit(type=["Unit", "Gear"])) == []


EQUIPMENT = {"type": "Gear", "might": None, "equipment": True, "tags": ["Equipment"], "might_bonus": 0} | {
    "abilities": None,
    "keywords": [{"equip": {"energy": 1}}],
    "printed_keywords": ["Equip"],
}


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({"might_bonus": None}, "might_bonus: Test Unit: is missing"),
        ({"tags": ["Ionia"]}, "equipment: Test Unit: goes together with the tag"),
        ({"equipment": None, "might_bonus": None}, "equipment: Test Unit: goes together with the tag"),
        ({"type": "Unit", "might": 1}, "type: Test Unit: must be Gear for Equipment, not a unit"),
    ],
)
def test_equipment_is_gear_with_a_might_bonus(tmp_path: Path, facts: dict[str, Any], field: str) -> None:
    assert _found(tmp_path, _unit(**EQUIPMENT)) == []
    # What is no Equipment at all has its keyword too much as well.
    found = _found(tmp_path, _unit(**{**EQUIPMENT, **facts}))
    assert [problem for problem in found if problem.startswith(field)] == found[:1]
    assert len(found) == 1 or facts.keys() == {"equipment", "might_bonus"}


LEGEND = {
    "name": "Queen of Tests",
    "full_name": "Testa, Queen of Tests",
    "type": "Legend",
    "champion_tag": "Testa",
    "tags": ["Testa"],
    "domains": ["Fury", "Mind"],
    "energy": None,
    "power": None,
    "might": None,
}


@pytest.mark.parametrize("missing", ["champion_tag", "domains"])
def test_a_legend_has_a_champion_tag_and_domains(tmp_path: Path, missing: str) -> None:
    assert _found(tmp_path, _unit(**LEGEND)) == []
    (problem,) = _found(tmp_path, _unit(**{**LEGEND, missing: None}))
    assert problem.startswith(f"{missing}: Queen of Tests: is missing")


@pytest.mark.parametrize(
    "facts",
    [
        {**LEGEND, "champion_tag": "Tetsa", "tags": ["Tetsa"]},
        {"name": "Jinx, Tester", "supertypes": ["Champion"], "champion_tag": "Jnix", "tags": ["Jnix"]},
        {"supertypes": ["Signature"], "champion_tag": "Jnix", "tags": ["Jnix"]},
    ],
)
def test_a_champion_tag_is_the_name_of_a_champion(tmp_path: Path, facts: dict[str, Any]) -> None:
    (problem,) = _found(tmp_path, _unit(**facts))
    assert problem.startswith(f"champion_tag: {facts.get('name', 'Test Unit')}: no legend or champion unit is called")


def test_a_new_champion_makes_its_own_tag_known(tmp_path: Path) -> None:
    champion = {"name": "Testa, Tester", "supertypes": ["Champion"], "champion_tag": "Testa", "tags": ["Testa"]}
    assert _found(tmp_path, _unit(**champion)) == []


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"aliases": ["Blood-Rush"]}, "aliases: Test Unit: 'Blood-Rush' is read like a name or alias of 'Blood Rush'"),
        ({"aliases": ["dreaming tree"]}, "'dreaming tree' is read like a name or alias of 'The Dreaming Tree'"),
        ({"full_name": "Jinx, Loose Cannon"}, "name: Test Unit: is read like the name of 'Loose Cannon'"),
    ],
)
def test_spellings_do_not_collide(tmp_path: Path, facts: dict[str, Any], message: str) -> None:
    (problem,) = _found(tmp_path, _unit(**facts))
    assert message in problem


def test_aliases_in_other_scripts_are_told_apart(tmp_path: Path) -> None:
    assert _found(tmp_path, _unit(aliases=["金克丝", "Test-Unit", "蔚"])) == []


def test_a_base_printing_lies_within_the_numbering(tmp_path: Path) -> None:
    printings = [{"id": "ZZZ-001", "variant": "base"}, {"id": "ZZZ-002", "variant": "base"}]
    (problem,) = _found(tmp_path, _unit(printings=printings))
    assert problem == "printings: Test Unit: ZZZ-002 is no base printing: ZZZ is numbered 1 to 1"
    printings[1]["variant"] = "overnumbered"
    assert _found(tmp_path, _unit(printings=printings)) == []


def test_one_number_is_one_card(tmp_path: Path) -> None:
    other = _unit(name="Other Unit", printings=[{"id": "ZZZ-001a", "variant": "alt_art"}])
    (problem,) = _found(tmp_path, _unit(), other)
    assert problem.startswith("printings: Other Unit: ZZZ-001a has the number of 'Test Unit'")


def test_a_missing_number_is_a_warning(tmp_path: Path) -> None:
    sets = [{**NEW_SET, "size": 13}]
    result = lint([_overlay(tmp_path, sets=sets, cards=[_unit()])])
    assert result.problems == ()
    (warning,) = (found for found in result.warnings if found.message != NAMELESS)
    assert warning.path == "sets/0/size"
    numbers = "002, 003, 004, 005, 006, 007, 008, 009, 010, 011 and 2 more"
    assert warning.message == f"ZZZ: 12 of 13 numbers have no base printing: {numbers}"


def test_a_set_without_cards_is_no_warning(tmp_path: Path) -> None:
    result = lint([_overlay(tmp_path)])
    assert result.problems == ()
    assert [warning.message for warning in result.warnings] == [NAMELESS]


PRECON: dict[str, Any] = {
    "id": "test",
    "name": "Test",
    "line": "Test Deck",
    "set": "ZZZ",
    "legend": "Loose Cannon",
    "champions": ["Jinx, Rebel"],
    "main": {"Jinx, Rebel": 1, "Gust": 3},
    "runes": {"Fury Rune": 12},
    "battlefields": ["Altar to Unity"],
    "source": "test 1 1",
}


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"set": "ZZY"}, "set: test: there is no set ZZY"),
        ({"legend": "Gust"}, "legend: test: 'Gust' does not belong in this zone"),
        ({"main": {**PRECON["main"], "Fury Rune": 1}}, "main: test: 'Fury Rune' does not belong in this zone"),
        ({"runes": {"Gust": 12}}, "runes: test: 'Gust' does not belong in this zone"),
        ({"battlefields": ["Gust"]}, "battlefields: test: 'Gust' does not belong in this zone"),
        (
            {"champions": ["Jinx, Rebel", "Gust"]},
            "1: test: 'Gust' is not a champion unit with the legend's champion tag",
        ),
        (
            {"champions": ["Vi, Destructive"], "main": {"Vi, Destructive": 1}},
            "0: test: 'Vi, Destructive' is not a champ",
        ),
        ({"champions": ["Vi, Destructive"]}, "0: must be one of the cards under `main`"),
        ({"champions": []}, "champions: must not be empty"),
        ({"main": {"Jinx, Rebel": 0}}, "value: must be a whole number from 1 to 99"),
        ({"runes": {"Furry Rune": 12}}, "Furry Rune: there is no card named 'Furry Rune'"),
        ({"id": "Not An Id"}, "id: must be an id of at most 40 letters a-z, digits and hyphens"),
    ],
)
def test_lint_reports_invalid_preconstructed_decks(tmp_path: Path, facts: dict[str, Any], message: str) -> None:
    assert _found(tmp_path, precons=[PRECON]) == []
    found = _found(tmp_path, precons=[PRECON | facts])
    assert any(problem.startswith(message) for problem in found), found


def test_an_exemption_has_a_level_and_a_date(tmp_path: Path) -> None:
    exemption = {"level": "low", "from": _day("2026-04-29"), "source": "test 1 1"}
    assert _found(tmp_path, exemptions=[exemption]) == []
    (problem,) = _found(tmp_path, exemptions=[exemption | {"level": "middle"}])
    assert problem.startswith("level: must be ")
    (problem,) = _found(tmp_path, exemptions=[exemption | {"from": "soon"}])
    assert problem.startswith("from: must be a day")


def test_a_ban_is_on_a_list_that_a_format_uses(tmp_path: Path) -> None:
    ban = {"card": "Blood Rush", "list": "constructed", "from": _day("2026-01-01"), "source": "test 1 1"}
    assert _found(tmp_path, bans=[ban]) == []
    (problem,) = _found(tmp_path, bans=[{**ban, "list": "constructd"}])
    assert problem.startswith("list: Blood Rush: no format uses the ban list 'constructd'")


def _day(text: str) -> Any:
    return yaml.safe_load(text)


def test_every_check_is_run() -> None:
    public = {
        value
        for name, value in vars(linting).items()
        if callable(value) and getattr(value, "__module__", "") == linting.__name__ and not name.startswith("_")
    }
    assert public - set(CHECKS) == {linting.LintResult, linting.lint}


PAGE = Path("docs/card-data.md").read_text("utf-8")


@pytest.mark.parametrize("text", re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL))
def test_the_examples_of_the_page_are_right(tmp_path: Path, text: str) -> None:
    (tmp_path / "page.yaml").write_text(text, encoding="utf-8")
    assert [str(problem) for problem in lint([tmp_path]).problems] == []
