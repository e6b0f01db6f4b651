"""YAML is read strictly, and every fault says where it stands."""

from __future__ import annotations

import datetime as dt

import pytest

from riftcheck.carddb import sources, strict_yaml
from riftcheck.carddb.errors import CardDataError


def fault(text: str | bytes) -> str:
    data = text if isinstance(text, bytes) else text.encode()
    with pytest.raises(CardDataError) as caught:
        strict_yaml.read(data, "x.yaml")
    return str(caught.value)


def test_values_and_their_lines() -> None:
    document = strict_yaml.read(b"a:\n  - 1\n  - b: two\n    c: 2026-07-16\nd: {e: true}\n", "x.yaml")
    assert document.value == {"a": [1, {"b": "two", "c": dt.date(2026, 7, 16)}], "d": {"e": True}}
    assert document.line(("a", 1, "c")) == 4
    assert document.line(("d", "e")) == 5
    assert document.line(("a", 1, "nothing", "here")) == 3


def test_an_alias_is_refused_at_its_line() -> None:
    assert "x.yaml:1: anchor &x" in fault("a: &x 1\nb: *x\n")
    assert "x.yaml:2: alias *x" in fault("a: 1\nb: *x\n")


def test_a_merge_key_is_refused() -> None:
    assert "x.yaml:2: a: merge key <<" in fault("a:\n  <<: {b: 1}\n")


def test_a_key_given_twice_is_refused_with_its_path() -> None:
    assert "x.yaml:3: a/b: the key 'b' stands here twice" in fault("a:\n  b: 1\n  b: 2\n")


def test_all_doubled_keys_are_told_at_once() -> None:
    assert fault("a: 1\na: 2\nb: 1\nb: 2\n").count("stands here twice") == 2


@pytest.mark.parametrize("depth", [20, 21])
def test_twenty_levels_are_read_and_the_next_is_refused(depth: int) -> None:
    text = "[" * depth + "]" * depth
    if depth == 20:
        strict_yaml.read(text.encode(), "x.yaml")
    else:
        assert "more than 20 levels deep" in fault(text)


def test_depth_is_refused_before_anything_is_built() -> None:
    assert "more than 20 levels deep" in fault("[" * 100_000)


@pytest.mark.parametrize("extra", [0, 1])
def test_a_file_over_eight_megabytes_is_refused(extra: int) -> None:
    data = b"a: 1\n" + b"#" * (sources.MAX_BYTES - 5 + extra)
    if extra:
        assert "bytes; at most 8388608 are read" in fault(data)
    else:
        assert strict_yaml.read(data, "x.yaml").value == {"a": 1}


def test_tags_second_documents_and_odd_keys_are_refused() -> None:
    assert "python/name" in fault("a: !!python/name:os.system\n")
    assert "a second document" in fault("a: 1\n---\nb: 2\n")
    assert "a key must be a plain word" in fault("? [a]\n: 1\n")


def test_broken_yaml_and_wrong_bytes_say_where() -> None:
    assert fault(b"b: 1\na: \xff\n") == "x.yaml:2: not UTF-8 at byte 8; save the file as UTF-8"
    assert fault(b"b: 1\na: \x00\n") == "x.yaml:2: not YAML: the control character U+0000"
    assert "2026-02-30" in fault("a: 2026-02-30\n")


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("a:\n\tb: c\n", 2, "a tab in the indentation; indent with spaces"),
        ("- a: b\n\tc: d\n", 2, "a tab in the indentation; indent with spaces"),
        ("a: @b\n", 1, "a value cannot begin with @; put it in quotes"),
        ("a: b: c\n", 1, 'a second ": " in one line; put the value in quotes'),
        ("- b\n  c: d\n", 2, "end the line above with a colon if the key belongs to it"),
        ("a: b\nc:d\ne: f\n", 2, "a key without a colon and a space after it"),
        ('a: "b\nc: d\n', 1, "a quotation mark without its second one"),
        ("a: [1, 2\nb: 3\n", 2, "a comma or ']' is missing in what begins at line 1"),
        ("a: {b: c\nd: e\n", 2, "a comma or '}' is missing in what begins at line 1"),
        ("a: [", 2, "a value, ] or } is missing before this"),
        ("a:\n   b: c\n  d: e\n", 3, "the indentation of this line does not fit the lines above it"),
        ("a: 'it's'\n", 1, '"s\'" follows a value that ends before it; put the whole value in quotes'),
        ("- 'b' c\n", 1, "'c' follows a value that ends before it; put the whole value in quotes"),
        ('a: "\\q"\n', 1, "found unknown escape character"),
    ],
)
def test_slips_in_yaml_are_explained_in_plain_words(text: str, line: int, words: str) -> None:
    found = fault(text)
    assert found.startswith(f"x.yaml:{line}: not YAML: ")
    assert words in found


def test_a_byte_order_mark_and_an_empty_file_are_no_fault() -> None:
    assert strict_yaml.read(b"\xef\xbb\xbfa: 1\n", "x.yaml").value == {"a": 1}
    assert strict_yaml.read(b"", "x.yaml").value is None
