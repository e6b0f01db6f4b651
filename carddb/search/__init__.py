"""Searching cards: the query language of docs/search.md, and names from parts or misspellings of them."""

from riftcheck.carddb.search.completion import autocomplete, named_fuzzy
from riftcheck.carddb.search.evaluate import search
from riftcheck.carddb.search.fields import FIELD_LIST, FIELD_NAMES, FIELDS, IS_VALUES, SORTABLE
from riftcheck.carddb.search.keys import card_keys, description_keys
from riftcheck.carddb.search.lexer import MAX_QUERY
from riftcheck.carddb.search.parser import MAX_TERMS

__all__ = [
    "FIELDS",
    "FIELD_LIST",
    "FIELD_NAMES",
    "IS_VALUES",
    "MAX_QUERY",
    "MAX_TERMS",
    "SORTABLE",
    "autocomplete",
    "card_keys",
    "description_keys",
    "named_fuzzy",
    "search",
]
