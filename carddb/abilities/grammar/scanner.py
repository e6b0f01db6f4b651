"""The tokens of a phrase, the cursor that reads them, and the error that every part of the grammar raises."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from riftcheck.carddb.abilities.phrases import Amount, Condition, Event, Selection

MAX_PHRASE: Final = 300
MAX_NUMBER: Final = 9999
# The words of the longest key of any table.
LONGEST_KEY: Final = 7

_TOKEN: Final = re.compile(
    r"(?P<word>[A-Za-z\u00c0-\u024f][\w]*(?:['.-][A-Za-z\u00c0-\u024f]\w*)*(?:\.(?=\s+[A-Z])|!|'(?!\w))?)"
    r"|(?P<number>[0-9]+)"
    r"|(?P<sign><=|>=|[<>=+*,-])"
)
_PLAIN: Final = str.maketrans({"\u2018": "'", "\u2019": "'", "\u2212": "-"})

T = TypeVar("T")


class PhraseError(ValueError):
    """A phrase that the grammar does not read: `message` is its fault, `column` the place (1 is the first letter)."""

    def __init__(self, message: str, column: int) -> None:
        super().__init__(f"column {column}: {message}")
        self.message = message
        self.column = column


@dataclass(frozen=True, slots=True)
class Token:
    """One word, number or sign: `text` as written, `low` in small letters, `column` from 1."""

    kind: Literal["word", "number", "sign", "end"]
    text: str
    low: str
    column: int

    @property
    def capital(self) -> bool:
        """True where this is a word with a capital first letter."""
        return self.kind == "word" and self.text[0].isupper()


@dataclass(frozen=True, slots=True)
class Rules:
    """The parts of the grammar that use each other, so that no module of it imports one above it."""

    selection: Callable[[Cursor], Selection]
    amount: Callable[[Cursor], Amount]
    condition: Callable[[Cursor], Condition]
    times: Callable[[Cursor], Event]


def scan(text: str) -> tuple[Token, ...]:
    """Return the tokens of a phrase, the last of kind `end`.

    :raises PhraseError: where a sign is no part of the grammar, or the phrase or a number is too long.
    """
    if len(text) > MAX_PHRASE:
        raise PhraseError(f"a phrase has at most {MAX_PHRASE} letters, not {len(text)}", MAX_PHRASE + 1)
    plain = text.translate(_PLAIN)
    tokens: list[Token] = []
    at = 0
    while at < len(plain):
        if plain[at].isspace():
            at += 1
            continue
        token = _token(plain, at)
        tokens.append(token)
        at += len(token.text)
    return (*tokens, Token("end", "", "", len(text.rstrip()) + 1))


def _token(text: str, at: int) -> Token:
    match = _TOKEN.match(text, at)
    if match is None:
        raise PhraseError(f'the sign "{text[at]}" is no part of a phrase', at + 1)
    word = match.group()
    if match.lastgroup == "number" and (len(word) > len(str(MAX_NUMBER))):
        raise PhraseError(f"{word} is too large: a number is at most {MAX_NUMBER}", at + 1)
    kind: Literal["word", "number", "sign"] = "sign"
    if match.lastgroup == "word":
        kind = "word"
    elif match.lastgroup == "number":
        kind = "number"
    return Token(kind, word, word.lower(), at + 1)


def _article(what: str) -> str:
    return "an" if what[0] in "aeio" else "a"


def near(word: str, known: Iterable[str]) -> str:
    """Return ` (unit?)` for the known word nearest to a misspelt one; nothing where none is near."""
    close = difflib.get_close_matches(word.lower(), sorted(set(known) - {word.lower()}), n=1)
    return f" ({close[0]}?)" if close else ""


def _rank(error: PhraseError) -> tuple[int, bool]:
    return error.column, error.message.endswith("?)")


class Cursor:
    """The place where a phrase is being read. `take` eats words if they stand next; `error` makes the error.

    `nested` tells that a condition inside the phrase has begun, which happens once.
    """

    __slots__ = ("_tokens", "at", "nested", "rules")

    def __init__(self, text: str, rules: Rules) -> None:
        self._tokens = scan(text)
        self.at = 0
        self.nested = False
        self.rules = rules

    def peek(self, ahead: int = 0) -> Token:
        """Return the token so many places ahead; the end token beyond the end."""
        return self._tokens[min(self.at + ahead, len(self._tokens) - 1)]

    def next(self) -> Token:
        """Eat and return the next token."""
        token = self.peek()
        self.at = min(self.at + 1, len(self._tokens) - 1)
        return token

    @property
    def done(self) -> bool:
        """True where the phrase has been read to its end."""
        return self.peek().kind == "end"

    def sees(self, words: str, ahead: int = 0) -> bool:
        """Tell whether these words stand next, whatever their case."""
        return all(self.peek(ahead + number).low == word for number, word in enumerate(words.split(" ")))

    def take(self, *choices: str) -> bool:
        """Eat the first of these runs of words that stands next; False where none does."""
        for words in choices:
            if self.sees(words):
                self.at += words.count(" ") + 1
                return True
        return False

    def take_from(self, table: Mapping[str, T]) -> T | None:
        """Eat the longest key of a table that stands next and return its value; None where none does."""
        lows = [self.peek(ahead).low for ahead in range(LONGEST_KEY)]
        for length in range(LONGEST_KEY, 0, -1):
            words = " ".join(lows[:length])
            if words in table:
                self.at += length
                return table[words]
        return None

    def expect(self, words: str) -> None:
        """Eat these words.

        :raises PhraseError: where something else stands there.
        """
        if not self.take(words):
            raise self.error(f'"{words}" is missing before {self.here()}')

    def expect_end(self) -> None:
        """Check that the phrase ends here.

        :raises PhraseError: where something is left over.
        """
        if not self.done:
            raise self.error(f"{self.here()} cannot stand here")

    def here(self) -> str:
        """Return the next token in quotes, or `the end`, for a message."""
        return "the end" if self.done else f'"{self.peek().text}"'

    def error(self, message: str, token: Token | None = None) -> PhraseError:
        """Return the error for a token, by default the next one."""
        return PhraseError(message, (token or self.peek()).column)

    def no(self, what: str, known: Iterable[str], token: Token | None = None) -> PhraseError:
        """Return the error `no noun "unti" (unit?)` for a token, by default the next one."""
        token = token or self.peek()
        if token.kind == "end":
            return self.error(f"the phrase ends where {_article(what)} {what} must stand", token)
        return self.error(f'no {what} "{token.text}"{near(token.low, known)}', token)

    def furthest(self, *ways: Callable[[Cursor], T]) -> T:
        """Return the result of the first way that can read; where none can, raise the error that came furthest.

        Of two that came as far, one with a suggestion says more.

        :raises ValueError: if no way is given.
        """
        start, nested, worst = self.at, self.nested, None
        for way in ways:
            try:
                return way(self)
            except PhraseError as error:
                self.at, self.nested = start, nested
                if worst is None or _rank(error) > _rank(worst):
                    worst = error
        if worst is None:
            msg = "no way to read was given"
            raise ValueError(msg)
        raise worst


def whole(text: str, rules: Rules, read: Callable[[Cursor], T], what: str) -> T:
    """Read a text from its first word to its last.

    :raises PhraseError: where the text is empty, misread or longer than what was read.
    """
    cursor = Cursor(text, rules)
    if cursor.done:
        raise cursor.error(f"the {what} is empty")
    found = read(cursor)
    cursor.expect_end()
    return found
