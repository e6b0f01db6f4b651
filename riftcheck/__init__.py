"""riftcheck: card database, legality checker and game engine for the Riftbound trading card game."""
