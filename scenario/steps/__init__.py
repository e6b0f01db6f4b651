"""The steps of a scenario: options found and taken, questions answered, payments made."""
