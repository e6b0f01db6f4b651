"""Each field with each of its operators on a small database of invented cards, near misses included."""

from __future__ import annotations

import json
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from riftcheck.carddb import CardDatabase, QueryError, names
from riftcheck.carddb.search import FIELD_LIST, FIELDS, SORTABLE, search
from riftcheck.carddb.search.parser import Node, Not, Term, parse

if TYPE_CHECKING:
    from collections.abc import Iterator

_SOURCE = ["TEST", "1", "1"]
_BAN_DAY = date(2026, 3, 31)
_NEW_SET = date(2026, 5, 8)
_DAY = date(2026, 8, 1)


def _card(name: str, kind: str | list[str], printings: str, **facts: Any) -> dict[str, Any]:
    ids = [{"id": printing_id, "variant": "base"} for printing_id in printings.split()]
    kinds = kind if isinstance(kind, list) else [kind]
    return {"name": name, "type": kinds, "rarity": "Common", "printings": ids} | facts


def _does(**raw: Any) -> str:
    return json.dumps({"file": "test.yaml", "lines": {}, "raw": raw})


# Abilities in the form of a card file. The descriptions that `o:` searches are made from them.
_SPARK = _does(keywords=["action"], do=[{"deal": 12, "to": "choose a unit at a battlefield"}, {"draw": 1}])
_IMP = _does(abilities=[{"when": "I attack", "do": [{"draw": 2}]}])

_CARDS = [
    _card(
        "Ash Imp",
        "Unit",
        "AAA-001 PRM-001/100",
        domains=["Fury"],
        energy=2,
        power=0,
        might=3,
        tags=["Imp"],
        unique=True,
        ability_source=_IMP,
    ),
    _card(
        "Zoë, Star-Eyed",
        "Unit",
        "AAA-002 AAA-002a",
        domains=["Fury", "Order"],
        supertypes=["Champion"],
        champion_tag="Zoë",
        energy=10,
        power=1,
        might=5,
        tags=["Zoë", "Far Isles"],
        printed_keywords=["Quick-Draw", "Tank"],
        aliases=["Zoe the Bright"],
        rarity="Epic",
    ),
    _card(
        "Wanderer",
        "Legend",
        "AAA-003",
        full_name="Zoë, Wanderer",
        domains=["Fury", "Order"],
        champion_tag="Zoë",
        tags=["Zoë"],
        rarity="Rare",
    ),
    _card(
        "Falling Spark",
        "Spell",
        "AAA-004",
        domains=["Order"],
        supertypes=["Signature"],
        champion_tag="Zoë",
        energy=0,
        power=2,
        tags=["Zoë"],
        printed_keywords=["Action"],
        rarity="Uncommon",
        ability_source=_SPARK,
        official_text="Zoë's sparks scorch a creature.",
    ),
    _card("Imp's Blade", "Gear", "BBB-001 PRM-001/200", domains=["Calm"], energy=3, power=0, equipment=True),
    _card("Living Blade", ["Unit", "Gear"], "BBB-002", domains=["Calm"], energy=3, power=0, might=3, reason="no code"),
    _card("Quiet Pass", "Battlefield", "")
    | {
        "printings": [
            {"id": "BBB-003", "variant": "base", "rarity": "Showcase"},
            {"id": "BBB-003a", "variant": "promo", "rarity": "Promo"},
        ]
    },
    _card("Pup", "Unit", "BBB-T01", supertypes=["Token"], might=1, tags=["Impish"]),
    _card("Fury Rune", "Rune", "BBB-R01", supertypes=["Basic"], domains=["Fury"]),
]
_ALL = {card["name"] for card in _CARDS}


def _format(format_id: str, kind: str, bans: list[str]) -> dict[str, Any]:
    exact = {"exactly": [1], "source": _SOURCE}
    return {
        "id": format_id,
        "name": format_id,
        "kind": kind,
        "mode": "match",
        "teams": False,
        "legends": exact,
        "main": [exact],
        "runes": exact,
        "battlefields": [],
        "battlefields_unique": True,
        "sideboard": [],
        "champion_required": True,
        "identity": "legend",
        "sets": kind == "constructed",
        "bans": bans,
        "blank_battlefields": False,
        "sources": [_SOURCE],
    }


