"""Sites of clients, and which client loses a job if the queue is full. Many addresses of one site gain nothing."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from riftcheck.store.turns import Claimant, site_of, who_gives_way

if TYPE_CHECKING:
    from collections.abc import Mapping


@pytest.mark.parametrize(
    ("client", "site"),
    [
        ("address:203.0.113.9", "address:203.0.113.9"),
        ("address:2001:db8:7:1::/64", "2001:db8:7::/48"),
        ("address:2001:db8:7:ffff::/64", "2001:db8:7::/48"),
        ("address:2001:db8:8:1::/64", "2001:db8:8::/48"),
        ("address:2001:db8:7::5", "2001:db8:7::/48"),
        ("address:::ffff:203.0.113.9", "address:::ffff:203.0.113.9"),
        ("address:nonsense:", "address:nonsense:"),
        ("address:unknown", "address:unknown"),
        ("network:2001:db8::/32", "network:2001:db8::/32"),
        ("key:ab12cd34", "key:ab12cd34"),
    ],
)
def test_the_site_of_a_caller(client: str, site: str) -> None:
    assert site_of(client) == site


def gives_way(held: Mapping[str, int], client: str) -> str | None:
    return who_gives_way({place(one): count for one, count in held.items()}, place(client))


def place(client: str) -> Claimant:
    return Claimant(client, site_of(client))


def test_whoever_has_most_gives_way_to_whoever_has_fewer() -> None:
    held = {"a": 5, "b": 3, "c": 1}
    assert gives_way(held, "new") == "a"
    assert gives_way(held, "b") == "a"
    assert gives_way(held, "a") is None
    assert gives_way({"a": 5, "b": 4}, "b") is None  # they would only change places
    assert gives_way({"a": 1, "b": 1}, "new") is None
    assert gives_way({"a": 2}, "new") == "a"


def made_up(number: int) -> str:
    return f"address:2001:db8:7:{number:x}::/64"


def test_made_up_addresses_of_one_customer_count_together() -> None:
    held = {made_up(number): 1 for number in range(200)}
    assert gives_way(held, "address:203.0.113.9") in held
    assert gives_way(held, "address:2001:db8:8:1::/64") in held
    assert gives_way(held, made_up(999)) is None
    # Beside a customer who is many, an honest one with few is left alone, and its own next job comes in.
    held["address:203.0.113.9"] = 4
    assert gives_way(held, "address:198.51.100.1") != "address:203.0.113.9"
    assert gives_way(held, "address:203.0.113.9") in held


def test_at_one_site_whoever_has_most_gives_way() -> None:
    held = {made_up(1): 5, made_up(2): 1, "address:203.0.113.9": 5}
    assert gives_way(held, made_up(3)) == made_up(1)
    assert gives_way(held, made_up(2)) == made_up(1)


def test_a_flood_of_callers_of_one_site_ends_where_all_have_the_same() -> None:
    """The queue has ten places, one site asks without end, and two honest callers ask for two jobs each."""
    held: Counter[str] = Counter()

    def ask(client: str) -> bool:
        if held.total() >= 10:
            giving = gives_way(held, client)
            if giving is None:
                return False
            held[giving] -= 1
            held.__iadd__(Counter())  # without those who have none
        held[client] += 1
        return True

    for number in range(50):
        ask(made_up(number))
    assert held.total() == 10
    assert [ask(client) for client in ("a", "b", "a", "b")] == [True] * 4
    for number in range(50, 100):
        ask(made_up(number))
    assert (held["a"], held["b"], held.total()) == (2, 2, 10)
