"""A search query as a tree. Groups are kept on a list, not on Python's stack, so that no nesting is too deep.

query = any
any   = all ("or" all)*
all   = ("-"* (term | "(" any ")"))+
term  = text | field operator text
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from riftcheck.carddb.names import id_key
from riftcheck.carddb.search.lexer import Token, shown, tokenize, wrong

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_TERMS: Final = 30

_MOST_ID_WORDS: Final = 3  # words of a printing id, such as `ogn 7 foil`
_TEXT: Final = frozenset({"word", "phrase"})


@dataclass(frozen=True, slots=True)
class Term:
    """A field, an operator and a value as they were written. Text without a field has the field `name` or `id`.

    `start` is the 0-based character at which the term begins, `value_start` the one at which its value does.
    """

    field: str
    operator: str
    value: str
    start: int
    value_start: int


@dataclass(frozen=True, slots=True)
class And:
    """A node that matches the cards that match every part."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """A node that matches the cards that match any part."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """A node that matches the cards that do not match its part."""

    part: Node


Node = Term | And | Or | Not


@dataclass(frozen=True, slots=True)
class Query:
    """The root of a search, None for every card; and the `sort:` terms in the order in which they were written."""

    root: Node | None
    sorts: tuple[Term, ...]


def parse(text: str) -> Query:
    """Return a query as a tree, whose depth is bounded by its number of terms.

    :raises QueryError: the text cannot be read, or has over `MAX_TERMS` terms.
    """
    return _Parser(tokenize(text)).query()


@dataclass(slots=True)
class _Group:
    """A group that is being read: the parts of its last alternative, and the alternatives before that."""

    start: int
    negated: bool
    alternatives: list[Node] = field(default_factory=list)
    parts: list[Node] = field(default_factory=list)
    last_or: int = -1


class _Parser:
    """Reads tokens from left to right; `groups` holds the open groups, the whole query as the outermost."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.at = 0  # the token to be read next
        self.groups = [_Group(start=0, negated=False)]
        self.sorts: list[Term] = []
        self.terms = 0
        self.dash: Token | None = None  # the last of the dashes that wait for what they negate
        self.negated = False
        self.after_text = False  # True where the last token was text without a field

    def query(self) -> Query:
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            self.at += 1
            self._take(token)
        group = self.groups.pop()
        if self.groups:
            raise wrong("the parenthesis opened here is not closed; put `)` at its end", group.start)
        root = _closed(group) if group.parts or group.alternatives else None
        return Query(root, tuple(self.sorts))

    def _take(self, token: Token) -> None:
        after_text, self.after_text = self.after_text, False
        if token.kind == "not":
            self.dash = token
            self.negated = not self.negated
        elif token.kind == "open":
            self.groups.append(_Group(token.start, negated=self._negation()))
        elif token.kind == "close":
            self._close(token)
        elif token.kind == "or":
            self._or(token)
        elif token.kind == "join":
            self._join(token, after_text=after_text)
        elif token.kind == "operator":
            message = f"`{token.text}` needs a field before it, as in `t:unit`; put text that holds it in quotes"
            raise wrong(message, token.start)
        else:
            self._term(token)

    def _kind(self, ahead: int = 0) -> str | None:
        """Return the kind of the token to be read next, or of one after it; None at the end."""
        at = self.at + ahead
        return self.tokens[at].kind if at < len(self.tokens) else None

    def _negation(self) -> bool:
        """Tell whether the dashes just read negate, and forget them."""
        negated = self.negated
        self.dash, self.negated = None, False
        return negated

    def _refuse_dash(self) -> None:
        """Refuse dashes before a token that cannot be negated; at the end of the query they are a join already."""
        if self.dash is not None:
            raise wrong("`-` needs a term or a parenthesis right after it", self.dash.start)

    def _close(self, token: Token) -> None:
        self._refuse_dash()
        group = self.groups.pop()
        if not self.groups:
            raise wrong("this parenthesis closes none; take it out, or put `(` before it", token.start)
        if not group.parts and not group.alternatives:
            raise wrong("there is nothing to match in these parentheses", group.start)
        self._add(_closed(group), negated=group.negated)

    def _or(self, token: Token) -> None:
        self._refuse_dash()
        group = self.groups[-1]
        if not group.parts:
            raise wrong("`or` needs a term before it; put it in quotes to search for the word", token.start)
        group.alternatives.append(_all_of(group.parts))
        group.parts = []
        group.last_or = token.start

    def _join(self, token: Token, *, after_text: bool) -> None:
        """Pass over a dash or comma between two pieces of a name, as in `Dark Child - Starter`."""
        before_text = self._kind() in _TEXT and self._kind(1) != "operator"
        if not (after_text and before_text):
            message = (
                f"{shown(token.text)} stands alone; write `-` right before what it negates, or put a name in quotes"
            )
            raise wrong(message, token.start)

    def _term(self, token: Token) -> None:
        self._count(token)
        dash = self.dash
        negated = self._negation()
        if token.kind != "word" or self._kind() != "operator":
            self.after_text = True
            self._add(self._text(token, is_negated=negated), negated=negated)
            return
        term = self._field(token)
        if term.field != "sort":
            self._add(term, negated=negated)
        elif dash is not None:
            raise wrong("`sort` cannot be negated; write `sort:-e` to sort downwards", dash.start)
        else:
            self.sorts.append(term)

    def _count(self, token: Token) -> None:
        self.terms += 1
        if self.terms > MAX_TERMS:
            raise wrong(f"a query has at most {MAX_TERMS} terms, and here the next one begins", token.start)

    def _text(self, token: Token, *, is_negated: bool) -> Node:
        """Return the node of a text without a field: a part of a name, or also a printing id if it looks like one.

        An id may have several words, such as `ogn 7`. After `-` it has one word, because `-` negates one word.
        """
        words = [token]
        while len(words) < _MOST_ID_WORDS and not is_negated and self._is_word(len(words) - 1):
            words.append(self.tokens[self.at + len(words) - 1])
        while len(words) > 1 and not _is_id(words):
            words.pop()
        for word in words[1:]:
            self._count(word)
        self.at += len(words) - 1
        name = _all_of([Term("name", ":", word.text, word.start, word.start) for word in words])
        if not _is_id(words):
            return name
        return Or((name, Term("id", ":", _joined(words), token.start, token.start)))

    def _is_word(self, ahead: int) -> bool:
        return self._kind(ahead) == "word" and self._kind(ahead + 1) != "operator"

    def _field(self, name: Token) -> Term:
        """Read the operator and the value after the name of a field."""
        operator = self.tokens[self.at]
        if self._kind(1) not in _TEXT:
            raise wrong(f"{shown(name.text + operator.text)} needs a value after it", operator.end)
        value = self.tokens[self.at + 1]
        self.at += 2
        return Term(name.text.casefold(), operator.text, value.text, name.start, value.start)

    def _add(self, node: Node, *, negated: bool) -> None:
        self.groups[-1].parts.append(_negation_of(node) if negated else node)


def _joined(words: list[Token]) -> str:
    return " ".join(word.text for word in words)


def _is_id(words: list[Token]) -> bool:
    return id_key(_joined(words)) is not None


def _closed(group: _Group) -> Node:
    if not group.parts:
        raise wrong("`or` needs a term after it; put it in quotes to search for the word", group.last_or)
    alternatives = [*group.alternatives, _all_of(group.parts)]
    return alternatives[0] if len(alternatives) == 1 else Or(tuple(alternatives))


def _all_of(parts: Sequence[Node]) -> Node:
    return parts[0] if len(parts) == 1 else And(tuple(parts))


def _negation_of(node: Node) -> Node:
    return node.part if isinstance(node, Not) else Not(node)
