"""The acts of players (CR 349-359, 398-406, 420, 750-755): options, plays, choices, resolution, moves."""
