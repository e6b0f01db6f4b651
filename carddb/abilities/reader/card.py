"""From a card's YAML to nodes: what `keywords`, `do`, `abilities`, `effect` and `effect-keywords` say.

Reading has two steps. First each value becomes a node, by the tables in `reader.verbs` and `reader.heads`; unknown
keys, misspelt phrases and missing keys are told. Then `names.binder` walks the nodes in the order of the card: names
are held against the names that exist at that place, and `it` is replaced. How `it` is resolved stands in the docstring
of that module.

Every problem of a card is told, not only the first. An ability with problems of the first step is left out of the
second, since what it names is not known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from riftcheck.carddb.abilities.heads import CardAbilities
from riftcheck.carddb.abilities.names import binder
from riftcheck.carddb.abilities.problems import AbilityError, unknown_key
from riftcheck.carddb.abilities.reader.costs import keywords
from riftcheck.carddb.abilities.reader.fields import FAILED, Arg, Reading
from riftcheck.carddb.abilities.reader.heads import ability
from riftcheck.carddb.abilities.reader.values import abilities as ability_list
from riftcheck.carddb.abilities.reader.values import block as do_list
from riftcheck.carddb.abilities.reader.verbs import block

if TYPE_CHECKING:
    from collections.abc import Mapping

_KEYS: Final[dict[str, Arg]] = {
    "keywords": Arg("keywords", keywords),
    "do": Arg("do", do_list),
    "abilities": Arg("abilities", ability_list),
    "effect": Arg("effect", ability_list),
    "effect-keywords": Arg("effect_keywords", keywords),
}
KEYS: Final = tuple(_KEYS)


def read_abilities(card: str, raw: Mapping[str, Any]) -> CardAbilities:
    """Return the abilities of a card, from its values under KEYS; any other key is a problem.

    `abilities: []` says that the card has no text.

    :raises AbilityError: with every problem found.
    """
    reading = Reading(block, ability)
    given: dict[str, Any] = {}
    for key, value in raw.items():
        if key not in _KEYS:
            reading.tell(key, unknown_key(key, _KEYS))
        elif not (key == "abilities" and value == []):
            found = reading.read(_KEYS[key].read, value, key)
            if found is not FAILED:
                given[_KEYS[key].field] = found
    bound, faults = binder.bind(CardAbilities(card, **given), reading.origins, whole=not reading.problems)
    problems = [*reading.problems, *faults]
    if problems:
        raise AbilityError(card, problems)
    return bound
