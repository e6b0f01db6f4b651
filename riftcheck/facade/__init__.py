"""The facade: what `import riftcheck` offers, one function a module, over the rooms that do the work.

Like the command line and the API it is a door: no rule of the game is in here.
"""
