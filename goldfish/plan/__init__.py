"""Runs as plain data, and prepared runs."""
