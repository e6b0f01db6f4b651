"""The audit of what is locked: it passes only when everything was audited and nothing is known."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from supply.audit import AuditError, faults, main
from supply.locks import LockError, Pin, pins_of, rounds
from tests.paths import ROOT

LOCK: Final = """\
# by hand
flask==3.1.3 \\
    --hash=sha256:aa \\
    --hash=sha256:bb
    # via riftcheck
Ruamel.YAML[libyaml]==1.0 ; python_full_version < '3.12' \\
    --hash=sha256:cc
ruamel_yaml==2.0 ; python_full_version >= '3.12' \\
    --hash=sha256:dd
"""
FLASK: Final = Pin("flask", "3.1.3", "flask==3.1.3 --hash=sha256:aa --hash=sha256:bb")
OLD, NEW = (Pin("ruamel-yaml", f"{n}.0", f"ruamel-yaml=={n}.0 --hash=sha256:{h}") for n, h in ((1, "cc"), (2, "dd")))
# Answers for each pin that it is asked about, as `SAYS` tells, and ends with the code `ENDS`.
FAKE: Final = """\
#!{python}
import json, sys
from pathlib import Path
(listed,) = [word.partition("=")[2] for word in sys.argv if word.startswith("--requirement=")]
assert "--disable-pip" in sys.argv and "--require-hashes" in sys.argv
pins = [line.split()[0].split("==") for line in Path(listed).read_text().splitlines()]
assert len(pins) == len({{name for name, _ in pins}}), "a name twice"
assert "--hash=sha256:" in Path(listed).read_text()
found = []
for name, version in pins:
    {says}
