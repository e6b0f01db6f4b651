"""The entry of each card of the sets, and what is wrong with the ledger of the cards as a whole."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from ledger.cards.figures import COMMAND, FIGURES_FILE, CardFigures, Figures, read_figures
from ledger.cards.parts import cards_of, parts_of
from ledger.cards.reasons import SEEN_FILE, Unseen, read_unseen
from ledger.numbers import ROOT
from ledger.scenarios import CARDS, read_text
from riftcheck import carddb
from riftcheck.engine.compile.pool import pool_of

if TYPE_CHECKING:
    from pathlib import Path

    from ledger.cards.parts import Part
    from riftcheck.carddb import Card
    from riftcheck.engine.model.definitions import Pool

EXECUTABLE: Final = "executable"
PARTLY: Final = "partly"
UNSUPPORTED: Final = "unsupported"
# How many games the stored figures must be of, and how often each card must have been played in them.
AIM: Final = 2000
PLAYS: Final = 30

# Why cards of a kind are not played, whatever happens.
NOT_PLAYED: Final = {
    "battlefield": "a battlefield is not played",
    "legend": "a legend is not played",
    "rune": "a rune is channeled, not played",
}
# Why they are not offered.
NOT_OFFERED: Final = {**NOT_PLAYED, "token": "what makes a token plays it"}


@dataclass(frozen=True, slots=True)
class Entry:
    """A card with what the engine makes of it: `status` and what is missing, its scenarios, its parts, its figures."""

    card: Card
    status: str
    missing: str
    file: str
    scenarios: int
    parts: tuple[Part, ...]
    figures: CardFigures


@dataclass(frozen=True, slots=True)
class CardLedger:
    """Everything that is known of the cards."""

    entries: tuple[Entry, ...]
    figures: Figures
    unseen: Unseen


def read_card_ledger(figures: Figures | None = None, folder: Path = CARDS, root: Path = ROOT) -> CardLedger:
    """Return the ledger of the cards of this repository, with the stored figures if no others are given.

    :raises LedgerError: if one of its files cannot be read.
    """
    db = carddb.load()
    pool = pool_of(db)
    if figures is None:
        figures = read_figures(FIGURES_FILE)
    shown = {path.stem: path for path in sorted(folder.glob("*.yaml"))}
    entries: list[Entry] = []
    for card in cards_of(db):
        path = shown.get(slug(card.name))
        file = "" if path is None else path.relative_to(root).as_posix()
        status, missing = status_of(pool, card)
        parts = tuple(parts_of(db, pool, card))
        count = 0 if path is None else count_scenarios(path)
        entries.append(Entry(card, status, missing, file, count, parts, figures.card(card.name)))
    return CardLedger(tuple(entries), figures, read_unseen(SEEN_FILE))


def slug(name: str) -> str:
    """Return the name of the file of a card's scenarios."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower().replace("'", "")
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def status_of(pool: Pool, card: Card) -> tuple[str, str]:
    """Return the status of a card in the engine, and the missing part or the reason."""
    if card.unsupported is not None:
        return UNSUPPORTED, card.unsupported
    reason = pool.definition(card.name).unsupported
    return (PARTLY, reason) if reason else (EXECUTABLE, "")


@cache
def count_scenarios(path: Path) -> int:
    """Return the number of scenarios in a file."""
    value = read_text(path.read_text("utf-8-sig"), path.name)
    if isinstance(value, dict) and "scenarios" in value:
        value = value["scenarios"]
    return len(value) if isinstance(value, list) else 1


def why_not_played(ledger: CardLedger, entry: Entry) -> str:
    """Return why a card cannot be played, or was not; "" where nothing says so."""
    return NOT_PLAYED.get(_kind(entry.card)) or ledger.unseen.cards.get(entry.card.name, "")


def not_offered(card: Card) -> str:
    """Return why a card is never offered, whatever happens; "" where it may be."""
    return NOT_OFFERED.get(_kind(card), "")


