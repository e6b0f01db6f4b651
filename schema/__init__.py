"""The common part of every schema of a document: fields, checks, one wording of faults, and writing a value out.

A name is loaded when it is first used: a program that writes nothing by a schema does not load marshmallow.
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
    # Where each name is defined. A type checker reads the imports above instead.
    _MODULES: Final = {
        "Joined": "joined",
        "LazySchema": "lazy",
        "StrictSchema": "base",
        "Vocabulary": "vocabulary",
        "located": "faults",
    }

    def __getattr__(name: str) -> Any:
        """Load a name when it is first used (PEP 562)."""
        if name in ("checks", "fields"):
            return import_module(f"{__name__}.{name}")
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=None)
        return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
