"""Card search, autocomplete and suggestions over many queries."""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import Any

from bench import measure
from riftcheck import carddb
from riftcheck.carddb.search import autocomplete, search

_QUERIES = (
    "", "jinx", "t:unit d:fury e<=3",
    "d<=fury,order -t:unit", "k:assault or k:shield", "(t:spell or t:gear) p>=1 sort:-e",
    "tag:poro", "is:champion champ:jinx", "legal:constructed t:battlefield",
    "set:VEN r:epic m>5", "name:the", "-is:token",
    "is:banned", "id:OGN-007a", 'tag:"Shadow Isles" t:unit', "a e i o u", "-(t:unit or t:spell) legal:constructed-2v2",
    "o:draw", 'o:"draw a card" type:spell cost<=2',
)  # fmt: skip
_WORST = (" or ".join("abcdefghijklmno"), " ".join(["-o:zz"] * 30), " ".join(["name=z"] * 28), " ".join(["og-7"] * 30))


def run() -> dict[str, Any]:
    """Return the percentiles of each kind of look-up."""
    db, day = carddb.load(), date(2026, 11, 21)
    queries = [*_QUERIES, *_WORST]
    search(db, "legal:constructed o:draw", day=day)
    found = [measure.timed(partial(search, db, query, day=day)) for _ in range(60) for query in queries]
    typed = [measure.timed(partial(autocomplete, db, text)) for _ in range(60) for text in ("j", "jin", "the ", "qq")]
    names = [f"{card.name[:-2]}x{number}" for number, card in enumerate(db.cards[:300])]
    suggested = [measure.timed(partial(db.suggest, name)) for name in names]
    return {
        "search": measure.percentiles(found),
        "autocomplete": measure.percentiles(typed),
        "suggestions_for_a_misspelt_name": measure.percentiles(suggested),
    }
