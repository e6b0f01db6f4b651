"""LIST on the command line with `--team`: two lists of allies, or folders in which each folder is a team."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from riftcheck.cli import inputs
from riftcheck.cli.options import Refused
from riftcheck.cli.validation.judged import TEAM_SIZE, named

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from riftcheck.carddb import CardDatabase

_WANTED = f"--team takes the {TEAM_SIZE} lists of a team, or folders that hold {TEAM_SIZE} lists each"


def check_arguments(arguments: Sequence[str], products: int = 0) -> None:
    """Reject arguments that are neither two decks nor folders; `products` is the number of further decks.

    :raises Refused: for anything else.
    """
    folders = [inputs.is_folder(argument) for argument in arguments]
    lists = folders.count(False) + products
    if any(folders) and lists:
        raise Refused(f"{_WANTED}; here a list stands beside a folder.")
    if not any(folders) and lists != TEAM_SIZE:
        raise Refused(f"{_WANTED}; here {'is 1 list' if lists == 1 else f'are {lists} lists'}.")


def read_teams(
    arguments: Sequence[str], products: Sequence[inputs.ListRead], db: CardDatabase
) -> Iterator[tuple[str, list[inputs.ListRead | inputs.Unreadable]]]:
    """Yield the lists of each team with the team's name: both sources, or the folder that the lists lie in.

    The arguments and the number of products must have passed `check_arguments`.
    """
    if products or not inputs.is_folder(arguments[0]):
        sources = [*map(named, arguments), *(product.source for product in products)]
        yield " + ".join(sources), [*inputs.read_all(arguments, db), *products]
        return
    for argument in arguments:
        found: dict[str, list[inputs.ListRead | inputs.Unreadable]] = {}
        for one in (*inputs.read_all([argument], db), *inputs.empty_folders(argument)):
            if isinstance(one, inputs.Unreadable) and one.skipped:
                continue
            folder = one.source if inputs.is_folder(one.source) else str(PurePath(one.source).parent)
            found.setdefault(folder, []).append(one)
        yield from sorted(found.items(), key=lambda team: PurePath(team[0]).parts)
