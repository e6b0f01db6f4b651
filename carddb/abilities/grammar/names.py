"""Names: what `as` gave, the pronouns, and the proper names of cards, tokens and tags."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities.grammar.words import PRONOUNS, RESERVED
from riftcheck.carddb.abilities.phrases import Ref

if TYPE_CHECKING:
    from riftcheck.carddb.abilities.grammar.scanner import Cursor, Token

_NAME: Final = re.compile(r"(?:this\.)?[a-z][a-z0-9_-]*")
# Small words that stand inside a proper name, if a capital follows: `Blade of the Ruined King`.
_INNER: Final = frozenset({"of", "the", "a", "to", "in", "at", "from", "and"})
_MAX_INNER: Final = 2
# Tags in the singular that end in an s without being plurals have one of these ends.
_SINGULAR_ENDS: Final = ("ss", "us", "is", "ios", "Isles")


def is_given(text: str) -> bool:
    """Tell whether a text may be a name given by `as`: small letters, and no word of the grammar."""
    return _NAME.fullmatch(text) is not None and text not in RESERVED


def is_name(token: Token) -> bool:
    """Tell whether a token is a name given by `as`."""
    return token.kind == "word" and is_given(token.text)


def reference(cursor: Cursor) -> Ref:
    """Read one thing already known: a pronoun or a name given by `as`.

    :raises PhraseError: where neither stands next.
    """
    found = pronoun(cursor)
    if found is not None:
        return found
    if not is_name(cursor.peek()):
        raise cursor.no("thing known by name", ())
    return Ref(cursor.next().text)


def pronoun(cursor: Cursor) -> Ref | None:
    """Read a pronoun; None where none stands next."""
    name = cursor.take_from(PRONOUNS)
    return Ref(name) if name else None


def possessor(cursor: Cursor) -> Ref | None:
    """Read `my`, `its`, `this card's` or `mark's`; None, and nothing eaten, where none of them stands next."""
    if cursor.take("my"):
        return Ref("me")
    if cursor.take("its"):
        return Ref("it")
    if cursor.take("this card's", "this spell's"):
        return Ref("this")
    token = cursor.peek()
    stem = token.text.removesuffix("'s")
    if token.kind == "word" and stem != token.text and is_given(stem):
        cursor.next()
        return Ref(stem)
    return None


def starts_proper(cursor: Cursor, ahead: int = 0) -> bool:
    """Tell whether a proper name begins here: a capital, and no word of the grammar (`The` if a capital follows)."""
    token = cursor.peek(ahead)
    if not token.capital:
        return False
    if token.text == "The":
        return starts_proper(cursor, ahead + 1)
    return token.low not in RESERVED


def tag(cursor: Cursor) -> str:
    """Read a tag as an adjective: every capitalised word that stands next.

    :raises PhraseError: where none stands next.
    """
    if not starts_proper(cursor):
        raise cursor.error(f"a tag begins with a capital, unlike {cursor.here()}")
    words = [cursor.next().text]
    while starts_proper(cursor):
        words.append(cursor.next().text)
    return " ".join(words)


def proper(cursor: Cursor) -> str:
    """Read the name of a card: capitalised words, grammar words among them, with small words and commas inside.

    :raises PhraseError: where no capital stands next.
    """
    if not cursor.peek().capital:
        raise cursor.error(f"a card's name begins with a capital, unlike {cursor.here()}")
    name = cursor.next().text
    while True:
        if cursor.peek().capital:
            name += f" {cursor.next().text}"
        elif cursor.sees(",") and cursor.peek(1).capital:
            cursor.next()
            name += f", {cursor.next().text}"
        elif inner := _inner(cursor):
            name += "".join(f" {cursor.next().text}" for _ in range(inner))
        else:
            return name


def singular(name: str) -> str:
    """Return the singular of a tag that stands where a plural is possible: `Dragons` is `Dragon`."""
    return name if not name.endswith("s") or name.endswith(_SINGULAR_ENDS) else name[:-1]


def _inner(cursor: Cursor) -> int:
    """Return the number of small words that stand here inside a name."""
    for count in range(1, _MAX_INNER + 1):
        if cursor.peek(count - 1).text not in _INNER:
            return 0
        if cursor.peek(count).capital:
            return count
    return 0