def _ban(card: str, ban_list: str, **until: str) -> dict[str, Any]:
    return {"card": card, "list": ban_list, "from_date": _BAN_DAY.isoformat(), "source": _SOURCE} | until


_PLAIN: dict[str, Any] = {
    "cards": _CARDS,
    "sets": [
        {"code": "AAA", "name": "First Light", "size": 100, "legal_from": "2025-10-31", "source": _SOURCE},
        {"code": "BBB", "name": "Second Wind", "size": 100, "legal_from": _NEW_SET.isoformat(), "source": _SOURCE},
        {"code": "PRM", "name": "Promos", "size": 0, "source": _SOURCE},
    ],
    "formats": [
        _format("one", "constructed", ["solo"]),
        _format("two", "constructed", ["solo", "team"]),
        _format("kitchen", "casual", ["house"]),
    ],
    "bans": [
        _ban("Ash Imp", "solo", until="2026-07-01"),
        _ban("Wanderer", "team"),
        _ban("Quiet Pass", "house"),
    ],
    "rules": [],
    "editions": [],
    "exemptions": [],
    "precons": [],
    "products": [],
    "coverage": [],
    "announced": [],
}
SMALL = CardDatabase(_PLAIN, names.index(_CARDS), "test")


def found(query: str, day: date = _DAY) -> set[str]:
    cards = [card.name for card in search(SMALL, query, day=day)]
    assert len(cards) == len(set(cards)), "a card came twice"
    return set(cards)


def ordered(query: str) -> list[str]:
    return [card.name for card in search(SMALL, query, day=_DAY)]


