"""A search query as tokens: one pass over the text, each character read once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from riftcheck.carddb.errors import QueryError

MAX_QUERY: Final = 200

Kind = Literal["word", "phrase", "operator", "open", "close", "or", "not", "join"]

_MOST_SHOWN: Final = 40
_BRACKETS: Final[dict[str, Kind]] = {"(": "open", ")": "close"}
_QUOTES: Final = frozenset('"\u201c\u201d\u201e\u201f')
_DASHES: Final = frozenset("-\u2010\u2011\u2012\u2013\u2014\u2015\u2212")
_OPERATORS: Final = ("!=", "<=", ">=", ":", "=", "<", ">")  # the longer ones first


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a query, from character `start` up to and without `end`, counted from 0.

    A `join` is a dash or comma that stands alone, as between a champion and a title. A `phrase` was in quotes, which
    its text lacks.
    """

    kind: Kind
    text: str
    start: int
    end: int


def wrong(message: str, position: int) -> QueryError:
    """Return the error for a fault at a 0-based character; its message counts from 1, as people do."""
    return QueryError(f"character {position + 1}: {message}", position)


def shown(text: str) -> str:
    """Return a user's text for a message: cut, quoted, and without control characters."""
    text = text if len(text) <= _MOST_SHOWN else text[:_MOST_SHOWN] + "..."
    return f"`{text}`" if text.isprintable() else ascii(text)


def tokenize(query: str) -> list[Token]:
    """Return the tokens of a query.

    :raises QueryError: it is over `MAX_QUERY` characters, or a quote is not closed.
    """
    if len(query) > MAX_QUERY:
        message = f"a query has at most {MAX_QUERY} characters, and this has {len(query)}; leave something out"
        raise wrong(message, MAX_QUERY)
    tokens: list[Token] = []
    at = 0
    while at < len(query):
        if query[at].isspace():
            at += 1
            continue
        # After an operator stands a value, in which a leading dash or the word `or` has no meaning of its own.
        value = bool(tokens) and tokens[-1].kind == "operator"
        tokens += _read(query, at, value=value)
        at = tokens[-1].end
    return tokens


def _read(query: str, at: int, *, value: bool) -> list[Token]:
    """Return the token that begins at a character that is no space; several only for dashes that negate."""
    letter = query[at]
    if letter in _BRACKETS:
        return [Token(_BRACKETS[letter], letter, at, at + 1)]
    if letter in _QUOTES:
        return [_phrase(query, at)]
    operator = _operator(query, at)
    if operator:
        return [Token("operator", operator, at, at + len(operator))]
    if letter in _DASHES and not value:
        return _dashes(query, at)
    return [_word(query, at, value=value)]


def _operator(query: str, at: int) -> str | None:
    for operator in _OPERATORS:
        if query.startswith(operator, at):
            return operator
    return None


def _phrase(query: str, start: int) -> Token:
    end = start + 1
    while end < len(query) and query[end] not in _QUOTES:
        end += 1
    if end == len(query):
        raise wrong("the quote that begins here is not closed; put another one at its end", start)
    return Token("phrase", query[start + 1 : end], start, end + 1)


def _dashes(query: str, start: int) -> list[Token]:
    """Return a negation for each of some dashes, or one join where a space or the end follows them."""
    end = start
    while end < len(query) and query[end] in _DASHES:
        end += 1
    if end == len(query) or query[end].isspace():
        return [Token("join", query[start:end], start, end)]
    return [Token("not", "-", at, at + 1) for at in range(start, end)]


def _word(query: str, start: int, *, value: bool) -> Token:
    end = start
    while end < len(query) and not _ends_word(query, end):
        end += 1
    text = query[start:end]
    kind: Kind = "word"
    if not value and text.casefold() == "or":
        kind = "or"
    elif not value and not text.strip(","):
        kind = "join"
    return Token(kind, text, start, end)


def _ends_word(query: str, at: int) -> bool:
    letter = query[at]
    return letter.isspace() or letter in _BRACKETS or letter in _QUOTES or _operator(query, at) is not None
