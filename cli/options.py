"""The common part of all commands: options, the card database that they load, and how they refuse."""

from __future__ import annotations

import contextlib
import re
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

import click

from riftcheck import carddb
from riftcheck.carddb import CardDataError
from riftcheck.carddb.printable import clean
from riftcheck.validator.case import UnknownOptionError, option_errors, ruleset_of
from riftcheck.validator.report import Options

if TYPE_CHECKING:
    from collections.abc import Mapping

    from riftcheck.carddb import Card, CardDatabase, Lookup
    from riftcheck.validator.case import Ruleset
    from riftcheck.validator.report import Level

_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_SHOWN_PROBLEMS: Final = 10
MOST_GAMES: Final = 10_000_000  # of a run


class Refused(click.ClickException):
    """Something given cannot be used; the message is a sentence for the user. The run ends with 2."""

    exit_code = 2

    def format_message(self) -> str:
        """Return the message without characters that would steer a terminal."""
        return "\n".join(clean(line) for line in self.message.split("\n"))


class _Day(click.ParamType[date]):
    """A day as YYYY-MM-DD."""

    name = "date"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> date:
        day = value if isinstance(value, date) else _day_of(value)
        if day is None:
            self.fail(f"{_no_day(value)}.", param, ctx)
        return day


class _Level(click.Choice[str]):
    """A level of an event. `judged_options` reports an unknown level together with the errors of other options."""

    def convert(self, value: Any, _param: click.Parameter | None, _ctx: click.Context | None) -> str:
        return str(value)


def _day_of(text: str) -> date | None:
    if _DAY.fullmatch(text):
        with contextlib.suppress(ValueError):
            return date.fromisoformat(text)
    return None


def _no_day(text: str) -> str:
    return f"{clean(text)!r} is no day; write it as 2026-07-16"


DAY: Final = _Day()
LEVEL: Final = _Level(["low", "high"])

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
format_option = click.option(
    "--format",
    "format_id",
    metavar="FORMAT",
    default="constructed",
    show_default=True,
    help="The format: constructed, constructed-2v2, sealed, draft, casual-duel, casual-match, casual-ffa3, "
    "casual-ffa4, casual-2v2.",
)
_DAY_HELP: Final = "The day, as 2026-07-16. [default: today]"
day_option = click.option("--date", "day", type=DAY, metavar="DATE", help=_DAY_HELP)
day_text_option = click.option("--date", "day_text", metavar="DATE", help=_DAY_HELP)  # for `judged_options`


def _add_folders(ctx: click.Context, _param: click.Parameter, folders: tuple[Path, ...]) -> None:
    ctx.meta.setdefault(__name__, []).extend(folders)


cards_option = click.option(
    "--cards",
    metavar="DIR",
    multiple=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    expose_value=False,
    callback=_add_folders,
    help="Lay the card YAML of a folder over the shipped cards; may be given again.",
)


def today() -> date:
    """Return the day on the clock of this machine."""
    return datetime.now(UTC).astimezone().date()


def card_folders() -> list[Path]:
    """Return the folders that were given with --cards, before the command or after it."""
    ctx = click.get_current_context()
    return [*ctx.find_root().params.get("folders", ()), *ctx.meta.get(__name__, ())]


def load_cards(*, beside: Path | None = None) -> CardDatabase:
    """Return the shipped cards with the user's own, and RIFTCHECK_CARDS and --cards laid over them, in this order.

    With `beside`, they are the cards that a catalogue is compared with: all but those of this file, in which what the
    catalogue added before stands, and with the other files of its folder.

    :raises Refused: if the data of a folder cannot be used.
    """
    try:
        return carddb.load_default(card_folders()) if beside is None else _load_beside(beside)
    except CardDataError as error:
        raise data_refusal(error) from None


def data_refusal(error: CardDataError) -> Refused:
    """Return the refusal of card data, with the first of its problems."""
    shown = [str(problem) for problem in error.problems[:_SHOWN_PROBLEMS]]
    more = len(error.problems) - len(shown)
    if more:
        shown.append(f"and {more} more; `riftcheck cards lint DIR` lists all of them")
    return Refused("The card data cannot be used.\n" + "\n".join(shown))


def _load_beside(place: Path) -> CardDatabase:
    own, folders = carddb.user_overlay(), [*carddb.setting_folders(), *card_folders()]
    if place.parent != own and place.parent.is_dir():
        folders.append(place.parent)
    try:
        return carddb.load(folders, synced=own if own.is_dir() else None, without=place)
    except CardDataError:  # an overlay that does not fit is left out, as by every command
        return carddb.load(folders, without=place)


def find_card(name: str, db: CardDatabase) -> Card:
    """Return the card of a name or printing id in any spelling.

    :raises Refused: if there is none, or several; those that may be meant are listed.
    """
    return card_of(db.find(name), name, db)


def card_of(match: Lookup, name: str, db: CardDatabase) -> Card:
    """Return the card that a look-up of a name found.

    :raises Refused: if it found no card or several. The message lists the cards that may be meant.
    """
    if match.card is not None:
        return match.card
    if match.candidates:
        several = "\n".join(f"  {card.full_name} ({card.base_printing.id})" for card in match.candidates)
        raise Refused(f"“{name}” fits several cards:\n{several}")
    close = "\n".join(f"  {db.by_name[suggested].full_name}" for suggested in db.suggest(name, 5))
    raise Refused(f"There is no card “{name}”." + (f" Is it one of these?\n{close}" if close else ""))


def frame_of(db: CardDatabase, options: Options) -> Ruleset:
    """Return the ruleset of a check: format, day and rules.

    :raises Refused: for a format, version or day that is not known.
    """
    try:
        return ruleset_of(db, options)
    except UnknownOptionError as error:
        raise _refusal(error.errors) from None


def judged_options(db: CardDatabase, format_id: str, day_text: str | None, level: str, rules: str | None) -> Options:
    """Return the options of a check. Without `day_text` the date is today.

    :raises Refused: if an option is wrong. The message names each wrong option.
    """
    day = today() if day_text is None else _day_of(day_text)
    options = Options(day or today(), format_id, cast("Level", level), rules)
    errors = option_errors(db, options)
    if day is None and day_text is not None:
        errors["date"] = _no_day(day_text)
    if errors:
        raise _refusal(errors)
    return options


def _refusal(errors: Mapping[str, str]) -> Refused:
    return Refused("\n".join(f"--{option}: {message}." for option, message in errors.items()))


def frame_today(db: CardDatabase, format_id: str) -> Ruleset:
    """Return the ruleset of a format as it is today, for commands that only ask how large its decks are.

    :raises Refused: for a format that is not known.
    """
    return frame_of(db, Options(today(), format_id))
