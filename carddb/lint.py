"""Checks on card data that loading cannot make, because they hold facts against each other and against the rules.

Loading sees one entry at a time: its keys, types and references. Here a card's numbers are held against its type, its
champion against the champions that there are, the printings of a set against its size, spellings against each other,
and bans against the formats that use them. What cards do is read as well, which loading leaves for later.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from riftcheck.carddb import sources
from riftcheck.carddb.abilities.loader import abilities_of
from riftcheck.carddb.database import CardDatabase, numbered
from riftcheck.carddb.entries import wrong_keys
from riftcheck.carddb.errors import CardDataError, DataProblem
from riftcheck.carddb.layers import lay
from riftcheck.carddb.lint_abilities import CHECKS as ABILITY_CHECKS
from riftcheck.carddb.lint_abilities import unborne_tags, unknown_keywords
from riftcheck.carddb.lint_fault import LintFault
from riftcheck.carddb.names import index, loose_key, strict_key

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path
    from typing import Any

    from riftcheck.carddb.abilities.heads import CardAbilities
    from riftcheck.carddb.layers import Layers
    from riftcheck.carddb.model import Card

EQUIPMENT: Final = "Equipment"  # the tag that every piece of equipment has
_SHOWN_GAPS: Final = 10
_ZONE_KINDS: Final = {"legend": "legend", "main": "main", "runes": "rune", "battlefields": "battlefield"}


@dataclass(frozen=True, slots=True)
class LintResult:
    """The findings of a check: `problems` are faults, `warnings` may be right. `cards` is the number of cards read."""

    problems: tuple[DataProblem, ...]
    warnings: tuple[DataProblem, ...]
    cards: int


def lint(
    folders: Sequence[Path] = (), further: Sequence[Callable[[CardDatabase], Iterable[LintFault]]] = ()
) -> LintResult:
    """Return the faults of the shipped data and of the YAML of further folders laid over it.

    Every fault of every file is told at once: what is wrong in an entry hides neither its other faults nor those of
    other entries. Only the checks that need every entry of a kind wait where one of that kind could not be kept.
    `further` are checks of the caller; they get a database whose cards can all be read, for what a card does that
    cannot be read is left out of it.
    """
    try:
        files = sources.files([sources.SHIPPED, *folders])
    except CardDataError as error:
        return LintResult(tuple(error.problems), (), 0)
    laid = lay(files)
    version = sources.fingerprint(files)[:12]
    plain = laid.plain()
    db = CardDatabase(plain, index(plain["cards"]), version)
    unread = _unread_abilities(db)
    found = [fault for check, whole in CHECKS.items() if all(map(laid.complete, whole)) for fault in check(db)]
    if further:
        readable = db
        if unread:
            plain = {**plain, "cards": [_without(entry, unread) for entry in plain["cards"]]}
            readable = CardDatabase(plain, index(plain["cards"]), version)
        found += [fault for check in further for fault in check(readable)]
    told = wrong_keys(laid.problems)
    placed = [(fault.warning, _problem(fault, laid)) for fault in found]
    placed = [(warning, problem) for warning, problem in placed if wrong_keys([problem]).isdisjoint(told)]
    return LintResult(
        problems=(
            *laid.problems,
            *(problem for warning, problem in placed if not warning),
            *(problem for problems in unread.values() for problem in problems),
        ),
        warnings=tuple(problem for warning, problem in placed if warning),
        cards=len(db.cards),
    )


def _unread_abilities(db: CardDatabase) -> dict[str, list[DataProblem]]:
    """Return by name the cards whose abilities cannot be read, each with every problem in them."""
    unread = {}
    for card in db.cards:
        try:
            abilities_of(db, card)
        except CardDataError as error:
            unread[card.name] = error.problems
    return unread


def _without(entry: dict[str, Any], unread: Container[str]) -> dict[str, Any]:
    """Return the entry of a card as one that cannot be played, if it is among those that cannot be read."""
    if entry["name"] not in unread:
        return entry
    return {key: value for key, value in entry.items() if key != "ability_source"} | {"reason": "not read"}


def wrong_numbers(db: CardDatabase) -> Iterator[LintFault]:
    """Yield the cards whose cost or might does not go with their type."""
    for card in db.cards:
        for field in ("energy", "power"):
            has = getattr(card, field) is not None
            if has != (card.kind == "main") and field not in card.unknown_numbers:
                yield _card(card, field, f"is missing: a card of the main deck costs {field}, if only 0", has)
        if ("Unit" in card.types) != (card.might is not None) and "might" not in card.unknown_numbers:
            yield _card(card, "might", "is missing: a unit has might, if only 0", card.might is not None)


def _card(card: Card, field: str, missing: str, has: bool) -> LintFault:
    return LintFault("cards", card.name, field, f"does not go with {_type(card)}: leave it out" if has else missing)


def _type(card: Card) -> str:
    words = " ".join([*card.supertypes, *card.types]).lower()
    return f"{'an' if words[0] in 'aeiou' and words[:2] != 'un' else 'a'} {words}"


def wrong_equipment(db: CardDatabase) -> Iterator[LintFault]:
    """Yield the cards that are Equipment by half: the tag or the key alone, no gear, no might bonus (CR 150.1-2)."""
    for card in db.cards:
        if card.equipment != (EQUIPMENT in card.tags):
            message = f"goes together with the tag {EQUIPMENT}: a card has both or neither"
            yield LintFault("cards", card.name, "equipment", message)
        if card.equipment and "Gear" not in card.types:
            yield LintFault("cards", card.name, "type", f"must be Gear for Equipment, not {_type(card)}")
        if card.equipment != (card.might_bonus is not None):
            message = "is missing: Equipment has a might bonus, if only 0"
            if not card.equipment:
                message = "belongs to Equipment only; a unit has might"
            yield LintFault("cards", card.name, "might_bonus", message)


def wrong_legends(db: CardDatabase) -> Iterator[LintFault]:
    """Yield the legends that cannot lead a deck: without a champion tag (CR 103.3.a.2) or domains (CR 103.2.b)."""
    for card in db.cards:
        if card.kind == "legend":
            if card.champion_tag is None:
                yield LintFault("cards", card.name, "champion_tag", "is missing: a legend names its champion")
            if not card.domains:
                yield LintFault("cards", card.name, "domains", "is missing: a legend sets the domains of its deck")


def unknown_champions(db: CardDatabase) -> Iterator[LintFault]:
    """Yield the legends, champion units and signature cards whose champion tag is no champion's name.

    The name of a champion is what stands before the comma of a legend or champion unit: `Jinx` in `Jinx, Rebel`.
    """
    named = [card for card in db.cards if card.kind == "legend" or card.is_champion]
    champions = {card.full_name.partition(", ")[0] for card in named if ", " in card.full_name}
    for card in db.cards:
        tag = card.champion_tag
        if (
            tag is not None
            and tag not in champions
            and (card.kind == "legend" or card.is_champion or card.is_signature)
        ):
            message = f"no legend or champion unit is called {tag!r}; is it spelt as in their names?"
            yield LintFault("cards", card.name, "champion_tag", message)


def colliding_spellings(db: CardDatabase) -> Iterator[LintFault]:
    """Yield the names and aliases that another card has too, so that neither is found by them."""
    owners: dict[str, list[Card]] = {}
    for card in db.cards:
        for key in {_spelling(name) for name in (card.name, card.full_name)}:
            owners.setdefault(key, []).append(card)
    for cards in owners.values():
        for card in cards[1:]:
            yield LintFault("cards", card.name, "name", f"is read like the name of {cards[0].name!r}")
    for card in db.cards:
        for alias in card.aliases:
            known = owners.setdefault(_spelling(alias), [card])
            others = [other.name for other in known if other is not card]
            if others:
                yield LintFault(
                    "cards", card.name, "aliases", f"{alias!r} is read like a name or alias of {others[0]!r}"
                )


def _spelling(name: str) -> str:
    """Return the key of a spelling: the loose one, or the strict one for a name without Latin letters and digits."""
    return loose_key(name) or strict_key(name)


def wrong_printings(db: CardDatabase) -> Iterator[LintFault]:
    """Yield base printings outside the normal numbering of their set, and numbers that two cards share.

    Series of printings have no numbering of their own: their size is 0.
    """
    owners: dict[tuple[str, int], Card] = {}
    for card in db.cards:
        for printing in card.printings:
            card_set = db.sets[printing.set]
            if not card_set.size:
                continue
            number = numbered(printing, card_set)
            if number is None:
                if printing.variant == "base":
                    message = f"{printing.id} is no base printing: {card_set.code} is numbered 1 to {card_set.size}"
                    yield LintFault("cards", card.name, "printings", message)
                continue
            owner = owners.setdefault((card_set.code, number), card)
            if owner is not card:
                message = f"{printing.id} has the number of {owner.name!r}; all arts of a number are one card"
                yield LintFault("cards", card.name, "printings", message)


def missing_numbers(db: CardDatabase) -> Iterator[LintFault]:
    """Yield the sets of which some numbers have no card; a set without any card is only not at hand yet."""
    for card_set in db.sets.values():
        printings = [printing for _, printing in db.by_printing.values() if printing.set == card_set.code]
        if printings and card_set.size:
            known = {numbered(printing, card_set) for printing in printings if printing.variant == "base"}
            gaps = [number for number in range(1, card_set.size + 1) if number not in known]
            if gaps:
                shown = ", ".join(f"{number:03d}" for number in gaps[:_SHOWN_GAPS])
                more = f" and {len(gaps) - _SHOWN_GAPS} more" if len(gaps) > _SHOWN_GAPS else ""
                message = f"{len(gaps)} of {card_set.size} numbers have no base printing: {shown}{more}"
                yield LintFault("sets", card_set.code, "size", message, warning=True)


def wrong_windows(db: CardDatabase) -> Iterator[LintFault]:
    """Yield nameless cards with a number outside their set, or with ends that no name can sort between."""
    for card_set in db.sets.values():
        known = {card.name for card, printing in db.by_printing.values() if printing.set == card_set.code}
        for position, card in enumerate(card_set.nameless):
            place = f"nameless/{position}"
            if card.number > card_set.size:
                message = f"{card.number} is outside the numbering, 1 to {card_set.size}"
                yield LintFault("sets", card_set.code, f"{place}/number", message)
            for end, name in (("after", card.after), ("before", card.before)):
                if name is not None and name not in known:
                    yield LintFault("sets", card_set.code, f"{place}/{end}", f"the set has no card named {name!r}")
            if card.after is not None and card.before is not None and not card.may_be(card.after):
                message = f"{card.after!r} sorts after {card.before!r}, so no name sorts between them"
                yield LintFault("sets", card_set.code, f"{place}/after", message)


def wrong_precons(db: CardDatabase) -> Iterator[LintFault]:
    """Yield the preconstructed decks with an unknown set, a card in the wrong zone, or a champion of another tag."""
    for precon in db.precons.values():
        if precon.set not in db.sets:
            yield LintFault("precons", precon.id, "set", f"there is no set {precon.set}")
        for zone, kind in _ZONE_KINDS.items():
            for name in precon.zones[zone]:
                card = db.by_name.get(name)  # loading reports unknown names
                if card is not None and card.kind != kind:
                    yield LintFault("precons", precon.id, zone, f"{name!r} does not belong in this zone")
        legend = db.by_name.get(precon.legend)
        for place, name in enumerate(precon.champions):
            card = db.by_name.get(name)
            if card is None or legend is None:
                continue
            if not card.is_champion or card.is_signature or card.champion_tag != legend.champion_tag:
                message = f"{name!r} is not a champion unit with the legend's champion tag"
                yield LintFault("precons", precon.id, f"champions/{place}", message)


def unused_ban_lists(db: CardDatabase) -> Iterator[LintFault]:
    """Yield the bans on a list that no format uses, so that they forbid nothing."""
    used = {name for fmt in db.formats.values() for name in fmt.bans}
    for ban in db.bans:
        if ban.list not in used:
            key = (ban.card, ban.list, ban.from_date.isoformat())
            message = f"no format uses the ban list {ban.list!r}; used are {', '.join(sorted(used))}"
            yield LintFault("bans", key, "list", message)


def _readable(db: CardDatabase) -> dict[str, CardAbilities]:
    """Return the abilities that can be read, by card; those that cannot are told apart."""
    known: dict[str, CardAbilities] = {}
    for card in db.cards:
        with suppress(CardDataError):
            found = abilities_of(db, card)
            if found is not None:
                known[card.name] = found
    return known


def unborne(db: CardDatabase) -> Iterator[LintFault]:
    """Yield the tags that cards ask for and no card has; where a card could not be kept, it may be the one."""
    yield from unborne_tags(db.cards, _readable(db))


def wrong_abilities(db: CardDatabase) -> Iterator[LintFault]:
    """Yield the disagreements of cards' abilities with their facts; abilities that cannot be read are told apart."""
    known = _readable(db)
    for card in db.cards:
        yield from unknown_keywords(card)
        if card.name in known:
            for check in ABILITY_CHECKS:
                yield from check(card, known[card.name], known)


# Each check with the kinds of entries all of which it needs: where one could not be kept, it would find false faults.
CHECKS: Final[Mapping[Callable[[CardDatabase], Iterator[LintFault]], tuple[str, ...]]] = {
    wrong_numbers: (),
    wrong_equipment: (),
    wrong_legends: (),
    unknown_champions: ("cards",),
    colliding_spellings: (),
    wrong_printings: (),
    missing_numbers: ("cards", "printings"),
    wrong_windows: ("cards", "printings"),
    wrong_precons: ("cards", "sets"),
    unused_ban_lists: ("formats",),
    wrong_abilities: (),
    unborne: ("cards",),
}


def _problem(fault: LintFault, laid: Layers) -> DataProblem:
    document, path = laid.origins[(fault.kind, fault.key)]
    name = fault.key if isinstance(fault.key, str) else fault.key[0]
    steps = (int(step) if step.isdigit() else step for step in fault.field.split("/") if step)
    return document.problem((*path, *steps), f"{name}: {fault.message}")
