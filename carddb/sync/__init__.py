"""`cards sync`: what Riot's content API says, compared with the database and laid over it in the user's own folder.

The shipped facts are never replaced. The overlay adds official texts, cards, printings and sets that the database
lacks; where answer and database differ on a known card, the difference is reported and the database stands.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.errors import SyncError
from riftcheck.carddb.snapshot import user_overlay
from riftcheck.carddb.sync import content as contents
from riftcheck.carddb.sync import overlay
from riftcheck.carddb.sync.client import REGIONS, Client
from riftcheck.carddb.sync.diff import Aside, Change, Diff, NewPrinting, compare

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from riftcheck.carddb.database import CardDatabase

__all__ = [
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

_LISTED: Final = 20  # lines of one kind for people; to_json has them all


@dataclass(frozen=True, slots=True)
class SyncResult:
    """What a sync found and did.

    `refusals` are the reasons for which the answer is not believed: with `forced` it was used all the same. `counts`
    says how many sets, cards, printings and texts the overlay holds; `changed` whether the file is now another (in a
    dry run: would be). `left_out` is what of the answer is in no overlay, `notes` what a person must add by hand.
    """

    region: str
    version: str
    updated: str
    diff: Diff
    refusals: tuple[str, ...]
    forced: bool
    left_out: tuple[Aside, ...]
    notes: tuple[str, ...]
    counts: dict[str, int]
    path: Path
    changed: bool
    dry_run: bool

    def to_json(self) -> dict[str, Any]:
        """Return everything as plain JSON values."""
        plain: dict[str, Any] = json.loads(json.dumps(asdict(self), default=str))
        return plain

    def lines(self) -> list[str]:
        """Return the result for people, a line each."""
        diff = self.diff
        lines = [
            f"Riot's contents {self.version or '(no version)'} of {self.updated or 'no stated day'} ({self.region})"
        ]
        forced = "used by force" if self.forced else "refused"
        lines += [f"{forced}: {reason}" for reason in self.refusals]
        lines += _section("not in the database: new cards", diff.new_cards)
        lines += _section("not in the database: printings", [f"{new.id} of {new.card}" for new in diff.new_printings])
        lines += _section("not in the database: sets", diff.new_sets)
        lines += _section("not in the answer: cards", diff.missing)
        lines += _section("different facts (the database's stand)", diff.changes)
        lines += _section("left out", self.left_out)
        lines += _section("to be given by hand", self.notes)
        if diff.is_empty:
            lines.append("answer and database agree")
        return [*lines, self._outcome()]

    def _outcome(self) -> str:
        holds = ", ".join(f"{count} {kind}" for kind, count in self.counts.items())
        if self.refusals and not self.forced:
            return f"nothing is written to {self.path}"
        if not self.changed:
            return f"{self.path} stays as it is: {holds}"
        return f"{self.path} {'would hold' if self.dry_run else 'now holds'} {holds}"


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
    folder = user_overlay() if folder is None else folder
    content = contents.read(client.contents())
    diff = compare(content, db)
    built = overlay.build(content, db, overlay.own(folder))
    data = built.to_bytes()
    refusals = diff.refusals()
    result = SyncResult(
        region=client.region,
        version=content.version,
        updated=content.updated,
        diff=diff,
        refusals=refusals,
        forced=force and bool(refusals),
        left_out=tuple(built.aside),
        notes=tuple(built.notes),
        counts=built.counts(),
        path=folder / overlay.FILE,
        changed=overlay.differs(folder, data),
        dry_run=dry_run,
    )
    if refusals and not force:
        raise SyncRefusedError(result)
    overlay.check(folder, data)
    if not dry_run and result.changed:
        overlay.write(folder, data)
    return result


def _section(title: str, items: Iterable[object]) -> list[str]:
    listed = [str(item) for item in items]
    if not listed:
        return []
    more = [f"  and {len(listed) - _LISTED} more"] if len(listed) > _LISTED else []
    return [f"{title} ({len(listed)}):", *(f"  {line}" for line in listed[:_LISTED]), *more]
