"""The command line: the same answers as the API, readable at a terminal or as JSON."""
