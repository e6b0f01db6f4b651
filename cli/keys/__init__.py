"""`riftcheck keys`: the keys that the operator of a server makes for callers."""

from __future__ import annotations

from riftcheck.cli.lazy import LazyGroup

command = LazyGroup(
    "keys",
    help="Make, list and withdraw the keys of a server's callers.",
    lazy={
        "create": ("riftcheck.cli.keys.create", "Make a key and print it, once."),
        "list": ("riftcheck.cli.keys.listing", "List the keys with their scopes and limits."),
        "withdraw": ("riftcheck.cli.keys.withdraw", "Withdraw a key for good."),
    },
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="""\b
Examples:
  riftcheck keys create "A deck site" --light 6000 --heavy 200
  riftcheck keys list
  riftcheck keys withdraw 1f2e3d4c""",
)
