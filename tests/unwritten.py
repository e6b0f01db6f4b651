"""Made-up cards that the engine cannot play, to lay over the shipped ones, of which every kind can be played by now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

UNIT: Final = "Unwritten Unit"  # its Might is known: it can stand in a game as cost and Might
SPELL: Final = "Unwritten Spell"
LEGEND: Final = "Unwritten Legend"
BATTLEFIELD: Final = "Unwritten Battlefield"

_DATA: Final = """
cards:
  - name: Unwritten Unit
    type: Unit
    domains: [Body]
    energy: 2
    power: 0
    might: 2
    rarity: Common
    printings:
      - {id: TSU-001, variant: base, rarity: Common}
    abilities: unsupported
    reason: nobody wrote it
  - name: Unwritten Spell
    type: Spell
    domains: [Body]
    energy: 1
    power: 0
    rarity: Common
    printings:
      - {id: TSU-002, variant: base, rarity: Common}
    abilities: unsupported
    reason: nobody wrote it
  - name: Unwritten Legend
    type: Legend
    domains: [Mind, Body]
    champion_tag: Ryze
    tags: [Ryze]
    rarity: Rare
    printings:
      - {id: TSU-003, variant: base, rarity: Rare}
    abilities: unsupported
    reason: nobody wrote it
  - name: Unwritten Battlefield
    type: Battlefield
    rarity: Common
    printings:
      - {id: TSU-004, variant: base, rarity: Common}
    abilities: unsupported
    reason: nobody wrote it
sets:
  - {code: TSU, name: Test Set of the Unwritten, size: 4, legal_from: 2026-08-15, source: TR 2026-07-16 601.3.c}
"""


def write_unwritten(folder: Path) -> Path:
    """Write the cards into a folder and return it."""
    (folder / "unwritten.yaml").write_text(_DATA, encoding="utf-8")
    return folder
