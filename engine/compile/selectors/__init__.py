"""Which objects, cards and events are meant: selections, filters, places, targets, matchers of events."""
