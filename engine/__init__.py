"""The game itself: state, turn, chain, showdown, combat, scoring, layers and abilities at work (Core Rules 1.4)."""

from riftcheck.build import checked_build

checked_build()
