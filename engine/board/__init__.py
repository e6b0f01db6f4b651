"""The board and effects in force: zones (CR 105-108), active abilities, layers (CR 475-482), events (CR 367-389)."""
