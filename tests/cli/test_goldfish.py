"""`riftcheck goldfish`, `compare`, `sweep`: legality first, the same bytes for any jobs, games told, refusals."""

from __future__ import annotations

import json
import os
import re
import signal
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from riftcheck import carddb
from riftcheck.goldfish.plan.prepared_run import prepare
from riftcheck.goldfish.plan.run import run_from
from riftcheck.goldfish.policies.mulligan import ON_CURVE, mulligan_from
from tests.cli.command_runs import command, environment, run, run_json
from tests.paths import ROOT
from tests.processes import TerminalRun, wait_until

LIST = str(ROOT / "tests" / "fixtures" / "lists" / "list-072.txt")
DAY = ("--date", "2026-01-28")
ONE = (*DAY, "--seed", "7", "--jobs", "1")
FEW = (*ONE, "--games", "12")


@pytest.fixture(scope="module")
def document() -> Any:
    return run_json("goldfish", LIST, *FEW, "--json")


@pytest.fixture
def shorter(tmp_path: Path) -> str:
    """The list without one of its cards, so it is illegal."""
    path = tmp_path / "short.txt"
    text = Path(LIST).read_text("utf-8")
    path.write_text(text.replace("3 Stacked Deck", "2 Stacked Deck"), "utf-8")
    assert path.read_text("utf-8") != text
    return str(path)


def test_a_result_as_json_and_for_people(document: Any) -> None:
    assert document["games"] == 12
    assert document["flags"] == {"illegal": [], "unsupported": "", "cards": [], "stopped": 0, "provisional": []}
    run_of = document["run"]
    assert (run_of["seed"], run_of["rules"], run_of["mode"], len(run_of["list"]["list_hash"])) == (7, "1.2", "duel", 32)
    assert run_of["data_version"]
    assert run_of["engine_version"]
    shown = run("goldfish", LIST, *FEW)
    assert shown.exit_code == 0
    assert shown.stdout.startswith("Jinx, Loose Cannon with Jinx, Demolitionist\n")
    head = " ".join(shown.stdout.partition("WHAT MATTERS")[0].split())
    assert f"List {LIST}, hash {run_of['list']['list_hash'][:8]}" in head
    assert "Games 12 from seed 7, going first in every other one; 30 turns at most, to 8 points" in head
    assert "Mindsplitter" in shown.stdout
    assert shown.stderr == ""
    assert max(map(len, shown.stdout.splitlines())) <= 80


def test_a_result_can_be_run_again_to_the_bit(document: Any) -> None:
    again = run_from(document["run"])
    assert again.to_json() == document["run"]
    table = prepare(again, carddb.load_default())
    assert table.run.list.list_hash == document["run"]["list"]["list_hash"]


def test_jobs_do_not_matter() -> None:
    common = ("goldfish", LIST, *DAY, "--games", "60", "--seed", "5", "--json")
    one, two = run(*common, "--jobs", "1"), run(*common, "--jobs", "2")
    assert one.exit_code == two.exit_code == 0
    assert one.stdout == two.stdout
    assert one.stdout != run(*common[:-2], "6", "--json").stdout


def test_a_seed_is_taken_and_told() -> None:
    shown = run("goldfish", LIST, *DAY, "--games", "1", "--jobs", "1").stdout
    assert re.search(r"Games +1 from seed \d+,", shown)


def test_an_illegal_list_is_refused_with_the_rules_it_breaks(shorter: str) -> None:
    refused = run("goldfish", shorter, *FEW)
    assert refused.exit_code == 2
    assert refused.stdout == ""
    assert "is not legal in constructed on 2026-01-28" in refused.stderr
    assert "main-size; " in refused.stderr
    assert "TR 2025 402.1" in refused.stderr
    assert "--allow-illegal" in refused.stderr
    found = run_json("goldfish", shorter, *FEW, "--allow-illegal", "--json")
    assert found["flags"]["illegal"] == ["main-size"]
    assert found["all"]["score"]["won"]["flags"] == ["illegal"]
    shown = run("goldfish", shorter, *FEW, "--allow-illegal").stdout
    assert "not legal (main-size)" in shown
    assert "*" in shown


