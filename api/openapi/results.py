"""The components of what goldfishing comes to: figures with their intervals, a comparison, a sweep.

What they mean is said in docs/goldfish.md; that real results fit is asked by tests/api/openapi.
"""

from __future__ import annotations

from typing import Final

from riftcheck.api.openapi.forms import (
    Form,
    array,
    closed,
    either,
    flag,
    mapping,
    maybe,
    number,
    ref,
    said,
    text,
    whole,
)
from riftcheck.api.schemas.goldfish import KINDS

_FIGURE: Final = ref("Figure")
_COLUMN: Final = ref("Column")
_BOUND: Final = maybe(number())
_BOUNDS: Final = array(_BOUND)
_BUILD: Final = {"build": ref("Build")}
_JUDGED: Final = {
    "date": maybe({**text("The day by whose rules and bans the lists were judged."), "format": "date"}),
    "policy": said(ref("PolicyTraits"), "Of who plays the list."),
    "opponent_policy": said(ref("PolicyTraits"), "Of who plays an opponent with a list."),
}
_MARKS: Final = array(ref("FigureMark"), "With what it has to be read; left out where there is nothing.")
_MEASURE: Final = ref("Measure")
_COMPARED: Final = ref("ComparisonAnswer")
_SEATS: Final = ("all", "first", "second")
_RESOURCES: Final = ("energy_spent", "energy_wasted", "power_spent", "power_wasted")
_BOARD: Final = ("units_lost", "conquered", "held", "battlefields_lost", "burn_outs", "opponent_points")


def components() -> dict[str, Form]:
    """Return the components by their names."""
    return {**_figures(), **_tables(), **_chapters(), **_cards(), **_studies(), "JobResult": _result()}


def _enum(says: str, *words: str) -> Form:
    return {"type": "string", "enum": list(words), "description": says}


def _kind(word: str) -> Form:
    return text("The kind of the job, which tells you the schema of its result.", const=word)


def _result() -> Form:
    """Return the schema of a job's result. Generated clients use `kind` to choose one of three schemas."""
    names = dict(zip(KINDS, ("GoldfishResult", "ComparisonResult", "SweepResult"), strict=True))
    mapped = {kind: ref(name)["$ref"] for kind, name in names.items()}
    return {
        "description": "The result of a job. `kind` says which of the three schemas it has.",
        "oneOf": [ref(name) for name in names.values()],
        "discriminator": {"propertyName": "kind", "mapping": mapped},
    }


def _of(names: tuple[str, ...], form: Form = _FIGURE) -> dict[str, Form]:
    return dict.fromkeys(names, form)


def _figures() -> dict[str, Form]:
    return {
        "Build": _enum(
            "Whether the program that counted was compiled; results of version 0.2 have none.",
            "compiled",
            "interpreted",
        ),
        "FigureMark": _enum(
            "The list is illegal, or cards of it are not played by the book.", "illegal", "skip", "vanilla"
        ),
        "ExactReason": _enum("Why the exact value may differ from the counted one.", "chance", "mulligan", "draws"),
        "Exact": closed(
            "The exact value of a figure.",
            {"value": maybe(number("Null where the mulligan decides and is not known.")), "why": ref("ExactReason")},
            {
                "kept": maybe(number("For a player who keeps every hand.")),
                "sought": maybe(number("For one who sets cards aside to look for this one.")),
            },
        ),
        "ExactColumn": closed(
            "Exact values by turn, null where a turn has none.",
            {"value": _BOUNDS, "why": array(maybe(ref("ExactReason")))},
            {"kept": _BOUNDS, "sought": _BOUNDS},
        ),
        "Figure": closed(
            "A value with the bounds of its 95 % interval, from `n` games or chances.",
            {
                "value": maybe(number("Null where nothing was counted, or for a turn after the last.")),
                "low": maybe(number("The lower bound, null where nothing bounds it.")),
                "high": maybe(number("The upper bound, null where nothing bounds it.")),
                "n": whole("Of how many games or chances."),
            },
            {"exact": ref("Exact"), "flags": _MARKS},
        ),
        "Column": closed(
            "A figure by turn: lists with an entry for each turn of the table.",
            {
                "value": _BOUNDS,
                "low": _BOUNDS,
                "high": _BOUNDS,
                "n": either(whole(), array(whole()), says="One number where it is the same for all turns."),
            },
            {"exact": ref("ExactColumn"), "flags": _MARKS},
        ),
    }


def _table(says: str, *names: str) -> Form:
    return closed(says, {"turn": array(whole(), "The turns."), **_of(names, _COLUMN)})


def _or_none(name: str) -> Form:
    return either(ref(name), ref("NoTurns"))


