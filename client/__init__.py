"""A client of the API: cards, verdicts, jobs and games of a server, from Python; docs/client.md shows it at work.

It needs `requests` and nothing else of riftcheck: no card is loaded here.
"""

from riftcheck.client.errors import ApiProblemError, ClientError, JobFailedError, NoAnswerError
from riftcheck.client.games import RemoteGame, RemotePlayer, RemoteViewer
from riftcheck.client.jobs import GoldfishJob
from riftcheck.client.retries import Retries
from riftcheck.client.service import Client
from riftcheck.client.transport import RateSeen

__all__ = [
    "ApiProblemError",
    "Client",
    "ClientError",
    "GoldfishJob",
    "JobFailedError",
    "NoAnswerError",
    "RateSeen",
    "RemoteGame",
    "RemotePlayer",
    "RemoteViewer",
    "Retries",
]