_ZOE = "Zoë, Star-Eyed"
_CASES: list[tuple[str, set[str]]] = [
    # Nothing asked: everything.
    ("", _ALL),
    ("   \t", _ALL),
    # t: any of a card's types, whole words only, in any case.
    ("t:unit", {"Ash Imp", _ZOE, "Living Blade", "Pup"}),
    ("T:GEAR", {"Imp's Blade", "Living Blade"}),
    ("t=legend", {"Wanderer"}),
    ("t:spell", {"Falling Spark"}),
    ("t:battlefield", {"Quiet Pass"}),
    ("t:rune", {"Fury Rune"}),
    ("t:unit t:gear", {"Living Blade"}),
    # d: all of these among its domains; exactly these; nothing outside these.
    ("d:fury", {"Ash Imp", _ZOE, "Wanderer", "Fury Rune"}),
    ("d:Fury,ORDER", {_ZOE, "Wanderer"}),
    ("d:order,fury", {_ZOE, "Wanderer"}),
    ('d:"fury, order"', {_ZOE, "Wanderer"}),
    ("d:fury,calm", set()),
    ("d=fury", {"Ash Imp", "Fury Rune"}),
    ("d=fury,order", {_ZOE, "Wanderer"}),
    ("d<=fury", {"Ash Imp", "Fury Rune", "Quiet Pass", "Pup"}),
    ("d<=fury,order", {"Ash Imp", _ZOE, "Wanderer", "Falling Spark", "Fury Rune", "Quiet Pass", "Pup"}),
    # e, p, m: a card without the number matches none of them, not even !=.
    ("e:3", {"Imp's Blade", "Living Blade"}),
    ("e=3", {"Imp's Blade", "Living Blade"}),
    ("e=0", {"Falling Spark"}),
    ("e!=3", {"Ash Imp", _ZOE, "Falling Spark"}),
    ("e<3", {"Ash Imp", "Falling Spark"}),
    ("e<=3", {"Ash Imp", "Falling Spark", "Imp's Blade", "Living Blade"}),
    ("e>3", {_ZOE}),
    ("e>=3", {_ZOE, "Imp's Blade", "Living Blade"}),
    ("e > 2 e < 10", {"Imp's Blade", "Living Blade"}),
    ("E>=010", {_ZOE}),
    ("e<0", set()),
    ("e<=99999999999999999999", {"Ash Imp", _ZOE, "Falling Spark", "Imp's Blade", "Living Blade"}),
    ("p:0", {"Ash Imp", "Imp's Blade", "Living Blade"}),
    ("p>0", {_ZOE, "Falling Spark"}),
    ("p!=2", {"Ash Imp", _ZOE, "Imp's Blade", "Living Blade"}),
    ("m:3", {"Ash Imp", "Living Blade"}),
    ("m<3", {"Pup"}),
    ("m>=3", {"Ash Imp", _ZOE, "Living Blade"}),
    # A negation is a plain one: cards without the number are among what does not match.
    ("-e:3", _ALL - {"Imp's Blade", "Living Blade"}),
    ("-e!=3", {"Imp's Blade", "Living Blade", "Wanderer", "Quiet Pass", "Pup", "Fury Rune"}),
    # tag, champ, k: whole values, quotes for spaces, accents and case forgiven; an unknown one matches no card.
    ("tag:imp", {"Ash Imp"}),
    ("tag:impish", {"Pup"}),
    ('tag:"far isles"', {_ZOE}),
    ("tag:\u201cFar Isles\u201d", {_ZOE}),
    ("tag:far", set()),
    ("tag:nothing", set()),
    ("tag:zoe", {_ZOE, "Wanderer", "Falling Spark"}),
    ("champ:zoe", {_ZOE, "Wanderer", "Falling Spark"}),
    ("champ:ZOË", {_ZOE, "Wanderer", "Falling Spark"}),
    ("champ:zo", set()),
    ("champ:imp", set()),
    ("k:quick-draw", {_ZOE}),
    ("k:Tank", {_ZOE}),
    ("k:action", {"Falling Spark"}),
    ("k:quick", set()),
    # set: any printing; by code or name.
    ("set:aaa", {"Ash Imp", _ZOE, "Wanderer", "Falling Spark"}),
    ("set:PRM", {"Ash Imp", "Imp's Blade"}),
    ('set:"second wind"', {"Imp's Blade", "Living Blade", "Quiet Pass", "Pup", "Fury Rune"}),
    # r: the first printing's.
    ("r:epic", {_ZOE}),
    ("r:rare", {"Wanderer"}),
    ("r:showcase", {"Quiet Pass"}),
    ("r:promo", set()),
    # is.
    ("is:champion", {_ZOE}),
    ("is:signature", {"Falling Spark"}),
    ("is:token", {"Pup"}),
    ("is:equipment", {"Imp's Blade"}),
    ("is:unique", {"Ash Imp"}),
    ("is:executable", _ALL - {"Living Blade"}),
    ("-is:executable", {"Living Blade"}),
    # id: any spelling of a printing id; one that several cards share means all of them.
    ("id:AAA-002a", {_ZOE}),
    ("id:aaa-2A", {_ZOE}),
    ("id:[AAA-002]", {_ZOE}),
    ("id:AAA-002c", set()),  # a search finds known printings only
    ('id:"aaa 2"', {_ZOE}),
    ("id:BBB-R01", {"Fury Rune"}),
    ("id:PRM-001/200", {"Imp's Blade"}),
    ("id:prm-1", {"Ash Imp", "Imp's Blade"}),
    ("id:AAA", set()),
    ("id:AAA-999", set()),
    ("id:Pup", set()),
    # `o:` matches a part of one text of the description, never the official text or a name.
    ("o:draw", {"Ash Imp", "Falling Spark"}),
    ("o:DRÄW", {"Ash Imp", "Falling Spark"}),
    ("o=draw", {"Ash Imp", "Falling Spark"}),
    ("o:rAw", {"Ash Imp", "Falling Spark"}),
    ("o:draws", set()),
    ('o:"draw a card"', {"Falling Spark"}),
    ('o:"draw one card"', {"Falling Spark"}),
    ('o:"draw 1 card"', {"Falling Spark"}),
    ('o:"Draw two  cards"', {"Ash Imp"}),
    ('o:"12 damage"', {"Falling Spark"}),
    ('o:"2 damage"', set()),  # only whole numbers match
    ('o:"deal a"', set()),
    ('o:"card draw"', set()),
    ('o:"turn. target"', set()),  # the texts of a keyword and of an ability are apart
    ("o:draw o:damage", {"Falling Spark"}),
    ("o:draw -o:damage", {"Ash Imp"}),
    ("o:draw (o:attacks or o:damage) t:unit", {"Ash Imp"}),
    ("-o:draw", _ALL - {"Ash Imp", "Falling Spark"}),
    ("o:scorch", set()),
    ("o:spark", set()),
    ("o:imp", set()),
    ("draw", set()),
    # A text that is a printing id finds the card of the printing, too.
    ("AAA-002a", {_ZOE}),
    ("aaa-2A", {_ZOE}),
    ("[AAA-002]", {_ZOE}),
    ("(AAA-002)", {_ZOE}),
    ("AAA_002_a", {_ZOE}),
    ("AAA-002/100", {_ZOE}),
    ("aaa 2", {_ZOE}),
    ("aaa 2 a", {_ZOE}),
    ("t:unit aaa 2 foil star-eyed", {_ZOE}),
    ('"aaa 2"', {_ZOE}),
    ("prm-1", {"Ash Imp", "Imp's Blade"}),
    ("prm-1 t:gear", {"Imp's Blade"}),
    ("PRM-001/200", {"Imp's Blade"}),
    ("AAA-002 or blade", {_ZOE, "Imp's Blade", "Living Blade"}),
    ("-AAA-002", _ALL - {_ZOE}),
    ("blade -BBB-001", {"Living Blade"}),
    ("AAA-002c", set()),
    ("AAA-999", set()),
    ("aaa", set()),
    ("aaa - 2", set()),
    ("name:AAA-002", set()),
    # name and bare words: parts of any one of its names.
    ("imp", {"Ash Imp", "Imp's Blade"}),
    ("IMP\u2019S", {"Imp's Blade"}),
    ("ash imp", {"Ash Imp"}),
    ("imp ash", {"Ash Imp"}),
    ("imp, ash,", {"Ash Imp"}),
    ('" ash imp ,"', {"Ash Imp"}),
    ('"imp ash"', set()),
    ('"h im"', {"Ash Imp"}),
    ("zoe", {_ZOE, "Wanderer"}),
    ("bright", {_ZOE}),
    ('"star-eyed zoe"', set()),
    ("zoe, star-eyed", {_ZOE}),
    ("zoe - star-eyed", {_ZOE}),
    ("zoe , star-eyed", {_ZOE}),
    ("name:blade", {"Imp's Blade", "Living Blade"}),
    ("name:\u201cg bl\u201d", {"Living Blade"}),
    ("name=blade", set()),
    ('name="living blade"', {"Living Blade"}),
    ("name=wanderer", {"Wanderer"}),
    ('name="Zoë - Wanderer"', {"Wanderer"}),
    ("spark unit", set()),
    # The long names of fields.
    ("type:spell", {"Falling Spark"}),
    ("Type=Legend", {"Wanderer"}),
    ("domain<=fury", {"Ash Imp", "Fury Rune", "Quiet Pass", "Pup"}),
    ("energy>3", {_ZOE}),
    ("cost=0", {"Falling Spark"}),
    ("-cost!=3", {"Imp's Blade", "Living Blade", "Wanderer", "Quiet Pass", "Pup", "Fury Rune"}),
    ("power>0", {_ZOE, "Falling Spark"}),
    ("might<3", {"Pup"}),
    ("oracle:damage", {"Falling Spark"}),
    ("text:damage", {"Falling Spark"}),
    ("description:damage", {"Falling Spark"}),
    ("champion:zoe", {_ZOE, "Wanderer", "Falling Spark"}),
    ("keyword:tank", {_ZOE}),
    ("rarity:epic", {_ZOE}),
    ("printing:aaa-2", {_ZOE}),
    ("-format:kitchen", {"Pup", "Quiet Pass"}),
    # Grouping: `or` binds less than two terms side by side.
    ("t:spell or t:rune", {"Falling Spark", "Fury Rune"}),
    ("t:spell OR t:rune Or t:legend", {"Falling Spark", "Fury Rune", "Wanderer"}),
    ("t:unit e:3 or t:spell", {"Living Blade", "Falling Spark"}),
    ("t:spell or t:unit e:3", {"Living Blade", "Falling Spark"}),
    ("(t:spell or t:unit) e<3", {"Falling Spark", "Ash Imp"}),
    ("blade -(t:unit or is:equipment)", set()),
    ("blade -(t:unit is:equipment)", {"Imp's Blade", "Living Blade"}),
    ("blade -t:unit", {"Imp's Blade"}),
    ('blade -"living"', {"Imp's Blade"}),
    ("--t:spell", {"Falling Spark"}),
    ("-(-(-t:spell))", _ALL - {"Falling Spark"}),
    ("-(-t:spell -t:rune)", {"Falling Spark", "Fury Rune"}),
    ("(t:rune)(d:fury)", {"Fury Rune"}),
    ('"or"', set()),
    ('"Fury Rune"t:rune', {"Fury Rune"}),
]


