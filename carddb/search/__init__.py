"""Searching cards: the query language of docs/search.md, and names from parts or misspellings of them."""

from riftcheck.carddb.search.completion import autocomplete, named_fuzzy
from riftcheck.carddb.search.evaluate import search
from riftcheck.carddb.search.fields import FIELD_NAMES, FIELDS, IS_VALUES, SORTABLE
from riftcheck.carddb.search.lexer import MAX_QUERY
from riftcheck.carddb.search.parser import MAX_TERMS

__all__ = [
    "FIELDS",
    "FIELD_NAMES",
    "IS_VALUES",
    "MAX_QUERY",
    "MAX_TERMS",
    "SORTABLE",
    "autocomplete",
    "named_fuzzy",
    "search",
]
