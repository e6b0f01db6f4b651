"""Policies: they see a view and nothing else, answer what is offered, and do what they are said to do."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.engine.compile.pool import SKIP, VANILLA, pool_of
from riftcheck.engine.game import Deck, Game, GameError
from riftcheck.engine.policies import random_policy, simple_policy
from riftcheck.engine.storage.save import SaveError

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.engine.model.definitions import Pool
    from riftcheck.engine.policies import Policy

CHEAP, DEAR, SPELL = "Vanguard Sergeant", "Shipyard Skulker", "Mobilize"
FIELDS = ("Altar to Unity", "Bandle Tree", "Back-Alley Bar")


@pytest.fixture(scope="module")
def pool(db: CardDatabase) -> Pool:
    return pool_of(db)


def _game(pool: Pool, seed: int = 1, mode: str = "duel", seats: int = 2) -> Game:
    deck = Deck((CHEAP, DEAR, SPELL) * 13, ("Body Rune", "Order Rune") * 6, FIELDS)
    return Game.start(pool, [deck] * seats, mode, seed)


def _play(game: Game, policies: list[Policy], most: int = 4000) -> None:
    for _ in range(most):
        decision = game.decision
        if decision is None:
            return
        # What a policy gets could have come over a wire.
        seen = json.loads(json.dumps(game.view(decision.player)))
        game.answer(policies[decision.player % len(policies)](seen))
    pytest.fail("no end")


@pytest.mark.parametrize(("mode", "seats"), [("duel", 2), ("ffa3", 3), ("ffa4", 4), ("2v2", 4)])
def test_simple_policies_play_every_mode_to_the_end(pool: Pool, mode: str, seats: int) -> None:
    game = _game(pool, 4, mode, seats)
    _play(game, [simple_policy(pool)])
    assert game.winner is not None


def test_the_simple_policy_beats_a_random_one(pool: Pool) -> None:
    wins = 0
    for seed in range(12):
        game = _game(pool, seed)
        _play(game, [simple_policy(pool), random_policy(seed)])
        wins += game.winner == 0
    assert wins >= 11


def test_the_random_policy_is_its_seed(pool: Pool) -> None:
    answers = []
    for seed in (1, 1, 2):
        game = _game(pool)
        _play(game, [random_policy(seed)])
        answers.append(game.answers)
    assert answers[0] == answers[1] != answers[2]


def _view(**changes: Any) -> dict[str, Any]:
    def unit(number: int, controller: int, location: int, might: int, **more: Any) -> dict[str, Any]:
        plain = {"type": "unit", "facedown": False, "exhausted": False, "name": CHEAP}
        return {"object": number, "controller": controller, "location": location, "might": might} | plain | more

    def field(location: int, units: list[int], control: int | None) -> dict[str, Any]:
        return {"location": location, "units": units, "facedown": [], "control": control}

    return {
        "player": 0,
        "players": [{"team": 0}, {"team": 1}],
        "board": [unit(40, 0, 0, 3), unit(41, 0, 0, 5), unit(42, 1, 2, 4)],
        "battlefields": [field(2, [42], 1), field(3, [], None)],
    } | changes


def _asked(pool: Pool, kind: str, options: list[dict[str, Any]], *, least: int = 1, most: int = 1, **more: Any) -> Any:
    numbered = [{"index": index} | option for index, option in enumerate(options)]
    decision = {"kind": kind, "least": least, "most": most, "about": None, "options": numbered} | more
    return simple_policy(pool)(_view(decision=decision))


END = {"kind": "end"}


def test_it_plays_the_dearest_permanent_before_anything_else(pool: Pool) -> None:
    plays = [
        {"kind": "play", "name": name, "type": kind}
        for name, kind in ((SPELL, "spell"), (DEAR, "unit"), (CHEAP, "unit"))
    ]
    dearest = max((DEAR, CHEAP), key=lambda name: pool.defs[pool.by_name[name]].energy)
    chosen = _asked(pool, "main", [*plays, {"kind": "move", "location": 3}, END])
    assert plays[chosen[0]]["name"] == dearest


def test_it_plays_no_spell_and_ends_the_turn(pool: Pool) -> None:
    assert _asked(pool, "main", [{"kind": "play", "name": SPELL, "type": "spell"}, END]) == [1]


def test_it_moves_to_an_open_battlefield_before_it_attacks(pool: Pool) -> None:
    moves = [{"kind": "move", "location": location} for location in (0, 2, 3)]
    assert _asked(pool, "main", [*moves, END]) == [2]
    assert _asked(pool, "main", [*moves[:2], END]) == [1]  # 8 Might against 4
    assert _asked(pool, "main", [moves[0], END]) == [1]


def test_it_does_not_attack_what_is_as_strong(pool: Pool) -> None:
    view = _view()
    view["board"][2]["might"] = 8
    options = [{"index": 0, "kind": "move", "location": 2}, {"index": 1, "kind": "end"}]
    view["decision"] = {"kind": "main", "least": 1, "most": 1, "about": None, "options": options}
    assert simple_policy(pool)(view) == [1]


@pytest.mark.parametrize(("location", "chosen"), [(3, [1]), (2, [1])])
def test_it_sends_no_more_than_it_needs(pool: Pool, location: int, chosen: list[int]) -> None:
    units = [{"kind": "choose", "object": number} for number in (40, 41)]
    assert _asked(pool, "move", units, most=2, about={"location": location}) == chosen


def test_it_targets_what_opponents_have(pool: Pool) -> None:
    refs = [{"kind": "choose", "object": number} for number in (40, 42)]
    assert _asked(pool, "target", refs) == [1]
    assert _asked(pool, "target", refs[:1]) == [0]
    assert _asked(pool, "target", refs[:1], least=0) == []


@pytest.mark.parametrize("kind", ["priority", "focus", "invite"])
def test_it_passes(pool: Pool, kind: str) -> None:
    assert _asked(pool, kind, [{"kind": "play", "name": SPELL, "type": "spell"}, {"kind": "pass"}]) == [1]


def test_it_says_yes_and_takes_the_greatest_number(pool: Pool) -> None:
    assert _asked(pool, "yes-no", [{"kind": "yes"}, {"kind": "no"}]) == [0]
    assert _asked(pool, "yes-no", [{"kind": "no"}]) == [0]
    assert _asked(pool, "number", [{"kind": "number", "number": number} for number in (0, 1, 2)]) == [2]


def test_it_sets_dear_cards_aside(pool: Pool) -> None:
    dear = next(d.name for d in pool.defs if d.types & 1 and d.energy >= 7 and not d.unsupported)
    hand = [{"kind": "choose", "name": name} for name in (CHEAP, dear, SPELL)]
    assert _asked(pool, "mulligan", hand, least=0, most=2) == [1]


# --- what stands in for cards that cannot be executed ----------------------------------------------------------------


@pytest.fixture(scope="module")
def unable(pool: Pool) -> dict[int, str]:
    """A unit, a spell, a legend and a battlefield that cannot be executed."""
    found: dict[int, str] = {}
    for d in pool.defs:
        for bit in (1, 4, 16, 32):
            if d.types & bit and d.unsupported and not d.types & 64 and d.energy <= 2:
                found.setdefault(bit, d.name)
    return found


def _with(pool: Pool, unable: dict[int, str]) -> Game:
    main = (*[unable.get(1, CHEAP)] * 20, *[unable.get(4, CHEAP)] * 19)
    runes = ("Body Rune",) * 12
    deck = Deck(main, runes, (unable.get(32, FIELDS[0]),) * 3, unable.get(16))
    return Game.start(pool, [deck, deck], "duel", 1)


def test_what_cannot_be_executed_is_refused_unless_something_stands_in(pool: Pool, unable: dict[int, str]) -> None:
    if not unable:
        pytest.skip("every card can be executed")
    with pytest.raises(GameError, match="cannot be executed"):
        _with(pool, unable)


def test_what_is_skipped_is_never_playable(db: CardDatabase, unable: dict[int, str]) -> None:
    if not unable:
        pytest.skip("every card can be executed")
    game = _with(pool_of(db, unsupported=SKIP), unable)
    names: set[str] = set()
    while game.decision is not None and game.state.turn < 12:
        view = game.view(game.decision.player)
        names |= {option["name"] for option in view["decision"]["options"] if option["kind"] == "play"}
        game.answer(random_policy(1)(view))
    assert not names & set(unable.values())


def test_a_vanilla_unit_is_cost_and_might(db: CardDatabase, pool: Pool, unable: dict[int, str]) -> None:
    if 1 not in unable:
        pytest.skip("every unit can be executed")
    plain = pool_of(db, unsupported=VANILLA)
    before, after = (one.defs[one.by_name[unable[1]]] for one in (pool, plain))
    assert (after.energy, after.power, after.might, after.domains) == (
        before.energy,
        before.power,
        before.might,
        before.domains,
    )
    assert (after.unsupported, after.kw, after.main.empty, after.script) == ("", 0, True, None)
    assert plain.plain == {d.index for d in pool.defs if d.unsupported and d.types & 1}
    assert all(plain.defs[index].unsupported and not plain.defs[index].types & 1 for index in plain.inert)
    game = _with(plain, unable)
    with pytest.raises(SaveError):
        Game.from_json(pool, game.to_json())  # a game with stand-ins is not mistaken for one by the book
