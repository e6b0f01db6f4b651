"""Names given by `as`: the engine gives one wherever the language lets one be written, and nowhere else."""

from __future__ import annotations

import pytest
import yaml

from riftcheck.carddb.abilities.instructions import VERBS
from riftcheck.carddb.abilities.problems import AbilityError
from riftcheck.carddb.abilities.reader.card import read_abilities
from riftcheck.engine.board.layers import keywords
from riftcheck.engine.compile.core.context import Context
from riftcheck.engine.compile.statements.performers import set_name
from riftcheck.engine.compile.statements.sequences import lines
from riftcheck.engine.model.chain_items import I_TRIGGER, Item
from riftcheck.engine.model.definitions import tag_names
from tests.carddb.abilities.test_reader_lines import LINES
from tests.engine.own_cards import HOME, Table, own_pool

# Only in a replacement, only a card that plays itself again, and what burns nobody out: which the engine refuses here.
ELSEWHERE = ("{proceed:", "{play: this, again: true", "{draw: top")
WRITTEN = [text for text, _ in LINES if not text.startswith(ELSEWHERE)]


@pytest.mark.parametrize("text", WRITTEN)
def test_what_may_be_named_is_named_by_the_engine(text: str) -> None:
    line = {**yaml.safe_load(text), "as": "result"}
    node = read_abilities("Test", {"do": [yaml.safe_load(text)]}).do[0]
    card = {"do": [line, {"draw": 1, "if": "result"}]}
    if not VERBS[type(node)].named:
        with pytest.raises(AbilityError, match="leaves nothing that a name could hold"):
            read_abilities("Test", card)
        return
    ctx = Context(own_pool(""), "test")
    lines(ctx, read_abilities("Test", card).do[:1])
    assert "result" in ctx.names


def test_a_tag_that_is_named_is_seen_at_once() -> None:
    namer = "abilities: [{as-played: true, do: [{name-a: tag, as: this.kind}]}, {for: me, tags: [this.kind]}]"
    table = Table(
        f"- {{name: Namer, type: Unit, might: 1, {namer}}}\n- {{name: Hound, type: Unit, might: 1, tags: [Dog]}}\n"
    )
    o = table.unit("Namer", HOME, HOME)
    assert (keywords(table.s, o), "Dog" in o.tags) == (0, False)
    item = Item(1, I_TRIGGER, HOME, o.id, o.id, o.card, o.d, None)
    item.slots = [()]
    set_name(table.s, item, 0, "this.kind", [tag_names(table.s.pool).index("Dog")])
    assert (keywords(table.s, o), "Dog" in o.tags) == (0, True)
