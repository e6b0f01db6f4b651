"""Runs of `validate` made without a terminal: texts in, what was judged out."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from riftcheck.cli.inputs import ListRead, Unreadable
from riftcheck.cli.validation.event import judged_by
from riftcheck.cli.validation.judged import JudgedRun, judge_lists, judge_team
from riftcheck.decks.reader import read_list
from riftcheck.validator.case import ruleset_of
from riftcheck.validator.report import Options
from tests.cli.command_runs import LEGAL_DAY

if TYPE_CHECKING:
    from collections.abc import Mapping

    from riftcheck.carddb import CardDatabase


def read(texts: Mapping[str, str], db: CardDatabase) -> list[ListRead | Unreadable]:
    """Return lists by source as they are read; an empty text is one that cannot be."""
    return [
        ListRead(source, read_list({"text": text}, db)) if text else Unreadable(source, f"{source} has no card.")
        for source, text in texts.items()
    ]


def run_of(
    texts: Mapping[str, str], db: CardDatabase, day: str = LEGAL_DAY, format_id: str = "constructed"
) -> JudgedRun:
    """Return a run over lists by source."""
    options = Options(date.fromisoformat(day), format_id)
    found = judge_lists(read(texts, db), db, options, with_timeline=False)
    return JudgedRun(judged_by(ruleset_of(db, options)), tuple(found))


def team_run(texts: Mapping[str, str], db: CardDatabase, name: str = "Allies") -> JudgedRun:
    """Return a run over one team."""
    options = Options(date.fromisoformat(LEGAL_DAY), "constructed-2v2")
    team = judge_team(name, read(texts, db), db, options, with_timeline=False)
    return JudgedRun(judged_by(ruleset_of(db, options)), team.members, (team,))
