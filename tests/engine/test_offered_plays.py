"""What is offered can be completed: the invariant that tries it out, and that it finds what cannot (CR 355.16, 358)."""

from __future__ import annotations

from riftcheck.engine.invariants import unfinished
from riftcheck.engine.model import constants as w
from tests.engine.own_cards import HOME, Table

CARDS = """
- {name: Dear, type: Spell, energy: 99, do: [{draw: 1}]}
- {name: Bolt, type: Spell, energy: 1, do: [{stun: choose a unit}]}
"""


def table() -> Table:
    made = Table(CARDS)
    made.unit("Ox", HOME, HOME)
    made.zone(HOME, "hand", "Dear", "Bolt")
    made.go()
    return made


def test_what_is_offered_is_completed_by_any_answers() -> None:
    made = table()
    before = made.offers()
    assert any(key.startswith("play") for key in before)
    assert [unfinished(made.s, seed) for seed in range(5)] == [[]] * 5
    assert made.offers() == before, "it is tried out on copies"


def test_an_offered_play_that_cannot_be_paid_is_told() -> None:
    made = table()
    assert made.s.decision is not None
    dear = next(card for card in made.s.players[HOME].hand if made.s.pool.defs[made.s.card_defs[card]].name == "Dear")
    made.s.decision.options.append((w.O_PLAY, dear, 0))
    assert unfinished(made.s, 1) == [f"player {HOME} is offered {(w.O_PLAY, dear, 0)}, and cannot complete it"]