def test_a_list_of_another_time_is_told_its_days() -> None:
    refused = run("goldfish", LIST, "--games", "1", "--date", "2026-11-01").stderr
    assert "It is legal from 2025-10-31 to 2026-03-30: --date 2026-03-30 plays it" in " ".join(refused.split())
    assert run("goldfish", LIST, "--games", "1", "--jobs", "1", "--date", "2026-03-30").exit_code == 0


def test_a_list_that_was_never_legal_is_told_so(shorter: str) -> None:
    refused = run("goldfish", shorter, *FEW).stderr
    assert "It is legal on no day that is known. --allow-illegal plays it all the same." in " ".join(refused.split())


def test_a_missing_champion_comes_first_and_nothing_is_said_to_help(tmp_path: Path) -> None:
    path = tmp_path / "leona.txt"
    text = (ROOT / "tests" / "fixtures" / "lists" / "list-066.txt").read_text("utf-8")
    path.write_text(text.replace("3 Leona, Zealot", "2 Leona, Zealot"), "utf-8")
    for given in ((), ("--allow-illegal",)):
        refused = run("goldfish", str(path), *FEW, *given)
        assert refused.exit_code == 2
        told = " ".join(refused.stderr.split())
        assert "several cards could be it: Leona, Zealot; Leona, Determined. Name one." in told
        assert 'in a section of its own: a line "Champion:" and under it "1 Leona, Zealot"' in told
        assert "--allow-illegal" not in told
    path.write_text(f"Champion:\n1 Leona, Zealot\n\n{text}", "utf-8")
    assert run("goldfish", str(path), *FEW, "--policy", "greedy", "--allow-illegal").exit_code == 0


@pytest.mark.parametrize("name", ["goldfish", "compare", "sweep", "mulligans", "play"])
def test_an_unknown_card_is_told_with_those_that_may_be_meant(name: str, tmp_path: Path) -> None:
    path = tmp_path / "misspelt.txt"
    path.write_text(Path(LIST).read_text("utf-8").replace("Seal of Discord", "Seal of Discrod"), "utf-8")
    lists = [str(path), LIST] if name == "compare" else [str(path)]
    refused = run(name, *lists, *(() if name == "play" else (*DAY, "--allow-illegal")))
    assert (refused.exit_code, refused.stdout) == (2, "")
    said = "cannot be played: there is no such card. Is it Seal of Discord"
    assert said in " ".join(refused.stderr.split())
    assert "Is it Seal of Discord" in " ".join(run("validate", str(path), *DAY).stdout.split())


