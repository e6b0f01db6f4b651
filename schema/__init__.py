"""The common parts of all document schemas: fields, checks, error messages and serialization.

Each name is loaded on first use, so a program that uses no schema does not load marshmallow.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

__all__ = ["Joined", "LazySchema", "StrictSchema", "Vocabulary", "checks", "fields", "located"]

if TYPE_CHECKING:
    from riftcheck.schema import checks, fields
    from riftcheck.schema.base import StrictSchema
    from riftcheck.schema.faults import located
    from riftcheck.schema.joined import Joined
    from riftcheck.schema.lazy import LazySchema
    from riftcheck.schema.vocabulary import Vocabulary
else:
    # The module that defines each name. A type checker reads the imports above instead.
    _MODULES: Final = {
        "Joined": "joined",
        "LazySchema": "lazy",
        "StrictSchema": "base",
        "Vocabulary": "vocabulary",
        "located": "faults",
    }

    def __getattr__(name: str) -> Any:
        """Load a name on first use (PEP 562)."""
        if name in ("checks", "fields"):
            return import_module(f"{__name__}.{name}")
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=None)
        return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
