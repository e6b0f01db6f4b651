"""What the page on card data shows is run: a preconstructed deck by its counts, and a card from a file to a verdict."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import riftcheck
from riftcheck import carddb
from tests.cli.command_runs import LEGAL, run, run_json
from tests.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from riftcheck.carddb import CardDatabase

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
    precon = db.precons["example"]
    main = [name for name, count in precon.main for _ in range(count)]
    main.remove(precon.champions[0])  # a list names the champion apart
    listed = {
        "legend": precon.legend,
        "champion": precon.champions[0],
        "main": main,
        "runes": [name for name, count in precon.runes for _ in range(count)],
        "battlefields": list(precon.battlefields),
    }
    verdicts = {
        laid: riftcheck.check(listed, date="2026-10-01", level="low", cards=cards)
        for laid, cards in ((True, db), (False, carddb.load()))
    }
    assert [issue.code for issue in verdicts[True].issues] == ["product-exempt"]
    assert {issue.code for issue in verdicts[False].issues} == {"banned"}


def test_an_announced_set_and_a_nameless_card_of_the_page_are_read(tmp_path: Path) -> None:
    (written,) = blocks("yaml", "announced:")
    (tmp_path / "sets.yaml").write_text(written, "utf-8")
    db = carddb.load([tmp_path])
    assert (db.announced[-1].name, db.announced[-1].code) == ("Example Set", "NXT")
    (card,) = db.sets["NXU"].nameless
    assert card.may_be("Example")
    assert not card.may_be("Nobody")


def test_the_page_lists_every_preconstructed_deck(db: CardDatabase) -> None:
    rows = re.findall(r"^\| (.*?) \| ((?:`[a-z-]+`(?:, )?)+) \|$", PAGE.partition("## Products")[2], re.MULTILINE)
    listed = {product: line for line, ids in rows for product in re.findall("`(.*?)`", ids)}
    for precon in db.precons.values():
        assert listed[precon.id] == precon.line


def test_a_card_of_the_page_is_imported_and_makes_a_list_legal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platformdirs.user_data_dir", lambda *_args, **_options: str(tmp_path / "own"))
    (written,) = blocks("json", '"cards"')
    file, played = tmp_path / "radiance-011.json", tmp_path / "sprite.txt"
    file.write_text(written, "utf-8")
    played.write_text(LEGAL.replace("1 Ruin Runner", "1 Furnace Sprite"), "utf-8")

    def verdict() -> str:
        result = run("validate", str(played), "--date", "2026-11-22", "--json")
        told: str = json.loads(result.stdout)["verdict"]
        return told

    assert verdict() == "undetermined"
    assert run_json("cards", "import", str(file), "--json")["counts"]["cards"] == 1
    assert (tmp_path / "own" / "cards" / "imported-radiance-011.yaml").is_file()
    assert verdict() == "legal"
    card = carddb.load_default().by_name["Furnace Sprite"]
    assert {fact.field: fact.reason for fact in card.provisional} == {
        "tags": "low confidence: inferred",
        "rarity": "medium confidence: number slot",
    }
