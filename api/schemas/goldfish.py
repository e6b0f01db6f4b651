"""Goldfishing as it comes in and goes out."""

from __future__ import annotations

import sys
from typing import Any, Final

from marshmallow import ValidationError, validates_schema

from riftcheck.api.schemas.games import STAND_IN
from riftcheck.api.schemas.inputs import Branch, Deck, QueryWhole
from riftcheck.api.schemas.requests import MOST_SEED, OptionsBody
from riftcheck.carddb.names import MAX_NAME
from riftcheck.schema import StrictSchema, Vocabulary, checks, fields

# As `goldfish` has them; a test holds them together, because a worker that plays no game loads no engine.
FIRST: Final = ("play", "draw", "alternate")
PRESETS: Final = ("passive", "blocker", "removal", "racer")
POLICIES: Final = ("planner", "lookahead", "greedy", "random", "passive")
MOST_TURNS: Final = 1000
USUAL_TURNS: Final = 30
USUAL_GAMES: Final = 1000
MOST_GAMES: Final = 9_999_999
MOST_POOL: Final = 50
MOST_FIGURES: Final = 20
MOST_FIELD: Final = 64
STATES: Final = ("queued", "running", "done", "failed", "cancelled")
KINDS: Final = ("goldfish", "compare", "sweep")
POLICY: Final = Vocabulary("Policy", POLICIES, "Who makes the choices of a player.")
WHO_FIRST: Final = Vocabulary(
    "WhoFirst", FIRST, "Who goes first: the list (`play`), the opponent (`draw`), or each in turn."
)
JOB_STATE: Final = Vocabulary("JobState", STATES, "The last three are for good.")
JOB_KIND: Final = Vocabulary("JobKind", KINDS, "What a job is: one list, a comparison of two, or a sweep of changes.")
GAMES_BYTES: Final = 256 * 1024  # of a body: three lists and a pool
_NAME = checks.characters(1, MAX_NAME)
_TWO_GAMES: Final = {"games": 2}


class Object(fields.Field[dict[str, Any]]):
    """A JSON object whose keys somebody else checks; `form` is its component of the OpenAPI document."""

    def __init__(self, form: str, **more: Any) -> None:
        self.forms = (form,)
        super().__init__(**more)

    def _deserialize(self, value: Any, *_args: Any, **_more: Any) -> dict[str, Any]:
        if type(value) is not dict:
            raise ValidationError("must be an object")
        return value


class Widths(Object):
    """Half widths by the path of a figure."""

    def _deserialize(self, value: Any, *args: Any, **more: Any) -> dict[str, Any]:
        found = super()._deserialize(value, *args, **more)
        if not 1 <= len(found) <= MOST_FIGURES:
            raise ValidationError(f"must name 1 to {MOST_FIGURES} figures")
        wrong = {
            name: ["must be a number above 0, the half of an interval"]
            for name, half in found.items()
            if type(half) not in (int, float) or not 0 < half <= sys.float_info.max
        }
        if wrong:
            raise ValidationError(wrong)
        return {name: float(half) for name, half in found.items()}


class _Second(StrictSchema):
    """A second list and who plays it."""

    deck = Deck(required=True)
    policy = fields.Word(POLICY)
    options = Object("PolicyOptions")
    mulligan = Object("Mulligan")


class Weight(fields.Field[float]):
    """A number above 0."""

    def _deserialize(self, value: Any, *_args: Any, **_more: Any) -> float:
        if type(value) not in (int, float) or not 0 < value <= sys.float_info.max:
            raise ValidationError("must be a number above 0")
        weight: float = value
        return weight


class _FieldList(StrictSchema):
    """A list of a field."""

    deck = Deck(required=True)
    name = fields.String(validate=_NAME)
    weight = Weight(load_default=1)


class _ListsMet(StrictSchema):
    """A field: lists with weights."""

    field = fields.List(
        fields.Nested(_FieldList), required=True, validate=checks.entries(1, MOST_FIELD, "lists with weights")
    )


class Opponent(fields.Field[dict[str, Any]]):
    """Who sits opposite: `passive`, an object with a `script`, one with a `deck`, or one with a `field`."""

    forms = ("Opponent",)

    def _deserialize(self, value: Any, *_args: Any, **_more: Any) -> dict[str, Any]:
        if type(value) is str and value in PRESETS:
            return {"preset": value}
        if type(value) is not dict or not value.keys() & {"script", "deck", "field"}:
            raise ValidationError(f"must be one of {', '.join(PRESETS)}, or an object with a script, a deck or a field")
        if "script" not in value:
            found: dict[str, Any] = (_Second() if "deck" in value else _ListsMet()).load(value)
            return found
        if value.keys() != {"script"} or type(value["script"]) is not dict:
            raise ValidationError("a scripted opponent has a script, an object, and nothing else")
        return value


def _field(description: str, **more: Any) -> dict[str, Any]:
    return {"metadata": {"description": description}, **more}


