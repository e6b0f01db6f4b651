"""Jobs: runs of `goldfish` that callers asked for over HTTP, kept in a table and played by a process beside the server.

`tables` and `migrations` are the database, `store` what is done with it, `runner` who plays, `keeper` who sees to it
that somebody plays, `asking` how a request becomes a job and `desk` what the routes ask for.
"""
