"""The course of a game (CR 110-118, 301-348, 459-472, 481-489): setup, turn, chain, showdowns, combat, scoring."""
