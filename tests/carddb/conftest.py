"""The shipped files and what their cards do are read once for all tests that load or lint them again and again."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import pytest

from riftcheck.carddb import strict_yaml
from riftcheck.carddb.abilities import loader

if TYPE_CHECKING:
    from collections.abc import Iterator

# Both hang on nothing but their arguments, and nobody changes what they return.
_parse = lru_cache(maxsize=None)(strict_yaml.parse)
_read = lru_cache(maxsize=None)(loader._read)


@pytest.fixture(scope="module", autouse=True)
def _read_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(strict_yaml, "parse", _parse)
        patch.setattr(loader, "_read", _read)
        yield
