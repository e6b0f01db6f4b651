"""Costs (CR 160-168, 201-206, 356-357, 429): what is to be paid, whether and how it can be paid, and paying it.

docs/architecture.md draws the order of its modules.
"""
