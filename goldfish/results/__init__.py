"""The document of a result."""
