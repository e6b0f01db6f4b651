"""The `riftcheck` script: the commands by name, and how a run ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

import click
from click.shell_completion import shell_complete

from riftcheck import __version__
from riftcheck.build import StaleBuildError, checked_build
from riftcheck.cli.lazy import LazyGroup

if TYPE_CHECKING:
    from collections.abc import Callable

NAME: Final = "riftcheck"
FAILED: Final = 2
INTERRUPTED: Final = 130  # 128 and the number of the signal, as shells tell it
BROKEN_PIPE: Final = 141
_COMPLETE: Final = "_RIFTCHECK_COMPLETE"  # by which a shell asks for completions


def _tell_version(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked:
        click.echo(f"{NAME} {__version__} ({checked_build()})")
        ctx.exit()


@click.group(
    cls=LazyGroup,
    lazy={
        "validate": ("riftcheck.cli.validate", "Check deck lists against the rules of a format."),
        "convert": ("riftcheck.cli.convert", "Write a deck list in another form."),
        "stats": ("riftcheck.cli.stats", "Show the curve and the exact odds of a deck."),
        "runes": ("riftcheck.cli.runes", "Show which split of the runes pays for a deck best."),
        "hand": ("riftcheck.cli.hand", "Deal sample opening hands."),
        "diff": ("riftcheck.cli.diff", "Show what differs between two deck lists."),
        "cards": ("riftcheck.cli.cards", "Search, show, fetch and check card data."),
        "play": ("riftcheck.cli.play", "Play a deck list at the terminal."),
        "goldfish": ("riftcheck.cli.goldfish", "Play a deck list many times and count."),
        "compare": ("riftcheck.cli.compare", "Compare two deck lists by the games that they play."),
        "sweep": ("riftcheck.cli.sweep", "Try small changes of a deck list and rank them."),
        "mulligans": ("riftcheck.cli.mulligans", "Compare mulligan policies of a deck list."),
        "scenario": ("riftcheck.cli.scenario", "Run rulings written as YAML on the engine."),
        "serve": ("riftcheck.cli.serve", "Start the web server with the API and the page."),
        "keys": ("riftcheck.cli.keys", "Make, list and withdraw the keys of a server's callers."),
    },
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="""\b
Examples:
  riftcheck validate deck.txt
  riftcheck validate lists/ --csv register.csv
  riftcheck convert deck.txt --to code
  riftcheck cards search "d:fury t:unit e<=2"
  riftcheck --cards my-cards/ validate deck.txt""",
)
@click.option(
    "--cards",
    "folders",
    metavar="DIR",
    multiple=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Lay the card YAML of a folder over the shipped cards; may be given again. RIFTCHECK_CARDS does the same.",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_tell_version,
    help="Show the version and the build, and exit.",
)
def app(folders: tuple[Path, ...]) -> None:
    """Check Riftbound decks, convert and study them, and search the cards."""  # cli.options reads the folders


def main() -> NoReturn:
    """Run the command line and leave with its exit code. Nothing that a user does wrong shows a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            # What the terminal cannot show is written as an escape instead of failing.
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    code = _guarded(_run)
    sys.exit(_guarded(_flush) or code)


def _guarded(work: Callable[[], int]) -> int:
    """Return the exit code of some work, whatever stops it."""
    try:
        return work()
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return BROKEN_PIPE
    except StaleBuildError as error:
        click.echo(f"Error: {error}", err=True)
        return FAILED
    except OSError as error:  # a disk that is full, a terminal that is gone
        _drop_output()
        click.echo(f"Error: {error}", err=True)
        return FAILED


def _run() -> int:
    """Do what click's `main` does, but leave the ways in which a run ends to `_guarded`."""
    instruction = os.environ.get(_COMPLETE)
    if instruction:
        return shell_complete(app, {}, NAME, _COMPLETE, instruction)
    with app.make_context(NAME, sys.argv[1:]) as ctx:
        app.invoke(ctx)
    return 0


def _flush() -> int:
    if sys.stdout is not None:
        sys.stdout.flush()
    return 0


def _drop_output() -> None:
    """Send what is still buffered nowhere, so that the interpreter does not complain of it at its end."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
