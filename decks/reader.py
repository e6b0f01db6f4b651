"""The one door for a list in any of the contract's forms: a text, a deck code, or an object with sections."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import unquote

from riftcheck.decks import other_games
from riftcheck.decks.codes import MAX_CODE, decode, from_code, is_code, is_runeterra, length_of
from riftcheck.decks.document import DeckFieldError, Path, check_entries, choices, entries, from_mapping, is_name
from riftcheck.decks.model import SECTIONS, Deck, DeckReadError, Entry, Line, NoCardError, OtherGameError, Parsed
from riftcheck.decks.tables import reject_table
from riftcheck.decks.text import parse
from riftcheck.decks.text.characters import plain

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase

_BESIDE: Final = frozenset({"text", "code", "champion", "choices", "extra_legends"})
# A word that begins as a code does; a short one only before other words of base32.
_CODE_WORD: Final = re.compile(
    r"(?<![A-Za-z0-9])(?:C[EIMQUY][A-Z0-9]{6,}|(?i:C[EIMQUY][A-Z2-7]{12,})|C[EIMQUY][A-Z2-7]{1,5}(?=\s+[A-Z2-7]{3,8}\s))"
    r"(?![A-Za-z0-9])"
)
# The words of base32 after it, which may be the rest of a code. Small letters are that only on lines of their own.
_LINE_BREAK: Final = r"[-=]*[ \t]*(?:\n[ \t>]*)+"
_REST: Final = re.compile(rf"(?:(?:{_LINE_BREAK}|[ \t]+)[A-Z2-7]+(?![A-Za-z0-9]))*")
_REST_OF_SMALL: Final = re.compile(rf"(?:{_LINE_BREAK}[A-Za-z2-7]+(?=[-=]*[ \t]*(?:\n|$)))*")
_WORD: Final = re.compile(r"[A-Za-z2-7]+")
_MOST_STARTS: Final = 50  # words that begin as a code does and are none, before the search ends
_LEAST_GROUPS: Final = 5  # words of equal length that can only be a code written in groups
_LEAST_SEEN: Final = 20  # characters of a word that can only be a code, although it cannot be decoded
_BESIDE_CARDS: Final = "This line has a deck code, but the text lists cards, too. Give either the code or the cards."


class CodeSeen(NamedTuple):
    """A deck code in a text, and the words of the text that it consists of."""

    code: str
    words: tuple[str, ...]


def read_list(data: dict[str, Any], db: CardDatabase) -> Parsed:
    """Return the list that an object describes, with the account of its lines where it is a text.

    :raises DeckFieldError: if the object is not of the contract's form.
    :raises OtherGameError: if it is a deck of another game.
    :raises DeckReadError: if the text or code cannot be read.
    """
    if "text" not in data and "code" not in data:
        try:
            return Parsed(from_mapping(data))
        except DeckFieldError as error:
            if other_games.is_keyforge(data):
                raise OtherGameError(other_games.KEYFORGE) from error
            raise
    errors: list[tuple[Path, str]] = [
        ((key,), "cannot stand beside text or code; champion, choices and extra_legends can")
        for key in data
        if key not in _BESIDE
    ]
    if "text" in data and "code" in data:
        errors.append((("code",), "give text or code, not both"))
    errors += [((key,), "must be a text") for key in ("text", "code") if not isinstance(data.get(key, ""), str)]
    chosen = choices(data.get("choices", {}), errors)
    extra_legends = entries(data.get("extra_legends", []), ("extra_legends",), errors)
    champion = data.get("champion")
    if champion is not None:
        is_name(champion, ("champion",), errors)
    if errors:
        raise DeckFieldError(errors)
    parsed = read_text(data["text"], db) if "text" in data else _from_code(data["code"], db)
    if champion is not None:
        _name_champion(parsed.deck, champion, db)
    parsed.deck.choices.update(chosen)
    if extra_legends:
        parsed.deck.extra_legends += extra_legends
        check_entries(parsed.deck, errors)
        if errors:
            raise DeckFieldError(errors)
    return parsed


def read_text(text: str, db: CardDatabase) -> Parsed:
    """Return the deck that a text lists, or the deck of the code in it if the text has no cards.

    A code may have a label, a link, invisible characters, padding and line breaks around or in it.

    :raises OtherGameError: if it is a deck of another game.
    :raises DeckReadError: if it cannot be read, or is a table of many decks.
    """
    seen = CodeSeen(text.strip(), (text.strip(),)) if is_code(text) else None
    if seen is None:
        reject_table(text)
        try:
            return _with_codes_named(parse(text, db))
        except NoCardError:
            seen = code_in(text)
            if seen is None:
                raise
    parsed = _decoded(seen, text, db)
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    cleaned = plain(text).splitlines()
    parsed.lines = [
        Line(number, line, "card" if any(word in cleaned[number - 1] for word in seen.words) else "comment")
        for number, line in lines
    ]
    return parsed


def code_in(text: str) -> CodeSeen | None:
    """Return the deck code in a text, None if there is none. The code may be one that cannot be decoded.

    :raises DeckReadError: if the text has several codes.
    """
    cleaned = "\n".join(plain(text).splitlines())
    if "%" in cleaned:
        cleaned = unquote(cleaned)
    seen: dict[str, CodeSeen] = {}
    position = 0
    for _ in range(_MOST_STARTS):
        match = _CODE_WORD.search(cleaned, position)
        if match is None:
            break
        found, position = _seen_at(cleaned, match)
        if found is not None:
            seen[found.code.upper()] = found
            if len(seen) > 1:
                raise DeckReadError("The text has several deck codes. Give one code at a time.")
    return next(iter(seen.values()), None)


def _seen_at(text: str, match: re.Match[str]) -> tuple[CodeSeen | None, int]:
    """Return the code that begins with a word, None if there is none, and where the search goes on."""
    word, end = match[0], match.end()
    if _is_read(word):
        return CodeSeen(word, (word,)), end
    rest = text[end : end + 2 * MAX_CODE]
    found = (_REST if word.isupper() else _REST_OF_SMALL).match(rest)
    more = () if found is None else tuple(_WORD.finditer(found[0]))
    words = (word, *(one[0] for one in more))
    ends = (end, *(end + one.end() for one in more))
    whole = "".join(words)
    length = length_of(whole)
    for number, size in enumerate(accumulate(map(len, words)), 1):
        if size == length:  # the words after it are no part of the code
            return CodeSeen(whole[:size], words[:number]), ends[number - 1]
    same = next((number for number, one in enumerate(words) if len(one) != len(word)), len(words))
    if len(word) >= _LEAST_SEEN:
        return CodeSeen(whole, words), end
    return (CodeSeen(whole, words) if same >= _LEAST_GROUPS else None), ends[same - 1]


def _is_read(code: str) -> bool:
    if len(code) > MAX_CODE:
        return False
    try:
        decode(code)
    except DeckReadError:
        return is_runeterra(code)
    return True


def _decoded(seen: CodeSeen, text: str, db: CardDatabase) -> Parsed:
    """Return the deck of a code in a text.

    :raises DeckReadError: if the code cannot be decoded; the message starts with the fact that a code was seen.
    """
    try:
        return from_code(seen.code, db)
    except OtherGameError:
        raise
    except DeckReadError as error:
        if text.strip() == seen.code:
            raise
        raise DeckReadError(f"The text has a deck code that cannot be read. {error}") from error


def _from_code(code: str, db: CardDatabase) -> Parsed:
    seen = None if is_code(code) else code_in(code)
    return from_code(code, db) if seen is None else _decoded(seen, code, db)


def _with_codes_named(parsed: Parsed) -> Parsed:
    """Return a parsed deck in which the problem of each line with a deck code names the code as the cause."""
    for position, problem in enumerate(parsed.problems):
        if any(len(word) >= _LEAST_SEEN for word in _CODE_WORD.findall(plain(problem.text))):
            parsed.problems[position] = replace(problem, message=_BESIDE_CARDS)
            for entry in (entry for name in SECTIONS for entry in parsed.deck.section(name)):
                if entry.unreadable and entry.line == problem.line:
                    entry.reason = _BESIDE_CARDS
    return parsed


def _name_champion(deck: Deck, champion: str, db: CardDatabase) -> None:
    """Take the champion named beside a text or code; one that the list itself names is set aside, not lost."""
    wanted = db.find(champion).card
    own = [entry for entry in deck.champion if wanted is not None and db.find(entry.written).card is wanted]
    deck.replaced = [entry for entry in deck.champion if entry not in own]
    deck.champion = own[:1] or [Entry(champion, 1)]
