"""The chapter `field` of a result: the score against each list of a field."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from riftcheck.goldfish.plan.field_schedule import exact_weight
from riftcheck.goldfish.results import figures
from riftcheck.goldfish.stats.intervals import rounded
from riftcheck.goldfish.stats.tally import SEATS

if TYPE_CHECKING:
    from riftcheck.goldfish.plan.run import FieldList
    from riftcheck.goldfish.results.run_info import RunInfo
    from riftcheck.goldfish.stats.tally import Tally


def field_scores(tally: Tally, info: RunInfo) -> list[dict[str, Any]]:
    """Return an entry for each list of the field, in its order: which list it is, its share, and the score against it.

    `all` games are there even where there were none yet; those in a seat only where there were some.
    """
    total = sum((exact_weight(one.weight) for one in info.field_lists), Fraction(0))
    return [_entry(tally, info, place, one, total) for place, one in enumerate(info.field_lists)]


def _entry(tally: Tally, info: RunInfo, place: int, one: FieldList, total: Fraction) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "name": one.name,
        "legend": one.list.legend,
        **({} if one.list.legend_full_name is None else {"legend_full_name": one.list.legend_full_name}),
        "champion": one.list.champion,
        "list_hash": one.list.list_hash,
        "weight": one.weight,
        "share": rounded(float(exact_weight(one.weight) / total)),
        "all": figures.against(tally.of_met(place, *SEATS), info.victory),
    }
    by_seat = {seat: tally.of_met(place, seat) for seat in SEATS}
    return shown | {
        seat: figures.against(counts, info.victory) for seat, counts in by_seat.items() if figures.games_of(counts)
    }
