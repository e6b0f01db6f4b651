"""Names and `it`: what they stand for at each place of a card, and the nodes with that put in."""
