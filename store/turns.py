"""Who gives way where the queue of jobs is full.

A caller is counted with those who live beside it: of IPv6 addresses those of one /48, which is what one customer of a
provider can have, so that nobody becomes many by making up addresses.
"""

from __future__ import annotations

from collections import defaultdict
from ipaddress import IPv6Network
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_SITE: Final = 48  # bits of an address of IPv6 that a provider gives to a customer, at the least (RFC 6177)
_ADDRESS: Final = "address:"


def site_of(client: str) -> str:
    """Return the site of a caller: the /48 of an address of IPv6, else the caller itself."""
    name = client.removeprefix(_ADDRESS)
    if name == client or ":" not in name:
        return client
    try:
        return str(IPv6Network(name, strict=False).supernet(new_prefix=_SITE))
    except ValueError:
        return client


def who_gives_way(open_jobs: Mapping[str, int], client: str) -> str | None:
    """Return the caller of whom a job makes room for one of `client`, None if nobody has enough more.

    That is the caller who has most at the site that has most; and where no site has enough more, the one who has most
    at the site of `client`. Enough more: also afterwards at least as many.
    """
    own = site_of(client)
    at_sites: dict[str, int] = defaultdict(int)
    for one, count in open_jobs.items():
        at_sites[site_of(one)] += count
    site = _busiest(at_sites)
    if at_sites[site] > at_sites.get(own, 0) + 1:
        return _busiest(_at(open_jobs, lambda one: site_of(one) == site))
    beside = _at(open_jobs, lambda one: site_of(one) == own)
    if beside and beside[first := _busiest(beside)] > open_jobs.get(client, 0) + 1:
        return first
    return None


def _at(open_jobs: Mapping[str, int], wanted: Callable[[str], bool]) -> dict[str, int]:
    return {one: count for one, count in open_jobs.items() if wanted(one)}


def _busiest(counts: Mapping[str, int]) -> str:
    return max(counts, key=lambda one: (counts[one], one))
