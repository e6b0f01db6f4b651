"""Deck lists as people have them: text formats, deck codes, the `Deck` model and exact statistics."""
