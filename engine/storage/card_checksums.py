"""A number for each card definition, by which a saved game knows that it meets the same card data again."""

from __future__ import annotations

import zlib
from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from riftcheck.engine.model.abilities import AbilitySet
    from riftcheck.engine.model.definitions import CardDef
    from riftcheck.engine.model.scripts import Script

KEPT: Final = 4096


@lru_cache(maxsize=KEPT)
def mark(d: CardDef) -> int:
    """Return a number that changes with a definition: its facts, and the keys and sizes of its scripts."""
    effect = d.effect
    facts = (
        (d.name, d.types, d.energy, d.power, d.domains, d.own, d.might, d.bonus),
        (d.kw, d.assault, d.shield, d.deflect, d.hunt, sorted(d.tags), d.reach, bool(d.unsupported)),
        (_shape(d.script), [flow.key for flow in d.flows], _abilities(d.main)),
        (effect.key, effect.kw, effect.assault, effect.shield, effect.deflect, effect.hunt),
        _abilities(effect.abilities),
        # Where there is none nothing is said, so that the numbers of older cards are those of older saves.
        *((d.disarm, effect.disarm) if d.disarm or effect.disarm else ()),
    )
    return zlib.crc32(ascii(facts).encode())


def _shape(script: Script | None) -> tuple[str, int, int, int]:
    return ("", 0, 0, 0) if script is None else (script.key, len(script.ops), len(script.openings), script.slots)


def _abilities(found: AbilitySet) -> list[tuple[str, int, int, int] | str]:
    return [
        *(_shape(one.script) for one in found.triggers),
        *(one.key for one in found.triggers),
        *(_shape(one.script) for one in found.activated),
        *(one.key for one in found.activated),
        *(_shape(one.script) for one in found.replacements),
        *(_shape(one.script) for one in found.as_events),
        *(one.key for one in found.statics),
        *(one.key for one in found.cannots),
        *(one.key for one in found.cans),
        *(one.key for one in found.prices),
        *(one.key for one in found.extras),
        *(one.key for one in found.rules),
        *(one.key for one in found.tolls),
    ]
