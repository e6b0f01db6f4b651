"""The server under load, hostile requests, kills and for long."""
