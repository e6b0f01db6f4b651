"""Searching cards: the query language of docs/search.md, and names from parts or misspellings of them."""

from carddb.search.completion import autocomplete, named_fuzzy
from carddb.search.evaluate import search
from carddb.search.fields import FIELD_NAMES, FIELDS, IS_VALUES, SORTABLE
from carddb.search.lexer import MAX_QUERY
from carddb.search.parser import MAX_TERMS

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
