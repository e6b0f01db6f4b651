"""Games as they come in and go out."""

from __future__ import annotations

from typing import Any, Final

from marshmallow import ValidationError, fields, validate, validates_schema

from riftcheck.api.schemas.cards import a_flag, a_number, a_text, some, some_texts
from riftcheck.api.schemas.fields import Deck, QueryWhole, Strict, Whole
from riftcheck.api.schemas.requests import MOST_SEED

# As `engine.flow.setup` has them; a test holds the two together, because a worker that plays no game loads no engine.
MODES: Final = ("duel", "match", "ffa3", "ffa4", "2v2")
# As `riftcheck.engine.compile.pool` has them, held together likewise.
UNSUPPORTED: Final = ("refuse", "skip", "vanilla")
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


class GameBody(Strict):
    """What a game begins with."""

    decks = fields.List(
        Deck(),
        required=True,
        validate=validate.Length(2, MOST_PLAYERS, error=f"must be a list of 2 to {MOST_PLAYERS} decks"),
        metadata={
            "description": "One list for each player, in the order of their seats. Allies in 2v2 are players 1 and 3, "
            "2 and 4."
        },
    )
    mode = fields.String(
        load_default="duel",
        validate=validate.OneOf(MODES, error=f"must be one of {', '.join(MODES)}"),
        metadata={"description": "The mode of play."},
    )
    seed = Whole(
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

    unsupported = fields.String(
        load_default="refuse",
        validate=validate.OneOf(UNSUPPORTED, error=f"must be one of {', '.join(UNSUPPORTED)}"),
        metadata={
            "description": "What becomes of cards that the engine cannot execute. `refuse`: no game begins, and the "
            "answer names them. `skip`: they are drawn and never playable; a legend or battlefield does nothing. "
            "`vanilla`: a unit is its cost and Might only; every other card is skipped."
        },
    )


class AnswerBody(Strict):
    """A player's answer to their decision, or that they concede."""

    answer = fields.List(
        Whole(0, MOST_OPTIONS - 1),
        validate=validate.Length(0, MOST_OPTIONS, error=f"must be a list of at most {MOST_OPTIONS} numbers"),
        metadata={"description": "The indices of the chosen options, in any order."},
    )
    decision = Whole(0, MOST_ANSWERS, metadata={"description": "The number of the decision that is answered."})
    concede = Yes(metadata={"description": "True, and nothing beside it: the player leaves the game."})

    @validates_schema
    def _check(self, data: dict[str, object], **_more: object) -> None:
        if data.keys() not in ({"answer", "decision"}, {"concede"}):
            raise ValidationError("give either answer and decision, or concede")


class ForkBody(Strict):
    """Which point of a game is copied, and that all players want it."""

    tokens = fields.List(
        fields.String(validate=validate.Length(1, MOST_TOKEN, error=f"must have 1 to {MOST_TOKEN} characters")),
        required=True,
        validate=validate.Length(2, MOST_PLAYERS, error=f"must be a list of 2 to {MOST_PLAYERS} tokens"),
        metadata={"description": "The tokens of all players, in the order of their seats."},
    )
    at = Whole(
        0,
        MOST_ANSWERS,
        metadata={"description": "The point after so many answers of all players together; the present if not given."},
    )


class LogQuery(Strict):
    """Which part of a log is wanted."""

    limit = QueryWhole(1, 250, load_default=50, metadata={"description": "The most entries of one answer."})
    after = QueryWhole(
        0, 999_999, load_default=0, metadata={"description": "Only entries behind the one of this number."}
    )


class StandIns(Strict):
    """What became of cards that the engine cannot execute."""

    how = a_text("`refuse`, `skip` or `vanilla`, as the game was begun.")
    skipped = some_texts("The cards that are never playable and do nothing.")
    vanilla = some_texts("The units that are cost and Might only.")


def _by_the_book() -> fields.Boolean:
    return a_flag("False where some card of the game is skipped or is cost and Might only.")


def _stand_ins(whose: str) -> fields.Nested:
    described = f"What became of cards that cannot be executed; named are {whose}."
    return fields.Nested(StandIns, required=True, metadata={"description": described})


class NewGame(Strict):
    """A game that was begun or copied."""

    id = a_text("The id: whoever has it may watch.")
    tokens = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "One for each player, in the order of their decks. They are told this once."},
    )
    by_the_book = _by_the_book()
    unsupported = _stand_ins("those of all decks")


class Question(Strict):
    """The open decision of the player who looks."""

    number = a_number("How many decisions this player has answered before; goes with the answer.")
    kind = a_text("The kind of decision, such as `mulligan`, `main`, `target`.")
    text = a_text("The question for people.")
    about = fields.Raw(
        required=True,
        allow_none=True,
        metadata={"type": ["object", "null"], "description": "The card, object, item, place or player it is about."},
    )
    least = a_number("The least number of options to choose.")
    most = a_number("The most.")
    options = fields.List(
        fields.Dict(),
        required=True,
        metadata={
            "description": "Each has `index`, `kind`, `key` (stable, for programs), `text` (for people), and what it "
            "is about."
        },
    )


class OptionsAnswer(Strict):
    """What is asked, and of whom."""

    deciding = a_number("The seat of who is asked, from 0; null where the game is over.", allow_none=True)
    decision = fields.Nested(
        Question,
        required=True,
        allow_none=True,
        metadata={"description": "What is asked of the player who looks; null where it is another's turn to decide."},
    )
    over = a_flag("Whether the game is over.")


class GameAnswer(OptionsAnswer):
    """A game as one player, or a spectator, may see it."""

    id = a_text("The id.")
    mode = a_text("The mode of play.")
    rules = a_text("The version of the Core Rules.")
    by_the_book = _by_the_book()
    unsupported = _stand_ins("those of the deck of the player who looks, so none for a spectator")
    player = a_number("The seat of who looks, from 0; null for a spectator.", allow_none=True)
    expires = a_text("When the game is removed if nobody answers.")
    view = fields.Dict(required=True, metadata={"description": "What this viewer may know, as docs/api.md lists it."})


class LogEntry(Strict):
    """A line of the log."""

    number = a_number("Its number, from 1.")
    turn = a_number("The turn.")
    text = a_text("What happened, as the viewer may know it.")


class GameLog(Strict):
    """A part of a log."""

    data = some(LogEntry, "The entries in order.")
    has_more = a_flag("Whether there are more now.")
    next = a_text(
        "The address of the next part, null at the end; later entries come behind the last number.", allow_none=True
    )
