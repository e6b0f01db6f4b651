"""Each field of RulesVersion makes a difference that is played here, in a position where nothing else differs."""

from __future__ import annotations

import ast
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.engine.board.active_texts import env_of
from riftcheck.engine.board.layers import might
from riftcheck.engine.board.triggers import queue
from riftcheck.engine.board.zones import put_card, relocate, take_card
from riftcheck.engine.display.descriptions import option_keys
from riftcheck.engine.flow.combat_roles import designate, open_combat
from riftcheck.engine.flow.loop import advance
from riftcheck.engine.flow.scoring import conquer, hold
from riftcheck.engine.flow.turn import STEP_ENDING, step_turn
from riftcheck.engine.game import Game, GameDeck, GameError
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.frames import ShowdownFrame
from riftcheck.engine.model.objects import Event
from riftcheck.engine.model.rules_version import LATEST, V1_0, V1_2, V1_4, V1_4_1, VERSIONS, RulesVersion
from riftcheck.engine.playing.options import priority_options
from tests.engine.hand_built import make_pool, turn_of
from tests.engine.own_cards import AWAY, HOME, MILL, NEW_MILL, Table, alive
from tests.paths import ROOT

if TYPE_CHECKING:
    from riftcheck.engine.model.objects import Obj

ENGINE = ROOT / "engine"
NAMES = [field.name for field in fields(RulesVersion) if field.name != "name"]

KILL = "- {name: Axe, type: Spell, keywords: [reaction], do: [{kill: choose a unit}]}\n"
XP = "- {name: Study, type: Spell, keywords: [reaction], do: [{xp: 1}]}\n"


class OldTable(Table):
    """A table where one field of the rules is as it is given; such rules have no name, so they are not saved."""

    def __init__(self, cards: str = "", **changes: Any) -> None:
        super().__init__(cards)
        self.s.rules = replace(LATEST, **changes)

    def answer(self, *wanted: int | str) -> None:
        s = self.s
        assert s.decision is not None
        s.answer, s.waiting = sorted(self._place(s.decision.options, one) for one in wanted), False
        advance(s)

    def attack(self, *units: Obj) -> None:
        """Open a combat at the Old Mill with these units of the first player."""
        self.go()
        self.answer("move to battlefield 1")
        if self.s.waiting and self.s.decision is not None and self.s.decision.kind == w.D_MOVE:
            self.answer(*(unit.id for unit in units))


# --- every field is read, every difference is here --------------------------------------------------------------------


def attributes_read() -> set[str]:
    """Every attribute of `….rules` or `version` that the engine reads."""
    found: set[str] = set()
    for path in ENGINE.rglob("*.py"):
        if path.name == "rules.py":
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute | ast.Name):
                owner = node.value.attr if isinstance(node.value, ast.Attribute) else node.value.id
                if owner in ("rules", "version"):
                    found.add(node.attr)
    return found


def test_the_engine_reads_every_field() -> None:
    assert set(NAMES) - attributes_read() == set()


def test_every_field_has_its_case() -> None:
    cases = {name.removeprefix("test_").split("__")[0] for name in globals() if name.startswith("test_")}
    assert set(NAMES) - cases == set()


def test_versions_differ_where_they_say() -> None:
    assert V1_0 != V1_2 != V1_4 != LATEST
    assert VERSIONS == {"1.0": V1_0, "1.2": V1_2, "1.4": V1_4, "1.4.1": V1_4_1, "1.5": LATEST}
    never = [name for name in NAMES if len({getattr(rules, name) for rules in VERSIONS.values()}) == 1]
    assert never == []


# --- winning and scoring ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "drawn"), [(True, 1), (False, 0)])
def test_win_in_cleanup(value: bool, drawn: int) -> None:
    """CR 323.1: what the spell does after the last point still happens; by 1.0: 633 the game is over at once."""
    table = OldTable("- {name: Triumph, type: Spell, do: [{score: 1}, {draw: 1}]}", win_in_cleanup=value)
    table.s.points = [7, 0]
    table.zone(HOME, "deck", "Cat", "Cat")
    table.play(HOME, "Triumph")
    table.passes()
    assert table.s.winner == HOME
    assert len(table.hand(HOME)) == drawn


