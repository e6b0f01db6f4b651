"""Lists for the tests of the checker: fully legal ones, written by hand from the card facts, and ways to spoil them.

Every plain card below is a unit, spell or gear of one domain from Origins, no champion, no signature, never banned.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any

from riftcheck.decks.document import from_mapping
from riftcheck.decks.model import Deck, Entry, Parsed
from riftcheck.decks.resolve import resolve
from riftcheck.validator import Options, check

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase
    from riftcheck.validator import Issue, Report

TODAY = date(2026, 10, 20)  # rules 1.5, all sets up to Vendetta, all bans; Radiance is not out

CASUAL = ("casual-duel", "casual-match", "casual-ffa3", "casual-ffa4", "casual-2v2")
CONSTRUCTED = ("constructed", "constructed-2v2")
LIMITED = ("sealed", "draft")
NOT_LIMITED = (*CASUAL, *CONSTRUCTED)
FORMATS = (*NOT_LIMITED, *LIMITED)

PLAIN = {
    "Fury": (
        "Blazing Scorcher",
        "Brazen Buccaneer",
        "Chemtech Enforcer",
        "Cleave",
        "Disintegrate",
        "Hextech Ray",
        "Magma Wurm",
    ),
    "Calm": ("Charm", "Clockwork Keeper", "Defy", "En Garde", "Find Your Center", "Meditation", "Playful Phantom"),
    "Mind": (
        "Consult the Past",
        "Eager Apprentice",
        "Falling Comet",
        "Jeweled Colossus",
        "Lecturing Yordle",
        "Mega-Mech",
        "Orb of Regret",
    ),
    "Body": (
        "Arena Bar",
        "Bilgewater Bully",
        "Cannon Barrage",
        "Challenge",
        "Confront",
        "Crackshot Corsair",
        "Dune Drake",
    ),
    "Chaos": (
        "Cemetery Attendant",
        "Ember Monk",
        "Gust",
        "Morbid Return",
        "Rebuke",
        "Ride the Wind",
        "Sai Scout",
    ),
    "Order": (
        "Back to Back",
        "Call to Glory",
        "Cruel Patron",
        "Cull the Weak",
        "Faithful Manufactor",
        "Hidden Blade",
        "Petty Officer",
    ),
}
BATTLEFIELDS = ("Altar to Unity", "Hallowed Tomb", "Monastery of Hirana")
SPARE_BATTLEFIELDS = ("Navori Fighting Pit", "Grove of the God-Willow", "Startipped Peak")

# Legend: its domains, and a champion unit of its champion tag inside them.
LEGENDS = {
    "Loose Cannon": ("Fury", "Chaos", "Jinx, Rebel"),
    "Dark Child - Starter": ("Fury", "Chaos", "Annie, Fiery"),
    "Glorious Executioner": ("Fury", "Chaos", "Draven, Audacious"),
    "Unforgiven": ("Calm", "Chaos", "Yasuo, Remorseful"),
    "Fire Below the Mountain": ("Calm", "Mind", "Ornn, Blacksmith"),
    "Wuju Bladesman - Starter": ("Calm", "Body", "Master Yi, Meditative"),
    "Wuju Master": ("Calm", "Body", "Master Yi, Meditative"),
    "Blind Monk": ("Calm", "Body", "Lee Sin, Centered"),
    "Swift Scout": ("Mind", "Chaos", "Teemo, Scout"),
    "Heart of the Tempest": ("Chaos", "Order", "Kennen, Storm of Shuriken"),
}


@dataclass
class Written:
    """A list as a person writes it; `main` holds all copies, the champion's among them."""

    legend: list[str]
    champion: str | None
    main: dict[str, int]
    runes: dict[str, int]
    battlefields: dict[str, int]
    sideboard: dict[str, int] = field(default_factory=dict)
    apart: bool = False
    choices: dict[str, list[str]] = field(default_factory=dict)
    extra_legends: list[str] = field(default_factory=list)

    def add(self, name: str, count: int = 1, section: str = "main") -> Written:
        held = getattr(self, section)
        held[name] = held.get(name, 0) + count
        return self

    def drop(self, name: str, count: int = 1, section: str = "main") -> Written:
        held = getattr(self, section)
        assert held[name] >= count, f"the test drops {count} {name} of {held[name]}"
        held[name] -= count
        if not held[name]:
            del held[name]
        return self

    def swap(self, into: str, count: int = 1, section: str = "main", *, keep: tuple[str, ...] = ()) -> Written:
        """Put copies of a card in, and take as many plain ones out, from the end."""
        left = count
        for name in reversed(list(getattr(self, section))):
            if name not in (self.champion, into, *keep):
                out = min(left, getattr(self, section)[name])
                if out:
                    self.drop(name, out, section)
                left -= out
        assert left == 0
        return self.add(into, count, section)

    def mapping(self) -> dict[str, Any]:
        def entries(held: dict[str, int]) -> list[dict[str, Any]]:
            return [{"name": name, "count": count} for name, count in held.items()]

        shown: dict[str, Any] = {
            "legend": list(self.legend),
            "main": entries(self.main),
            "runes": entries(self.runes),
            "battlefields": entries(self.battlefields),
            "sideboard": entries(self.sideboard),
        }
        if self.champion is not None:
            shown["champion"] = self.champion
        if self.apart:
            shown["champion_apart"] = True
        if self.choices:
            shown["choices"] = self.choices
        if self.extra_legends:
            shown["extra_legends"] = list(self.extra_legends)
        return shown

    def deck(self) -> Deck:
        return from_mapping(self.mapping())

    def on_lines(self, origin: str = "text") -> tuple[Deck, dict[tuple[str, str], int]]:
        """Return the deck as if each entry stood on a line of its own, and where it stands."""
        deck = Deck(origin)  # type: ignore[arg-type]
        where: dict[tuple[str, str], int] = {}
        line = 0
        parts: list[tuple[str, dict[str, int]]] = [
            ("legend", dict.fromkeys(self.legend, 1)),
            ("champion", {} if self.champion is None else {self.champion: 1}),
            ("main", self.main),
            ("battlefields", self.battlefields),
            ("runes", self.runes),
            ("sideboard", self.sideboard),
            ("extra_legends", {name: self.extra_legends.count(name) for name in self.extra_legends}),
        ]
        for section, held in parts:
            line += 1  # a header
            for name, count in held.items():
                line += 1
                getattr(deck, section).append(Entry(name, count, line))
                where[(section, name)] = line
        return deck, where


