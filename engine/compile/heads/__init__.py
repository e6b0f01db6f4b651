"""Heads of abilities: triggers, passives, permissions, replacements, price changes."""