def _kind(card: Card) -> str:
    """Return the kind of a card, of a token that is a battlefield (CR 187) the latter."""
    return "battlefield" if "Battlefield" in card.types else card.kind


def happened(entry: Entry, part: Part) -> bool:
    """Return True if a part of a card happened in the games, and was carried out if it has instructions."""
    figures = entry.figures.part(part.key)
    return bool(figures.times) and (bool(figures.done) or not part.doing)


def unseen(ledger: CardLedger) -> bool:
    """Return True if more games could show something: a card that was not played, or a part that did not happen."""
    return any(
        (entry.figures.played < PLAYS and not why_not_played(ledger, entry))
        or any(not happened(entry, one) and not _reason(ledger, entry, one) for one in entry.parts)
        for entry in ledger.entries
        if entry.status == EXECUTABLE
    )


def _reason(ledger: CardLedger, entry: Entry, part: Part) -> str:
    return ledger.unseen.parts.get((entry.card.name, part.key), "")


def problems(ledger: CardLedger) -> list[str]:
    """Return the contradictions and gaps of the ledger, as sentences."""
    found = [f"The games of {FIGURES_FILE.name} broke: {fault}." for fault in ledger.figures.faults]
    if ledger.figures.games < AIM:
        found.append(f"{FIGURES_FILE.name} is of {ledger.figures.games} games; run `{COMMAND}` for {AIM}.")
    for entry in ledger.entries:
        found += [f"{entry.card.name}: {fault}" for fault in (*_of_card(ledger, entry), *_of_parts(ledger, entry))]
    return [*found, *_of_nothing(ledger)]


def _of_card(ledger: CardLedger, entry: Entry) -> list[str]:
    name, figures = entry.card.name, entry.figures
    if entry.status != EXECUTABLE:
        wrong = f"it is {entry.status} and was played; run `{COMMAND}`."
        return [wrong] if figures.played else []
    found: list[str] = []
    if entry.parts and not entry.file:
        found.append(f"it has no scenario; write tests/scenarios/cards/{slug(name)}.yaml.")
    if not figures.games:
        found.append(f"it was in no game; run `{COMMAND}`.")
    missed = figures.played < PLAYS or not (figures.offered or not_offered(entry.card))
    if missed and not why_not_played(ledger, entry):
        found.append(
            f"it was offered {figures.offered} times and played {figures.played} times; {PLAYS} plays are required; "
            f"find out why, then fix it or add the reason to {SEEN_FILE.name}."
        )
    if not missed and name in ledger.unseen.cards:
        found.append(f"{SEEN_FILE.name} has a reason why it is not played, but it was: remove the reason.")
    return found


def _of_parts(ledger: CardLedger, entry: Entry) -> list[str]:
    found: list[str] = []
    for part in entry.parts:
        reason = _reason(ledger, entry, part)
        if happened(entry, part) and reason:
            found.append(
                f"{SEEN_FILE.name} has a reason why {part.key} does not happen, but it did: remove the reason."
            )
        if not happened(entry, part) and not reason:
            figures = entry.figures.part(part.key)
            done = f", carried out {figures.done} times" if part.doing else ""
            found.append(
                f"{part.key} ({part.words}): {part.verb} {figures.times} times{done}; find out why, then fix it "
                f"or add the reason to {SEEN_FILE.name}."
            )
    known = {part.key for part in entry.parts}
    gone = [key for key in entry.figures.parts if key not in known]
    return [*found, *(f"it has no part {key} any more; run `{COMMAND}`." for key in gone)]


def _of_nothing(ledger: CardLedger) -> list[str]:
    """Return the names in the reasons that do not exist."""
    known = {entry.card.name: {part.key for part in entry.parts} for entry in ledger.entries}
    names = [*ledger.unseen.cards, *(name for name, key in ledger.unseen.parts)]
    found = [f"{SEEN_FILE.name}: there is no card {name} in the sets." for name in names if name not in known]
    return found + [
        f"{SEEN_FILE.name}: {name} has no part {key}."
        for name, key in ledger.unseen.parts
        if name in known and key not in known[name]
    ]
