"""Games over the API: decks made ready, one game at work, the store that keeps them, and who may do what."""
