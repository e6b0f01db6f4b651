"""The games of `riftcheck runes --games`: a list and the split of its runes that pays best, by the same chances."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from riftcheck.cli.options import Refused
from riftcheck.cli.run_options import usual_options
from riftcheck.cli.runes import rune_counts
from riftcheck.cli.simulation import StudyCommand
from riftcheck.cli.study_output import exit_if_stopped, only_ascii, print_lines
from riftcheck.cli.terminal import Page
from riftcheck.goldfish.report.comparisons import compare_lines
from riftcheck.goldfish.studies.entered_deck import with_runes

if TYPE_CHECKING:
    from riftcheck.decks.model import Parsed
    from riftcheck.decks.stats import Castability
    from riftcheck.goldfish.execution.runner import JobOutcome


class RuneGames:
    """A comparison of a list, A, with the same list and the best split of its runes that is not its own, B.

    :raises Refused: if the list cannot be played, is illegal and that was not allowed, or has no other split.
    """

    def __init__(self, source: str, read: Parsed, found: Castability, given: dict[str, Any]) -> None:
        other = next((split for split in found.splits if not split.own), None)
        if other is None:
            raise Refused(f"{source}: runes of one domain have one split; there is no other to play against it.")
        self._simulation = StudyCommand(usual_options(**given))
        self._runes = {"a": {} if found.own is None else found.own.runes, "b": other.runes}
        entered = self._simulation.enter(source, read)
        db = self._simulation.db
        named: dict[str, str] = {
            domain: card.name for card in db.cards if card.kind == "rune" for domain in card.domains
        }
        names = [named[domain] for domain, count in other.runes.items() for _ in range(count)]
        lists = [entered, with_runes(entered, names, db)]
        runs = [self._simulation.run_of(one.listed) for one in lists]
        self._study = self._simulation.study("compare", lists, runs)
        self._played: JobOutcome | None = None
        self._document: dict[str, Any] = {}

    def play(self) -> None:
        """Play the games, with a progress bar where standard error is a terminal."""
        self._played = self._simulation.play(self._study, lambda part: f"{part.stop} games")
        self._document = self._study.document(self._played)

    def to_json(self) -> dict[str, Any]:
        """Return the runes of both by domain, the seed and the comparison."""
        return {"runes": self._runes, "seed": self._simulation.seed, "comparison": self._document}

    def show(self) -> None:
        """Write the comparison for people."""
        page = Page()
        own, other = (rune_counts(self._runes[side]) or "no runes" for side in "ab")
        page.line()
        page.line(f"Played, seed {self._simulation.seed}: A is the list with {own}; B has {other}.", "bold")
        print_lines(page, compare_lines(self._document, width=page.width, plain=only_ascii(page)))

    def exit_if_stopped(self) -> None:
        """Leave with the exit code of Ctrl-C if the games were stopped by it."""
        if self._played is not None:
            exit_if_stopped(self._played)
