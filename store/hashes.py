"""The keyed hashes that databases contain instead of the names of clients.

The key is a secret of the installation. A plain hash of an IPv4 address is easily reversed, because there are only four
billion such addresses.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

DIGITS: Final = 32


def caller_hash(secret: str, name: str) -> str:
    """Return the hash that a database contains instead of the name of a client or site: 32 hexadecimal digits."""
    return keyed(secret, hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()[:DIGITS])


def keyed(secret: str, digest: str) -> str:
    """Return the keyed hash of a digest, 32 hexadecimal digits."""
    return hmac.digest(secret.encode(), f"caller\0{digest}".encode(), "sha256").hex()[:DIGITS]
