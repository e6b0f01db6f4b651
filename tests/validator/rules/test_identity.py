"""Domain identity, of the legend and of limited lists (CR 103.2.b.3-4, 103.4.a.1, TR 602.4.a.3-4, 602.4.b.4-5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.validator.validator_lists import (
    CASUAL,
    CONSTRUCTED,
    LIMITED,
    NOT_LIMITED,
    PLAIN,
    alone,
    cited,
    codes,
    judge,
    legal,
    named,
    one,
    pool,
    said,
)

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

IDENTITY = {"CR 1.5 103.2.b.3", "CR 1.5 103.2.b.4"}


@pytest.mark.parametrize("fmt", NOT_LIMITED)
@pytest.mark.parametrize("name", ["Charm", "Arena Bar", "Eager Apprentice", "Hidden Blade"])
def test_a_card_of_another_domain_is_outside(db: CardDatabase, fmt: str, name: str) -> None:
    issue = alone(judge(db, legal().swap(name, 2), fmt), "domain-identity")
    assert issue.zone == "main"
    assert named(issue) == {name: 2}
    assert cited(issue) & IDENTITY


@pytest.mark.parametrize("fmt", NOT_LIMITED)
def test_all_domains_of_a_card_count(made_up: CardDatabase, fmt: str) -> None:
    """Fury and Body under Fury/Chaos: one of them is inside."""
    assert named(alone(judge(made_up, legal().swap("Twin Blade", 3), fmt), "domain-identity")) == {"Twin Blade": 3}
    assert judge(made_up, legal().swap("Twin Flame", 3), fmt).issues == ()


@pytest.mark.parametrize("fmt", NOT_LIMITED)
def test_a_card_without_domain_is_inside_every_identity(made_up: CardDatabase, fmt: str) -> None:
    assert judge(made_up, legal().swap("Neutral Beast", 3), fmt).issues == ()
    assert judge(made_up, legal("Wuju Master").swap("Neutral Beast", 3), fmt).issues == ()


@pytest.mark.parametrize("fmt", NOT_LIMITED)
def test_the_identity_is_the_legends_not_the_champions(db: CardDatabase, fmt: str) -> None:
    """Jinx, Rebel is Chaos only; Fury cards and runes are inside."""
    written = legal()
    written.runes = {"Fury Rune": 12}
    assert judge(db, written, fmt).issues == ()
    assert judge(db, written, fmt, rules="1.0").issues == ()


@pytest.mark.parametrize("fmt", CONSTRUCTED)
def test_the_sideboard_is_inside_the_identity_too(db: CardDatabase, fmt: str) -> None:
    issue = alone(judge(db, legal().add("Charm", 3, "sideboard"), fmt), "domain-identity")
    assert issue.zone == "sideboard"
    assert named(issue) == {"Charm": 3}
    both = judge(db, legal().swap("Defy", 1).add("Charm", 2, "sideboard"), fmt)
    assert codes(both) in (["domain-identity"], ["domain-identity", "domain-identity"])


@pytest.mark.parametrize("fmt", CASUAL)
def test_a_casual_sideboard_is_no_part_of_the_deck(db: CardDatabase, fmt: str) -> None:
    alone(judge(db, legal().add("Charm", 3, "sideboard"), fmt), "sideboard-size")


@pytest.mark.parametrize("fmt", NOT_LIMITED)
@pytest.mark.parametrize("name", ["Calm Rune", "Order Rune", "OGN-126a"])
def test_a_rune_is_inside_the_identity(db: CardDatabase, fmt: str, name: str) -> None:
    written = legal().drop("Chaos Rune", 1, "runes").add(name, 1, "runes")
    issue = alone(judge(db, written, fmt), "rune-domain")
    assert issue.zone == "runes"
    assert sum(named(issue).values()) == 1
    assert cited(issue) == {"CR 1.5 103.4.a.1"}


# --- limited -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fmt", LIMITED)
@pytest.mark.parametrize("legend", [None, "Unforgiven", "Wuju Master"])
def test_any_three_domains(db: CardDatabase, fmt: str, legend: str | None) -> None:
    """Also three that share none with the legend."""
    assert judge(db, pool(27, "Fury", "Mind", "Order", legend=legend), fmt).issues == ()


@pytest.mark.parametrize(("fmt", "rule"), [("sealed", "602.4.a.3"), ("draft", "602.4.b.4")])
def test_four_domains_are_too_many(db: CardDatabase, fmt: str, rule: str) -> None:
    written = pool(27, "Fury", "Mind", "Order").add("Charm", 2)
    issue = alone(judge(db, written, fmt), "domain-identity")
    assert named(issue) == {"Charm": 2}
    assert issue.zone == "main"
    assert cited(issue) == {f"TR 2026-10-09 {rule}"}


@pytest.mark.parametrize("fmt", LIMITED)
@pytest.mark.parametrize("strange", ["Charm", "Arena Bar", "Gust"])
def test_the_cards_outside_the_best_identity_are_named(db: CardDatabase, fmt: str, strange: str) -> None:
    """The best is told by counts of cards, not by names: one name eight times weighs more than three names once."""
    written = pool(24, "Fury", "Mind").add(strange, 8)
    for name in PLAIN["Order"][:3]:
        written.add(name)
    assert named(alone(judge(db, written, fmt), "domain-identity")) == dict.fromkeys(PLAIN["Order"][:3], 1)


@pytest.mark.parametrize("fmt", LIMITED)
def test_runes_count_towards_the_identity(db: CardDatabase, fmt: str) -> None:
    written = pool(27, "Fury", "Mind", "Order")
    written.runes = {"Fury Rune": 4, "Mind Rune": 4, "Order Rune": 4}
    assert judge(db, written, fmt).issues == ()
    written.runes = {"Fury Rune": 11, "Calm Rune": 1}
    issue = alone(judge(db, written, fmt), "rune-domain")
    assert named(issue) == {"Calm Rune": 1}
    written = pool(25, "Fury")
    written.runes = {"Body Rune": 12}
    assert judge(db, written, fmt).issues == ()
    written = pool(25, "Fury")
    written.runes = {f"{domain} Rune": 3 for domain in ("Calm", "Mind", "Body", "Order")}
    assert codes(judge(db, written, fmt)) == ["rune-domain"]
    assert len(named(one(judge(db, written, fmt), "rune-domain"))) == 2


@pytest.mark.parametrize("fmt", LIMITED)
def test_main_deck_and_runes_share_one_identity(db: CardDatabase, fmt: str) -> None:
    """Three domains in the main deck and three in the runes, four together."""
    written = pool(27, "Fury", "Mind", "Order")
    written.runes = {"Fury Rune": 5, "Mind Rune": 5, "Chaos Rune": 2}
    assert named(alone(judge(db, written, fmt), "rune-domain")) == {"Chaos Rune": 2}


@pytest.mark.parametrize("fmt", LIMITED)
def test_one_domain_and_the_legends(made_up: CardDatabase, fmt: str) -> None:
    """Four domains are one and a legend's three; without that legend, or with five, they are too many."""
    written = pool(28, "Fury", "Calm", "Mind", "Order", legend="Three Faces")
    assert judge(made_up, written, fmt).issues == ()
    written.legend = ["Loose Cannon"]
    assert codes(judge(made_up, written, fmt)) == ["domain-identity"]
    written.legend = []
    assert codes(judge(made_up, written, fmt)) == ["domain-identity"]
    fifth = pool(28, "Fury", "Calm", "Mind", "Order", legend="Three Faces").add("Arena Bar")
    assert named(alone(judge(made_up, fifth, fmt), "domain-identity")) == {"Arena Bar": 1}
    other = pool(28, "Fury", "Calm", "Body", "Order", legend="Three Faces")
    assert codes(judge(made_up, other, fmt)) == ["domain-identity"]


