"""`python -m riftcheck` is `riftcheck`."""

from riftcheck.cli.main import main

main()
