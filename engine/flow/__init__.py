"""The course of a game (CR 110-118, 301-348, 461-474, 483-491): setup, turn, chain, showdowns, combat, scoring."""
