"""A database with made-up cards, for what the rules allow and no printed card has yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from riftcheck import carddb

if TYPE_CHECKING:
    from pathlib import Path

    from riftcheck.carddb import CardDatabase

_CARD = """
  - name: {name}
    type: {type}
    {facts}
    rarity: Common
    printings:
      - {{id: {id}, variant: {variant}, rarity: Common}}
    abilities: []
"""

# Name, type, further facts, printing, variant. The set TST has 17 cards, legal from 2026-08-15.
_CARDS = (
    ("Early Bird", "Unit", "domains: [Fury]", "TST-001", "base"),
    ("Second Face", "Unit", "domains: [Fury]", "TST-002a", "alt_art"),
    ("Twin Blade", "Unit", "domains: [Fury, Body]", "TST-003", "base"),
    ("Twin Flame", "Unit", "domains: [Fury, Chaos]", "TST-004", "base"),
    ("Lone Relic", "Gear", "domains: [Fury]\n    unique: true", "TST-005", "base"),
    (
        "Three Faces",
        "Legend",
        "domains: [Fury, Calm, Mind]\n    champion_tag: Jinx\n    tags: [Jinx]",
        "TST-006",
        "base",
    ),
    ("Field of Fury", "Battlefield", "domains: [Fury]", "TST-007", "base"),
    ("Field of Order", "Battlefield", "domains: [Order]", "TST-008", "base"),
    ("Neutral Beast", "Unit", "domains: []", "TST-009", "base"),
    (
        "Chooser of Three",
        "Unit",
        "domains: []\n    deck_choice: {count: 3, type: Legend, apart_from_deck: true}",
        "TST-010",
        "base",
    ),
    (
        "Jinx, Lawful",
        "Unit",
        "domains: [Order]\n    supertypes: [Champion]\n    champion_tag: Jinx\n    tags: [Jinx]",
        "TST-011",
        "base",
    ),
    (
        "Jinx, Signed",
        "Unit",
        "domains: [Fury]\n    supertypes: [Champion, Signature]\n    champion_tag: Jinx\n    tags: [Jinx]",
        "TST-012",
        "base",
    ),
    ("Edge Card", "Unit", "domains: [Fury]", "TST-017", "base"),
    ("Over the Edge", "Unit", "domains: [Fury]", "TST-018", "overnumbered"),
    (
        "Yordle Trick",
        "Spell",
        "domains: [Chaos, Order]\n    supertypes: [Signature]\n    champion_tag: Teemo\n    tags: [Teemo, Yordle]",
        "TST-014",
        "base",
    ),
    ("Lone Neutral", "Gear", "domains: []\n    unique: true", "TST-015", "base"),
    ("Spare Neutral", "Unit", "domains: []\n    copies: any", "TST-016", "base"),
    ("Late Neutral", "Unit", "domains: []", "TSU-001", "base"),
    ("Navori Fighting Pit II", "Battlefield", "domains: []", "TST-013", "base"),
    ("Promo Only", "Unit", "domains: [Fury]", "OPP-290/298", "promo"),
)

_REST = """
sets:
  - {code: TST, name: Test Set, size: 17, legal_from: 2026-08-15, source: TR 2026-07-16 601.3.c}
  - {code: TSU, name: Test Set to Come, size: 1, legal_from: 2028-01-01, source: TR 2026-07-16 601.3.c}
printings:
  - {card: Over the Edge, id: VEN-201, variant: overnumbered, rarity: Showcase}
bans:
  - {card: Sky Splitter, list: constructed, from: 2026-08-20, until: 2026-09-01, source: test 2026-08-20 made-up}
precons:
  - id: made-up
    name: Made-up
    line: Test Deck
    set: TST
    legend: Loose Cannon
    champions: ["Jinx, Rebel"]
    main:
      Jinx, Rebel: 1
      Fight or Flight: 3
      Scrapheap: 3
      Blazing Scorcher: 3
      Brazen Buccaneer: 3
      Chemtech Enforcer: 3
      Cleave: 3
      Disintegrate: 3
      Hextech Ray: 3
      Jinx, Demolitionist: 3
      Cemetery Attendant: 3
      Ember Monk: 3
      Gust: 3
      Morbid Return: 3
    runes: {Fury Rune: 6, Chaos Rune: 6}
    battlefields: [Altar to Unity, Hallowed Tomb, Reaver's Row]
    source: test 2026-01-01 made-up
"""


@pytest.fixture(scope="session")
def made_up(tmp_path_factory: pytest.TempPathFactory, hosts_folder: Path) -> CardDatabase:
    """The shipped database with a folder of made-up cards, a set, a ban that ends and a product laid over it."""
    folder = tmp_path_factory.mktemp("made-up")
    cards = "".join(
        _CARD.format(name=name, type=kind, facts=facts, id=number, variant=variant)
        for name, kind, facts, number, variant in _CARDS
    )
    (folder / "made-up.yaml").write_text(f"cards:{cards}{_REST}", encoding="utf-8")
    return carddb.load([folder, hosts_folder])
