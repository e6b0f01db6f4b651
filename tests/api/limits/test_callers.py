"""By what a caller is counted: an address, a /64 of IPv6, or a network that the operator names."""

from __future__ import annotations

import pytest

from riftcheck.api.limits.callers import caller_at
from riftcheck.api.limits.networks import Network, networks_in
from riftcheck.api.settings import SettingError, Settings
from riftcheck.store.capacity import Allowance

VENUE = "203.0.113.0/24 light=6000 heavy=200 games=400; 2001:db8:7::/48 heavy=none shared; 203.0.113.9 jobs=20 light=9"


@pytest.mark.parametrize(
    ("remote", "name"),
    [
        ("203.0.113.9", "address:203.0.113.9"),
        ("203.0.113.9:51234", "address:203.0.113.9"),
        ("::ffff:203.0.113.9", "address:203.0.113.9"),
        ("[::ffff:203.0.113.9]:80", "address:203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "address:2001:db8:1:2::/64"),
        ("2001:db8:1:2::ffff", "address:2001:db8:1:2::/64"),
        ("[2001:db8:1:2::1]", "address:2001:db8:1:2::/64"),
        ("[2001:db8:1:2::1]:443", "address:2001:db8:1:2::/64"),
        ("fe80::1%eth0", "address:fe80::/64"),
        ("2001:db8:1:3::1", "address:2001:db8:1:3::/64"),
        ("", "address:unknown"),
        (None, "address:unknown"),
        ("unix:", "address:unknown"),
        ("nonsense", "address:unknown"),
        ("1.2.3.4, 5.6.7.8", "address:unknown"),
    ],
)
def test_the_name_of_a_caller(remote: str | None, name: str) -> None:
    assert caller_at(remote).name == name
    assert caller_at(remote).allowance == Allowance()


def test_networks_have_limits_of_their_own() -> None:
    networks = networks_in(VENUE)
    near = caller_at("203.0.113.8", networks)
    assert (near.name, near.allowance) == ("address:203.0.113.8", Allowance(light=6000, heavy=200, games=400))
    exact = caller_at("::ffff:203.0.113.9", networks)  # the narrowest network says most
    assert (exact.name, exact.allowance) == ("address:203.0.113.9", Allowance(light=9, jobs=20))
    shared = [caller_at(f"2001:db8:7:{number}::1", networks) for number in (1, 2)]
    assert shared[0] == shared[1]
    assert (shared[0].name, shared[0].allowance) == ("network:2001:db8:7::/48", Allowance(heavy=0))
    assert caller_at("203.0.114.1", networks).allowance == Allowance()
    assert caller_at("2001:db8:8::1", networks).name == "address:2001:db8:8::/64"


def test_a_machine_that_is_named_does_not_share_its_limit_with_those_beside_it() -> None:
    networks = networks_in("2001:db8::5 light=6000")
    named, beside = caller_at("2001:db8::5", networks), caller_at("2001:db8::6", networks)
    assert (named.name, named.allowance.light) == ("address:2001:db8::5", 6000)
    assert (beside.name, beside.allowance.light) == ("address:2001:db8::/64", None)


def test_nothing_is_no_network() -> None:
    assert networks_in("") == networks_in(" ; ") == ()
    assert all(isinstance(one, Network) for one in networks_in(f"{VENUE};"))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("203.0.113.0/24", "'203.0.113.0/24' sets no limit; write it as in '203.0.113.0/24 light=6000"),
        ("203.0.113.0/24 shared", "sets no limit"),
        ("venue light=5", "'venue' is no address or network"),
        ("203.0.113.0/33 light=5", "is no address or network"),
        ("203.0.113.5/24 light=5", "203.0.113.5/24 is an address within 203.0.113.0/24; write 203.0.113.0/24"),
        ("::ffff:203.0.113.0/120 light=5", "write it as IPv4"),
        ("203.0.113.0/24 light", "'light' says nothing of 203.0.113.0/24"),
        ("203.0.113.0/24 light=5 light=6", "each once"),
        ("203.0.113.0/24 light=5 shared shared", "each once"),
        ("203.0.113.0/24 medium=5", "light=NUMBER, heavy=NUMBER, jobs=NUMBER, games=NUMBER and `shared`"),
        ("203.0.113.0/24 light=0", "'0' is not a whole number from 1 to 1000000, or none"),
        ("203.0.113.0/24 light=1000001", "'1000001' is not a whole number"),
        ("203.0.113.0/24 light=-5", "'-5' is not"),
        ("203.0.113.0/24 heavy=5/minute", "'5/minute' is not"),
        ("203.0.113.0/24 jobs=none", "jobs=none: 'none' is not a whole number from 1 to 1000000."),
        ("203.0.113.0/24 light=5; 203.0.113.0/24 heavy=5", "203.0.113.0/24 stands in it twice"),
    ],
)
def test_a_network_that_cannot_be_read_is_refused_at_the_start(text: str, told: str) -> None:
    with pytest.raises(SettingError) as refused:
        Settings.from_env({"RIFTCHECK_RATE_NETWORKS": text})
    assert str(refused.value).startswith("RIFTCHECK_RATE_NETWORKS: ")
    assert told in str(refused.value)
