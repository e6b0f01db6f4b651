"""The language itself: tokens, groups, limits and what is refused with which words."""

from __future__ import annotations

from datetime import date

import pytest

from riftcheck.carddb import CardDatabase, QueryError
from riftcheck.carddb.search import MAX_QUERY, MAX_TERMS, search
from riftcheck.carddb.search.parser import And, Node, Not, Or, Term, parse

_DAY = date(2026, 8, 1)


def shape(node: Node | None) -> object:
    """Return a tree as nested tuples, for comparison."""
    if node is None:
        return None
    if isinstance(node, Term):
        return f"{node.field}{node.operator}{node.value}"
    if isinstance(node, Not):
        return ("not", shape(node.part))
    return ("and" if isinstance(node, And) else "or", *map(shape, node.parts))


@pytest.mark.parametrize(
    ("query", "tree"),
    [
        ("", None),
        ("sort:e", None),
        ("a", "name:a"),
        ("a b", ("and", "name:a", "name:b")),
        ("a or b c", ("or", "name:a", ("and", "name:b", "name:c"))),
        ("(a or b) c", ("and", ("or", "name:a", "name:b"), "name:c")),
        ("-a b", ("and", ("not", "name:a"), "name:b")),
        ("-(a b)", ("not", ("and", "name:a", "name:b"))),
        ("-(a) or -(b)", ("or", ("not", "name:a"), ("not", "name:b"))),
        ("--a", "name:a"),
        ("---a", ("not", "name:a")),
        ("\u2014a", ("not", "name:a")),
        ("((a))", "name:a"),
        ("a-b", "name:a-b"),
        ("a-", "name:a-"),
        ("(a)-b", ("and", "name:a", ("not", "name:b"))),
        ("a!b!", "name:a!b!"),
        ("a - b", ("and", "name:a", "name:b")),
        ('"a b" - c', ("and", "name:a b", "name:c")),
        ('"a b"c', ("and", "name:a b", "name:c")),
        ("\u201ca b\u201d", "name:a b"),
        ('"a:b (c) -d or"', "name:a:b (c) -d or"),
        ("order", "name:order"),
        ('a "or" b', ("and", "name:a", "name:or", "name:b")),
        ("name:or", "name:or"),
        ("T:Unit", "t:Unit"),
        ("e!=3", "e!=3"),
        ("e <= 3 p>1", ("and", "e<=3", "p>1")),
        ("e<3(p>1)", ("and", "e<3", "p>1")),
        ("name:-a -b", ("and", "name:-a", ("not", "name:b"))),
        ("a sort:e b", ("and", "name:a", "name:b")),
        ("ogn-7", ("or", "name:ogn-7", "id:ogn-7")),
        ("ogn 7 a", ("or", ("and", "name:ogn", "name:7", "name:a"), "id:ogn 7 a")),
        ("ogn 7 jinx", ("and", ("or", ("and", "name:ogn", "name:7"), "id:ogn 7"), "name:jinx")),
        ("ogn 7:a", ("and", "name:ogn", "7:a")),
        ("ogn or 7", ("or", "name:ogn", "name:7")),
        ("-ogn 7", ("and", ("not", "name:ogn"), "name:7")),
        ("-ogn-7", ("not", ("or", "name:ogn-7", "id:ogn-7"))),
    ],
)
def test_a_query_reads_as_this_tree(query: str, tree: object) -> None:
    assert shape(parse(query).root) == tree


def test_sorts_are_kept_apart_in_their_order() -> None:
    query = parse("sort:-e (a sort:name) or b sort=id")
    assert [(term.operator, term.value) for term in query.sorts] == [(":", "-e"), (":", "name"), ("=", "id")]