@pytest.mark.parametrize(("value", "points"), [(True, 8), (False, 9)])
def test_final_point_or_higher(value: bool, points: int) -> None:
    """CR 473.1.b: at 8 points, tied, conquering one of two battlefields draws a card instead."""
    table = OldTable(final_point_or_higher=value)
    table.s.points = [8, 8]
    table.zone(HOME, "deck", "Cat")
    conquer(table.s, HOME, MILL)
    assert table.s.points[HOME] == points
    assert len(table.hand(HOME)) == 9 - points


@pytest.mark.parametrize(("value", "points"), [(True, 0), (False, 1)])
def test_hold_needs_unscored(value: bool, points: int) -> None:
    """CR 471.2."""
    table = OldTable(hold_needs_unscored=value)
    table.unit("Cat", HOME, MILL)
    table.s.scored[HOME] = 1 << MILL
    hold(table.s, HOME, MILL)
    assert table.s.points[HOME] == points


RITE = """
- {name: Rite, type: Spell, do: [{stun: choose a unit}, {recycle: choose a unit in your trash}]}
- name: Hush
  type: Spell
  keywords: [reaction]
  do: [{choose: a unit, as: ox}, {counter: choose a spell choosing ox and no other unit}]
- {name: Study, type: Spell, keywords: [reaction], do: [{xp: 1}]}
"""


@pytest.mark.parametrize("value", [True, False])
def test_moved_cards_not_chosen(value: bool) -> None:
    """CR 359.3.e.9.a: a card that was chosen in the trash and has left it is not chosen any more."""
    table = OldTable(RITE, moved_cards_not_chosen=value)
    table.unit("Ox", HOME, HOME)
    table.zone(HOME, "trash", "Cat")
    table.zone(HOME, "hand", "Hush", "Study")
    table.play(HOME, "Rite")
    assert len(priority_options(table.s, HOME)) == 2
    card = table.s.players[HOME].trash[0]
    take_card(table.s, card, w.Z_TRASH)
    put_card(table.s, card, w.Z_BANISHED)
    assert len(priority_options(table.s, HOME)) == 2 + value


ERRAND = """
- {name: Courier, type: Unit, abilities: [{when: I become exhausted, do: [{add: {energy: 1}}]}]}
- name: Errand
  type: Spell
  do: [{exhaust: choose a unit}, {pay: {energy: 1}, as: bought}, {draw: 1, if: bought}]
"""


@pytest.mark.parametrize("value", [True, False])
def test_adds_at_once(value: bool) -> None:
    """CR 430.2: what triggers within a spell and Adds pays for a later instruction of it."""
    table = OldTable(ERRAND, adds_at_once=value)
    table.s.players[HOME].pool = [0] * w.POOL_SIZE
    table.zone(HOME, "deck", "Cat")
    table.unit("Courier", HOME, HOME)
    table.play(HOME, "Errand")
    table.passes()
    if value:
        table.answer("yes")
    assert len(table.hand(HOME)) == value


@pytest.mark.parametrize(("value", "times"), [(True, 1), (False, 2)])
def test_activated_is_no_event(value: bool, times: int) -> None:
    """CR 383.4.g.2: an activated conquer effect is no effect of conquering here."""
    brambles = (
        "- {name: Brambles, type: Unit, abilities: [{for: your conquer abilities for here, extra-triggers: 1}]}\n"
    )
    raider = "- {name: Raider, type: Unit, abilities: [{when: I conquer, do: [{xp: 1}]}]}\n"
    again = "- {name: Again, type: Spell, do: [{trigger-again: conquer abilities of units you control}]}\n"
    table = OldTable(brambles + raider + again, activated_is_no_event=value)
    table.unit("Brambles", HOME, MILL)
    table.unit("Raider", HOME, MILL)
    table.play(HOME, "Again")
    table.passes()
    table.passes()
    assert table.s.players[HOME].xp == times


