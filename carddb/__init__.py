"""The card database: cards, printings, sets, formats and bans from YAML, and the look-ups over them."""

from riftcheck.carddb.database import NO_MATCH, CardDatabase, Match
from riftcheck.carddb.errors import CardDataError, DataProblem, QueryError, SyncError
from riftcheck.carddb.model import DOMAINS, Card, CardSet, Format, Printing
from riftcheck.carddb.snapshot import load, load_default, setting_folders, user_overlay

__all__ = [
    "DOMAINS",
    "NO_MATCH",
    "Card",
    "CardDataError",
    "CardDatabase",
    "CardSet",
    "DataProblem",
    "Format",
    "Match",
    "Printing",
    "QueryError",
    "SyncError",
    "load",
    "load_default",
    "setting_folders",
    "user_overlay",
]
