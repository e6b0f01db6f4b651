"""The ability language: what a card does, as data."""
