"""The numbers of games played at random, as data: adding them up, reading and writing `docs/data/cards-played.json`."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from ledger.numbers import ROOT, LedgerError

if TYPE_CHECKING:
    from pathlib import Path

FIGURES_FILE: Final = ROOT / "docs/data/cards-played.json"
COMMAND: Final = "python -m ledger play"


@dataclass(slots=True)
class Happened:
    """The counts of a part of a card: games in which it happened, times that it did, times it was carried out."""

    games: int = 0
    times: int = 0
    done: int = 0

    def add(self, other: Happened) -> None:
        """Add what other games had."""
        self.games += other.games
        self.times += other.times
        self.done += other.done


@dataclass(slots=True)
class CardFigures:
    """The counts of a card: games it was in, decisions that offered it, times it was played; its parts by key."""

    games: int = 0
    offered: int = 0
    played: int = 0
    parts: dict[str, Happened] = field(default_factory=dict)

    def part(self, key: str) -> Happened:
        """Return the figures of a part; what never happened has zeros."""
        return self.parts.get(key, Happened())

    def add(self, other: CardFigures) -> None:
        """Add what other games had."""
        self.games += other.games
        self.offered += other.offered
        self.played += other.played
        for key, happened in other.parts.items():
            self.parts.setdefault(key, Happened()).add(happened)


@dataclass(slots=True)
class Figures:
    """The figures of some games. `faults` are games that broke, each with its seed and what was wrong."""

    games: int = 0
    decisions: int = 0
    modes: dict[str, int] = field(default_factory=dict)
    cards: dict[str, CardFigures] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def card(self, name: str) -> CardFigures:
        """Return the figures of a card; of one that was in no game, zeros."""
        return self.cards.get(name, CardFigures())

    def add(self, other: Figures) -> None:
        """Add what other games had."""
        self.games += other.games
        self.decisions += other.decisions
        for mode, count in other.modes.items():
            self.modes[mode] = self.modes.get(mode, 0) + count
        for name, figures in other.cards.items():
            self.cards.setdefault(name, CardFigures()).add(figures)
        self.faults += other.faults


def figures_text(figures: Figures) -> str:
    """Return the text of the data file: a line for each card, by name."""
    modes = json.dumps(dict(sorted(figures.modes.items())))
    cards = ",\n".join(f"  {json.dumps(name)}: {_card_text(figures.cards[name])}" for name in sorted(figures.cards))
    faults = "".join(f"\n  {json.dumps(fault)}," for fault in figures.faults).rstrip(",")
    head = {"made-by": COMMAND, "games": figures.games, "decisions": figures.decisions}
    parts = [f" {json.dumps(key)}: {json.dumps(value)}" for key, value in head.items()]
    parts += [f' "modes": {modes}', f' "faults": [{faults}]', f' "cards": {{\n{cards}\n }}']
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _card_text(card: CardFigures) -> str:
    parts = {key: [one.games, one.times, one.done] for key, one in sorted(card.parts.items())}
    return json.dumps({"games": card.games, "offered": card.offered, "played": card.played, "parts": parts})


def read_figures(path: Path = FIGURES_FILE) -> Figures:
    """Return the figures of a data file.

    :raises LedgerError: if it is no such file.
    """
    try:
        return figures_from(json.loads(path.read_text("utf-8")))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise LedgerError(f"{path.name}: {error!r}; run `{COMMAND}`, which writes the file again.") from None


def figures_from(value: Any) -> Figures:
    """Return the figures that a data file holds as JSON."""
    cards = {
        name: CardFigures(
            card["games"],
            card["offered"],
            card["played"],
            {key: Happened(*numbers) for key, numbers in card["parts"].items()},
        )
        for name, card in value["cards"].items()
    }
    return Figures(value["games"], value["decisions"], value["modes"], cards, value["faults"])
