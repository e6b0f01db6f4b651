"""The state of a game and its parts: objects, chain items, compiled abilities, definitions, events."""
