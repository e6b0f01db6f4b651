"""Opponents that no list plays: the one that follows a script."""
