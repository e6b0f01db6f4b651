"""Decks for a game: a list as it was read becomes the deck that the engine plays, or all reasons against it.

Legality is not judged. What the engine cannot take is refused with its reason: cards that are not known, that cannot be
executed, or that can never be in the part of the deck in which they stand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from riftcheck.api.errors import RequestFault, invalid
from riftcheck.api.unsupported import unsupported_faults
from riftcheck.carddb.unfound import unfound
from riftcheck.decks.champion import read_champion
from riftcheck.decks.model import too_many_to_play, total
from riftcheck.decks.resolve import resolve
from riftcheck.decks.simulation import CHOICE, is_blank_field
from riftcheck.engine.board.zones import DOMAIN_PLACE
from riftcheck.engine.game import GameDeck
from riftcheck.engine.model.definitions import BLANK, refused_cards

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from riftcheck.carddb import CardDatabase
    from riftcheck.decks.champion import ChampionReading
    from riftcheck.decks.model import Parsed, Section, Slot
    from riftcheck.engine.model.definitions import Pool

    Path = tuple[str | int, ...]

PLAYED: Final[tuple[tuple[Section, str, str], ...]] = (
    ("legend", "legend", "the legend"),
    ("main", "main", "the main deck"),
    ("runes", "rune", "the rune deck"),
    ("battlefields", "battlefield", "the battlefields"),
    ("extra_legends", "legend", "the extra legends"),
)
_KINDS: Final = {"main": "a card of the main deck", "token": "a token", "rune": "a rune", "legend": "a legend"}


class UnsupportedCards(NamedTuple):
    """The cards of some decks, each named once, that a game admits though the engine cannot execute them.

    `skipped` are never playable and do nothing; `vanilla` are units that are cost and Might only.
    """

    skipped: tuple[str, ...]
    vanilla: tuple[str, ...]


def unsupported_cards(decks: Sequence[GameDeck], pool: Pool) -> UnsupportedCards:
    """Return the cards of decks that the pool admits though they cannot be executed, by name."""
    names: dict[str, None] = {}
    for deck in decks:
        single = (deck.legend, deck.champion)
        names |= dict.fromkeys(name for name in single if name is not None)
        names |= dict.fromkeys([*deck.battlefields, *deck.main, *deck.extra_legends])
    # By name, because the order of a deck without a seed is a secret.
    found = {name: pool.by_name[name] for name in sorted(names)}
    pool.need(found.values())
    return UnsupportedCards(
        tuple(name for name, number in found.items() if number in pool.inert),
        tuple(name for name, number in found.items() if number in pool.plain),
    )


def playable_deck(read: Parsed, db: CardDatabase, pool: Pool) -> GameDeck | list[RequestFault]:
    """Return a list as the engine plays it, or every fault that keeps it from being played.

    Whether the engine can execute its cards is not asked here (`refused_places`).

    The sideboard stays at home. A copy of the chosen champion is taken out of the main deck (CR 112).
    """
    found = read_champion(resolve(read.deck, db))
    faults = [*_about_champion(found), *_too_many(found)]
    for section, kind, words in PLAYED:
        for slot in found.deck.section(section):
            if not is_blank_field(section, slot):
                faults += (RequestFault((section,), message) for message in _against(slot, kind, words, db, pool))
    return faults or _deck(found)


def playable_decks(lists: Sequence[Parsed], db: CardDatabase, pool: Pool) -> tuple[GameDeck, ...]:
    """Return the lists of all players as the engine plays them.

    :raises ProblemError: with every fault that keeps one from being played, cards that cannot be executed among them.
    """
    decks: dict[int, GameDeck] = {}
    faults: list[RequestFault] = []
    for number, read in enumerate(lists):
        found = playable_deck(read, db, pool)
        if isinstance(found, GameDeck):
            decks[number] = found
        else:
            faults += [fault._replace(path=("decks", number, *fault.path)) for fault in found]
    faults += unsupported_faults(*refused_places(decks, pool))
    if faults:
        raise invalid(faults)
    return tuple(decks.values())


def refused_places(decks: Mapping[int, GameDeck], pool: Pool) -> tuple[dict[str, str], dict[str, Path]]:
    """Return the cards of decks that no game of a pool takes, each once: what is missing, and where it first stands.

    `decks` are by their number among the decks of a request.
    """
    places: dict[str, Path] = {}
    for number, deck in decks.items():
        single = {"legend": deck.legend, "champion": deck.champion}
        parts: dict[str, tuple[str, ...]] = {part: (name,) for part, name in single.items() if name is not None}
        parts |= {"main": deck.main, "battlefields": deck.battlefields, "extra_legends": deck.extra_legends}
        for part, names in parts.items():
            for name in names:
                places.setdefault(name, ("decks", number, part))
    return refused_cards(pool, places), places


def _about_champion(found: ChampionReading) -> Iterator[RequestFault]:
    if found.champion is None and found.candidates:
        names = " or ".join(slot.name for slot in found.candidates)
        yield RequestFault(("champion",), f"no chosen champion is named; name {names}")
    champion = found.champion
    if champion is not None and champion.card is not None and not champion.card.is_champion:
        yield RequestFault(
            ("champion",), f"{champion.name} is not a champion unit, so it cannot be the chosen champion"
        )


def _too_many(found: ChampionReading) -> Iterator[RequestFault]:
    too_many = too_many_to_play(found.deck)
    if too_many is not None:
        yield RequestFault((), too_many)
    legends = total(found.deck.legend)
    if legends > 1:
        yield RequestFault(("legend",), f"a deck is played with one legend; this one names {legends}")


def _against(slot: Slot, kind: str, words: str, db: CardDatabase, pool: Pool) -> Iterator[str]:
    """Yield what keeps a card from being played where it stands: one reason at most."""
    card = slot.card
    if card is None:
        yield _unknown(slot, db)
    elif card.deck_choice is not None:
        yield f"{card.name} cannot be played: {CHOICE}"
    elif card.kind != kind:
        yield f"{card.name} is {_KINDS.get(card.kind, f'a {card.kind}')} and cannot be in {words}"
    else:
        number = pool.by_name.get(card.name)
        if number is None:
            yield f"{card.name} is not known to the engine"
        elif kind == "rune" and pool.defs[number].domains not in DOMAIN_PLACE:
            yield f"{card.name} is not a rune of one domain"


def _unknown(slot: Slot, db: CardDatabase) -> str:
    if slot.unreadable:
        return f"line {', '.join(map(str, slot.lines))} is no card: {slot.name!r}"
    return unfound(slot.name, slot.candidates, db)


def _deck(found: ChampionReading) -> GameDeck:
    main = _names(found.deck.main)
    champion = None if found.champion is None else found.champion.card
    if champion is not None:
        main.remove(champion.name)
    return GameDeck(
        tuple(main),
        tuple(_names(found.deck.runes)),
        tuple(_names(found.deck.battlefields, BLANK)),
        next(iter(_names(found.deck.legend)), None),
        None if champion is None else champion.name,
        tuple(_names(found.deck.extra_legends)),
    )


def _names(slots: list[Slot], otherwise: str = "") -> list[str]:
    """Return a name for each copy; `otherwise` is that of what is no card of the database and may stand there."""
    return [otherwise if slot.card is None else slot.card.name for slot in slots for _ in range(slot.count)]
