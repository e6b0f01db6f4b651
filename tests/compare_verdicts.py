"""Compare the verdicts of two checkouts on all fixture lists, around every date on which the data changes.

`python -m tests.compare_verdicts BEFORE AFTER` validates each list of `tests/fixtures/lists` and `radiance` of AFTER by
both programs, in each format and at both levels, on each date that a file of card data names and on the day before. It
counts the differences in verdict and issue codes by cause, prints one example of each, and ends with 1 if a difference
has no known cause. It takes half a minute and is not part of the tests.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from datetime import date, timedelta
from pathlib import Path
from typing import Final

FORMATS: Final = ("constructed", "constructed-2v2", "sealed", "draft", "casual-match")
LEVELS: Final = ("high", "low")
LAST: Final = date(2026, 12, 31)
# Further dates: before the first rules, and around the first date on which the age of the data is shown.
MORE: Final = ("2025-06-01", "2025-06-02", "2026-11-28", "2026-12-21", "2026-12-22")
# Lists made from one of the fixtures by changing a line, for causes that no fixture list shows.
PROBED: Final = "list-000"
PROBES: Final = {
    "a name that may be missing": ("1 Ruin Runner", "1 Flame Xyz"),
    "a name that no missing card has": ("1 Ruin Runner", "1 Zzyzx"),
    "a misspelt name": ("2 Rampage", "2 Rampagee"),
    "a number without a name": ("1 Ruin Runner", "1 RAD-011"),
    "a number of a series": ("1 Ruin Runner", "1 T1A-002"),
    "an unknown suffix": ("2 Rampage", "2 OGN-028b"),
    "a promo by its number": ("1 Ruin Runner", "1 OGN-036a"),
    "a card with extra legends": ("1 Ruin Runner", "1 Neeko, Blending In"),
    "a version 6 code": ("", "CYAAEAYBAIAAABAJAEAQCAAABUAAAAYAACMAEAAAUABAAAFEAI"),
}
Finding = tuple[str, list[str]]
Record = dict[str, Finding]
# Causes of known differences, by the codes that differ or by the rejection of the date: decision 0029 explains them.
CAUSES: Final = {
    "sideboard-size": "history of the Tournament Rules: sideboard of 10 from 2026-07-24",
    "main-size": "history of the Tournament Rules: sealed decks of exactly 25 before 2026-01-30",
    "rejected": "history of the Tournament Rules: draft exists from 2026-01-30",
    "banned": "history of the Tournament Rules: product exemption from 2026-04-29",
    "product-exempt": "history of the Tournament Rules: product exemption from 2026-04-29",
    "product-differs": "history of the Tournament Rules: product exemption from 2026-04-29",
    "data-age": "data age",
    "extra-legend-few": "Core Rules 1.5 and Tournament Rules of 2026-10-09",
    "printing-unknown": "printings and suffixes",
    "read": "deck codes of version 6",
    "verdict": "undetermined",
    "unknown-card": "undetermined",
    "misspelt-card": "undetermined",
}


def dates(*trees: Path) -> list[str]:
    """Return each date in the card data of some checkouts, the date before each, and the dates of `MORE`."""
    text = "".join(path.read_text("utf-8") for tree in trees for path in sorted((tree / "carddb/data").glob("*.yaml")))
    named = {date.fromisoformat(found) for found in re.findall(r"\b20\d\d-\d\d-\d\d\b", text)}
    days = {day - timedelta(days=back) for day in named for back in (0, 1)}
    return sorted({day.isoformat() for day in days if date(2025, 6, 1) <= day <= LAST} | {*MORE})


def record(job: Path, result: Path) -> None:
    """Write the verdict and issue codes of each case of a job, computed by the imported riftcheck."""
    import riftcheck  # the one of the checkout in which this process runs

    asked = json.loads(job.read_text("utf-8"))
    cards = riftcheck.load()
    found: Record = {}
    for name, text in asked["lists"].items():
        for fmt in FORMATS:
            for level in LEVELS:
                for day in asked["dates"]:
                    try:
                        report = riftcheck.check(text, date=day, format=fmt, level=level, cards=cards)
                    except riftcheck.RiftcheckError:
                        found[f"{name} {fmt} {level} {day}"] = ("rejected", [])
                        continue
                    codes = sorted(f"{issue.code} {issue.severity}" for issue in report.issues)
                    found[f"{name} {fmt} {level} {day}"] = (report.verdict, codes)
    result.write_text(json.dumps(found), "utf-8")


def recorded(tree: Path, job: Path, folder: Path, name: str) -> Record:
    """Return the verdicts and issue codes of a job, computed in a process of a checkout."""
    result = folder / f"{name}.json"
    command = [sys.executable, str(Path(__file__).resolve()), "--record", str(job), str(result)]
    subprocess.run(command, cwd=tree, env={**os.environ, "PYTHONPATH": str(tree)}, check=True)
    return {case: (verdict, codes) for case, (verdict, codes) in json.loads(result.read_text("utf-8")).items()}


def causes(before: Finding, after: Finding) -> set[str]:
    """Return the causes of a difference; an empty text means an unknown cause."""
    if "rejected" in (before[0], after[0]):
        return {CAUSES["read" if before[0] == "rejected" else "rejected"]}
    was, now = ({code.partition(" ")[0] for code in codes} for codes in (before[1], after[1]))
    found = {CAUSES.get(code, "") for code in was ^ now}
    if {code.partition(" ")[0] for code in {*before[1]} ^ {*after[1]}} & {"data-age"}:
        found.add(CAUSES["data-age"])
    if (was - now) & {"unknown-card", "misspelt-card"}:  # a name that is a card now
        found = (found - {CAUSES["unknown-card"]}) | {CAUSES["printing-unknown"]}
    elif before[0] != after[0] and found <= {CAUSES["data-age"]}:
        found.add(CAUSES["verdict"])
    return found or {""}


def main(before: Path, after: Path) -> int:
    """Compare two checkouts; return 1 if a difference has no known cause."""
    lists = {
        path.stem: path.read_text("utf-8")
        for folder in ("lists", "radiance")
        for path in sorted((after / "tests/fixtures" / folder).glob("*.txt"))
    }
    for name, (line, other) in PROBES.items():
        lists[name.replace(" ", "-")] = lists[PROBED].replace(line, other) if line else other
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        job = folder / "job.json"
        job.write_text(json.dumps({"lists": lists, "dates": dates(before, after)}), "utf-8")
        old, new = (recorded(tree, job, folder, name) for tree, name in ((before, "before"), (after, "after")))
    counts: Counter[str] = Counter()
    verdicts: Counter[str] = Counter()
    examples: dict[str, str] = {}
    for case, was in old.items():
        if was == new[case]:
            continue
        for cause in causes(was, new[case]):
            counts[cause] += 1
            verdicts[cause] += was[0] != new[case][0]
            examples.setdefault(cause, f"{case}: {was} -> {new[case]}")
    print(f"{len(old)} cases, {sum(was != new[case] for case, was in old.items())} differ.")  # noqa: T201
    for cause, count in sorted(counts.items()):
        print(f"{count} ({verdicts[cause]} verdicts) {cause or 'UNKNOWN CAUSE'}\n    {examples[cause]}")  # noqa: T201
    return 1 if "" in counts else 0


if __name__ == "__main__":
    if sys.argv[1] == "--record":
        record(Path(sys.argv[2]), Path(sys.argv[3]))
    else:
        raise SystemExit(main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()))
