"""The pages in a browser: no violation of axe, whole words, nothing beside the screen, a first part of two sheets."""

from __future__ import annotations

import re
from copy import deepcopy
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import pytest

from riftcheck.goldfish.plan.prepared_run import prepare
from riftcheck.goldfish.plan.run import Opponent, Run, aligned
from riftcheck.goldfish.report.comparisons import compare_page, sweep_page
from riftcheck.goldfish.report.page import result_page
from riftcheck.goldfish.report.replay_page import ToldGame, replay_page
from riftcheck.goldfish.results.document import result_document
from riftcheck.goldfish.results.run_info import policy_traits, run_info
from riftcheck.goldfish.simulation.game import play_game
from riftcheck.goldfish.simulation.game_rows import GameRows
from riftcheck.goldfish.simulation.replay_log import replay
from riftcheck.goldfish.stats.tally import Tally
from riftcheck.goldfish.studies.comparison import compare
from riftcheck.goldfish.studies.sweep import one_copy, ranking
from tests.browser.chromium import ask, axe, pages_printed
from tests.goldfish.game_lists import real
from tests.goldfish.made_up_games import made_up_game

if TYPE_CHECKING:
    from pathlib import Path

    from riftcheck.carddb import CardDatabase

# A page is the same whatever counted; the packages of the browser lie beside the tree that is not compiled.
pytestmark = pytest.mark.interpreted_only
GAMES: Final = 60
NAMES: Final = ("tests/fixtures/lists/list-072.txt", "after.txt")
DETAILS: Final = '<section class="details">'
KINDS: Final = ("result", "against a list", "compare", "sweep", "replay")
# Words that are broken in their middle, and by how many pixels the page is wider than the screen.
LAYOUT: Final = r"""
const broken = [];
const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walk.nextNode()) {
  const node = walk.currentNode;
  if (node.parentElement.closest('svg, script')) continue;
  for (const word of node.data.matchAll(/[\p{L}\p{N}.]+/gu)) {
    if (word[0].length > 24) continue;  // no word, but a hash
    const range = document.createRange();
    range.setStart(node, word.index);
    range.setEnd(node, word.index + word[0].length);
    if (new Set([...range.getClientRects()].map(one => Math.round(one.top))).size > 1) broken.push(word[0]);
  }
}
const beside = document.documentElement.scrollWidth - innerWidth;
const dark = matchMedia('(prefers-color-scheme: dark)').matches;
"""
JUDGED: Final = (
    "const found = await axe.run();"
    "const violations = found.violations.map(one => `${one.id} x${one.nodes.length}: ${one.nodes[0].html}`);"
    "return {violations, passed: found.passes.map(one => one.id), broken, beside, dark, wide: innerWidth};"
)


@pytest.fixture(scope="module")
def documents(db: CardDatabase) -> dict[str, Any]:
    """The results of a real list alone and against itself, with all that can be flagged, and their comparison."""
    a = real(db)
    b = aligned(a, replace(a, main=(*a.main[1:], a.main[-1]), list_hash="0123456789abcdef" * 2))
    found: dict[str, Any] = {}
    rows: list[GameRows] = []
    infos = []
    for name, run in (
        ("result", Run(a, seed=7, policy="greedy")),
        ("b", Run(b, seed=7, policy="greedy")),
        ("against a list", Run(a, Opponent("list", list=a, policy="greedy"), seed=7, policy="greedy")),
    ):
        prepared = prepare(run, db)
        info = run_info(prepared, (), db)
        tally, counted = Tally(), GameRows(info.turns, info.victory)
        for index in range(GAMES):
            facts = play_game(prepared, index)
            tally.add(facts)
            counted.add(facts)
        found[name] = result_document(tally, info)
        rows.append(counted)
        infos.append(info)
    found["compare"] = compare(rows[0], rows[1], infos[0], infos[1])
    plan = one_copy(a.main)
    made_up = [GameRows(rows[0].turns, rows[0].victory) for _ in range(len(plan.variants) + 1)]
    for seed, one in enumerate(made_up):
        one.extend(made_up_game(index, seed) for index in range(60))
    found["sweep"] = ranking(made_up[0], list(zip(plan.variants, made_up[1:], strict=True)), plan, infos[0])
    run = Run(a, seed=7, policy="greedy")
    settings = {"run": run.to_json(), "date": "2026-01-28", **policy_traits(run)}
    found["replay"] = ToldGame(NAMES[0], replay(prepare(run, db), 2), settings)
    return found


