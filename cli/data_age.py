"""`riftcheck cards lint --age`: how far the rules, bans and cards go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from riftcheck import carddb
from riftcheck.api import card_documents
from riftcheck.carddb import CardDataError, legality
from riftcheck.carddb.printable import clean
from riftcheck.cli import options
from riftcheck.cli.terminal import print_json

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date
    from pathlib import Path

    from riftcheck.carddb import CardDatabase
    from riftcheck.carddb.model import Coverage


def show(folders: Sequence[Path], *, as_json: bool) -> int:
    """Write how far the data of the shipped cards and of folders over them goes; return the code to exit with.

    :raises Refused: if the data cannot be used.
    """
    try:
        db = carddb.load(folders)
    except CardDataError as error:
        raise options.Refused(f"{error.problems[0]}; `riftcheck cards lint` lists all that is wrong.") from None
    today = options.today()
    overdue = legality.overdue(db, today)
    if as_json:
        print_json(_plain(db, today))
    else:
        for data in db.coverage.values():
            click.echo(clean(_line(data, today)))
            for document in data.newer:
                click.echo(clean(f"  not here: {document.name}, from {document.from_date}: {document.may_change}"))
        for code, numbers in _unnamed(db).items():
            click.echo(f"{code}: no card is known for {', '.join(f'{number:03d}' for number in numbers)}")
        for one in db.announced_sets():
            name = f"{one.name} ({one.code})" if one.code else one.name
            click.echo(clean(f"announced: {name}, from {one.legal_from} (confidence: {one.confidence})"))
    return 1 if overdue else 0


def _line(data: Coverage, today: date) -> str:
    days = (today - data.until).days
    late = f"{days} day{'' if days == 1 else 's'} ago" if days > 0 else "in date"
    return f"{data.of}: up to {data.until} ({late})"


def _unnamed(db: CardDatabase) -> dict[str, tuple[int, ...]]:
    return {code: numbers for code in db.sets if (numbers := db.unnamed_numbers(code))}


def _plain(db: CardDatabase, today: date) -> dict[str, Any]:
    """Return what `/v1/data` answers, with the day and whether each kind ends before it."""
    found = card_documents.data(db)
    late = {data.of for data in legality.overdue(db, today)}
    coverage = [one | {"overdue": one["of"] in late} for one in found["coverage"]]
    return {**found, "date": today.isoformat(), "coverage": coverage}
