"""The fields of a class of the engine, whether it is interpreted or compiled."""

from __future__ import annotations

from types import GetSetDescriptorType, MemberDescriptorType

# Slots of an interpreted class are members, the attributes of a compiled one getters with setters.
FIELD_TYPES = (MemberDescriptorType, GetSetDescriptorType)
OF_EVERY_OBJECT = frozenset({"__dict__", "__weakref__", "__class__"})


def fields_of(cls: type) -> set[str]:
    """Return the names of the fields of a class and its bases."""
    return {
        name for base in cls.__mro__ for name, value in vars(base).items() if isinstance(value, FIELD_TYPES)
    } - OF_EVERY_OBJECT
