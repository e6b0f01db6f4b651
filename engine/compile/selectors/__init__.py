"""Which objects and cards are meant: selections, filters, places, targets."""
