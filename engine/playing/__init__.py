"""The acts of players (CR 349-359, 399-407, 421, 750-755): options, plays, choices, resolution, moves."""
