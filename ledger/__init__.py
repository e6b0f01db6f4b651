"""The ledgers: what each rule of the game has here, and what the engine plays of each card.

`python -m ledger` writes `docs/rules-coverage.md` and `docs/cards-coverage.md`. Not part of what is installed.
"""
