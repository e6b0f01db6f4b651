"""Events in sentences: their kinds, whether something that happened fits, and how often it has happened."""
