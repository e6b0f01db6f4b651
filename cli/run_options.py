"""The options of the commands that play many games: `goldfish`, `compare`, `sweep`, `mulligans` and `runes --games`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from riftcheck.cli import options
from riftcheck.engine.compile.pool import REFUSE, UNSUPPORTED
from riftcheck.goldfish.plan.presets import PASSIVE
from riftcheck.goldfish.plan.run import DEFAULT_TURNS, FIRST, MAX_TURNS
from riftcheck.goldfish.policies import DEFAULT, POLICIES
from riftcheck.goldfish.studies.elimination import BUDGET
from riftcheck.goldfish.studies.request import LEAST_GAMES

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

_Command = TypeVar("_Command", bound="Callable[..., Any]")
GAMES: Final = 1000
_MOST_JOBS: Final = 256
_BUDGET_OPTION: Final = click.option(
    "--budget",
    metavar="B",
    type=click.IntRange(1, options.MOST_GAMES),
    help=f"The games of all lists together: what does worse leaves, and the others play on. [default: {BUDGET}]",
)
_MULLIGAN_OPTION: Final = click.option(
    "--mulligan",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="What to keep of an opening hand, as YAML or JSON.",
)
_OPTIONS: Final = (
    click.option(
        "--seed",
        metavar="S",
        type=click.IntRange(0, 2**63 - 1),
        help="The same seed plays the same games. [default: a new one, which is told]",
    ),
    click.option(
        "--jobs",
        metavar="J",
        type=click.IntRange(1, _MOST_JOBS),
        help="Processes that play; results do not depend on it. [default: one a core]",
    ),
    click.option(
        "--policy",
        metavar="P",
        default=DEFAULT,
        show_default=True,
        help=f"Who plays the list: {', '.join(POLICIES)}; with options as in planner:budget=64,samples=2.",
    ),
    click.option(
        "--opponent",
        metavar="WHO",
        default=PASSIVE,
        show_default=True,
        help="passive, blocker, removal or racer (docs/goldfish.md), a FILE with a script, a second LIST, which the "
        "planner plays (greedy with --policy greedy), or field:FOLDER, lists with weights, which the planner plays. A "
        "file of such a name is given as ./NAME.",
    ),
    click.option("--battlefield", metavar="NAME", help="The own battlefield. [default: drawn of those of the list]"),
    click.option(
        "--opponent-battlefield",
        metavar="NAME",
        help="The opponent's. [default: a blank one; of a LIST, drawn of its own]",
    ),
    click.option(
        "--first",
        type=click.Choice(FIRST),
        default="alternate",
        show_default=True,
        help="Who goes first: the list (play), the opponent (draw), or each in turn.",
    ),
    click.option(
        "--turns",
        metavar="T",
        type=click.IntRange(1, MAX_TURNS),
        default=DEFAULT_TURNS,
        show_default=True,
        help="The last turn of the list; a game that is not over then is not finished.",
    ),
    click.option(
        "--unsupported",
        type=click.Choice(UNSUPPORTED),
        default=REFUSE,
        show_default=True,
        help="What becomes of cards that cannot be executed: refuse the list; skip: they are drawn and never played; "
        "vanilla: units are cost and Might only, other cards are skipped.",
    ),
    click.option("--allow-illegal", is_flag=True, help="Play an illegal list too; every figure is then marked."),
    options.day_option,
    click.option(
        "--cluster",
        metavar="URL",
        help="Let the workers of a Dask cluster play, instead of processes here; the address of its scheduler, as in "
        "tcp://10.0.0.5:8786. docs/goldfish.md says how to start one.",
    ),
    click.option(
        "--game",
        metavar="N",
        type=click.IntRange(min=0),
        help="Tell the game of this number, from 0, instead of playing all.",
    ),
    click.option("--why", is_flag=True, help="With --game: tell what the planner plans, and why."),
    click.option(
        "--html",
        "page",
        metavar="FILE",
        type=click.Path(dir_okay=False, path_type=Path),
        help="Write the result as a page of HTML too.",
    ),
    click.option(
        "--csv",
        "table",
        metavar="FILE",
        type=click.Path(dir_okay=False, path_type=Path),
        help="Write a table too, with a row for each figure and the run that they are of.",
    ),
    options.as_json,
    options.cards_option,
)


def run_options(function: _Command) -> _Command:
    """Give a command the options of a run."""
    return _with(function, _games_option(1), *_OPTIONS, _MULLIGAN_OPTION)


def paired_options(function: _Command) -> _Command:
    """Give a command the options of runs of which each game is set against that of another."""
    return _with(function, _games_option(LEAST_GAMES), *_OPTIONS, _MULLIGAN_OPTION)


def budget_options(function: _Command) -> _Command:
    """Give a command the options of a run, with a budget in the place of games."""
    return _with(function, _BUDGET_OPTION, *_OPTIONS, _MULLIGAN_OPTION)


def arms_options(function: _Command) -> _Command:
    """Give a command the options of a run with a budget, but for its mulligan policy."""
    return _with(function, _BUDGET_OPTION, *_OPTIONS)


def _games_option(least: int) -> Callable[[_Command], _Command]:
    return click.option(
        "--games",
        metavar="N",
        type=click.IntRange(least, options.MOST_GAMES),
        default=GAMES,
        show_default=True,
        help="How many games.",
    )


def _with(function: _Command, *given: Callable[[_Command], _Command]) -> _Command:
    for option in reversed(given):
        function = option(function)
    return function


@dataclass(frozen=True, slots=True)
class RunOptions:
    """The options of a run, as given. `games` are those of each list, `budget` those of all; one of them is 0."""

    seed: int | None
    jobs: int | None
    policy: str
    opponent: str
    battlefield: str | None
    opponent_battlefield: str | None
    first: str
    turns: int
    unsupported: str
    allow_illegal: bool
    day: date | None
    cluster: str | None
    game: int | None
    why: bool
    page: Path | None
    table: Path | None
    as_json: bool
    games: int = 0
    budget: int = 0
    mulligan: Path | None = None


def usual_options(**given: Any) -> RunOptions:
    """Return the options of a run as a command without them takes them, but for those that are given."""

    @click.command("run")
    @run_options
    def usual() -> None:
        """Hold the options."""

    return RunOptions(**usual.make_context("run", []).params | given)
