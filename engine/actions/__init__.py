"""Actions on objects, cards and players (CR 402-438): status, damage, departures, draws, resources."""
