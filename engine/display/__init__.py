"""The knowledge of a player (CR 128), and words for it."""