print(json.dumps({{"dependencies": found, "fixes": []}}))
print("No known vulnerabilities found", file=sys.stderr)
sys.exit({ends})
"""
CLEAN: Final = 'found.append({"name": name, "version": version, "vulns": []})'
SKIPPED: Final = 'found.append({"name": name, "skip_reason": "not found on PyPI"})'
SKIPPED_ONE: Final = f'if name == "flask": {SKIPPED}\n    else: {CLEAN}'
FORGOTTEN: Final = f'if name != "flask": {CLEAN}'
OTHER_VERSION: Final = 'found.append({"name": name, "version": version + ".post1", "vulns": []})'
KNOWN: Final = 'found.append({"name": name, "version": version, "vulns": [{"id": "PYSEC-1", "fix_versions": ["9"]}]})'


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    found = tmp_path / "runtime.txt"
    found.write_text(LOCK, "utf-8")
    return found


def fake(folder: Path, says: str, ends: int = 0) -> str:
    """Return a program that answers as pip-audit does."""
    made = folder / "pip-audit"
    made.write_text(FAKE.format(python=sys.executable, says=says, ends=ends), "utf-8")
    made.chmod(0o755)
    return str(made)


def test_every_pin_is_read_for_whichever_python_it_is(lock: Path) -> None:
    assert pins_of([lock, lock]) == [FLASK, OLD, NEW]
    assert rounds([FLASK, OLD, NEW]) == [[FLASK, OLD], [NEW]]


@pytest.mark.parametrize("line", ["flask>=3", "flask==3.1.3", "-e .", "git+https://example.org/flask"])
def test_a_line_that_is_no_pin_with_hashes_is_refused(lock: Path, line: str) -> None:
    lock.write_text(f"{LOCK}{line}\n", "utf-8")
    with pytest.raises(LockError, match=r"runtime\.txt: .* is not a pin with hashes"):
        pins_of([lock])


def test_our_own_locks_are_read_whole() -> None:
    for lock in (ROOT / "requirements").glob("*.txt"):
        lines = [line for line in lock.read_text("utf-8").splitlines() if line and line[0] not in " #"]
        assert len(pins_of([lock])) == len(lines)


@pytest.mark.parametrize(
    ("program", "wanted"),
    [
        ((CLEAN, 0), ("", 0)),
        ((SKIPPED, 0), ("flask: not audited: not found on PyPI\n", 3)),
        ((SKIPPED_ONE, 0), ("flask: not audited: not found on PyPI\n", 1)),
        ((FORGOTTEN, 0), ("flask 3.1.3: not audited: it is missing from the report of pip-audit\n", 1)),
        ((OTHER_VERSION, 0), ("flask 3.1.3: not audited: it is missing from the report of pip-audit\n", 3)),
        ((KNOWN, 1), ("flask 3.1.3: PYSEC-1, fixed in 9\n", 3)),
        ((KNOWN, 0), ("flask 3.1.3: PYSEC-1, fixed in 9\n", 3)),
    ],
)
def test_only_a_whole_audit_without_a_fault_passes(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], lock: Path, program: tuple[str, int], wanted: tuple[str, int]
) -> None:
    told, count = wanted
    assert main(["--pip-audit", fake(tmp_path, *program), str(lock)]) == (1 if count else 0)
    shown = capfd.readouterr()
    assert shown.err.startswith(told)
    assert len(shown.err.splitlines()) == count
    assert shown.out == f"3 pins, {count} errors.\n"


@pytest.mark.parametrize("says", ['raise SystemExit("offline")', "print('nonsense')", "found = None"])
def test_a_program_without_an_answer_fails(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], lock: Path, says: str
) -> None:
    assert main(["--pip-audit", fake(tmp_path, says), str(lock)]) == 1
    assert capfd.readouterr().err.startswith("The audit failed: pip-audit ")


def test_a_program_that_is_not_there_and_a_lock_without_pins_fail(tmp_path: Path, lock: Path) -> None:
    assert main(["--pip-audit", str(tmp_path / "none"), str(lock)]) == 1
    assert main([str(tmp_path / "none.txt")]) == 1
    lock.write_text("", "utf-8")
    assert main(["--pip-audit", fake(tmp_path, CLEAN), str(lock)]) == 1


@pytest.mark.parametrize("answer", [None, [], {}, {"dependencies": [{}]}, {"dependencies": [{"name": "flask"}]}])
def test_an_answer_of_another_form_is_none(answer: Any) -> None:
    with pytest.raises(AuditError, match="of unknown form"):
        list(faults([FLASK], answer))


def make(*words: str) -> subprocess.CompletedProcess[str]:
    """Run make without setting up anything, by the Python that runs the tests."""
    command = ["make", "--silent", "--old-file=setup", f"BIN={Path(sys.executable).parent}", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_make_audit_fails_where_something_was_skipped(tmp_path: Path) -> None:
    assert make("audit", f"PIP_AUDIT={fake(tmp_path, CLEAN)}").returncode == 0
    skipped = make("audit", f"PIP_AUDIT={fake(tmp_path, SKIPPED_ONE)}")
    assert skipped.returncode == 2
    assert skipped.stderr.startswith("flask: not audited: ")


def test_make_sbom_lists_all_that_the_image_installs_and_is_the_same_each_time(tmp_path: Path) -> None:
    pytest.importorskip("cyclonedx_py", reason="cyclonedx-bom is not installed: `make setup`")
    written = []
    for number in range(2):
        place = tmp_path / f"sbom{number}.json"
        done = make("sbom", f"SBOM={place}")
        assert done.returncode == 0, done.stderr
        written.append(place.read_bytes())
    assert written[0] == written[1]
    shown = json.loads(written[0])
    assert (shown["bomFormat"], shown["metadata"]["component"]["name"]) == ("CycloneDX", "riftcheck")
    assert not {"serialNumber", "timestamp"} & {*shown, *shown["metadata"]}
    listed = {(one["name"], one["version"]) for one in shown["components"]}
    assert listed == {(pin.name, pin.version) for pin in pins_of([ROOT / "requirements" / "all.txt"])}
    assert b"file:" not in written[0]


def test_the_hosted_workflow_audits_every_change_and_every_week_and_ci_here_does_not() -> None:
    # YAML 1.1 reads the key `on` as true.
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8"))
    assert {"pull_request", "schedule"} <= set(workflow[True])
    steps = {name: [step.get("run") for step in job["steps"]] for name, job in workflow["jobs"].items()}
    assert "make audit" in steps["audit"]
    assert "make sbom" in steps["sbom"]
    assert "make audit" not in (ROOT / ".ci" / "run").read_text("utf-8")
