"""Saves of version 0.1 are read: `saves_0_1` has three that it wrote, in the middle of a combat with these cards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.engine.model import constants as w
from riftcheck.engine.storage.save import SaveError, dump, load
from tests.engine.own_cards import AWAY, HOME, MILL, Table, own_pool

if TYPE_CHECKING:
    from riftcheck.engine.model.definitions import Pool

SAVES = Path(__file__).with_name("saves_0_1")
CARDS = """
- name: Coat
  type: Unit
  might: 2
  energy: 2
  abilities:
    - {instead-of: I am dealt damage, do: [{prevent: 2}]}
    - {instead-of: I am dealt damage, do: [{proceed: {amount: that much * 2}}]}
- name: Victor
  type: Unit
  might: 6
  energy: 3
  abilities: [{when: I win a combat, do: [{stun: choose an enemy unit}]}]
- name: Stickers
  type: Gear
  energy: 1
  abilities: [{instead-of: attackers are recalled after a tie, may: true, do: [{draw: 1}]}]
"""


@pytest.fixture(scope="module")
def pool() -> Pool:
    return own_pool(CARDS)


def saved(name: str) -> Any:
    return json.loads((SAVES / f"{name}.json").read_text("utf-8"))


def restored(pool: Pool, name: str) -> Table:
    table = Table.__new__(Table)
    table.s = load(pool, saved(name))
    return table


@pytest.mark.parametrize("name", ["orders", "tie"])
def test_a_save_of_0_1_is_written_again_as_it_was(pool: Pool, name: str) -> None:
    document = saved(name)
    assert document["notes"]
    assert dump(load(pool, document)) == document
    assert dump(load(pool, document).clone()) == document


def test_the_orders_of_replacements_go_on(pool: Pool) -> None:
    """CR 467.2.c.5: the first of two units has its order; the second is asked for, and then the damage is dealt."""
    table = restored(pool, "orders")
    ((ref, order),) = table.s.replacement_orders.items()
    assert table.s.board[ref].d.name == "Coat"
    assert len(order) == 1  # of two the first; the other is what is left
    assert table.asked() == (AWAY, w.D_REPLACE)
    options = table.s.decision.options if table.s.decision is not None else []
    assert {subject for _, subject, _ in options} == {other for other in table.s.locs[MILL].units if other > ref}
    table.s.log = []
    table.answer("replace")
    assert table.asked() == (AWAY, w.D_ASSIGN)  # the attacker has enough for both
    while table.s.waiting and table.s.decision is not None and table.s.decision.kind == w.D_ASSIGN:
        table.answer(table.refs()[0])
    assert table.s.replacement_orders == {}
    assert any(event.kind == w.E_DAMAGE and event.subject == ref for event in table.s.log)


def test_a_tie_goes_on(pool: Pool) -> None:
    """CR 468.1.a.2, 468.3: nobody wins a combat after which the attackers are recalled."""
    table = restored(pool, "tie")
    assert table.s.tied
    table.s.log = []
    table.answer("no")
    assert not table.s.tied
    assert not table.s.combat
    assert {event.kind for event in table.s.log}.isdisjoint({w.E_WIN_COMBAT, w.E_LOSE_COMBAT})


def test_a_won_combat_goes_on(pool: Pool) -> None:
    assert saved("won")["notes"] == [f"won:{HOME}"]
    table = restored(pool, "won")
    assert dump(table.s) == saved("won") | {"notes": []}
    table.answer(table.refs()[0])
    table.passes()
    assert table.s.locs[MILL].control == HOME


@pytest.mark.parametrize(
    "note",
    ["first", "tie:1", "won", "won:2", "won:-1", "won:x", "order:40", "order:40:", "order:40:1,x", "order::1", ""],
)
def test_a_note_that_no_combat_makes_is_refused(pool: Pool, note: str) -> None:
    document = saved("won")
    document["notes"] = [note]
    with pytest.raises(SaveError, match="`notes`"):
        load(pool, document)


@pytest.mark.parametrize("note", ["tie", "won:1", "order:40:1"])
def test_a_note_says_a_thing_once(pool: Pool, note: str) -> None:
    document = saved("won")
    document["notes"] = [note, note]
    with pytest.raises(SaveError, match="`notes`, entry 2"):
        load(pool, document)
