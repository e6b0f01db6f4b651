"""The cards of a run whose facts or play are not known for sure (`provisional` in the card data)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.abilities.loader import abilities_of
from riftcheck.carddb.abilities.traversal import tokens_in
from riftcheck.carddb.errors import CardDataError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from riftcheck.carddb import CardDatabase

# Facts that no game asks for: they are of collecting, of deck building, or of the search for cards.
_NOT_PLAYED: Final = frozenset({"rarity", "copies", "unique", "extra_legends", "printed_keywords", "printings"})


@dataclass(frozen=True, slots=True)
class CardInDoubt:
    """A card that a run leans on; `facts` are those that games ask for and nobody is sure of, each with the reason."""

    name: str
    facts: tuple[tuple[str, str], ...]

    def to_json(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        return {"card": self.name, "facts": dict(self.facts)}


def provisional_cards(db: CardDatabase, names: Iterable[str]) -> tuple[CardInDoubt, ...]:
    """Return the provisional ones of some cards, and of the tokens and battlefields that these bring in, in order."""
    found: list[CardInDoubt] = []
    for name in _with_tokens(db, names):
        card = db.by_name.get(name)
        facts = (
            ()
            if card is None
            else tuple((fact.field, fact.reason) for fact in card.provisional if fact.field not in _NOT_PLAYED)
        )
        if facts:
            found.append(CardInDoubt(name, facts))
    return tuple(found)


def _with_tokens(db: CardDatabase, names: Iterable[str]) -> Iterator[str]:
    """Return some names and those of the tokens that their cards bring in, each once."""
    waiting = list(dict.fromkeys(names))
    seen = set(waiting)
    for name in waiting:
        yield name
        card = db.by_name.get(name)
        if card is None or not card.executable:
            continue
        try:
            abilities = abilities_of(db, card)
        except CardDataError:
            continue  # refused elsewhere, with what is wrong with it
        fresh = [] if abilities is None else [token for _, token in tokens_in(abilities) if token not in seen]
        seen.update(fresh)
        waiting += dict.fromkeys(fresh)
