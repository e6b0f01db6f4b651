"""A deck list in the forms that other programs read: text, sections, deck code, Tabletop Simulator and JSON."""

from riftcheck.decks.codes import DeckWriteError
from riftcheck.decks.export.core import TARGETS, Export, Target, export, export_parsed

__all__ = ["TARGETS", "DeckWriteError", "Export", "Target", "export", "export_parsed"]
