"""The sites of clients, and which client loses a job if the queue is full.

A site is what one customer of a provider can have: one address of IPv4, or a /48 of IPv6. All clients of a site share
its turns, so that a customer gains nothing by using many addresses.
"""

from __future__ import annotations

from collections import defaultdict
from ipaddress import IPv6Network
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

_SITE: Final = 48  # bits of an address of IPv6 that a provider gives to a customer, at the least (RFC 6177)
_ADDRESS: Final = "address:"


class Claimant(NamedTuple):
    """A client and its site, by name or by hash."""

    client: str
    site: str


def site_of(client: str) -> str:
    """Return the site of a caller: the /48 of an address of IPv6, else the caller itself."""
    name = client.removeprefix(_ADDRESS)
    if name == client or ":" not in name:
        return client
    try:
        network = IPv6Network(name, strict=False)
        return client if network.network_address.ipv4_mapped else str(network.supernet(new_prefix=_SITE))
    except ValueError:
        return client


def who_gives_way(open_jobs: Mapping[Claimant, int], own: Claimant) -> str | None:
    """Return the client that loses a job for one of `own`, None if no client has enough more.

    It is the client with the most jobs at the site with the most jobs. If no site has enough more than that of `own`,
    it is the client with the most jobs at the site of `own`. Enough more: after the exchange, the client or site still
    has at least as many jobs as `own`.
    """
    at_sites: dict[str, int] = defaultdict(int)
    for one, count in open_jobs.items():
        at_sites[one.site] += count
    site = max(at_sites, key=lambda name: (at_sites[name], name))
    if at_sites[site] > at_sites.get(own.site, 0) + 1:
        return _busiest(open_jobs, site)
    first = _busiest(open_jobs, own.site)
    if first is not None and open_jobs[Claimant(first, own.site)] > open_jobs.get(own, 0) + 1:
        return first
    return None


def _busiest(open_jobs: Mapping[Claimant, int], site: str) -> str | None:
    at_site = ((count, one.client) for one, count in open_jobs.items() if one.site == site)
    return max(at_site, default=(0, None))[1]
