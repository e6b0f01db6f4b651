"""Jobs and games as a server answers them."""

from datetime import date
from typing import Any, Literal, NotRequired, TypedDict

from riftcheck.client.documents.lists import Level

JobState = Literal["queued", "running", "done", "failed", "cancelled"]
JobKind = Literal["goldfish", "compare", "sweep"]
Mode = Literal["duel", "match", "ffa3", "ffa4", "2v2"]
Unsupported = Literal["refuse", "skip", "vanilla"]
PresetName = Literal["passive", "blocker", "removal", "racer"]
PolicyName = Literal["planner", "lookahead", "greedy", "random", "passive"]
First = Literal["play", "draw", "alternate"]


class JobOptions(TypedDict, total=False):
    """How games of a job are judged and played; the server's defaults hold for what is left out."""

    format: str
    date: date | str
    level: Level
    rules: str
    games: int
    seed: int
    policy: PolicyName
    options: dict[str, int]
    mulligan: dict[str, Any]
    opponent: PresetName | dict[str, Any]
    battlefield: str
    opponent_battlefield: str
    first: First
    turns: int
    unsupported: Unsupported
    allow_illegal: bool


class GameOptions(TypedDict, total=False):
    """How a game is begun; the server's defaults hold for what is left out."""

    mode: Mode
    seed: int
    rules: str
    unsupported: Unsupported


class JobGames(TypedDict):
    """How many games of a job were counted, and how many were asked for."""

    done: int
    asked: int


class JobDocument(TypedDict):
    """A job: how far it is, what is known so far, and its result once it is done."""

    id: str
    kind: JobKind
    state: JobState
    games: JobGames
    seed: int
    lists: int
    seconds: float
    created: str
    ended: str | None
    expires: str | None
    estimates: dict[str, Any] | None
    result: dict[str, Any] | None
    problem: str | None


class StoryDocument(TypedDict):
    """A game of a job, told as it was played."""

    index: int
    seed: int
    met: NotRequired[str]  # only where the opponent is a field
    log: list[dict[str, Any]]
    facts: dict[str, Any]


class StandInsDocument(TypedDict):
    """What became of cards that the engine cannot execute."""

    how: Unsupported
    skipped: list[str]
    vanilla: list[str]


class NewGameDocument(TypedDict):
    """A game that was begun or copied: its id, and a token for each player in the order of the decks."""

    id: str
    tokens: list[str]
    by_the_book: bool
    unsupported: StandInsDocument


class OptionDocument(TypedDict):
    """One option of a decision, and what it is about: a card, object, item, place, player or number."""

    index: int
    kind: str
    key: str
    text: str
    card: NotRequired[int | None]
    name: NotRequired[str]
    type: NotRequired[str]
    owner: NotRequired[int]
    way: NotRequired[int]
    object: NotRequired[int]
    ability: NotRequired[int]
    item: NotRequired[int]
    gone: NotRequired[int]
    location: NotRequired[int]
    player: NotRequired[int]
    number: NotRequired[int]


class DecisionDocument(TypedDict):
    """What a player is asked."""

    number: int
    kind: str
    text: str
    about: dict[str, Any] | None
    least: int
    most: int
    options: list[OptionDocument]


class OptionsDocument(TypedDict):
    """What is asked, and of whom: the decision stands there for the player who is asked, and for nobody else."""

    deciding: int | None
    decision: DecisionDocument | None
    over: bool


class GameDocument(OptionsDocument):
    """A game as one player, or a spectator, may see it."""

    id: str
    mode: Mode
    rules: str
    by_the_book: bool
    unsupported: StandInsDocument
    player: int | None
    expires: str
    view: dict[str, Any]


class LogEntryDocument(TypedDict):
    """A line of the log of a game."""

    number: int
    turn: int
    text: str
