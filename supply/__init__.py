"""Audit of the locked dependencies."""
