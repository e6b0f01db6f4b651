"""Actions on objects, cards and players (CR 403-439): status, damage, departures, draws, resources."""
