"""The keyed hashes that databases contain instead of the names of callers.

The key is a secret of the installation, because an address alone is easily guessed from a plain hash: there are only
four billion of IPv4.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

DIGITS: Final = 32


def caller_hash(secret: str, name: str) -> str:
    """Return the hash under which a database contains a caller or site, 32 hexadecimal digits."""
    return keyed(secret, hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()[:DIGITS])


def keyed(secret: str, digest: str) -> str:
    """Return the keyed hash of a digest, 32 hexadecimal digits."""
    return hmac.digest(secret.encode(), f"caller\0{digest}".encode(), "sha256").hex()[:DIGITS]
