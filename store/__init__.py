"""The store: jobs and games in a database, SQLite in a file of this machine or PostgreSQL by its address.

`address` reads where a database is, `database` opens it, `tables` and `migrations` are its schema with one history,
`jobs`, `games` and `repeats` are what is stored, `capacity` says how much of it. `hashes` makes the hashes that replace
the names of clients. `outages` logs that a database cannot be used. `reserve` keeps disk space for deletions on a full
disk. The package does not depend on HTTP or on the game.
"""
