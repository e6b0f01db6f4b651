"""`riftcheck serve`: the web server."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from riftcheck.api.serve import serve
from riftcheck.api.settings import SettingError
from riftcheck.cli import options

if TYPE_CHECKING:
    from pathlib import Path

_SETTING = "RIFTCHECK_CARDS"


@click.command(
    "serve",
    epilog="""\b
Examples:
  riftcheck serve
  riftcheck serve --host 0.0.0.0 --port 80""",
)
@click.option("--host", metavar="H", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", metavar="P", type=click.IntRange(0, 65535), default=8000, show_default=True, help="The port; 0 takes any."
)
def command(host: str, port: int) -> None:
    """Start the web server: the API under /v1, its document under /docs, and the page under /."""
    _share(options.card_folders())
    try:
        serve(host, port)
    except SettingError as error:
        raise options.Refused(str(error)) from None


def _share(folders: list[Path]) -> None:
    """Hand the folders of --cards on to the server and its workers, by the setting that they read."""
    split = [str(folder) for folder in folders if os.pathsep in str(folder)]
    if split:
        raise options.Refused(f"The server cannot take a folder with {os.pathsep!r} in its path: {split[0]}")
    if folders:
        given = os.environ.get(_SETTING, "").split(os.pathsep)
        os.environ[_SETTING] = os.pathsep.join([folder for folder in (*given, *map(str, folders)) if folder])