@pytest.fixture(scope="module")
def pages(documents: dict[str, Any]) -> dict[str, str]:
    """The page of each kind."""
    return {
        "result": result_page(documents["result"], NAMES[0]),
        "against a list": result_page(documents["against a list"]),
        "compare": compare_page(documents["compare"], NAMES),
        "sweep": sweep_page(documents["sweep"], NAMES[0]),
        "replay": replay_page(2, [documents["replay"]]),
    }


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("wide", [390, 1280])
@pytest.mark.parametrize("kind", KINDS)
def test_a_page_is_free_of_violations_and_whole(
    kind: str, wide: int, scheme: str, pages: dict[str, str], tmp_path: Path
) -> None:
    found = ask(pages[kind], f"{axe()};{LAYOUT}{JUDGED}", tmp_path, wide=wide, scheme=scheme)
    assert (found["wide"], found["dark"]) == (wide, scheme == "dark")
    assert {"color-contrast", "empty-heading"} <= set(found["passed"])
    assert found["violations"] == []
    assert found["broken"] == []
    assert found["beside"] <= 0


def test_what_is_broken_is_found(pages: dict[str, str], tmp_path: Path) -> None:
    page = pages["result"].replace(
        "</style>", "th { overflow-wrap: anywhere; width: 1px; min-width: 0 !important }</style>"
    )
    page = page.replace(' tabindex="0"', "").replace("<td></td>", '<th scope="col"></th>')
    found = ask(page, f"{axe()};{LAYOUT}{JUDGED}", tmp_path, wide=390)
    assert {one.partition(" ")[0] for one in found["violations"]} == {
        "empty-table-header",
        "scrollable-region-focusable",
    }
    assert "Victory" in found["broken"]


def flagged(document: dict[str, Any]) -> dict[str, Any]:
    """Return a result with much that it has to be read with, in which all is known of each card."""
    cards = deepcopy(document["cards"])
    for place, card in enumerate(cards):
        if "with_in_opening" in card["all"]:
            way = 1 if place % 2 else -1  # as many are better as are worse
            known = {
                "value": way * (place + 1) / 10,
                "low": -0.5,
                "high": 2.5,
                "n": GAMES,
                "chance": 0.5,
                "answer": "not known",
            }
            card["all"]["opening_difference"] = known
            card["all"]["dead"] = {"value": place / 100, "low": 0.0, "high": 0.5, "n": GAMES}
    assert sum("with_in_opening" in card["all"] for card in cards) >= 10
    names = [card["name"] for card in cards]
    flags = document["flags"] | {"illegal": ["main-size", "banned"], "unsupported": "vanilla", "cards": names[:10]}
    flags |= {"provisional": [{"card": name, "facts": {"might": "told by hearsay"}} for name in names[10:]]}
    greedy = {"name": "greedy", "version": 1, "never": ["hides a card", "declines an optional cost, but Accelerate"]}
    told = {"flags": flags, "date": "2026-01-28", "policy": greedy, "build": "interpreted", "cards": cards}
    return document | told


@pytest.mark.parametrize("paper", ["A4", "letter"])
@pytest.mark.parametrize("kind", ["result", "against a list"])
def test_what_matters_prints_on_two_sheets(kind: str, paper: str, documents: dict[str, Any], tmp_path: Path) -> None:
    page = result_page(flagged(documents[kind]), NAMES[0])
    first, _, rest = page.partition(DETAILS)
    tables = ("The cards that were most often dead", "The best cards", "The worst cards")
    assert [
        len(re.findall("<tr>", first.partition(f"<h3>{title}")[2].partition("</table>")[0])) for title in tables
    ] == [6, 6, 6]
    printed = pages_printed(f"{first}</main></body></html>", tmp_path, paper=paper)
    assert 1 <= printed <= 2
    details = pages_printed(f"{first.partition('<main>')[0]}<main>{DETAILS}{rest}", tmp_path, paper=paper)
    assert pages_printed(page, tmp_path, paper=paper) == printed + details > 2  # the details begin on a new sheet
