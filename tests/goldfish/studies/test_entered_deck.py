"""Entered decks: what of a list its changes keep."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from riftcheck.decks.reader import read_list
from riftcheck.goldfish.studies.entered_deck import SweepPlanner, enter_deck, report_on
from riftcheck.validator import Options
from tests.hosts import GUESTS, HOST

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

OPTIONS = Options(day=date(2026, 9, 25), format="casual-duel")


def test_a_changed_list_keeps_its_extra_legends(hosts: CardDatabase) -> None:
    deck: dict[str, Any] = {
        "legend": "Loose Cannon",
        "champion": "Jinx, Rebel",
        "main": ["Jinx, Rebel", HOST, "Gust", "Gust", "Cleave"],
        "extra_legends": list(GUESTS),
    }
    read = read_list(deck, hosts)
    whole = enter_deck(read, report_on(read, hosts, OPTIONS), hosts, OPTIONS)
    variants = SweepPlanner(whole, hosts, "skip").plan(None).variants
    assert variants
    for one in variants:
        changed = read_list({**deck, "main": ["Jinx, Rebel", *one.main]}, hosts)
        assert one.list_hash == report_on(changed, hosts, OPTIONS).list_hash
