"""Write the ledger anew: `python -m ledger`.

Takes what a scenario has come to name out of `docs/data/rules-open.txt` and `docs/data/rules-without-scenario.yaml`,
writes `docs/rules-coverage.md`, and prints how many rules have a scenario; with something wrong it says so and ends
with 1.
"""

from __future__ import annotations

import sys

from ledger.entries import AIM, FLOOR, problems, read_ledger, settled, shown_in_play
from ledger.numbers import LedgerError
from ledger.page import PAGE, page_of
from ledger.reasons import OPEN_FILE, REASONS_FILE, open_text, reasons_text


def main() -> int:
    """Write the three files; return 1 if the ledger contradicts itself."""
    try:
        ledger = settled(read_ledger())
    except LedgerError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    REASONS_FILE.write_text(reasons_text(ledger.numbers, ledger.reasons), "utf-8")
    OPEN_FILE.write_text(open_text(ledger.numbers, ledger.unwritten), "utf-8")
    PAGE.write_text(page_of(ledger), "utf-8")
    sys.stdout.write(f"{shown_in_play(ledger)} rules of play have a scenario; the floor is {FLOOR}, the aim {AIM}.\n")
    wrong = problems(ledger)
    sys.stderr.write("".join(f"{sentence}\n" for sentence in wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
