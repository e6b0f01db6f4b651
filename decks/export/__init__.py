"""A deck list in the forms that other programs read: text, sections, deck code, Tabletop Simulator and JSON."""

from decks.codes import DeckWriteError
from decks.export.core import TARGETS, Export, Target, export, returns_same

__all__ = ["TARGETS", "DeckWriteError", "Export", "Target", "export", "returns_same"]
