"""The board and effects in force: zones (CR 105-108), active abilities, layers (CR 473-480), events (CR 367-388)."""
