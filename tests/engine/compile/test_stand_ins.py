"""Cards that cannot be executed: refused, or never playable, or units of cost and Might only."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from riftcheck.engine.compile.pool import SKIP, VANILLA, pool_of
from riftcheck.engine.game import Game, GameDeck, GameError
from riftcheck.engine.storage.save import SaveError
from tests.unwritten import BATTLEFIELD, LEGEND, SPELL, UNIT

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.engine.model.definitions import Pool


@pytest.fixture(scope="module")
def pool(unwritten: CardDatabase) -> Pool:
    return pool_of(unwritten)


def _with(pool: Pool, unit: str = UNIT) -> Game:
    deck = GameDeck((*[unit] * 20, *[SPELL] * 19), ("Body Rune",) * 12, (BATTLEFIELD,) * 3, LEGEND)
    return Game.start(pool, [deck, deck], "duel", 1)


def test_what_cannot_be_executed_is_refused_unless_something_stands_in(pool: Pool) -> None:
    with pytest.raises(GameError, match="cannot be executed"):
        _with(pool)


def test_what_is_skipped_is_never_playable(unwritten: CardDatabase) -> None:
    game = _with(pool_of(unwritten, unsupported=SKIP))
    names: set[str] = set()
    rng = random.Random(1)
    while game.decision is not None and game.state.turn < 12:
        view = game.view(game.decision.player)
        names |= {option["name"] for option in view["decision"]["options"] if option["kind"] == "play"}
        decision = view["decision"]
        count = rng.randint(decision["least"], decision["most"])
        game.answer(sorted(rng.sample(range(len(decision["options"])), count)))
    assert not names & {UNIT, SPELL}


def _of_unknown_might(db: CardDatabase) -> set[str]:
    return {card.name for card in db.cards if "Unit" in card.types and card.might is None}


def test_a_unit_of_unknown_might_is_never_one_of_might_0(unwritten: CardDatabase) -> None:
    unknown = _of_unknown_might(unwritten)
    assert len(unknown) == 11  # docs/decisions/0018
    plain = pool_of(unwritten, unsupported=VANILLA)
    plain.need_all()
    assert {plain.by_name[name] for name in unknown} <= plain.inert - plain.plain
    names: set[str] = set()
    game = _with(plain, "Strigian Oracle")
    rng = random.Random(1)
    while game.decision is not None and game.state.turn < 12:
        decision = game.view(game.decision.player)["decision"]
        names |= {option["name"] for option in decision["options"] if option["kind"] == "play"}
        count = rng.randint(decision["least"], decision["most"])
        game.answer(sorted(rng.sample(range(len(decision["options"])), count)))
    assert "Strigian Oracle" not in names


def test_a_vanilla_unit_is_cost_and_might(unwritten: CardDatabase, pool: Pool) -> None:
    plain = pool_of(unwritten, unsupported=VANILLA)
    pool.need_all()
    plain.need_all()
    before, after = (one.definition(UNIT) for one in (pool, plain))
    assert (after.energy, after.power, after.might, after.domains) == (
        before.energy,
        before.power,
        before.might,
        before.domains,
    )
    assert (after.unsupported, after.kw, after.main.empty, after.script) == ("", 0, True, None)
    unknown = _of_unknown_might(unwritten)
    assert plain.plain == {d.index for d in pool.defs if d.unsupported and d.types & 1 and d.name not in unknown}
    inert = [plain.defs[index] for index in plain.inert]
    assert all(d.unsupported and (not d.types & 1 or d.name in unknown) for d in inert)
    game = _with(plain)
    with pytest.raises(SaveError):
        Game.from_json(pool, game.to_json())  # a game with stand-ins is not mistaken for one by the book
