"""`python -m cli` is `riftcheck`."""

from cli.main import main

main()
