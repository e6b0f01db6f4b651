"""Why a card was never offered or played, or a part of it never happened: `docs/data/cards-not-seen.yaml`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ledger.numbers import ROOT, LedgerError
from ledger.scenarios import read_text

if TYPE_CHECKING:
    from pathlib import Path

SEEN_FILE: Final = ROOT / "docs/data/cards-not-seen.yaml"
CARDS: Final = "cards"
PARTS: Final = "parts"


@dataclass(frozen=True, slots=True)
class Unseen:
    """The reasons: by name for a card that was never played, by name and key for a part that never happened."""

    cards: dict[str, str]
    parts: dict[tuple[str, str], str]


def read_unseen(path: Path = SEEN_FILE) -> Unseen:
    """Return the reasons of a file.

    :raises LedgerError: if it is not of the form that its head describes.
    """
    value = read_text(path.read_text("utf-8"), path.name)
    if not isinstance(value, dict) or set(value) - {CARDS, PARTS}:
        raise LedgerError(f"{path.name}: it should hold {CARDS} and {PARTS}.")
    cards = _texts(value.get(CARDS) or {}, f"{path.name}: {CARDS}")
    parts = {
        (name, key): reason
        for name, held in _mapping(value.get(PARTS) or {}, f"{path.name}: {PARTS}").items()
        for key, reason in _texts(held, f"{path.name}: {PARTS}, {name}").items()
    }
    return Unseen(cards, parts)


def _mapping(value: object, where: str) -> dict[str, object]:
    if not isinstance(value, dict):
        raise LedgerError(f"{where} should hold names, each with what is said of it.")
    return value


def _texts(value: object, where: str) -> dict[str, str]:
    held = _mapping(value, where)
    for name, reason in held.items():
        if not isinstance(reason, str) or not reason.strip():
            raise LedgerError(f"{where}, {name}: the reason should be a sentence.")
    return {name: " ".join(str(reason).split()) for name, reason in held.items()}