# --- control and what is hidden ---------------------------------------------------------------------------------------


def kill_the_holder(table: OldTable) -> None:
    """Kill the first player's only unit at the Old Mill while a spell of theirs is still on the chain."""
    cat = table.unit("Cat", HOME, MILL)
    table.zone(AWAY, "hand", "Axe")
    table.play(HOME, "Study")
    if table.asked()[0] == HOME:
        table.answer("pass")
    table.answer("play Axe")  # there is but one unit
    while len(table.s.chain) > 1:
        table.answer("pass")
    assert not alive(table.s, cat)
    assert [item.d.name for item in table.s.chain] == ["Study"]


@pytest.mark.parametrize(("value", "control"), [(True, HOME), (False, w.NOBODY)])
def test_control_lost_when_open(value: bool, control: int) -> None:
    """CR 323.5: while there is a chain, control stays; by 1.0: 181.4 it goes with the last unit."""
    table = OldTable(KILL + XP, control_lost_when_open=value)
    table.zone(HOME, "hand", "Study")
    kill_the_holder(table)
    assert table.s.locs[MILL].control == control


@pytest.mark.parametrize(("value", "hidden"), [(True, 1), (False, 0)])
def test_hidden_kept_by_control(value: bool, hidden: int) -> None:
    """CR 323.6.a: what is facedown stays with control; by 1.0: 523 it goes with the last unit."""
    spark = "- {name: Spark, type: Spell, keywords: [hidden], do: [{xp: 1}]}\n"
    table = OldTable(KILL + XP + spark, hidden_kept_by_control=value)
    table.zone(HOME, "hand", "Study")
    table.facedown("Spark", HOME, MILL)
    kill_the_holder(table)
    assert len(table.s.locs[MILL].facedown) == hidden
    assert table.trash(HOME).count("Spark") == 1 - hidden


@pytest.mark.parametrize("value", [True, False])
def test_hide_costs_any(value: bool) -> None:
    """CR 811.1.b: power of any domain; by 1.0: 723 of the card's own."""
    table = OldTable("- {name: Spark, type: Spell, keywords: [hidden], do: [{xp: 1}]}\n", hide_costs_any=value)
    table.unit("Cat", HOME, MILL)
    table.zone(HOME, "hand", "Spark")
    table.s.players[HOME].pool[:] = [0] * w.POOL_SIZE
    table.obj("Calm Rune", HOME, HOME)
    table.go()
    keys = option_keys(table.s)
    assert any(key.startswith("hide Spark") for key in keys) is value


# --- combat -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "triggered"), [(True, 1), (False, 2)])
def test_attack_triggers_once(value: bool, triggered: int) -> None:
    """CR 383.4.e.2.a: a unit that leaves a combat and comes back attacks no second time."""
    hero = "- {name: Hero, type: Unit, might: 3, abilities: [{when: I attack, do: [{xp: 1}]}]}"
    table = OldTable(hero, attack_triggers_once=value)
    s = table.s
    unit = table.unit("Hero", HOME, MILL)
    table.unit("Ox", AWAY, MILL)
    s.showdown, s.locs[MILL].contested = MILL, HOME
    open_combat(s, MILL)
    for loc in (HOME, MILL):
        relocate(s, unit, loc)
        designate(s)
    assert unit.role == w.ATTACKER
    assert [item.me for item in s.triggered] == [unit.id] * triggered


@pytest.mark.parametrize("value", [True, False])
def test_no_over_assignment(value: bool) -> None:
    """CR 467.2.c.4: with enough damage for both, both die; by 1.0: 626.1.d.2 one may be dealt all of it."""
    table = OldTable(no_over_assignment=value)
    ox = table.unit("Ox", HOME, HOME)
    cats = [table.unit("Cat", AWAY, MILL) for _ in range(2)]
    table.attack(ox)
    if not value:
        assert table.asked() == (HOME, w.D_ASSIGN)
        table.answer(cats[1].id)
        assert table.s.decision is not None
        assert [number for _, number, _ in table.s.decision.options] == [1, 2, 3, 4]
        table.answer(4)
    assert [alive(table.s, cat) for cat in cats] == [not value, False]


