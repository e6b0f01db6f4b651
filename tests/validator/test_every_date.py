"""The timeline of a list agrees with the checker on every date."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.validator.test_timeline import AGREED_FORMATS, DAY, FIRST, LAST, SUBJECTS, check_agreement, history

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase


@pytest.mark.parametrize("fmt", AGREED_FORMATS)
@pytest.mark.parametrize("subject", SUBJECTS)
def test_the_timeline_agrees_with_the_checker_on_every_date(db: CardDatabase, subject: str, fmt: str) -> None:
    written = SUBJECTS[subject]()
    every = {FIRST + DAY * step for step in range((LAST - FIRST).days + 1)}
    check_agreement(db, history(db, written, fmt), written, fmt, every)
