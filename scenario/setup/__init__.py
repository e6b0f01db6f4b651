"""The setup of a scenario: its cards, the board it describes, and the words for the things there."""
