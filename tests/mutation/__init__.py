"""Mutants of the rules, of costs and of the reader of lists: small faults that the tests must notice.

`mutants.yaml` has mutants that were drawn by seed, each with a test that kills it, or with `survives` and the reason.
`python -m tests.mutation run` applies each mutant to a copy of the tree and runs the test that is named with it.
docs/mutation.md says how many the quick tests kill.
"""
