"""Every node of the ability language has its compiler; what has none is told by its name."""

from __future__ import annotations

import importlib
from typing import get_args

import pytest

from riftcheck.carddb.abilities import heads, instructions, phrases
from riftcheck.engine.compile.core.registry import AMOUNTS, CONDITIONS, HEADS, TESTS, VERBS
from riftcheck.engine.compile.core.subjects import Unsupported

# What compiles cards has registered every compiler.
importlib.import_module("riftcheck.engine.compile.cards")


def test_every_verb_has_a_compiler_but_what_only_replacements_say() -> None:
    missing = set(instructions.language().values()) - set(VERBS.compilers)
    assert missing == {instructions.Proceed}


def test_every_head_and_phrase_has_a_compiler_but_what_the_engine_cannot_do() -> None:
    assert set(get_args(heads.Ability)) - set(HEADS.compilers) == set()
    assert set(get_args(phrases.Amount)) - set(AMOUNTS.compilers) == set()
    assert set(get_args(phrases.Condition)) - set(CONDITIONS.compilers) == set()
    assert set(get_args(phrases.Test)) - set(TESTS.compilers) == {phrases.AbilityLabel}


def test_a_node_without_a_compiler_is_named_in_the_reason() -> None:
    with pytest.raises(Unsupported, match=r"^the amount Ref$"):
        AMOUNTS.of(phrases.Ref("me"))
