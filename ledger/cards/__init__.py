"""The ledger of the cards of six sets: what the engine plays of each, and how often it was seen.

`python -m ledger play` plays games at random and writes `docs/data/cards-played.json`; `python -m ledger cards` writes
`docs/cards-coverage.md` from it, from the card database and from the scenarios.
"""
