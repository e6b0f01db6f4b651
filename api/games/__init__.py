"""Games over the API: `service` is what the routes call, with `decks`, `tokens`, a game in memory as a `session`."""
