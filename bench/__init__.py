"""Benchmarks: what riftcheck costs, measured beside a fixed loop so that machines can be compared."""
