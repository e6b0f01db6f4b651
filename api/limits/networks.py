"""Networks for which the operator sets limits of their own: a venue, or the backend of a deck site."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Any, Final

from riftcheck.store.capacity import Allowance

FORM: Final = "203.0.113.0/24 light=6000 heavy=200; 2001:db8::/48 heavy=none shared"
NONE: Final = "none"
_RATES: Final = ("light", "heavy")
_COUNTS: Final = ("jobs", "games")
MOST: Final = 1_000_000
_MAPPED: Final = IPv6Network("::ffff:0:0/96")


@dataclass(frozen=True, slots=True)
class Network:
    """A network with the allowance of each address in it or, if that is `shared`, of all together."""

    network: IPv4Network | IPv6Network
    allowance: Allowance
    shared: bool


def networks_in(text: str) -> tuple[Network, ...]:
    """Return the networks that a setting lists, with `;` between them.

    :raises ValueError: if one cannot be read; the message is a sentence that says what would be right.
    """
    found = tuple(_network(entry) for entry in text.split(";") if entry.strip())
    for place, one in enumerate(found):
        if any(one.network == other.network for other in found[:place]):
            raise ValueError(f"{one.network} stands in it twice.")
    return found


def _network(entry: str) -> Network:
    where, *words = entry.split()
    given: dict[str, Any] = {}
    shared = False
    for word in words:
        name, is_set, value = word.partition("=")
        if word == "shared" and not shared:
            shared = True
        elif not is_set or name not in (*_RATES, *_COUNTS) or name in given:
            known = ", ".join(f"{one}=NUMBER" for one in (*_RATES, *_COUNTS))
            raise ValueError(f"{word!r} says nothing of {where}; a network has {known} and `shared`, each once.")
        else:
            given[name] = rate(value) if name in _RATES else _count(word, value)
    if not given:
        raise ValueError(f"{entry.strip()!r} sets no limit; write it as in {FORM!r}.")
    return Network(_bounds(where), Allowance(**given), shared)


def _bounds(text: str) -> IPv4Network | IPv6Network:
    try:
        found = ip_network(text, strict=False)
    except ValueError:
        raise ValueError(f"{text!r} is no address or network; write it as in {FORM!r}.") from None
    if "/" in text and str(found.network_address) != str(ip_network(text.partition("/")[0]).network_address):
        raise ValueError(f"{text} is an address within {found}; write {found}, or the address alone.")
    if isinstance(found, IPv6Network) and found.subnet_of(_MAPPED):
        raise ValueError(f"{text} is a network of IPv4 written as IPv6; write it as IPv4.")
    return found


def rate(text: str) -> int:
    """Return the requests a minute that a text says: a whole number, or `none`, which is 0, for no limit.

    :raises ValueError: if it says neither; the message is a sentence.
    """
    return 0 if text.strip().lower() == NONE else _whole(text, f"a whole number from 1 to {MOST}, or {NONE}")


def _count(word: str, text: str) -> int:
    try:
        return _whole(text, f"a whole number from 1 to {MOST}")
    except ValueError as error:
        raise ValueError(f"{word}: {error}") from None


def _whole(text: str, wanted: str) -> int:
    plain = text.strip()
    if not (plain.isascii() and plain.isdigit() and len(plain) <= len(str(MOST)) and 1 <= int(plain) <= MOST):
        raise ValueError(f"{plain!r} is not {wanted}.")
    return int(plain)
