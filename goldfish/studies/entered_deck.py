"""Entered decks: a list with its report and its zones for play, and the changes of it that a sweep may try."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from riftcheck.decks.reader import read_list
from riftcheck.decks.resolve import resolve
from riftcheck.decks.simulation import zones_for_play
from riftcheck.engine.compile.pool import REFUSE
from riftcheck.engine.model.rules_version import VERSIONS
from riftcheck.goldfish.plan.run import FIELD_POLICY, DeckZones, FieldList, Opponent, aligned
from riftcheck.goldfish.studies.sweep import one_copy, swaps
from riftcheck.validator.case import ruleset_of
from riftcheck.validator.check import check

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from riftcheck.carddb import CardDatabase
    from riftcheck.decks.model import Parsed
    from riftcheck.goldfish.studies.sweep import SweepPlan
    from riftcheck.validator.report import Options, Report


# What a deck document holds of a list; the report has more of it.
_PARTS: Final = frozenset(
    {"legend", "champion", "champion_apart", "main", "runes", "battlefields", "sideboard", "extra_legends", "choices"}
)


@dataclass(frozen=True, slots=True)
class EnteredDeck:
    """A list by its zones for play, with its report and the options of the check."""

    listed: DeckZones
    report: Report
    options: Options

    @property
    def illegal(self) -> list[str]:
        """The codes of the issues that make it illegal, each once."""
        return list(dict.fromkeys(issue.code for issue in self.report.issues if issue.severity == "error"))


def report_on(read: Parsed, db: CardDatabase, options: Options) -> Report:
    """Return the report on a list as it was read.

    :raises UnknownOptionError: for a format, version of the rules or day that is not known.
    """
    return check(resolve(read.deck, db), db, options, read)


def enter_deck(read: Parsed, report: Report, db: CardDatabase, options: Options) -> EnteredDeck:
    """Return a list that was checked as an entered deck, whether it is legal or not.

    :raises NotPlayableError: if no game can be played with it.
    """
    zones = zones_for_play(resolve(read.deck, db), ruleset_of(db, options).least_main)
    return EnteredDeck(DeckZones.of(zones, report.list_hash), report, options)


def with_runes(entered: EnteredDeck, runes: Sequence[str], db: CardDatabase) -> EnteredDeck:
    """Return an entered deck with another rune deck, named rune by rune, checked with the same options.

    The runes that both have stand alike, so that under one seed they are channelled alike.
    """
    deck = entered.report.deck | {"runes": list(runes)}
    deck |= {"champion": entered.listed.champion, "champion_apart": entered.listed.champion is not None}
    deck["main"] = list(entered.listed.main)
    parts = {key: deck[key] for key in deck if key in _PARTS}
    report = check(resolve(read_list(parts, db).deck, db), db, entered.options)
    listed = replace(entered.listed, runes=tuple(runes), list_hash=report.list_hash)
    return EnteredDeck(aligned(entered.listed, listed), report, entered.options)


@dataclass(frozen=True, slots=True)
class FieldEntry:
    """An entered deck of a field, by the name by which it is told, with its weight."""

    name: str
    weight: float
    entered: EnteredDeck


def field_opponent(entries: Sequence[FieldEntry]) -> tuple[Opponent, list[str]]:
    """Return a field as the opponent of a run, and the codes of what is wrong with its lists, each once."""
    lists = tuple(FieldList(one.name, one.weight, one.entered.listed) for one in entries)
    codes = dict.fromkeys(code for one in entries for code in one.entered.illegal)
    return Opponent("field", lists=lists, policy=FIELD_POLICY), list(codes)


def engine_rules(version: str) -> str:
    """Return the engine's rules version for a version of the Core Rules: the newest that is not after it."""
    known = [name for name in VERSIONS if _numbers(name) <= _numbers(version)]
    return max(known, key=_numbers)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


class SweepPlanner:
    """Plans the sweep of a deck; each changed list is checked with the options of the deck itself.

    `unsupported` says how cards are treated that cannot be executed (`UNSUPPORTED` of the compiler).
    """

    def __init__(self, whole: EnteredDeck, db: CardDatabase, unsupported: str) -> None:
        self._whole = whole
        self._db = db
        self._unsupported = unsupported

    def plan(self, names: Iterable[str] | None, filler: str = "") -> SweepPlan:
        """Return the changes to be tried: exchanges for the cards that are named, else a copy more and less of each.

        `filler` is the card that gives and takes places for those copies, by default one of the list.

        :raises ValueError: as `riftcheck.goldfish.studies.sweep.one_copy`.
        """
        listed = self._whole.listed
        champion = listed.champion or ""
        if names is None:
            plan = one_copy(listed.main, filler=filler, champion=champion, refused=self.refused)
        else:
            plan = swaps(listed.main, names, champion=champion, refused=self.refused)
        plan.variants = [replace(one, list_hash=self._report(one.main).list_hash) for one in plan.variants]
        return plan

    def refused(self, main: tuple[str, ...]) -> str:
        """Return why a changed main deck cannot be tried, as a sentence; empty if it can.

        Issues that the unchanged list has as well are no reason.
        """
        if self._unsupported == REFUSE:
            find = self._db.find
            unable = [name for name in dict.fromkeys(main) if (card := find(name).card) and card.unsupported]
            if unable:
                return f"{unable[0]} cannot be executed."
        before = set(self._whole.illegal)
        found = [one for one in self._report(main).issues if one.severity == "error" and one.code not in before]
        return found[0].message if found else ""

    def _report(self, main: tuple[str, ...]) -> Report:
        """Return the report on the list with another main deck; the champion's copy is apart from it."""
        shown = self._whole.report.deck
        champion = self._whole.listed.champion
        deck = {key: shown[key] for key in ("legend", "runes", "battlefields", "sideboard")}
        deck |= {"champion": champion, "champion_apart": champion is not None, "main": list(main)}
        deck |= {key: shown[key] for key in ("extra_legends", "choices") if key in shown}
        changed = resolve(read_list(deck, self._db).deck, self._db)
        return check(changed, self._db, self._whole.options)
