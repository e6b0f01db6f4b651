"""The tags that the abilities of a card ask for, and those that they give."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riftcheck.carddb.abilities.phrases import HasTag
from riftcheck.carddb.abilities.traversal import nodes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from riftcheck.carddb.abilities.heads import CardAbilities


def asked(text: CardAbilities) -> Iterator[tuple[str, str]]:
    """Yield each tag by which the abilities tell things apart, with the path where that stands."""
    for at, node in nodes(text):
        if isinstance(node, HasTag) and isinstance(node.tag, str):
            yield at, node.tag


def given(text: CardAbilities) -> set[str]:
    """Return the tags that the abilities give to things."""
    return {tag for _, node in nodes(text) for tag in getattr(node, "tags", ()) if isinstance(tag, str)}


def unborne(tag: str) -> str:
    """Return the sentence about a tag that is asked for and that no card has."""
    return f'no card has the tag {tag!r}; a thing of that name is "named {tag}"'
