"""The settings of a run in words: which list was played, how, against whom, by which data."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from riftcheck.goldfish.policies.mulligan import DEAREST

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

HASH_SHOWN: Final = 8  # characters of a hash that stand beside a name; the whole stands among the settings
FIRST: Final = {
    "alternate": "each in turn, the list in game 0",
    "play": "the list",
    "draw": "the opponent",
}
# What of a list is told, by its part; the copies of a name are counted.
ZONES: Final = {
    "main": "Main deck",
    "runes": "Runes",
    "battlefields": "Battlefields",
    "extra_legends": "Extra legends",
}
# The battlefield that a run does not name: of a player with a list, and of one without.
DRAWN: Final = "drawn in each game of those of the list"
BLANK: Final = "one without text"
# What becomes of cards that cannot be executed (`UNSUPPORTED` of the compiler).
UNABLE: Final = {
    "refuse": "lists with such a card are not played",
    "skip": "they are drawn and never played",
    "vanilla": "units are cost and Might only, other cards are drawn and never played",
}
TITLES: Final = {
    "battlefield": "Battlefield",
    "opponent_battlefield": "Battlefield of the opponent",
    "first": "Goes first",
    "mode": "Mode",
    "turns": "Last turn",
    "seed": "Seed",
    "rules": "Core Rules",
    "unsupported": "Cards that cannot be executed",
    "data_version": "Card data",
    "engine_version": "riftcheck",
}


def subject(run: Mapping[str, Any]) -> str:
    """Return what a run is about in few words: the legend and the chosen champion; `A list` for one without."""
    listed = run.get("list")
    names = [name for _, name in heads(listed)] if isinstance(listed, dict) else []
    return " with ".join(names) or "A list"


def heads(listed: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the full name of a deck's legend and the name of its chosen champion, each with its title."""
    pairs = [("Legend", legend_name(listed)), ("Champion", listed.get("champion"))]
    return [(title, name) for title, name in pairs if name]


def legend_name(listed: Mapping[str, Any]) -> str | None:
    """Return the full name of the legend of a deck or of an entry of a field. None if it has no legend."""
    name: str | None = listed.get("legend_full_name") or listed.get("legend")
    return name


def opponent_words(opponent: Mapping[str, Any]) -> str:
    """Return the opponent of a run in few words."""
    if opponent["kind"] == "passive":
        return "nobody (passive)"
    if opponent.get("preset"):
        return f"the {opponent['preset']} (a script)"
    if opponent["kind"] == "scripted":
        return f"a script ({plain_words(opponent['script'])})"
    if opponent["kind"] == "field":
        return f"a field of {len(opponent['lists'])} lists, each played by {policy_words(opponent)}"
    named = _hash_words(opponent["list"], "list")
    return f"{subject(opponent)}{f' ({named})' if named else ''}, played by {policy_words(opponent)}"


def _hash_words(listed: Mapping[str, Any], word: str) -> str:
    """Return a word and the start of a list's hash; nothing for a list that has none."""
    return f"{word} {listed['list_hash'][:HASH_SHOWN]}" if listed["list_hash"] else ""


def run_rows(run: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the settings of a run as titles and words, the list first; those without a title by their key, last."""
    listed, opponent = run.get("list"), run.get("opponent")
    rows = _list_rows(listed) if isinstance(listed, dict) else []
    if "policy" in run:
        rows.append(("Played by", policy_words(run)))
    if opponent is not None:
        rows.append(("Against", opponent_words(opponent)))
        rows += [(f"{title} of the opponent", words) for title, words in _list_rows(opponent.get("list") or {})]
        rows += [(f"In the field: {one['name']}", _field_words(one)) for one in opponent.get("lists", ())]
        if "mulligan" in opponent:
            rows.append(("Mulligan of the opponent", mulligan_words(opponent["mulligan"])))
    if "mulligan" in run:
        rows.append(("Mulligan", mulligan_words(run["mulligan"])))
    rows += [(title, _setting(key, run)) for key, title in TITLES.items() if key in run]
    told = {"policy", "opponent", "mulligan", *TITLES}
    told |= {"list"} if isinstance(listed, dict) else set()
    told |= {"options"} if "policy" in run else set()
    return rows + [(key, plain_words(run[key])) for key in sorted(run) if key not in told]


def _setting(key: str, run: Mapping[str, Any]) -> str:
    value = run[key]
    if key == "first":
        return FIRST.get(value, plain_words(value))
    if key == "unsupported":
        return UNABLE.get(value, plain_words(value))
    if value is None and key == "battlefield":
        return DRAWN
    if value is None and key == "opponent_battlefield":
        return DRAWN if run.get("opponent", {}).get("kind") in ("list", "field") else BLANK
    return plain_words(value)


def _list_rows(listed: Mapping[str, Any]) -> list[tuple[str, str]]:
    rows = heads(listed)
    rows += [(title, _counted(listed[key])) for key, title in ZONES.items() if listed.get(key)]
    return rows + ([("List hash", listed["list_hash"])] if listed.get("list_hash") else [])


def _field_words(one: Mapping[str, Any]) -> str:
    """Return a list of a field in words: its weight, and all that is told of a list."""
    rows = [("Weight", plain_words(one["weight"])), *_list_rows(one["list"])]
    return ". ".join(f"{title}: {words}" for title, words in rows)


def _counted(names: Sequence[str]) -> str:
    return ", ".join(f"{count} {name}" for name, count in Counter(names).items())


def policy_words(run: Mapping[str, Any]) -> str:
    """Return who plays, with the options that were given."""
    options = run.get("options")
    return str(run["policy"]) + (f" ({plain_words(options)})" if options else "")


def mulligan_words(mulligan: Mapping[str, Any]) -> str:
    """Return a mulligan policy in words: its rules in order, and how many cards may go."""
    if not mulligan["most"] or not mulligan["rules"]:  # what no rule fits is kept
        return "Nothing is set aside."
    rules = "; ".join(_rule_words(rule) for rule in mulligan["rules"])
    return f"{rules}. At most {mulligan['most']} go."


def _rule_words(rule: Mapping[str, Any]) -> str:
    verb = "keep" if rule["keep"] else "set aside"
    what = rule["name"] or rule["role"] or "any card"
    least, most = rule["cost"]
    if not least and most >= DEAREST:
        cost = ""
    else:
        cost = f" that costs {least} or more" if most >= DEAREST else f" that costs {least} to {most}"
    copies = "" if rule["copies"] >= DEAREST else f", {rule['copies']} of a name"
    return f"{verb} {what}{cost}{copies}"


def plain_words(value: Any) -> str:
    """Return a setting as words: lists and objects by their parts."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{key} {plain_words(part)}" for key, part in value.items())
    if isinstance(value, list | tuple):
        return "; ".join(map(plain_words, value))
    return str(value)
