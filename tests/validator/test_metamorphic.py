"""What may be written otherwise without a change, and that each rule broken alone raises its code alone.

The lists are drawn: a legend, plain cards inside its identity in any number up to three, its champion, runes in any
split, three battlefields and a sideboard. They are legal by the card facts, so their reports hold nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from riftcheck.decks.document import from_mapping
from riftcheck.decks.resolve import resolve
from riftcheck.validator import Options, check
from tests.examples import examples
from tests.validator.validator_lists import BATTLEFIELDS, LEGENDS, PLAIN, SPARE_BATTLEFIELDS, TODAY, Written, said

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from riftcheck.carddb import CardDatabase
    from riftcheck.validator import Report

quick = settings(
    max_examples=examples(40),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)

# Signature cards of each legend's champion tag, and of another champion with both domains inside.
OWN = {"Loose Cannon": "Super Mega Death Rocket!", "Unforgiven": "Last Breath", "Wuju Master": "Highlander"}
FOREIGN = {
    "Loose Cannon": "Tibbers",
    "Unforgiven": "Defiant Dance",
    "Wuju Master": "Dragon's Rage",
    "Glorious Executioner": "Death Mark",
    "Fire Below the Mountain": "Fox-Fire",
    "Swift Scout": "Moonfall",
}
SUBJECTS = tuple(FOREIGN)


@st.composite
def lists(draw: st.DrawFn, legends: tuple[str, ...] = SUBJECTS, least_side: int = 0) -> Written:
    """A legal list with a sideboard of up to six, all of the legend's own domains."""
    legend = draw(st.sampled_from(legends))
    one, two, champion = LEGENDS[legend]
    names = draw(st.permutations([*PLAIN[one], *PLAIN[two]]))
    copies = draw(st.integers(1, 3))
    main = {champion: copies}
    side: dict[str, int] = {}
    room = 40 - copies
    for name in names[:13]:
        count = min(3, room)
        if count:
            main[name] = count
        room -= count
    for name in names[13:]:
        side[name] = draw(st.integers(0, 3))
    side = {name: count for name, count in side.items() if count}
    if sum(side.values()) < least_side:
        side = {names[13]: 3}
    fury = draw(st.integers(0, 12))
    runes = {name: count for name, count in ((f"{one} Rune", fury), (f"{two} Rune", 12 - fury)) if count}
    fields = draw(st.permutations([*BATTLEFIELDS, *SPARE_BATTLEFIELDS]))[:3]
    return Written([legend], champion, main, runes, dict.fromkeys(fields, 1), side)


def report_on(db: CardDatabase, data: dict[str, Any], fmt: str = "constructed") -> Report:
    return check(resolve(from_mapping(data), db), db, Options(day=TODAY, format=fmt))


def told(report: Report) -> list[Any]:
    """What a report says, without the order in which cards stand in it."""
    return sorted(
        (
            issue.code,
            issue.severity,
            issue.zone,
            tuple(sorted((card.name, card.count) for card in issue.cards)),
            tuple((rule.document, rule.version, rule.number) for rule in issue.rules or ()),
            issue.excess or 0,
        )
        for issue in report.issues
    )


# --- written otherwise ---------------------------------------------------------------------------------------------


def in_another_order(data: dict[str, Any], db: CardDatabase, chance: random.Random) -> None:
    del db
    for section in ("main", "runes", "battlefields", "sideboard"):
        chance.shuffle(data[section])


def in_another_case(data: dict[str, Any], db: CardDatabase, chance: random.Random) -> None:
    del db
    for section in ("main", "runes", "battlefields", "sideboard"):
        for entry in data[section]:
            entry["name"] = chance.choice([str.upper, str.lower, str.swapcase])(entry["name"])
    data["legend"] = [name.upper() for name in data["legend"]]
    data["champion"] = data["champion"].lower()


