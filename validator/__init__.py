"""Deck legality: one rule, one small function, one citation."""
