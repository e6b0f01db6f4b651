"""The ability language: the abilities of a card as data."""