@pytest.mark.parametrize("fmt", LIMITED)
def test_signatures_fully_inside_the_identity(db: CardDatabase, fmt: str) -> None:
    """TR 602.4.a.3.b.1: Fury/Body/Order holds Fury/Order and Body/Order, not Fury/Mind nor Body/Chaos."""
    held = pool(27, "Fury", "Body", "Order")
    assert judge(db, held.add("Noxian Guillotine", 2).add("Showstopper", 4), fmt).issues == ()
    for name in ("Icathian Rain", "Bullet Time"):
        issue = alone(judge(db, pool(27, "Fury", "Body", "Order").add(name), fmt), "domain-identity")
        assert named(issue) == {name: 1}


@pytest.mark.parametrize("fmt", LIMITED)
def test_a_limited_champion_is_inside_the_identity(db: CardDatabase, fmt: str) -> None:
    inside = pool(27, "Fury", "Mind", "Order", legend="Loose Cannon", champion="Karma, Channeler")
    assert judge(db, inside, fmt).issues == ()
    outside = pool(27, "Fury", "Mind", "Order", legend="Loose Cannon", champion="Yasuo, Remorseful")
    assert named(alone(judge(db, outside, fmt), "domain-identity")) == {"Yasuo, Remorseful": 1}


@pytest.mark.parametrize("fmt", LIMITED)
def test_the_rest_of_the_pool_may_have_any_domain(db: CardDatabase, fmt: str) -> None:
    written = pool(27, "Fury", "Mind", "Order")
    written.sideboard = {name: 2 for names in PLAIN.values() for name in names}
    assert judge(db, written, fmt).issues == ()


@pytest.mark.parametrize("fmt", LIMITED)
def test_cards_without_domain_fit_every_limited_identity(made_up: CardDatabase, fmt: str) -> None:
    assert said(judge(made_up, pool(27, "Fury", "Mind", "Order").add("Neutral Beast", 6), fmt)) == []