@pytest.mark.parametrize("value", [True, False])
def test_heal_before_recheck(value: bool) -> None:
    """CR 468.1.a.1: who loses the Might of a dead ally is healed by then; by 1.0: 627.5 it is too late."""
    cards = (
        "- {name: Fox, type: Unit, might: 2}\n"
        "- {name: Chief, type: Unit, might: 1, abilities: [{for: other friendly units here, might: +1}]}\n"
    )
    table = OldTable(cards, heal_before_recheck=value)
    fox = table.unit("Fox", HOME, HOME)
    chief, cat = table.unit("Chief", AWAY, MILL), table.unit("Cat", AWAY, MILL)
    table.attack(fox)
    table.answer(chief.id)
    assert [alive(table.s, unit) for unit in (fox, chief, cat)] == [False, False, value]
    assert cat.damage == (0 if value else 1)


# --- showdowns --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "focus"), [(True, HOME), (False, AWAY)])
def test_focus_stays_after_triggers(value: bool, focus: int) -> None:
    """CR 346.1: a chain that a trigger has opened passes no focus; by 1.0: 552 every chain does."""
    hero = "- {name: Hero, type: Unit, might: 3, abilities: [{when: I move to a battlefield, do: [{xp: 1}]}]}\n"
    dare = "- {name: Dare, type: Spell, keywords: [action], do: [{xp: 1}]}\n"
    table = OldTable(hero + dare, focus_stays_after_triggers=value)
    unit = table.unit("Hero", HOME, HOME)
    for player in (HOME, AWAY):
        table.zone(player, "hand", "Dare")
    table.s.showdown, table.s.focus = MILL, HOME
    table.s.frames.append(ShowdownFrame(MILL))
    table.s.frames[-1].step = 1
    relocate(table.s, unit, MILL)
    trigger = unit.d.main.triggers[0]
    queue(
        table.s,
        env_of(table.s, unit, unit.id),
        trigger,
        Event(trigger.kinds[0], HOME, unit.id, -1, MILL, HOME, 1, -1, None),
        -1,
    )
    table.s.locs[MILL].contested = HOME
    table.go()
    while table.asked()[1] == w.D_PRIORITY:
        table.answer("pass")
    assert table.s.players[HOME].xp == 1
    assert table.asked() == (focus, w.D_FOCUS)


def test_everyone_gets_priority() -> None:
    """CR 339; 1.0: 529-531 are not played, and so refused, where a player has no part in a combat."""
    deck = GameDeck(("Tin Heron",) * 10, ("Fury Rune",) * 12, ("Old Mill",))
    pool = make_pool()
    with pytest.raises(GameError, match=r"by Core Rules 1\.0 only the players in a combat"):
        Game.start(pool, [deck] * 3, "ffa3", 1, V1_0)
    assert Game.start(pool, [deck] * 3, "ffa3", 1, V1_2).decision is not None
    assert Game.start(pool, [deck] * 2, "duel", 1, V1_0).decision is not None


# --- playing ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "spent"), [(True, 2), (False, 1)])
def test_deflect_per_choice(value: bool, spent: int) -> None:
    """CR 809.1.c: once for each time that it is chosen; by 1.0 and 1.2 once for a spell."""
    cards = (
        "- {name: Shell, type: Unit, might: 9, keywords: [deflect]}\n"
        "- {name: Fork, type: Spell, do: [{deal: 1, to: choose a unit}, {stun: choose a unit}]}\n"
    )
    table = OldTable(cards, deflect_per_choice=value)
    shell = table.unit("Shell", AWAY, AWAY)
    table.unit("Ox", AWAY, AWAY)
    before = table.s.players[HOME].pool[7]
    table.play(HOME, "Fork", shell.id, shell.id)
    assert before - table.s.players[HOME].pool[7] == spent


