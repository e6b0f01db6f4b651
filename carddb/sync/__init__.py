"""`cards sync`: what Riot's content API says, compared with the database and laid over it in the user's own folder.

The shipped facts are never replaced. The overlay adds official texts, cards, printings and sets that the database
lacks; where answer and database differ on a known card, the difference is reported and the database stands.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.catalogue import content as contents
from riftcheck.carddb.catalogue.diff import Aside, Change, Diff, NewPrinting
from riftcheck.carddb.catalogue.gate import OverlayOutcome, lay_over
from riftcheck.carddb.errors import CatalogueError, SyncError
from riftcheck.carddb.snapshot import user_overlay
from riftcheck.carddb.sync.client import REGIONS, Client

if TYPE_CHECKING:
    from pathlib import Path

    from riftcheck.carddb.database import CardDatabase

__all__ = [
    "FILE",
    "REGIONS",
    "Aside",
    "Change",
    "Client",
    "Diff",
    "NewPrinting",
    "SyncError",
    "SyncRefusedError",
    "SyncResult",
    "sync",
    "sync_with",
]

FILE: Final = "riot.yaml"
_HEADER: Final = """\
# Written by `riftcheck cards sync`; the next sync replaces it. It holds texts that belong to Riot Games: keep it to
# yourself. To correct something, put a file of your own into a folder named in RIFTCHECK_CARDS.
"""


@dataclass(frozen=True, slots=True)
class SyncResult(OverlayOutcome):
    """The outcome of a sync, with the region that was asked and the version and day of its contents."""

    region: str
    version: str
    updated: str

    def to_json(self) -> dict[str, Any]:
        """Return everything as plain JSON values."""
        asked = {"region": self.region, "version": self.version, "updated": self.updated}
        return {**asked, **OverlayOutcome.to_json(self)}

    def lines(self) -> list[str]:
        """Return the result for people, a line each."""
        return [
            f"Riot's contents {self.version or '(no version)'} of {self.updated or 'no stated day'} ({self.region})",
            *self.found(),
        ]


class SyncRefusedError(SyncError):
    """An answer that differs too much to be believed; nothing was written. `result` holds the difference."""

    def __init__(self, result: SyncResult) -> None:
        self.result = result
        reasons = "; ".join(result.refusals)
        super().__init__(f"{reasons}. Nothing was written; look at the difference, and force it if it is right")


def sync(
    db: CardDatabase,
    key: str,
    region: str = "americas",
    *,
    folder: Path | None = None,
    force: bool = False,
    base_url: str | None = None,
    dry_run: bool = False,
) -> SyncResult:
    """Fetch the contents with a key, compare them with a database and write what is new to a folder.

    `folder` is by default the one that `carddb.load_default` reads. `force` uses an answer that would be refused,
    `base_url` asks another host than Riot's, and a dry run does everything but write.

    :raises SyncRefusedError: if the answer loses over 2 % of the cards or changes a domain, and `force` is not set.
    :raises SyncError: if the API cannot be used or gives no usable answer, or the folder cannot be written.
    """
    client = Client(key, region, base_url)
    return sync_with(client, db, folder=folder, force=force, dry_run=dry_run)


def sync_with(
    client: Client,
    db: CardDatabase,
    *,
    folder: Path | None = None,
    force: bool = False,
    dry_run: bool = False,
) -> SyncResult:
    """Do what `sync` does, through a client with limits of its own.

    :raises SyncRefusedError: as `sync`.
    :raises SyncError: as `sync`.
    """
    place = (user_overlay() if folder is None else folder) / FILE
    answer = client.contents()
    try:
        content = contents.read(answer)
        outcome = lay_over(content, db, place, _HEADER, force=force, dry_run=dry_run)
    except CatalogueError as error:
        raise SyncError(str(error)) from None
    found = {field.name: getattr(outcome, field.name) for field in fields(outcome)}
    result = SyncResult(**found, region=client.region, version=content.version, updated=content.updated)
    if result.refusals and not result.forced:
        raise SyncRefusedError(result)
    return result
