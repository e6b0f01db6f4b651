"""The gate between a catalogue and the data: compare it, refuse it, or lay it over the data in one file.

The shipped facts are never replaced. The overlay adds cards, printings, sets and official texts that the database
lacks; where catalogue and database differ on a known card, the difference is told and the database stands.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.catalogue import newcards, overlay
from riftcheck.carddb.catalogue.diff import Aside, Diff, compare

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from riftcheck.carddb.catalogue.content import Content
    from riftcheck.carddb.database import CardDatabase

_LISTED: Final = 20  # lines of one kind for people; to_json has them all


@dataclass(frozen=True, slots=True)
class OverlayOutcome:
    """The findings in a catalogue, and the outcome of taking it over.

    `refusals` are the reasons for which it is not believed: with `forced` it was used all the same. `counts` says how
    many sets, cards, printings and texts the overlay holds; `changed` whether the file is now another (in a dry run:
    would be). `left_out` is what of the catalogue is in no overlay, `notes` what a person must add by hand.
    """

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

    def found(self) -> list[str]:
        """Return the findings and the outcome as lines for people."""
        diff = self.diff
        forced = "used by force" if self.forced else "refused"
        lines = [f"{forced}: {reason}" for reason in self.refusals]
        lines += _section("not in the database: new cards", diff.new_cards)
        lines += _section("not in the database: printings", [f"{new.id} of {new.card}" for new in diff.new_printings])
        lines += _section("not in the database: sets", diff.new_sets)
        lines += _section("not in the catalogue: cards", diff.missing)
        lines += _section("different facts (the database's stand)", diff.changes)
        lines += _section("left out", self.left_out)
        lines += _section("to be given by hand", self.notes)
        if diff.is_empty:
            lines.append("catalogue and database agree")
        return [*lines, self._end()]

    def _end(self) -> str:
        holds = ", ".join(f"{count} {kind}" for kind, count in self.counts.items())
        if self.refusals and not self.forced:
            return f"nothing is written to {self.path}"
        if not any(self.counts.values()) and not self.changed:
            return f"nothing is to be added, and nothing is written to {self.path}"
        if not self.changed:
            return f"{self.path} stays as it is: {holds}"
        return f"{self.path} {'would hold' if self.dry_run else 'now holds'} {holds}"


def lay_over(
    content: Content,
    db: CardDatabase,
    place: Path,
    header: str,
    *,
    force: bool,
    dry_run: bool,
    new_cards: overlay.NewCards = newcards.build,
    doubts: Callable[[Diff, overlay.Overlay], Iterable[str]] = lambda _diff, _overlay: (),
    aside: Iterable[Aside] = (),
) -> OverlayOutcome:
    """Compare a catalogue with a database and write what is new to one file, which begins with a header of comments.

    `doubts` gives further reasons not to believe the catalogue; `aside` is told with what is left out here.
    Where the outcome has refusals that are not forced, and in a dry run, nothing is written.

    :raises CatalogueError: if the overlay would not load with the other files of its folder, or cannot be written.
    """
    diff = compare(content, db)
    built = overlay.build(content, db, place, new_cards)
    data = built.to_bytes(header)
    refusals = (*diff.refusals(), *doubts(diff, built))
    outcome = OverlayOutcome(
        diff=diff,
        refusals=refusals,
        forced=force and bool(refusals),
        left_out=(*aside, *built.aside),
        notes=tuple(built.notes),
        counts=built.counts(),
        path=place,
        changed=overlay.differs(place, data) and (any(built.counts().values()) or place.exists()),
        dry_run=dry_run,
    )
    if refusals and not force:
        return outcome
    overlay.check(place, data)
    if not dry_run and outcome.changed:
        overlay.write(place, data)
    return outcome


def _section(title: str, items: Iterable[object]) -> list[str]:
    listed = [str(item) for item in items]
    if not listed:
        return []
    more = [f"  and {len(listed) - _LISTED} more"] if len(listed) > _LISTED else []
    return [f"{title} ({len(listed)}):", *(f"  {line}" for line in listed[:_LISTED]), *more]