@pytest.mark.parametrize(("value", "order"), [(True, ["place", "pass"]), (False, ["pass", "place"])])
def test_destination_at_finalize(value: bool, order: list[str]) -> None:
    """CR 355.4: where to is chosen with the target; before that when the effect is executed."""
    cards = "- {name: Shift, type: Spell, do: [{move: choose a friendly unit}]}\n" + XP
    table = OldTable(cards, destination_at_finalize=value)
    cat = table.unit("Cat", HOME, HOME)
    table.zone(AWAY, "hand", "Study")
    table.play(HOME, "Shift")
    asked = []
    while cat.loc == HOME:
        kind = table.asked()[1]
        asked.append("place" if kind == w.D_LOCATION else "pass")
        table.answer(NEW_MILL if kind == w.D_LOCATION else "pass")
    assert asked == order
    assert cat.loc == NEW_MILL


@pytest.mark.parametrize(("value", "pending"), [(True, True), (False, False)])
def test_may_at_finalize(value: bool, pending: bool) -> None:
    """CR 383.3.a: "you may" is decided while the trigger is finalized; before 1.4 when it resolves."""
    hero = "- {name: Hero, type: Unit, energy: 1, abilities: [{when: you play me, may: true, do: [{xp: 1}]}]}\n"
    table = OldTable(hero + XP, may_at_finalize=value)
    table.zone(AWAY, "hand", "Study")
    table.play(HOME, "Hero")
    table.passes()
    assert table.asked() == (HOME, w.D_YES_NO)
    assert table.s.chain[-1].pending is pending


@pytest.mark.parametrize(("value", "xp"), [(True, 0), (False, 1)])
def test_legion_needs_other_card(value: bool, xp: int) -> None:
    """CR 812.1.c: another card than itself; by 1.0 and 1.2 any card played this turn."""
    hero = "- {name: Hero, type: Unit, energy: 1, abilities: [{gate: legion, when: you play me, do: [{xp: 1}]}]}\n"
    table = OldTable(hero, legion_needs_other_card=value)
    table.play(HOME, "Hero")
    table.passes()
    assert table.s.players[HOME].xp == xp


@pytest.mark.parametrize(("value", "finalized"), [(True, ["Study", "Nay"]), (False, ["Nay"])])
def test_countered_counts_as_played(value: bool, finalized: list[str]) -> None:
    """CR 420.4.b: who asks whether a card was played counts it; by 1.0: 595.4.b it was not."""
    nay = "- {name: Nay, type: Spell, keywords: [reaction], do: [{counter: choose a spell}]}\n"
    table = OldTable(XP + nay, countered_counts_as_played=value)
    table.zone(HOME, "hand", "Nay")
    table.play(HOME, "Study")
    study = table.s.chain[0]
    table.answer("play Nay")
    if table.s.decision is not None and table.s.decision.kind == w.D_TARGET:
        table.answer(study.id)
    table.passes()
    assert table.s.players[HOME].xp == 0
    assert table.names(table.s.players[HOME].finalized) == finalized


@pytest.mark.parametrize("value", [True, False])
def test_own_power_is_own(value: bool) -> None:
    """CR 135.2.e.6.c: power of the two domains of the card; before 1.4 of any."""
    cards = (
        "- {name: Duo, type: Unit, domains: [Fury, Calm], energy: 0, power: 1}\n"
        "- {name: Mind Rune, type: Rune, domains: [Mind]}\n"
    )
    table = OldTable(cards, own_power_is_own=value)
    table.s.players[HOME].pool[:] = [0] * w.POOL_SIZE
    table.obj("Mind Rune", HOME, HOME)
    table.zone(HOME, "hand", "Duo")
    table.go()
    keys = option_keys(table.s)
    assert ("play Duo" in keys) is not value
    if not value:
        table.answer("play Duo")
        assert table.s.players[HOME].runes == []


