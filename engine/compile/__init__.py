"""From the nodes of the ability language to the closures of the engine: scripts, matchers, passives, definitions.

Each function here turns one kind of node into a closure over the state and the surroundings (`Env`) in which it is
read. What cannot be said yet raises `Unsupported` with the reason; the card then says so itself.
"""
