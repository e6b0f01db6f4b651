"""Saved games of the terminal: files with the game and the seats, written and read strictly."""

from __future__ import annotations

import json
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from riftcheck.cli.options import Refused
from riftcheck.engine.compile.pool import UNSUPPORTED
from riftcheck.engine.game import Game, GameError
from riftcheck.engine.match import Match
from riftcheck.engine.storage.save import SaveError

if TYPE_CHECKING:
    from collections.abc import Callable

    from riftcheck.engine.model.definitions import Pool

SAVED: Final = "riftcheck play"
FORMAT: Final = 1
MOST_BYTES: Final = 32 * 1024 * 1024
KEYS: Final = frozenset({"saved", "format", "seat", "unsupported", "skipped", "vanilla", "story", "game", "match"})


@dataclass(slots=True)
class SavedPlay:
    """A saved game: the game or match, the seats, and the substitutes of cards that cannot be executed.

    `seat` is the person's, None where only policies play. `story` are the lines that were told before it was saved.
    """

    play: Game | Match
    seat: int | None
    unsupported: str
    skipped: tuple[str, ...] = ()
    vanilla: tuple[str, ...] = ()
    story: tuple[str, ...] = ()
    loaded: bool = False

    def marks(self) -> list[str]:
        """Return the lines by which a game that is not by the book is marked."""
        found = []
        if self.skipped:
            found.append(f"NOT BY THE BOOK: never playable: {'; '.join(self.skipped)}")
        if self.vanilla:
            found.append(f"NOT BY THE BOOK: cost and Might only: {'; '.join(self.vanilla)}")
        return found

    def short_mark(self) -> str:
        """Return the mark in one line; empty if the game is by the book."""
        counts = [f"{len(self.skipped)} never playable"] if self.skipped else []
        counts += [f"{len(self.vanilla)} cost and Might only"] if self.vanilla else []
        return f"NOT BY THE BOOK: of these cards, {', '.join(counts)}" if counts else ""

    def write(self, name: str, play: Game | Match, story: list[str]) -> str:
        """Keep a game in a file, and return a sentence about it; a file of anything else is not written over."""
        if not name:
            return "Type save and the name of a file."
        try:
            path = Path(name).expanduser()
            if path.exists() and not (path.is_file() and _is_ours(path)):
                return f"{name} holds something else and is not written over."
            _write_alone(path.resolve(), json.dumps(self._document(play, story)))
        except OSError as error:
            return f"{name} cannot be written: {error.strerror or error}."
        except (ValueError, RuntimeError) as error:  # of a state that cannot be saved; of a name, or of no home
            return f"{name} cannot be written: {str(error).rstrip('.')}."
        return f"The game is kept in {name}; riftcheck play --load goes on with it."

    def _document(self, play: Game | Match, story: list[str]) -> dict[str, Any]:
        return {
            "saved": SAVED,
            "format": FORMAT,
            "seat": self.seat,
            "unsupported": self.unsupported,
            "skipped": self.skipped,
            "vanilla": self.vanilla,
            "story": story,
            "game": None if isinstance(play, Match) else play.to_json(),
            "match": play.to_json() if isinstance(play, Match) else None,
        }


def load(path: Path, pool_for: Callable[[str], Pool]) -> SavedPlay:
    """Return the saved game of a file; `pool_for` gives the card pool by the substitutes of unexecutable cards.

    :raises Refused: if the file cannot be read or is no saved game of these cards.
    """
    data = _document_of(path)
    fault = _fault(data)
    if fault:
        raise Refused(f"{path} is no saved game: {fault}.")
    pool = pool_for(data["unsupported"])
    try:
        play = Game.from_json(pool, data["game"]) if data["match"] is None else Match.from_json(pool, data["match"])
    except (SaveError, GameError) as error:
        raise Refused(f"{path} cannot be played on: {error}") from None
    players = len(play.game.state.players) if isinstance(play, Match) and play.game else _players(play)
    if data["seat"] is not None and not 0 <= data["seat"] < players:
        raise Refused(f"{path} is no saved game: it has no player {data['seat'] + 1}.")
    skipped, vanilla, story = (tuple(data[key]) for key in ("skipped", "vanilla", "story"))
    return SavedPlay(play, data["seat"], data["unsupported"], skipped, vanilla, story, loaded=True)


def _write_alone(path: Path, text: str) -> None:
    """Write a file whole or not at all, which nobody else may read: it holds every hand."""
    with tempfile.NamedTemporaryFile(
        "w", dir=path.parent, prefix=f".{path.name[:40]}.", delete=False, encoding="utf-8"
    ) as stream:  # made with the mode 0600
        made = Path(stream.name)
        try:
            stream.write(text)
            stream.flush()
            made.replace(path)
        except BaseException:
            made.unlink(missing_ok=True)
            raise


def _players(play: Game | Match) -> int:
    return 2 if isinstance(play, Match) else len(play.state.players)


def _is_ours(path: Path) -> bool:
    try:
        return not _fault(_document_of(path))
    except Refused:
        return False


def _document_of(path: Path) -> Any:
    try:
        with path.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}.") from None
    if len(data) > MOST_BYTES:
        raise Refused(f"{path} is too large to be a saved game.")
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        raise Refused(f"{path} is no saved game: it is not JSON.") from None


def _fault(data: Any) -> str:
    """Return the fault of a document as the end of a sentence; empty if it has none."""
    if not isinstance(data, dict) or data.get("saved") != SAVED:
        return f'it does not say "saved": "{SAVED}"'
    if type(data.get("format")) is int and data["format"] != FORMAT:
        return f"another version saved it, in format {data['format']}; this one reads format {FORMAT}"
    if data.get("format") != FORMAT or set(data) != KEYS:
        return "it is damaged: it does not hold what a saved game holds"
    if data["seat"] is not None and type(data["seat"]) is not int:
        return "its seat is no number"
    if data["unsupported"] not in UNSUPPORTED:
        return f"it does not say which of {', '.join(UNSUPPORTED)} holds"
    for key in ("skipped", "vanilla", "story"):
        if not isinstance(data[key], list) or any(not isinstance(line, str) for line in data[key]):
            return f"its {key} is no list of lines"
    return "" if (data["game"] is None) != (data["match"] is None) else "it must hold a game or a match"
