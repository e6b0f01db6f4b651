"""The phrase grammar: what each phrase means as a node, what may be a name, and that nothing else escapes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riftcheck.carddb.abilities import grammar
from riftcheck.carddb.abilities.grammar import (
    amounts,
    conditions,
    fixed,
    objects,
    places,
    scanner,
    states,
    suffixes,
    words,
)
from riftcheck.carddb.abilities.phrases import Event, Ref
from tests.carddb.abilities.phrase_nodes import bare
from tests.carddb.abilities.phrases_of_events import AMOUNTS, CONDITIONS, EVENTS, SEVERAL
from tests.carddb.abilities.phrases_of_things import COSTS, PLACES, SELECTIONS


@pytest.mark.parametrize(("text", "node"), SELECTIONS.items(), ids=str)
def test_a_selection_is_one_node(text: str, node: object) -> None:
    assert grammar.selection(text) == node


@pytest.mark.parametrize(("text", "node"), AMOUNTS.items(), ids=str)
def test_an_amount_is_one_node(text: str | int, node: object) -> None:
    assert grammar.amount(text) == node


@pytest.mark.parametrize(("text", "node"), CONDITIONS.items(), ids=str)
def test_a_condition_is_one_node(text: str, node: object) -> None:
    assert grammar.condition(text) == node


@pytest.mark.parametrize(("text", "node"), EVENTS.items(), ids=str)
def test_an_event_is_one_node(text: str, node: object) -> None:
    assert grammar.event(text) == node
    assert grammar.events(text) == (node,)


@pytest.mark.parametrize(("text", "nodes"), SEVERAL.items(), ids=str)
def test_a_sentence_with_or_is_several_events(text: str, nodes: tuple[Event, ...]) -> None:
    assert grammar.events(text) == nodes
    with pytest.raises(grammar.PhraseError, match=f"one event must stand here, not {len(nodes)}"):
        grammar.event(text)


@pytest.mark.parametrize(("text", "node"), PLACES.items(), ids=str)
def test_a_place_is_one_node(text: str, node: object) -> None:
    assert grammar.place(text) == node


@pytest.mark.parametrize(("text", "node"), COSTS.items(), ids=str)
def test_what_a_cost_takes_is_one_node(text: str | int, node: object) -> None:
    assert grammar.cost_object(text) == node


def test_the_noun_that_a_cost_leaves_out_can_be_given() -> None:
    assert grammar.cost_object("1", "buff") == bare("buff")
    assert grammar.cost_object("any number", "card") == bare("card", low=0, high=None)


def test_curly_quotes_are_straight_ones() -> None:
    assert grammar.condition("an opponent\u2019s score is at least 5") == grammar.condition(
        "an opponent's score is at least 5"
    )


@pytest.mark.parametrize("name", ["killed", "moved", "spent", "mark", "this.acts", "x"])
def test_good_names_are_free(name: str) -> None:
    assert grammar.is_given(name)
    assert grammar.selection(name) == Ref(name)


@pytest.mark.parametrize("name", ["unit", "here", "stunned", "fury", "play", "hidden", "Killed", "might", "this", "my"])
def test_words_of_the_grammar_are_no_names(name: str) -> None:
    assert not grammar.is_given(name)


def test_no_key_of_a_table_is_longer_than_the_cursor_looks() -> None:
    modules = (amounts, states, conditions, fixed, objects, places, suffixes, words)
    keys = [
        key
        for module in modules
        for table in vars(module).values()
        if isinstance(table, dict)
        for key in table
        if isinstance(key, str) and not key.startswith("__")
    ]
    assert len(keys) > 300
    assert max(key.count(" ") + 1 for key in keys) == scanner.LONGEST_KEY


READERS = (grammar.selection, grammar.amount, grammar.condition, grammar.events, grammar.place, grammar.cost_object)
PIECES = sorted(
    words.RESERVED
    | {"3", "+", "-", "*", "<", ",", "Poro", "The", "Baron Pit", "mark", "x", "killed.might", "non-unit", "named"}
    | set(words.WHOSE)
    | {form for forms in words.FORMS.values() for form in forms}
)


def refuses_or_reads(text: str) -> None:
    for read in READERS:
        error = None
        try:
            first = read(text)
        except grammar.PhraseError as caught:
            error = caught
        if error is None:
            assert read(text) == first
        else:
            assert error.message
            assert 1 <= error.column <= len(text) + 1


@given(st.text(max_size=40))
def test_random_letters_raise_nothing_but_the_error_of_the_grammar(text: str) -> None:
    refuses_or_reads(text)


@given(st.lists(st.sampled_from(PIECES), max_size=9).map(" ".join))
def test_random_words_raise_nothing_but_the_error_of_the_grammar(text: str) -> None:
    refuses_or_reads(text)


KNOWN = [str(text) for table in (SELECTIONS, AMOUNTS, CONDITIONS, EVENTS, PLACES, COSTS) for text in table]


@given(st.sampled_from(KNOWN), st.integers(0, 90), st.sampled_from(PIECES))
def test_a_good_phrase_with_a_word_put_in_raises_nothing_else(text: str, at: int, piece: str) -> None:
    refuses_or_reads(f"{text[:at]} {piece} {text[at:]}")


@pytest.mark.parametrize("text", ["not " * 74, "a unit choosing " * 18, "a unit or " * 30, "- " * 150, "top " * 75])
def test_deep_phrases_are_refused_and_not_too_deep(text: str) -> None:
    refuses_or_reads(text)
