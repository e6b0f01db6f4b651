"""Lists, reports and statistics as a server answers them."""

from datetime import date
from typing import Any, Literal, NotRequired, TypedDict, final

Verdict = Literal["legal", "illegal", "undetermined"]
Severity = Literal["error", "warning", "info"]
Level = Literal["low", "high"]
ExportForm = Literal["text", "sections", "code", "tts", "json"]
LineKind = Literal["card", "header", "comment", "problem", "set-aside"]
LineOutcome = Literal["used", "note", "doubt", "set-aside"]


class JudgeOptions(TypedDict, total=False):
    """What decides beside a list: the format, the day, the level, and a version of the Core Rules."""

    format: str
    date: date | str
    level: Level
    rules: str


class ReportOptions(JudgeOptions, total=False):
    """The options of a verdict; `lines` adds the account of the lines to the report."""

    lines: bool


class TimelineOptions(TypedDict, total=False):
    """What decides beside a list where every day is looked at."""

    format: str
    level: Level
    rules: str


class WantedCardDocument(TypedDict, total=False):
    """A card to look up: either its id or its name."""

    id: str
    name: str


class ProblemFault(TypedDict):
    """One thing that is wrong with a request: where, and what would be right."""

    path: str
    message: str


class CandidateDocument(TypedDict):
    """A card that a name or id may mean."""

    id: str
    name: str
    full_name: str


class ProblemDocument(TypedDict):
    """A refusal after RFC 9457."""

    type: str
    title: str
    status: int
    detail: str
    instance: str
    code: str
    errors: list[ProblemFault]
    suggestions: NotRequired[list[CandidateDocument]]


class EntryDocument(TypedDict):
    """Copies of a card in one section of a list."""

    name: str
    count: int
    id: NotRequired[str]
    full_name: NotRequired[str]
    unknown: NotRequired[bool]


class DeckDocument(TypedDict):
    """A list with its cards looked up; it can be sent in again."""

    legend: list[EntryDocument]
    main: list[EntryDocument]
    runes: list[EntryDocument]
    battlefields: list[EntryDocument]
    sideboard: list[EntryDocument]
    champion: str | None
    champion_id: str | None
    champion_apart: bool
    extra_legends: NotRequired[list[EntryDocument]]
    choices: NotRequired[dict[str, list[str]]]


class CountsDocument(TypedDict):
    """The number of cards in each section."""

    legend: int
    main: int
    runes: int
    battlefields: int
    sideboard: int
    extra_legends: NotRequired[int]


class LineCardDocument(TypedDict):
    """Copies of one card that a line names."""

    name: str
    full_name: NotRequired[str]
    count: int
    zone: str | None
    unknown: NotRequired[bool]


class LineDocument(TypedDict):
    """What one line of a text was read as."""

    line: int
    text: str
    kind: LineKind
    zone: str | None
    outcome: LineOutcome
    cards: list[LineCardDocument]


class LineProblemDocument(TypedDict):
    """A line that could not be read."""

    line: int
    text: str
    message: str


class ParsedDocument(TypedDict):
    """A text or code as read."""

    deck: DeckDocument
    lines: list[LineDocument]
    problems: list[LineProblemDocument]


class CardCountDocument(TypedDict):
    """Copies of a card by its name."""

    name: str
    full_name: NotRequired[str]
    count: int


class CitationDocument(TypedDict):
    """A rule by its number."""

    document: str
    version: str
    number: str


class IssueDocument(TypedDict):
    """One broken rule, or a thing that a person should know."""

    code: str
    severity: Severity
    message: str
    zone: str
    cards: list[CardCountDocument]
    lines: list[int]
    rules: list[CitationDocument]
    excess: NotRequired[int]
    suggestions: NotRequired[list[str]]
    doubtful: NotRequired[bool]


class UnplayableDocument(TypedDict):
    """A card that no simulation can play where it stands."""

    card: str
    full_name: NotRequired[str]
    zone: str
    reason: str


class SimulationDocument(TypedDict):
    """Whether a game can be played with a list; this has no part in its verdict."""

    playable: bool
    unsupported: list[UnplayableDocument]
    more: NotRequired[int]


