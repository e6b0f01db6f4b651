"""Goldfishing: its speed, its memory, its intervals, its opponents, and the swaps that a sweep finds."""
