"""The error of the library, and what can be wrong with card data.

RiftcheckError         what was asked of the library cannot be done; the message is a sentence
CardDataError          the data cannot be used; holds every problem found, with file, line and path
QueryError             a search query cannot be read; says where and what would be right
CatalogueError         a catalogue of cards cannot be read, is not believed, or cannot be laid over the data
SyncError              the content API or its answer cannot be used
"""

from __future__ import annotations

from dataclasses import dataclass


class RiftcheckError(ValueError):
    """A request that riftcheck cannot fulfil; the message is a sentence with the reason, and with what it could do."""


@dataclass(frozen=True, slots=True)
class DataProblem:
    """One fault in a file of card data: where it is, and what would be right."""

    file: str
    line: int
    path: str
    message: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}"
        return f"{place}: {self.path}: {self.message}" if self.path else f"{place}: {self.message}"


class CardDataError(Exception):
    """Files of card data that cannot be used. `problems` lists every fault found, not only the first."""

    def __init__(self, problems: list[DataProblem]) -> None:
        self.problems = problems
        super().__init__("\n".join(str(problem) for problem in problems))


class QueryError(ValueError):
    """A card search that cannot be read. `position` is the 0-based character where reading stopped."""

    def __init__(self, message: str, position: int) -> None:
        self.position = position
        super().__init__(message)


class CatalogueError(Exception):
    """A catalogue of cards that cannot be read, is not believed, or cannot be laid over the data."""


class SyncError(CatalogueError):
    """The content API did not answer, or its answer is refused."""
