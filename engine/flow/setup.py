"""Setting up a game (CR 110-118, 483-491): modes, turn order, battlefields, opening hands, mulligans."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from riftcheck.engine.board.events import emit
from riftcheck.engine.board.zones import draw_top, new_object, recycle_cards, take_card
from riftcheck.engine.flow.turn import start_turn
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.decisions import Option, ask, take
from riftcheck.engine.model.frames import SetupFrame, TurnFrame
from riftcheck.engine.model.objects import Loc
from riftcheck.engine.model.references import card_def, card_ref, ref_card
from riftcheck.engine.model.rng import below, shuffle, stream
from riftcheck.engine.model.state import State, note_cards

if TYPE_CHECKING:
    from riftcheck.engine.model.definitions import Pool
    from riftcheck.engine.model.rules_version import RulesVersion

HAND: Final = 4
MULLIGAN: Final = 2
TWO: Final = 2


@dataclass(frozen=True, slots=True)
class Mode:
    """A mode of play (CR 485): players, teams by seat, Victory Score, and which seats bring a battlefield.

    `random_battlefield`: drawn of the three, else chosen; `first_brings`: the first player's is used.
    """

    name: str
    players: int
    teams: tuple[int, ...]
    victory: int
    first_brings: bool
    random_battlefield: bool


MODES: Final[dict[str, Mode]] = {
    "duel": Mode("duel", 2, (0, 1), 8, first_brings=True, random_battlefield=True),
    "match": Mode("match", 2, (0, 1), 8, first_brings=True, random_battlefield=False),
    "ffa3": Mode("ffa3", 3, (0, 1, 2), 8, first_brings=True, random_battlefield=True),
    "ffa4": Mode("ffa4", 4, (0, 1, 2, 3), 8, first_brings=False, random_battlefield=True),
    "2v2": Mode("2v2", 4, (0, 1, 0, 1), 11, first_brings=False, random_battlefield=True),
}


def refused(mode: Mode, rules: RulesVersion) -> str:
    """Return why a mode is not played by a version of the rules; empty if it is."""
    if mode.players <= TWO or rules.everyone_gets_priority:
        return ""
    return (
        f"by Core Rules {rules.name} only the players in a combat, and those they invite, may act in it; "
        f'inviting is not played here, so "{mode.name}" needs rules 1.2 or newer'
    )


@dataclass(frozen=True, slots=True)
class SeatDeck:
    """The cards that one player brings, as numbers of definitions in the pool (see `riftcheck.engine.compile`)."""

    main: tuple[int, ...]
    runes: tuple[int, ...]
    battlefields: tuple[int, ...]
    legend: int
    champion: int
    extra_legends: tuple[int, ...] = ()


def new_state(
    pool: Pool, rules: RulesVersion, mode: Mode, seats: list[SeatDeck], seed: int, first: int | None = None
) -> State:
    """Return a state at the start of setup: decks shuffled, turn order drawn, nothing asked yet.

    `first` is the seat that goes first; None draws it. Two decks under one seed meet the same shuffles.
    """
    s = State(pool, rules, mode.players)
    s.team = mode.teams
    s.victory = mode.victory
    s.points = [0] * (max(mode.teams) + 1)
    s.scored = [0] * (max(mode.teams) + 1)
    s.mode = list(MODES).index(mode.name)
    owners: list[int] = []
    defs: list[int] = []
    s.rng = stream(seed, "game")
    for number, seat in enumerate(seats):
        _bring(s, number, seat, defs, owners, seed)
    s.card_defs = tuple(defs)
    s.owners = tuple(owners)
    s.entries = [0] * len(defs)
    note_cards(s)
    start = below(stream(seed, "first"), mode.players) if first is None else first
    s.order = tuple((start + step) % mode.players for step in range(mode.players))
    s.tp = start
    s.frames.append(SetupFrame())
    return s


def _bring(s: State, number: int, seat: SeatDeck, defs: list[int], owners: list[int], seed: int) -> None:
    """Give a player the cards of a seat, with the next numbers of the game, and shuffle both decks."""
    p = s.players[number]
    champion = (seat.champion,) if seat.champion >= 0 else ()
    legend = (seat.legend,) if seat.legend >= 0 else ()
    kinds = (*seat.main, *seat.runes, *seat.battlefields, *champion, *legend, *seat.extra_legends)
    cards = list(range(len(defs), len(defs) + len(kinds)))
    defs += kinds
    owners += [number] * len(kinds)
    runes = len(seat.main)
    fields = runes + len(seat.runes)
    others = fields + len(seat.battlefields)
    p.deck = cards[:runes]
    p.rune_deck = cards[runes:fields]
    p.battlefields = cards[fields:others]
    if champion:
        p.champion_card = cards[others]
        p.champion = [p.champion_card]
        others += 1
    if legend:
        p.legend = cards[others]
        others += 1
    p.extra_legends = cards[others:]
    shuffle(stream(seed, f"main:{number}"), p.deck)
    shuffle(stream(seed, f"runes:{number}"), p.rune_deck)


STEP_FIELDS: Final = 0
STEP_PLACE: Final = 1
STEP_DRAW: Final = 2
STEP_MULLIGAN: Final = 3
STEP_BEGIN: Final = 4


def step_setup(s: State, f: SetupFrame) -> None:
    """Go on with setup: battlefields, hands, mulligans (CR 487-489)."""
    if f.step == STEP_FIELDS and not _choose_fields(s, f):
        return
    if f.step == STEP_PLACE:
        _place_fields(s, f)
        f.step = STEP_DRAW
    if f.step == STEP_DRAW:
        for player in s.order:
            p = s.players[player]
            for _ in range(min(HAND, len(p.deck))):
                draw_top(s, player)
        f.step = STEP_MULLIGAN
        f.place = 0
    if f.step == STEP_MULLIGAN and not _mulligans(s, f):
        return
    s.frames.pop()
    s.frames.append(TurnFrame())
    start_turn(s, s.order[0])
    s.dirty |= w.DIRTY_ALL


def _brings(s: State) -> list[int]:
    mode = MODES[list(MODES)[s.mode]]
    return [player for player in s.order if mode.first_brings or player != s.order[0]]


def _choose_fields(s: State, f: SetupFrame) -> bool:
    """Draw or choose each player's battlefield (CR 487.5, 488.5)."""
    mode = MODES[list(MODES)[s.mode]]
    bringing = _brings(s)
    while f.place < len(bringing):
        player = bringing[f.place]
        fields = s.players[player].battlefields
        if not fields:
            f.battlefields.append(w.NOBODY)
        elif mode.random_battlefield:
            f.battlefields.append(fields[below(s.rng, len(fields))])
        else:
            if s.answer is None:
                options: list[Option] = [(w.O_REF, card_ref(s, card), 0) for card in fields]
                if ask(s, player, w.D_BATTLEFIELD, options, 1, 1, w.NOBODY, "battlefield"):
                    return False
            f.battlefields.append(ref_card(s, take(s)[0][1]))
        f.place += 1
    f.step = STEP_PLACE
    f.place = 0
    return True


