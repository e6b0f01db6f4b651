"""Drills: what riftcheck promises under attacks, kills and thousands of games; each ends with held or not held."""
