"""The doors over HTTP: the REST API and the page. No rule of the game is in here."""
