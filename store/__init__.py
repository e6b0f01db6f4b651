"""The store: jobs and games in a database, SQLite in a file of this machine or PostgreSQL by its address.

`address` reads where a database is, `database` opens it, `tables` and `migrations` are its schema with one history,
`jobs`, `games` and `repeats` are what is stored, `capacity` says how much of it. `hashes` replaces the names of
callers, `outages` logs what cannot be used, `reserve` is space for deletions on a full disk. It knows nothing of HTTP
or of the game.
"""
