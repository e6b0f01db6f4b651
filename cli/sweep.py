"""`riftcheck sweep`: small changes of a list, each compared with it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli import options
from cli.goldfish import tell
from cli.options import Refused
from cli.run_files import write_page
from cli.simulating import LEAST, Asked, Simulation, finish, only_ascii, run_options, show, stopped
from cli.terminal import Page
from decks.reading import read_list
from decks.resolve import resolve
from engine.compile.pool import REFUSE
from goldfish.parts import Job
from goldfish.result import to_text
from goldfish.showing.versus import sweep_lines, sweep_page
from goldfish.sweep import one_copy, ranking, runs, swaps
from validator.check import check
from validator.report import Options

if TYPE_CHECKING:
    from carddb import CardDatabase
    from cli.simulating import Brought
    from goldfish.sweep import Plan
    from validator.report import Report


@click.command(
    "sweep",
    epilog="""\b
Examples:
  riftcheck sweep deck.txt
  riftcheck sweep deck.txt --games 2000 --seed 7
  riftcheck sweep deck.txt --pool pool.txt""",
)
@click.argument("source", metavar="LIST")
@click.option(
    "--pool",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Exchange a copy of each card for each card of this file, one name a line. [default: one copy more and less "
    "of each card of the list]",
)
@run_options
def command(source: str, pool: Path | None, **given: Any) -> None:
    """Try small changes of LIST, compare each with it by the same chances, and rank them.

    The ranking is corrected for the number of changes, so that luck does not end on top.
    """
    asked = Asked(**given)
    if asked.games < LEAST:
        raise Refused(f"--games {asked.games}: a comparison takes {LEAST} games at the least.")
    at_work = Simulation(asked)
    brought = at_work.bring(source)
    run = at_work.run_of(brought.listed)
    table = at_work.ready(run)
    if asked.game is not None:
        tell(table, asked.game, as_json=asked.as_json)
        return
    names = None if pool is None else _names(pool, at_work.db)
    plan = _plan(brought, names, _Changes(brought, at_work))
    changed = runs(run, plan)
    if not changed:
        reasons = "\n".join(f"  {one.name}: {one.reason}" for one in plan.skipped)
        raise Refused(f"No change of {source} can be tried.\n{reasons}")
    whole = at_work.about(table, brought)
    job = Job((run, *(other for _, other in changed)), lines=True)
    played = at_work.play(job, lambda _part: f"{len(changed)} changes")
    if played.stopped and played.games < LEAST:
        raise click.Abort
    base, *others = played.part.lines
    pairs = [(variant, lines) for (variant, _), lines in zip(changed, others, strict=True)]
    document = ranking(base, pairs, plan, stopped(whole, played))
    write_page(asked.page, lambda: sweep_page(document))
    if asked.as_json:
        click.echo(to_text(document), nl=False)
    else:
        page = Page()
        show(page, [f"Seed {run.seed}", *sweep_lines(document, width=page.width, plain=only_ascii(page))])
    finish(played)


class _Changes:
    """Judges changed lists as the list itself was judged."""

    def __init__(self, brought: Brought, at_work: Simulation) -> None:
        self._brought = brought
        self._at_work = at_work

    def refused(self, main: tuple[str, ...]) -> str:
        """Return why a changed main deck cannot be tried, as a sentence; empty if it can.

        Of a list that is illegal itself, what it broke before is no reason.
        """
        db = self._at_work.db
        if self._at_work.asked.unsupported == REFUSE:
            unable = [name for name in dict.fromkeys(main) if (card := db.find(name).card) and card.unsupported]
            if unable:
                return f"{unable[0]} cannot be executed."
        before = set(self._brought.illegal)
        found = [one for one in self._report(main).issues if one.severity == "error" and one.code not in before]
        return found[0].message if found else ""

    def list_hash(self, main: tuple[str, ...]) -> str:
        """Return the hash of a changed list."""
        return self._report(main).list_hash

    def _report(self, main: tuple[str, ...]) -> Report:
        """Return the report on the list with another main deck; the champion's copy is apart from it."""
        report = self._brought.report
        listed = self._brought.listed
        deck = {key: report.deck[key] for key in ("legend", "runes", "battlefields", "sideboard")}
        deck |= {"champion": listed.champion, "champion_apart": listed.champion is not None, "main": list(main)}
        if report.deck.get("choices"):
            deck["choices"] = report.deck["choices"]
        changed = resolve(read_list(deck, self._at_work.db).deck, self._at_work.db)
        return check(changed, self._at_work.db, Options(self._at_work.day))


def _plan(brought: Brought, names: list[str] | None, changes: _Changes) -> Plan:
    listed = brought.listed
    champion = listed.champion or ""
    try:
        if names is None:
            plan = one_copy(listed.main, champion=champion, refused=changes.refused)
        else:
            plan = swaps(listed.main, names, champion=champion, refused=changes.refused)
    except ValueError as error:
        raise Refused(f"{error} (--pool FILE tries the cards of a file instead.)") from None
    plan.variants = [replace(one, list_hash=changes.list_hash(one.main)) for one in plan.variants]
    return plan


def _names(path: Path, db: CardDatabase) -> list[str]:
    """Return the cards of a pool: a name a line; empty lines and what follows # are left out.

    :raises Refused: if the file cannot be read, or a name in it is none of a card of the main deck.
    """
    try:
        lines = path.read_text("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"--pool {path} cannot be read: {error}.") from None
    found = []
    for line in lines:
        name = line.partition("#")[0].strip()
        if not name:
            continue
        card = options.find_card(name, db)
        if card.kind != "main" or card.is_token:
            raise Refused(f"--pool {path}: {card.name} is no card of a main deck.")
        found.append(card.name)
    if not found:
        raise Refused(f"--pool {path}: there is no name in it; write one a line.")
    return found
