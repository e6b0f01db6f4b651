"""The REST API and the page: schemas, routes and errors, and no rule of the game."""
