"""`riftcheck scenario`: rulings as YAML, run on the engine."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from riftcheck.carddb.errors import CardDataError
from riftcheck.carddb.printable import clean
from riftcheck.cli import options
from riftcheck.cli.terminal import print_json
from riftcheck.scenario.format.reader import read_file, scenario_files
from riftcheck.scenario.runner import FAILS, FAULTY, HOLDS, run
from riftcheck.scenario.setup.cards import Pools
from riftcheck.scenario.steps.trace import step_lines

if TYPE_CHECKING:
    from riftcheck.scenario.format.reader import Scenario
    from riftcheck.scenario.runner import Outcome
    from riftcheck.scenario.steps.trace import Trace

EXIT_CODES: Final = {FAULTY: 2, FAILS: 1, HOLDS: 0}


@click.command(
    "scenario",
    epilog="""\b
Examples:
  riftcheck scenario rulings.yaml
  riftcheck scenario rulings/ --name stunned
  riftcheck scenario rulings.yaml --name stunned --trace
  riftcheck scenario rulings.yaml --blank "Void Seeker"

\b
Exit codes:
  0  every scenario holds
  1  a scenario does not hold
  2  a file or scenario cannot be read or run""",
)
@click.argument("paths", metavar="FILE_OR_FOLDER...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--name", "part", metavar="WORDS", default="", help="Run only scenarios with these words in their name.")
@click.option(
    "--blank",
    metavar="CARD",
    multiple=True,
    help="Play this card as if it had no abilities; may be given again. A scenario that proves it must then fail.",
)
@click.option(
    "--trace",
    is_flag=True,
    help="Print each step's questions: who is asked, the options, the answer, and the place in the file that gave it.",
)
@options.as_json
@options.cards_option
def command(paths: tuple[Path, ...], part: str, blank: tuple[str, ...], *, trace: bool, as_json: bool) -> None:
    """Run rulings written in YAML on the game engine: a setup, steps, and what must then be true.

    A scenario that does not hold is printed with the line that fails, what was found instead, and the board. If an
    action is not offered, the message gives the reason, such as a missing target. docs/scenarios.md explains the
    format. `riftcheck cards show NAME` lists the names of a card's optional costs.
    """
    db = options.load_cards()
    scenarios, faults, unread = _read(paths)
    lists = [node for scenario in scenarios for node in (scenario.for_all, scenario.own) if node is not None]
    own = {entry["name"] for node in lists for entry in node.value}
    blanked: set[str] = set()
    for name in blank:
        found = db.find(name).card
        if name not in own and found is None:
            near = ", ".join(db.suggest(name))
            raise options.Refused(f"--blank: no card {name!r}{f' ({near}?)' if near else ''}.")
        blanked.add(name if name in own or found is None else found.name)
    chosen = [scenario for scenario in scenarios if part.lower() in scenario.name.lower()]
    if not chosen and not faults:
        raise options.Refused(f"No scenario has {part!r} in its name.")
    pools = Pools(db)
    outcomes = [run(scenario, pools, frozenset(blanked), trace=trace) for scenario in chosen]
    faults += [str(problem) for problem in pools.faulty]
    if as_json:
        shown = [_json(outcome) for outcome in outcomes]
        print_json({"scenarios": shown, "faults": faults, "notes": pools.notes})
    else:
        _show(outcomes, faults, pools.notes, unread)
    worst = 2 if faults else max((EXIT_CODES[outcome.result] for outcome in outcomes), default=0)
    click.get_current_context().exit(worst)


def _read(paths: tuple[Path, ...]) -> tuple[list[Scenario], list[str], int]:
    """Return the scenarios of all paths, why files cannot be read, and how many files these are."""
    found: list[Scenario] = []
    faults: list[str] = []
    unread = 0
    for path in paths:
        if not path.exists():
            faults.append(f"{path}: there is no such file or folder")
            unread += 1
            continue
        files = scenario_files(path)
        if not files:
            faults.append(f"{path}: the folder has no .yaml file")
            unread += 1
        for file in files:
            try:
                found += read_file(file)
            except CardDataError as error:
                faults += [str(problem) for problem in error.problems]
                unread += 1
            except OSError as error:
                faults.append(f"{file}: {error.strerror}")
                unread += 1
    return found, faults, unread


def _json(outcome: Outcome) -> dict[str, Any]:
    scenario = outcome.scenario
    shown: dict[str, Any] = {
        "name": scenario.name,
        "file": scenario.file,
        "line": outcome.line or scenario.line,
        "result": outcome.result,
        "rules": list(scenario.rules),
        "cards_proved": list(scenario.cards_proved),
        "ruling": scenario.ruling,
        "versions": list(scenario.versions),
    }
    if outcome.result != HOLDS:
        more = {"version": outcome.version, "text": outcome.text, "message": outcome.message}
        shown |= more | {"picture": list(outcome.picture)}
    if outcome.traces:
        shown["traces"] = [asdict(trace) for trace in outcome.traces]
    return shown


def _show(outcomes: list[Outcome], faults: list[str], notes: list[str], unread: int) -> None:
    for fault in (*faults, *notes):
        click.echo(clean(fault))
    for outcome in outcomes:
        for trace in outcome.traces:
            _show_trace(outcome, trace)
        if outcome.result == HOLDS:
            continue
        click.echo(clean(f"{outcome.where}: {outcome.scenario.name} ({outcome.result}, rules {outcome.version})"))
        click.echo(clean(f"  {outcome.text}"))
        click.echo(clean(f"  {outcome.message}"))
        for line in outcome.picture:
            click.echo(clean(f"    {line}"))
    held = sum(outcome.result == HOLDS for outcome in outcomes)
    skipped = f"; {unread} path{'' if unread == 1 else 's'} not read" if unread else ""
    click.echo(f"{len(outcomes)} scenario{'' if len(outcomes) == 1 else 's'}, {held} hold{skipped}")


def _show_trace(outcome: Outcome, trace: Trace) -> None:
    scenario = outcome.scenario
    click.echo(clean(f"{scenario.file}:{scenario.line}: {scenario.name} (trace, rules {trace.version})"))
    for step in trace.steps:
        click.echo(clean(f"  {step.path}: {scenario.lines[step.line - 1].strip().removeprefix('- ')}"))
        for line in step_lines(step):
            click.echo(clean(f"    {line}"))
    if trace.open:
        click.echo(clean(f"  then: {trace.open}"))