@pytest.mark.parametrize("value", [True, False])
def test_negated_keeps_links(value: bool) -> None:
    """VFAQ 34: what is linked to an act that was negated is done; by 1.4: 359.3.e.14.a it is ignored with it."""
    acts = (
        ("Jolt", "stun: choose a unit"),
        ("Lift", "move: choose a unit, to: its base"),
        ("Push", "exhaust: choose a unit"),
    )
    give = "{give: it, might: +1, until: end of turn}"
    cards = "".join(f"- {{name: {name}, type: Spell, do: [{{{act}}}, {give}]}}\n" for name, act in acts)
    table = OldTable(cards, negated_keeps_links=value)
    cat, ox = table.unit("Cat", AWAY, AWAY), table.unit("Ox", AWAY, AWAY)
    cat.stunned = cat.exhausted = True
    for spell in ("Jolt", "Lift", "Push"):
        table.play(HOME, spell, cat.id)
        table.passes()
    assert might(table.s, cat) == cat.d.might + 3 * value
    for spell in ("Jolt", "Push"):
        table.play(HOME, spell, ox.id)
        table.passes()
    assert might(table.s, ox) == ox.d.might + 2


@pytest.mark.parametrize(("value", "place"), [(True, NEW_MILL), (False, MILL)])
def test_hidden_chooses_where_played(value: bool, place: int) -> None:
    """CR 811.1.d.3: the play effect chooses where the unit was played to; 1.4: 811.1.d.2: where it was hidden."""
    greet = "abilities: [{when: you play me, do: [{buff: choose a unit}]}]"
    table = OldTable(f"- {{name: Scout, type: Unit, {greet}}}\n", hidden_chooses_where_played=value)
    scout = table.unit("Scout", HOME, NEW_MILL)
    scout.origin_loc = MILL
    trigger = scout.d.main.triggers[0]
    event = Event(trigger.kinds[0], HOME, scout.id, -1, NEW_MILL, HOME, 1, -1, None)
    queue(table.s, env_of(table.s, scout, scout.id), trigger, event, -1)
    assert table.s.triggered[0].facedown_loc == place


@pytest.mark.parametrize(("value", "drawn"), [(False, 0), (True, 1)])
def test_facedown_has_hidden(value: bool, drawn: int) -> None:
    """CR 811.5.a: a facedown card is no card with Hidden; 1.4: 811.5.a: it is one."""
    cards = (
        "- {name: Spark, type: Spell, keywords: [hidden], do: [{xp: 1}]}\n"
        "- {name: Count, type: Spell, do: [{draw: the number of facedown cards with hidden}]}\n"
    )
    table = OldTable(cards, facedown_has_hidden=value)
    table.unit("Ox", HOME, MILL)
    table.facedown("Spark", HOME, MILL)
    table.zone(HOME, "deck", "Cat")
    table.play(HOME, "Count")
    table.passes()
    assert len(table.hand(HOME)) == drawn


@pytest.mark.parametrize(("value", "left"), [(True, 5), (False, 1)])
def test_copies_in_own_layer(value: bool, left: int) -> None:
    """CR 479.1.a: gear that became a unit is one as a copy, too; 1.4: 477.1.b: the newest effect counts."""
    cards = (
        "- {name: Wind, type: Spell, do: [{become-unit: choose a gear, until: end of turn}]}\n"
        "- {name: Mould, type: Spell, do: [{become-copy: choose a unit named Engine, of: choose another unit}]}\n"
        "- {name: Engine, type: Gear, energy: 3}\n"
        "- {name: Costly, type: Unit, energy: 5, might: 1}\n"
    )
    table = OldTable(cards, copies_in_own_layer=value)
    engine = table.unit("Engine", HOME, HOME)
    table.unit("Costly", HOME, HOME)
    table.play(HOME, "Wind")
    table.passes()
    table.play(HOME, "Mould")
    table.passes()
    assert might(table.s, engine) == left


@pytest.mark.parametrize(("value", "xp"), [(True, 4), (False, 0)])
def test_shown_off_is_noted(value: bool, xp: int) -> None:
    """CR 832.1.d.1: the Might counts as it was when the unit was shown off; by 1.4 what has gone has none."""
    boast = "abilities: [{show-off: a unit, as: star}], do: [{xp: star.might, if: star is shown off}]"
    table = OldTable(f"{KILL}- {{name: Boast, type: Spell, {boast}}}\n", shown_off_is_noted=value)
    table.unit("Ox", HOME, HOME)
    table.zone(HOME, "hand", "Axe")
    table.play(HOME, "Boast", "yes", "play Axe")
    table.passes()
    assert table.s.players[HOME].xp == xp


