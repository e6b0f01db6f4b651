"""Limits: who calls, how much each caller may ask for, and what has been asked for in the last minute.

`callers` names callers, by the operator's keys (`key_ring`) or by address; `networks` are those that the operator
widens. `rate_limits` counts requests in the `shared_counts` of all workers, or in Redis.
"""

from riftcheck.api.limits.callers import Caller, caller

__all__ = ["Caller", "caller"]