def by_printing_ids(data: dict[str, Any], db: CardDatabase, chance: random.Random) -> None:
    def any_id(name: str) -> str:
        return chance.choice(db.by_name[name].printings).id

    for section in ("main", "runes", "battlefields", "sideboard"):
        for entry in data[section]:
            if entry["name"] in db.by_name:
                entry["id"] = any_id(entry.pop("name"))
    data["legend"] = [any_id(name) for name in data["legend"]]
    data["champion"] = any_id(data["champion"])


def in_several_entries(data: dict[str, Any], db: CardDatabase, chance: random.Random) -> None:
    del db
    for section in ("main", "runes", "battlefields", "sideboard"):
        split = []
        for entry in data[section]:
            first = chance.randint(1, entry["count"])
            split += [{**entry, "count": count} for count in (first, entry["count"] - first) if count]
        chance.shuffle(split)
        data[section] = split


def by_printings_apart(data: dict[str, Any], db: CardDatabase, chance: random.Random) -> None:
    in_several_entries(data, db, chance)
    by_printing_ids(data, db, chance)


WAYS = (in_another_order, in_another_case, by_printing_ids, in_several_entries, by_printings_apart)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("fmt", ["constructed", "casual-match", "sealed"])
@quick
@given(written=lists(), chance=st.randoms(use_true_random=False))
def test_how_a_legal_list_is_written_changes_nothing(
    db: CardDatabase, way: Callable[..., None], fmt: str, written: Written, chance: random.Random
) -> None:
    if fmt == "casual-match":
        written.sideboard = {}
    before = report_on(db, written.mapping(), fmt)
    assert (before.verdict, before.issues) == ("legal", ())
    data = written.mapping()
    way(data, db, chance)
    after = report_on(db, data, fmt)
    assert (after.verdict, after.issues, after.counts) == ("legal", (), before.counts)
    assert after.list_hash == before.list_hash


def spoiled(written: Written) -> Written:
    """Make nearly every rule fail at once, with unknown and ambiguous names among it."""
    written.add("Zzyzx Qwrtp", 2).add("Jinx", 3).add("Recruit", 1).add("Hallowed Tomb", 1)
    for names in PLAIN.values():
        written.add(names[0], 2)
    written.add("Stacked Deck", 1).add("Tibbers", 2).add("Highlander", 2).add("Forgefire Cape", 2)
    written.add("Scrapheap", 2, "sideboard").add("Charm", 9, "sideboard").add("Order Rune", 2, "sideboard")
    written.runes = {"Fury Rune": 7, "Calm Rune": 3, "Order Rune": 3, "Gust": 1}
    written.battlefields = {"Reaver's Row": 2, "Brush": 1, "Charm": 1}
    return written


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("fmt", ["constructed-2v2", "casual-duel", "draft"])
@quick
@given(written=lists(), chance=st.randoms(use_true_random=False))
def test_how_an_illegal_list_is_written_changes_nothing(
    db: CardDatabase, way: Callable[..., None], fmt: str, written: Written, chance: random.Random
) -> None:
    data = spoiled(written).mapping()
    before = report_on(db, data, fmt)
    assert before.verdict == "illegal"
    way(data, db, chance)
    after = report_on(db, data, fmt)
    if way is in_another_case:  # an unknown name is shown as it is written
        assert [row[:3] for row in told(after)] == [row[:3] for row in told(before)]
    else:
        assert told(after) == told(before)
    assert (after.verdict, after.counts, after.list_hash) == (before.verdict, before.counts, before.list_hash)


@quick
@given(written=lists(), chance=st.randoms(use_true_random=False))
def test_another_list_has_another_hash(db: CardDatabase, written: Written, chance: random.Random) -> None:
    before = report_on(db, written.mapping()).list_hash
    data = written.mapping()
    entry = chance.choice(data["main"] + data["runes"])
    entry["count"] += 1
    assert report_on(db, data).list_hash != before


