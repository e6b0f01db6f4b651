"""The card database: cards, printings, sets, formats and bans from YAML, and the look-ups over them."""

from riftcheck.carddb.database import NOT_FOUND, CardDatabase, Lookup
from riftcheck.carddb.errors import CardDataError, DataProblem, QueryError, SyncError
from riftcheck.carddb.model import DOMAINS, Card, CardSet, Format, Printing
from riftcheck.carddb.snapshot import load, load_default, setting_folders, user_overlay

__all__ = [
    "DOMAINS",
    "NOT_FOUND",
    "Card",
    "CardDataError",
    "CardDatabase",
    "CardSet",
    "DataProblem",
    "Format",
    "Lookup",
    "Printing",
    "QueryError",
    "SyncError",
    "load",
    "load_default",
    "setting_folders",
    "user_overlay",
]
