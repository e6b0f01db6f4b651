"""`riftcheck cards`: the commands on card data."""

from __future__ import annotations

from riftcheck.cli.lazy import LazyGroup

command = LazyGroup(
    "cards",
    help="Search, show, fetch and check card data.",
    lazy={
        "search": ("riftcheck.cli.search", "List the cards that match a query."),
        "show": ("riftcheck.cli.show", "Show one card with its printings and legality."),
        "sync": ("riftcheck.cli.sync", "Fetch official texts and new cards from Riot's content API."),
        "import": ("riftcheck.cli.import_cards", "Read cards from a file of facts into a folder of your own."),
        "lint": ("riftcheck.cli.lint", "Check card data files."),
    },
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="""\b
Examples:
  riftcheck cards search "d:fury t:unit e<=2 sort:-m"
  riftcheck cards show "Jinx, Rebel"
  RIOT_API_KEY=... riftcheck cards sync --dry-run
  riftcheck cards import radiance.json --dry-run
  riftcheck cards lint my-cards/""",
)