def test_the_spelling_of_choices_does_not_change_the_hash(made_up: CardDatabase) -> None:
    written = Written(["Loose Cannon"], "Jinx, Rebel", {"Jinx, Rebel": 1, "Chooser of Three": 1}, {}, {})
    hashes = set()
    for names in (["Unforgiven", "Blind Monk", "Wuju Master"], ["WUJU MASTER", "ogn-257", "Yasuo, Unforgiven"]):
        written.choices = {"Chooser of Three": names}
        hashes.add(report_on(made_up, written.mapping()).list_hash)
    assert len(hashes) == 1


@quick
@given(written=lists())
def test_the_deck_of_an_answer_is_the_same_list(db: CardDatabase, written: Written) -> None:
    before = report_on(db, written.mapping())
    after = report_on(db, before.deck)
    assert after.list_hash == before.list_hash
    assert after.deck == before.deck
    assert after.issues == ()


# --- one rule broken -----------------------------------------------------------------------------------------------


def plain_names(written: Written, section: str = "main") -> list[str]:
    return [name for name in getattr(written, section) if name != written.champion]


def exchange(written: Written, chance: random.Random, into: str, count: int = 1, section: str = "main") -> None:
    """Put copies of a card in at random places, and take as many out."""
    for _ in range(count):
        names = [name for name in plain_names(written, section) if name != into]
        written.drop(chance.choice(names), 1, section).add(into, 1, section)


def outsider(written: Written, chance: random.Random) -> str:
    """Return a plain card off the identity."""
    domains = [domain for domain in PLAIN if domain not in LEGENDS[written.legend[0]][:2]]
    return chance.choice(PLAIN[chance.choice(domains)])


def another_rune(written: Written, chance: random.Random) -> str:
    domains = [domain for domain in PLAIN if domain not in LEGENDS[written.legend[0]][:2]]
    return f"{chance.choice(domains)} Rune"


def no_legend(written: Written, chance: random.Random) -> None:
    written.legend = chance.choice([[], [*written.legend, "Blind Monk"], [written.legend[0]] * 2])


def no_champion(written: Written, _chance: random.Random) -> None:
    name = str(written.champion)
    count = written.main[name]
    written.drop(name, count).add("Neutral Beast", count)
    written.champion = None


def wrong_champion(written: Written, chance: random.Random) -> None:
    written.champion = chance.choice(plain_names(written))


# A champion unit inside the legend's identity, of another champion tag.
STRANGERS = {
    "Loose Cannon": "Annie, Fiery",
    "Unforgiven": "Jinx, Rebel",
    "Wuju Master": "Yasuo, Remorseful",
    "Glorious Executioner": "Annie, Fiery",
    "Fire Below the Mountain": "Yasuo, Remorseful",
    "Swift Scout": "Kennen, Storm of Shuriken",
}


def champion_of_another(written: Written, _chance: random.Random) -> None:
    stranger = STRANGERS[written.legend[0]]
    count = written.main[str(written.champion)]
    written.drop(str(written.champion), count).add(stranger, count)
    written.champion = stranger


def too_many(written: Written, chance: random.Random) -> None:
    name = chance.choice(plain_names(written))
    for _ in range(chance.randint(4, 6) - written.main[name] - written.sideboard.get(name, 0)):
        exchange(written, chance, name)


def another_size(written: Written, chance: random.Random) -> None:
    for _ in range(chance.randint(1, 3)):
        written.drop(chance.choice(plain_names(written)))


def in_main(name: str) -> Callable[[Written, random.Random], None]:
    return lambda written, chance: exchange(written, chance, name)


def in_runes(name: str) -> Callable[[Written, random.Random], None]:
    return lambda written, chance: exchange(written, chance, name, 1, "runes")


def in_fields(name: str) -> Callable[[Written, random.Random], None]:
    return lambda written, chance: exchange(written, chance, name, 1, "battlefields")


def twice_a_field(written: Written, chance: random.Random) -> None:
    one, two, _ = chance.sample(list(written.battlefields), 3)
    written.drop(one, 1, "battlefields").add(two, 1, "battlefields")


