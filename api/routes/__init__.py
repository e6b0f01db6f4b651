"""The routes of the API, in groups."""

from riftcheck.api.routes import cards, data, decks, games, goldfish, service, teams

BLUEPRINTS = (
    cards.blueprint,
    data.blueprint,
    decks.blueprint,
    teams.blueprint,
    goldfish.blueprint,
    games.blueprint,
    service.blueprint,
)
