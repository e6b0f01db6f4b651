"""Names of what is played, from the chain to the board: in a saved game too, and without touching other names."""

from __future__ import annotations

import json

from riftcheck.engine.board.layers import might
from riftcheck.engine.playing.resolution import hand_on_names
from riftcheck.engine.storage.save import dump, load
from tests.engine.own_cards import HOME, MILL, Table

CARDS = """
- {name: Page, type: Unit, supertypes: [Token], might: 1}
- name: Muster
  type: Spell
  do:
    - {name-a: tag, as: kind}
    - {play-token: Page, as: fresh}
    - {do-this: [{give: fresh, might: +3, until: end of turn}, {stun: choose up to 1 unit with tag kind}]}
- {name: Tagged, type: Unit, tags: [Cat, Dog], might: 1}
"""


def mustering() -> Table:
    """Return a table at which the place of a token is asked that a spell has played and named."""
    table = Table(CARDS)
    table.unit("Ox", HOME, MILL)
    table.play(HOME, "Muster")
    table.passes()
    table.answer(0)
    return table


def test_a_game_saved_while_the_token_is_on_the_chain_lets_its_name_follow_it() -> None:
    table = mustering()
    table.s = load(table.s.pool, json.loads(json.dumps(dump(table.s))))
    table.answer(MILL)
    table.passes()
    (page,) = [o for o in table.s.board.values() if o.d.name == "Page"]
    assert might(table.s, page) == 4


def test_a_game_written_before_names_were_followed_is_read() -> None:
    table = mustering()
    document = dump(table.s)
    document["items"] = [item[:-1] if item[-1] == 1 else item for item in document["items"]]
    assert document != dump(table.s)
    table.s = load(table.s.pool, document)
    table.answer(MILL)
    table.passes()
    (page,) = [o for o in table.s.board.values() if o.d.name == "Page"]
    assert might(table.s, page) == 1


def test_a_name_for_a_number_stays_though_the_item_has_that_number() -> None:
    table = mustering()
    token, reflexive = table.s.chain
    assert reflexive.script is not None
    kind = reflexive.script.names.index("kind")
    fresh = reflexive.script.names.index("fresh")
    assert reflexive.slots[fresh] == (token.id,)
    reflexive.slots[kind] = (token.id,)
    hand_on_names(table.s, token, (token.id + 7,))
    assert (reflexive.slots[kind], reflexive.slots[fresh]) == ((token.id,), (token.id + 7,))
