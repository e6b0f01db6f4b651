"""Made-up cards that let extra legends be registered, and made-up legends, to lay over the shipped cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

HOST: Final = "Host of Legends"  # lets three be registered
SMALL_HOST: Final = "Host of One"
CHOOSING_HOST: Final = "Host by Choice"  # lets one be registered, and asks for a choice as well
LATE_GUEST: Final = "Late Guest"  # of a set that is legal from 2028 on
BANNED_GUEST: Final = "Banned Guest"  # in 2v2
GUESTS: Final = ("Unforgiven", "Blind Monk", "Swift Scout")
FULL_GUESTS: Final = ("Yasuo, Unforgiven", "Lee Sin, Blind Monk", "Teemo, Swift Scout")

_DATA: Final = """
cards:
  - name: Host of Legends
    type: Unit
    domains: []
    rarity: Epic
    extra_legends: 3
    printings:
      - {id: TSH-001, variant: base, rarity: Epic}
    abilities: []
  - name: Host of One
    type: Gear
    domains: []
    rarity: Epic
    extra_legends: 1
    printings:
      - {id: TSH-002, variant: base, rarity: Epic}
    abilities: []
  - name: Host by Choice
    type: Gear
    domains: []
    rarity: Epic
    extra_legends: 1
    deck_choice: {count: 1, type: Legend, apart_from_deck: true}
    printings:
      - {id: TSH-004, variant: base, rarity: Epic}
    abilities: []
  - name: Banned Guest
    type: Legend
    domains: [Order, Mind]
    champion_tag: Ryze
    tags: [Ryze]
    rarity: Rare
    printings:
      - {id: TSH-003, variant: base, rarity: Rare}
    abilities: []
  - name: Late Guest
    type: Legend
    domains: [Order, Mind]
    champion_tag: Ryze
    tags: [Ryze]
    rarity: Rare
    printings:
      - {id: TSI-001, variant: base, rarity: Rare}
    abilities: []
sets:
  - {code: TSH, name: Test Set of Hosts, size: 4, legal_from: 2026-08-15, source: TR 2026-07-16 601.3.c}
  - {code: TSI, name: Test Set of Late Guests, size: 1, legal_from: 2028-01-01, source: TR 2026-07-16 601.3.c}
bans:
  - {card: Banned Guest, list: constructed-2v2, from: 2026-08-20, source: test 2026-08-20 made-up}
"""


def write_hosts(folder: Path) -> Path:
    """Write the cards into a folder and return it."""
    (folder / "hosts.yaml").write_text(_DATA, encoding="utf-8")
    return folder
