"""`riftcheck.check`: a list judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck import validator
from riftcheck.carddb.errors import RiftcheckError
from riftcheck.carddb.legality import FIRST_DAY
from riftcheck.decks.resolve import resolve
from riftcheck.facade.arguments import text
from riftcheck.facade.cards import cards_or_default
from riftcheck.facade.decks import day_of, read_deck
from riftcheck.facade.errors import as_sentences, sentence
from riftcheck.validator import Options, UnknownOptionError
from riftcheck.validator.case import option_errors

if TYPE_CHECKING:
    from datetime import date as day

    from riftcheck.carddb import CardDatabase
    from riftcheck.decks.model import Parsed
    from riftcheck.facade.decks import Deck
    from riftcheck.validator import Report
    from riftcheck.validator.report import Level


def check(
    deck: Deck,
    *,
    date: day | str | None = None,
    format: str = "constructed",  # noqa: A002 - the word of the rules, of the command line and of the API
    level: Level = "high",
    rules: str | None = None,
    cards: CardDatabase | None = None,
) -> Report:
    """Judge a deck by every rule of its format on a day (CR 103, TR 601-602).

    `deck` is a text in any form that people have, a deck code, or a document such as `{"code": ..., "champion": ...}`
    or `{"legend": ..., "main": [...], ...}`; never a path. `date` decides rules, sets and bans; the default is today.
    `level` is `low` for casual organized play, else `high` (TR 205). `rules` is a version of the Core Rules, by default
    the one in force on the day. `cards` are those of `riftcheck.load`; the default is loaded once in a process.

    A deck that breaks a rule is an answer, not an error: see `Report.verdict` and `Report.issues`.

    :raises RiftcheckError: if the deck cannot be read, or the format, level, version or day is not known.
    """
    text("format", format, "a text such as 'constructed'")
    text("level", level, "'low' or 'high'")
    if rules is not None:
        text("rules", rules, "a version of the Core Rules, such as '1.2'")
    db = cards_or_default(cards)
    try:
        on = day_of(date)
    except RiftcheckError as error:
        others = option_errors(db, Options(FIRST_DAY, format, level, rules))
        others.pop("date", None)  # of the date that replaces the unreadable one
        raise RiftcheckError(" ".join([str(error), *map(sentence, others.values())])) from None
    return report_on(read_deck(deck, db), db, Options(on, format, level, rules))


def report_on(read: Parsed, cards: CardDatabase, options: Options) -> Report:
    """Return the report on a list as it was read; the lines of a text that could not be read are part of it.

    :raises RiftcheckError: if the format, level, version or day is not known.
    """
    with as_sentences(UnknownOptionError):
        return validator.check(resolve(read.deck, cards), cards, options, read)
