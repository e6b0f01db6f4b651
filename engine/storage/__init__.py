"""Saved games: writing, reading and holding against each other what was read."""
