"""What policies think of a text: harm or help, gain, fight; of real cards, as the verbs of their abilities declare."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
import yaml

from riftcheck.carddb.abilities.instructions import VERBS, Effect, verb
from riftcheck.carddb.abilities.reader.card import read_abilities
from riftcheck.engine.compile.cards import Facts, build
from riftcheck.engine.model.scripts import Script
from riftcheck.goldfish.policies.polarity import HARM, HELP, NEITHER, PolarityTable

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.carddb.abilities.instructions import Instruction
    from riftcheck.engine.model.definitions import Pool


class Judged(NamedTuple):
    """What a policy sees of a text."""

    openings: tuple[int, ...] = ()
    whole: int = NEITHER
    gains: bool = False
    fights: bool = False
    takes: bool = False


# By the key of the script.
CARDS = {
    "Ahri, Alluring/0/do": Judged(gains=True),  # scores
    "Arena Bar/0/do": Judged((HELP,), HELP),  # buffs
    "Baccai Witherclaw/1/do": Judged(gains=True),  # channels
    "Back to Back/do": Judged((HELP,), HELP, fights=True),  # gives Might
    "Blade of the Ruined King/equip/0/do": Judged((HELP,), HELP),  # attaches
    "Blast of Power/do": Judged((HARM,), HARM, takes=True),  # kills
    "Cannon Barrage/do": Judged((), HARM),  # deals
    "Carnivorous Snapvine/0/do": Judged((HARM,), HARM),  # fights another unit
    "Charm/do": Judged((HELP, NEITHER), HELP),  # moves where its player says
    "Chemtech Enforcer/0/do": Judged(takes=True),  # discards
    "Consult the Past/do": Judged(gains=True),  # draws
    "Defy/do": Judged((HARM,), HARM),  # counters
    "Gust/do": Judged((HARM,), HARM),  # returns to hand
    "High Note/do": Judged((HARM,), HARM, fights=True),  # takes Might, as much as is counted
    "Gutter Palace/0/do": Judged(gains=True),  # wins
    "Last Stand/do": Judged((HELP,), HELP, fights=True),  # doubles
    "Mystic Reversal/do": Judged((HARM,), HARM),  # takes control
    "Neeko, Blending In/0/do": Judged(gains=True),  # adds a legend
    "Profiteer/0/do": Judged((HELP,), HELP),  # empowers
    "Recruit the Vanguard/do": Judged(gains=True),  # plays tokens
    "Rune Prison/do": Judged((HARM,), HARM),  # stuns
    "Sabotage/do": Judged((NEITHER,), gains=True, takes=True),  # reveals and recycles
    "Smoke Screen/do": Judged((HARM,), HARM, fights=True),  # takes Might
    "Soraka, Wanderer/1/do": Judged((), HELP),  # heals
    "Swift Scout/1/do": Judged((NEITHER,), takes=True),  # puts
    "Symbol of the Solari/0/do": Judged((), HARM),  # recalls
    "The Harrowing/do": Judged((NEITHER,), gains=True),  # plays
    "Time Warp/do": Judged((), HARM, gains=True, takes=True),  # takes another turn, and is banished
    "Unyielding Spirit/do": Judged(fights=True),  # prevents
    "Void Hatchling/0/do": Judged(gains=True, takes=True),  # looks
    "Volibear, Furious/0/do": Judged((HARM,), HARM),  # splits damage
    "Wallop/do": Judged((HELP,), HELP),  # readies
    "keyword/disarm/0/do": Judged((HARM,), HARM, fights=True),  # takes Might
    "keyword/hunt/0#1/do": Judged(gains=True),  # gains XP
    "keyword/weaponmaster/0/do": Judged((HELP,), HELP),  # attaches
}
# What no shipped card says by itself.
OWN = {
    "become-unit: choose a gear\nuntil: end of turn": Judged((HELP,), HELP),
    "double: choose a unit\nuntil: end of turn": Judged((HELP,), HELP, fights=True),
    "exhaust: choose a unit": Judged((HARM,), HARM),
    "heal: choose a unit": Judged((HELP,), HELP, fights=True),
    "move: choose a unit\nto: its base": Judged((HARM,), HARM),
}


@cache
def own_script(text: str) -> Script:
    abilities = read_abilities("Own", {"do": [yaml.safe_load(text)]})
    card = build([Facts("Own", ("Spell",), abilities=abilities)]).defs[0]
    assert card.script is not None, card.unsupported
    return card.script


@pytest.fixture(scope="module")
def table(db: CardDatabase) -> PolarityTable:
    return PolarityTable(db)


def scripts(pool: Pool) -> dict[str, tuple[Script, str]]:
    """Return the scripts of the rows above, with the cards that they are of."""
    found: dict[str, tuple[Script, str]] = {text: (own_script(text), "Own") for text in OWN}
    for key in CARDS:
        script: Any = pool.found[key]
        assert isinstance(script, Script)
        found[key] = script, key.partition("/")[0]
    return found


def judged(table: PolarityTable, pool: Pool) -> dict[str, Judged]:
    """Return how a policy judges each row, judged anew."""
    table.known.clear()
    found: dict[str, Judged] = {}
    for key, (script, name) in scripts(pool).items():
        polarity = table.of(replace_key(script, key), name)
        found[key] = Judged(polarity.openings, polarity.whole, polarity.gains, polarity.fights, polarity.takes)
    return found


def replace_key(script: Script, key: str) -> Script:
    """Return a script under a key of its own: those of this page have all the same."""
    return Script(
        key, script.ops, script.openings, script.slots, adds=script.adds, names=script.names, acts=script.acts
    )


@pytest.mark.parametrize("key", [*CARDS, *OWN])
def test_a_text_is_judged_as_its_player_would(table: PolarityTable, pool: Pool, key: str) -> None:
    assert judged(table, pool)[key] == {**CARDS, **OWN}[key]


FLAGS = [(node, flag) for node, declared in VERBS.items() for flag in declared.effect]


@pytest.mark.parametrize(("node", "flag"), FLAGS, ids=[f"{node.__name__}-{flag.name}" for node, flag in FLAGS])
def test_whoever_drops_what_a_verb_is_for_turns_a_row_red(
    table: PolarityTable, pool: Pool, monkeypatch: pytest.MonkeyPatch, node: type[Instruction], flag: Effect
) -> None:
    declared = VERBS[node]
    monkeypatch.setitem(VERBS, node, replace(declared, effect=declared.effect & ~flag))
    assert judged(table, pool) != {**CARDS, **OWN}


def test_a_verb_that_does_not_say_what_it_is_for_cannot_be_declared() -> None:
    with pytest.raises(TypeError, match="effect"):
        verb("wave")  # type: ignore[call-arg]


def test_a_verb_is_for_one_thing_to_what_it_is_aimed_at() -> None:
    aims = Effect.HARM, Effect.HELP, Effect.BY_MIGHT, Effect.BY_DESTINATION
    for node, declared in VERBS.items():
        assert sum(aim in declared.effect for aim in aims) <= 1, node


def test_a_script_says_of_every_operation_which_instruction_it_carries_out(pool: Pool) -> None:
    found = [script for script in pool.found.values() if isinstance(script, Script)]
    assert len(found) > 300
    carried: set[object] = set()
    for script in found:
        assert len(script.acts) == len(script.ops)
        carried.update(script.acts)
    assert {node for node in VERBS if node.__name__ in ("Deal", "PlayToken", "Stun", "Give", "Draw")} <= carried
