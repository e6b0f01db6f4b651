"""The reader of card files: from the YAML of a card to the nodes of the ability language."""
