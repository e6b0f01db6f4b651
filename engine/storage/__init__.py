"""Saved games: writing, reading and checking that the parts agree."""