@pytest.mark.parametrize(("query", "expected"), _CASES)
def test_a_query_finds_exactly_these_cards(query: str, expected: set[str]) -> None:
    assert found(query) == expected


def _terms(node: Node | None) -> Iterator[Term]:
    if isinstance(node, Term):
        yield node
    elif node is not None:
        for part in (node.part,) if isinstance(node, Not) else node.parts:
            yield from _terms(part)


def test_every_field_and_operator_has_a_case() -> None:
    shown = {(term.field, term.operator) for query, _ in _CASES for term in _terms(parse(query).root)}
    wanted = {(name, ":") for name in FIELDS} | {("name", "=")}
    wanted |= {(name, operator) for name in ("d", "e") for operator in FIELDS[name].operators}
    # `legal` has its own cases, by day; p and m share the code of e, and `=` is tested for all text fields below.
    assert wanted - shown == {("legal", ":")}
    assert {long for field in FIELDS.values() for long in field.long_names} <= {name for name, _ in shown}
    assert FIELDS["p"].operators == FIELDS["m"].operators == FIELDS["e"].operators


@pytest.mark.parametrize("name", [name for name in FIELDS if FIELDS[name].operators == (":", "=")])
def test_in_fields_of_text_the_two_operators_mean_the_same_but_for_name(name: str) -> None:
    values = {"t": "unit", "r": "epic", "is": "unique", "id": "AAA-001", "legal": "one", "set": "aaa", "k": "tank"}
    values["o"] = "draw"
    value = values.get(name, "wander" if name == "name" else "zoe")
    assert found(f"{name}:{value}")
    assert (found(f"{name}:{value}") == found(f"{name}={value}")) == (name != "name")


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        (_BAN_DAY - timedelta(days=1), set()),
        (_BAN_DAY, {"Ash Imp", "Wanderer"}),
        (date(2026, 6, 30), {"Ash Imp", "Wanderer"}),
        (date(2026, 7, 1), {"Wanderer"}),
    ],
)
def test_banned_is_what_any_constructed_format_bans_on_the_day(day: date, expected: set[str]) -> None:
    assert found("is:banned", day) == expected
    assert found("-is:banned", day) == _ALL - expected
    assert found("is:BANNED", day) == expected


