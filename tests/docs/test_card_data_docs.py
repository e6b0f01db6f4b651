"""What the page on card data shows is run: a preconstructed deck by its counts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import riftcheck
from riftcheck import carddb
from tests.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

PAGE = (ROOT / "docs" / "card-data.md").read_text("utf-8")


def blocks(kind: str, holding: str) -> list[str]:
    """Return the blocks of a kind that hold a text, in the order of the page."""
    return [
        block for block in re.findall(rf"^```{kind}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL) if holding in block
    ]


def test_a_preconstructed_deck_of_the_page_is_exempt_from_bans(tmp_path: Path) -> None:
    (written,) = blocks("yaml", "precons:")
    (tmp_path / "precons.yaml").write_text(written, "utf-8")
    db = carddb.load([tmp_path])
    (precon,) = db.precons
    main = [name for name, count in precon.main for _ in range(count)]
    main.remove(precon.champion)  # a list names the champion apart
    listed = {
        "legend": precon.legend,
        "champion": precon.champion,
        "main": main,
        "runes": [name for name, count in precon.runes for _ in range(count)],
        "battlefields": list(precon.battlefields),
    }
    verdicts = {
        laid: riftcheck.check(listed, date="2026-10-01", level="low", cards=cards)
        for laid, cards in ((True, db), (False, carddb.load()))
    }
    assert verdicts[True].issues == ()
    assert {issue.code for issue in verdicts[False].issues} == {"banned"}
