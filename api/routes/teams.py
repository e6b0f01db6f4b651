"""Teams of two."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from riftcheck.api import responses, room
from riftcheck.api.blueprint import Blueprint
from riftcheck.api.examples import BODIES
from riftcheck.api.routes.decks import options
from riftcheck.api.schemas import requests as incoming
from riftcheck.decks.resolve import resolve
from riftcheck.validator.schemas import TeamReportSchema
from riftcheck.validator.teams import check_team

if TYPE_CHECKING:
    from flask import Response

blueprint = Blueprint("teams", __name__, url_prefix="/v1/teams", description="Teams of two allies.")


@blueprint.post("/validate", incoming.TeamBody(), TeamReportSchema(), example=BODIES["team"])
def validate_team(args: dict[str, Any]) -> Response:
    """Judge the two lists of a 2v2 team, each for itself and both together."""
    state = responses.state()
    first, second = args["decks"]
    found = check_team(
        (resolve(first.deck, state.db), resolve(second.deck, state.db)),
        state.db,
        options(args),
        (first, second),
    ).to_json(lines=args["lines"])
    for report in found["reports"]:
        state.metrics.judged(report["verdict"])
    return room.answer(found, "Judge the lists one by one, or send lists with fewer different cards.")
