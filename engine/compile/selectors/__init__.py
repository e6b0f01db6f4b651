"""Objects and cards by their phrases: selections, filters, places, targets."""
