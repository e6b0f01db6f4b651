"""The ledger of the rules: what each rule has here, a scenario, a place in the code, or a reason for neither.

`python -m ledger` writes `docs/rules-coverage.md`. Not part of what is installed.
"""
