"""The web server of `riftcheck serve`: gunicorn's processes, each with an event loop that feeds a pool of threads.

The loop reads whole requests and writes whole answers, so that idle, half-sent and slowly read connections cost a
socket and no thread. `worker` is the process, `loop` its event loop, `threads` those that answer, `listener` its open
socket, `channel` one connection, `request` what is read from it, `refusals` the answers to what is no HTTP.

docs/decisions/0031-the-http-server.md says why riftcheck does not use another server.
"""
