"""Costs (CR 160-168, 201-206, 356-357, 430): their amount, whether and how they can be paid, and paying them.

docs/architecture.md draws the order of its modules.
"""