def _place_fields(s: State, f: SetupFrame) -> None:
    """Put bases, battlefields, legends on the board."""
    for player in range(len(s.players)):
        s.locs.append(Loc(player, w.NOBODY))
    for player, card in zip(_brings(s), f.battlefields, strict=True):
        loc = len(s.locs)
        s.locs.append(Loc(w.NOBODY, w.NOBODY))
        if card < 0:
            s.locs.pop()
            continue
        o = new_object(s, card, card_def(s, card), player, player, loc)
        s.locs[loc].bf = o.id
    f.battlefields = []
    for player, p in enumerate(s.players):
        if p.legend >= 0:
            o = new_object(s, p.legend, card_def(s, p.legend), player, player, w.NOBODY)
            p.legend = o.id


def _mulligans(s: State, f: SetupFrame) -> bool:
    """Let each player in turn order set aside up to two cards, draw as many, and recycle them (CR 117)."""
    while f.place < len(s.order):
        player = s.order[f.place]
        p = s.players[player]
        if s.answer is None:
            options: list[Option] = [(w.O_REF, card_ref(s, card), 0) for card in p.hand]
            if ask(s, player, w.D_MULLIGAN, options, 0, min(MULLIGAN, len(options)), w.NOBODY, "mulligan"):
                return False
        aside = [ref_card(s, ref) for _, ref, _ in take(s)]
        for card in aside:
            take_card(s, card, w.Z_HAND)
        for _ in range(min(len(aside), len(p.deck))):
            draw_top(s, player)
        recycle_cards(s, aside)
        emit(s, w.E_SHUFFLE, player, player, amount=len(aside))
        f.place += 1
    f.step = STEP_BEGIN
    return True
