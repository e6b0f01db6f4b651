"""The names in a mulligan policy, as the database has them: a rule for a name in another spelling would never fit."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from riftcheck.carddb.unfound import unfound
from riftcheck.goldfish.policies.mulligan import Mulligan, MulliganError

if TYPE_CHECKING:
    from riftcheck.carddb import CardDatabase


def with_card_names(mulligan: Mulligan, db: CardDatabase) -> Mulligan:
    """Return a mulligan policy whose rules name cards as the database does.

    :raises MulliganError: for a name that is no card's, or that of several.
    """
    rules = tuple(
        rule if rule.name is None else replace(rule, name=_card_name(rule.name, number, db))
        for number, rule in enumerate(mulligan.rules, 1)
    )
    return replace(mulligan, rules=rules)


def _card_name(name: str, number: int, db: CardDatabase) -> str:
    found = db.find(name)
    if found.card is not None:
        return found.card.name
    why = f"Rule {number} of the mulligan policy: {unfound(name, found.candidates, db)}"
    raise MulliganError(why if why.endswith("?") else f"{why}.")
