"""Where games are played: executors, chunks, a cluster, the runner that merges in order."""
