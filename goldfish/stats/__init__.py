"""Figures from counts: intervals, exact values, tallies that merge."""
