"""The routes of the API, in groups."""

from api.routes import cards, data, decks, games, service, teams

BLUEPRINTS = (cards.blueprint, data.blueprint, decks.blueprint, teams.blueprint, games.blueprint, service.blueprint)
