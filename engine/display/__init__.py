"""What a player may know (CR 128), and words for it."""
