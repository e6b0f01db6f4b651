"""Games: begun, looked at, answered, copied, removed. A player's token says who looks; without one a spectator does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast
from urllib.parse import urlencode

from flask import Response, request

from riftcheck.api import responses
from riftcheck.api.blueprint import Blueprint
from riftcheck.api.examples import BODIES
from riftcheck.api.games.tokens import bearer
from riftcheck.api.idempotency import repeatable
from riftcheck.api.limits import caller
from riftcheck.api.schemas import games as schemas

if TYPE_CHECKING:
    from riftcheck.api.games.order import Applicant
    from riftcheck.api.games.service import GameService

blueprint = Blueprint(
    "games",
    __name__,
    url_prefix="/v1/games",
    description="Games between players. `Authorization: Bearer TOKEN` says which player looks or answers; without it "
    "a spectator looks, who sees what lies open.",
)
_GAME: Final[list[dict[str, Any]]] = [
    {
        "name": "game_id",
        "in": "path",
        "description": "The id of a game.",
        "schema": {"type": "string", "minLength": 1},
        "example": "mJ2bXq9oU7lQ0f4R8vZcYw3A",
    }
]
_LOOKING: Final = (401, 404, 409, 503)


@blueprint.post("", schemas.GameBody(), schemas.NewGame(), example=BODIES["game"], problems=(409, 503), repeatable=True)
def begin_game(args: dict[str, Any]) -> Response:
    """Begin a game.

    Legality is not judged, but a card that the engine cannot execute is refused, unless `unsupported` says what is to
    become of it. The tokens are the right to play and to see a hand: give each player theirs.
    """
    service = game_service()
    from riftcheck.api.games.order import GameOrder  # noqa: PLC0415 - as the service

    order = GameOrder(args["decks"], args["mode"], args.get("seed"), args.get("rules"), args["unsupported"])
    return responses.secret(service.begin(order, _applicant()))


@blueprint.get("/<game_id>", schemas.GameAnswer(), parameters=_GAME, problems=_LOOKING)
def look_at_game(game_id: str) -> Response:
    """Return a game as the viewer may see it."""
    return responses.answer(game_service().read(game_id, _token()))


@blueprint.get("/<game_id>/options", schemas.OptionsAnswer(), parameters=_GAME, problems=_LOOKING)
def game_options(game_id: str) -> Response:
    """Return what is asked and which options there are, to the player who is asked."""
    return responses.answer(game_service().options(game_id, _token()))


@blueprint.post(
    "/<game_id>/answers",
    schemas.AnswerBody(),
    schemas.GameAnswer(),
    example=BODIES["answer"],
    parameters=_GAME,
    problems=_LOOKING,
)
def answer_game(args: dict[str, Any], game_id: str) -> Response:
    """Answer the open decision, or concede.

    Returned is the game as the player sees it then. An answer counts for the decision of its number and no other.
    """
    service, token = game_service(), _token()
    if "concede" in args:
        return responses.answer(service.concede(game_id, token))
    return responses.answer(service.answer(game_id, token, args["answer"], args["decision"]))


@blueprint.get(
    "/<game_id>/log",
    schemas.GameLog(),
    query=schemas.LogQuery(),
    parameters=_GAME,
    problems=_LOOKING,
    headers=("Link",),
)
def game_log(args: dict[str, Any], game_id: str) -> Response:
    """Return what has happened, as the viewer could know it when it did."""
    limit = args["limit"]
    entries, has_more = game_service().log(game_id, _token(), args["after"], limit)
    following = None
    if has_more:
        query = urlencode({"limit": limit, "after": entries[-1]["number"]})
        following = f"{request.path}?{query}"
    made = responses.answer({"data": entries, "has_more": has_more, "next": following})
    if following is not None:
        made.headers["Link"] = f'<{following}>; rel="next"'
    return made


@blueprint.post(
    "/<game_id>/fork",
    schemas.ForkBody(),
    schemas.NewGame(),
    example=BODIES["fork"],
    parameters=_GAME,
    problems=_LOOKING,
    repeatable=True,
    heavy=True,
)
def fork_game(args: dict[str, Any], game_id: str) -> Response:
    """Copy a game into a new one with new tokens.

    It takes the tokens of all players: who has all tokens of the copy sees every hand in it.
    """
    _token()  # one that is malformed is refused everywhere
    return responses.secret(game_service().fork(game_id, args["tokens"], args.get("at"), _applicant()))


@blueprint.delete(
    "/<game_id>",
    None,
    body=schemas.RemovalBody(),
    example=BODIES["fork"],
    optional_body=True,
    says="The game is removed.",
    status=204,
    parameters=_GAME,
    problems=_LOOKING,
)
def remove_game(args: dict[str, Any], game_id: str) -> Response:
    """Remove a game, for all its players.

    The token of one player removes a game that is over or cannot go on, or that no other player has answered in; the
    tokens of all players, as a body, remove any.
    """
    game_service().remove(game_id, _token(), args.get("tokens"))
    made = Response(status=204)
    made.headers["Cache-Control"] = "no-store"
    return made


def _applicant() -> Applicant:
    from riftcheck.api.games.order import Applicant  # noqa: PLC0415 - as the service

    who = caller()
    return Applicant(who.name, who.allowance.games, repeatable())


def game_service() -> GameService:
    """Return the service of games.

    :raises CardDataError: if the card data cannot be used.
    :raises ProblemError: if another request makes it just now.
    """
    state = responses.state()

    def make() -> GameService:
        from riftcheck.api.games.service import GameService  # noqa: PLC0415 - the engine is loaded with the first game

        return GameService(state.db, state.settings)

    return cast("GameService", state.once("games", make))


def _token() -> str | None:
    return bearer(request.headers.get("Authorization"))
