"""What decides a run, as plain data, and what is made ready for playing it."""
