"""Amounts and conditions as closures. Importing the package registers the compilers of all of them."""

from riftcheck.engine.compile.values import amounts, conditions

__all__ = ["amounts", "conditions"]