class ProvisionalCardDocument(TypedDict):
    """A fact of a listed card that is not known for sure."""

    name: str
    field: str
    reason: str


class ReportDocument(TypedDict):
    """The verdict on a list."""

    legal: bool
    verdict: Verdict
    format: str
    date: str
    level: Level
    rules: str
    issues: list[IssueDocument]
    deck: DeckDocument
    counts: CountsDocument
    list_hash: str
    data_version: str
    simulation: SimulationDocument
    missing_sets: NotRequired[list[str]]
    unsearched: NotRequired[int]
    provisional: NotRequired[list[ProvisionalCardDocument]]
    problems: NotRequired[list[LineProblemDocument]]
    lines: NotRequired[list[LineDocument]]


@final  # so that a type checker tells the rows of a batch apart by their keys
class BatchReportDocument(ReportDocument):
    """In a batch, the verdict on a list, with its place among all and its label if it had one."""

    index: int
    label: NotRequired[str]


@final
class UnreadDocument(TypedDict):
    """In a batch, in the place of a report: a list that could not be read, or for whose report there is no room."""

    index: int
    label: NotRequired[str]
    problem: ProblemDocument


class TeamReportDocument(TypedDict):
    """The verdict on a team of two."""

    legal: bool
    verdict: Verdict
    issues: list[IssueDocument]
    reports: list[ReportDocument]


class ExportDocument(TypedDict):
    """A list in another form, with what that form cannot hold."""

    to: ExportForm
    content: Any
    warnings: list[str]


class HandCardDocument(TypedDict):
    """A card in a hand."""

    name: str
    id: str | None
    unknown: NotRequired[bool]


class HandDocument(TypedDict):
    """A hand before the mulligan, with what follows."""

    opening: list[HandCardDocument]
    draws: list[HandCardDocument]
    runes: list[HandCardDocument]


class HandsDocument(TypedDict):
    """Sample hands, and the seed that gives them again."""

    seed: int
    hands: list[HandDocument]


class StatsDocument(TypedDict):
    """The statistics of a list; docs/statistics.md says what each part holds."""

    mode: str
    turns: int
    main: dict[str, Any]
    draws: dict[str, Any]
    champion: dict[str, Any] | None
    cards: list[dict[str, Any]]
    runes: dict[str, Any]
    notes: list[str]


class RoomDocument(TypedDict):
    """The cards of a section, and how many more it may hold: None for any number."""

    count: int
    left: int | None


class PoolCardDocument(TypedDict):
    """A card that the legend allows: copies there, and copies that may be added, None for any number."""

    name: str
    id: str
    have: int
    left: int | None
    left_sideboard: NotRequired[int | None]


class PoolDocument(TypedDict):
    """What a legend allows, and how many copies may still be added; `room` and `cards` are by section."""

    format: str
    date: str
    rules: str
    legend: str | None
    legend_full_name: NotRequired[str]
    champion: str | None
    identity: list[str]
    room: dict[str, RoomDocument]
    cards: dict[str, list[PoolCardDocument]]
    data_version: str


class StretchDocument(TypedDict):
    """A stretch of time with one verdict."""

    date: str
    verdict: Verdict
    rules: str
    begun: list[IssueDocument]
    ended: list[IssueDocument]
    missing_sets: list[str]


class TimelineDocument(TypedDict):
    """The verdicts on a list through time; each stretch holds until the next."""

    format: str
    level: Level
    stretches: list[StretchDocument]
    data_version: str


class CountChangeDocument(TypedDict):
    """A card whose count differs."""

    name: str
    full_name: NotRequired[str]
    id: str | None
    before: int
    after: int
    unknown: NotRequired[bool]


class SectionDiffDocument(TypedDict):
    """The differences of one section."""

    added: list[CountChangeDocument]
    removed: list[CountChangeDocument]
    changed: list[CountChangeDocument]


class NamesChangeDocument(TypedDict):
    """Names before and after."""

    before: list[str]
    after: list[str]


class DiffDocument(TypedDict):
    """The differences between two lists, by section."""

    same: bool
    champion: NamesChangeDocument | None
    sections: dict[str, SectionDiffDocument]
    choices: dict[str, NamesChangeDocument]