@pytest.mark.parametrize(
    ("query", "day", "expected"),
    [
        ("legal:one", date(2025, 10, 30), set()),
        ("legal:one", _BAN_DAY - timedelta(days=1), {"Ash Imp", _ZOE, "Wanderer", "Falling Spark"}),
        ("legal:one", _BAN_DAY, {_ZOE, "Wanderer", "Falling Spark"}),
        ("legal:two", _BAN_DAY, {_ZOE, "Falling Spark"}),
        ("legal:ONE", _NEW_SET - timedelta(days=1), {_ZOE, "Wanderer", "Falling Spark"}),
        ("legal:one t:gear", _NEW_SET, {"Imp's Blade", "Living Blade"}),
        ("-legal:kitchen", _DAY, {"Pup", "Quiet Pass"}),
    ],
)
def test_legal_is_judged_on_the_day(query: str, day: date, expected: set[str]) -> None:
    assert found(query, day) == expected


_DB_ORDER = [card["name"] for card in _CARDS]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", _DB_ORDER),
        ("t:unit", ["Ash Imp", _ZOE, "Living Blade", "Pup"]),
        ("t:unit sort:name", ["Ash Imp", "Living Blade", "Pup", _ZOE]),
        ("sort:-name t:unit", [_ZOE, "Pup", "Living Blade", "Ash Imp"]),
        ("t:unit sort:e", ["Ash Imp", "Living Blade", _ZOE, "Pup"]),
        ("t:unit sort:-e", [_ZOE, "Living Blade", "Ash Imp", "Pup"]),
        ("t:unit sort:m", ["Pup", "Ash Imp", "Living Blade", _ZOE]),
        ("t:unit sort:-m", [_ZOE, "Ash Imp", "Living Blade", "Pup"]),
        ("t:unit sort:m sort:-name", ["Pup", "Living Blade", "Ash Imp", _ZOE]),
        ("p>=0 sort:-p sort:e", ["Falling Spark", _ZOE, "Ash Imp", "Imp's Blade", "Living Blade"]),
        ("set:aaa sort:r", ["Ash Imp", "Falling Spark", "Wanderer", _ZOE]),
        ("set:aaa sort:t", ["Ash Imp", _ZOE, "Falling Spark", "Wanderer"]),
        ("t:battlefield or t:rune sort:r", ["Fury Rune", "Quiet Pass"]),
        ("t:unit sort:d", ["Ash Imp", _ZOE, "Living Blade", "Pup"]),
        ("t:unit sort:-d", ["Living Blade", _ZOE, "Ash Imp", "Pup"]),
        ("set:prm sort:-set", ["Imp's Blade", "Ash Imp"]),
        ("set:aaa sort:-id", ["Falling Spark", "Wanderer", _ZOE, "Ash Imp"]),
        ("sort:champ t:unit", [_ZOE, "Ash Imp", "Living Blade", "Pup"]),
        ("t:unit sort:-tag", ["Pup", "Ash Imp", _ZOE, "Living Blade"]),
        ("set:aaa sort:k", ["Falling Spark", _ZOE, "Ash Imp", "Wanderer"]),
        ("t:unit sort:-might", [_ZOE, "Ash Imp", "Living Blade", "Pup"]),
        ("type:unit sort:cost sort:name", ["Ash Imp", "Living Blade", _ZOE, "Pup"]),
        ("(t:rune sort:-name) or t:legend", ["Wanderer", "Fury Rune"]),
        ("t:rune or t:legend SORT:-NAME", ["Wanderer", "Fury Rune"]),
    ],
)
def test_the_order(query: str, expected: list[str]) -> None:
    assert ordered(query) == expected


