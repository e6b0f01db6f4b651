"""Cards, sets, formats and issue codes as a server answers them."""

from typing import Any, Literal, NotRequired, TypedDict

from riftcheck.client.documents.lists import CandidateDocument, DeckDocument

Confidence = Literal["high", "medium", "low"]
DataKind = Literal["rules", "bans", "cards"]
Standing = Literal["legal", "banned", "not-legal"]


class SourceDocument(TypedDict):
    """Where a fact comes from."""

    document: str
    version: str
    number: str


class PrintingDocument(TypedDict):
    """One printing of a card."""

    id: str
    set: str
    number: str
    variant: str
    rarity: str | None


class ProvisionalDocument(TypedDict):
    """A fact of a card that is not known for sure."""

    field: str
    reason: str


class UnknownPrintingDocument(TypedDict):
    """A printing id that is not in the card data, and the known printing used instead."""

    id: str
    read_as: str


class CardInProductDocument(TypedDict):
    """A product that contains a card; `id` and `count` are None if the counts of its cards are unknown."""

    id: str | None
    name: str
    count: int | None


class CardDocument(TypedDict):
    """The facts of a card, its printings, and what the engine makes of it."""

    id: str
    name: str
    full_name: str
    types: list[str]
    supertypes: list[str]
    domains: list[str]
    energy: int | None
    power: int | None
    might: int | None
    might_bonus: int | None
    tags: list[str]
    champion_tag: str | None
    keywords: list[str]
    rarity: str
    equipment: bool
    unique: bool
    copy_limit: int | None
    token: bool
    printings: list[PrintingDocument]
    aliases: list[str]
    products: list[CardInProductDocument]
    executable: bool
    unsupported: str | None
    description: list[str] | None
    extra_legends: NotRequired[int]
    provisional: NotRequired[list[ProvisionalDocument]]
    official_text: NotRequired[str]
    unknown_printing: NotRequired[UnknownPrintingDocument]


class FoundCardDocument(CardDocument):
    """A card of a collection, with its place among those that were asked for."""

    index: int


class StandingChangeDocument(TypedDict):
    """How a card stands in a format from a day on; `reason` and `source` are those of a card that is not legal."""

    since: str
    status: Standing
    reason: str | None
    source: SourceDocument | None


class CardInFormatDocument(TypedDict):
    """How a card stands in a format on the day, and every day on which that changes."""

    format: str
    name: str
    status: Standing
    reason: str | None
    source: SourceDocument | None
    changes: list[StandingChangeDocument]


class OverdueDocument(TypedDict):
    """A kind of data that ends before the day."""

    of: str
    until: str


class CardLegalityDocument(TypedDict):
    """A card in every format on a day, with no regard to the rest of a deck."""

    id: str
    name: str
    full_name: str
    date: str
    formats: list[CardInFormatDocument]
    data_version: str
    overdue: NotRequired[list[OverdueDocument]]
    unknown_printing: NotRequired[UnknownPrintingDocument]


class NotFoundDocument(TypedDict):
    """An id or name that is no card's, with its place among those that were asked for."""

    index: int
    id: NotRequired[str]
    name: NotRequired[str]


class AmbiguousDocument(NotFoundDocument):
    """An id or name that fits several cards, at most ten of which are named."""

    candidates: list[CandidateDocument]


class FoundTotalsDocument(TypedDict):
    """How many of the cards that were asked for there are of each kind."""

    asked: int
    found: int
    ambiguous: int
    not_found: int
    left_over: int


class FoundDocument(TypedDict):
    """The cards of a collection, what fits several, what is none, and the indices of those there was no room for."""

    data: list[FoundCardDocument]
    ambiguous: list[AmbiguousDocument]
    not_found: list[NotFoundDocument]
    left_over: list[int]
    totals: FoundTotalsDocument


class CardSetDocument(TypedDict):
    """A set or a series of printings."""

    code: str
    name: str
    size: int
    known: int
    legal_from: str | None
    source: SourceDocument
    unlisted_from: NotRequired[str]


class FormatEntryDocument(TypedDict):
    """A format in the list of formats."""

    id: str
    name: str
    kind: str
    mode: str
    teams: bool
    since: str | None
    sources: list[SourceDocument]


class SizeDocument(TypedDict):
    """How many cards a part of a deck may have."""

    exactly: NotRequired[list[int]]
    least: NotRequired[int]
    most: NotRequired[int]
    source: SourceDocument


class SizesDocument(TypedDict):
    """The sizes of every part of a deck; None where the format sets none."""

    legend: SizeDocument | None
    main: SizeDocument | None
    runes: SizeDocument | None
    battlefields: SizeDocument | None
    sideboard: SizeDocument | None


class LegalSetDocument(TypedDict):
    """A set that is legal on the day."""

    code: str
    name: str
    legal_from: str
    source: SourceDocument


class BanDocument(TypedDict):
    """A card that is banned on the day."""

    card: str
    full_name: str
    id: str
    list: str
    since: str
    until: str | None
    source: SourceDocument


class ReleaseDocument(TypedDict):
    """A version of the Core Rules."""

    version: str
    since: str
    source: SourceDocument


class FormatDocument(FormatEntryDocument):
    """A format on a day: sizes, legal sets and bans, each with its source."""

    date: str
    rules: ReleaseDocument
    sizes: SizesDocument
    champion_required: bool
    identity: str
    copies: str | None
    battlefields_unique: bool
    sets: list[LegalSetDocument] | None
    bans: list[BanDocument]


class ProductEntryDocument(TypedDict):
    """A preconstructed deck, without its contents."""

    id: str
    name: str
    line: str
    set: str
    legend: str
    legend_full_name: str
    champions: list[str]
    source: SourceDocument


class ProductDeckDocument(ProductEntryDocument):
    """A preconstructed deck with its contents."""

    deck: DeckDocument


class IssueCodeDocument(TypedDict):
    """A code that an issue of a report can have."""

    code: str
    meaning: str
    rules: list[str]


class CoverageDocument(TypedDict):
    """The last day of one kind of data, and the official documents that are known to be newer."""

    of: DataKind
    until: str
    newer: list[dict[str, str]]


class IncompleteSetDocument(TypedDict):
    """A set of which numbers have no card on the server."""

    code: str
    name: str
    unnamed: list[int]


class AnnouncedSetDocument(TypedDict):
    """An announced set; its cards are not known."""

    name: str
    code: str | None
    legal_from: str
    confidence: Confidence
    source: SourceDocument


class DataDocument(TypedDict):
    """What the server's data is and how far it goes."""

    data_version: str
    cards: int
    printings: int
    coverage: list[CoverageDocument]
    incomplete_sets: list[IncompleteSetDocument]
    announced_sets: list[AnnouncedSetDocument]


class EverythingDocument(TypedDict):
    """The whole database by kinds; what is dated stands with its days."""

    cards: list[CardDocument]
    sets: list[CardSetDocument]
    formats: list[dict[str, Any]]
    rules: list[ReleaseDocument]
    bans: list[BanDocument]
    products: list[ProductDeckDocument]
    issue_codes: list[IssueCodeDocument]


class BulkDocument(TypedDict):
    """The whole database with its version, its hash and the day on which it was written out."""

    data_version: str
    sha256: str
    date: str
    data: EverythingDocument


class ReadyDocument(TypedDict):
    """That the server can judge lists."""

    status: str
    data_version: str
    cards: int
