"""`make audit`: asks pip-audit about everything in the locks.

pip-audit passes over what it could not look up, and ends with success. Here that is a fault like a known one: an audit
that has audited nothing proves nothing.
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
_ANSWERS: Final = frozenset({0, 1})  # of pip-audit: nothing known, or something; it tells both in the same form


class AuditError(Exception):
    """pip-audit could not be asked, or its answer cannot be read."""


def faults(pins: Sequence[Pin], answer: Any) -> Iterator[str]:
    """Yield a sentence for each known fault of a pin, and for each pin that was not audited.

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
                mended = " or ".join(known["fix_versions"]) or "no version yet"
                yield f"{name} {entry['version']}: {known['id']}, mended in {mended}"
    except (KeyError, TypeError, AttributeError) as error:
        raise AuditError(f"pip-audit answers in another form: {error!r}") from None
    for pin in pins:
        if (pin.name, pin.version) not in audited:
            yield f"{pin.name} {pin.version}: not audited: pip-audit says nothing of it"


def ask(command: Sequence[str], pins: Sequence[Pin]) -> Any:
    """Return what pip-audit says of some pins, of which no name stands twice.

    :raises AuditError: if it cannot be asked.
    """
    with tempfile.TemporaryDirectory() as folder:
        listed = Path(folder) / "requirements.txt"
        listed.write_text("".join(f"{pin.requirement}\n" for pin in pins), "utf-8")
        words = [*command, *_OPTIONS, f"--requirement={listed}"]
        try:
            told = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603 - our own words
        except OSError as error:
            raise AuditError(f"{command[0]} cannot be run: {error.strerror}") from None
    try:
        return json.loads(told.stdout if told.returncode in _ANSWERS else "")
    except ValueError:
        last = (told.stderr.strip().splitlines() or ["it says nothing"])[-1]
        raise AuditError(f"pip-audit ended with {told.returncode} and without an answer: {last}") from None


def main(words: Sequence[str] | None = None) -> int:
    """Audit the locks; return 0 only if every pin was audited and nothing is known of it."""
    parser = argparse.ArgumentParser(prog="python -m supply.audit", description=__doc__)
    parser.add_argument("--pip-audit", metavar="COMMAND", default="pip-audit", help="the program to ask")
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
    sys.stdout.write(f"{len(pins)} pins, {len(found)} faults.\n")
    return 1 if found or not pins else 0


if __name__ == "__main__":
    sys.exit(main())