@pytest.mark.parametrize(
    ("query", "position", "part"),
    [
        ("(a", 0, "not closed"),
        ("a (b (c)", 2, "not closed"),
        ("-(", 1, "not closed"),
        ("a)", 1, "closes none"),
        ("(a))", 3, "closes none"),
        (")(", 0, "closes none"),
        ("()", 0, "nothing to match"),
        ("a (sort:e)", 2, "nothing to match"),
        ("or", 0, "`or` needs a term before it"),
        ("or a", 0, "`or` needs a term before it"),
        ("a or or b", 5, "`or` needs a term before it"),
        ("a (or b)", 3, "`or` needs a term before it"),
        ("a or", 2, "`or` needs a term after it"),
        ("a or sort:e", 2, "`or` needs a term after it"),
        ("(a or b or) c", 8, "`or` needs a term after it"),
        ("-", 0, "stands alone"),
        ("a -", 2, "stands alone"),
        ("- a", 0, "stands alone"),
        ("a - t:unit", 2, "stands alone"),
        ("t:unit - a", 7, "stands alone"),
        ("a - (b)", 2, "stands alone"),
        ("a - - b", 2, "stands alone"),
        ("a , or b", 2, "stands alone"),
        (",", 0, "stands alone"),
        ("(-)", 1, "`-` needs a term"),
        ("-or a", 0, "`-` needs a term"),
        ("-sort:e", 0, "cannot be negated"),
        ("--sort:e", 1, "cannot be negated"),
        ("t:", 2, "`t:` needs a value"),
        ("t:)", 2, "`t:` needs a value"),
        ("e<=(3)", 3, "`e<=` needs a value"),
        ("e==3", 2, "`e=` needs a value"),
        (":a", 0, "`:` needs a field"),
        ('"t":unit', 3, "`:` needs a field"),
        ("e:1:2", 3, "`:` needs a field"),
        ("-<3", 1, "`<` needs a field"),
        ('a "b', 2, "not closed"),
        ("tag:\u201cb", 4, "not closed"),
    ],
)
def test_what_cannot_be_read_is_refused_where_it_stands(query: str, position: int, part: str) -> None:
    with pytest.raises(QueryError) as caught:
        parse(query)
    assert part in str(caught.value)
    assert caught.value.position == position
    assert str(caught.value).startswith(f"character {position + 1}: ")


def test_at_most_so_many_terms(db: CardDatabase) -> None:
    allowed = "e<9 " * (MAX_TERMS - 2) + "or -a sort:e"
    assert MAX_TERMS == 30
    assert search(db, allowed, day=_DAY)
    with pytest.raises(QueryError, match="at most 30 terms") as caught:
        parse(f"{allowed} b")
    assert caught.value.position == len(allowed) + 1


def test_at_most_so_many_characters(db: CardDatabase) -> None:
    assert MAX_QUERY == 200
    assert search(db, "z" * 200, day=_DAY) == []
    assert search(db, " " * 200, day=_DAY) == list(db.cards)
    with pytest.raises(QueryError, match="at most 200 characters, and this has 201"):
        search(db, " " * 201, day=_DAY)


def test_nesting_is_as_deep_as_the_text_is_long(db: CardDatabase) -> None:
    plain = search(db, "t:unit", day=_DAY)
    assert search(db, "(" * 97 + "t:unit" + ")" * 97, day=_DAY) == plain
    assert search(db, "-(" * 64 + "t:unit" + ")" * 64, day=_DAY) == plain
    assert search(db, "-" * 194 + "t:unit", day=_DAY) == plain
    for text in ("(" * 200, ")" * 200, "-" * 200, '"' * 200, ":" * 200, "-(" * 100, "a(" * 29, "(a or " * 29):
        with pytest.raises(QueryError):
            search(db, text, day=_DAY)


def test_the_tree_is_no_deeper_than_its_terms() -> None:
    def depth(node: Node) -> int:
        if isinstance(node, Term):
            return 1
        parts = (node.part,) if isinstance(node, Not) else node.parts
        return 1 + max(map(depth, parts))

    root = parse("-(" * 66 + "a" + ")" * 66).root
    assert root is not None
    assert depth(root) == 1
    nested = parse("-(a " * 28 + "b" + ")" * 28).root
    assert nested is not None
    assert depth(nested) <= 2 * MAX_TERMS


def test_or_makes_one_node_of_all_its_sides() -> None:
    root = parse("a or b or c or d").root
    assert isinstance(root, Or)
    assert len(root.parts) == 4
