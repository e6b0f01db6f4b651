"""Instructions that look into decks and hands, and put cards where they belong: look, reveal, predict, put."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riftcheck.carddb.abilities import instructions as n
from riftcheck.carddb.abilities import phrases as p
from riftcheck.engine.actions import departures
from riftcheck.engine.actions.draw import burns_out_to_look
from riftcheck.engine.actions.recycle import recycle
from riftcheck.engine.board.ability_index import may_be_seen
from riftcheck.engine.board.as_abilities import start_as
from riftcheck.engine.board.events import DOING, emit
from riftcheck.engine.board.replacements import perform
from riftcheck.engine.board.zones import put_card, take_card
from riftcheck.engine.compile.core.registry import VERBS, amount
from riftcheck.engine.compile.selectors.selections import members
from riftcheck.engine.compile.selectors.targets import acted_on, tests_of
from riftcheck.engine.compile.statements.performers import bind, doer, in_order, not_off_the_top, plain, set_name
from riftcheck.engine.model import constants as w
from riftcheck.engine.model.decisions import Option, ask, take
from riftcheck.engine.model.objects import Event
from riftcheck.engine.model.references import any_card, card_ref, ref_card

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from riftcheck.engine.compile.core.context import Context
    from riftcheck.engine.model.chain_items import Env, Item
    from riftcheck.engine.model.frames import ResolveFrame
    from riftcheck.engine.model.state import State


# The zones that `put` knows besides decks.
ZONES: Final = {"trash": w.Z_TRASH, "hand": w.Z_HAND}
# The words of the question of an order, by whether the deck's bottom is where the things go; None is either.
_ORDERS: Final[dict[bool | None, str]] = {False: "put-on-top", True: "put-under", None: "put-outermost"}
DECK_SIDES: Final[dict[str, bool | None]] = {
    "top of deck": False,
    "bottom of deck": True,
    "top or bottom of deck": None,
}


@VERBS.register(n.Put)
def _put(ctx: Context, node: n.Put) -> None:
    if node.zone == "champion zone":
        plain(lambda s, refs, player: departures.to_champion_zone(s, refs))(ctx, node)
        return
    if node.zone in DECK_SIDES:
        _put_into_deck(ctx, node, DECK_SIDES[node.zone])
        return
    not_off_the_top(node.what)
    zone = ZONES[node.zone]
    plain(lambda s, refs, player: departures.put(s, refs, zone, player))(ctx, node)


def _put_into_deck(ctx: Context, node: n.Put, bottom: bool | None) -> None:
    """Put cards on top or at the bottom of their owners' decks; who does it orders several. `bottom` None: either."""
    refs = acted_on(ctx, node.what, node.by)
    who = doer(ctx, node.by)
    slot = bind(ctx, node.into)

    def existing(s: State, env: Env) -> list[int]:
        return [ref for ref in refs(s, env) if ref in s.board or ref_card(s, ref) >= 0]

    def run(s: State, f: ResolveFrame, item: Item) -> bool:
        player = who(s, item)
        if player < 0:
            return True
        if not in_order(s, f, item, player, _ORDERS[bottom], existing):
            return False
        under = bool(bottom)
        if bottom is None and f.data[0]:
            if s.answer is None:
                sides: list[Option] = [(w.O_MODE, 0, 0), (w.O_MODE, 1, 0)]
                if ask(s, player, w.D_MODE, sides, 1, 1, f.data[1], "top-or-bottom"):
                    return False
            under = bool(take(s)[0][1])
        set_name(s, item, slot, node.into, departures.put(s, f.data[1:], w.Z_DECK, player, bottom=under))
        return True

    ctx.add(run)


def _look(ctx: Context, node: n.LookAt | n.Reveal) -> None:
    """Look at or reveal cards; they stay where they are (CR 425.1.a.2), and none burns out (CR 432.1.c)."""
    slot = bind(ctx, node.into)
    revealing = isinstance(node, n.Reveal)
    kind = w.E_REVEAL if revealing else w.E_LOOK
    until = tests_of(ctx, node.until) if isinstance(node, n.Reveal) and node.until else None
    who = doer(ctx, node.by)
    # The top of a deck is read when it comes to that, for what replaces the revealing may change it.
    what = node.what
    top = isinstance(what, p.Top) and what.deck == "deck"
    whole = isinstance(what, p.Whole) and what.zone == "deck"
    runes = (isinstance(what, p.Top) and what.deck == "rune deck") or (
        isinstance(what, p.Whole) and what.zone == "rune deck"
    )
    zone = w.Z_RUNE_DECK if runes else w.Z_DECK
    deck: Callable[[State, Item], Sequence[int]] | None = None
    if revealing and isinstance(what, p.Top | p.Whole) and (top or whole or runes):
        deck = ctx.who(what.whose)
    refs = acted_on(ctx, what, node.by) if deck is None else members(ctx, what)
    looked: Callable[[State, Item], Sequence[int]] = _nobody
    if isinstance(what, p.Top | p.Whole) and (top or whole):
        looked = ctx.who(what.whose)

    def run(s: State, f: ResolveFrame, item: Item) -> bool:
        player = who(s, item)
        if f.step == 0:
            if burns_out_to_look(s, looked(s, item) if until is None else (player,)):
                return False
            f.step = 1
            owners = deck(s, item) if deck is not None else _owners(s, refs(s, item)) if revealing else ()
            f.data = list(owners)
            if owners and not perform(s, _deck_events(item, player, owners, zone)):
                return False
        if f.step == 1:
            f.step = 2
            found = refs(s, item) if until is None else _until(s, item, player, until)
            if f.data and not s.result:
                found = []
            found = [ref for ref in found if may_be_seen(s, kind, player, ref)]
            set_name(s, item, slot, node.into, found)
            for ref in found:
                emit(s, kind, player, ref, origin=w.NOBODY if deck is None else zone)
            if _as_seen(s, found, kind):
                return False
        return True

    ctx.add(run)


