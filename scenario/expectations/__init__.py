"""What a scenario expects, held against the state."""
