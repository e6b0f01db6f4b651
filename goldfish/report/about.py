"""The head of a report: which list was played, when, by whom, against whom, how often, and with which versions."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from riftcheck.goldfish.report.run_words import (
    HASH_SHOWN,
    ZONES,
    heads,
    legend_name,
    opponent_words,
    policy_words,
    subject,
)
from riftcheck.goldfish.simulation.game import first_player

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Pairs = list[tuple[str, str]]

_SEATS: Final = {
    "alternate": "going first in every other one",
    "play": "going first in all",
    "draw": "going second in all",
}
_UNNAMED: Final = "without a name"
_MOST_CHANGES: Final = 10  # that are told one by one


def result_about(result: Mapping[str, Any], name: str = "") -> Pairs:
    """Return what a result is about as titles and words; what is not known of it is left out.

    `name`: what its reader calls the list, such as its file.
    """
    run = result["run"]
    size = f"{result['turns']} turns at most, to {result['victory']} points"
    games = f"{_games(result['games'], run)}; {size}"
    return [*_heads(run, name), *_circumstances(result), ("Games", games), *_versions(result)]


def game_about(settings: Mapping[str, Any], number: int, name: str = "") -> Pairs:
    """Return what the log of a game is about, so that it can be played again.

    `settings`: `run`, `date` and the policies, as in a result; `name` as for a result.
    """
    run = settings["run"]
    goes = f"player 1 has the list, player {first_player(run['first'], number) + 1} goes first"
    game = f"number {number} of the run with seed {run['seed']}; {goes}; {run['turns']} turns at most"
    return [*_heads(run, name), *_circumstances(settings), ("Game", game), *_versions(settings)]


def compare_about(document: Mapping[str, Any], names: Sequence[str]) -> Pairs:
    """Return what a comparison is about: both lists, what B has otherwise, and what both share, or each has."""
    sides = [document[side] for side in "ab"]
    pairs = [
        (title, _told([name, subject(side["run"]), _hash_of(side["run"])]))
        for title, name, side in zip("AB", names, sides, strict=True)
    ]
    pairs += [("B less A", "nothing: both are the same list")] if same_list(document) else []
    pairs += _changes(*(_list_of(side["run"]) for side in sides))
    of_a, of_b = (_circumstances(side) for side in sides)
    pairs += (
        of_a
        if of_a == of_b
        else [(f"{title} ({side})", words) for side, those in (("A", of_a), ("B", of_b)) for title, words in those]
    )
    run = sides[0]["run"]
    size = f"; {run['turns']} turns at most" if "turns" in run else ""
    return [*pairs, ("Games", f"{_games(document['games'], run)}{size}"), *_versions({**document, "run": run})]


def sweep_about(document: Mapping[str, Any], name: str = "") -> Pairs:
    """Return what a sweep, or a comparison of mulligan policies, is about: the list, as for a result."""
    run = document["run"]
    words = _told([name, subject(run), _hash_of(run)])
    budget = document.get("budget")
    played = f"{document['games']} of the list and of each change" if budget is None else _of_a_budget(document)
    games = _games(f"{played},", run)
    return [("List", words), *_circumstances(document), ("Games", games), *_versions(document)]


def _of_a_budget(document: Mapping[str, Any]) -> str:
    return f"{document['played']} of all together, out of a budget of {document['budget']}"


def short_name(run: Mapping[str, Any], name: str) -> str:
    """Return what a list is called in a sentence: its name, else its hash; empty where it has neither."""
    return name or _hash_of(run).replace("hash", "list")


def _heads(run: Mapping[str, Any], name: str) -> Pairs:
    """Return legend, champion and list of a run, with what its reader calls that."""
    listed = _list_of(run)
    return [*heads(listed), ("List", _told([name, _hash_of(run)]) or _UNNAMED)]


def _circumstances(told: Mapping[str, Any]) -> Pairs:
    """Return the day and its rules, who plays, what that player never does, and against whom."""
    run = told["run"]
    when = [told.get("date") or "", f"Core Rules {run['rules']}" if "rules" in run else ""]
    pairs = [("Date" if when[0] else "Rules", _told(when))] if any(when) else []
    if "policy" in run:
        pairs.append(("Played by", _player(run, told.get("policy"))))
        pairs += _never(told.get("policy"), f"{run['policy']} never")
    if "opponent" in run:
        pairs.append(("Against", opponent_words(run["opponent"])))
        traits = told.get("opponent_policy")
        pairs += _never(traits, "The opponent never") if traits != told.get("policy") else []
    return pairs


def _player(run: Mapping[str, Any], traits: Mapping[str, Any] | None) -> str:
    version = f", version {traits['version']}" if traits and "version" in traits else ""
    return f"{policy_words(run)}{version}"


def _never(traits: Mapping[str, Any] | None, title: str) -> Pairs:
    done = traits.get("never", []) if traits else []
    return [(title, "; ".join(done))] if done else []


def _games(games: int | str, run: Mapping[str, Any]) -> str:
    seed = f" from seed {run['seed']}" if "seed" in run else ""
    return _told([f"{games}{seed}", _SEATS.get(run.get("first", ""), "")])


def _versions(told: Mapping[str, Any]) -> Pairs:
    run = told["run"]
    known = [("data_version", "card data"), ("engine_version", "riftcheck")]
    words = [f"{word} {run[key]}" for key, word in known if key in run]
    return [("Versions", _told([*words, told.get("build", "")]))] if words else []


def same_list(document: Mapping[str, Any]) -> bool:
    """Return True if both sides of a comparison are known to have the same list; its order does not matter."""
    a, b = (_list_of(document[side]["run"]) for side in "ab")
    return bool(a and b) and not _changes(a, b)


def _changes(a: Mapping[str, Any], b: Mapping[str, Any]) -> Pairs:
    """Return what B has otherwise than A: its legend, its chosen champion, and cards, or their number if many."""
    found = [
        (f"{title} of B", f"{named(b) or 'none'}, not {named(a) or 'none'}")
        for key, title, named in (
            ("legend", "Legend", legend_name),
            ("champion", "Chosen champion", lambda listed: listed.get("champion")),
        )
        if a.get(key) != b.get(key)
    ]
    more: Counter[str] = Counter()
    for zone in ZONES:
        more.update(b.get(zone) or ())
        more.subtract(a.get(zone) or ())
    changed = {name: count for name, count in more.items() if count}
    if len(changed) > _MOST_CHANGES:
        added = sum(count for count in changed.values() if count > 0)
        taken = -sum(count for count in changed.values() if count < 0)
        return [*found, ("B less A", f"{added} other cards in place of {taken}")]
    order = sorted(changed, key=lambda name: (-changed[name], name))
    cards = ", ".join(f"{changed[name]:+d} {name}" for name in order)
    return [*found, *([("B less A", cards)] if cards else [])]


def _list_of(run: Mapping[str, Any]) -> Mapping[str, Any]:
    listed = run.get("list")
    return listed if isinstance(listed, dict) else {}


def _hash_of(run: Mapping[str, Any]) -> str:
    found = _list_of(run).get("list_hash")
    return f"hash {found[:HASH_SHOWN]}" if found else ""


def _told(parts: Sequence[str]) -> str:
    return ", ".join(part for part in parts if part)
