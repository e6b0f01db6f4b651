"""Amounts and conditions as closures."""
