"""Extra legends in lists: texts, sections, codes and the JSON of sites; answers, hashes, changes and exports."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.decks.champion import read_champion
from riftcheck.decks.deck_answer import counts, deck_json, list_hash
from riftcheck.decks.diff import diff
from riftcheck.decks.document import MAX_ENTRIES, DeckFieldError, from_mapping
from riftcheck.decks.export import export, export_parsed
from riftcheck.decks.reader import read_list
from riftcheck.decks.resolve import resolve
from riftcheck.decks.simulation import simulation
from riftcheck.decks.text import parse
from riftcheck.decks.text.headers import header
from tests.hosts import FULL_GUESTS, GUESTS, HOST

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.decks.export import Target
    from riftcheck.decks.model import Deck, ResolvedDeck

MAIN = {"Jinx, Rebel": 1, HOST: 1, "Gust": 3, "Cleave": 3}
TEXT = f"""\
Legend:
1 Loose Cannon

Champion:
1 Jinx, Rebel

Main Deck:
1 {HOST}
3 Gust
3 Cleave

Rune Pool:
6 Fury Rune
6 Chaos Rune
"""


def hosting(*extra: Any, **more: Any) -> dict[str, Any]:
    data: dict[str, Any] = {
        "legend": "Loose Cannon",
        "champion": "Jinx, Rebel",
        "main": [{"name": name, "count": count} for name, count in MAIN.items()],
        "runes": [{"name": "Fury Rune", "count": 12}],
        "battlefields": ["Altar to Unity"],
        **more,
    }
    return data | ({"extra_legends": list(extra)} if extra else {})


def read(deck: Deck, db: CardDatabase) -> ResolvedDeck:
    return read_champion(resolve(deck, db), infer=False).deck


def names(slots: list[Any]) -> list[str]:
    return [slot.name for slot in slots for _ in range(slot.count)]


def legends(text: str, db: CardDatabase) -> tuple[list[str], list[str]]:
    """Return the starting legends and the extra ones of a text, all of whose lines are read."""
    parsed = parse(text, db)
    assert parsed.problems == []
    deck = resolve(parsed.deck, db)
    return names(deck.legend), names(deck.extra_legends)


# --- headers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "written",
    [
        "Extra Legends:",
        "extra legend",
        "Additional Legends (3)",
        "## Further Legends",
        "**Other legends**",
        "Non-Champion Legends:",
        "Neeko Legends:",
        "Neeko's Legends:",
        "Neeko\u2019s Legends [3]",
        "=== EXTRA LEGENDS ===",
        "Extra Legends (Neeko)",
        "## Legends (Neeko, Blending In): 3",
        "Legends [for Neeko]",
    ],
)
def test_spellings_of_the_header(hosts: CardDatabase, written: str) -> None:
    opened = header(written, hosts)
    assert opened is not None
    assert opened.place == "extra_legends"
    text = TEXT + f"\n{written}\n" + "".join(f"1 {name}\n" for name in GUESTS)
    assert legends(text, hosts) == (["Loose Cannon"], list(GUESTS))
    assert {line.zone for line in parse(text, hosts).lines if line.number > len(TEXT.splitlines()) + 1} == {
        "extra_legends"
    }


@pytest.mark.parametrize("written", ["Starting Legend:", "Champion Legend:", "Legend:"])
def test_the_starting_legend_has_headers_of_its_own(hosts: CardDatabase, written: str) -> None:
    text = TEXT.replace("Legend:", written, 1) + "\nExtra Legends:\nBlind Monk\n"
    assert legends(text, hosts) == (["Loose Cannon"], ["Blind Monk"])


@pytest.mark.parametrize(
    "written",
    [
        "Jinx's Legends",
        "Legendary",
        "Extra",
        "Extra Decks",
        "Neeko",
        "Extra Cards",
        "Main (Neeko)",
        "(Neeko)",
        "1 Gust (Neeko)",
    ],
)
def test_words_that_are_not_an_extra_legend_header(hosts: CardDatabase, written: str) -> None:
    opened = header(written, hosts)
    assert opened is None or opened.place != "extra_legends"


def test_the_header_and_its_cards_on_one_line(hosts: CardDatabase) -> None:
    line = f"Extra Legends: {', '.join(FULL_GUESTS)}\n"
    text = TEXT.replace("Champion:", f"{line}Champion:")
    assert legends(text, hosts) == (["Loose Cannon"], list(GUESTS))
    text = f"Legend: Loose Cannon\n{line}1 {HOST}\n3 Gust\n"
    assert legends(text, hosts) == (["Loose Cannon"], list(GUESTS))
    assert names(resolve(parse(text, hosts).deck, hosts).main) == [HOST, *["Gust"] * 3]


def test_a_section_in_brackets_after_the_card(hosts: CardDatabase) -> None:
    text = f"1 Loose Cannon (Legend)\n1 Blind Monk (Extra Legend)\n1 {HOST}\n3 Gust\n"
    assert legends(text, hosts) == (["Loose Cannon"], ["Blind Monk"])
    parsed = parse(f"1 {HOST}\nNewcomer, Of Nowhere (Extra Legend)\n3 Gust\n", hosts)
    assert [entry.written for entry in parsed.deck.extra_legends] == ["Newcomer, Of Nowhere"]
    parsed = parse(f"Newcomer, Of Nowhere\n1 Blind Monk (Extra Legend)\n1 {HOST}\n3 Gust\n", hosts)
    assert [entry.written for entry in parsed.deck.legend] == ["Newcomer, Of Nowhere"]


def test_under_its_header_a_card_stays_whatever_it_is(hosts: CardDatabase) -> None:
    text = TEXT + "\nExtra Legends:\n1 Gust\n1 Nobody at All\n2 Blind Monk\nnone\n"
    assert legends(text, hosts)[1] == ["Gust", "Nobody at All", "Blind Monk", "Blind Monk"]


def test_without_the_card_they_are_read_all_the_same(db: CardDatabase) -> None:
    assert legends("Legend:\nLoose Cannon\nExtra Legends:\nBlind Monk\nMain Deck:\n3 Gust\n", db) == (
        ["Loose Cannon"],
        ["Blind Monk"],
    )


# --- legends that no header tells apart ------------------------------------------------------------------------------


def test_beside_the_legend_of_a_header_others_are_extra_ones(hosts: CardDatabase) -> None:
    guests = "".join(f"1 {name}\n" for name in GUESTS)
    text = f"Legend: Loose Cannon\n{guests}1 {HOST}\n3 Gust\n"
    assert legends(text, hosts) == (["Loose Cannon"], list(GUESTS))
    assert [line.zone for line in parse(text, hosts).lines[1:4]] == ["extra_legends"] * 3
    assert legends(text.replace("1 Host", "Main Deck:\n1 Host"), hosts) == (["Loose Cannon"], list(GUESTS))
    assert legends(text.replace(f"1 {HOST}\n", ""), hosts) == (["Loose Cannon", *GUESTS], [])


@pytest.mark.parametrize(
    "text",
    [
        f"Legends:\n1 Loose Cannon\n1 Blind Monk\n\nMain Deck:\n1 {HOST}\n3 Gust\n",
        f"Legend:\n1 Loose Cannon\n1 Blind Monk\n\nMain Deck:\n1 {HOST}\n3 Gust\n",
        f"Legend: 2 Loose Cannon\n1 Blind Monk\n1 {HOST}\n3 Gust\n",
        f"1 Loose Cannon\n1 Blind Monk\n1 {HOST}\n3 Gust\n",
        f"1 Loose Cannon\n\n1 Jinx, Rebel\n\n1 {HOST}\n3 Gust\n\n1 Blind Monk\n",
        "OGN-251-1 OGN-202-1 TSH-001-1 OGN-257-1",
    ],
)
def test_legends_that_no_header_tells_apart_stay_legends(hosts: CardDatabase, text: str) -> None:
    starting, extra = legends(text, hosts)
    assert set(starting) == {"Loose Cannon", "Blind Monk"}
    assert extra == []


def test_a_code_has_one_place_for_legends(hosts: CardDatabase) -> None:
    two = hosting(legend=["Loose Cannon", "Blind Monk"], main=["Gust"])
    made = export(read(from_mapping(two), hosts), "code", hosts)
    deck = resolve(read_list({"code": made.content}, hosts).deck, hosts)
    assert (set(names(deck.legend)), deck.extra_legends) == ({"Loose Cannon", "Blind Monk"}, [])


# --- JSON ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "extra",
    [
        ["Blind Monk", "Unforgiven"],
        [{"name": "Blind Monk"}, {"id": "OGN-259", "count": 1}],
        ["OGN-304", "yasuo - unforgiven"],
    ],
)
def test_the_key_of_the_json(hosts: CardDatabase, extra: list[Any]) -> None:
    deck = resolve(from_mapping(hosting(*extra)), hosts)
    assert names(deck.extra_legends) == ["Blind Monk", "Unforgiven"]
    assert names(deck.legend) == ["Loose Cannon"]


@pytest.mark.parametrize("beside", ["text", "code"])
def test_they_may_stand_beside_a_text_or_code(hosts: CardDatabase, beside: str) -> None:
    plain = resolve(parse(TEXT, hosts).deck, hosts)
    plain.main = [slot for slot in plain.main if slot.name != HOST]  # codes do not hold the made-up set
    content = TEXT if beside == "text" else export(plain, "code", hosts).content
    deck = resolve(read_list({beside: content, "extra_legends": ["Blind Monk"]}, hosts).deck, hosts)
    assert (names(deck.legend), names(deck.extra_legends)) == (["Loose Cannon"], ["Blind Monk"])


@pytest.mark.parametrize(
    "wrong",
    [None, "Blind Monk", 3, {"name": "Blind Monk"}, [3], [None], [{}], [{"name": ""}], [{"name": "A", "count": 0}]],
)
@pytest.mark.parametrize("beside", [{"text": TEXT}, {"main": ["Gust"]}])
def test_wrong_types_are_told_where_they_stand(hosts: CardDatabase, wrong: Any, beside: dict[str, Any]) -> None:
    with pytest.raises(DeckFieldError) as caught:
        read_list({**beside, "extra_legends": wrong}, hosts)
    assert {path[0] for path, _ in caught.value.errors} == {"extra_legends"}


@pytest.mark.parametrize("beside", [{"text": TEXT}, {"main": ["Gust"]}])
def test_they_count_among_the_entries(hosts: CardDatabase, beside: dict[str, Any]) -> None:
    taken = sum(len(parse(TEXT, hosts).deck.section(name)) for name in ("legend", "main", "runes"))
    room = MAX_ENTRIES - (taken if "text" in beside else 1)
    many = [f"Nobody {number}" for number in range(room)]
    assert len(read_list({**beside, "extra_legends": many}, hosts).deck.extra_legends) == room
    with pytest.raises(DeckFieldError, match="entries in all"):
        read_list({**beside, "extra_legends": [*many, "One More"]}, hosts)


@pytest.mark.parametrize("key", ["extra_legends", "extraLegends", "Additional Legends"])
def test_the_json_of_sites(hosts: CardDatabase, key: str) -> None:
    data = {"legend": ["Loose Cannon"], "mainDeck": [{"name": HOST, "quantity": 1}], key: list(GUESTS)}
    assert legends(json.dumps(data, indent=1), hosts) == (["Loose Cannon"], list(GUESTS))


def test_the_cards_of_a_site_by_their_kind(hosts: CardDatabase) -> None:
    data = {"legend": "Loose Cannon", "cards": [HOST, "Blind Monk", {"name": "Gust", "count": 3}]}
    assert legends(json.dumps(data), hosts) == (["Loose Cannon"], ["Blind Monk"])
    del data["legend"]
    assert legends(json.dumps(data), hosts) == (["Blind Monk"], [])


def test_the_projects_own_form_as_text(hosts: CardDatabase) -> None:
    text = json.dumps(hosting("Blind Monk", choices={HOST: ["Unforgiven"]}))
    assert legends(text, hosts) == (["Loose Cannon"], ["Blind Monk", "Unforgiven"])


# --- answers ---------------------------------------------------------------------------------------------------------


def test_answers_have_them_only_where_there_are_some(hosts: CardDatabase) -> None:
    plain, deck = (read(from_mapping(hosting(*extra)), hosts) for extra in ((), GUESTS))
    assert list(counts(plain)) == ["legend", "main", "runes", "battlefields", "sideboard"]
    assert counts(deck) == counts(plain) | {"extra_legends": 3}
    before, after = deck_json(plain), deck_json(deck)
    assert after.pop("extra_legends") == [
        {"name": name, "count": 1, "id": hosts.find(name).card.base_printing.id, "full_name": full}  # type: ignore[union-attr]
        for name, full in zip(GUESTS, FULL_GUESTS, strict=True)
    ]
    assert after == before
    assert deck_json(read(from_mapping(deck_json(deck)), hosts)) == deck_json(deck)


def test_the_hash_of_a_list_without_them_is_as_it_was(db: CardDatabase) -> None:
    data = hosting(main=[{"name": "Gust", "count": 3}], champion=None)
    assert list_hash(read(from_mapping(data), db)) == "ebb02c3306894a01d19636f471ad4cfd"


def test_the_hash_of_a_list_with_them(hosts: CardDatabase) -> None:
    def hashed(*extra: str) -> str:
        return list_hash(read(from_mapping(hosting(*extra)), hosts))

    assert hashed(*GUESTS) == hashed(*reversed(FULL_GUESTS))
    assert hashed("Blind Monk") == hashed("OGN-304")
    assert len({hashed(), hashed("Blind Monk"), hashed("Unforgiven"), hashed(*GUESTS)}) == 4


def test_what_differs(hosts: CardDatabase) -> None:
    one, other = (read(from_mapping(hosting(*extra)), hosts) for extra in (GUESTS[:2], (GUESTS[1], "Wuju Master")))
    found = diff(one, other)
    assert list(found.sections) == ["extra_legends"]
    change = found.sections["extra_legends"]
    assert ([one.name for one in change.added], [one.name for one in change.removed]) == (["Wuju Master"], [GUESTS[0]])
    assert diff(one, one).same


def test_an_extra_legend_that_cannot_be_played_is_told_with_its_zone(hosts: CardDatabase) -> None:
    reading = read_champion(resolve(from_mapping(hosting("Gust", "Nobody")), hosts))
    told = {(one.card, one.zone) for one in simulation(reading).unsupported}
    assert {("Gust", "extra_legends"), ("Nobody", "extra_legends")} <= told


# --- exports ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("to", ["text", "sections", "json"])
@pytest.mark.parametrize("sideboard", [[], ["Gust"]])
def test_forms_that_carry_them(hosts: CardDatabase, to: Target, sideboard: list[str]) -> None:
    deck = read(from_mapping(hosting("OGN-304", *GUESTS[:1], "Nobody at All", sideboard=sideboard)), hosts)
    made = export(deck, to, hosts)
    assert made.warnings == []
    again = made.content if isinstance(made.content, dict) else {"text": made.content}
    found = read(read_list(again, hosts).deck, hosts)
    assert [(slot.name, slot.count) for slot in found.extra_legends] == [
        ("Blind Monk", 1),
        ("Unforgiven", 1),
        ("Nobody at All", 1),
    ]
    assert found.extra_legends[0].id == "OGN-304"
    assert list_hash(found) == list_hash(deck)


def test_tabletop_simulator_export_warns_that_it_omits_extra_legends(hosts: CardDatabase) -> None:
    parsed = read_list(hosting(*GUESTS, main=["Jinx, Rebel", "Gust"]), hosts)
    made = export_parsed(parsed, "tts", hosts)
    (warning,) = made.warnings
    assert warning.startswith("The extra legends are left out, because the form of Tabletop Simulator has none: ")
    assert warning.endswith(": 1 Unforgiven, 1 Blind Monk, 1 Swift Scout.")
    plain = export_parsed(read_list(hosting(main=["Jinx, Rebel", "Gust"]), hosts), "tts", hosts)
    assert (made.content, plain.warnings) == (plain.content, [])


@pytest.mark.parametrize("given", ["extra_legends", "choices"])
def test_deck_code_keeps_the_order_of_extra_legends(given: str, db: CardDatabase) -> None:
    host = "Neeko, Blending In"
    more: dict[str, Any] = (
        {"extra_legends": list(GUESTS)} if given == "extra_legends" else {"choices": {host: list(GUESTS)}}
    )
    data = hosting(main=["Jinx, Rebel", {"name": host, "count": 3}], **more)
    made = export_parsed(read_list(data, db), "code", db)
    assert made.warnings == []
    assert str(made.content).startswith("CY")
    found = read(read_list({"code": made.content}, db).deck, db)
    assert names(found.main).count(host) == 3
    assert (names(found.legend), names(found.extra_legends)) == (["Loose Cannon"], list(GUESTS))
    assert list_hash(found) == list_hash(read(from_mapping(data), db))
    assert export_parsed(read_list({"text": made.content}, db), "code", db).content == made.content


def test_a_list_without_extra_legends_stays_a_code_of_an_older_version(db: CardDatabase) -> None:
    made = export_parsed(read_list(hosting(main=["Jinx, Rebel", "Neeko, Blending In"]), db), "code", db)
    assert str(made.content).startswith("CM")


def test_extra_legends_given_with_a_code_follow_those_of_the_code(db: CardDatabase) -> None:
    code = export_parsed(read_list(hosting("Unforgiven"), db), "code", db).content
    deck = read_list({"code": code, "extra_legends": ["Blind Monk"]}, db).deck
    assert names(resolve(deck, db).extra_legends) == ["Unforgiven", "Blind Monk"]


@pytest.mark.parametrize("to", ["text", "sections"])
def test_the_choices_of_the_card_are_written_as_extra_legends(hosts: CardDatabase, to: Target) -> None:
    made = export_parsed(read_list(hosting(choices={HOST: list(GUESTS)}), hosts), to, hosts)
    assert made.warnings == []
    assert isinstance(made.content, str)
    assert made.content.endswith("\nExtra Legends:\n" + "".join(f"1 {name}\n" for name in FULL_GUESTS))
