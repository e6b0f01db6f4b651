"""The sweep of a list: a copy more or less of each card, or a card of a pool, each compared with the list.

Many comparisons find something by chance: of sixty that change nothing, three lie beyond two standard errors. The
ranking is corrected by Holm's method: at the level of two standard errors, the probability that *any* of the changes
that are called better or worse is not, is below one in twenty, whatever the dependence between them. All changes are
compared with the same games, so they do depend on each other, and a player acts on the one at the top: what has to be
held down is the chance that this one is wrong, not the share of wrong ones among many (Benjamini and Hochberg).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from math import erfc, sqrt
from typing import TYPE_CHECKING, Any, Final, Literal

from riftcheck.goldfish.stats.intervals import rounded
from riftcheck.goldfish.stats.significance import holm
from riftcheck.goldfish.studies.arms import Arm
from riftcheck.goldfish.studies.comparison import ERRORS, differences_by, main_measure, measure_named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from riftcheck.goldfish.plan.run import Run
    from riftcheck.goldfish.results.run_info import RunInfo
    from riftcheck.goldfish.simulation.game_rows import GameRows
    from riftcheck.goldfish.studies.comparison import Difference

MOST_COPIES: Final = 3  # CR 103.3: of one card, the champion's copy among them
Change = Literal["more", "less", "swap"]


@dataclass(frozen=True, slots=True)
class Variant:
    """A list with one card in the place of another. `main` is the main deck, each name as often as its copies.

    The new card lies where the old one lay, so that under one seed every other card comes up when it did before.
    `list_hash` is the hash of the changed list, empty where it is not known.
    """

    name: str
    change: Change
    put_in: str
    taken_out: str
    main: tuple[str, ...]
    list_hash: str = ""

    def told(self) -> dict[str, str]:
        """Return what a document says of it beside its name."""
        return {
            "change": self.change,
            "put_in": self.put_in,
            "taken_out": self.taken_out,
            "list_hash": self.list_hash,
        }


@dataclass(frozen=True, slots=True)
class Skipped:
    """A change that was not tried, and why, as a sentence."""

    name: str
    reason: str


@dataclass(slots=True)
class SweepPlan:
    """The changes of a list to be tried, and those that cannot be."""

    filler: str
    variants: list[Variant] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)


def one_copy(
    main: Sequence[str],
    *,
    filler: str = "",
    champion: str = "",
    refused: Callable[[tuple[str, ...]], str] | None = None,
) -> SweepPlan:
    """Return the list with one copy more, and with one copy less, of each of its cards.

    The copy takes the place of a filler, or leaves its place to one, so that the size stays; all changes have the same
    filler, which makes them comparable: each says what a copy is worth against the filler. Without `filler` it is a
    card of the list that has a copy to give and room for one, the one with fewest copies, then by name. `champion`: the
    copy in the Champion Zone counts among the copies of a card. `refused` may refuse a main deck with a sentence.

    :raises ValueError: no card of the list can be the filler, or the main deck is empty.
    """
    copies = Counter(main)
    owned = copies + Counter([champion] if champion else [])
    plan = SweepPlan(filler or _filler(copies, owned))
    for name in sorted(copies):
        if name != plan.filler:
            _try(plan, main, owned, ("more", name, plan.filler), refused)
            _try(plan, main, owned, ("less", plan.filler, name), refused)
    return plan


def swaps(
    main: Sequence[str],
    pool: Iterable[str],
    *,
    champion: str = "",
    refused: Callable[[tuple[str, ...]], str] | None = None,
) -> SweepPlan:
    """Return the list with a copy of each card exchanged for each card of a pool."""
    owned = Counter(main) + Counter([champion] if champion else [])
    plan = SweepPlan("")
    for put_in in sorted(set(pool)):
        for taken_out in sorted(set(main)):
            if put_in != taken_out:
                _try(plan, main, owned, ("swap", put_in, taken_out), refused)
    return plan


def arms(run: Run, plan: SweepPlan) -> list[Arm]:
    """Return the arm of each change: all as in the run of the list but its main deck and the list hash."""
    return [
        Arm(one.name, replace(run, list=replace(run.list, main=one.main, list_hash=one.list_hash)), one.told())
        for one in plan.variants
    ]


def skipped_json(plan: SweepPlan) -> list[dict[str, str]]:
    """Return the changes that were not tried, and why, as JSON data."""
    return [{"name": one.name, "reason": one.reason} for one in plan.skipped]


def _filler(copies: Mapping[str, int], owned: Mapping[str, int]) -> str:
    if not copies:
        raise ValueError("The main deck is empty; there is nothing to change.")
    fit = [name for name in copies if owned[name] < MOST_COPIES]
    if not fit:
        raise ValueError(
            f"Every card of the main deck has {MOST_COPIES} copies, so none of them can be the filler, which takes the "
            "place of a copy."
        )
    return min(fit, key=lambda name: (copies[name], name))


def _try(
    plan: SweepPlan,
    main: Sequence[str],
    owned: Mapping[str, int],
    change: tuple[Change, str, str],
    refused: Callable[[tuple[str, ...]], str] | None,
) -> None:
    kind, put_in, taken_out = change
    name = f"+1 {put_in}, -1 {taken_out}"
    if taken_out not in main:
        plan.skipped.append(Skipped(name, f"The list has no copy of {taken_out} to take out."))
        return
    if owned.get(put_in, 0) >= MOST_COPIES:
        plan.skipped.append(Skipped(name, f"The list has {owned[put_in]} copies of {put_in} already."))
        return
    place = len(main) - 1 - list(reversed(main)).index(taken_out)
    changed = (*main[:place], put_in, *main[place + 1 :])
    wrong = refused(changed) if refused is not None else ""
    if wrong:
        plan.skipped.append(Skipped(name, wrong))
        return
    plan.variants.append(Variant(name, kind, put_in, taken_out, changed))


def ranking(
    base: GameRows, played: Sequence[tuple[Variant, GameRows]], plan: SweepPlan, info: RunInfo, measure: str = ""
) -> dict[str, Any]:
    """Return the changes from the best to the worst as a JSON document, corrected for their number (Holm).

    `measure` is one of `comparison.NAMES`; without it, what `comparison.main_measure` says. Each change has its
    difference from the list with its interval (two standard errors, not corrected), the corrected probability of a
    difference that large where there is none, and its answer by that. `info` is of the list that was changed.

    :raises ValueError: there is no such measure, or as `comparison.differences`.
    """
    chosen = measure or main_measure(base, *(rows for _, rows in played))
    by = measure_named(chosen)
    sign = by.sign
    differences = differences_by(by, base, [rows for _, rows in played])
    found = list(zip((variant for variant, _ in played), differences, strict=True))
    corrected = holm([one.chance for _, one in found])
    order = sorted(range(len(found)), key=lambda place: (-sign * found[place][1].value, found[place][0].name))
    marks = info.flags.marks()
    return {
        "version": 1,
        **info.settings(),
        "flags": info.flags.to_json(),
        "games": len(base.by_index),
        "measure": chosen,
        "correction": "Holm",
        "comparisons": len(found),
        "filler": plan.filler,
        "changes": [
            _ranked(*found[place], corrected[place], sign) | ({"flags": marks} if marks else {}) for place in order
        ],
        "skipped": skipped_json(plan),
    }


def _ranked(variant: Variant, one: Difference, chance: float, sign: int) -> dict[str, Any]:
    shown = one.to_json() | {
        "name": variant.name,
        **variant.told(),
        "chance": rounded(chance),
        "alone": one.answer,
        "answer": "not known",
    }
    if one.answer != "not known" and chance <= _LEVEL:
        shown["answer"] = "better" if one.value * sign > 0 else "worse"
    return shown


_LEVEL: Final = erfc(ERRORS / sqrt(2))  # what two standard errors are for a single comparison