def _tables() -> dict[str, Form]:
    turns = ("nothing_played", "runes", "energy_produced", "energy_spent", "energy_wasted", "power_produced")
    more = ("power_spent", "power_wasted", "drawn", "played", "hand")
    return {
        "NoTurns": array(whole(), "In the place of a table of which there is no turn: always empty.", maxItems=0),
        "ShareTable": _table("Shares of games by turn.", "share"),
        "PointsTable": _table("Mean points by turn.", "points"),
        "ScoreTable": _table("Points by turn.", "points", "low_band", "median", "high_band", "victory_score"),
        "TurnTable": _table("What turns were like.", *turns, *more),
        "SeenTable": _table("Games in which a copy had been seen by each turn.", "seen"),
        "PlayedTable": _table("Games in which it was played on each turn.", "played"),
    }


def _chapters() -> dict[str, Form]:
    return {
        "PointFigures": closed(
            "How soon so many points were reached.",
            {
                "point": whole("The number of points."),
                **_of(("reached", "median", "mean_if_reached")),
                "on_turn": _or_none("ShareTable"),
            },
        ),
        "ScoreFigures": closed(
            "How games ended and how fast points came.",
            {
                **_of(("won", "not_won", "not_finished", "length")),
                "points": array(ref("PointFigures")),
                "by_turn": _or_none("ScoreTable"),
            },
        ),
        "HandFigures": closed("Opening hands.", _of(("kept", "set_aside", "one_set_aside", "two_set_aside"))),
        "TotalFigures": closed(
            "Whole games.",
            _of((*_RESOURCES, "drawn", "played", "energy_wasted_share", "power_wasted_share")),
        ),
        "BoardFigures": closed("The board.", _of(tuple(n for name in _BOARD for n in (name, f"any_{name}")))),
        "InHandFigures": closed("Games and turns with such a card in hand.", _of(("games", "turns"))),
        "Chapters": closed(
            "The figures of some games.",
            {
                "games": whole("How many games."),
                "score": ref("ScoreFigures"),
                "hands": ref("HandFigures"),
                "turns": _or_none("TurnTable"),
                "totals": ref("TotalFigures"),
                "board": ref("BoardFigures"),
                "unsupported": ref("InHandFigures"),
            },
            {"provisional": ref("InHandFigures")},  # results of version 0.1 have none
        ),
    }


def _cards() -> dict[str, Form]:
    before = ("opening", "drawn", "copies_drawn", "first_drawn")
    after = ("on_curve", "played", "played_if_drawn", "plays", "first_played")
    last = ("delay", "dead", "games_with_dead", "left_in_hand")
    return {
        "AbilityFigures": closed(
            "How often an ability happened.",
            {"says": text("Its first words; empty where they are not known."), **_of(("games", "times"))},
        ),
        "OpeningFigures": closed(
            "The games with, or without, a card in the opening hand.",
            {
                "games": whole("How many games."),
                **_of(("won", "victory_turn", "mean_if_reached")),
                "by_turn": _or_none("PointsTable"),
            },
            {
                "hands": ref("HandFigures"),
                "turns": _or_none("TurnTable"),
                "totals": ref("TotalFigures"),
                "board": ref("BoardFigures"),
            },
        ),
        "OpeningDifference": closed(
            "The games with a card in the opening hand less those without it, in the measure of the result.",
            {
                "value": maybe(number("Null where there are too few games with it, or without it.")),
                "low": _BOUND,
                "high": _BOUND,
                "n": whole("How many games; 0 where there are too few."),
                "chance": maybe(number("Of such a difference where there is none, corrected for all cards by Holm.")),
                "answer": said(_COMPARED, "Better or worse with it, beyond what chance does with so many cards."),
            },
            {"flags": _MARKS},
        ),
        "CardChapter": closed(
            "The figures of a card in some games.",
            {
                **_of(before),
                "seen_by": _or_none("SeenTable"),
                **_of(after),
                "played_on": _or_none("PlayedTable"),
                **_of(last),
                "abilities": mapping(ref("AbilityFigures"), "By the place of the ability on the card."),
            },
            {
                **_of(("with_in_opening", "without_in_opening"), ref("OpeningFigures")),
                "opening_difference": ref("OpeningDifference"),
            },
        ),
        "CardFigures": closed(
            "The figures of a card.",
            {"name": text("The name."), "copies": whole("The copies that are drawn from."), "all": ref("CardChapter")},
            {
                "full_name": text("The full name of a legend, if it is different."),
                **_of(_SEATS[1:], ref("CardChapter")),
            },
        ),
        "GoldfishResult": closed(
            "What goldfishing a list came to.",
            {
                "version": whole("The version of this document."),
                "kind": _kind("goldfish"),
                "games": whole("How many games."),
                "level": number("The level of the intervals."),
                "turns": whole("The last turn of the player that was played."),
                "victory": whole("The points that win."),
                "run": ref("Run"),
                "flags": ref("RunFlags"),
                "why": closed("Sentences on exact values.", _of(("chance", "mulligan", "draws"), text())),
                **_of(_SEATS, ref("Chapters")),
                "cards": array(ref("CardFigures")),
            },
            {
                **_BUILD,
                **_JUDGED,
                "field": array(ref("FieldScore"), "The score against each list of a field."),
                "measure": said(_MEASURE, "What the games with and without a card are compared by."),
            },
        ),
        "FieldScore": closed(
            "The score against a list of a field.",
            {
                "name": text("The name of the list in the field."),
                "legend": maybe(text("Its legend.")),
                "champion": maybe(text("Its chosen champion.")),
                "list_hash": text("Its hash."),
                "weight": number("Its weight in the field."),
                "share": number("Its share of the field."),
                "all": ref("FieldChapter"),
            },
            {
                "legend_full_name": text("The full name of its legend, if it is different."),
                **_of(_SEATS[1:], ref("FieldChapter")),
            },
        ),
        "FieldChapter": closed(
            "How games against a list of a field ended.",
            {
                "games": whole("How many games."),
                **_of(("won", "not_won", "not_finished", "victory_turn", "mean_if_reached"), _FIGURE),
            },
        ),
    }


