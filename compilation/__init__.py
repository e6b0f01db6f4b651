"""How the package is built: what of it mypyc compiles, with which flags, and what is left where that fails.

It is used by `setup.py` and is not installed. See "Compiling" in docs/engine.md.
"""
