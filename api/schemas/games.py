"""Games as they come in and go out."""

from __future__ import annotations

from typing import Any, Final

from marshmallow import ValidationError, validates_schema

from riftcheck.api.schemas.inputs import Branch, Deck, QueryWhole
from riftcheck.api.schemas.requests import MOST_SEED
from riftcheck.schema import StrictSchema, Vocabulary, checks, fields

# As `engine.flow.setup` has them; a test holds the two together, because a worker that plays no game loads no engine.
MODES: Final = ("duel", "match", "ffa3", "ffa4", "2v2")
# As `riftcheck.engine.compile.pool` has them, held together likewise.
UNSUPPORTED: Final = ("refuse", "skip", "vanilla")
# As `engine.display.view` has them, held together likewise.
DECISIONS: Final = (
    "mulligan",
    "main",
    "priority",
    "focus",
    "location",
    "target",
    "pick",
    "mode",
    "yes-no",
    "number",
    "plan",
    "player",
    "order",
    "assign",
    "move",
    "cost",
    "showdown",
    "battlefield",
    "replace",
    "name",
    "invite",
)
MODE: Final = Vocabulary("Mode", MODES, "A mode of play.")
STAND_IN: Final = Vocabulary(
    "StandIn",
    UNSUPPORTED,
    "What becomes of cards that the engine cannot execute. `refuse`: nothing begins, and the answer names them. "
    "`skip`: they are drawn and never playable; a legend or battlefield does nothing. `vanilla`: a unit is its cost "
    "and Might only; every other card is skipped.",
)
DECISION_KIND: Final = Vocabulary("DecisionKind", DECISIONS, "A kind of decision.")
MOST_PLAYERS: Final = 4
MOST_OPTIONS: Final = 4096
MOST_ANSWERS: Final = 100_000
MOST_TOKEN: Final = 200


class Yes(fields.Field[bool]):
    """The value true and no other."""

    def _deserialize(self, value: Any, *_args: Any, **_more: Any) -> bool:
        if value is not True:
            raise ValidationError("must be true")
        return True


class GameBody(StrictSchema):
    """What a game begins with."""

    decks = fields.List(
        Deck(),
        required=True,
        validate=checks.entries(2, MOST_PLAYERS, "decks"),
        metadata={
            "description": "One list for each player, in the order of their seats. Allies in 2v2 are players 1 and 3, "
            "2 and 4."
        },
    )
    mode = fields.Word(MODE, load_default="duel", metadata={"description": "The mode of play."})
    seed = fields.Whole(
        0,
        MOST_SEED,
        metadata={
            "description": "The same lists, seed and answers give the same game, so who knows the seed knows every "
            "card. Without it nobody does."
        },
    )
    rules = fields.String(
        metadata={"description": "A version of the Core Rules that the engine plays by; the newest if not given."}
    )
    unsupported = fields.Word(
        STAND_IN,
        load_default="refuse",
        metadata={"description": "What becomes of cards that the engine cannot execute."},
    )


class AnswerBody(StrictSchema):
    """A player's answer to their decision, or that they concede."""

    branches = (
        Branch("GivenAnswer", needs=("answer", "decision"), lacks=("concede",)),
        Branch("Concession", needs=("concede",), lacks=("answer", "decision")),
    )

    answer = fields.List(
        fields.Whole(0, MOST_OPTIONS - 1),
        validate=checks.entries(0, MOST_OPTIONS, "numbers"),
        metadata={"description": "The indices of the chosen options, in any order."},
    )
    decision = fields.Whole(0, MOST_ANSWERS, metadata={"description": "The number of the decision that is answered."})
    concede = Yes(metadata={"description": "True, and nothing beside it: the player leaves the game."})

    @validates_schema
    def _check(self, data: dict[str, object], **_more: object) -> None:
        if data.keys() not in ({"answer", "decision"}, {"concede"}):
            raise ValidationError("give either answer and decision, or concede")


