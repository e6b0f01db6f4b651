"""`riftcheck keys create`: a new key, told once."""

from __future__ import annotations

from typing import Any, Final

import click

from riftcheck.api.limits.networks import MOST, rate
from riftcheck.api.limits.scopes import SCOPES
from riftcheck.carddb.printable import clean
from riftcheck.cli import options
from riftcheck.cli.keys.key_store import LIMITS, opened_store, to_json
from riftcheck.cli.terminal import Page, print_json
from riftcheck.store.capacity import Allowance

_LONGEST: Final = 100  # characters of a label


class _Rate(click.ParamType[int]):
    """Requests a minute, or `none`."""

    name = "rate"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            return value if isinstance(value, int) else rate(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


_COUNT: Final = click.IntRange(1, MOST)


@click.command(
    "create",
    epilog="""\b
Examples:
  riftcheck keys create "A deck site" --light 6000 --heavy 200
  riftcheck keys create "Our venue" --scope read --scope decks
  riftcheck keys create "Our tester" --heavy none --jobs 50 --json""",
)
@click.argument("label", metavar="LABEL")
@click.option("--light", metavar="N", type=_Rate(), help="Light requests a minute, or none. [default: the server's]")
@click.option("--heavy", metavar="N", type=_Rate(), help="Heavy requests a minute, or none. [default: the server's]")
@click.option("--jobs", metavar="N", type=_COUNT, help="How many jobs may be open. [default: the server's]")
@click.option("--games", metavar="N", type=_COUNT, help="How many games may be open. [default: the server's]")
@click.option(
    "--scope",
    "scopes",
    metavar="SCOPE",
    multiple=True,
    type=click.Choice(SCOPES),
    help=f"What it is for: {', '.join(SCOPES)}; may be given again. [default: all]",
)
@options.as_json
def command(label: str, scopes: tuple[str, ...], *, as_json: bool, **limits: int | None) -> None:
    """Make a key for the caller of a LABEL and print it. It is told this once: only its hash is stored."""
    label = " ".join(clean(label).split())
    if not 0 < len(label) <= _LONGEST:
        raise options.Refused(f"A label has 1 to {_LONGEST} characters; this one has {len(label)}.")
    chosen = [scope for scope in SCOPES if scope in scopes] or SCOPES
    with opened_store() as store:
        key, made = store.create(label, chosen, Allowance(**limits))
    shown = to_json(made)
    if as_json:
        print_json({"key": key, **shown})
        return
    page = Page()
    page.line("The key, told this once; only its hash is stored:")
    page.line()
    page.line(key, indent=2)
    page.line()
    rows = [(name, str(shown[name] or "the server's")) for name in LIMITS]
    page.pairs([("id", made.id), ("label", made.label), ("scopes", ", ".join(made.scopes)), *rows])
