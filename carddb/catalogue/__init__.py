"""Catalogues of cards from outside: read, compared with the database, and laid over it through one gate."""