def _all_tokens(*, required: bool) -> fields.List:
    return fields.List(
        fields.String(validate=checks.characters(1, MOST_TOKEN)),
        required=required,
        validate=checks.entries(2, MOST_PLAYERS, "tokens"),
        metadata={"description": "The tokens of all players, in the order of their seats."},
    )


class RemovalBody(StrictSchema):
    """That all players want a game removed."""

    tokens = _all_tokens(required=False)


class ForkBody(StrictSchema):
    """Which point of a game is copied, and that all players want it."""

    tokens = _all_tokens(required=True)
    at = fields.Whole(
        0,
        MOST_ANSWERS,
        metadata={"description": "The point after so many answers of all players together; the present if not given."},
    )


class LogQuery(StrictSchema):
    """Which part of a log is wanted."""

    limit = QueryWhole(1, 250, load_default=50, metadata={"description": "The most entries of one answer."})
    after = QueryWhole(
        0, 999_999, load_default=0, metadata={"description": "Only entries behind the one of this number."}
    )


class StandIns(StrictSchema):
    """What became of cards that the engine cannot execute."""

    how = fields.word(STAND_IN, "As the game was begun.")
    skipped = fields.texts("The cards that are never playable and do nothing.")
    vanilla = fields.texts("The units that are cost and Might only.")


def _by_the_book() -> fields.Boolean:
    return fields.flag("False where some card of the game is skipped or is cost and Might only.")


def _stand_ins(whose: str) -> fields.Nested:
    described = f"What became of cards that cannot be executed; named are {whose}."
    return fields.Nested(StandIns, required=True, metadata={"description": described})


class NewGame(StrictSchema):
    """A game that was begun or copied."""

    id = fields.text("The id: whoever has it may watch.")
    tokens = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "One for each player, in the order of their decks. They are told this once."},
    )
    by_the_book = _by_the_book()
    unsupported = _stand_ins("those of all decks")


class Question(StrictSchema):
    """The open decision of the player who looks."""

    number = fields.number("How many decisions this player has answered before; goes with the answer.")
    kind = fields.word(DECISION_KIND, "The kind of decision.")
    text = fields.text("The question for people.")
    about = fields.formed(
        "Reference", description="The card, object, item, place or player it is about.", allow_none=True
    )
    least = fields.number("The least number of options to choose.")
    most = fields.number("The most.")
    options = fields.List(fields.Formed("Option"), required=True, metadata={"description": "In order of `index`."})


class OptionsAnswer(StrictSchema):
    """What is asked, and of whom."""

    deciding = fields.number("The seat of who is asked, from 0; null where the game is over.", allow_none=True)
    decision = fields.Nested(
        Question,
        required=True,
        allow_none=True,
        metadata={"description": "What is asked of the player who looks; null where it is another's turn to decide."},
    )
    over = fields.flag("Whether the game is over.")


class GameAnswer(OptionsAnswer):
    """A game as one player, or a spectator, may see it."""

    id = fields.text("The id.")
    mode = fields.word(MODE, "The mode of play.")
    rules = fields.text("The version of the Core Rules.")
    by_the_book = _by_the_book()
    unsupported = _stand_ins("those of the deck of the player who looks, so none for a spectator")
    player = fields.number("The seat of who looks, from 0; null for a spectator.", allow_none=True)
    expires = fields.text("When the game is removed if nobody answers.")
    view = fields.formed("GameView", description="What this viewer may know.")


class LogEntry(StrictSchema):
    """A line of the log."""

    number = fields.number("Its number, from 1.")
    turn = fields.number("The turn.")
    text = fields.text("What happened, as the viewer may know it.")


class GameLog(StrictSchema):
    """A part of a log."""

    data = fields.objects(LogEntry, "The entries in order.")
    has_more = fields.flag("Whether there are more now.")
    next = fields.text(
        "The next part, as a path with its query; null at the end. Later entries come behind the last number.",
        allow_none=True,
    )