def _studies() -> dict[str, Form]:
    bounds = ("value", "low", "high")
    difference = {
        "measure": _MEASURE,
        **_of(bounds, number()),
        "n": whole("How many games."),
        "changed": whole("How many of them differ."),
        "answer": _COMPARED,
        "reason": text("Why nothing is known, where that is not the standard error; else empty."),
    }
    return {
        "Measure": _enum("A number of a game by which lists are compared.", "won", "turn", "pace", "points"),
        "ComparisonAnswer": _enum("Of the second, or changed, list.", "better", "worse", "not known"),
        "Difference": closed("The mean of the second less the first list.", difference, {"flags": _MARKS}),
        "ComparedList": closed(
            "One of two lists.",
            {
                "run": ref("Run"),
                "flags": ref("RunFlags"),
                "games": whole("How many games."),
                "means": closed("The means of the measures.", _of(("won", "turn", "pace", "points"), number())),
            },
            _JUDGED,
        ),
        "ComparisonResult": closed(
            "What comparing two lists came to.",
            {
                "version": whole("The version of this document."),
                "kind": _kind("compare"),
                "paired": flag("Whether games of one number met the same chances."),
                "games": whole("How many games."),
                "measure": _MEASURE,
                "answer": _COMPARED,
                "reason": text("Why nothing is known, where that is not the standard error; else empty."),
                "differences": array(ref("Difference"), "By measure."),
                "a": ref("ComparedList"),
                "b": ref("ComparedList"),
            },
            _BUILD,
        ),
        "SweepChange": closed(
            "A change of the list, and whether it is better.",
            {
                "name": text("What is changed, such as `+1 Cleave, -1 Vayne, Hunter`."),
                "change": _enum("One copy more, one less, or a card of the pool.", "more", "less", "swap"),
                "put_in": text("The card that comes in."),
                "taken_out": text("The card that goes out."),
                "list_hash": text("The hash of the changed list, empty where it is not known."),
                **difference,
                "chance": number("The probability of a difference this large by chance, corrected for their number."),
                "alone": said(_COMPARED, "What the comparison would say by itself."),
            },
            {"flags": _MARKS},
        ),
        "SkippedChange": closed(
            "A change that was not tried.", {"name": text("What would be changed."), "reason": text("Why not.")}
        ),
        "SweepResult": closed(
            "What a sweep came to.",
            {
                "version": whole("The version of this document."),
                "kind": _kind("sweep"),
                "run": ref("Run"),
                "flags": ref("RunFlags"),
                "games": whole("How many games of each list."),
                "measure": _MEASURE,
                "correction": text("How the chances are corrected for their number."),
                "comparisons": whole("How many changes were compared."),
                "filler": text("The card that gives and takes places, empty where the pool does."),
                "changes": array(ref("SweepChange"), "From the best to the worst."),
                "skipped": array(ref("SkippedChange"), "Changes that were not tried."),
            },
            {**_BUILD, **_JUDGED},
        ),
        "EstimatedFigures": closed(
            "The figures that are shown while a list is goldfished.",
            _of(("won", "not_won", "not_finished", "reached", "median", "mean_if_reached", "kept")),
        ),
        "Estimates": closed(
            "What is known so far.",
            {"games": whole("Of so many games.")},
            {
                "figures": said(ref("EstimatedFigures"), "Where a list is goldfished."),
                "differences": array(ref("Difference"), "Where two lists are compared."),
            },
        ),
    }
