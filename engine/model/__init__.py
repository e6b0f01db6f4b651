"""The state of a game and what it is made of: objects, chain items, compiled abilities, definitions, events."""
