"""riftcheck: card database, legality checker and game engine for the Riftbound trading card game.

What is named here is the public face; docs/python.md shows it at work. A name is loaded when it is first used, so that
`import riftcheck` and the import of a single sub-package, such as `riftcheck.carddb`, load nothing else.

check           judge a list -> Report
simulate        play a list many times -> Result
new_game        start one game between lists -> Game
load            the card database
RiftcheckError  what all of them raise
CutShortError   one of these, of a simulation that was cut short; it has the result of the games until then
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

__version__: Final = "0.2.0"
__all__ = [
    "CutShortError",
    "Figure",
    "Game",
    "Report",
    "Result",
    "RiftcheckError",
    "__version__",
    "check",
    "load",
    "new_game",
    "simulate",
]

if TYPE_CHECKING:
    from riftcheck.carddb.errors import RiftcheckError
    from riftcheck.engine.game import Game
    from riftcheck.facade.cards import load
    from riftcheck.facade.check import check
    from riftcheck.facade.games import new_game
    from riftcheck.facade.result import CutShortError, Result
    from riftcheck.facade.simulation import simulate
    from riftcheck.goldfish.stats.intervals import Figure
    from riftcheck.validator.report import Report
else:
    # Where each name is defined. A type checker reads the imports above instead.
    _MODULES: Final = {
        "CutShortError": "riftcheck.facade.result",
        "Figure": "riftcheck.goldfish.stats.intervals",
        "Game": "riftcheck.engine.game",
        "Report": "riftcheck.validator.report",
        "Result": "riftcheck.facade.result",
        "RiftcheckError": "riftcheck.carddb.errors",
        "check": "riftcheck.facade.check",
        "load": "riftcheck.facade.cards",
        "new_game": "riftcheck.facade.games",
        "simulate": "riftcheck.facade.simulation",
    }

    def __getattr__(name: str) -> Any:
        """Load a public name when it is first used (PEP 562)."""
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=None)
        value = getattr(import_module(_MODULES[name]), name)
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        """Return the public names."""
        return sorted(__all__)