def test_sort_takes_each_field_that_has_an_order_and_keeps_every_card() -> None:
    assert set(SORTABLE) == set(FIELDS) - {"is", "legal", "o"}
    for name in SORTABLE:
        assert sorted(ordered(f"sort:{name}")) == sorted(_ALL)
        assert sorted(ordered(f"sort:-{name}")) == sorted(_ALL)


def refusal(query: str) -> QueryError:
    with pytest.raises(QueryError) as caught:
        search(SMALL, query, day=_DAY)
    return caught.value


_KNOWN_TYPES = "unit, spell, gear, battlefield, legend, rune"


@pytest.mark.parametrize(
    ("query", "position", "parts"),
    [
        ("colour:red", 0, ["there is no field `colour`; the fields are", FIELD_LIST]),
        ("imp -x=3", 5, ["`x`", FIELD_LIST]),
        ("typ:unit", 0, ["`typ` (did you mean `type`?)", FIELD_LIST]),
        ("imp domian:fury", 4, ["(did you mean `domain`?)"]),
        ("srot:e", 0, ["(did you mean `sort`?)"]),
        ("sort:mihgt", 5, ["(did you mean `might`?)"]),
        ("sort:might sort:-m", 11, ["`m` twice"]),
        ("sort:oracle", 5, ["cannot be sorted by `oracle`;"]),
        ("might:three", 6, ["`might` takes a whole number"]),
        ("type<unit", 4, ["`type` does not take `<`"]),
        ('o:""', 2, ["no letter"]),
        ("o:\u0301", 2, ["no letter"]),
        ("t:creature", 2, ["`creature`", _KNOWN_TYPES]),
        ("t:uni", 2, ["`uni`", _KNOWN_TYPES]),
        ("t:unit,spell", 2, ["`unit,spell`", _KNOWN_TYPES]),
        ("d:red", 2, ["`red`", "fury, calm, mind, body, chaos, order"]),
        ("d:fury, order", 2, ["``", "no spaces"]),
        ("d:,fury", 2, ["``"]),
        ("d>=fury", 1, ["`>=`", ": = <="]),
        ("d!=fury", 1, ["`!=`"]),
        ("d<fury", 1, ["`<`"]),
        ("t<unit", 1, ["`<`", "`t`"]),
        ("tag!=imp", 3, ["`!=`"]),
        ("name>imp", 4, ["`>`"]),
        ("legal<=one", 5, ["`<=`"]),
        ("e:three", 2, ["whole number", "`three`"]),
        ("e:-1", 2, ["whole number", "`-1`"]),
        ("m<=1.5", 3, ["whole number"]),
        ("p>1e3", 2, ["whole number"]),
        ("e:\u00b2", 2, ["whole number"]),
        ("e:\uff13", 2, ["whole number"]),
        ('e:""', 2, ["whole number"]),
        ("e:1_0", 2, ["whole number"]),
        ("set:zzz", 4, ["`zzz`", "AAA, BBB, PRM"]),
        ("r:mythic", 2, ["`mythic`", "common, uncommon, rare, epic, showcase, promo"]),
        ("is:legal", 3, ["champion, signature, token, equipment, unique, executable, banned"]),
        ("legal:three", 6, ["`three`", "one, two, kitchen"]),
        ("sort:colour", 5, ["`colour`", ", ".join(SORTABLE)]),
        ("sort:is", 5, [", ".join(SORTABLE)]),
        ("sort:--e", 5, ["`--e`"]),
        ("sort<e", 4, ["`<`"]),
        ("sort:e sort:-e", 7, ["`e` twice"]),
        ('name:""', 5, ["no letter"]),
        ("name:,", 5, ["no letter"]),
        ('imp ""', 4, ["no letter"]),
        ("\u0301", 0, ["no letter"]),
        ('","', 0, ["no letter"]),
    ],
)
def test_what_a_term_cannot_mean_is_refused_with_what_it_can(query: str, position: int, parts: list[str]) -> None:
    error = refusal(query)
    for part in parts:
        assert part in str(error)
    assert error.position == position
    assert str(error).startswith(f"character {position + 1}: ")


def test_a_fault_is_found_even_where_the_rest_decides_the_answer() -> None:
    refusal("t:unit or colour:red")
    refusal("tag:nothing e:x")
    refusal("-(tag:nothing -t:creature)")


def test_messages_hold_no_control_characters_and_stay_short() -> None:
    for query in ("a\x1b[31m:1", "t:\x07", "\ud800:1", "e:\u202e", "\x1b:", "z" * 190 + ":1", "t:" + "z" * 190):
        message = str(refusal(query))
        assert message.isprintable()
        assert len(message) < 300