# --- what effects do --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "left"), [(True, -2), (False, 0)])
def test_negative_might(value: bool, left: int) -> None:
    """CR 143.2.c.1: it is below 0 for what adds to it; by 1.0: 139.2.b it is 0."""
    weaken = "- {name: Weaken, type: Spell, do: [{give: choose a unit, might: -3, until: end of turn}]}\n"
    table = OldTable(weaken, negative_might=value)
    cat = table.unit("Cat", AWAY, AWAY)
    table.unit("Ox", AWAY, AWAY)
    table.play(HOME, "Weaken", cat.id)
    table.passes()
    assert might(table.s, cat) == left


@pytest.mark.parametrize(("value", "points"), [(True, 1), (False, 0)])
def test_burn_out_on_look(value: bool, points: int) -> None:
    """CR 432.1.c: looking burns nobody out; by 1.0: 607.1.b it does."""
    omen = "- {name: Omen, type: Spell, do: [{predict: 1}]}\n"
    table = OldTable(omen, burn_out_on_look=value)
    table.zone(HOME, "trash", "Cat", "Ox")
    table.play(HOME, "Omen")
    table.passes()
    if value:
        assert table.asked() == (HOME, w.D_PICK)
        table.answer()
    assert table.s.points == [0, points]
    assert sorted(table.trash(HOME)) == (["Omen"] if value else ["Cat", "Omen", "Ox"])


@pytest.mark.parametrize("value", [True, False])
def test_burn_out_on_look__at_a_deck_and_trash_that_stay_empty_is_lost(value: bool) -> None:
    """1.0: 607.3.a."""
    omen = "- {name: Omen, type: Spell, do: [{look-at: the top card of your deck}]}\n"
    table = OldTable(omen, burn_out_on_look=value)
    table.play(HOME, "Omen")
    table.passes()
    assert (table.s.winner == AWAY) is value


@pytest.mark.parametrize("value", [True, False])
def test_burn_out_recycles(value: bool) -> None:
    """CR 432.2.b: who waits for recycling sees it; by 1.0: 607.2.a the trash is shuffled into the deck."""
    table = OldTable("- {name: Rush, type: Spell, do: [{draw: 1}]}\n", burn_out_recycles=value)
    table.zone(HOME, "trash", "Cat", "Ox")
    table.play(HOME, "Rush")
    table.passes()
    assert table.s.points == [0, 1]
    kinds = [event.kind for event in table.s.log or ()]
    assert w.E_BURN_OUT in kinds
    assert (w.E_RECYCLE in kinds) is value


@pytest.mark.parametrize("value", [True, False])
def test_stun_ends_in_expiration(value: bool) -> None:
    """CR 424.1.a.2: at the end of the turn, with what else expires; before 1.4 when the Ending Step starts."""
    table = OldTable(stun_ends_in_expiration=value)
    ox = table.unit("Ox", AWAY, MILL)
    ox.stunned = True
    table.s.frames[0].step = STEP_ENDING
    step_turn(table.s, turn_of(table.s))
    assert ox.stunned is value


@pytest.mark.parametrize("value", [True, False])
def test_all_choices_made_again(value: bool) -> None:
    """CR 753: the only unit may be chosen again; by 1.4: 751.1 it could not, so nothing is asked."""
    turn = "- {name: Turn, type: Spell, keywords: [reaction], do: [{new-choices: choose a spell, by: you}]}\n"
    table = OldTable(KILL + turn, all_choices_made_again=value)
    table.unit("Ox", AWAY, AWAY)
    table.zone(AWAY, "hand", "Turn")
    table.play(HOME, "Axe")
    table.answer("play Turn")
    table.passes()
    assert (table.asked() == (HOME, w.D_YES_NO)) is value
