"""The rules, one small function each, in the order in which a person would read them out.

Every rule looks at the whole list and says all that it finds; none stops another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.validator.rules import (
    age,
    champion,
    copies,
    domain,
    extra_legends,
    listed,
    names,
    products,
    sizes,
    types,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from riftcheck.validator.case import Case
    from riftcheck.validator.report import Issue

    Rule = Callable[[Case], Sequence[Issue]]

RULES: Final[tuple[Rule, ...]] = (
    names.unknown_cards,
    names.ambiguous_cards,
    names.unknown_printings,
    names.set_aside,
    types.tokens,
    types.legend_count,
    extra_legends.extra_legend_count,
    extra_legends.extra_legend_few,
    extra_legends.extra_legend_type,
    extra_legends.extra_legend_name,
    champion.champion_missing,
    champion.champion_ambiguous,
    champion.champion_type,
    champion.champion_tag,
    champion.champion_counted,
    sizes.main_size,
    types.main_type,
    domain.domain_identity,
    copies.copy_limit,
    copies.unique,
    copies.signature_total,
    copies.signature_tag,
    sizes.rune_count,
    types.rune_type,
    domain.rune_domain,
    sizes.battlefield_count,
    types.battlefield_type,
    copies.battlefield_unique,
    domain.battlefield_domain,
    sizes.sideboard_size,
    listed.set_legality,
    listed.banned,
    products.product_exemption,
    listed.deck_choice,
    age.data_age,
)
