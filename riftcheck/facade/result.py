"""`riftcheck.Result`: what many games of a list came to, its figures as attributes. docs/goldfish.md defines each."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.errors import RiftcheckError
from riftcheck.facade.arguments import text
from riftcheck.facade.errors import as_sentences
from riftcheck.goldfish.report.text import result_lines
from riftcheck.goldfish.results.columns import rows_of
from riftcheck.goldfish.results.document import UnknownFigureError, figure
from riftcheck.goldfish.stats.intervals import NOTHING, Figure

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True)
class GameFigures:
    """The games in which the player of the list went first, or second, or all: rates are shares of games, 0 to 1.

    `won`: the victory score was reached; `not_won`: the opponent won; `not_finished`: neither by the last turn.
    `length`: turns of the player. `victory_turn`: the clock, the median turn on which the victory score was reached.
    By turn of the player: `points` is the mean at its end, `won_by` the share of games that had the victory score.
    `kept`: opening hands kept whole; `set_aside`: cards set aside, a mean. `energy_wasted` and `power_wasted`: shares
    of what was produced. The rest are means of a game.
    """

    games: int
    won: Figure
    not_won: Figure
    not_finished: Figure
    length: Figure
    victory_turn: Figure
    points: Mapping[int, Figure]
    won_by: Mapping[int, Figure]
    kept: Figure
    set_aside: Figure
    energy_wasted: Figure
    power_wasted: Figure
    units_lost: Figure
    conquered: Figure
    held: Figure
    opponent_points: Figure


@dataclass(frozen=True)
class CardFigures:
    """What happened to one card of the list, over all games; rates are shares of games.

    `copies`: how many are drawn from. `opening`: in the opening hand; `drawn`: at any time; `played_if_drawn`: of the
    games in which it was drawn. `first_played`: the median turn. `on_curve` and `dead`: as docs/goldfish.md says.
    """

    name: str
    copies: int
    opening: Figure
    drawn: Figure
    played: Figure
    played_if_drawn: Figure
    first_played: Figure
    on_curve: Figure
    dead: Figure


@dataclass(frozen=True, repr=False)
class Result(GameFigures):
    """The result of a simulation: its own attributes are those of all games.

    Every figure is a `Figure`: `value`, its 95 % interval from `low` to `high`, and `n`, the games that it is from.
    `going_first` and `going_second` are the same of the games in either seat. `cards` holds the cards of the list by
    name. `seed` plays the same games again. `victory_score`: the points that win (CR 484). `build`: whether the program
    that counted was `compiled` or `interpreted`; results of both are equal.

    What the figures have to be read with: `illegal`, the codes of the rules that the list breaks (`opponent: ` before
    those of a second list); `unsupported`, the cards that the engine could not play as they are; `provisional`, those
    of which something is not known for sure (`all/provisional/games`: in how many games one was in hand).
    """

    going_first: GameFigures
    going_second: GameFigures
    cards: Mapping[str, CardFigures]
    seed: int
    victory_score: int
    illegal: tuple[str, ...]
    unsupported: tuple[str, ...]
    provisional: tuple[str, ...]
    build: str = field(compare=False)
    _document: dict[str, Any] = field(compare=False)

    def figure(self, path: str) -> Figure:
        """Return any figure of the document, such as `all/score/by_turn/6/points` or `cards/Pouty Poro/all/played`.

        :raises RiftcheckError: if there is no such figure, or `path` is no text; the message names what is near.
        """
        text("path", path, "a text such as 'all/score/won'")
        with as_sentences(UnknownFigureError):
            return _figure(figure(self._document, path))

    def to_json(self) -> dict[str, Any]:
        """Return the whole result as JSON data, the document that `riftcheck goldfish --json` prints."""
        return deepcopy(self._document)

    def __str__(self) -> str:
        """Return the tables that `riftcheck goldfish` prints."""
        return "\n".join(result_lines(self._document))

    def __repr__(self) -> str:
        return f"<Result of {self.games} games: won {self.won.value}, victory turn {self.victory_turn.value}>"


# Where the figures of `GameFigures` and `CardFigures` stand in a document: a chapter and a name in it.
_IN_SEAT: Final[dict[str, tuple[str, str]]] = {
    "won": ("score", "won"),
    "not_won": ("score", "not_won"),
    "not_finished": ("score", "not_finished"),
    "length": ("score", "length"),
    "kept": ("hands", "kept"),
    "set_aside": ("hands", "set_aside"),
    "energy_wasted": ("totals", "energy_wasted_share"),
    "power_wasted": ("totals", "power_wasted_share"),
    "units_lost": ("board", "units_lost"),
    "conquered": ("board", "conquered"),
    "held": ("board", "held"),
    "opponent_points": ("board", "opponent_points"),
}
_OF_CARD: Final = tuple(one.name for one in fields(CardFigures) if one.name not in ("name", "copies"))


class CutShortError(RiftcheckError):
    """A simulation that whoever plays its games could not finish. `result`: that of the games counted until then."""

    def __init__(self, message: str, result: Result) -> None:
        super().__init__(message)
        self.result = result


def result_from(document: dict[str, Any]) -> Result:
    """Return a document of `riftcheck.goldfish.results.document` as a result."""
    flags = document["flags"]
    return Result(
        **_values(document["all"]),
        going_first=GameFigures(**_values(document["first"])),
        going_second=GameFigures(**_values(document["second"])),
        cards={card["name"]: _card(card) for card in document["cards"]},
        seed=document["run"]["seed"],
        victory_score=document["victory"],
        illegal=tuple(flags["illegal"]),
        unsupported=tuple(flags["cards"]),
        provisional=tuple(card["card"] for card in flags["provisional"]),
        build=document["build"],
        _document=document,
    )


def _values(seat: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of `GameFigures` from the part of a document that is about a seat."""
    found: dict[str, Any] = {name: _figure(seat[chapter][key]) for name, (chapter, key) in _IN_SEAT.items()}
    by_turn = rows_of(seat["score"]["by_turn"])
    found["games"] = seat["games"]
    found["victory_turn"] = _figure(seat["score"]["points"][-1]["median"])
    found["points"] = {row["turn"]: _figure(row["points"]) for row in by_turn}
    found["won_by"] = {row["turn"]: _figure(row["victory_score"]) for row in by_turn}
    return found


def _card(card: dict[str, Any]) -> CardFigures:
    return CardFigures(card["name"], card["copies"], **{name: _figure(card["all"].get(name)) for name in _OF_CARD})


def _figure(shown: dict[str, Any] | None) -> Figure:
    return NOTHING if shown is None else Figure(shown["value"], shown["low"], shown["high"], shown["n"])
