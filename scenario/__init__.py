"""Scenarios: a ruling as YAML, run on the engine. The format stands in docs/scenarios.md."""
