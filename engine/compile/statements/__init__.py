"""Statements of the ability language: acts on objects and cards, blocks, loops, lasting effects."""
