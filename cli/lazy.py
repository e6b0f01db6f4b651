"""Groups of commands that import a command only when it is run, so that the others cost nothing."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from riftcheck.cli.help_formatter import HelpContext

if TYPE_CHECKING:
    from collections.abc import Mapping


class LazyGroup(click.Group):
    """A group whose commands are named with their module and their line of help.

    Each module holds its command as `command`; the lines of help stand here, so that listing them imports nothing.
    """

    context_class = HelpContext

    def __init__(self, *args: Any, lazy: Mapping[str, tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lazy = dict(lazy)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click's signature)
        """Return the names of the commands, in the order in which they are listed."""
        return list(self.lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 (click's signature)
        """Return a command by its name, None where there is none."""
        if cmd_name not in self.lazy:
            return None
        command: click.Command = import_module(self.lazy[cmd_name][0]).command
        command.context_class = HelpContext
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 (click's signature)
        """Write the list of commands for --help."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in self.lazy.items()])
