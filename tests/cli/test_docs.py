"""docs/cli.md against the commands: every command and option stands in it, and nothing else does."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

import click
import pytest

from riftcheck.cli.inputs import SUFFIXES
from riftcheck.cli.lazy import LazyGroup
from riftcheck.cli.main import app
from riftcheck.cli.validation.report_rows import COLUMNS
from tests.cli.command_runs import run
from tests.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PAGE = (ROOT / "docs" / "cli.md").read_text("utf-8")


def _commands(command: click.Command = app, name: str = "riftcheck") -> Iterator[tuple[str, click.Command]]:
    yield name, command
    if isinstance(command, click.Group):
        ctx = click.Context(command)
        for inner in command.list_commands(ctx):
            found = command.get_command(ctx, inner)
            assert found is not None
            assert found.name == inner
            yield from _commands(found, f"{name} {inner}")


COMMANDS = dict(_commands())
SECTIONS = {
    title: text for title, _, text in (part.partition("\n") for part in re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:])
}


def _options(command: click.Command) -> set[str]:
    return {
        spelling
        for option in command.params
        if isinstance(option, click.Option)
        for spelling in (*option.opts, *option.secondary_opts)
    }


def test_every_command_has_a_section_and_every_section_a_command() -> None:
    assert list(SECTIONS) == list(COMMANDS)


def test_the_commands_are_those_of_today() -> None:
    assert [name.partition(" ")[2] for name in COMMANDS] == [
        "",
        "validate",
        "convert",
        "stats",
        "runes",
        "hand",
        "diff",
        "cards",
        "cards search",
        "cards show",
        "cards sync",
        "cards import",
        "cards lint",
        "play",
        "goldfish",
        "compare",
        "sweep",
        "mulligans",
        "scenario",
        "serve",
        "keys",
        "keys create",
        "keys list",
        "keys withdraw",
    ]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_stands_in_its_section_and_nothing_else(name: str) -> None:
    cells = re.findall(r"^\| (`-.*?) \|", SECTIONS[name], flags=re.MULTILINE)
    documented = {word.split()[0] for cell in cells for word in re.findall(r"`([^`]+)`", cell)}
    assert documented == _options(COMMANDS[name])


@pytest.mark.parametrize("name", COMMANDS)
def test_help_tells_every_option_and_has_examples(name: str) -> None:
    shown = run(*name.split()[1:], "--help")
    assert shown.exit_code == 0
    assert all(option in shown.stdout for option in _options(COMMANDS[name]))
    assert "Examples:" in shown.stdout
    assert "  Show this message and exit." in shown.stdout


@pytest.mark.parametrize("name", [name for name, command in COMMANDS.items() if isinstance(command, LazyGroup)])
def test_the_list_of_commands_names_each(name: str) -> None:
    group = COMMANDS[name]
    assert isinstance(group, LazyGroup)
    shown = run(*name.split()[1:], "--help").stdout.partition("Commands:")[2]
    for inner, (_, line) in group.lazy.items():
        assert re.search(rf"^  {inner} +{re.escape(line)}", shown, flags=re.MULTILINE)


def _examples() -> list[str]:
    helps = "\n".join(command.epilog or "" for command in COMMANDS.values())
    return re.findall(
        r"(riftcheck .+)", "\n".join(re.findall(r"^ +.*riftcheck .+", f"{PAGE}\n{helps}", flags=re.MULTILINE))
    )


@pytest.mark.parametrize("example", sorted(set(_examples())))
def test_every_example_can_be_parsed(example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my-cards").mkdir()
    args = shlex.split(example.partition(" > ")[0])[1:]
    ctx = app.make_context("riftcheck", args)
    while isinstance(ctx.command, click.Group):
        name, command, rest = ctx.command.resolve_command(ctx, ctx._protected_args + ctx.args)
        assert command is not None
        ctx = command.make_context(name, rest, parent=ctx)


def test_there_are_examples_to_parse() -> None:
    assert len(_examples()) > 30


def test_what_the_page_lists_is_what_holds() -> None:
    for column in COLUMNS:
        assert f"`{column}`" in SECTIONS["riftcheck validate"]
    for suffix in SUFFIXES:
        assert f"`{suffix}`" in SECTIONS["riftcheck"]
    for option in COMMANDS["riftcheck convert"].params:
        if isinstance(option.type, click.Choice):
            assert all(f"`{choice}`" in SECTIONS["riftcheck convert"] for choice in option.type.choices)
