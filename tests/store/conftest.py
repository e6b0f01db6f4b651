"""The store of jobs that the tests of this room share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.store.stores import job_store_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from riftcheck.store.jobs import JobStore


@pytest.fixture
def store(where: str) -> Iterator[JobStore]:
    """An empty store of jobs, in each database."""
    made = job_store_at(where)
    yield made
    made.database.close()
