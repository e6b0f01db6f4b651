"""One game of a run: playing it, recording it, replaying it."""
