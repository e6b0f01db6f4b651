"""Groups of commands that import a command only when it is run, so that the others cost nothing."""

from __future__ import annotations

from difflib import get_close_matches
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

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first word names, and the words after it; names that are like it are offered.

        :raises UsageError: if there is no such command.
        """
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            like = get_close_matches(args[0], self.lazy)
            if not like:
                raise
            raise click.UsageError(f"{error.message} Did you mean {' or '.join(like)}?", ctx) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 (click's signature)
        """Write the list of commands for --help."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in self.lazy.items()])
