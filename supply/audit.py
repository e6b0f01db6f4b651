"""`make audit`: run pip-audit on everything in the locks.

pip-audit skips packages that it cannot look up, and still exits with success. Here a skipped package is reported like a
known vulnerability.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from supply.locks import LockError, pins_of, plain_name, rounds

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from supply.locks import Pin

_OPTIONS: Final = ("--disable-pip", "--require-hashes", "--format=json", "--progress-spinner=off", "--desc=off")
_LOCKS: Final = Path(__file__).parent.parent / "requirements"
_ANSWERS: Final = frozenset({0, 1})  # exit codes of pip-audit with a report: without and with vulnerabilities


class AuditError(Exception):
    """pip-audit cannot be run, or its report cannot be read."""


def faults(pins: Sequence[Pin], answer: Any) -> Iterator[str]:
    """Yield a sentence for each known vulnerability of a pin, and for each pin that was not audited.

    :raises AuditError: if the answer is not of the form that pip-audit has.
    """
    audited = set()
    try:
        for entry in answer["dependencies"]:
            name = plain_name(entry["name"])
            if "skip_reason" in entry:
                audited |= {(pin.name, pin.version) for pin in pins if pin.name == name}
                yield f"{name}: not audited: {entry['skip_reason']}"
                continue
            audited.add((name, entry["version"]))
            for known in entry["vulns"]:
                fixed = " or ".join(known["fix_versions"]) or "no version yet"
                yield f"{name} {entry['version']}: {known['id']}, fixed in {fixed}"
    except (KeyError, TypeError, AttributeError) as error:
        raise AuditError(f"pip-audit prints a report of unknown form: {error!r}") from None
    for pin in pins:
        if (pin.name, pin.version) not in audited:
            yield f"{pin.name} {pin.version}: not audited: it is missing from the report of pip-audit"


def ask(command: Sequence[str], pins: Sequence[Pin]) -> Any:
    """Return the report of pip-audit on some pins, each name at most once.

    :raises AuditError: if pip-audit cannot be run.
    """
    with tempfile.TemporaryDirectory() as folder:
        listed = Path(folder) / "requirements.txt"
        listed.write_text("".join(f"{pin.requirement}\n" for pin in pins), "utf-8")
        words = [*command, *_OPTIONS, f"--requirement={listed}"]
        try:
            ran = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603 - our own words
        except OSError as error:
            raise AuditError(f"{command[0]} cannot be run: {error.strerror}") from None
    try:
        return json.loads(ran.stdout if ran.returncode in _ANSWERS else "")
    except ValueError:
        last = (ran.stderr.strip().splitlines() or ["it prints nothing"])[-1]
        raise AuditError(f"pip-audit ended with {ran.returncode} and without a report: {last}") from None


def main(words: Sequence[str] | None = None) -> int:
    """Audit the locks; return 0 only if every pin was audited and has no known vulnerability."""
    parser = argparse.ArgumentParser(prog="python -m supply.audit", description=__doc__)
    parser.add_argument("--pip-audit", metavar="COMMAND", default="pip-audit", help="the program to run")
    parser.add_argument("locks", metavar="LOCK", nargs="*", type=Path, help="by default all in requirements/")
    given = parser.parse_args(words)
    try:
        pins = pins_of(given.locks or sorted(_LOCKS.glob("*.txt")))
        found = [fault for group in rounds(pins) for fault in faults(group, ask([given.pip_audit], group))]
    except (AuditError, LockError, OSError) as error:
        sys.stderr.write(f"The audit failed: {error}\n")
        return 1
    for fault in found:
        sys.stderr.write(f"{fault}\n")
    sys.stdout.write(f"{len(pins)} pins, {len(found)} errors.\n")
    return 1 if found or not pins else 0


if __name__ == "__main__":
    sys.exit(main())
