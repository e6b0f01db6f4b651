"""Goldfishing: its speed, its memory, its intervals, and a cluster that is killed."""
