"""`riftcheck cards lint --explain NAME`: how a card's abilities are read, as nodes and in English."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import click
import yaml

from riftcheck import carddb
from riftcheck.carddb import CardDataError
from riftcheck.carddb.abilities import canonical
from riftcheck.carddb.abilities.described import described
from riftcheck.carddb.abilities.loader import abilities_of
from riftcheck.carddb.printable import clean
from riftcheck.cli import options
from riftcheck.cli.terminal import print_json

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_WIDE: Final = 120


def explain(name: str, folders: Sequence[Path], *, as_json: bool) -> int:
    """Print the nodes of a card as canonical YAML and its reading in English; return the exit code.

    :raises Refused: if there is no such card.
    """
    try:
        db = carddb.load(folders)
        card = options.find_card(name, db)
        abilities = abilities_of(db, card)
    except CardDataError as error:
        for problem in error.problems:
            click.echo(clean(str(problem)))
        return 1
    if abilities is None:
        click.echo(clean(f"{card.name} cannot be played out: {card.unsupported}"))
        return 1
    mapping: dict[str, Any] = canonical.to_mapping(abilities)["CardAbilities"]
    english = described(db, abilities)
    if as_json:
        print_json({"abilities": mapping, "english": english})
        return 0
    # YAML writes what cannot be printed as escapes, so this cannot steer a terminal.
    click.echo(yaml.safe_dump(mapping, sort_keys=False, allow_unicode=False, default_flow_style=None, width=_WIDE))
    for text in english or ["It says nothing."]:
        click.echo(clean(text))
    return 0
