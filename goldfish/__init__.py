"""Goldfishing: a list played thousands of times, counted, with its uncertainty. Knows nothing of HTTP."""

from riftcheck.build import checked_build

checked_build()
