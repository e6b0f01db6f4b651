"""The expectations of a scenario, held against the state."""