def legal(legend: str = "Loose Cannon") -> Written:
    """Return a list of 40 with its champion among them, legal in every format."""
    one, two, champion = LEGENDS[legend]
    main = {champion: 1} | dict.fromkeys(PLAIN[one], 3) | dict.fromkeys(PLAIN[two][:6], 3)
    return Written([legend], champion, main, {f"{one} Rune": 6, f"{two} Rune": 6}, dict.fromkeys(BATTLEFIELDS, 1))


def product() -> Written:
    """Return the exact contents of the made-up product, with three banned names and two possible champions."""
    main = {"Jinx, Rebel": 1, "Fight or Flight": 3, "Scrapheap": 3}
    main |= dict.fromkeys([*PLAIN["Fury"][:6], "Jinx, Demolitionist"], 3) | dict.fromkeys(PLAIN["Chaos"][:4], 3)
    fields = {"Altar to Unity": 1, "Hallowed Tomb": 1, "Reaver's Row": 1}
    return Written(["Loose Cannon"], "Jinx, Rebel", main, {"Fury Rune": 6, "Chaos Rune": 6}, fields)


def sold(db: CardDatabase, product_id: str) -> Written:
    """Return the contents of a preconstructed deck of the card data."""
    precon = db.precons[product_id]
    battlefields = dict.fromkeys(precon.battlefields, 1)
    return Written([precon.legend], precon.champions[0], dict(precon.main), dict(precon.runes), battlefields)


def pool(size: int, *domains: str, legend: str | None = None, champion: str | None = None) -> Written:
    """Return a limited list: `size` plain cards of the domains in turn, and runes of the first."""
    main: dict[str, int] = {}
    names = [name for pair in zip(*(PLAIN[domain] for domain in domains), strict=True) for name in pair]
    for turn in range(size):
        name = names[turn % len(names)]
        main[name] = main.get(name, 0) + 1
    legends = [] if legend is None else [legend]
    return Written(legends, champion, main, {f"{domains[0]} Rune": 12}, dict.fromkeys(BATTLEFIELDS, 1))


def judge(db: CardDatabase, written: Written | Deck, fmt: str = "constructed", **options: Any) -> Report:
    """Return the report on a list, today unless said otherwise; `set_aside` are the records of its reader."""
    deck = written if isinstance(written, Deck) else written.deck()
    set_aside = options.pop("set_aside", None)
    read = None if set_aside is None else Parsed(deck, set_aside=set_aside)
    return check(resolve(deck, db), db, Options(day=options.pop("day", TODAY), format=fmt, **options), read)


def codes(report: Report, severity: str = "error") -> list[str]:
    """Return the codes of one severity, each as often as it was raised, in alphabetical order."""
    return sorted(issue.code for issue in report.issues if issue.severity == severity)


def said(report: Report) -> list[tuple[str, str]]:
    """Return all that was raised, as (code, severity), in alphabetical order."""
    return sorted((issue.code, issue.severity) for issue in report.issues)


def one(report: Report, code: str) -> Issue:
    """Return the one issue of a code."""
    found = [issue for issue in report.issues if issue.code == code]
    assert len(found) == 1, f"{code}: {report.issues}"
    return found[0]


def alone(report: Report, code: str, severity: str = "error") -> Issue:
    """Return the one issue that there is, and hold that it has the code and nothing else was raised."""
    assert said(report) == [(code, severity)], report.issues
    assert report.legal == (severity != "error")
    assert report.verdict == ("illegal" if severity == "error" else "legal")
    return report.issues[0]


def named(issue: Issue) -> dict[str, int]:
    """Return the cards that an issue names, with their counts."""
    return {card.name: card.count for card in issue.cards}


def cited(issue: Issue) -> set[str]:
    """Return the rules that an issue cites, as `CR 1.5 103.2`."""
    return {f"{rule.document} {rule.version} {rule.number}" for rule in issue.rules}