def test_a_game_is_a_page(tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    for args in (("goldfish", LIST), ("compare", LIST, LIST), ("sweep", LIST)):
        assert run(*args, *ONE, "--game", "3", "--html", str(page), "--json").exit_code == 0
        root = ET.fromstring(page.read_text("utf-8").split("\n", 1)[1])  # noqa: S314
        told_by = ("h1", "h2", "h3", "li")
        found = ["".join(node.itertext()) for node in root.iter() if node.tag.rpartition("}")[2] in told_by]
        assert found[0] == "Game 3"
        assert sum(text.endswith(LIST) for text in found) == args.count(LIST)
        told = [line["text"] for line in run_json("goldfish", LIST, *ONE, "--game", "3", "--json")["log"]]
        assert [text for text in found if text in told] == told * args.count(LIST)
        assert "Player 1, turn 2" in found
        rows = ["".join(node.itertext()) for node in root.iter() if node.tag.rpartition("}")[2] == "tr"]
        for row in (
            f"List{LIST}, hash ",
            "Date2026-01-28, Core Rules ",
            "Played byplanner, version ",
            "Againstnobody (passive)",
            "Gamenumber 3 of the run with seed 7; player 1 has the list, player 2 goes first; 30 turns at most",
            "Versionscard data ",
            "Main deck2 Seal of Discord, ",
        ):
            assert sum(one.startswith(row) for one in rows) >= args.count(LIST), row
        assert any("".join(node.itertext()).startswith("Final score: ") for node in root.iter())


def test_an_opponents_list_is_judged_too(shorter: str) -> None:
    refused = run("goldfish", LIST, *FEW, "--opponent", shorter)
    assert refused.exit_code == 2
    assert "short.txt is not legal" in refused.stderr
    found = run_json("goldfish", LIST, *FEW, "--opponent", shorter, "--allow-illegal", "--json")
    assert found["flags"]["illegal"] == ["opponent: main-size"]
    assert found["run"]["opponent"]["kind"] == "list"
    assert found["run"]["opponent"]["list"]["list_hash"]


def test_cards_that_cannot_be_executed_are_refused_by_name(tmp_path: Path) -> None:
    found = {card.name: card.unsupported for card in carddb.load().cards if card.unsupported and card.kind == "main"}
    unable = list(found)
    path = tmp_path / "unable.txt"
    path.write_text(Path(LIST).read_text("utf-8").replace("3 Stacked Deck", f"3 {unable[0]}"), "utf-8")
    other = tmp_path / "other.txt"
    text = path.read_text("utf-8").replace("3 Scrapheap", f"3 {unable[1]}")
    other.write_text(text, "utf-8")
    assert unable[1] in text
    refused = run("goldfish", str(path), *FEW, "--opponent", str(other), "--allow-illegal")
    assert refused.exit_code == 2
    # Each once, though one stands in both lists, whole, and then the cure.
    lines = [f"  {name}: {found[name]}" for name in unable[:2]]
    assert refused.stderr.splitlines() == [
        "Error: The run has cards that a game cannot execute:",
        *lines,
        "--unsupported skip never lets them be played; vanilla lets units be cost and Might only.",
    ]
    found = run_json("goldfish", str(path), *FEW, "--allow-illegal", "--unsupported", "skip", "--json")
    assert (found["flags"]["unsupported"], found["flags"]["cards"]) == ("skip", [unable[0]])
    assert "skip" in found["all"]["score"]["won"]["flags"]


@pytest.mark.parametrize("words", [("goldfish", *DAY), ("sweep", *DAY), ("compare", LIST, *DAY), ("play",)])
def test_own_cards_that_cannot_be_read_are_told_with_their_place(tmp_path: Path, words: tuple[str, ...]) -> None:
    card = "{name: Brew, type: Unit, domains: [Fury], energy: 2, might: 2, rarity: Common"
    printing = "printings: [{id: PR-990, variant: base, rarity: Common}]"
    (tmp_path / "own.yaml").write_text(f"cards:\n  - {card}, {printing}, abilities: [{{for: me, might: many}}]}}\n")
    refused = run(*words, LIST, "--cards", str(tmp_path))
    assert refused.exit_code == 2
    first, second, *_ = refused.stderr.splitlines()
    assert first == "Error: The card data cannot be used."
    assert re.search(r"own\.yaml:2: Brew: abilities/0/might: ", second)


def test_a_game_is_told_by_its_number(document: Any) -> None:
    del document
    shown = run("goldfish", LIST, *ONE, "--game", "3")
    assert shown.exit_code == 0
    assert shown.stdout.startswith("Game 3 of the run with seed 7\n")
    assert "Player 1, turn 2\n" in shown.stdout
    told = run_json("goldfish", LIST, *ONE, "--game", "3", "--json")
    assert (told["index"], told["facts"]["index"]) == (3, 3)
    assert [line["text"] for line in told["log"] if line["text"].startswith("Player 1 plays")]
    both = run("compare", LIST, LIST, *ONE, "--game", "3").stdout
    assert both.count("Game 3 of the run with seed 7") == 2
    versus = run_json("compare", LIST, LIST, *ONE, "--game", "3", "--json")
    assert versus == {"a": told, "b": told}
    assert run("sweep", LIST, *ONE, "--game", "3").stdout == shown.stdout
    assert shown.stdout.splitlines()[-1].startswith("Final score: ")


def test_options_come_into_the_run(tmp_path: Path) -> None:
    mulligan = tmp_path / "mulligan.yaml"
    mulligan.write_text("most: 1\nrules:\n  - {keep: false, role: spell}\n", "utf-8")
    script = tmp_path / "script.yaml"
    script.write_text("units: [{turn: 3, might: 4, at: open}]\nremoval: {act: kill, every: 2, from: 4}\n", "utf-8")
    given = ("--policy", "lookahead:budget=5", "--mulligan", str(mulligan), "--opponent", str(script), "--first")
    more = ("draw", "--turns", "4", "--battlefield", "zaun warrens", "--games", "2", "--json")
    found = run_json("goldfish", LIST, *FEW, *given, *more)["run"]
    assert (found["policy"], found["options"]["budget"]) == ("lookahead", 5)
    assert found["mulligan"]["most"] == 1
    assert found["opponent"]["kind"] == "scripted"
    assert found["opponent"]["script"]["removal"]["every"] == 2
    assert (found["first"], found["turns"], found["battlefield"]) == ("draw", 4, "Zaun Warrens")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("--cluster", "tcp://127.0.0.1:1"), "--cluster and --jobs"),
        (("--policy", "clever"), "planner, lookahead, greedy, random, passive"),
        (("--policy", "lookahead:budget"), "budget=50"),
        (("--policy", "lookahead:budget=0"), "from 1 to"),
        (("--policy", "greedy:budget=5"), "has no option"),
        (("--battlefield", "Nowhere at all"), "no card"),
        (("--battlefield", "Mindsplitter"), "Mindsplitter"),
        (("--opponent", "no-such-file.txt"), "cannot be read"),
        (("--stop-when", "all/score/wun=0.1"), "did you mean 'won'"),
        (("--stop-when", "all/score/by_turn/5/won=0.1"), "'won' is not in this result"),
        (("--stop-when", "all/score/by_turn/31/points=0.1"), "'31' is not in this result"),
        (("--stop-when", "all/score/won=0"), "above 0"),
        (("--stop-when", "all/score/won"), "above 0"),
        (("--html", "no-such-folder/x.html"), "no folder"),
        (("--html", LIST), "holds something else"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(given: tuple[str, ...], said: str) -> None:
    refused = run("goldfish", LIST, *FEW, *given)
    assert refused.exit_code == 2
    assert refused.stdout == ""
    assert said in " ".join(refused.stderr.split())
    assert "Traceback" not in refused.stderr


@pytest.mark.parametrize(
    ("option", "text", "said"),
    [
        ("--mulligan", "rules: 3", "mulligan policy"),
        ("--mulligan", "rules:\n - {a: [b\n", "cannot be read as YAML or JSON: expected ',' or ']', but got"),
        ("--mulligan", "[", "(line 1, column 2)."),
        ("--mulligan", "rules: [{keep: 2020-99-99}]", "month must be in 1..12"),
        ("--opponent", "[1]", "units, removal, contest"),
        ("--opponent", "units: [{turn: 1", "cannot be read as YAML"),
        ("--opponent", "units: [{turn: 2020-99-99}]", "month must be in 1..12"),
        ("--opponent", "units: 3", "should be a list"),
    ],
)
def test_files_that_say_nothing_are_refused(tmp_path: Path, option: str, text: str, said: str) -> None:
    path = tmp_path / "data.yaml"
    path.write_text(text, "utf-8")
    refused = run("goldfish", LIST, *FEW, option, str(path))
    assert refused.exit_code == 2
    assert said in " ".join(refused.stderr.split())


def test_a_pool_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    bytes_only = tmp_path / "pool.txt"
    bytes_only.write_bytes(b"Cleave\xff")
    for path, said in (
        (tmp_path / "nofile", "cannot be read: No such file or directory. It is a file with a name a line."),
        (bytes_only, "is no text in UTF-8 (byte 6); write a name a line."),
    ):
        refused = run("sweep", LIST, *FEW, "--pool", str(path))
        assert refused.exit_code == 2
        assert said in " ".join(refused.stderr.split())
        assert "Errno" not in refused.stderr


def test_a_run_ends_when_it_is_narrow_enough() -> None:
    found = run_json(
        "goldfish", LIST, *DAY, "--seed", "1", "--games", "20000", "--stop-when", "all/score/won=0.1", "--json"
    )
    assert found["games"] == 500
    assert found["flags"]["stopped"] == 0


def test_pages(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    for args in (("goldfish", LIST), ("compare", LIST, LIST), ("sweep", LIST)):
        for _ in range(2):  # a page of ours may be written over
            assert run(*args, *FEW[:-4], "--games", "2", "--seed", "7", "--html", str(page)).exit_code == 0
        assert ET.fromstring(page.read_text("utf-8").split("\n", 1)[1]).tag.endswith("html")  # noqa: S314


def test_a_list_against_itself_is_not_known() -> None:
    found = run_json("compare", LIST, LIST, *FEW, "--json")
    assert (found["answer"], found["paired"], found["games"]) == ("not known", True, 12)
    assert {one["changed"] for one in found["differences"]} == {0}
    shown = run("compare", LIST, LIST, *FEW).stdout
    assert "A and B are the same list: there is nothing to tell apart." in " ".join(shown.split())
    assert run("compare", LIST, LIST, *FEW, "--games", "1").exit_code == 2


def test_a_worse_list_is_worse(tmp_path: Path) -> None:
    """Without spells and small units, a list of the dearest cards comes out later."""
    worse = tmp_path / "worse.txt"
    text = Path(LIST).read_text("utf-8")
    for name in ("Chemtech Enforcer", "Sneaky Deckhand"):
        text = re.sub(rf"^(\d+) {name}$", r"\1 Volibear, Furious", text, flags=re.MULTILINE)
    worse.write_text(text, "utf-8")
    found = run_json("compare", LIST, str(worse), *DAY, "--seed", "2", "--games", "60", "--allow-illegal", "--json")
    assert found["answer"] == "worse"
    assert found["differences"][0]["flags"] == ["illegal"]


def test_a_sweep_ranks_one_copy_more_and_less() -> None:
    found = run_json("sweep", LIST, *DAY, "--seed", "7", "--games", "3", "--json")
    assert found["comparisons"] == len(found["changes"]) > 10
    assert len({one["list_hash"] for one in found["changes"]} | {found["run"]["list"]["list_hash"]}) == 1 + len(
        found["changes"]
    )
    assert all("3 copies" in one["reason"] for one in found["skipped"])


def test_a_sweep_of_a_pool(tmp_path: Path) -> None:
    pool = tmp_path / "pool.txt"
    pool.write_text("# what may go in\nPit Rookie  # of Body\n\nlegion rearguard\n", "utf-8")
    found = run_json("sweep", LIST, "--pool", str(pool), *DAY, "--seed", "7", "--games", "2", "--json")
    assert {one["put_in"] for one in found["changes"]} == {"Legion Rearguard"}
    assert {one["name"].split(",")[0] for one in found["skipped"]} == {"+1 Pit Rookie"}
    assert all("Pit Rookie" in one["reason"] for one in found["skipped"])
    for text, said in (("\n", "no name"), ("Zaun Warrens", "no card of a main deck"), ("Mindspliter", "Mindsplitter")):
        pool.write_text(text, "utf-8")
        refused = run("sweep", LIST, "--pool", str(pool), *FEW)
        assert refused.exit_code == 2
        assert said in refused.stderr
    assert run("sweep", LIST, "--pool", str(tmp_path / "none.txt"), *FEW).exit_code == 2


def test_a_sweep_has_a_budget_and_is_the_same_by_any_processes(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    args = ("sweep", LIST, *DAY, "--seed", "7", "--budget", "500", "--policy", "greedy")
    found = run_json(*args, "--jobs", "1", "--json", "--html", str(page))
    assert found == run_json(*args, "--jobs", "2", "--json")
    assert (found["budget"], found["comparisons"], len(found["changes"])) == (500, 20, 20)
    assert 480 < found["played"] <= 500
    assert [one["arms"] for one in found["rounds"]] == [20, 10, 5, 3, 2, 2]
    shown = run(*args, "--jobs", "1").stdout
    assert f"20 changes, {found['played']} games of all together out of 500" in " ".join(shown.split())
    assert max(map(len, shown.splitlines())) <= 80
    told = "".join(ET.fromstring(page.read_text("utf-8").split("\n", 1)[1]).itertext())  # noqa: S314
    assert "Nothing that was tried is known to be better than the list." in told
    assert "round 6" in told


def test_a_budget_that_is_too_small_is_refused_with_the_least() -> None:
    refused = run("sweep", LIST, *DAY, "--budget", "100")
    assert refused.exit_code == 2
    least = re.search(
        r"--budget 100: 100 games are too few for 20 to be compared; (\d+) is", " ".join(refused.stderr.split())
    )
    assert least is not None
    assert run_json("sweep", LIST, *DAY, "--budget", least[1], "--policy", "greedy", "--json")["comparisons"] == 20
    refused = run("sweep", LIST, *DAY, "--budget", "500", "--games", "20")
    assert (refused.exit_code, "leave one out" in refused.stderr) == (2, True)


def test_mulligan_policies_are_compared(tmp_path: Path) -> None:
    page, mine = tmp_path / "page.html", tmp_path / "mine.yaml"
    mine.write_text("rules: [{keep: false, role: spell}]\n", "utf-8")
    args = ("mulligans", LIST, *DAY, "--seed", "7", "--budget", "120", "--policy", "greedy", "--mulligan", str(mine))
    found = run_json(*args, "--json", "--html", str(page))
    assert {one["name"] for one in found["policies"]} == {"keep all", "cheap", "singles", str(mine)}
    assert mulligan_from(found["run"]["mulligan"]) == ON_CURVE
    shown = run(*args).stdout
    assert max(map(len, shown.splitlines())) <= 80
    assert "keep all: Nothing is set aside." in shown
    assert "set aside spell" in page.read_text("utf-8")
    twice = run(*args, "--mulligan", str(mine))
    assert (twice.exit_code, f"it says the same as {mine}" in " ".join(twice.stderr.split())) == (2, True)
    alone = run("mulligans", LIST, *ONE, "--policy", "greedy", "--game", "3")
    assert alone.stdout == run("goldfish", LIST, *ONE, "--policy", "greedy", "--game", "3").stdout


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_a_sweep_with_what_was_played(jobs: str) -> None:
    args = ("sweep", LIST, *DAY, "--seed", "7", "--budget", "5000000", "--policy", "greedy", "--jobs", jobs, "--json")
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    with TerminalRun(command(*args), environment(), start_new_session=True) as started:
        signal.signal(signal.SIGINT, before)
        wait_until(lambda: re.search(rb"[1-9]\d\d+/5000000", started.shown) or started.process.poll() is not None)
        os.killpg(started.process.pid, signal.SIGINT)
        out, shown = started.ended(130)
    assert "Traceback" not in shown
    found = json.loads(out)
    assert found["flags"]["stopped"] == 5_000_000
    assert found["played"] == 21 * found["games"]
    assert {one["n"] for one in found["changes"]} == {found["games"]}


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_shows_what_was_played(jobs: str) -> None:
    args = ("goldfish", LIST, *DAY, "--seed", "7", "--games", "1000000", "--jobs", jobs, "--json")
    # Where tests run in the background of a shell, Ctrl-C is ignored, and what they start would ignore it too.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    with TerminalRun(command(*args), environment(), start_new_session=True) as started:
        signal.signal(signal.SIGINT, before)
        os.killpg(started.plays().process.pid, signal.SIGINT)  # all processes of a terminal hear it
        out, shown = started.ended(130)
    assert "Traceback" not in shown
    found = json.loads(out)
    assert found["flags"]["stopped"] == 1_000_000
    games = found["games"]
    assert 0 < games < 1_000_000
    again = run_json("goldfish", LIST, *DAY, "--seed", "7", "--games", str(games), "--json")
    assert again["flags"]["stopped"] == 0
    assert again | {"flags": found["flags"]} == found


def test_a_bar_shows_how_far_a_run_is() -> None:
    """At a terminal standard error has a bar with the estimate beside it, which is gone when the result comes."""
    args = ("goldfish", LIST, *DAY, "--seed", "7", "--games", "150", "--jobs", "1", "--json")
    with TerminalRun(command(*args), environment()) as started:
        out, shown = started.ended(0)
    assert json.loads(out)["games"] == 150
    plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown)
    done = [int(number) for number in re.findall(r"(\d+)/150", plain)]
    assert done == sorted(done)
    assert done[-1] == 150
    assert re.search(r"won \d+\.\d\S* %, turn \d", plain)
    assert shown.rstrip().endswith("\x1b[2K")  # the line is wiped


def test_the_files_of_the_documentation_are_read(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "cli.md").read_text("utf-8")
    script, mulligan = re.findall(r"```yaml\n(.*?)```", page, flags=re.DOTALL)
    for name, text in (("script.yaml", script), ("mulligan.yaml", mulligan)):
        (tmp_path / name).write_text(text, "utf-8")
    given = ("--opponent", str(tmp_path / "script.yaml"), "--mulligan", str(tmp_path / "mulligan.yaml"))
    found = run_json("goldfish", LIST, *FEW, *given, "--json")["run"]
    assert set(found["opponent"]["script"]) == {"units", "removal", "contest"}
    assert mulligan_from(found["mulligan"]) != ON_CURVE
    assert len(found["mulligan"]["rules"]) == 3


def test_why_tells_the_plans_of_one_game() -> None:
    given = ("goldfish", LIST, *DAY, "--seed", "7", "--policy", "planner")
    told = run(*given, "--game", "0", "--why").stdout
    assert "Plan: " in told
    assert "Plan: " not in run(*given, "--game", "0").stdout
    assert "name it with --game N" in run(*given, "--why").stderr
    plain = run("goldfish", LIST, *DAY, "--policy", "greedy", "--game", "0", "--why")
    assert "planner and lookahead" in plain.stderr


def test_an_opponent_by_name_is_no_file_of_that_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = str((ROOT / LIST).resolve())
    monkeypatch.chdir(tmp_path)
    Path("blocker").write_text("removal: {every: 2}\n", "utf-8")
    given = ("goldfish", whole, *FEW, "--policy", "greedy", "--json")
    named = json.loads(run(*given, "--opponent", "blocker").stdout)["run"]["opponent"]
    assert named["preset"] == "blocker"
    assert [one["turn"] for one in named["script"]["units"]] == list(range(2, 9))
    filed = json.loads(run(*given, "--opponent", "./blocker").stdout)["run"]["opponent"]
    assert filed == {"kind": "scripted", "script": {"removal": {"every": 2}}}


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ("all/score/won=0.9", "reached after 20 of 20 games"),
        ("all/score/length=0.0001", "all/score/length is not within 0.0001 after 20 games: it lies between"),
        ("all/board/opponent_points=0.5", "it has not both bounds, for its numbers are too few or too much alike"),
    ],
)
def test_the_end_tells_whether_the_figures_were_narrow_enough(wanted: str, said: str) -> None:
    played = run("goldfish", LIST, *DAY, "--games", "20", "--seed", "7", "--policy", "greedy", "--stop-when", wanted)
    assert played.exit_code == 0
    assert said in " ".join(played.stderr.split())
