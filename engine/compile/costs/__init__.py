"""Costs of texts as the engine pays them."""
