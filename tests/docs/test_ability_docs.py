"""docs/abilities.md against the code: every word of the language stands there, and every example loads."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, get_args

import pytest
import yaml

from riftcheck.carddb.abilities import heads, instructions, phrases
from riftcheck.carddb.abilities.description import describe
from riftcheck.carddb.abilities.phrases import NOUNS, STATES, Event, EventVerb, Place, PlaceKind
from riftcheck.carddb.abilities.problems import AbilityError
from riftcheck.carddb.abilities.reader.card import read_abilities
from riftcheck.carddb.abilities.reader.costs import _COST
from riftcheck.carddb.abilities.reader.heads import HEADS
from riftcheck.carddb.abilities.reader.verbs import COMMON, VERBS
from tests.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

_PAGE = (ROOT / "docs" / "abilities.md").read_text(encoding="utf-8")


def _section(title: str) -> str:
    found = _PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    assert found, f"no section {title}"
    return found


def _rows(title: str) -> list[list[str]]:
    """Return the cells of the last table of a section, without its head."""
    lines = [line for line in _section(title).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def _codes(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def _table(*titles: str) -> list[tuple[str, str]]:
    """Return the code of the first two columns of tables."""
    return [(_codes(row[0])[0], _codes(row[1])[0]) for title in titles for row in _rows(title)]


_NODES = _table("Heads", "Verbs", "Selections", "Tests", "Amounts", "Conditions")
_PLACES = _table("Places")
_EVENTS = _table("Events")
_COSTS = _table("Costs")
_WHOLE = re.findall(r"```yaml\n(.*?)```", _PAGE, re.DOTALL)


def _card(example: str) -> dict[str, Any]:
    """Return an example as a card: mappings with a head are abilities, the others lines."""
    value = yaml.safe_load(example)
    entries = value if isinstance(value, list) else [value]
    card: dict[str, Any] = {"name": "Example"}
    for entry in entries:
        is_ability = any(key in HEADS for key in entry)
        card.setdefault("abilities" if is_ability else "do", []).append(entry)
    return card


def _of_event(example: str) -> dict[str, Any]:
    """Return the card of an event's example: the sentence of a trigger, or a whole line or ability."""
    if example.startswith("{"):
        return _card(example)
    return {"abilities": [{"when": example, "do": [{"draw": 1}]}]}


def _read(card: dict[str, Any]) -> heads.CardAbilities:
    card.pop("name", None)
    return read_abilities("Example", card)


def _walk(node: Any) -> Iterator[Any]:
    yield node
    if is_dataclass(node):
        for field in fields(node):
            yield from _walk(getattr(node, field.name))
    elif isinstance(node, tuple):
        for item in node:
            yield from _walk(item)


def _loaded(example: str) -> heads.CardAbilities:
    card = _read(_card(example))
    for text in describe(card):
        assert "None" not in text
        assert "(" + "name=" not in text
    return card


@pytest.mark.parametrize(("name", "example"), _NODES, ids=[f"{name}-{n}" for n, (name, _) in enumerate(_NODES)])
def test_the_example_of_a_node_loads_and_has_that_node(name: str, example: str) -> None:
    assert name in {type(node).__name__ for node in _walk(_loaded(example))}


@pytest.mark.parametrize(("kind", "example"), _PLACES)
def test_the_example_of_a_place_loads_and_has_that_place(kind: str, example: str) -> None:
    assert kind in {node.kind for node in _walk(_loaded(example)) if isinstance(node, Place)}


@pytest.mark.parametrize(("verb", "sentence"), _EVENTS)
def test_the_example_of_an_event_loads_and_is_that_event(verb: str, sentence: str) -> None:
    card = _read(_of_event(sentence))
    assert [node.verb for node in _walk(card) if isinstance(node, Event)] == [verb]


@pytest.mark.parametrize(("key", "example"), _COSTS)
def test_the_example_of_a_cost_has_its_key_and_loads(key: str, example: str) -> None:
    assert f"{key}:" in example
    assert any(isinstance(node, phrases.Cost) for node in _walk(_loaded(example)))


@pytest.mark.parametrize("example", _WHOLE)
def test_a_whole_card_on_the_page_loads_and_is_described(example: str) -> None:
    assert describe(_read(yaml.safe_load(example)))


def test_every_node_is_documented_once() -> None:
    unions = (
        heads.Ability,
        phrases.Selection,
        phrases.Test,
        phrases.Amount,
        phrases.Condition,
    )
    known = [kind.__name__ for union in unions for kind in get_args(union)]
    known += [node.__name__ for node in set(instructions.language().values())]
    assert sorted(name for name, _ in _NODES) == sorted(known)
    for name in ("Place", "Event", "Cost"):
        assert f"`{name}` is one" in _PAGE


def test_every_verb_and_head_is_documented() -> None:
    for key in VERBS:
        assert re.search(rf"\b{key}: ", _section("Verbs") + _section("Costs")), key
    for key in COMMON:
        assert f"`{key}`" in _section("Verbs") or f"`{key}: true`" in _section("Verbs"), key
    for key in HEADS:
        assert re.search(rf"[{{`]{key}[:`]", _section("Heads")), key


@pytest.mark.parametrize("head", HEADS)
def test_every_key_of_a_head_is_documented(head: str) -> None:
    for key in HEADS[head].args:
        assert re.search(rf"\b{key}\b", _section("Heads")), key


@pytest.mark.parametrize("verb", VERBS)
def test_every_key_of_a_verb_is_documented(verb: str) -> None:
    row = next(row for row in _section("Verbs").splitlines() if row.startswith(f"| `{VERBS[verb].node.__name__}`"))
    for key in VERBS[verb].args:
        assert re.search(rf"\b{key}\b", row), key


def test_the_words_of_the_grammar_are_documented() -> None:
    words = set(_codes(_section("Selections")))
    assert set(STATES) <= words
    assert set(NOUNS) <= words
    assert [verb for verb, _ in _EVENTS] == list(get_args(EventVerb))
    assert {kind for kind, _ in _PLACES} == set(get_args(PlaceKind))


def test_durations_keywords_and_costs_are_documented() -> None:
    assert [_codes(row[0])[0] for row in _rows("Durations")] == list(get_args(instructions.Until))
    assert {key for key, _ in _COSTS} == {*_COST, "or", "less"}


def test_the_keywords_on_the_page_load() -> None:
    table = _table("Keywords")
    assert [name for name, _ in table] == list(heads.KEYWORDS)
    for name, written in table:
        (keyword,) = _read({"keywords": [yaml.safe_load(written)]}).keywords
        assert keyword.name == name


@pytest.mark.parametrize("example", [_codes(row[0])[0] for row in _rows("Errors")])
def test_what_the_page_calls_an_error_is_refused(example: str) -> None:
    with pytest.raises(AbilityError):
        _read(_card(example))


def test_the_page_is_linked() -> None:
    assert "(abilities.md)" in (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
