"""Jobs: runs of `goldfish` that callers ask for over HTTP. They are stored, and played by a process beside the server.

`service` is what the routes call, `admission` turns a request into a job, `worker` plays jobs, each for a `time_slice`,
in a `process` of its own, which the `supervisor` starts. `riftcheck.store.jobs` stores them.
"""