class GoldfishBody(OptionsBody):
    """What is to be played: a list, two to compare, or one to sweep; and how."""

    most_bytes = GAMES_BYTES
    branches = (
        Branch("GoldfishList", needs=("deck",), lacks=("compare", "sweep", "pool")),
        Branch(
            "GoldfishComparison", needs=("compare",), lacks=("deck", "sweep", "pool", "stop_when"), least=_TWO_GAMES
        ),
        Branch("GoldfishSweep", needs=("sweep",), lacks=("deck", "compare", "stop_when"), least=_TWO_GAMES),
    )

    deck = Deck(**_field("The list to goldfish."))
    compare = fields.List(
        Deck(),
        validate=checks.entries(2, 2, "decks"),
        metadata={"description": "Two lists that meet the same chances; the answer is about the second."},
    )
    sweep = Deck(**_field("The list of which small changes are tried."))
    pool = fields.List(
        fields.String(validate=_NAME),
        validate=checks.entries(1, MOST_POOL, "names"),
        metadata={"description": "Cards that a sweep exchanges for those of the list; else one copy more and less."},
    )
    games = fields.Whole(1, MOST_GAMES, load_default=USUAL_GAMES, **_field("How many games, of each list."))
    seed = fields.Whole(0, MOST_SEED, **_field("The same seed plays the same games; one is chosen if not given."))
    policy = fields.Word(POLICY, load_default="planner", **_field("Who plays the list."))
    options = Object("PolicyOptions", load_default=dict, **_field("Options of the policy, whole numbers by name."))
    mulligan = Object(
        "Mulligan", **_field("What to keep of an opening hand, as docs/goldfish.md says; on curve if not given.")
    )
    opponent = Opponent(
        load_default=dict,
        metadata={
            "description": 'The name of a preset, `{"script": {...}}`, `{"deck": D}` with `policy`, `options` and '
            '`mulligan`, or `{"field": [{"deck": D, "name": N, "weight": W}, ...]}`.'
        },
    )
    battlefield = fields.String(validate=_NAME, **_field("The own battlefield; drawn of the list's if not given."))
    opponent_battlefield = fields.String(validate=_NAME, **_field("The opponent's; blank, or drawn of its list's."))
    first = fields.Word(WHO_FIRST, load_default="alternate", **_field("Who goes first."))
    turns = fields.Whole(1, MOST_TURNS, load_default=USUAL_TURNS, **_field("The last turn of the list that is played."))
    unsupported = fields.Word(
        STAND_IN, load_default="refuse", **_field("What becomes of cards that the engine cannot execute.")
    )
    allow_illegal = fields.Boolean(
        load_default=False, **_field("Whether an illegal list is played; figures are then marked.")
    )
    stop_when = Widths(
        "Widths", **_field("Half widths by figure, such as `all/score/won`: enough when all are as narrow.")
    )

    @validates_schema
    def _check(self, data: dict[str, Any], **_more: object) -> None:
        asked = data.keys() & {"deck", "compare", "sweep"}
        if len(asked) != 1:
            raise ValidationError("give one of deck, compare and sweep")
        if "pool" in data and "sweep" not in data:
            raise ValidationError("goes with sweep only", "pool")
        if "stop_when" in data and "deck" not in data:
            raise ValidationError("goes with deck only", "stop_when")
        if "deck" not in data and data["games"] < 2:  # noqa: PLR2004
            raise ValidationError("a comparison takes 2 games at the least", "games")


class Games(StrictSchema):
    """How far a job is."""

    done = fields.number("The games that were counted, from game 0 on.")
    asked = fields.number("The games that were asked for.")


class JobAnswer(StrictSchema):
    """A job: how far it is, what is known so far, and what it came to."""

    id = fields.text("The id: whoever has it may look, and may cancel.")
    kind = fields.word(JOB_KIND, "What it is.")
    state = fields.word(JOB_STATE, "How it stands.")
    games = fields.Nested(Games, required=True, metadata={"description": "How far it is."})
    seed = fields.number("The seed of the run.")
    lists = fields.number("How many lists each game is played with: the changes of a sweep are lists of their own.")
    seconds = fields.Float(required=True, metadata={"description": "For how many seconds it has been played."})
    created = fields.text("When it was asked for.")
    ended = fields.text("When it ended, null while it is open.", allow_none=True)
    expires = fields.text("When it is removed, null while it is open.", allow_none=True)
    estimates = fields.formed("Estimates", description="What is known so far, null where nothing is.", allow_none=True)
    result = fields.formed(
        "JobResult",
        description="The result, null until the job is done. docs/goldfish.md explains it.",
        allow_none=True,
    )
    problem = fields.text("Why a job failed, else null.", allow_none=True)


class StoryQuery(StrictSchema):
    """Of which list a game is told."""

    list = QueryWhole(
        0, 999, load_default=0, metadata={"description": "The list, from 0: 1 is the second of a comparison."}
    )


class Story(StrictSchema):
    """A game of a job, told."""

    index = fields.number("The number of the game, from 0.")
    seed = fields.number("The seed of this game.")
    met = fields.text("The name of the list that was met, where the opponent is a field.", left_out=None)
    log = fields.List(fields.Formed("StoryLine"), required=True, metadata={"description": "What happened, in order."})
    facts = fields.formed("GameFacts", description="What was counted of it.")
