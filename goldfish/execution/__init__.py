"""The execution of runs: executors, chunks, a cluster, the runner that merges in order."""