VERBS.register(n.LookAt)(_look)
VERBS.register(n.Reveal)(_look)


def _nobody(_s: State, _item: Item) -> tuple[int, ...]:
    return ()


def _owners(s: State, refs: Sequence[int]) -> list[int]:
    """Return the players in whose main decks cards are; what is looked at is there still (CR 432.1.c.1)."""
    cards = [ref_card(s, ref) for ref in refs]
    found = [s.owners[card] for card in cards if card >= 0 and card in s.players[s.owners[card]].deck]
    return list(dict.fromkeys(found))


def _deck_events(item: Item, player: int, owners: Sequence[int], zone: int) -> list[Event]:
    """Return the events of a player who reveals cards from decks, as they can be replaced."""
    return [Event(w.E_REVEAL, player, owner, -1, -1, zone, 0, item.id, None) for owner in owners]


def _do_reveal(_s: State, events: list[Event]) -> list[int]:
    return [event.subject for event in events]


DOING[w.E_REVEAL] = _do_reveal


def _until(s: State, item: Item, player: int, fits: Callable[[State, Item, int], bool]) -> list[int]:
    found: list[int] = []
    for card in reversed(s.players[player].deck):
        ref = card_ref(s, card)
        found.append(ref)
        if fits(s, item, ref):
            break
    return found


def _as_seen(s: State, refs: list[int], kind: int) -> bool:
    """Let cards of decks do what they do as they are seen (CR 369.1); whether a frame was left."""
    left = False
    for ref in refs:
        card = any_card(s, ref)
        if card < 0:
            continue
        d, owner = s.pool.defs[s.card_defs[card]], s.owners[card]
        if d.main.as_events and card in s.players[owner].deck:
            left = start_as(s, "seen", d, owner, ref, card) or left
            left = (kind == w.E_REVEAL and start_as(s, "revealed", d, owner, ref, card)) or left
    return left


@VERBS.register(n.Predict)
def _predict(ctx: Context, node: n.Predict) -> None:
    number = amount(ctx, node.amount)
    who = doer(ctx, node.by)

    def run(s: State, f: ResolveFrame, item: Item) -> bool:
        player = who(s, item)
        if player < 0:
            return True
        if f.step == 0:
            if burns_out_to_look(s, (player,)):
                return False
            deck = s.players[player].deck
            count = max(0, min(number(s, item), len(deck)))
            found = [card_ref(s, card) for card in reversed(deck[len(deck) - count :])]
            f.data = [ref for ref in found if may_be_seen(s, w.E_LOOK, player, ref)]
            if not f.data:
                return True
            f.step = 1
            for ref in f.data:
                emit(s, w.E_LOOK, player, ref)  # CR 437.1
            if _as_seen(s, f.data, w.E_LOOK):
                return False
        if f.step == 1 and not _recycle_some(s, f, item, player):
            return False
        return _put_back(s, f, item, player)

    ctx.add(run)


def _recycle_some(s: State, f: ResolveFrame, item: Item, player: int) -> bool:
    """Ask for the predicted cards to recycle, and do it; `f.data` is left with the others. False while asked."""
    seen = [ref for ref in f.data if ref_card(s, ref) >= 0]
    away: list[int] = []
    if seen:
        if s.answer is None:
            options: list[Option] = [(w.O_REF, ref, 0) for ref in seen]
            if ask(s, player, w.D_PICK, options, 0, len(options), item.id, "predict"):
                return False
        away = [ref for _, ref, _ in take(s)]
    f.data = [ref for ref in seen if ref not in away]
    recycle(s, away, player)
    emit(s, w.E_PREDICT, player, player, amount=len(away))
    f.step = 2
    return True


def _put_back(s: State, f: ResolveFrame, item: Item, player: int) -> bool:
    """Put the rest back on top in any order: the one chosen first ends up deepest. `f.data` holds what is left."""
    while len(f.data) > 1:
        if s.answer is None:
            options: list[Option] = [(w.O_REF, ref, 0) for ref in f.data]
            if ask(s, player, w.D_ORDER, options, 1, 1, item.id, _ORDERS[False]):
                return False
        ref = take(s)[0][1]
        card = ref_card(s, ref)
        f.data = [other for other in f.data if other != ref]
        take_card(s, card, w.Z_DECK)
        put_card(s, card, w.Z_DECK)
        f.data = [card_ref(s, ref_card(s, other)) for other in f.data]
    if f.data:
        card = ref_card(s, f.data[0])
        if card >= 0 and s.players[player].deck[-1] != card:
            take_card(s, card, w.Z_DECK)
            put_card(s, card, w.Z_DECK)
    return True
