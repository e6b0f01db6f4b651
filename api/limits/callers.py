"""The caller of a request: by whom it is counted, and how much that one may ask for."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import TYPE_CHECKING, Final, cast

from flask import g

from riftcheck.store.capacity import Allowance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from riftcheck.api.limits.networks import Network

    Address = IPv4Address | IPv6Address

_HOST_BITS: Final = 64  # of an address of IPv6 that one household or machine has to itself
UNKNOWN: Final = "unknown"


@dataclass(frozen=True, slots=True)
class Caller:
    """A caller: the `name` by which it is counted, the `noun` for people, and its allowance.

    The name is `key:ID`, `network:NETWORK`, `address:ADDRESS` or, of IPv6, `address:ADDRESS/64`.
    """

    name: str
    noun: str
    allowance: Allowance

    @property
    def has_key(self) -> bool:
        """True if the client is counted by its API key, not by an address that it may share with others."""
        return self.name.startswith("key:")


def caller() -> Caller:
    """Return the client of the request. `allowance.jobs` and `.games` are limits of its own for open ones, if any."""
    return cast("Caller", g.caller)


def client_address(remote: str, forwarded: str | None, proxies: int) -> str:
    """Return the address of a client as text: the one that the first of `proxies` trusted proxies appended.

    `remote`: the address of the connection. `forwarded`: the header `X-Forwarded-For`. Quotes have no meaning in it, so
    a client cannot hide what a proxy appends.
    """
    listed = (forwarded or "").split(",")
    return listed[-proxies] if proxies and forwarded and len(listed) >= proxies else remote


def caller_at(remote: str | None, networks: Sequence[Network] = ()) -> Caller:
    """Return the caller at an address, as the connection or a trusted proxy tells it."""
    address = address_in(remote or "")
    if address is None:
        return Caller(f"address:{UNKNOWN}", "an address", Allowance())
    # The narrowest network says most about the address.
    found = max(
        (one for one in networks if address in one.network), key=lambda one: one.network.prefixlen, default=None
    )
    if found is None:
        return Caller(f"address:{_counted(address)}", "an address", Allowance())
    if found.shared:
        return Caller(f"network:{found.network}", "this network", found.allowance)
    alone = found.network.prefixlen > _HOST_BITS  # a single machine that the operator names has no others beside it
    return Caller(f"address:{address if alone else _counted(address)}", "an address of this network", found.allowance)


def address_in(text: str) -> Address | None:
    """Return the address in a text, with or without a port, None if there is none.

    An address of IPv4 that is written as one of IPv6 is that of IPv4.
    """
    bare = text.strip()
    if bare.startswith("["):
        bare = bare[1:].partition("]")[0]
    elif bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        found = ip_address(bare.partition("%")[0])
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return found if mapped is None else mapped


def _counted(address: Address) -> str:
    if isinstance(address, IPv4Address):
        return str(address)
    return str(IPv6Network((address, _HOST_BITS), strict=False))