MUTATIONS: tuple[tuple[str, Callable[[Written, random.Random], object]], ...] = (
    ("legend-count", no_legend),
    ("extra-legend-count", lambda written, _: written.extra_legends.append("Blind Monk")),
    ("champion-missing", no_champion),
    ("champion-type", wrong_champion),
    ("champion-tag", champion_of_another),
    ("domain-identity", lambda written, chance: exchange(written, chance, outsider(written, chance))),
    ("domain-identity", lambda written, chance: written.add(outsider(written, chance), 1, "sideboard")),
    ("main-size", another_size),
    ("main-size", lambda written, _: written.add("Neutral Beast", 1)),
    ("main-type", in_main("Hallowed Tomb")),
    ("main-type", in_main("Fury Rune")),
    ("main-type", in_main("Loose Cannon")),
    ("main-type", lambda written, _: written.add("Hallowed Tomb", 1, "sideboard")),
    ("copy-limit", too_many),
    (
        "copy-limit",
        lambda written, _: written.add(str(written.champion), 4 - written.main[str(written.champion)], "sideboard"),
    ),
    ("unique", lambda written, chance: exchange(written, chance, "Lone Neutral", 2)),
    ("signature-tag", lambda written, chance: exchange(written, chance, FOREIGN[written.legend[0]])),
    ("rune-count", lambda written, chance: written.drop(chance.choice(list(written.runes)), 1, "runes")),
    ("rune-count", lambda written, chance: written.add(chance.choice(list(written.runes)), 1, "runes")),
    ("rune-type", in_runes("Gust")),
    ("rune-domain", lambda written, chance: exchange(written, chance, another_rune(written, chance), 1, "runes")),
    ("battlefield-count", lambda written, _: written.add("Navori Fighting Pit II", 1, "battlefields")),
    (
        "battlefield-count",
        lambda written, chance: written.drop(chance.choice(list(written.battlefields)), 1, "battlefields"),
    ),
    ("battlefield-type", in_fields("Gust")),
    ("battlefield-unique", twice_a_field),
    ("token", in_main("Recruit")),
    ("token", in_fields("Baron Pit")),
    (
        "sideboard-size",
        lambda written, _: written.add("Neutral Beast", 3, "sideboard").add("Spare Neutral", 9, "sideboard"),
    ),
    ("set-legality", in_main("Late Neutral")),
    ("banned", in_fields("Reaver's Row")),
    ("unknown-card", in_main("Zzyzx Qwrtp")),
    ("ambiguous-card", in_main("Jinx")),
    ("deck-choice", in_main("Chooser of Three")),
)


@pytest.mark.parametrize(("code", "spoil"), MUTATIONS, ids=[f"{n}-{code}" for n, (code, _) in enumerate(MUTATIONS)])
@settings(quick, max_examples=examples(12))
@given(written=lists(), chance=st.randoms(use_true_random=False))
def test_one_rule_broken_raises_its_code_alone(
    made_up: CardDatabase,
    code: str,
    spoil: Callable[[Written, random.Random], object],
    written: Written,
    chance: random.Random,
) -> None:
    assert report_on(made_up, written.mapping()).issues == ()
    spoil(written, chance)
    report = report_on(made_up, written.mapping())
    assert {seen for seen, _ in said(report)} == {code}, report.issues
    assert report.verdict == "illegal"


@settings(quick, max_examples=examples(12))
@given(written=lists(tuple(OWN)), chance=st.randoms(use_true_random=False))
def test_four_signatures_raise_their_total_alone(
    made_up: CardDatabase, written: Written, chance: random.Random
) -> None:
    own = OWN[written.legend[0]]
    exchange(written, chance, own, 3)
    assert report_on(made_up, written.mapping()).issues == ()
    exchange(written, chance, own)
    assert said(report_on(made_up, written.mapping())) == [("copy-limit", "error"), ("signature-total", "error")]
