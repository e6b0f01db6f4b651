"""Every card of six sets is played and does what it says, and the page of them says how often."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from ledger.cards import run as running
from ledger.cards.decks import Drawer, IllegalDeckError
from ledger.cards.entries import (
    AIM,
    CardLedger,
    Entry,
    count_scenarios,
    happened,
    problems,
    read_card_ledger,
    slug,
    status_of,
    unseen,
)
from ledger.cards.figures import FIGURES_FILE, CardFigures, Figures, Happened, figures_from, figures_text, read_figures
from ledger.cards.games import GameRunner, drawn_answer, game_runner
from ledger.cards.page import KEYWORD_WORDS, PAGE, page_of
from ledger.cards.parts import KEYWORDS, Part, cards_of, own_key, parts_of
from ledger.cards.reasons import Unseen, read_unseen
from ledger.cards.recorder import AbilityRecorder
from ledger.numbers import LedgerError
from ledger.scenarios import CARDS
from riftcheck.engine.compile.pool import pool_of
from riftcheck.engine.game import Game
from riftcheck.engine.model.definitions import CardText, Pool
from riftcheck.engine.model.rules_version import VERSIONS
from riftcheck.engine.storage.save import checksum
from riftcheck.scenario.format.reader import read_scenarios, scenario_files
from riftcheck.scenario.runner import run
from riftcheck.scenario.setup.cards import Pools
from tests.scenarios.files import scenarios_of

if TYPE_CHECKING:
    from pathlib import Path

    from riftcheck.carddb import CardDatabase


@pytest.fixture(scope="module")
def ledger() -> CardLedger:
    return read_card_ledger()


# --- the ledger of this repository ------------------------------------------------------------------------------------


def test_every_card_was_played_and_did_all_that_it_says_or_a_reason_says_why_not(ledger: CardLedger) -> None:
    assert problems(ledger) == []


def test_the_page_is_up_to_date(ledger: CardLedger) -> None:
    assert PAGE.read_text("utf-8") == page_of(ledger), "run `make coverage`"


def test_the_figures_are_written_as_the_program_writes_them(ledger: CardLedger) -> None:
    assert FIGURES_FILE.read_text("utf-8") == figures_text(ledger.figures)


def test_every_card_of_the_sets_has_one_row(ledger: CardLedger) -> None:
    assert len(ledger.entries) == 1097
    page = page_of(ledger)
    rows = [line.split(" | ")[0].removeprefix("| ") for line in page.splitlines() if line.count(" | ") == 6]
    assert sorted(row for row in rows if row != "card") == [entry.card.name for entry in ledger.entries]
    assert page.count(" | executable |") == sum(entry.status == "executable" for entry in ledger.entries)


def test_every_ability_of_the_cards_is_a_part(ledger: CardLedger, pool: Pool) -> None:
    for entry in ledger.entries:
        d = pool.definition(entry.card.name)
        sets: list[tuple[Any, ...]] = [d.main.triggers, d.main.activated, d.main.statics, d.main.replacements]
        sets += [d.main.cannots, d.main.cans, d.main.prices, d.main.rules, d.main.as_events, d.main.extras]
        keys = {one.key for made in sets for one in made if not one.key.startswith("keyword/")}
        own = {own_key(entry.card.name, key) for key in keys}
        own = {key if key[0].isdigit() else key.partition("/")[0] for key in own}
        assert own <= {part.key for part in entry.parts}, entry.card.name
        assert (d.script is None) == ("do" not in {part.key for part in entry.parts}), entry.card.name


# --- what is wrong is said --------------------------------------------------------------------------------------------

# Keywords of the later sets.
LATER = (
    "ambush",
    "backline",
    "deploy",
    "disarm",
    "empower",
    "equip",
    "flow",
    "hunt",
    "quick-draw",
    "repeat",
    "weaponmaster",
)
DRAW = Part("0", "When you play this card …", "triggered", doing=True)
STANDS = Part("1", "This card has +1 Might.", "in force", standing=True)
WELL = CardFigures(50, 90, 40, {"0": Happened(3, 4, 3), "1": Happened(2, 30, 0)})


def made(
    ledger: CardLedger,
    figures: CardFigures = WELL,
    reasons: Unseen | None = None,
    name: str = "Pit Crew",
    games: int = AIM,
    **changes: Any,
) -> CardLedger:
    """Return a ledger of one card."""
    card = next(entry.card for entry in ledger.entries if entry.card.name == name)
    entry = Entry(card, "executable", "", "tests/scenarios/cards/pit-crew.yaml", 2, (DRAW, STANDS), figures)
    return CardLedger((replace(entry, **changes),), Figures(games), reasons or Unseen({}, {}))


def test_a_card_that_is_well_has_no_problem(ledger: CardLedger) -> None:
    assert problems(made(ledger)) == []


@pytest.mark.parametrize(
    ("figures", "reasons", "words"),
    [
        (replace(WELL, offered=0, played=0), {}, "Pit Crew: it was offered 0 times and played 0 times; 30"),
        (replace(WELL, offered=0), {}, "Pit Crew: it was offered 0 times and played 40 times; 30"),
        (replace(WELL, played=29), {}, "Pit Crew: it was offered 90 times and played 29 times; 30"),
        (replace(WELL, games=0), {}, "Pit Crew: it was in no game"),
        (WELL, {"Pit Crew": "why"}, "Pit Crew: cards-not-seen.yaml has a reason why it is not played, but it was"),
        (
            WELL,
            {("Pit Crew", "1"): "why"},
            "Pit Crew: cards-not-seen.yaml has a reason why 1 does not happen, but it did",
        ),
        (
            replace(WELL, parts={"0": Happened(3, 4, 0), "1": Happened(1, 1)}),
            {},
            "Pit Crew: 0 (When you play this card …): triggered 4 times, carried out 0 times; find out why",
        ),
        (
            replace(WELL, parts={"0": Happened(3, 4, 1)}),
            {},
            "Pit Crew: 1 (This card has +1 Might.): in force 0 times; find out why",
        ),
        (replace(WELL, parts={**WELL.parts, "2": Happened(1, 1)}), {}, "Pit Crew: it has no part 2 any more; run"),
        (WELL, {"Pit": "why"}, "cards-not-seen.yaml: there is no card Pit in the sets."),
        (WELL, {("Pit Crew", "7"): "why"}, "cards-not-seen.yaml: Pit Crew has no part 7."),
    ],
)
def test_what_is_missing_or_contradicts_itself_is_said(
    ledger: CardLedger, figures: CardFigures, reasons: dict[str | tuple[str, str], str], words: str
) -> None:
    cards = {key: why for key, why in reasons.items() if isinstance(key, str)}
    parts = {key: why for key, why in reasons.items() if isinstance(key, tuple)}
    (sentence,) = problems(made(ledger, figures, Unseen(cards, parts)))
    assert sentence.startswith(words)


def test_a_reason_is_enough(ledger: CardLedger) -> None:
    figures = CardFigures(5, 0, 0, {"0": Happened(1, 1, 1)})
    assert problems(made(ledger, figures, Unseen({"Pit Crew": "why"}, {("Pit Crew", "1"): "why"}))) == []


@pytest.mark.parametrize("name", ["The Boss", "The Grand Plaza", "Fury Rune", "Baron Pit"])
def test_what_is_never_played_needs_no_reason(ledger: CardLedger, name: str) -> None:
    assert problems(made(ledger, replace(WELL, played=0, offered=0), name=name)) == []


def test_a_token_is_played_without_being_offered(ledger: CardLedger) -> None:
    assert problems(made(ledger, replace(WELL, offered=0), name="Recruit")) == []
    assert problems(made(ledger, replace(WELL, offered=0, played=0), name="Recruit")) != []


def test_text_needs_scenarios_and_cards_that_are_not_played_need_no_games(ledger: CardLedger) -> None:
    (sentence,) = problems(made(ledger, file="", scenarios=0))
    assert sentence == "Pit Crew: it has no scenario; write tests/scenarios/cards/pit-crew.yaml."
    assert problems(made(ledger, file="", scenarios=0, parts=(), figures=replace(WELL, parts={}))) == []
    assert problems(made(ledger, CardFigures(), status="unsupported", missing="why", parts=())) == []
    assert problems(made(ledger, status="unsupported", missing="why", parts=())) != []


def test_few_games_and_broken_games_are_said(ledger: CardLedger) -> None:
    (sentence,) = problems(made(ledger, games=100))
    assert sentence.startswith("cards-played.json is of 100 games")
    broken = made(ledger)
    broken.figures.faults.append("seed 7, duel, decision 3: KeyError(1)")
    assert problems(broken) == ["The games of cards-played.json broke: seed 7, duel, decision 3: KeyError(1)."]


def test_a_row_says_what_there_is(ledger: CardLedger) -> None:
    reasons = Unseen({}, {("Pit Crew", "1"): "no [card] can"})
    (row,) = [
        line
        for line in page_of(made(ledger, reasons=reasons)).splitlines()
        if line.startswith("| Pit Crew | executable")
    ]
    link = "[2](../tests/scenarios/cards/pit-crew.yaml)"
    parts = "When you play this card …: triggered 4, done 3<br>This card has +1 Might.: in force in 2 games"
    assert row == f"| Pit Crew | executable | {link} | 50 | 90 | 40 | {parts} (no \\[card\\] can) |"
    page = page_of(made(ledger, CardFigures(), status="partly", missing="a | b", parts=(), file=""))
    assert "| Pit Crew | partly: a \\| b |  | 0 | 0 | 0 | no text |" in page


def test_the_page_says_what_each_keyword_counts() -> None:
    assert list(KEYWORD_WORDS) == list(KEYWORDS)


# --- cards and their parts --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Pit Crew", {"0": "triggered"}),
        ("Kraken Hunter", {"accelerate": "paid", "assault": "attacked", "0": "paid", "1": "changed a price"}),
        ("The Boss", {"0": "replaced", "1": "triggered"}),
        ("Sun Disc", {"0": "activated", "0/do/abilities/0/do/0/do/0": "in force"}),
        ("Block", {"hidden": "hidden", "action": "played in a showdown", "do": "carried out"}),
        ("Recruit", {}),
        ("Kayle, Justified", {"empower": "activated", "0": "in force", "1": "in force", "2": "in force"}),
        ("Recurve Bow", {"equip": "activated", "effect/0": "triggered", "effect/0#1": "triggered"}),
        ("Blood Rush", {"action": "played in a showdown", "repeat": "paid", "do": "carried out"}),
        ("Pyke, Returned", {"hidden": "hidden", "backline": "in combat", "0": "triggered"}),
    ],
)
def test_the_parts_of_a_card(db: CardDatabase, pool: Pool, name: str, expected: dict[str, str]) -> None:
    parts = parts_of(db, pool, db.by_name[name])
    assert {part.key: part.verb for part in parts} == expected
    assert all(part.words for part in parts)


def test_a_keyword_that_nobody_counts_is_refused(db: CardDatabase, pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(KEYWORDS, "tank")
    card = next(card for card in db.cards if "Tank" in card.keywords and card.executable)
    with pytest.raises(LedgerError, match="has tank"):
        parts_of(db, pool, card)


def test_the_status_says_what_is_missing(db: CardDatabase) -> None:
    own = Pool(pool_of(db))
    card = db.by_name["Pit Crew"]
    assert status_of(own, card) == ("executable", "")
    d = own.definition("Pit Crew")
    own.defs[d.index] = d.changed(d.types, d.might, CardText(unsupported="the verb fly"))
    assert status_of(own, card) == ("partly", "the verb fly")
    assert parts_of(db, own, card) == []
    assert status_of(own, replace(card, unsupported="nobody wrote it")) == ("unsupported", "nobody wrote it")


def test_the_file_of_a_card() -> None:
    assert [slug(name) for name in ("Kai'Sa, Survivor", "Dr. Mundo, Expert")] == ["kaisa-survivor", "dr-mundo-expert"]


@pytest.mark.parametrize(
    ("text", "count"), [("- name: a\n- name: b\n", 2), ("name: a\n", 1), ("scenarios:\n- name: a\nown-cards: []\n", 1)]
)
def test_scenarios_are_counted(text: str, count: int, tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(text)
    assert count_scenarios(path) == count


# --- watching ---------------------------------------------------------------------------------------------------------


EMPTY = b"name: Nothing\nrules: ['001']\nsteps: []\nexpect: {}\n"


@pytest.fixture(scope="module")
def stage(db: CardDatabase) -> tuple[Pools, list[AbilityRecorder]]:
    """The pools of scenarios, each watched."""
    pools = Pools(db)
    empty = read_scenarios(EMPTY, "empty.yaml")[0]
    bases = {rules.own_power_is_own: pools.pool(empty, rules) for rules in VERSIONS.values()}
    return pools, [AbilityRecorder(base, [card.name for card in cards_of(db)]) for base in bases.values()]


@pytest.mark.parametrize("file", scenario_files(CARDS), ids=lambda file: file.stem)
def test_the_scenarios_of_a_card_reach_each_of_its_abilities(
    file: Path, ledger: CardLedger, stage: tuple[Pools, list[AbilityRecorder]], db: CardDatabase
) -> None:
    """What is noted by the watch is noted here too, where it is known to happen; other keywords are told by the log."""
    pools, watches = stage
    entry = next((entry for entry in ledger.entries if entry.file.endswith(f"/{file.name}")), None)
    if entry is None:  # a card of another set than those of the ledger
        assert file.stem in {slug(card.name) for card in db.cards} - {slug(one.card.name) for one in ledger.entries}
        return
    for watch in watches:
        watch.clear()
    for scenario in scenarios_of(file):
        run(scenario, pools)
    permanent = "do" not in {part.key for part in entry.parts}
    for part in entry.parts:
        if (part.key in KEYWORDS and part.verb != "triggered") or (part.verb == "paid" and permanent):
            continue
        key = entry.card.name, part.key
        assert sum(watch.times[key] for watch in watches), part
        assert sum(watch.done[key] for watch in watches) or not part.doing, part


# --- games ------------------------------------------------------------------------------------------------------------


def test_decks_are_legal_and_differ(db: CardDatabase) -> None:
    drawer = Drawer(db)
    decks = [drawer.deck(random.Random(seed)) for seed in range(40)]
    assert len(set(decks)) == 40
    assert all(len(deck.main) == 39 and len(deck.runes) == 12 and len(deck.battlefields) == 3 for deck in decks)
    known = {card.name for card in cards_of(db)}
    assert {name for deck in decks for name in (*deck.main, deck.legend, deck.champion)} <= known
    with pytest.raises(IllegalDeckError, match="copies"):
        drawer._judge(replace(decks[0], main=(*decks[0].main[:35], *("Vanguard Sergeant",) * 4)))


def test_a_seed_says_all_of_a_game(ledger: CardLedger) -> None:
    first, other, second = (game_runner().play(seed) for seed in (3, 8, 3))
    assert figures_text(first) == figures_text(second)
    assert figures_text(first) != figures_text(other)
    assert first.faults == other.faults == []
    assert (first.modes, other.modes) == ({"duel": 1}, {"ffa4": 1})
    played = {name: card.played for name, card in first.cards.items() if card.played}
    assert played
    assert played.keys() <= {entry.card.name for entry in ledger.entries}


def test_watching_changes_nothing(pool: Pool) -> None:
    """A game on the watched pool goes as it does on one that nobody watches."""
    watched = game_runner()
    drawn = random.Random(5)
    decks = [watched.drawer.deck(drawn) for _ in range(2)]
    ends = []
    for one in (pool, watched.pool):
        game = Game.start(one, decks, "duel", 5, log=True)
        rng = random.Random(5)
        while game.decision is not None:
            game.answer(drawn_answer(rng, game.decision))
        ends.append((checksum(game.state), [(event.kind, event.subject) for event in game.log]))
    assert ends[0] == ends[1]


def test_a_game_that_breaks_is_told_with_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise KeyError(1)

    monkeypatch.setattr("ledger.cards.games.Game.answer", fail)
    figures = game_runner().play(11)
    assert figures.faults == ["seed 11, duel, decision 0: KeyError(1)"]
    assert figures.games == 1


def test_what_abilities_do_is_counted() -> None:
    """Over some games: what triggers is carried out at most as often; every kind of part is met."""
    at = GameRunner()
    figures = Figures()
    for seed in range(30):
        figures.add(at.play(seed))
    assert figures.games == 30
    parts = [one for card in figures.cards.values() for one in card.parts.values()]
    assert all(one.games <= one.times for one in parts)
    for name, card in figures.cards.items():
        do = card.parts.get("do")
        assert do is None or 0 < do.done <= card.played, name  # a spell may be countered, and is carried out once
    seen = {key for card in figures.cards.values() for key in card.parts}
    assert {"do", "0", "assault", "shield", "tank", "action", "reaction", "hidden", "accelerate", *LATER} <= seen


# --- the data ---------------------------------------------------------------------------------------------------------


def test_figures_are_added_up_written_and_read(tmp_path: Path) -> None:
    one = Figures(2, 30, {"duel": 2}, {"A, B": CardFigures(2, 3, 1, {"0": Happened(1, 2, 1)})}, ["seed 1: bad"])
    both = figures_from(json.loads(figures_text(one)))
    both.add(Figures(1, 5, {"ffa3": 1, "duel": 1}, {"A, B": CardFigures(1, 1, 1, {"0": Happened(1, 1, 1)})}))
    assert (both.games, both.decisions, both.modes, both.faults) == (3, 35, {"duel": 3, "ffa3": 1}, ["seed 1: bad"])
    assert both.card("A, B") == CardFigures(3, 4, 2, {"0": Happened(2, 3, 2)})
    assert both.card("C") == CardFigures()
    path = tmp_path / "figures.json"
    path.write_text(figures_text(both))
    assert read_figures(path) == both


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"games": 1, "decisions": 1, "modes": {}, "cards": {"A": 1}}'])
def test_a_file_that_holds_no_figures_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "figures.json"
    path.write_text(text)
    with pytest.raises(LedgerError, match=r"figures\.json: .*python -m ledger play"):
        read_figures(path)


def test_a_run_that_was_stopped_goes_on(tmp_path: Path) -> None:
    parts, target = tmp_path / "parts", tmp_path / "figures.json"
    folder = parts / running.fingerprint()
    folder.mkdir(parents=True)
    (folder / "00000-20.json").write_text(figures_text(Figures(20, 1, {"duel": 20})))
    figures = running.run(21, 1, target, parts)
    assert read_figures(target) == figures
    assert figures.games == 21
    alone = game_runner().play(20)
    assert figures.decisions == 1 + alone.decisions
    assert figures.cards == alone.cards
    assert not parts.exists()


def test_a_run_goes_on_while_something_is_wanting(tmp_path: Path) -> None:
    parts, target = tmp_path / "parts", tmp_path / "figures.json"
    folder = parts / running.fingerprint()
    folder.mkdir(parents=True)
    for start in range(0, 300, 20):
        (folder / f"{start:05}-20.json").write_text(figures_text(Figures(20, 1, {"duel": 20})))
    asked: list[int] = []

    def wanting(figures: Figures) -> bool:
        asked.append(figures.games)
        return True

    assert running.run(100, 1, target, parts, wanting).games == 300
    assert asked == [100, 200, 300]


def test_what_is_still_to_be_seen(ledger: CardLedger) -> None:
    assert not unseen(made(ledger))
    assert unseen(made(ledger, replace(WELL, played=29)))
    assert unseen(made(ledger, replace(WELL, parts={"0": Happened(1, 1, 1)})))
    assert not unseen(made(ledger, CardFigures(), Unseen({"Pit Crew": "why"}, {("Pit Crew", k): "why" for k in "01"})))
    assert not unseen(made(ledger, replace(WELL, played=0), name="The Boss"))
    assert not unseen(made(ledger, CardFigures(), status="unsupported", missing="why"))


def test_other_code_has_another_mark(tmp_path: Path) -> None:
    file = tmp_path / "engine" / "a.py"
    file.parent.mkdir()
    file.write_text("x = 1\n")
    first = running.fingerprint(tmp_path, ("engine",))
    file.write_text("x = 2\n")
    assert running.fingerprint(tmp_path, ("engine",)) != first
    file.write_text("x = 1\n")
    assert running.fingerprint(tmp_path, ("engine",)) == first
    file.rename(tmp_path / "engine" / "b.py")
    assert running.fingerprint(tmp_path, ("engine",)) != first


# --- reasons ----------------------------------------------------------------------------------------------------------


def test_reasons_are_read(tmp_path: Path) -> None:
    path = tmp_path / "reasons.yaml"
    path.write_text('cards: {}\nparts:\n  "A, B":\n    "0/do": >-\n      so\n      it is\n')
    assert read_unseen(path) == Unseen({}, {("A, B", "0/do"): "so it is"})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("names: {}\n", "it should hold cards and parts"),
        ("cards: [A]\n", "should hold names"),
        ("cards: {A: ' '}\n", "the reason should be a sentence"),
        ("parts: {A: why}\n", "should hold names"),
        ("parts: {A: {0: {}}}\n", "the reason should be a sentence"),
    ],
)
def test_reasons_that_are_none_are_refused(text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "reasons.yaml"
    path.write_text(text)
    with pytest.raises(LedgerError, match=words):
        read_unseen(path)


def test_what_happened_must_have_been_carried_out(ledger: CardLedger) -> None:
    (entry,) = made(ledger, CardFigures(1, 1, 1, {"0": Happened(1, 1, 0), "1": Happened(1, 1, 0)})).entries
    assert [happened(entry, part) for part in entry.parts] == [False, True]
